// Reads a JSON body of the simulator's interface field by field and collects what is wrong with it, so that all of it is said
// at once (http §8).

import type { Regla } from '../domain/reglas'
import { parseRut } from '../domain/rut'
import { ApiFault, type Falta, invalid } from './api-pedido'

/** A body under reading. Each reader notes a fault and returns a value that nobody sees: `done` throws before. */
export interface Cuerpo {
  /** Whether the client sent the field. */
  has(campo: string): boolean
  raw(campo: string): unknown
  fault(campo: string, regla: Regla, mensaje: string): void
  rut(campo: string): string
  integer(campo: string, from: number, to: number): number
  boolean(campo: string): boolean
  oneOf<T extends string>(campo: string, allowed: readonly T[]): T
  latin1(campo: string, max: number): string
  /** The fields of an object, each by its path; no other than those named. */
  within(campo: string, campos: readonly string[]): Cuerpo
  /** Each element of a list, by its path. */
  list<T>(campo: string, max: number, read: (cuerpo: Cuerpo, campo: string) => T): T[]
  /** Throws VALIDATION_ERROR with every fault noted; nothing when there is none. */
  done(): void
}

/** A JSON object that holds no other fields than those named. Throws INVALID_JSON. */
export async function readBody(request: Request, campos: readonly string[]): Promise<Cuerpo> {
  let body: unknown
  try {
    body = await request.json()
  } catch {
    throw new ApiFault(400, 'INVALID_JSON', 'El cuerpo no es JSON')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid({ campo: '', regla: 'tipo', mensaje: 'El cuerpo debe ser un objeto' })
  const faltas: Falta[] = []
  for (const campo of Object.keys(body))
    if (!campos.includes(campo))
      faltas.push({
        campo,
        regla: 'desconocido',
        mensaje: `No existe el campo ${campo}; los campos son ${campos.join(', ')}`,
      })
  return cuerpoOf(body as Record<string, unknown>, faltas)
}

function cuerpoOf(values: Record<string, unknown>, faltas: Falta[]): Cuerpo {
  const has = (campo: string): boolean => values[campo] !== undefined
  /** Notes what is wrong with a field, or only that it is missing. */
  function fault(campo: string, regla: Regla, mensaje: string): void {
    faltas.push(
      has(campo)
        ? { campo, regla, mensaje }
        : { campo, regla: 'requerido', mensaje: `Falta ${campo}: ${mensaje}` },
    )
  }
  return {
    has,
    raw: (campo) => values[campo],
    fault,
    rut(campo) {
      const value = values[campo]
      const rut = typeof value === 'string' ? parseRut(value) : null
      if (!rut) fault(campo, 'rut', `${campo} no es un RUT válido`)
      return rut ?? ''
    },
    integer(campo, from, to) {
      const value = values[campo]
      const good = typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to
      if (!good) fault(campo, 'entero', `${campo} debe ser un entero entre ${from} y ${to}`)
      return good ? value : from
    },
    boolean(campo) {
      if (typeof values[campo] !== 'boolean') fault(campo, 'tipo', `${campo} debe ser true o false`)
      return values[campo] === true
    },
    oneOf<T extends string>(campo: string, allowed: readonly T[]): T {
      const value = values[campo] as T
      if (!allowed.includes(value)) fault(campo, 'valor', `${campo} debe ser uno de ${allowed.join(', ')}`)
      return value
    },
    latin1(campo, max) {
      const value = values[campo]
      const good =
        typeof value === 'string' &&
        value.trim() !== '' &&
        value.length <= max &&
        !/[^\x20-\x7e\xa0-\xff]/.test(value)
      if (!good)
        fault(campo, 'texto', `${campo} debe ser un texto de 1 a ${max} caracteres del juego ISO-8859-1`)
      return good ? value.trim() : ''
    },
    within(campo, campos) {
      const value = values[campo]
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        fault(campo, 'tipo', `${campo} debe ser un objeto`)
        // Nothing is to be said of what it would hold.
        return cuerpoOf({}, [])
      }
      const mensaje = (name: string) =>
        `No existe el campo ${campo}.${name}; los campos son ${campos.join(', ')}`
      for (const name of Object.keys(value))
        if (!campos.includes(name))
          faltas.push({ campo: `${campo}.${name}`, regla: 'desconocido', mensaje: mensaje(name) })
      return cuerpoOf(
        Object.fromEntries(Object.entries(value).map(([name, one]) => [`${campo}.${name}`, one])),
        faltas,
      )
    },
    list(campo, max, read) {
      const value = values[campo]
      if (!Array.isArray(value) || value.length > max) {
        fault(campo, 'tipo', `${campo} debe ser una lista de hasta ${max} elementos`)
        return []
      }
      const named = Object.fromEntries(value.map((element, i) => [`${campo}[${i}]`, element]))
      const elements = cuerpoOf(named, faltas)
      return Object.keys(named).map((path) => read(elements, path))
    },
    done() {
      if (faltas.length) throw invalid(...faltas)
    },
  }
}

/** A list of objects, each read by `read` with the paths of its fields. */
export const objects = <T>(
  body: Cuerpo,
  campo: string,
  max: number,
  campos: readonly string[],
  read: (o: Objeto) => T,
): T[] =>
  body.list(campo, max, (list, path) => {
    const object = list.within(path, campos)
    return read({
      has: (name) => object.has(`${path}.${name}`),
      fault: (name, regla, mensaje) => object.fault(`${path}.${name}`, regla, mensaje),
      digits(name, from, to) {
        const value = object.raw(`${path}.${name}`)
        const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
        if (Number.isInteger(number) && Number(number) >= from && Number(number) <= to) return Number(number)
        object.fault(`${path}.${name}`, 'entero', `${path}.${name} debe ser un entero entre ${from} y ${to}`)
        return from
      },
      whole: (name, from, to) => object.integer(`${path}.${name}`, from, to),
      text: (name, max) => object.latin1(`${path}.${name}`, max),
      flag: (name) => object.has(`${path}.${name}`) && object.boolean(`${path}.${name}`),
    })
  })

/** An object of a list, whose fields are read one by one. */
export interface Objeto {
  has(name: string): boolean
  fault(name: string, regla: Regla, mensaje: string): void
  whole(name: string, from: number, to: number): number
  /** A whole number, also as the text of its digits. */
  digits(name: string, from: number, to: number): number
  text(name: string, max: number): string
  /** False where it is left out. */
  flag(name: string): boolean
}
