// The values that a received file was read as: values alone, for the thread that reads long ones hands them
// over.

import type { Dte } from '../../domain/dte/dte'
import type { FirmaRecibida, MontosRecibidos, TimbreRecibido } from '../../domain/recibido'
import type { Finding } from '../verify'
import type { ClaseRaiz } from './raices'

export type Firma = FirmaRecibida
export type Timbre = TimbreRecibido
export type Montos = MontosRecibidos

/** One step of a document's cession; amounts in pesos and dates as written, `monto` null where no whole one is. */
export interface Cesion {
  secuencia: number
  cedente: { rut: string; razon_social: string | null }
  cesionario: { rut: string; razon_social: string | null }
  monto: number | null
  ultimo_vencimiento: string | null
  fecha_cesion: string | null
  firma: Firma
}

/** The printed and shown data of a document beyond its row. */
export interface Contenido {
  dte: Dte
  /** The stamp, flat; null when it does not fit its barcode or is missing. */
  ted: string | null
  /** The resolution on the cover; null without one. */
  resolucion: { numero: number; fecha: string } | null
}

export interface DocumentoLeido {
  /** SHA-256 of its text with the line ends of XML, hexadecimal. */
  huella: string
  /** The digest in its signature, base64; '' without one. */
  digest: string
  rutEmisor: string
  rutReceptor: string
  tipoDte: number
  folio: number
  fechaEmision: string
  razonSocialEmisor: string
  montoNeto: number
  montoExento: number
  montoIva: number
  montoTotal: number
  formaPago: 1 | 2 | 3 | null
  firma: Firma
  timbre: Timbre
  montos: Montos
  informe: Finding[]
  contenido: Contenido
  cesiones: Cesion[]
  /** Its text as it stood in the file, where that was asked for. */
  texto?: string
}

/** An envelope as its answers name it; '' and null for what it lacks. */
export interface SobreRecibido {
  clase: ClaseRaiz
  /** The `ID` of its signed set. */
  setId: string
  /** Its digest, base64. */
  digest: string
  rutEmisor: string
  rutReceptor: string
  firma: Firma
  documentos: number
}

export interface ArchivoLeido {
  /** SHA-256 of its bytes, hexadecimal. */
  huella: string
  /** The first envelope; null in a file of lone documents. */
  sobre: SobreRecibido | null
  /** The findings about the file and its envelope: they hold for each of its documents. */
  informe: Finding[]
  documentos: DocumentoLeido[]
  /** Why documents of it cannot be kept, in words, of the first `RECHAZADOS_MAX`. */
  rechazados: string[]
  respuestas: RespuestaLeida[]
}

/** An answer between taxpayers, or the SII's mail about an upload. */
export interface RespuestaLeida {
  clase: ClaseRaiz
  /** Its element, as it stood in its file. */
  xml: string
  /** SHA-256 of that in UTF-8, hexadecimal. */
  huella: string
  /** Null: it looks like one and says nothing. */
  leida: Intercambio | null
}

/** Which document an answer is about, in its own words; RUTs normalised where they are any, 0 for what is no number. */
interface Respondido {
  tipoDte: number
  folio: number
  fechaEmision: string
  rutEmisor: string
  rutReceptor: string
  montoTotal: number
  /** Null where it says none. */
  estado: number | null
  glosa: string
}

interface ReciboLeido extends Omit<Respondido, 'estado' | 'glosa'> {
  recinto: string
  /** Chile time, as written; '' without one. */
  firmadoEn: string
  firma: Firma
}

/** The RUT that answers, the RUT that is meant, and whether what was signed is what came. */
export interface Firmado {
  rutResponde: string
  rutRecibe: string
  /** Chile time, as written; '' without one. */
  firmadoEn: string
  firma: Firma
  /** RUT of the certificate's holder; null where it tells none. */
  rutFirmante: string | null
}

/** The answer about a file: about documents by name where it lists them. */
interface RecepcionLeida {
  nombre: string
  envioId: string
  digest: string
  rutEmisor: string
  estado: number | null
  glosa: string
  documentos: Respondido[]
}

/** The SII's answer about a file in a mail, which nobody signs. */
export interface ResultadoSii {
  clase: 'resultado_envio' | 'resultado_rcof'
  rutEmisor: string
  trackId: string
  estado: string
  errores: string[]
  revision: { tipoDte: number; folio: number; estado: string; detalle: string[] }[]
}

export type Intercambio =
  | ({ clase: 'respuesta'; recepciones: RecepcionLeida[]; resultados: Respondido[] } & Firmado)
  | ({ clase: 'recibos'; recibos: ReciboLeido[] } & Firmado)
  | ResultadoSii
