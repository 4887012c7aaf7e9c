// The SII's word on a set's envelope, written to the run that sent it, in the transaction that learns it (areas/certificacion §4).

import type { Clock } from '../../base/clock'
import { remedyOf } from '../../domain/certificacion/remedios'
import type { DocumentoListener, Documentos, EmisionDte } from '../dte'
import type { Avisos } from './avisos'
import type { Certificaciones } from './certificaciones'

type EnvioDeSet = NonNullable<ReturnType<EmisionDte['envioOfSet']>>

interface Deps {
  certificaciones: Certificaciones
  avisos: Avisos
  clock: Clock
  envioOfSet: EmisionDte['envioOfSet']
  documentos: Pick<Documentos, 'byId'>
}

/** Found at the SII by a copy of this server that never heard its number, without which nobody can declare it. */
const SIN_NUMERO =
  'El SII aceptó los documentos y no dijo su número de envío, sin el que no se declaran: emita el set otra vez'

/** Why an envelope is not good: each document that is not accepted, in the order of the cases; without any, what was said of the whole. */
function razonesOf(envio: EnvioDeSet) {
  const { documentos } = envio
  const own = documentos.flatMap(({ caso, tipoDte, folio, estadoSii, glosa, codigo }) =>
    estadoSii === 'aceptado' || (!glosa && !codigo)
      ? []
      : [
          {
            caso,
            texto: `Caso ${caso} (tipo ${tipoDte}, folio ${folio}): ${[codigo, glosa].filter(Boolean).join(' ')}`,
          },
        ],
  )
  const whole = own.length ? own : [{ caso: null, texto: wholeOf(envio) }]
  return whole.map((one) => ({ ...one, remedio: remedyOf(one.texto) }))
}

function wholeOf({ estado, codigo, glosa }: EnvioDeSet): string {
  if (estado === 'aceptado') return SIN_NUMERO
  return [codigo, glosa].filter(Boolean).join(' ') || 'El SII no dijo por qué'
}

export const createOyente = ({
  certificaciones,
  avisos,
  clock,
  envioOfSet,
  documentos,
}: Deps): DocumentoListener => {
  const { sql } = certificaciones
  const isGivenUp = (envio: EnvioDeSet): boolean =>
    envio.documentos.every(({ id }) => ['libre', 'por_anular'].includes(documentos.byId(id)!.folio_estado))
  return {
    received() {},
    setMoved(envioId) {
      const run = sql.byEnvio.get(envioId)
      if (!run || !['emitiendo', 'enviado'].includes(run.estado)) return
      const envio = envioOfSet(envioId)!
      const at = clock().toISOString()
      if (envio.trackId !== null && run.track_id === null)
        sql.setSent.run(envio.trackId, envio.enviadoAt ?? at, run.id)
      if (envio.estado === 'en_cola' || envio.estado === 'recibido') return
      if (envio.estado === 'detenido') {
        // Given up by a person, it never goes; else a retry sends the same bytes.
        if (!isGivenUp(envio)) return
        sql.setJudged.run(
          'rechazado',
          null,
          'Se descartaron sus documentos antes de llegar al SII',
          '[]',
          at,
          run.id,
        )
        avisos.judged(run.id)
        return
      }
      const good = envio.estado === 'aceptado' && envio.trackId !== null
      const razones = good ? [] : razonesOf(envio)
      const estado = good ? 'validado' : 'rechazado'
      sql.setJudged.run(estado, envio.codigo, envio.glosa, JSON.stringify(razones), at, run.id)
      if (good) avisos.advanced(run.certificacion_id, run.clase)
      else avisos.judged(run.id)
    },
  }
}
