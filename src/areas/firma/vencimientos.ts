// The dates ahead of the companies within a person's reach (areas/firma §3).

import type { Clock } from '../../base/clock'
import { pauses } from '../../base/turn'
import { dueMonth, monthsDue } from '../../domain/firma/f29'
import { momentoOf, vencidosOf } from '../../domain/firma/juicio'
import { lastDay, type Plazo, permisoPlazo, plazosOf } from '../../domain/firma/plazos'
import type { Store } from '../../store/store'
import type { Reader } from './reader'
import { type EmpresaRow, prepareTablero } from './statements'

export interface Vencimiento extends Plazo {
  empresa: Pick<EmpresaRow, 'id' | 'rut' | 'razon_social' | 'ambiente'>
}

export type Vencimientos = ReturnType<typeof createVencimientos>

export function createVencimientos({
  store: { client },
  clock,
}: {
  store: Pick<Store, 'client'>
  clock: Clock
}) {
  const sql = prepareTablero(client)
  /** By date, and within one by name. */
  return async ({ cuentaId, empresas, permisos }: Reader): Promise<Vencimiento[]> => {
    const pause = pauses()
    const now = clock()
    const due = dueMonth(now)
    const momentos = { '12': momentoOf(now, due, '12'), '20': momentoOf(now, due, '20') }
    const { hoy, anterior } = momentos['20']
    // Months that are under way or yet to come have their day too.
    const months = monthsDue(due, lastDay(hoy))
    const reach = empresas && JSON.stringify(empresas)
    const facetas = Map.groupBy(sql.facetas.all({ cuentaId, periodo: due, reach }), (one) => one.empresa_id)
    const found: Vencimiento[] = []
    const marked = new Set(
      sql.declarados
        .all({ cuentaId, meses: JSON.stringify([anterior.periodo, ...months]) })
        .map(({ empresa_id, periodo }) => `${empresa_id} ${periodo}`),
    )
    for (const row of sql.empresas.all({ cuentaId, periodo: due, reach })) {
      const kept = Object.fromEntries(
        (facetas.get(row.id) ?? []).map(({ faceta, datos }) => [faceta, JSON.parse(datos)]),
      )
      const meses = months.filter((periodo) => !marked.has(`${row.id} ${periodo}`))
      const { id, rut, razon_social, ambiente } = row
      const dia = row.f29 ?? '20'
      // Late for those who have the earlier day, though it is the month that is due next.
      const late = momentos[dia].vence < hoy && meses.includes(due) && row.created_at <= momentos[dia].venceEn
      const vencidos = [
        ...vencidosOf(momentos[dia], {
          isMarked: marked.has(`${id} ${anterior.periodo}`),
          createdAt: row.created_at,
        }),
        ...(late ? [{ periodo: due, vence: momentos[dia].vence }] : []),
      ]
      for (const plazo of plazosOf(kept, { meses, vencidos, dia, hoy }))
        if (permisos.has(permisoPlazo(plazo.clase)))
          found.push({ ...plazo, empresa: { id, rut, razon_social, ambiente } })
      await pause()
    }
    return found.sort((a, b) =>
      a.fecha === b.fecha
        ? a.empresa.razon_social.localeCompare(b.empresa.razon_social, 'es') || (a.texto < b.texto ? -1 : 1)
        : a.fecha < b.fecha
          ? -1
          : 1,
    )
  }
}
