// The common parts of the SII's SOAP operations: their shape, and the answers that refuse.

import { chileTimestamp } from '../domain/fecha'
import type { Libro } from './libro'
import type { Llamada, Sim } from './sim'
import { respuesta } from './soap'

/** Leaves of an answer; null ones are left out. */
export type Hojas = [string, string | null][]

/** Refusals that a fault on demand asks for. */
export type Negativa = 'token_rechazado' | 'sin_permiso'

export interface Operation {
  /** Parameters by their WSDL names, in WSDL order. */
  parametros: string[]
  /** Any namespace does, as seen for seed and token (simulator §2.1). */
  laxo?: boolean
  /** The inner document of the answer; every parameter has a value, `mundo` is whose documents may be meant. */
  answer(
    sim: Sim,
    libro: Libro,
    lado: Llamada['lado'],
    p: Record<string, string>,
    mundo: string | null,
  ): string
  /** The answer of a requested failure. */
  refuse(sim: Sim, falla: Negativa): string
}

/** An inner document of header leaves, and body leaves when it has a body. */
export const inner = (sim: Sim, cabecera: Hojas, cuerpo: Hojas | null = null, prefijo = ''): string =>
  respuesta(cabecera, cuerpo, sim.rarezas, prefijo)

/** A header with code and explanation, nothing else. */
export const estado = (sim: Sim, codigo: string, glosa: string): string =>
  inner(sim, [
    ['ESTADO', codigo],
    ['GLOSA', glosa],
  ])

/** The same with prefixed leaves, as QueryEstDteAv and wsDTECorreo write their errors (sii §1.2). */
export const estadoPrefijado = (sim: Sim, codigo: string, glosa: string): string =>
  inner(
    sim,
    [
      ['ESTADO', codigo],
      ['GLOSA', glosa],
    ],
    null,
    'SII:',
  )

export const tokenError = (sim: Sim, codigo: '001' | '003'): string =>
  estado(sim, codigo, codigo === '003' ? 'TOKEN NO EXISTE' : 'TOKEN INACTIVO')

export const sinPermiso = (sim: Sim): string =>
  estado(sim, '106', 'USUARIO AUTENTICADO NO TIENE PERMISO SOBRE LA EMPRESA')

/** NUM_ATENCION in the longer of its two forms (sii §4.1). */
export function numeroAtencion(sim: Sim): string | null {
  if (sim.rarezas.sinNumeroAtencion) return null
  const at = chileTimestamp(sim.now()).replace('T', ' ').replaceAll('-', '/')
  return `${sim.now().getTime() % 1_000_000} ( ${at})`
}
