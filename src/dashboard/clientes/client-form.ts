// A customer as a form has it, and the bodies that make or change one (areas/clientes §1).

import { RUT_EXTRANJERO } from '../../domain/rut'
import type { BodyOf, DataOf } from '../api/client'

export type Cliente = DataOf<'GET /v1/clientes/:id'>
type NewBody = BodyOf<'POST /v1/clientes'>

export const TEXTOS = [
  'razon_social',
  'giro',
  'direccion',
  'comuna',
  'ciudad',
  'email',
  'telefono',
  'contacto',
  'email_intercambio',
  'notas',
] as const
export type Texto = (typeof TEXTOS)[number]

/** Texts as typed; empty is nothing. `rut` as the field read it. */
export interface ClientDraft extends Record<Texto, string> {
  rut: string | null
  forma_pago_defecto: '' | '1' | '2' | '3'
  /** Without a RUT: told apart by a number of its country. */
  extranjero: boolean
  num_id: string
  nacionalidad: string
}

export function draftOf(cliente?: Cliente): ClientDraft {
  const texts = Object.fromEntries(TEXTOS.map((name) => [name, cliente?.[name] ?? ''])) as Record<
    Texto,
    string
  >
  return {
    ...texts,
    rut: cliente && cliente.rut !== RUT_EXTRANJERO ? cliente.rut : null,
    forma_pago_defecto: String(cliente?.forma_pago_defecto ?? '') as ClientDraft['forma_pago_defecto'],
    extranjero: cliente?.rut === RUT_EXTRANJERO,
    num_id: cliente?.extranjero?.num_id ?? '',
    nacionalidad: cliente?.extranjero?.nacionalidad ?? '',
  }
}

/** The faults that stop the form, by field. */
export function lacks({
  rut,
  extranjero,
  num_id,
  razon_social,
}: ClientDraft): Partial<Record<string, string>> {
  return {
    ...(!extranjero && !rut && { rut: 'Escriba el RUT del cliente' }),
    ...(extranjero && !num_id.trim() && { num_id: 'Escriba el número con que se identifica' }),
    ...(!razon_social.trim() && { razon_social: 'Escriba su razón social o su nombre' }),
  }
}

const orNull = (text: string): string | null => text.trim() || null

/** All of it; what is empty is emptied. */
export function bodyOf(draft: ClientDraft): NewBody {
  const { extranjero, rut, forma_pago_defecto, num_id, nacionalidad } = draft
  const texts = Object.fromEntries(TEXTOS.map((name) => [name, orNull(draft[name])]))
  return {
    ...texts,
    rut: extranjero ? RUT_EXTRANJERO : (rut ?? ''),
    razon_social: draft.razon_social.trim(),
    forma_pago_defecto: forma_pago_defecto ? Number(forma_pago_defecto) : null,
    extranjero: extranjero ? { num_id: num_id.trim(), nacionalidad: orNull(nacionalidad) } : null,
  }
}

/** The paths that have a place in the form. */
export const PLACED: readonly string[] = [
  ...TEXTOS,
  'rut',
  'forma_pago_defecto',
  'extranjero.num_id',
  'extranjero.nacionalidad',
]
