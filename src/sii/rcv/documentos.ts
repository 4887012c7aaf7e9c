// Documents issued and received as the SII's query has them (sii §14): sums of a month, and rows of a type for half a year.

import { AppError } from '../../domain/errors'
import { Malo, READERS } from '../../domain/rcv/valores'
import { parseRut, splitRut } from '../../domain/rut'
import { dichoOf } from '../dicho'
import type { AppPortal, Conversacion, RespuestaFacade } from '../portal'
import { strangeError } from '../portal/faults'
import type { Paying } from './pregunta'

const APP: AppPortal = {
  app: 'consemitidosinternetui',
  namespace: 'cl.sii.sdi.lob.diii.consemitidos.data.api.interfaces.FacadeService',
}

/** The company whose documents are asked for, and the month. `periodo` is `YYYYMM`. */
export interface PreguntaDocumentos {
  rut: string
  periodo: string
  lado: 'emitidos' | 'recibidos'
}

/** Amounts in pesos. */
interface Montos {
  montoExento: number
  montoNeto: number
  montoIva: number
  montoTotal: number
}

export interface SumaDocumentos extends Montos {
  tipoDte: number
  nombre: string
  documentos: number
  /** `S1` and the like, as the SII has it. */
  seccion: string | null
}

export interface DocumentoSii extends Montos {
  tipoDte: number
  folio: number
  /** The other party. */
  rut: string
  razonSocial: string | null
  /** `YYYY-MM-DD`. */
  fechaEmision: string
  fechaRecepcion: string | null
  evento: string | null
}

type Fila = Readonly<Record<string, unknown>>

const dashed = (periodo: string): string => `${periodo.slice(0, 4)}-${periodo.slice(4)}`

function integer(row: Fila, name: string): number {
  const value = row[name] ?? 0
  if (!Number.isSafeInteger(value)) throw strangeError('consulta de documentos', `un entero en ${name}`)
  return value as number
}

const textOf = (value: unknown): string | null => {
  const text = String(value ?? '').trim()
  return text === '' ? null : text
}

function dateOf(value: unknown): string | null {
  const text = textOf(value)
  const read = text === null ? null : READERS.fecha(text)
  return read === null || read instanceof Malo ? null : String(read)
}

const montosOf = (row: Fila, iva: string): Montos => ({
  montoExento: integer(row, 'mntExento'),
  montoNeto: integer(row, 'mntNeto'),
  montoIva: integer(row, iva),
  montoTotal: integer(row, 'mntTotal'),
})

/** By this application's own table: 0 fine, 1 too old, 2 nothing, 99 not this person's. */
function meaningOf(
  { codRespuesta, msgeRespuesta }: RespuestaFacade,
  paso: string,
): 'datos' | 'antiguo' | 'nada' {
  if (codRespuesta === 0) return 'datos'
  if (codRespuesta === 1) return 'antiguo'
  if (codRespuesta === 2) return 'nada'
  if (codRespuesta === 99)
    throw new AppError(
      'PORTAL_FORBIDDEN',
      'El SII no deja a esta persona consultar los documentos de la empresa',
    )
  throw new AppError('SII_ERROR', `La consulta del SII respondió ${codRespuesta}: ${msgeRespuesta ?? ''}`, {
    detalles: [
      { paso, esperado: 'codRespuesta 0, 1 o 2', ...dichoOf({ codigo: codRespuesta, glosa: msgeRespuesta }) },
    ],
  })
}

/** Sums by type. */
export async function sumDocumentos(
  sii: Conversacion,
  pay: Paying,
  { rut, periodo, lado }: PreguntaDocumentos,
): Promise<SumaDocumentos[]> {
  const { numero, dv } = splitRut(rut)
  const data = {
    periodo: dashed(periodo),
    rutContribuyente: numero,
    dvContribuyente: dv,
    operacion: lado === 'emitidos' ? 1 : 2,
  }
  const answer = await pay(() => sii.facade(APP, 'getResumen', data))
  if (meaningOf(answer, 'getResumen') !== 'datos') return []
  const rows = (answer.cuerpo.data as { resumenDte?: unknown } | null)?.resumenDte
  if (!Array.isArray(rows)) throw strangeError('getResumen', 'resumenDte')
  return rows.map((row: Fila) => ({
    tipoDte: integer(row, 'tipoDoc'),
    nombre: textOf(row.tipoDocDesc) ?? '',
    documentos: integer(row, 'totalDoc'),
    ...montosOf(row, 'mntIVA'),
    seccion: textOf(row.seccion),
  }))
}

/** Rows of a type; null where the SII keeps them no more. */
export async function listDocumentos(
  sii: Conversacion,
  pay: Paying,
  { rut, periodo, lado }: PreguntaDocumentos,
  tipoDte: number,
): Promise<DocumentoSii[] | null> {
  const { numero, dv } = splitRut(rut)
  const metodo = lado === 'recibidos' ? 'getDetalleRecibidos' : 'getDetalle'
  const data = {
    tipoDoc: tipoDte,
    rut: numero,
    dv,
    periodo: dashed(periodo),
    operacion: lado === 'emitidos' ? 1 : 2,
    derrCodigo: tipoDte,
    refNCD: 0,
  }
  const answer = await pay(() => sii.facade(APP, metodo, data))
  const meaning = meaningOf(answer, metodo)
  if (meaning !== 'datos') return meaning === 'antiguo' ? null : []
  const rows = (answer.cuerpo.dataResp as { detalles?: unknown } | null)?.detalles
  if (!Array.isArray(rows)) throw strangeError(metodo, 'detalles')
  return rows.map((row: Fila) => {
    // The properties say receiver in received documents too.
    const other = parseRut(`${row.rutReceptor}-${row.dvReceptor}`)
    const fechaEmision = dateOf(row.fechaEmision)
    if (!other || !fechaEmision) throw strangeError(metodo, 'una fila con RUT y fecha legibles')
    return {
      tipoDte,
      folio: integer(row, 'folio'),
      rut: other,
      razonSocial: textOf(row.rznSocRecep),
      fechaEmision,
      fechaRecepcion: dateOf(row.fechaRecepcion),
      ...montosOf(row, 'mntIva'),
      evento: textOf(row.dehDescripcion),
    }
  })
}
