// The acts of neighbours, and of the company in its past, and their place in the agenda (simulator §21.3).

import type { Accion } from '../reclamo-codigos'
import type { Sim } from '../sim'
import type { Despacho } from './encargos'
import type { Linea } from './montos'
import type { ActoLeido } from './statements'
import type { Vecindad } from './tipos'

/** Each act with what it needs beside who and when. */
interface Actos {
  /** The neighbour invoices the company, or sends it goods with a guide. */
  emite: { formaPago: 1 | 2; lineas: Linea[]; guia?: true }
  /** The neighbour issues a note of credit over its newest invoices, or the one of that folio. */
  anota: { clase: 'anula' | 'parte' | 'texto' | 'global' | 'papel'; sobre: number; folio?: number }
  /** The company's earlier system invoices the neighbour. */
  vende: { lineas: Linea[] }
  /** The earlier system's receipts of a day. */
  boletas: { totales: number[] }
  /** The company says something of the neighbour's newest invoice. */
  acusa: { accion: Accion }
  /** The company leaves the neighbour's newest invoice out of its purchases. */
  excluye: Record<string, never>
  /** The neighbour says something of a document of the company. */
  responde: { tipoDte: number; folio: number; accion: Accion }
  /** The company pays the neighbour by a boleta of third parties. */
  honorario: { descripcion: string; monto: number }
  /** The company annuls the newest boleta to the neighbour. */
  anula_bte: { causa: string }
  /** The neighbour mails a document to the company. */
  manda: Despacho
  /** The neighbour reads a letter of the company. */
  lee: { carta: number }
  /** The SII mails what it made of a report of used folios. */
  avisa: { trackId: number }
  /** The SII reviews what was declared of a set. */
  revisa: { avance: number }
  /** A holder asks the SII whether the company's newest invoices could be ceded. */
  pregunta: Record<string, never>
  /** The neighbourhood plans its next week. */
  semana: { semilla: string; numero: number }
}

type NombreActo = keyof Actos

/** An act with who does it and when. */
export type Acto = { [N in NombreActo]: { acto: N; rut: string; at: number; datos: Actos[N] } }[NombreActo]

/** Puts acts into the agenda of a neighbourhood. */
export function planActos({ sql }: Sim, { dueno, rutEmpresa }: Vecindad, actos: readonly Acto[]): void {
  for (const { datos, ...acto } of actos)
    sql.vecinos.agenda.insert.run({ dueno, rutEmpresa, ...acto, datos: JSON.stringify(datos) })
}

/** A row of the agenda as the act that was put there. */
export const readActo = ({ acto, rut, at, datos }: ActoLeido): Acto =>
  ({ acto, rut, at, datos: JSON.parse(datos) }) as Acto
