// The document that the values of a line make (domain/rcv §2).

import type { DocumentoRcv, Forma } from './columnas'

/** The values of a line, by field; an empty cell is null. */
export type Suelto = Record<string, number | string | null>

const isPrincipal: ReadonlySet<string> = new Set([
  'tipoDte',
  'tipoTransaccion',
  'rut',
  'razonSocial',
  'folio',
  'fechaEmision',
  'fechaRecepcion',
  'fechaAcuse',
  'fechaReclamo',
  'montoExento',
  'montoNeto',
  'montoIva',
  'ivaNoRecuperable',
  'ivaUsoComun',
  'montoTotal',
])

/** The document of a line, the one tax of that line with it. */
export function toDocumento({ columnas }: Forma, suelto: Suelto): DocumentoRcv {
  const documento = {
    tipoTransaccion: null,
    razonSocial: null,
    fechaRecepcion: null,
    fechaAcuse: null,
    fechaReclamo: null,
    montoExento: null,
    montoNeto: null,
    montoIva: null,
    ivaNoRecuperable: null,
    ivaUsoComun: null,
    crudo: null,
    datos: {},
  } as unknown as DocumentoRcv
  for (let i = 1; i < columnas.length - 3; i++) {
    const { campo } = columnas[i]!
    const value = suelto[campo]
    if (isPrincipal.has(campo)) (documento as unknown as Suelto)[campo] = value as number
    else if (value !== null) (documento.datos as Suelto)[campo] = value as number
  }
  addImpuesto(documento, suelto)
  return documento
}

/**
 * Whether a row may be a copy in zero of its document: the SII's data are said to hold such beside the whole row, without reception and
 * with no amount (domain/rcv §3).
 */
export const isCopiaEnCero = ({ fechaRecepcion, datos, ...d }: DocumentoRcv): boolean =>
  fechaRecepcion === null &&
  [d.montoExento, d.montoNeto, d.montoIva, d.ivaNoRecuperable, d.ivaUsoComun, d.montoTotal].every(
    (amount) => !amount,
  ) &&
  !datos.otrosImpuestos?.some(({ valor }) => valor)

/** One more tax of a document. */
export function addImpuesto({ datos }: DocumentoRcv, { codigo, valor, tasa }: Suelto): void {
  if (codigo === null && valor === null && tasa === null) return
  datos.otrosImpuestos = [
    ...(datos.otrosImpuestos ?? []),
    { codigo: codigo as number | null, valor: valor as number | null, tasa: tasa as string | null },
  ]
}
