// A customer as the form has a receiver, and a receiver as the book would have a customer (areas/clientes §5).

import { RUT_EXTRANJERO } from '../../domain/rut'
import type { BodyOf, DataOf } from '../api/client'
import { formatRut } from '../ui/format'
import { parseRut } from '../ui/parse'
import { emptyReceiver, RECEIVER_FIELDS, type Receiver } from './form'

export type Cliente = DataOf<'GET /v1/clientes'>[number]

/** A foreigner goes along by its id: no RUT says who it is. */
export function receiverOf(cliente: Cliente): Receiver {
  const { id, rut, razon_social, giro, direccion, comuna, ciudad, email, contacto } = cliente
  const foreign = rut === RUT_EXTRANJERO
  const known = { razon_social, giro, direccion, comuna, ciudad, email, contacto }
  const fields = Object.fromEntries(Object.entries(known).map(([key, value]) => [key, value ?? '']))
  return {
    ...emptyReceiver(),
    ...fields,
    rut: foreign ? '' : formatRut(rut),
    ...(foreign && { resto: { cliente_id: id } }),
  }
}

/** Null of who cannot be one yet. */
export function clienteOf(receptor: Receiver): BodyOf<'POST /v1/clientes'> | null {
  const rut = parseRut(receptor.rut)
  const razon_social = receptor.razon_social.trim()
  if (!rut.ok || !razon_social) return null
  const { giro, direccion, comuna, ciudad, email, contacto } = receptor
  const rest = Object.entries({ giro, direccion, comuna, ciudad, email, contacto })
  return {
    rut: rut.value,
    razon_social,
    ...Object.fromEntries(rest.flatMap(([key, value]) => (value.trim() ? [[key, value.trim()]] : []))),
  }
}

/** The fields that still say what the customer did. */
export const unchanged = (receptor: Receiver, cliente: Receiver): ReadonlySet<string> =>
  new Set(RECEIVER_FIELDS.filter((field) => receptor[field] !== '' && receptor[field] === cliente[field]))
