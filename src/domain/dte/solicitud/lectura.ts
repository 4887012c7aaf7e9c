// The findings of reading a request: every fault with its path, and what is only worth a warning (http §0,
// §8).

import type { CodigoAdvertencia } from '../../advertencias'
import {
  type Advertencia,
  type AppError,
  codeOf,
  type ErrorCode,
  FAULTS_MAX,
  type Fault,
  faultsError,
} from '../../errors'
import type { Regla } from '../../reglas'

/**
 * The findings of reading a request. It keeps the first `max` faults, so that a body made of them costs no
 * more than its length.
 */
export class Lectura {
  readonly faults: Fault[] = []
  readonly advertencias: Advertencia[] = []
  /** Faults beyond those kept. */
  omitidas = 0
  private readonly omitidasCodes = new Set<ErrorCode>()
  /** Every path with a fault at it or below it. */
  private readonly faulty = new Set<string>()
  readonly max: number

  constructor(max = FAULTS_MAX) {
    this.max = max
  }

  /** How many faults there are. */
  get count(): number {
    return this.faults.length + this.omitidas
  }

  /** Whether a further fault is only counted: what its message would cost can be saved. */
  get full(): boolean {
    return this.faults.length >= this.max
  }

  fault(campo: string, regla: Regla, mensaje: string, code?: ErrorCode, datos?: Fault['datos']): undefined {
    const fault: Fault = { campo, regla, mensaje, ...(code && { code }), ...(datos && { datos }) }
    this.touch(campo)
    if (!this.full) this.faults.push(fault)
    else {
      this.omitidas++
      this.omitidasCodes.add(codeOf(fault))
    }
    return undefined
  }

  /** Whether `campo` or anything in it has a fault; a look-up, however many there are. */
  hasFault(campo: string): boolean {
    return this.faulty.has(campo)
  }

  /** Notes that a field is missing, unless what came of it is noted as faulty already. */
  missing(campo: string, why = ''): void {
    if (!this.hasFault(campo)) this.fault(campo, 'requerido', `Falta ${campo}${why}`)
  }

  warn(code: CodigoAdvertencia, campo: string, mensaje: string): void {
    this.advertencias.push({ code, campo, mensaje })
  }

  /** Everything found as one error, with the faults that were found elsewhere. */
  error(others: readonly Fault[] = []): AppError {
    const omitidas = { cuantas: this.omitidas, codes: this.omitidasCodes }
    return faultsError([...this.faults, ...others], omitidas, this.max)
  }

  private touch(campo: string): void {
    let path = campo
    while (path && !this.faulty.has(path)) {
      this.faulty.add(path)
      path = path.slice(0, Math.max(0, path.lastIndexOf('.'), path.lastIndexOf('[')))
    }
  }
}

/** Reads one value; undefined when it is wrong, and then the fault is noted. */
export type Lector<T> = (valor: unknown, campo: string, lectura: Lectura) => T | undefined

const kindOf = (valor: unknown): string =>
  Array.isArray(valor) ? 'una lista' : valor === null ? 'nulo' : (KINDS[typeof valor] ?? 'otro tipo')

const KINDS: Record<string, string> = {
  string: 'un texto',
  number: 'un número',
  boolean: 'un booleano',
  object: 'un objeto',
}

/** The fault of a value of another JSON type than `want`. */
export const wrongType = (valor: unknown, campo: string, want: string, l: Lectura): undefined =>
  l.fault(campo, 'tipo', `${campo || 'El cuerpo'} debe ser ${want} y llegó ${kindOf(valor)}`)
