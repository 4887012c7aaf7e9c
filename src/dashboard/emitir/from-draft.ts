// A form that goes on with a shared draft, whose request may be half written or written by a program (areas/borradores §1). What no
// field shows goes along; what would be lost is told.

import { isTipoDte, type TipoDte, tipoDocumento } from '../../domain/dte/tipos'
import { parseRut } from '../../domain/rut'
import type { SolicitudDte, SolicitudEmitida } from '../api/routes.gen'
import type { Block } from './block'
import { buildBody } from './body'
import { type Answer, emptyLine, type Form, type Note } from './form'
import { isDefault, repeat } from './from-document'
import { blocksOf } from './types'

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** The type that a draft is of, if it is one that the form issues. */
export const tipoOf = ({ tipo_dte }: Json): TipoDte | null =>
  isTipoDte(Number(tipo_dte)) ? (Number(tipo_dte) as TipoDte) : null

/** A line as an answer would have it: a lone code in its list, a mark as its number. */
function lineOf({ codigo, exento, impuesto_adicional, ...line }: Json): Json {
  const isCode = typeof codigo === 'string' || typeof codigo === 'number'
  return {
    ...line,
    ...(codigo !== undefined && {
      codigo: isCode ? [{ tipo: 'INT1', valor: String(codigo) }] : Array.isArray(codigo) ? codigo : [codigo],
    }),
    ...(exento !== undefined && exento !== false && { exento: exento === true ? 1 : exento }),
    ...(impuesto_adicional !== undefined && {
      impuesto_adicional: Array.isArray(impuesto_adicional) ? impuesto_adicional : [impuesto_adicional],
    }),
  }
}

const ANSWERS: Readonly<Record<string, Answer>> = { 1: 'anular', 2: 'texto', 3: 'montos' }
const TEXT = /^Donde dice «(.*)» debe decir «(.*)»$/s

/** The document that a note acts on, by the reference that says how; null without one. */
function noteOf(request: Json, references: readonly Json[]): { nota: Note; at: number } | null {
  const at = references.findIndex(
    ({ codigo, tipo_documento, folio }) =>
      ANSWERS[String(codigo)] && isTipoDte(Number(tipo_documento)) && /^[1-9]\d{0,9}$/.test(String(folio)),
  )
  const { codigo, tipo_documento, folio, fecha = '', razon = '' } = references[at] ?? {}
  const respuesta = ANSWERS[String(codigo)]
  if (!respuesta) return null
  const [, dice = '', debeDecir = ''] =
    (respuesta === 'texto' && TEXT.exec(String(objects(request.detalle)[0]?.descripcion ?? ''))) || []
  const named = { tipo: Number(tipo_documento) as TipoDte, folio: Number(folio), fecha: String(fecha) }
  return { nota: { ...named, ajena: false, respuesta, motivo: String(razon), dice, debeDecir }, at }
}

/** Whether all that `said` has stands in `kept`, however it is spelt. */
function holds(kept: unknown, said: unknown): boolean {
  if (Array.isArray(said))
    return said.length === 0 || (Array.isArray(kept) && said.every((one, i) => holds(kept[i], one)))
  if (isObject(said))
    return Object.entries(said).every(([key, value]) => holds(isObject(kept) ? kept[key] : undefined, value))
  if (said === null || said === undefined || said === false) return true
  const [a, b] = [String(kept), String(said)]
  const one = Array.isArray(kept) && kept.length === 1 ? String(kept[0]) : a
  return (
    one === b ||
    one === b.trim() ||
    (kept === 1 && said === true) ||
    (parseRut(a) !== null && parseRut(a) === parseRut(b)) ||
    (b.trim() !== '' && Number(one) === Number(b)) ||
    (Number.isFinite(Date.parse(a)) && Date.parse(a) === Date.parse(b))
  )
}

/** The type says it by itself. */
const isImplied = (request: SolicitudEmitida, key: string, value: unknown): boolean =>
  isDefault(request, key, value) ||
  (key === 'ind_servicio' && value === 3 && tipoDocumento(request.tipo_dte).raiz === 'Boleta')

/** A request with its lines written as they are compared. */
function compared({ detalle, ...request }: Json, tipo: TipoDte): Json {
  const lines = objects(detalle).map(lineOf)
  if (!tipoDocumento(tipo).exento) return { ...request, detalle: lines }
  // Where every line is exempt, none has to say so.
  return {
    ...request,
    detalle: lines.map(({ exento, ...line }) => (exento === 1 ? line : { ...line, exento })),
  }
}

interface Opened {
  form: Form
  /** The parts of the request that saving the form would change. */
  perdido: readonly string[]
}

/** `tipo`: the draft's own. */
export function formOfDraft(solicitud: Json, tipo: TipoDte): Opened {
  const references = objects(solicitud.referencias)
  const request = {
    ...solicitud,
    tipo_dte: tipo,
    receptor: isObject(solicitud.receptor) ? solicitud.receptor : undefined,
    detalle: objects(solicitud.detalle).map(lineOf),
    referencias: references,
    reemplaza: isObject(solicitud.reemplaza) ? solicitud.reemplaza : undefined,
  } as unknown as SolicitudEmitida
  const found = tipoDocumento(tipo).nota ? noteOf(solicitud, references) : null
  const { respuesta } = found?.nota ?? {}
  const read = (block: Block): unknown => {
    try {
      return block.fromDraft ? block.fromDraft(request as SolicitudDte) : block.fromRequest(request)
    } catch {
      return block.initial
    }
  }
  const { resto: _, referencias, lineas, ...common } = repeat({ ...request, ...blocksLess(tipo) }, tipo)
  const form: Form = {
    ...common,
    lineas: lineas.length && respuesta !== 'texto' ? lineas : [emptyLine()],
    referencias: referencias.filter((_one, i) => i !== found?.at),
    bloques: Object.fromEntries(blocksOf(tipo).map((block) => [block.id, read(block)])),
    nota: found?.nota ?? null,
    ...(common.reemplaza && {
      reemplaza: { ...common.reemplaza, forzar: solicitud.forzar_reemplazo === true },
    }),
    resto: {},
  }
  const [body, said] = [compared({ ...buildBody(form).body }, tipo), compared(solicitud, tipo)]
  const unseen = Object.entries(solicitud).filter(
    ([key, value]) => !(key in body) && !holds(undefined, value) && !isImplied(request, key, value),
  )
  const perdido = Object.entries(said).filter(([key, value]) => key in body && !holds(body[key], value))
  return { form: { ...form, resto: Object.fromEntries(unseen) }, perdido: perdido.map(([key]) => key) }
}

/** Without the keys of blocks, which are read apart: one may be of any shape. */
const blocksLess = (tipo: TipoDte): Partial<SolicitudEmitida> =>
  Object.fromEntries(blocksOf(tipo).flatMap(({ keys }) => keys.map((key) => [key, undefined])))
