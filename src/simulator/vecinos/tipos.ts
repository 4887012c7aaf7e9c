// The types that a neighbour's own program writes, apart from the table by which Timbre writes (simulator §21.2).

export const FACTURA = 33
export const BOLETA = 39
export const NOTA_CREDITO = 61

/** What a neighbour issues to order. */
export const A_PEDIDO: readonly number[] = [FACTURA, 34, 56, NOTA_CREDITO]

/** Whose lines are all exempt. */
export const EXENTOS: readonly number[] = [34]
