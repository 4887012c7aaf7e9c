// The answers to a set's doubts as a form has them, and the body that saves them (areas/certificacion §2).

import { isNumerica } from '../../domain/certificacion/opciones'
import type { BodyOf, DataOf } from '../api/client'
import { parseNumber } from '../ui/parse'
import { aduanaOf, type TextosAduana, textosOf } from './aduana'

export type SetEntero = DataOf<'GET /v1/certificacion/:id/sets/:clase'>
export type Pregunta = SetEntero['preguntas'][number]
export type Ajustes = BodyOf<'PUT /v1/certificacion/:id/sets/:clase/ajustes'>

export const CAMPOS_RECEPTOR = ['rut', 'razon_social', 'giro', 'direccion', 'comuna'] as const
export const CAMPOS_EXTRANJERO = ['razon_social', 'giro', 'direccion', 'ciudad'] as const
export const CAMPOS_TRASLADO = [
  'patente',
  'rut_transportista',
  'chofer_rut',
  'chofer_nombre',
  'direccion_destino',
  'comuna_destino',
] as const
export type Fila = Readonly<Record<string, string>>

export interface Respuestas {
  /** By the doubt's key. */
  respuestas: Readonly<Record<string, string>>
  receptores: readonly Fila[]
  extranjeros: readonly Fila[]
  /** The company is the receiver of its own transfers. */
  propio: boolean
  /** Null where the set has no guides. */
  traslado: Fila | null
  /** Null where the set has no exports. */
  aduana: TextosAduana | null
}

/** Doubts that are answered by fields of their own. */
const APARTE = ['receptores', 'receptores_extranjeros', 'propio', 'traslado']
const ofField = (clave: string): string => clave.slice(clave.indexOf('.') + 1)

export const asksFor = (preguntas: readonly Pregunta[], field: string): boolean =>
  preguntas.some(({ clave }) => ofField(clave) === field)

/** The doubts that a line of text answers. */
export const textDoubts = (preguntas: readonly Pregunta[]): Pregunta[] =>
  preguntas.filter(({ clave }) => !APARTE.includes(ofField(clave)))

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
const rowOf = (block: Record<string, unknown>, names: readonly string[]): Fila =>
  Object.fromEntries(names.map((name) => [name, textOf(block[name])]))

/** The form as it begins: what was answered, else what Timbre proposes. */
export function formOf({
  clase,
  preguntas,
  ajustes,
}: Pick<SetEntero, 'clase' | 'preguntas' | 'ajustes'>): Respuestas {
  const { traslado = {} } = ajustes
  const chofer = (traslado.chofer ?? {}) as Record<string, unknown>
  return {
    respuestas: Object.fromEntries(
      textDoubts(preguntas).map(({ clave, respuesta, propuesta }) => [clave, respuesta ?? propuesta ?? '']),
    ),
    receptores: (ajustes.receptores ?? []).map((one) => rowOf(one, CAMPOS_RECEPTOR)),
    extranjeros: (ajustes.receptores_extranjeros ?? []).map((one) => rowOf(one, CAMPOS_EXTRANJERO)),
    propio: ajustes.propio !== undefined || asksFor(preguntas, 'propio'),
    traslado:
      clase === 'guia'
        ? {
            ...rowOf(traslado, CAMPOS_TRASLADO),
            chofer_rut: textOf(chofer.rut),
            chofer_nombre: textOf(chofer.nombre),
          }
        : null,
    aduana: clase.startsWith('exportacion') ? textosOf(ajustes.aduana ?? {}) : null,
  }
}

/** A number as a person writes it, with the point that the reading of answers wants. */
const answerOf = (clave: string, text: string): string => {
  const read = isNumerica(clave) ? parseNumber(text) : null
  return read?.ok ? read.value : text
}

const filled = (row: Fila): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : [])),
  )

/** Transport of the guides; what is left empty of it is told as not at hand, as the SII wants since 2026-11. */
function trasladoOf(row: Fila): Record<string, unknown> {
  const { chofer_rut, chofer_nombre, ...rest } = filled(row)
  const chofer = chofer_rut && chofer_nombre ? { rut: chofer_rut, nombre: chofer_nombre } : null
  const absent = (['patente', 'rut_transportista'] as const).filter((name) => !rest[name])
  const no_disponible = [...absent, ...(chofer ? [] : ['chofer'])]
  return { ...rest, ...(chofer && { chofer }), ...(no_disponible.length && { no_disponible }) }
}

/** Rows as blocks, each with what the form does not show of the same receiver before. */
function blocksOf(
  rows: readonly Fila[],
  before: readonly Record<string, unknown>[] = [],
  shown: readonly string[],
): Record<string, unknown>[] {
  return rows.flatMap((row) => {
    const own = filled(row)
    if (!Object.keys(own).length) return []
    const same = before.find(({ rut, razon_social }) => rut === own.rut && razon_social === own.razon_social)
    const hidden = Object.entries(same ?? {}).filter(([name]) => !shown.includes(name))
    return [{ ...Object.fromEntries(hidden), ...own }]
  })
}

/** The body that saves a form; `propio` is the company as a receiver. What the form does not show stays as it was. */
export function ajustesOf(form: Respuestas, before: Ajustes, propio: Fila): Ajustes {
  const { receptores: _r, receptores_extranjeros: _e, propio: _p, traslado: _t, aduana: _a, ...rest } = before
  const receptores = blocksOf(form.receptores, before.receptores, CAMPOS_RECEPTOR)
  const extranjeros = blocksOf(form.extranjeros, before.receptores_extranjeros, CAMPOS_EXTRANJERO)
  const respuestas = Object.entries(filled(form.respuestas)).map(([clave, text]) => [
    clave,
    answerOf(clave, text),
  ])
  const aduana = form.aduana ? aduanaOf(form.aduana, before.aduana) : (before.aduana ?? {})
  return {
    ...rest,
    respuestas: { ...before.respuestas, ...Object.fromEntries(respuestas) },
    ...(receptores.length && { receptores }),
    ...(extranjeros.length && { receptores_extranjeros: extranjeros }),
    ...(form.propio && { propio: filled(propio) }),
    ...(form.traslado && { traslado: trasladoOf(form.traslado) }),
    ...(Object.keys(aduana).length && { aduana }),
  }
}

/** Receivers for a rehearsal: invented companies, a different one for each invoice as the SII wants. */
export const DE_ENSAYO: readonly Fila[] = [
  ['76192083-9', 'Cliente Uno SpA', 'Comercio', 'Los Aromos 12', 'Maipú'],
  ['96790240-3', 'Cliente Dos SA', 'Transporte', '2 Norte 345', 'Talca'],
  ['78123450-8', 'Cliente Tres Limitada', 'Obras', 'Freire 678', 'Chillán'],
  ['77123456-9', 'Cliente Cuatro SpA', 'Servicios', 'Balmaceda 90', 'Curicó'],
].map((values) => Object.fromEntries(CAMPOS_RECEPTOR.map((name, i) => [name, values[i] ?? ''])))
