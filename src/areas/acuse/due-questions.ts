// Which own documents on credit the clock should ask of, and the one place that says when the register of sales spares asking (http §27.5).

import { nextTurn } from '../../base/turn'
import { dueSince, PLAZO_ACUSE_MS } from '../../domain/acuse'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import { type CreditRow, prepareRefresco } from './statements'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * Nobody asks about a document whose time ended longer ago: a company that turns this on has years of them.
 */
const LATEST_MS = PLAZO_ACUSE_MS + 30 * DAY
/** The third day of Chile after a reception begins no earlier. */
const EARLIEST_MS = 2 * DAY
/** Whoever reads the register once a day reads it again within this, the company's minutes and a long day among it. */
const A_READING_MS = 26 * HOUR
/** Envelopes, and documents, looked at in one turn of the event loop. */
const STEP = 200
/** An envelope that left. */
type Enviado = { id: string; enviado_at: string }

export type DueQuestions = ReturnType<typeof createDueQuestions>

export function createDueQuestions({ store: { client } }: { store: Pick<Store, 'client'> }) {
  const sql = prepareRefresco(client)

  /**
   * Whether the register of sales tells it: it has the document, and was read whole since that day began, or so lately that it will be
   * read again before long. Where no register is kept none has it; where it is read no more it spares nothing after a day.
   */
  function isInRegistro({ empresaId, ambiente }: Titular, row: CreditRow, since: Date, now: Date) {
    const { rut_receptor: rut, tipo_dte, folio } = row
    const read = sql.registroLeido.get({ empresa_id: empresaId, ambiente, rut, tipo_dte, folio })
    return read !== undefined && Date.parse(read) >= Math.min(since.getTime(), now.getTime() - A_READING_MS)
  }

  function isDue(titular: Titular, { enviado_at }: Enviado, row: CreditRow, now: Date): boolean {
    const told = row.plazo_estimado === 0 ? row.recibido_sii : null
    const since = dueSince(new Date(told ?? enviado_at), now)
    if (!since) return false
    const asked = [row.consultado_en, row.rehusado_en].some((at) => at && Date.parse(at) > since.getTime())
    return !asked && !isInRegistro(titular, row, since, now)
  }

  return {
    /** Whether a document is to be asked of at `now`. */
    isDue(titular: Titular, id: string, now: Date): boolean {
      const envio = sql.envioOf.get(id)
      const [row] = envio ? sql.documentos.all({ envioId: envio.id, id }) : []
      return row !== undefined && isDue(titular, envio!, row, now)
    },

    /** Ids of the first `max` that are, those that left first before others. */
    async first(titular: Titular, max: number, now: Date): Promise<string[]> {
      const ids: string[] = []
      const span = {
        empresa_id: titular.empresaId,
        ambiente: titular.ambiente,
        desde: new Date(now.getTime() - LATEST_MS).toISOString(),
        hasta: new Date(now.getTime() - EARLIEST_MS).toISOString(),
      }
      let seen = 0
      for (let behind = '', id = ''; ; ) {
        const envios = sql.envios.all({ ...span, behind, id, limit: STEP })
        for (const envio of envios) {
          const rows = sql.documentos.all({ envioId: envio.id, id: null })
          for (const row of rows) {
            if (isDue(titular, envio, row, now)) ids.push(row.id)
            if (ids.length === max) return ids
          }
          seen += 1 + rows.length
          if (seen < STEP) continue
          seen = 0
          await nextTurn()
        }
        if (envios.length < STEP) return ids
        ;({ enviado_at: behind, id } = envios.at(-1)!)
      }
    },
  }
}
