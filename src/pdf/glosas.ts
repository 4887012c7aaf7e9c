// The codes that paper must show in words (pdf §1.2), as the SII's format words them.
import tiposReferencia from '../domain/dte/datos/tipos-referencia.json'
import { impuesto } from '../domain/dte/impuestos'

type Glosas = Readonly<Record<string, string>>

export const FORMA_PAGO: Glosas = { 1: 'Contado', 2: 'Crédito', 3: 'Sin costo (entrega gratuita)' }

export const MEDIO_PAGO: Glosas = {
  CH: 'Cheque',
  CF: 'Cheque a fecha',
  LT: 'Letra',
  EF: 'Efectivo',
  PE: 'Depósito o transferencia',
  TC: 'Tarjeta de crédito o débito',
  OT: 'Otro',
  // Means of payment of a boleta.
  1: 'Efectivo',
  2: 'Pago electrónico',
  3: 'Transferencia electrónica',
  4: 'Cheque',
  5: 'Otro',
}

export const CUENTA_PAGO: Glosas = {
  CORRIENTE: 'cuenta corriente',
  AHORRO: 'cuenta de ahorro',
  VISTA: 'cuenta vista',
}

export const TIPO_DESPACHO: Glosas = {
  1: 'Por cuenta del receptor',
  2: 'Por cuenta del emisor a instalaciones del cliente',
  3: 'Por cuenta del emisor a otras instalaciones',
}

/** The kinds of carrier of goods for export (`CdgTraslado`). */
export const CDG_TRASLADO: Glosas = {
  1: 'Exportador',
  2: 'Agente de aduana',
  3: 'Vendedor',
  4: 'Contribuyente autorizado por el SII',
}

/** The effect of a note on its document, when the issuer gave no reason. */
export const COD_REF: Glosas = {
  1: 'Anula el documento',
  2: 'Corrige texto del documento',
  3: 'Corrige montos del documento',
}

/** `IndExe` of a line in a document that also sells (domain/dte §6.3). */
export const IND_EXE: Glosas = {
  1: 'Exento',
  2: 'No facturable',
  3: 'Garantía por envases',
  4: 'No constituye venta',
  5: 'Rebaja de guía anterior',
  6: 'No facturable, rebaja',
}

const REFERENCIA = new Map(tiposReferencia.map(({ codigo, nombre }) => [String(codigo), nombre]))

/** The text of a liquidación's line; 99 stands for advances and types without a code (domain/dte §1.2). */
export const glosaLiquidado = (codigo: string): string =>
  codigo === '99' ? 'Anticipos y otros' : glosaReferencia(codigo)

/** The kind of a referenced document in words; a code of the issuer's own (`HES`) stands for itself. */
export const glosaReferencia = (codigo: string): string => REFERENCIA.get(codigo) ?? codigo

/** An additional tax by its name; one that the table does not know, by its code. */
export const glosaImpuesto = (codigo: string): string =>
  impuesto(codigo)?.nombre ?? `Impuesto código ${codigo}`

/** Whether a tax is withheld, hence subtracted from the total. */
export const isRetencion = (codigo: string): boolean => impuesto(codigo)?.tipo === 'R'
