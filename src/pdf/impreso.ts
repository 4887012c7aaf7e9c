// The input of a printed document: the document itself and the few extra data of its paper (pdf §1).
import type { Ambiente } from '../domain/ambiente'
import type { Dte, Impresion } from '../domain/dte/dte'
import { type TipoDte, tipoDocumento } from '../domain/dte/tipos'
import type { Fault } from '../domain/errors'
import { PLANTILLA_NORMAL, type Plantilla } from './plantilla/plantilla'

/** A document ready to be printed. Empty or absent values leave no trace on the page. */
export interface Impreso {
  dte: Dte
  /** The flat `<TED …>…</TED>` as signed, every character a Latin-1 one; null in a preview, which has no timbre. */
  ted: string | null
  /** Resolution that authorises the issuer, as in the envelope's cover; number 0 in certification. */
  resolucion: { numero: number; fecha: string }
  /** The issuer's SII office, printed below the box: `unidadSii(comuna)`. */
  unidadSii: string | null
  /** The issuer's data that the XML does not carry; phone and email fall back to the document's own. */
  emisor?: DatosEmisor
  impresion?: Impresion
  ambiente: Ambiente
  /** The company's choices for its paper; `PLANTILLA_NORMAL` unless given. */
  plantilla?: Plantilla
  /** Why the document has no effect, which its paper must not hide; absent while it is good. */
  marca?: Marca | null
  /** Printed below the timbre's legends, such as the issuer's own look-up site (pdf §4). */
  lineasExtra?: string[]
}

/** The mark of a document that was rejected, voided or given up. */
export interface Marca {
  /** Written across the paper: `ANULADO`. */
  palabra: string
  /** A line at its head: `ANULADO por la Nota de crédito electrónica N° 5`. */
  texto: string
}

/** The template of a document. */
export const plantillaDe = ({ plantilla = PLANTILLA_NORMAL }: Impreso): Plantilla => plantilla

interface DatosEmisor {
  telefono?: string
  email?: string
  sitioWeb?: string
  /** Address of the head office when the document is issued at a branch. */
  casaMatriz?: string
  sucursales?: string[]
}

/** Papers: letter page, or a strip of 80 or 57 mm. */
export const FORMATOS = ['carta', '80mm', '57mm'] as const
export type Formato = (typeof FORMATOS)[number]
export type PapelRollo = Exclude<Formato, 'carta'>

/** Whether a type can be printed on a paper: every other document needs 7.5 cm, a boleta 5.7 (pdf §5.2). */
export const admitsPapel = (formato: Formato, tipo: TipoDte): boolean =>
  formato !== '57mm' || tipoDocumento(tipo).raiz === 'Boleta'

/** The fault of a paper that a type cannot have, none when it can. */
export const papelFaults = (formato: Formato, tipo: TipoDte, campo = 'formato'): Fault[] =>
  admitsPapel(formato, tipo)
    ? []
    : [
        {
          campo,
          regla: 'papel',
          mensaje: `${campo}: el papel de 57mm es sólo para boletas (39 y 41); para el tipo ${tipo} use carta u 80mm`,
        },
      ]

export interface OpcionesPdf {
  formato: Formato
  /** Adds the cedible copy after the others, for the types that have one (pdf §3). */
  cedible: boolean
  /** Ordinary copies, 1 unless said; 0 prints the cedible alone. */
  copias?: number
  /** Written large across each page, behind the text: `BORRADOR`. */
  marcaDeAgua?: string
}
