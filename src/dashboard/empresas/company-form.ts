// A company as a form has it, and the bodies that make or change one (http §17).

import { parseRut } from '../../domain/rut'
import type { BodyOf, DataOf } from '../api/client'
import type { Fault } from '../api/fault'

export type Empresa = DataOf<'GET /v1/empresa/:id'>
type Changes = BodyOf<'PUT /v1/empresa/:id'>

const REQUERIDOS = ['razon_social', 'giro', 'direccion', 'comuna'] as const
const TEXTOS = ['ciudad', 'telefono', 'email', 'sitio_web', 'email_intercambio'] as const
const NUMEROS = ['codigo_sucursal_sii', 'alerta_folios'] as const
const SAME = [...REQUERIDOS, ...TEXTOS, ...NUMEROS]

/** Texts as typed; empty is nothing. */
export interface CompanyDraft
  extends Record<(typeof SAME)[number], string>,
    Pick<Empresa, 'ambiente' | 'envio_receptor' | 'respuesta_automatica' | 'consulta_publica'> {
  /** The codes, the main one first, apart by blanks or commas. */
  actividades: string
  resolucion_numero: string
  resolucion_fecha: string
}

const text = (value: string | number | null | undefined): string => (value == null ? '' : String(value))

export function draftOf(empresa?: Empresa): CompanyDraft {
  const texts = Object.fromEntries(SAME.map((field) => [field, text(empresa?.[field])]))
  return {
    ...(texts as Record<(typeof SAME)[number], string>),
    actividades: (empresa?.actividades_economicas ?? []).join(', '),
    resolucion_numero: text(empresa?.resolucion?.numero),
    resolucion_fecha: text(empresa?.resolucion?.fecha),
    ambiente: empresa?.ambiente ?? 'simulacion',
    envio_receptor: empresa?.envio_receptor ?? 'no',
    respuesta_automatica: empresa?.respuesta_automatica ?? 'no',
    consulta_publica: empresa?.consulta_publica ?? false,
  }
}

/** The longest that each field takes. */
const MAXIMOS = { razon_social: 100, giro: 80, direccion: 60, comuna: 20 } as const

/** Fills empty fields with known data of the company, cut to their length; typed ones stay. */
export function fillEmpty(
  draft: CompanyDraft,
  known: Pick<DataOf<'POST /v1/empresa/autocompletar'>, keyof typeof MAXIMOS | 'actividades'>,
): Partial<CompanyDraft> {
  const part: Partial<CompanyDraft> = {}
  for (const field of REQUERIDOS)
    if (!draft[field].trim() && known[field]) part[field] = known[field].slice(0, MAXIMOS[field])
  if (!draft.actividades.trim() && known.actividades.length)
    part.actividades = known.actividades
      .slice(0, 4)
      .map(({ codigo }) => codigo)
      .join(', ')
  return part
}

/** A whole number as typed; what is none goes as it is, so that the API says what is wrong at its field. */
const whole = (typed: string): number =>
  /^\d+$/.test(typed.trim()) ? Number(typed) : (typed.trim() as unknown as number)

const codes = (typed: string): number[] =>
  typed
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(whole)

/** Only what differs from the company; an optional field that was emptied goes as null. */
export function changesOf(draft: CompanyDraft, empresa: Empresa): Changes {
  const before = draftOf(empresa)
  const changes: Changes = {}
  for (const field of REQUERIDOS)
    if (draft[field].trim() !== before[field]) changes[field] = draft[field].trim()
  for (const field of TEXTOS)
    if (draft[field].trim() !== before[field]) changes[field] = draft[field].trim() || null
  for (const field of NUMEROS)
    if (draft[field].trim() !== before[field])
      changes[field] = draft[field].trim() ? whole(draft[field]) : null
  if (draft.actividades !== before.actividades) changes.actividades_economicas = codes(draft.actividades)
  if (
    draft.resolucion_numero !== before.resolucion_numero ||
    draft.resolucion_fecha !== before.resolucion_fecha
  )
    changes.resolucion = resolucionOf(draft)
  if (draft.ambiente !== before.ambiente) changes.ambiente = draft.ambiente
  if (draft.envio_receptor !== before.envio_receptor) changes.envio_receptor = draft.envio_receptor
  if (draft.respuesta_automatica !== before.respuesta_automatica)
    changes.respuesta_automatica = draft.respuesta_automatica
  if (draft.consulta_publica !== before.consulta_publica) changes.consulta_publica = draft.consulta_publica
  return changes
}

const resolucionOf = ({ resolucion_numero, resolucion_fecha }: CompanyDraft): Changes['resolucion'] =>
  resolucion_numero.trim() || resolucion_fecha
    ? { numero: whole(resolucion_numero), fecha: resolucion_fecha }
    : null

/** The missing fields of a new company, by the API's names, all at once. */
export function missingOf(rut: string | null, draft: CompanyDraft): Readonly<Record<string, string>> {
  const blank = REQUERIDOS.filter((field) => !draft[field].trim())
  const names = [
    ...(rut ? [] : ['rut']),
    ...blank,
    ...(codes(draft.actividades).length ? [] : ['actividades_economicas']),
  ]
  return Object.fromEntries(names.map((name) => [name, 'Falta este dato']))
}

/** A new company begins where nothing reaches the SII. */
export const newBody = (rut: string, draft: CompanyDraft): BodyOf<'POST /v1/empresa'> => ({
  rut,
  razon_social: draft.razon_social.trim(),
  giro: draft.giro.trim(),
  actividades_economicas: codes(draft.actividades),
  direccion: draft.direccion.trim(),
  comuna: draft.comuna.trim(),
})

/** Whether what was typed is the company's RUT, in any spelling. */
export const isRutOf = (typed: string, { rut }: Pick<Empresa, 'rut'>): boolean =>
  parseRut(typed.replace(/\s/g, '')) === rut

/** The first fault of a field or of what is within it: `actividades_economicas[1]`. */
export const faultOf = (fault: Fault | null, campo: string): string | undefined => {
  const inside = fault?.detalles.find(({ campo: path }) => path === campo || path.startsWith(`${campo}[`))
  return inside && fault?.of(inside.campo)
}

/** The paths of a fault that have a field. */
export const placed = (fault: Fault, campos: readonly string[]): string[] =>
  fault.detalles
    .map(({ campo }) => campo)
    .filter((path) => campos.some((campo) => path === campo || path.startsWith(`${campo}[`)))
