// The papers that a company shows of its own system (domain/certificacion §6).

import { writeContingencia } from './contingencia'
import { writeDeclaracion } from './declaracion'
import type { DatosPapel, Papel } from './papel'
import { writeProcedimientos } from './procedimientos'
import { writeRespaldo } from './respaldo'

/** Each paper, as its address names it, and what it is. */
export const PAPELES = {
  declaracion:
    'las ocho afirmaciones de la declaración de cumplimiento, qué hace Timbre y dónde se comprueba',
  procedimientos: 'manual de procedimientos: emisión, folios, intercambio, custodia y quién puede qué',
  contingencia: 'plan de contingencia: qué puede fallar y qué se hace',
  respaldo: 'respaldo y restauración, con lo que este servidor tiene puesto',
} as const
export type ClasePapel = keyof typeof PAPELES

const WRITERS: Readonly<Record<ClasePapel, (datos: DatosPapel) => Papel>> = {
  declaracion: writeDeclaracion,
  procedimientos: writeProcedimientos,
  contingencia: writeContingencia,
  respaldo: writeRespaldo,
}

export const writePapel = (cual: ClasePapel, datos: DatosPapel): Papel => WRITERS[cual](datos)
