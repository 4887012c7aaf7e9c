// Which folio ranges were granted to whom. CAFs signed by the same authority elsewhere (another simulator's) are learnt when
// they are first seen, so that later grants do not overlap them.

import type { Lado } from './hosts'
import type { Sim } from './sim'

export interface CafRow {
  lado: Lado
  rut: string
  tipoDte: number
  desde: number
  hasta: number
  fecha: string
  modulo: string
}

/** The most folios granted at once; a larger request is lowered, not refused (contract §18). */
export const maxFolios = (tipoDte: number): number => (tipoDte === 39 || tipoDte === 41 ? 10_000 : 1000)

/** The first folio that no range of the company has. */
export function nextFolio({ db }: Sim, lado: Lado, rut: string, tipoDte: number): number {
  const last = db
    .prepare('SELECT max(hasta) FROM sim_caf WHERE lado = ? AND rut = ? AND tipo_dte = ?')
    .pluck()
    .get(lado, rut, tipoDte) as number | null
  return (last ?? 0) + 1
}

/** Records a range; does nothing when it is known. */
export function saveCaf({ db }: Sim, caf: CafRow, ajeno: boolean): void {
  db.prepare(
    `INSERT OR IGNORE INTO sim_caf (lado, rut, tipo_dte, desde, hasta, fecha, modulo, ajeno)
     VALUES (@lado, @rut, @tipoDte, @desde, @hasta, @fecha, @modulo, @ajeno)`,
  ).run({ ...caf, ajeno: ajeno ? 1 : 0 })
}

/** Whether some range covers a folio. */
export const isGranted = ({ db }: Sim, lado: Lado, rut: string, tipoDte: number, folio: number): boolean =>
  db
    .prepare(
      'SELECT 1 FROM sim_caf WHERE lado = ? AND rut = ? AND tipo_dte = ? AND ? BETWEEN desde AND hasta',
    )
    .get(lado, rut, tipoDte, folio) !== undefined

/** Whether a folio was annulled at the portal. */
export const isAnulado = ({ db }: Sim, lado: Lado, rut: string, tipoDte: number, folio: number): boolean =>
  db
    .prepare('SELECT 1 FROM sim_folio_anulado WHERE lado = ? AND rut = ? AND tipo_dte = ? AND folio = ?')
    .get(lado, rut, tipoDte, folio) !== undefined
