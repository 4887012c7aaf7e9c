// Readers of lists and objects: unknown fields refused, both names of a field known, null for absent (http §0.2).

import { nearestName, shownName } from '../../../base/nearest-name'
import { type Lector, wrongType } from './lectura'

interface LimitesLista {
  min?: number
  max: number
  /** A lone object counts as a list of one. */
  aceptaUno?: boolean
}

export const lista =
  <T>(lector: Lector<T>, { min = 0, max, aceptaUno }: LimitesLista): Lector<T[]> =>
  (valor, campo, l) => {
    const items = Array.isArray(valor)
      ? valor
      : aceptaUno && typeof valor === 'object' && valor
        ? [valor]
        : null
    if (!items) return wrongType(valor, campo, 'una lista', l)
    if (items.length < min)
      return l.fault(campo, 'cantidad_min', `${campo} debe tener al menos ${min} elemento`)
    if (items.length > max) {
      return l.fault(campo, 'cantidad_max', `${campo} tiene ${items.length} elementos y admite ${max}`)
    }
    const read = items.map((item, i) => lector(item, `${campo}[${i}]`, l))
    return read.includes(undefined) ? undefined : (read as T[])
  }

/** One field of an object: `nombre` of ours, `tag` of the SII's as its alias. */
export interface Campo {
  nombre: string
  tag?: string
  key: string
  lector: Lector<unknown>
  requerido?: boolean
}

/**
 * An object of known fields under either of their names. Unknown names are refused with the nearest known one; the two
 * names of one field must agree. Null stands for absent. Members that fail are missing from the result.
 */
export function objeto<T>(campos: readonly Campo[]): Lector<T> {
  const byName = new Map<string, Campo>()
  for (const campo of campos) {
    byName.set(campo.nombre, campo)
    if (campo.tag) byName.set(campo.tag, campo)
  }
  const names = [...byName.keys()]
  const requeridos = campos.filter((c) => c.requerido)
  return (valor, campo, l) => {
    if (typeof valor !== 'object' || valor === null || Array.isArray(valor))
      return wrongType(valor, campo, 'un objeto', l)
    const result: Record<string, unknown> = {}
    // Side by side, not in a map: an object has few of the fields that it may have, and every line of every request is one.
    const given: Campo[] = []
    const values: unknown[] = []
    const at = (name: string): string => (campo ? `${campo}.${name}` : name)
    for (const name of Object.keys(valor)) {
      const value = (valor as Record<string, unknown>)[name]
      const known = byName.get(name)
      if (!known) {
        // Measuring a name against every other is the dear part: never for what is only counted.
        if (l.full) {
          l.fault(campo, 'desconocido', '')
          continue
        }
        const near = nearestName(name, names)
        const shown = shownName(name)
        l.fault(
          at(shown),
          'desconocido',
          `El campo ${at(shown)} no existe${near ? `; ¿quiso decir ${near}?` : ''}`,
        )
        continue
      }
      if (value === null) continue
      const read = known.lector(value, at(name), l)
      const other = given.indexOf(known)
      if (other >= 0) {
        // As read: a RUT with points is the one without.
        if (JSON.stringify(values[other]) !== JSON.stringify(read)) {
          l.fault(
            at(name),
            'alias',
            `${at(known.nombre)} y ${at(known.tag!)} son el mismo campo y traen valores distintos`,
          )
        }
        continue
      }
      given.push(known)
      values.push(read)
      if (read !== undefined) result[known.key] = read
    }
    for (const c of requeridos) {
      if (!given.includes(c)) l.fault(at(c.nombre), 'requerido', `Falta ${at(c.nombre)}`)
    }
    return result as T
  }
}
