// The events and address of a webhook, as a form has them (http §12.1).

import { EVENTOS, SIGNIFICADO_EVENTO, type TipoEvento } from '../../domain/eventos'
import type { BodyOf, DataOf } from '../api/client'
import { upperFirst } from '../ui/format'

export type Webhook = DataOf<'GET /v1/webhooks'>[number]

export interface WebhookDraft {
  url: string
  descripcion: string
  /** Every kind, those of later versions too. */
  todos: boolean
  eventos: readonly TipoEvento[]
}

const GRUPOS: readonly (readonly [name: string, subjects: readonly string[]])[] = [
  ['Documentos', ['dte', 'borrador', 'recurrente', 'asientos']],
  ['Folios y certificado', ['folios', 'certificado']],
  [
    'SII',
    [
      'sii',
      'portal',
      'trabajo',
      'programacion',
      'rcv',
      'rcof',
      'certificacion',
      'bte',
      'acuse',
      'compra_int',
      'historia',
    ],
  ],
  ['Correo', ['buzon', 'intercambio']],
  ['Plan y servidor', ['cuota', 'respaldo']],
  ['Webhooks', ['webhook']],
]

type Grupos = readonly (readonly [name: string, eventos: readonly TipoEvento[]])[]

/** Those of a webhook by subject, in the order of the catalogue; a subject with none is left out. */
export const inGroups = (eventos: readonly TipoEvento[]): Grupos =>
  GRUPOS.map(
    ([name, subjects]) =>
      [
        name,
        EVENTOS.filter((evento) => eventos.includes(evento) && subjects.includes(evento.split('.')[0] ?? '')),
      ] as const,
  ).filter(([, own]) => own.length)

/** All kinds, by subject. */
export const EVENTOS_POR_GRUPO: Grupos = inGroups(EVENTOS)

export const wordsOf = (evento: TipoEvento): string => upperFirst(SIGNIFICADO_EVENTO[evento])

export const draftOf = (webhook?: Webhook): WebhookDraft => ({
  url: webhook?.url ?? '',
  descripcion: webhook?.descripcion ?? '',
  todos: !webhook?.eventos.length,
  eventos: webhook?.eventos ?? [],
})

/** Nothing marked would be every kind to the API. */
export const missing = ({ url, todos, eventos }: WebhookDraft): { url?: string; eventos?: string } => ({
  ...(!url.trim() && { url: 'Escriba la dirección que recibe los eventos' }),
  ...(!todos && !eventos.length && { eventos: 'Elija al menos un evento, o todos' }),
})

export const bodyOf = ({ url, descripcion, todos, eventos }: WebhookDraft): BodyOf<'POST /v1/webhooks'> => ({
  url: url.trim(),
  descripcion: descripcion.trim() || null,
  eventos: todos ? [] : [...eventos],
})

/** How long to wait before asking again for deliveries: soon while one is on its way. */
export function askAgainIn(
  rows: readonly { estado: string; proximo_intento: string | null }[] | undefined,
  now: Date,
): number | false {
  const waiting = rows?.filter(({ estado }) => estado === 'pendiente') ?? []
  if (!waiting.length) return false
  const soon = waiting.some(
    ({ proximo_intento }) => !proximo_intento || Date.parse(proximo_intento) - now.getTime() < 15_000,
  )
  return soon ? 1500 : 15_000
}

/** Bytes that the receiver answered, or were sent, with JSON spread over lines: to read, not to sign. */
export function spread(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** A terminal command that checks whether a delivery is ours. */
export const RECIPE = `printf '%s' "$CUERPO" | openssl dgst -sha256 -hmac "$SECRETO"`
