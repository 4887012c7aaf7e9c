// The rows of the ledger as values, and how they are read from their tables.

import type { Razon } from './sim'
import type { DocumentoLeido, EnvioLeido } from './statements'

/** `siguienteAt` is when its next step is due; null when the state is final. */
export interface EnvioRow extends Omit<EnvioLeido, 'razones'> {
  razones: Razon[]
}

export interface DocumentoRow extends Omit<DocumentoLeido, 'razones'> {
  razones: Razon[]
}

export type EstadoEnvio = EnvioRow['estado']
export type Veredicto = NonNullable<DocumentoRow['veredicto']>

export const envioOf = (row: EnvioLeido): EnvioRow => ({ ...row, razones: JSON.parse(row.razones) })

export const documentoOf = <Leido extends DocumentoLeido>(
  row: Leido,
): Omit<Leido, 'razones'> & DocumentoRow => ({
  ...row,
  razones: JSON.parse(row.razones),
})

interface Conteo {
  tipoDte: number
  informados: number
  aceptados: number
  rechazados: number
  reparos: number
}

/** The counters of an envelope, one row a type in the order of the file; each document stands in one column only. */
export function countByTipo(documentos: DocumentoRow[]): Conteo[] {
  const rows = new Map<number, Conteo>()
  for (const { tipoDte, veredicto } of documentos) {
    const row = rows.get(tipoDte) ?? { tipoDte, informados: 0, aceptados: 0, rechazados: 0, reparos: 0 }
    rows.set(tipoDte, row)
    row.informados++
    if (veredicto === 'aceptado') row.aceptados++
    else if (veredicto === 'rechazado') row.rechazados++
    else if (veredicto) row.reparos++
  }
  return [...rows.values()]
}
