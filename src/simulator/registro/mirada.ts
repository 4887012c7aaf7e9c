// One look at a register: whose, which side and month, and the copy that stands (simulator §12.2).

import { chileDate, chileMidnight } from '../../domain/fecha'
import type { Lado } from '../hosts'
import type { Sim } from '../sim'
import { copyAt, readAjustes } from './ajustes'
import type { Estado, Mirada, Operacion, Sumas, Vista } from './statements'

/** The first month that the register has. */
export const PRIMERO = 201705

/** Whether a month has a register: not before the first one, nor after the present. */
export const isPeriodo = ({ now }: Sim, periodo: number): boolean =>
  periodo >= PRIMERO &&
  periodo % 100 >= 1 &&
  periodo % 100 <= 12 &&
  periodo <= Number(chileDate(now()).slice(0, 7).replace('-', ''))

export function lookAt(
  sim: Sim,
  whose: { lado: Lado; dueno: string; rut: string },
  operacion: Operacion,
  periodo: number,
): Mirada {
  const month = (of: number): string => `${Math.floor(of / 100)}-${String(of % 100).padStart(2, '0')}-01`
  const next = periodo % 100 === 12 ? periodo + 89 : periodo + 1
  return {
    ...whose,
    operacion,
    periodo,
    desde: month(periodo),
    hasta: `${month(periodo).slice(0, 8)}31`,
    inicio: chileMidnight(month(periodo)).getTime(),
    fin: chileMidnight(month(next)).getTime(),
    corte: copyAt(readAjustes(sim).rcv_refresco, sim.now().getTime(), true),
  }
}

const of = ({ sql }: Sim, { operacion }: Mirada) =>
  operacion === 'VENTA' ? sql.registro.venta : sql.registro.compra

export const sumsOf = (sim: Sim, mirada: Mirada): Sumas[] => of(sim, mirada).sumas.all(mirada)

/** Documents of a state, of a type or of all (0), in the order in which they came. */
export const rowsOf = (sim: Sim, mirada: Mirada, estado: Estado, tipoDte: number): Vista[] =>
  of(sim, mirada).filas.all({ ...mirada, estado, tipoDte })

/** When the month's register last changed, as its copies tell: that of the copy which first had the change. */
export function changedAt(sim: Sim, mirada: Mirada): number {
  const at = of(sim, mirada).cambio.get(mirada) ?? mirada.inicio
  return Math.min(copyAt(readAjustes(sim).rcv_refresco, at, false), mirada.corte)
}
