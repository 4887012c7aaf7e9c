// Folios that are to be annulled, looked at before the SII is asked and taken out of use (areas/folios §3).

import type { Database } from 'better-sqlite3'
import type { Clock } from '../../../base/clock'
import { type Fault, faultsError } from '../../../domain/errors'
import { joinTramos, type Tramo } from '../../../domain/folios/tramos'
import type { Titular } from '../../../domain/titular'
import type { folioApartado } from '../../../store/tables/folios'
import type { EstadoApartado } from '../set-aside'
import { prepareAnulaciones, prepareRangos } from './statements'

interface Pedido {
  tipoDte: number
  desde: number
  hasta: number
  motivo: string
}

type Dicho = Pick<typeof folioApartado.$inferSelect, 'estado' | 'dichoPor' | 'anuladoEn'>

/** More folios than these in front of those to be annulled are no rest that can be kept one by one. */
export const DELANTE_MAX = 10_000
const DICHOS_MAX = 10

export type OutOfUse = ReturnType<typeof createOutOfUse>

export function createOutOfUse({
  client,
  clock,
  notifyEnd,
}: {
  client: Database
  clock: Clock
  /** Told when a type may have none left. */
  notifyEnd: (titular: Titular, tipoDte: number) => void
}) {
  const sql = prepareAnulaciones(client)
  const rangos = prepareRangos(client)

  /** Everything that keeps them from being annulled. */
  function faultsOf({ empresaId, ambiente }: Titular, { tipoDte, desde, hasta }: Pedido): Fault[] {
    const key = { empresaId, ambiente, tipoDte, desde, hasta }
    const loaded = joinTramos(rangos.crossing.all(key).map((one): Tramo => [one.desde, one.hasta]))
    const fault = (regla: Fault['regla'], runs: readonly Tramo[], why: string): Fault[] =>
      runs.length ? [{ campo: 'desde', regla, mensaje: `${formatTramos(runs)}: ${why}` }] : []
    const runsOf = (rows: readonly { desde: number; hasta: number }[]): Tramo[] =>
      joinTramos(rows.map((one): Tramo => [one.desde, one.hasta]))
    return [
      ...fault(
        'fuera_de_rango',
        missing(loaded, desde, hasta),
        `en ningún rango cargado del tipo ${tipoDte}`,
      ),
      ...fault(
        'ya_tomado',
        joinTramos(sql.borne.all(key).map(({ folio }): Tramo => [folio, folio])),
        'con un documento que el SII puede haber visto; si no lo recibió, descarte antes su emisión',
      ),
      ...fault(
        'ya_tomado',
        runsOf(sql.elsewhere.all(key)),
        'el SII los tiene en documentos que no están aquí',
      ),
      ...fault('anulado', runsOf(sql.annulled.all(key)), 'anulados ya en el SII'),
    ]
  }

  /** From the next folio on: what lies in front stays for documents to come. Throws VALIDATION_ERROR. */
  function pass(
    rango: { id: string; siguiente: number },
    desde: number,
    hasta: number,
    motivo: string,
  ): void {
    if (desde - rango.siguiente > DELANTE_MAX)
      throw faultsError([
        {
          campo: 'desde',
          regla: 'maximo',
          mensaje: `Quedan más de ${DELANTE_MAX} folios sin usar antes del ${desde}: anule desde el ${rango.siguiente}, o úselos antes`,
        },
      ])
    if (desde > rango.siguiente) sql.leave.run({ cafId: rango.id, hasta: desde - 1 })
    sql.pass.run(hasta + 1, rango.id)
    put(rango.id, desde, hasta, motivo)
  }

  const put = (cafId: string, desde: number, hasta: number, motivo: string): void =>
    void sql.setAside.run({
      ...{ cafId, desde, hasta, motivo, estado: 'por_anular', anuladoEn: null, dichoPor: 'sii' },
      createdAt: clock().toISOString(),
    })

  /**
   * Records the SII's answers: folios set aside bear them, unknown ones are `libre` for later documents.
   * Used by a person's word alone, they may be `por_anular` too, for `why`. In the caller's transaction.
   */
  function settle(
    cafId: string,
    desde: number,
    hasta: number,
    estado: EstadoApartado | 'libre',
    why?: string,
  ): void {
    const at = clock().toISOString()
    for (const row of sql.aside.all({ cafId, desde, hasta })) {
      if (estado === 'por_anular' && row.estado === estado && row.dicho_por === 'sii') continue
      const { motivo, created_at: createdAt } = row
      const same = { cafId, motivo, createdAt }
      const before: Dicho = { estado: row.estado, dichoPor: row.dicho_por, anuladoEn: null }
      const [low, high] = [Math.max(row.desde, desde), Math.min(row.hasta, hasta)]
      sql.dropAside.run(cafId, row.desde)
      const put = (desde: number, hasta: number, what: Dicho & { motivo?: string }): void => {
        if (desde <= hasta) sql.setAside.run({ ...same, ...what, desde, hasta })
      }
      put(row.desde, low - 1, before)
      if (estado === 'libre') for (let folio = low; folio <= high; folio++) sql.giveBack.run(folio, cafId)
      else
        put(low, high, {
          ...{ estado, dichoPor: 'sii', anuladoEn: estado === 'anulado' ? at : null },
          motivo: why ?? motivo,
        })
      put(high + 1, row.hasta, before)
    }
  }

  return {
    settle,

    /**
     * The folios in question by range, those that were free, or used by a person's word, out of use. Throws VALIDATION_ERROR. In the
     * caller's transaction.
     */
    reserve(titular: Titular, pedido: Pedido): { cafId: string; desde: number; hasta: number }[] {
      const { tipoDte, motivo } = pedido
      const faults = faultsOf(titular, pedido)
      if (faults.length) throw faultsError(faults)
      const { empresaId, ambiente } = titular
      const found = rangos.crossing.all({
        empresaId,
        ambiente,
        tipoDte,
        desde: pedido.desde,
        hasta: pedido.hasta,
      })
      const parts = found.map((rango) => {
        const desde = Math.max(pedido.desde, rango.desde)
        const hasta = Math.min(pedido.hasta, rango.hasta)
        for (const { folio } of sql.free.all(rango.id, desde, hasta, empresaId)) {
          sql.dropFree.run(rango.id, folio)
          put(rango.id, folio, folio, motivo)
        }
        // To be annulled from now on, not to be taken back meanwhile.
        settle(rango.id, desde, hasta, 'por_anular', motivo)
        if (hasta >= rango.siguiente) pass(rango, Math.max(desde, rango.siguiente), hasta, motivo)
        return { cafId: rango.id, desde, hasta }
      })
      notifyEnd(titular, tipoDte)
      return parts
    },
  }
}

const formatTramos = (runs: readonly Tramo[]): string => {
  const names = runs.slice(0, DICHOS_MAX).map(([a, b]) => (a === b ? `${a}` : `${a} a ${b}`))
  return `Folios ${names.join(', ')}${runs.length > DICHOS_MAX ? ' y otros' : ''}`
}

/** The folios from `desde` to `hasta` outside of all runs. */
function missing(runs: readonly Tramo[], desde: number, hasta: number): Tramo[] {
  const gaps: Tramo[] = []
  let next = desde
  for (const [from, to] of runs) {
    if (from > next) gaps.push([next, from - 1])
    next = Math.max(next, to + 1)
  }
  if (next <= hasta) gaps.push([next, hasta])
  return gaps
}
