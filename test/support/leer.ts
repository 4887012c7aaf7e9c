// A request read as the API reads it, on a fixed day, for tests of the rules.

import { readDocumento } from '../../src/domain/dte/solicitud'
import { writeContenido } from '../../src/xml/dte-xml'
import { emisorDe } from './emisor'

export const HOY = '2026-11-20'

const read = (body: unknown, hoy = HOY) => readDocumento(body, emisorDe(body), hoy, '10:15:00')

export const faultsOf = (body: unknown, hoy?: string) => read(body, hoy).faults ?? []

/** `campo regla` of each fault. */
export const rules = (body: unknown, hoy?: string): string[] =>
  faultsOf(body, hoy).map(({ campo, regla }) => `${campo} ${regla}`)

/** The document of a request that must be good. */
export function documentoDe(body: unknown, hoy?: string) {
  const { documento, faults } = read(body, hoy)
  if (!documento) throw new Error(JSON.stringify(faults))
  return documento
}

/** `code campo` of each warning of a good request. */
export const warnings = (body: unknown, hoy?: string): string[] =>
  documentoDe(body, hoy).advertencias.map(({ code, campo }) => `${code} ${campo}`)

/** The XML that a good request becomes, from `<Encabezado>` to before the stamp, in one line. */
export const xmlDe = (body: unknown, hoy?: string): string =>
  writeContenido(documentoDe(body, hoy).dte).replaceAll('\n', '')
