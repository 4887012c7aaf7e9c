// The fields of an X.509 certificate that Timbre needs, the holder's RUT among them: node:crypto prints otherNames as
// "unsupported" and refuses some of the SII's own certificates (xml §1.3, §6.1).

import { createPublicKey, type KeyObject } from 'node:crypto'
import { parseRut } from '../domain/rut'
import { type Asn1, elements, isContext, octets, oid, parseBer, text, time, toDer } from './asn1'

export interface DatosX509 {
  nombre: string
  emisor: string
  validoDesde: Date
  validoHasta: Date
  /** Null when its algorithm is unknown here. */
  llavePublica: KeyObject | null
  /** Normalised RUT of the holder; null when there is none, or none with a right check digit. */
  rut: string | null
}

const COMMON_NAME = '2.5.4.3'
const SERIAL_NUMBER = '2.5.4.5'
const ORGANIZATION = '2.5.4.10'
const SUBJECT_ALT_NAME = '2.5.29.17'
const OTHER_NAME_RUT = '1.3.6.1.4.1.8321.1'

/** Reads a DER certificate. Throws when it is none. */
export function readX509(der: Uint8Array): DatosX509 {
  const fields = elements(elements(parseBer(der))[0])
  // The version is optional and tagged; without it every field stands one place earlier.
  const at = isContext(fields[0]!, 0) ? 0 : -1
  const [issuer, validity, subject, publicKey] = fields.slice(at + 3, at + 7)
  const sujeto = attributes(subject)
  const autoridad = attributes(issuer)
  const [desde, hasta] = elements(validity)
  const candidates = [...otherNameRuts(fields), sujeto.get(SERIAL_NUMBER)]
  return {
    nombre: sujeto.get(COMMON_NAME) ?? sujeto.get(ORGANIZATION) ?? '',
    emisor: autoridad.get(COMMON_NAME) ?? autoridad.get(ORGANIZATION) ?? '',
    validoDesde: time(desde!),
    validoHasta: time(hasta!),
    llavePublica: parsePublicKey(publicKey!),
    rut: candidates.map((candidate) => candidate && parseRut(candidate)).find(Boolean) || null,
  }
}

/** Type → text of a distinguished name; of a repeated type the last, which is the most specific. */
function attributes(name: Asn1 | undefined): Map<string, string> {
  const found = new Map<string, string>()
  for (const set of elements(name)) {
    for (const attribute of elements(set)) {
      const [type, value] = elements(attribute)
      found.set(oid(type), text(value!).trim())
    }
  }
  return found
}

function parsePublicKey(spki: Asn1): KeyObject | null {
  try {
    return createPublicKey({ key: toDer(spki), format: 'der', type: 'spki' })
  } catch {
    return null
  }
}

function otherNameRuts(fields: Asn1[]): string[] {
  const wrapper = fields.find((field) => isContext(field, 3))
  if (!wrapper) return []
  for (const extension of elements(elements(wrapper)[0])) {
    const parts = elements(extension)
    if (oid(parts[0]) !== SUBJECT_ALT_NAME) continue
    // The criticality, when written, stands between the name and the value.
    const names = elements(parseBer(octets(parts.at(-1))))
    return names.filter((name) => isContext(name, 0)).flatMap(otherNameRut)
  }
  return []
}

function otherNameRut(otherName: Asn1): string[] {
  const [type, wrapped] = elements(otherName)
  if (oid(type) !== OTHER_NAME_RUT || !wrapped) return []
  const value = Array.isArray(wrapped.value) ? wrapped.value[0] : wrapped
  return value ? [text(value).trim()] : []
}
