// Where each line and row of the tables of the monthly return comes from (domain/rcv §6): the SII's public answers by their number, of
// 09/06/2025, and the form.

const faq = (id: string): string => `FAQ 001.${id}`

export const FUENTES = {
  /** Its labels and codes, as the page shows it today. */
  formulario: 'F29 vigente',
  fueraPlazo: faq('130.1923.005'),
  liquidacion: faq('130.3607.008'),
  consignacion: faq('130.1819.011'),
  notaExenta: faq('130.5774.007'),
  boletaExenta: faq('130.1962.009'),
  noGiro: faq('130.5825.009'),
  inmueble: faq('130.1680.015'),
  retencionTotal: faq('130.2934.009'),
  retencion: faq('130.1616.008'),
  agente: faq('130.1607.006'),
  anticipo: faq('130.1800.013'),
  margen: faq('130.3088.012'),
  constructoras: faq('130.5996.006'),
  giro: faq('130.2340.008'),
  activo: faq('130.1866.011'),
  mixta: faq('130.1971.014'),
  importacion: faq('130.0702.014'),
  din: faq('003.7008.003'),
  compraExenta: faq('130.2846.013'),
  sinCredito: faq('130.1884.011'),
  proporcion: faq('130.1909.013'),
  notaRecibida: faq('130.1869.011'),
  tipoCompra: faq('003.6987.005'),
  diesel: `${faq('130.5829.008')} y ${faq('130.6051.002')}`,
  suntuarios: faq('130.1605.009'),
  bebidas: faq('130.1606.007'),
  renta: faq('130.1603.008'),
  esquema: 'LibroCV_v10.xsd',
  /** No source of the SII says it: the table's note tells what is done meanwhile. */
  duda: 'sin fuente: en duda',
} as const

export type Fuente = keyof typeof FUENTES
