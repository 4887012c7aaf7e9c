// The files of the two stages that are done at the SII's site: the answers of the exchange, and the printed samples (areas/certificacion
// §7, §8).

import { useMutation } from '@tanstack/react-query'
import { api, formOf } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { useWrite } from '../api/query'
import { useSesion } from '../api/sesion'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { FileDrop, useFileDrop } from '../ui/file-drop'
import { saveFile } from '../ui/save'
import type { Camino } from './camino'
import { AskExchange, bytesOf, SendAnswers, SendSamples } from './ensayo-etapas'

/** The SII's envelope in, three signed answers out. */
export function Exchange({ camino }: { camino: Camino }) {
  const answer = useWrite('POST /v1/certificacion/:id/intercambio')
  const send = (file: File): void =>
    answer.mutate({ params: { id: camino.id }, body: formOf({ archivo: file }) })
  const drop = useFileDrop(['.xml'], ([file]) => file && send(file))
  const { ambiente } = useSesion()
  const simulado = ambiente === 'simulacion'
  const said = answer.data?.data
  const files = said && [said.recepcion, said.recibos, said.resultado]
  return (
    <div className="columna">
      {simulado && <AskExchange busy={answer.isPending} onFile={send} />}
      <FileDrop
        {...drop}
        label="Suelte aquí el archivo ENVIO_DTE que dio el SII: Timbre escribe y firma las tres respuestas."
        action="Elegir el archivo"
        tone="normal"
        busy={answer.isPending}
      />
      {answer.error && <FaultNotice fault={answer.error} />}
      {files && (
        <div className="acciones">
          {files.map(({ nombre, xml_base64 }) => (
            <Button key={nombre} onClick={() => saveFile(fileOf(xml_base64), nombre)}>
              Guardar {nombre}
            </Button>
          ))}
          {simulado && <SendAnswers answers={said} />}
        </div>
      )}
    </div>
  )
}

const fileOf = (base64: string): Blob => new Blob([bytesOf(base64)], { type: 'text/xml' })

/** A ZIP of one PDF a document and copy, with the list of where each goes. */
export function Samples({ camino }: { camino: Camino }) {
  const { id } = camino
  const { empresa, ambiente } = useSesion()
  const save = useMutation<void, Fault>({
    async mutationFn() {
      const file: unknown = await api('POST /v1/certificacion/:id/muestras', { params: { id } })
      if (!(file instanceof Blob)) throw toFault(file)
      saveFile(file, `muestras_${empresa.rut}.zip`)
    },
  })
  return (
    <div className="acciones">
      <Button busy={save.isPending} onClick={() => save.mutate()}>
        Guardar las muestras
      </Button>
      {ambiente === 'simulacion' && <SendSamples camino={camino} />}
      {save.error && <FaultNotice fault={save.error} />}
    </div>
  )
}
