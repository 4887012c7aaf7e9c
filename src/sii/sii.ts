// Timbre's questions to the SII, one method an operation (sii §2–6). `createSii` speaks it over a `fetch`;
// the simulator answers the same wire. A verdict is a value; only transport and authentication throw
// (`SiiFault`).

import type { KeyObject } from 'node:crypto'
import type { AccionAcuse, EventoAcuse } from '../domain/acuse'
import type { Ambiente } from '../domain/ambiente'
import type { Sobre } from '../domain/dte/fila'
import type { Frente } from './frente'

/** The person who signs in, with a certificate. `id` is a certificate's fingerprint. */
export interface Firmante {
  id: string
  rut: string
  llave: KeyObject
  /** Base64 DER of the end-entity certificate, without line breaks. */
  certificado: string
  /**
   * The account in whose name he signs: there all certificates of the person share its tokens (sii §2.3). Told to the simulator alone, which
   * serves every account.
   */
  dueno?: string
}

/** In whose name, and in which world, an operation is done. */
export interface Contexto {
  ambiente: Ambiente
  firmante: Firmante
  /** The company, `76543210-3`. */
  rutEmpresa: string
  signal?: AbortSignal
}

/** The answer of the SII's door to an upload: `trackId` null means refused, with the reason. */
export interface Recepcion {
  trackId: string | null
  /** STATUS of DTEUpload, or the boleta service's `estado`; its HTTP status when it refused with nothing else. */
  codigo: string
  glosa: string
  /**
   * Received before: the Track ID is the earlier one (STATUS 99). When the SII's text does not tell it, `trackId` is null
   * and `reintentable` true: ask for the documents (QueryEstDteAv), they are there.
   */
  repetido: boolean
  /** A refusal that a later try may lift (STATUS 9, internal errors) against one that it cannot. */
  reintentable: boolean
  detalle: string[]
}

export interface EstadoEnvio {
  /** REC SOK FOK CRT PRD EPR RSC RFR RCT … as the SII said it; an unknown Track ID is -11, at the boleta service 404. */
  codigo: string
  glosa: string
  /** No further change is expected. */
  final: boolean
  resumen: { tipoDte: number; informados: number; aceptados: number; rechazados: number; reparos: number }[]
  /** Only the boleta service names the documents with a problem. */
  detalle: { tipoDte: number | null; folio: number | null; estado: string; errores: ErrorDetalle[] }[]
}

export interface ErrorDetalle {
  /** `TED-3-640` */
  codigo: string
  descripcion: string
  detalle: string
}

export interface EstadoDte {
  /** DOK DNK FAU FNA FAN EMP TMD TMC MMD MMC AND ANC (sii §5.1). */
  codigo: string
  glosa: string
  /** Whether the SII has the document. */
  recibido: boolean
  trackId: string | null
}

/**
 * The data that identifies an issued document to the SII. `montoTotal` pesos, `fechaEmision` `YYYY-MM-DD`.
 */
export interface ConsultaDte {
  tipoDte: number
  folio: number
  rutReceptor: string
  fechaEmision: string
  montoTotal: string
  /** `SignatureValue` of the DTE, for the comparison of QueryEstDteAv. */
  firma?: string
}

/** The data that identifies a document to the registry of acceptances and claims, whoever issued it. */
export interface DocumentoAcuse {
  rutEmisor: string
  tipoDte: number
  folio: number
}

/** The answer of that registry: a code of sii §7.3, never -1, and its text. */
export interface RespuestaAcuse {
  codigo: string
  glosa: string
}

/**
 * A file to upload: an envelope, or what takes the way of documents though it holds none: a report of used folios, a book, and the
 * EnvioBOLETA of a certification set (sii §3.2).
 */
export type Archivo = Sobre | 'ConsumoFolios' | 'LibroCompraVenta' | 'LibroGuia' | 'SetBOLETA'

export interface Sii {
  /** Sends a file's bytes unchanged: EnvioBOLETA to the boleta service, all else to DTEUpload. */
  uploadEnvio(ctx: Contexto, sobre: Archivo, xml: Uint8Array, fileName: string): Promise<Recepcion>
  /** QueryEstUp, or the boleta service's state of an envío. */
  queryEnvio(ctx: Contexto, sobre: Archivo, trackId: string): Promise<EstadoEnvio>
  /** QueryEstDte, or the boleta service's state of a boleta. */
  queryDte(ctx: Contexto, sobre: Archivo, dte: ConsultaDte): Promise<EstadoDte>
  /** QueryEstDteAv, which compares the signature too; for boletas the same as `queryDte`. */
  queryDteAv(ctx: Contexto, sobre: Archivo, dte: ConsultaDte): Promise<EstadoDte>
  /** Registers what the receiver says of a document; sent once, and a fault may hide that it arrived. */
  registerAcuse(ctx: Contexto, dte: DocumentoAcuse, accion: AccionAcuse): Promise<RespuestaAcuse>
  /** The events registered for a document, oldest first. */
  listAcuses(ctx: Contexto, dte: DocumentoAcuse): Promise<RespuestaAcuse & { eventos: EventoAcuse[] }>
  /** Whether a document can be ceded: codes 20 to 25. */
  queryCedible(ctx: Contexto, dte: DocumentoAcuse): Promise<RespuestaAcuse>
  /** When the SII received a document, null when it does not tell. */
  queryRecepcion(ctx: Contexto, dte: DocumentoAcuse): Promise<Date | null>
}

/**
 * Nothing usable came back. `code`: SII_UNAVAILABLE (network, 5xx, maintenance page), SII_TIMEOUT, SII_ERROR (an answer
 * that makes no sense), CERTIFICATE_INVALID (the SII does not accept the person). `answered` says whether the service
 * itself answered (a maintenance page is no answer); `etapa` where it happened; `codigo` and `glosa` what the SII said.
 * Any fault of stage `envio` may hide an upload that arrived.
 */
export class SiiFault extends Error {
  readonly code: 'SII_UNAVAILABLE' | 'SII_TIMEOUT' | 'SII_ERROR' | 'CERTIFICATE_INVALID'
  readonly etapa: 'autenticacion_sii' | 'envio' | 'consulta'
  readonly retryable: boolean
  readonly answered: boolean
  readonly codigo: string | null
  readonly glosa: string | null
  /** The page that answered in the service's place, when known. */
  readonly frente: Frente | null

  constructor(
    code: SiiFault['code'],
    message: string,
    at: {
      etapa: SiiFault['etapa']
      retryable: boolean
      answered: boolean
      codigo?: string
      glosa?: string
      frente?: Frente | null
      cause?: unknown
    },
  ) {
    super(message, { cause: at.cause })
    this.name = 'SiiFault'
    this.code = code
    this.etapa = at.etapa
    this.retryable = at.retryable
    this.answered = at.answered
    this.codigo = at.codigo ?? null
    this.glosa = at.glosa ?? null
    this.frente = at.frente ?? null
  }
}
