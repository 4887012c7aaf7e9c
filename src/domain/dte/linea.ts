// A line of the detail, and sums of lines that only inform.

/** An exact decimal as canonical text: `1250.375125`, `-3`, no exponent, no trailing zeros. Never a float. */
export type Decimal = string

/** An item of the detail. A field that has no name of ours stands under its SII tag. */
export interface LineaDetalle {
  linea: number
  codigo?: { tipo: string; valor: string }[]
  /** The type of document that a line of a liquidación settles. */
  tipoDocLiq?: string
  /** IndExe: 1 exempt, 2 and 6 non-billable, 3 container deposit, 4 and 5 no sale (domain/dte §6.3). */
  exento?: 1 | 2 | 3 | 4 | 5 | 6
  retenedor?: { indAgente: 'R'; baseFaena?: Decimal; margenComercial?: Decimal; precioConsumidor?: Decimal }
  /** The kind of charge of an event: 01 its ticket, 02 the service of selling it. */
  espectaculo?: '01' | '02'
  /** The principal of the event. */
  rutMandante?: string
  nombre: string
  ticket?: Ticket
  descripcion?: string
  /** A second count, by `UnmdRef`: the heads of cattle. */
  QtyRef?: Decimal
  UnmdRef?: string
  cantidad?: Decimal
  unidad?: string
  precio?: Decimal
  descuentoPct?: Decimal
  descuentoMonto?: Decimal
  recargoPct?: Decimal
  recargoMonto?: Decimal
  impuestoAdicional?: string[]
  /** Amount of the line in pesos (net or gross as the document's prices are). */
  monto: Decimal
}

/** A ticket to an event (`InfoTicket`); times are Chile's, `YYYY-MM-DDTHH:MM:SS`. */
export interface Ticket {
  folio: number
  generado: string
  evento: string
  tipo: string
  codigoEvento: string
  fechaEvento: string
  lugar: string
  ubicacion: string
  fila?: string
  asiento?: string
}

/** A sum of lines that only informs: no total counts it (`SubTotInfo`). */
export interface Subtotal {
  linea: number
  glosa: string
  /** Where to print it. */
  orden: number
  neto?: Decimal
  iva?: Decimal
  adicional?: Decimal
  exento?: Decimal
  valor?: Decimal
  /** Numbers of the lines it sums. */
  lineas?: number[]
}
