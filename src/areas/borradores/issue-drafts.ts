// Drafts become documents: once each, whoever asks how often (areas/borradores §3).

import type { Clock } from '../../base/clock'
import { pauses } from '../../base/turn'
import { AppError } from '../../domain/errors'
import type { Audit } from '../../http/audit'
import { toErrorBody } from '../../http/errors'
import { hashBody } from '../../http/idempotency'
import type { Tenant } from '../../http/tenant'
import type { EmisionDte } from '../dte'
import { type Borradores, conflict } from './borradores'
import type { BorradorRow } from './statements'

interface Deps {
  borradores: Borradores
  dte: Pick<EmisionDte, 'emision' | 'acceptOnce'>
  audit: Audit
  clock: Clock
}

interface Exchange {
  request: Request
  set: { headers: Record<string, string | number> }
  tenant: Tenant
}

export type IssueDrafts = ReturnType<typeof createIssueDrafts>

export function createIssueDrafts({ borradores, dte, audit, clock }: Deps) {
  const { emision, acceptOnce } = dte

  /** Throws what emission throws, NOT_FOUND, INVALID_STATE for a discarded one, and CONFLICT. The body of the 202, the first one again. */
  async function one({ request, set, tenant }: Exchange, id: string, version?: number) {
    const { empresaId, ambiente, tiposDte } = tenant
    // Its answer is kept under the company alone: another environment learns nothing of it.
    const seen = borradores.get(tenant, id)
    if (seen.job_estado === 'discarded' && seen.folio === null)
      throw new AppError('INVALID_STATE', 'Su emisión se descartó sin folio: escriba otro con su solicitud')
    const whose = { empresaId, ambiente, tiposDte }
    const clave = `borrador:${id}`
    const key = { empresaId, ruta: 'POST /v1/borradores/emitir', clave, cuerpo: hashBody({ id }) }
    return acceptOnce<BorradorRow>({ request, set, body: null, whose, tenant, key }, () => ({
      check(before) {
        const row = borradores.get(tenant, id)
        borradores.requireOpen(row)
        if ((before?.version ?? version ?? row.version) !== row.version)
          throw conflict(row, before ? 'cambió mientras se emitía' : 'véalo antes de emitirlo')
        return row
      },
      review: (row) => emision.review(borradores.open(row).solicitud, whose, true),
      record(accepted) {
        const { jobId, tipoDte: tipo_dte, folio } = accepted
        audit(
          tenant,
          () => borradores.close.run('emitido', jobId, clock().toISOString(), id),
          () => ({ accion: 'borrador.emitido', objeto: id, detalle: { tipo_dte, folio } }),
        )
        return accepted
      },
    }))
  }

  return {
    one,

    /** Each by itself, their folios in the order asked; the fault of one is told at its place. `versiones` are those seen, in that order. */
    async many(exchange: Exchange, ids: readonly string[], versiones: readonly number[] = []) {
      const pause = pauses()
      const answers: Promise<object>[] = []
      for (const [indice, id] of ids.entries()) {
        await pause()
        // Headers of one answer are not those of all.
        const own = { ...exchange, set: { headers: { ...exchange.set.headers } } }
        const answer = one(own, id, versiones[indice]).then(
          ({ data }) => ({ indice, ok: true, data }),
          (fault: unknown) => {
            if (fault instanceof AppError) return { indice, ...toErrorBody(fault) }
            throw fault
          },
        )
        // Awaited with the others below: until then nobody would have caught it, and the process would end.
        answer.catch(() => {})
        answers.push(answer)
      }
      return Promise.all(answers)
    },
  }
}
