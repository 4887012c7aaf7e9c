// The simulated SII's pages of exchange and samples, pressed from here, as a person would at the real ones (simulator §23.5).

import { useMutation } from '@tanstack/react-query'
import { api, type DataOf } from '../api/client'
import { type Fault, toFault } from '../api/fault'
import { FaultNotice } from '../shell/fault-notice'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import type { Camino } from './camino'
import { moveOn } from './ensayo'
import { readPdfs } from './samples-zip'

/** The envelope of the exchange, handed on as the file that a person would choose. */
export function AskExchange({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  const ask = useMutation<void, Fault>({
    async mutationFn() {
      await moveOn('factura')
      const { data } = await api('POST /simulador/certificacion/intercambio', { query: {}, body: {} })
      onFile(new File([bytesOf(data.xml_base64)], data.nombre, { type: 'text/xml' }))
    },
  })
  return (
    <>
      {ask.error && <FaultNotice fault={ask.error} />}
      <div>
        <Button busy={ask.isPending || busy} onClick={() => ask.mutate()}>
          Descargar el envío del SII simulado y responderlo
        </Button>
      </div>
    </>
  )
}

export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

interface Juicio {
  bien: boolean
  faltas: readonly string[]
}

function Judged({ juicio }: { juicio: Juicio }) {
  return juicio.bien ? (
    <Notice tone="bien">
      <p>El SII simulado lo dio por bueno. Pulse «El SII lo dio por bueno: seguir».</p>
    </Notice>
  ) : (
    <Notice tone="mal" title="El SII simulado no lo dio por bueno">
      <ul>
        {juicio.faltas.map((falta) => (
          <li key={falta}>{falta}</li>
        ))}
      </ul>
    </Notice>
  )
}

const LINEAS = 10
const juicioOf = (faltas: readonly string[]): Juicio => ({
  bien: !faltas.length,
  faltas: [...new Set(faltas)].slice(0, LINEAS),
})

export function SendAnswers({ answers }: { answers: DataOf<'POST /v1/certificacion/:id/intercambio'> }) {
  const send = useMutation<Juicio, Fault>({
    async mutationFn() {
      const body = {
        recepcion_base64: answers.recepcion.xml_base64,
        recibos_base64: answers.recibos.xml_base64,
        resultado_base64: answers.resultado.xml_base64,
      }
      const { data } = await api('POST /simulador/certificacion/intercambio/respuestas', { query: {}, body })
      const juicio = juicioOf(data.controles.filter(({ conforme }) => !conforme).map(({ glosa }) => glosa))
      if (juicio.bien) await moveOn('factura')
      return juicio
    },
  })
  return (
    <>
      <Button busy={send.isPending} onClick={() => send.mutate()}>
        Subirlas al SII simulado
      </Button>
      {send.error && <FaultNotice fault={send.error} />}
      {send.data && <Judged juicio={send.data} />}
    </>
  )
}

/** Files of one request to the simulated page. */
const DE_UNA_VEZ = 10

export function SendSamples({ camino: { id } }: { camino: Camino }) {
  const send = useMutation<Juicio, Fault>({
    async mutationFn() {
      const zip: unknown = await api('POST /v1/certificacion/:id/muestras', { params: { id } })
      if (!(zip instanceof Blob)) throw toFault(zip)
      const pdfs = await readPdfs(zip)
      const faltas: string[] = []
      let faltan: readonly string[] = []
      await moveOn('factura')
      for (let at = 0; at < pdfs.length; at += DE_UNA_VEZ) {
        const body = { archivos: pdfs.slice(at, at + DE_UNA_VEZ) }
        const { data } = await api('POST /simulador/certificacion/muestras', { query: {}, body })
        for (const { nombre, controles } of data.archivos)
          faltas.push(
            ...controles.filter(({ conforme }) => !conforme).map(({ glosa }) => `${nombre}: ${glosa}`),
          )
        faltan = data.faltan
      }
      const juicio = juicioOf([...faltas, ...faltan.map((muestra) => `Falta ${muestra}`)])
      if (juicio.bien) await moveOn('factura')
      return juicio
    },
  })
  return (
    <>
      <Button busy={send.isPending} onClick={() => send.mutate()}>
        Subirlas al SII simulado
      </Button>
      {send.error && <FaultNotice fault={send.error} />}
      {send.data && <Judged juicio={send.data} />}
    </>
  )
}
