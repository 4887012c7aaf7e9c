// The documents that must wait: they refer to one that the SII has not accepted yet (sii §4.4).

import type { Clock } from '../../../base/clock'
import { nextTurn } from '../../../base/turn'
import { tipoDocumento } from '../../../domain/dte/tipos'
import { type JobError, jobError, type Outcome } from '../../../jobs/kind'
import {
  type DocumentoRow,
  type Documentos,
  type EmitidoRow,
  isDescartado,
} from '../documento/documento-store'
import type { Envios } from '../envio/envio-store'
import type { Guias } from '../referencias/guias'
import type { Referencias } from '../referencias/referencias'
import type { Gate } from './run'

const NO_VERDICT = jobError(
  'INVALID_STATE',
  'El documento referido sigue sin veredicto del SII',
  'construccion',
  { accion: 'Pregunte al SII por él, con lo que se lo sigue otra semana, y reintente el trabajo' },
)

const deadReferido = ({ tipo_dte, folio, estado_sii }: DocumentoRow): JobError => {
  const fate = estado_sii === 'rechazado' ? 'fue rechazado por el SII' : 'fue descartado'
  const what = `El documento tipo ${tipo_dte} folio ${folio} al que se refiere ${fate}`
  return jobError('INVALID_STATE', what, 'construccion', {
    accion: 'Descarte el trabajo; no hay documento al que referirse',
  })
}

/** How long a note waits before it looks again whether what it refers to was accepted. */
const WAIT_MS = { simulacion: 1000, certificacion: 30_000, produccion: 30_000 }

export interface ReferidosDeps {
  clock: Clock
  documentos: Documentos
  envios: Envios
  referencias: Referencias
  guias: Guias
}

/**
 * A note travels once what it refers to was accepted, an invoice once its guides were: before that the SII rejects it
 * (REF-3-750, sii §4.4).
 */
export function createWaitForReferidos({
  clock,
  documentos,
  envios,
  referencias,
  guias,
}: ReferidosDeps): Gate {
  return async function waitForReferidos(rows, { run: { ctx } }) {
    const now = clock()
    const ready: EmitidoRow[] = []
    const outcomes: Outcome[] = []
    const ended: EmitidoRow[] = []
    // Asked once for all: few cover any.
    const covering = guias.covering(rows.map(({ id }) => id))
    for (const [i, row] of rows.entries()) {
      if (i % 50 === 49) await nextTurn()
      const pending = tipoDocumento(row.tipo_dte).nota
        ? referencias.pendingReferidos(row.id)
        : covering.has(row.id)
          ? guias.pending(row.id)
          : []
      const dead = pending.find((r) => r.estado_sii === 'rechazado' || isDescartado(r))
      const id = row.job_id
      if (!pending.length) ready.push(row)
      else if (dead) {
        ended.push(row)
        outcomes.push({ id, outcome: 'failed', error: deadReferido(dead) })
      } else if (pending.some(({ envio_id }) => envio_id && envios.get(envio_id)!.seguido === 0)) {
        ended.push(row)
        outcomes.push({ id, outcome: 'failed', error: NO_VERDICT })
      } else {
        // Nothing is wrong: what an earlier look may have found, a clock that stood too early, is over.
        const runAt = new Date(now.getTime() + WAIT_MS[row.ambiente])
        outcomes.push({ id, outcome: 'snooze', runAt, error: null })
      }
    }
    if (outcomes.length) {
      await ctx.settle(outcomes, () => {
        for (const { id } of ended) documentos.setFolioEstado(id, 'retenido')
      })
    }
    return ready
  }
}
