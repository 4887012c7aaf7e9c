// A neighbourhood's own data: its owner, and the types that a neighbour's program writes, apart from the
// table by which Timbre writes (simulator §21.2).

/** The owner of a neighbourhood: an owner's world (`''` where nobody told it) and a company in it. */
export interface Vecindad {
  dueno: string
  rutEmpresa: string
}

/** Neighbours live on the side with which `simulacion` speaks. */
export const LADO = 'certificacion'

export const FACTURA = 33
export const BOLETA = 39
export const NOTA_CREDITO = 61
/** A guide to goods that are sold and delivered. */
export const GUIA = 52

/** The documents that a neighbour issues to order. */
export const A_PEDIDO: readonly number[] = [FACTURA, 34, GUIA, 56, NOTA_CREDITO]

/** The types whose lines are all exempt. */
export const EXENTOS: readonly number[] = [34]

/** The only types that answers by mail can name. */
export const NOMBRABLES: readonly number[] = [FACTURA, 34, 46, 52, 56, NOTA_CREDITO]
