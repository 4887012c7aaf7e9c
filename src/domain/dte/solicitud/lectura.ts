// What reading a request finds: every fault with its path, and what is only worth a warning (contract §0, §8).

import type { Advertencia, ErrorCode, Fault } from '../../errors'

/** What reading a request found. */
export class Lectura {
  readonly faults: Fault[] = []
  readonly advertencias: Advertencia[] = []

  fault(campo: string, regla: string, mensaje: string, code?: ErrorCode): undefined {
    this.faults.push(code ? { campo, regla, mensaje, code } : { campo, regla, mensaje })
    return undefined
  }

  /** Notes that a field is missing, unless what came of it is noted as faulty already. */
  missing(campo: string, why = ''): void {
    if (!this.faults.some((f) => f.campo.startsWith(campo))) {
      this.fault(campo, 'requerido', `Falta ${campo}${why}`)
    }
  }

  warn(code: string, campo: string, mensaje: string): void {
    this.advertencias.push({ code, campo, mensaje })
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
