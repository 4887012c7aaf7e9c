// CAF files, by drop or by button: one after the other, each with what became of it.

import { useState } from 'react'
import { api, type DataOf, formOf } from '../api/client'
import { type Fault, toFault, withoutPath } from '../api/fault'
import { useInvalidate } from '../api/query'
import { TextField } from '../ui/field'
import { FileDrop, refuseFile } from '../ui/file-drop'
import { formatNumber } from '../ui/format'
import { Notice } from '../ui/notice'
import { shortName } from '../ui/tipo'

const ENDS = ['.xml']

type Resultado = { id: number; name: string } & (
  | { que: 'cargado'; rango: DataOf<'POST /v1/dte/folios'> }
  | { que: 'fallo'; razones: readonly string[] }
)

let last = 0

export function LoadCaf() {
  const [done, setDone] = useState<readonly Resultado[]>([])
  const [left, setLeft] = useState(0)
  const [siguiente, setSiguiente] = useState('')
  const invalidate = useInvalidate()
  const load = async (files: readonly File[]): Promise<void> => {
    const first = siguiente.trim()
    // It is of one file: of several nobody knows which is meant, and leaving it out would use folios that are used.
    if (first && files.length > 1) {
      const razon = `Dijo que el primer folio sin usar es el ${first}, y eso es de un solo archivo: suelte ese archivo solo, o borre el folio para que el SII diga cuáles están usados`
      setDone([{ id: ++last, name: `${files.length} archivos`, que: 'fallo', razones: [razon] }])
      return
    }
    setDone([])
    let isLoaded = true
    for (const [index, file] of files.entries()) {
      setLeft(files.length - index)
      const result = await send(file, first)
      isLoaded &&= result.que === 'cargado'
      setDone((before) => [...before, result])
    }
    setLeft(0)
    // Kept for the next try where it was refused.
    if (isLoaded) setSiguiente('')
    await invalidate('GET /v1/dte/folios', 'GET /v1/dte/folios/huecos', 'GET /v1/resumen')
  }
  return (
    <section className="seccion" aria-labelledby="cargar-caf">
      <h2 id="cargar-caf">Cargar archivos CAF</h2>
      <FileDrop
        label="Suelte aquí uno o varios archivos CAF, tal como los entrega el SII."
        action="Elegir archivos"
        ends={ENDS}
        multiple
        busy={left > 0}
        onFiles={(files) => void load(files)}
      />
      <TextField
        label="Primer folio sin usar"
        optional
        hint="De un solo archivo. En blanco, el SII dice cuáles usó ya otro programa."
        inputMode="numeric"
        value={siguiente}
        onChange={setSiguiente}
      />
      <div role="status" className="columna">
        {left > 0 && <p>Cargando: {left === 1 ? 'falta 1 archivo' : `faltan ${left} archivos`}</p>}
        {done.map((result) => (
          <One key={result.id} {...result} />
        ))}
      </div>
    </section>
  )
}

function One(result: Resultado) {
  if (result.que === 'fallo')
    return (
      <Notice tone="mal" title={`${result.name}: no se cargó`}>
        {result.razones.map((razon) => (
          <p key={razon}>{razon}</p>
        ))}
      </Notice>
    )
  const { tipo_dte, desde, hasta, advertencias, por_conciliar } = result.rango
  return (
    <Notice tone={advertencias.length ? 'aviso' : 'bien'} title={`${result.name}: cargado`} quiet>
      <p>
        {shortName(tipo_dte)}, folios {formatNumber(desde)} a {formatNumber(hasta)}.
        {por_conciliar && ' Se está preguntando al SII cuáles usó ya otro programa.'}
      </p>
      {advertencias.map(({ code, mensaje }) => (
        <p key={code}>{mensaje}</p>
      ))}
    </Notice>
  )
}

async function send(file: File, siguiente: string): Promise<Resultado> {
  const [id, name] = [++last, file.name]
  const refused = refuseFile(file, ENDS)
  if (refused) return { id, name, que: 'fallo', razones: [refused] }
  const form = formOf({ archivo: file, ...(siguiente && { siguiente }) })
  try {
    const { data } = await api('POST /v1/dte/folios', { body: form })
    return { id, name, que: 'cargado', rango: data }
  } catch (thrown) {
    return { id, name, que: 'fallo', razones: reasonsOf(toFault(thrown)) }
  }
}

const reasonsOf = (fault: Fault): string[] => {
  const told = fault.detalles.filter(({ mensaje }) => mensaje).map(withoutPath)
  return told.length ? [...new Set(told)] : [fault.message]
}
