// Document types as people call them, shorter than the SII does.

const NOMBRE: Readonly<Record<number, string>> = {
  33: 'Factura',
  34: 'Factura exenta',
  39: 'Boleta',
  41: 'Boleta exenta',
  43: 'Liquidación factura',
  46: 'Factura de compra',
  52: 'Guía de despacho',
  56: 'Nota de débito',
  61: 'Nota de crédito',
  110: 'Factura de exportación',
  111: 'Nota de débito de exportación',
  112: 'Nota de crédito de exportación',
}

export const shortName = (tipoDte: number): string => NOMBRE[tipoDte] ?? `Tipo ${tipoDte}`

/** Every type, by code. */
export const TIPOS_DTE: readonly number[] = Object.keys(NOMBRE).map(Number)
