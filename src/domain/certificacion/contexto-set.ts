// Shared by the builders of a set's requests: its text and answers, the doubts they meet, and the requests
// before.

import { jsonOfDecimal } from '../decimal'
import type { AjustesSet, Bloque, CasoSet, DudaSet, ItemCaso, SeccionSet } from './set'

/** A request as it is built: the API's body with its lines. */
export interface Pedido {
  caso: CasoSet
  solicitud: Record<string, unknown>
  detalle: LineaPedida[]
  receptor: Bloque | undefined
  /** 1 annuls, 2 corrects a text, 3 changes amounts; null where there is no reference to a case. */
  codigo: CodigoNota | null
}

/** The form of payment of an export that is never paid. */
export const SIN_PAGO = 21

export type CodigoNota = 1 | 2 | 3
export type LineaPedida = Record<string, unknown>

export class ContextoSet {
  readonly dudas: DudaSet[] = []
  readonly pedidos: Pedido[] = []

  constructor(
    readonly seccion: SeccionSet,
    readonly ajustes: AjustesSet,
    readonly hoy: string,
  ) {}

  /** The answer to a doubt. */
  respuesta(clave: string): string | undefined {
    return this.ajustes.respuestas?.[clave]
  }

  /**
   * The answer to a question about a case, else the proposal, with the question noted; `valid` are the
   * answers that can be.
   */
  ask(
    caso: CasoSet | null,
    campo: string,
    linea: number,
    mensaje: string,
    propuesta: string | null,
    valid: (answer: string) => boolean = () => true,
  ): string | null {
    const { clase } = this.seccion
    const clave = caso ? `${clase}.${caso.numero}.${campo}` : `${clase}.${campo}`
    const answer = this.respuesta(clave)
    if (answer !== undefined && valid(answer)) return answer
    if (!this.dudas.some((duda) => duda.clave === clave)) {
      this.dudas.push({ clave, clase, caso: caso?.numero ?? null, linea, mensaje, propuesta })
    }
    return propuesta
  }

  pedidoDe(caso: number): Pedido | undefined {
    return this.pedidos.find((pedido) => pedido.caso.numero === caso)
  }
}

/** A line of a request as the text has it. */
export const lineaDe = (item: ItemCaso, exento: boolean): LineaPedida => ({
  nombre: item.nombre,
  ...(item.cantidad !== null && { cantidad: jsonOfDecimal(item.cantidad) }),
  ...(item.unidad !== null && { unidad: item.unidad }),
  ...(item.precio !== null && { precio: jsonOfDecimal(item.precio) }),
  ...(item.total !== null && { monto: jsonOfDecimal(item.total) }),
  ...(item.descuentoPct !== null && { descuento_pct: jsonOfDecimal(item.descuentoPct) }),
  ...(item.recargoPct !== null && { recargo_pct: jsonOfDecimal(item.recargoPct) }),
  ...(exento && { exento: true }),
})
