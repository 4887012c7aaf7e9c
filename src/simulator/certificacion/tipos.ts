// The documents that a set asks for, by a table of the reviewer's own (simulator §23.1): nothing here is shared with who writes them.

export const FACTURA = 33
export const EXENTA = 34
export const BOLETA = 39
export const LIQUIDACION = 43
export const COMPRA = 46
export const GUIA = 52
export const DEBITO = 56
export const CREDITO = 61
export const EXPORTACION = 110
export const DEBITO_EXPORTACION = 111
export const CREDITO_EXPORTACION = 112

/** How the text of a set names a document. */
export const DOCUMENTO: Readonly<Record<number, string>> = {
  [FACTURA]: 'FACTURA ELECTRONICA',
  [EXENTA]: 'FACTURA NO AFECTA O EXENTA ELECTRONICA',
  [LIQUIDACION]: 'LIQUIDACION FACTURA ELECTRONICA',
  [COMPRA]: 'FACTURA DE COMPRA ELECTRONICA',
  [GUIA]: 'GUIA DE DESPACHO ELECTRONICA',
  [DEBITO]: 'NOTA DE DEBITO ELECTRONICA',
  [CREDITO]: 'NOTA DE CREDITO ELECTRONICA',
  [EXPORTACION]: 'FACTURA DE EXPORTACION ELECTRONICA',
  [DEBITO_EXPORTACION]: 'NOTA DE DEBITO DE EXPORTACION ELECTRONICA',
  [CREDITO_EXPORTACION]: 'NOTA DE CREDITO DE EXPORTACION ELECTRONICA',
}

/** Documents of a purchases book, those on paper too. */
export const FACTURA_PAPEL = 30
export const EXENTA_PAPEL = 32
export const CREDITO_PAPEL = 60
export const COMPRADO: Readonly<Record<number, string>> = {
  [FACTURA_PAPEL]: 'FACTURA',
  [EXENTA_PAPEL]: 'FACTURA EXENTA',
  [FACTURA]: 'FACTURA ELECTRONICA',
  [EXENTA]: 'FACTURA EXENTA ELECTRONICA',
  [COMPRA]: 'FACTURA DE COMPRA ELECTRONICA',
  [CREDITO_PAPEL]: 'NOTA DE CREDITO',
  [CREDITO]: 'NOTA DE CREDITO ELECTRONICA',
}

/** Documents that a settlement settles: the words of the text, and TpoDocLiq. */
export const LIQUIDADO = {
  facturasElectronicas: ['FACTURAS ELECTRONICAS', FACTURA],
  facturas: ['FACTURAS', FACTURA_PAPEL],
  notaCredito: ['NOTA DE CREDITO', CREDITO_PAPEL],
  notaCreditoElectronica: ['NOTA DE CREDITO ELECTRONICA', CREDITO],
  liquidacionElectronica: ['LIQUIDACION FACTURA ELECTRONICA', LIQUIDACION],
  anticipo: ['ANTICIPO', 99],
} as const

/** Withholding of the whole IVA: TipoImp, CodImpAdic and OtrosImp. */
export const RETENCION_TOTAL = '15'

export const isExportacion = (tipo: number): boolean => tipo >= EXPORTACION
