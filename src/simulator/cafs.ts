// Which folio ranges were granted to whom. CAFs signed by the same authority elsewhere (another simulator's) are learnt when
// they are first seen, so that later grants do not overlap them.

import { filaDe } from '../domain/dte/tipos'
import type { simCaf } from '../store/tables/simulador'
import type { Lado } from './hosts'
import type { Sim } from './sim'

type Caf = typeof simCaf.$inferSelect

/** The most folios granted at once; a larger request is lowered, not refused (http §18). */
export const maxFolios = (tipoDte: number): number => (filaDe(tipoDte)?.raiz === 'Boleta' ? 10_000 : 1000)

/** The first folio that no range of the company has. */
export function nextFolio({ sql }: Sim, lado: Lado, rut: string, tipoDte: number): number {
  return (sql.caf.last.get(lado, rut, tipoDte) ?? 0) + 1
}

/** Records a range; does nothing when it is known. */
export function saveCaf({ sql }: Sim, caf: Omit<Caf, 'ajeno'>, ajeno: boolean): void {
  sql.caf.save.run({ ...caf, ajeno: ajeno ? 1 : 0 })
}

/** Grants a range whose key does not exist yet: two requests at once never get the same one. Returns the name of the reservation. */
export function reserveCaf(sim: Sim, caf: Omit<Caf, 'ajeno' | 'modulo'>): string {
  const modulo = sim.newId('reserva')
  saveCaf(sim, { ...caf, modulo }, false)
  return modulo
}

/** Whether some range covers a folio. */
export const isGranted = ({ sql }: Sim, lado: Lado, rut: string, tipoDte: number, folio: number): boolean =>
  sql.caf.covers.get(lado, rut, tipoDte, folio) !== undefined

/** Whether a folio was annulled at the portal. */
export const isAnulado = ({ sql }: Sim, lado: Lado, rut: string, tipoDte: number, folio: number): boolean =>
  sql.caf.anulado.get(lado, rut, tipoDte, folio) !== undefined
