// Each case of a set: what the text says, what becomes of it, and once issued its document.

import { useState } from 'react'
import { Link } from 'wouter'
import { api } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { formatAmount } from '../ui/format'
import { saveFile } from '../ui/save'
import { shortName } from '../ui/tipo'
import type { SetEntero } from './ajustes'
import { amountOf, type Intento } from './camino'

type Caso = SetEntero['casos'][number]
type Documento = Intento['documentos'][number]

export function Cases({ set }: { set: SetEntero }) {
  if (!set.casos.length)
    return (
      <section className="seccion" aria-labelledby="casos">
        <h2 id="casos">Lo que dice el texto</h2>
        {set.texto && <pre className="texto-set">{set.texto}</pre>}
      </section>
    )
  return (
    <section className="seccion" aria-labelledby="casos">
      <h2 id="casos">Los casos</h2>
      <ul className="tarjetas-set">
        {set.casos.map((caso) => (
          <Case
            key={caso.caso}
            caso={caso}
            documento={set.intento?.documentos.find((one) => one.caso === caso.caso)}
          />
        ))}
      </ul>
    </section>
  )
}

function Case({ caso, documento }: { caso: Caso; documento: Documento | undefined }) {
  const { solicitud, totales } = caso
  return (
    <li className="columna">
      <h3>
        Caso {caso.caso}: {shortName(caso.tipo_dte)}
      </h3>
      <div className="caso">
        <pre className="texto-set">{caso.texto}</pre>
        <div className="columna">
          {totales ? <Totals totales={totales} /> : <p>Los montos se saben cuando responda las preguntas.</p>}
          {documento && <Issued documento={documento} />}
          {solicitud && (
            <details>
              <summary>La solicitud que hace Timbre</summary>
              <pre className="texto-set">{JSON.stringify(solicitud, null, 2)}</pre>
            </details>
          )}
        </div>
      </div>
    </li>
  )
}

const MONTOS = [
  ['neto', 'Neto'],
  ['exento', 'Exento'],
  ['iva', 'IVA'],
  ['retenido', 'IVA retenido'],
] as const

function Totals({ totales }: { totales: NonNullable<Caso['totales']> }) {
  const say = (pesos: number): string => {
    const { value, moneda } = amountOf(pesos, totales.moneda)
    return formatAmount(value, moneda)
  }
  return (
    <dl className="pares cifra" aria-label="Montos que debe dar">
      {MONTOS.filter(([name]) => totales[name] !== 0).flatMap(([name, words]) => [
        <dt key={`${name} dt`}>{words}</dt>,
        <dd key={name}>{say(totales[name])}</dd>,
      ])}
      <dt>Total que debe dar</dt>
      <dd>{say(totales.total)}</dd>
    </dl>
  )
}

function Issued({ documento: { tipo_dte, folio } }: { documento: Documento }) {
  const { empresa, ambiente } = useSesion()
  const [fault, setFault] = useState<Fault | null>(null)
  const params = { tipo: String(tipo_dte), folio: String(folio) }
  const save = async (asked: Promise<Blob>, extension: string): Promise<void> => {
    setFault(null)
    try {
      saveFile(await asked, `${tipo_dte}_${folio}_${empresa.rut}_${ambiente}.${extension}`)
    } catch (thrown) {
      setFault(toFault(thrown))
    }
  }
  const name = `${shortName(tipo_dte)} N° ${folio}`
  return (
    <>
      <p>
        Emitido: <Link href={`/documentos/${tipo_dte}/${folio}`}>{name}</Link>
      </p>
      <div className="acciones">
        <Button
          small
          aria-label={`Guardar XML de ${name}`}
          onClick={() => void save(api('GET /v1/dte/xml/:tipo/:folio', { params, query: {} }), 'xml')}
        >
          XML
        </Button>
        <Button
          small
          aria-label={`Guardar PDF de ${name}`}
          onClick={() => void save(api('GET /v1/dte/pdf/:tipo/:folio', { params, query: {} }), 'pdf')}
        >
          PDF
        </Button>
      </div>
      {fault && <FaultNotice fault={fault} />}
    </>
  )
}
