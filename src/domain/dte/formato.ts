// The one place that decides whether a document carries the elements that only the newer schemas know: transport, georeference
// and timber of format 2.5, and the boleta's of 4.2 (domain/dte §5.1, whose table this is). They are the rows of
// datos/esquema.json with `formato`. What is left out of the XML is stored and printed all the same.
//
// What nobody outside the SII knows (domain/dte §10.1, §10.2), said once:
// - Nobody has shown that production's validator takes these elements (no EPR with them was seen), nor that it refuses them (no
//   RSC because of them). The rule in force demands the data since 2026-11-01, a refusal costs a resend: so they are written, with
//   a canary (areas/dte/enviar/canary.ts) and a brake (TIMBRE_FORMATO_DTE=2.2).
// - The SII has two download places for its schemas, and only one had these elements in July 2026. Both are looked after: without
//   such an element a document is valid by either.
// - RUTProvSW of a boleta is code 2 "without a stated condition" and the older schema refuses it: never written. RUTProveedor and
//   RznSocProveedor (a supplier of timber) stand in the schema and in no format: never written either.
// - Looser types of the newer schemas (a negative TotalPeriodo, an IVA of 0) are read, and not used by what is written.
// - The words for transport data that are not held are ours (transporte.ts): the resolution asks for a statement, not for a text.

import type { Ambiente } from '../ambiente'
import { esquema, type Nodo } from './esquema'
import type { Raiz } from './fila'
import { type TipoDte, tipoDocumento } from './tipos'

/** `TIMBRE_FORMATO_DTE`: `2.5` is today's format; `2.2` the brake, which leaves the newer elements out everywhere. */
export const FORMATOS_DTE = ['2.5', '2.2'] as const
export type FormatoDte = (typeof FORMATOS_DTE)[number]

/** Since when documents in production carry them; boletas whenever they have something for them. */
const EN_PRODUCCION = '2026-11-01'

/** Whether a document of that type and date, issued in that environment, carries the newer elements. */
export function writesNewTags(
  ambiente: Ambiente,
  tipo: TipoDte,
  fechaEmision: string,
  formato: FormatoDte,
): boolean {
  if (formato === '2.2') return false
  if (ambiente !== 'produccion') return true
  return tipoDocumento(tipo).raiz === 'Boleta' || fechaEmision >= EN_PRODUCCION
}

/** Whether only the newer schemas know the element. */
export const isNuevo = ({ formato }: Nodo): boolean => formato !== undefined

const nuevas = new Map<Raiz, RegExp | null>()

/** Whether the text of a document carries such an element. */
export function carriesNewTags(tipo: TipoDte, xml: string): boolean {
  const { raiz } = tipoDocumento(tipo)
  let pattern = nuevas.get(raiz)
  if (pattern === undefined) {
    const all = (nodos: readonly Nodo[]): string[] =>
      nodos.flatMap((n) => (isNuevo(n) ? [n.tag] : all(n.hijos)))
    const tags = all(esquema(raiz))
    pattern = tags.length ? new RegExp(`<(?:${tags.join('|')})>`) : null
    nuevas.set(raiz, pattern)
  }
  return pattern?.test(xml) ?? false
}
