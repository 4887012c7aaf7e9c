// How far one person's rights go, and whether another's go further: nobody gives or governs more than he has (http §15).

import type { Permiso } from './permisos'

/** Null lists are no limit. */
export interface Derechos {
  propietario: boolean
  permisos: ReadonlySet<Permiso>
  /** Document types he may issue. */
  tiposDte: readonly number[] | null
  /** Companies of the account that he sees. */
  empresas: readonly string[] | null
}

/** The rights that the second has and the first lacks, in Spanish, one phrase each; empty without any. */
export function beyond(own: Derechos, other: Derechos): string[] {
  const phrases: string[] = []
  if (other.propietario && !own.propietario) phrases.push('ser propietario')
  for (const permiso of other.permisos) if (!own.permisos.has(permiso)) phrases.push(permiso)
  if (wider(own.tiposDte, other.tiposDte)) phrases.push('más tipos de documento')
  if (wider(own.empresas, other.empresas)) phrases.push('más empresas')
  return phrases
}

const wider = <T>(own: readonly T[] | null, other: readonly T[] | null): boolean =>
  own !== null && (other === null || other.some((value) => !own.includes(value)))

/** A list as it is stored and shown, where empty means no limit. */
export const limitOf = <T>(list: readonly T[]): readonly T[] | null => (list.length ? list : null)
