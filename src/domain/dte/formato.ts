// The one place that decides whether a document carries the elements that only the newer schemas know: transport, georeference
// and timber of format 2.5, and the boleta's of 4.2 (domain/dte §5.1, whose table this is). They are the rows of
// datos/esquema.json with `formato`. What is left out of the XML is stored and printed all the same.
//
// Open questions that only the SII can answer (domain/dte §10.1, §10.2):
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
import type { Dte } from './dte'
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

interface Camino extends Pick<Nodo, 'tag' | 'key'> {
  /** Undefined of an element that only the newer schemas know. */
  hijos: Camino[] | undefined
}

/** The ways down to such elements. */
const caminosOf = (nodos: readonly Nodo[]): Camino[] =>
  nodos.flatMap((nodo) => {
    const { tag, key } = nodo
    if (isNuevo(nodo)) return { tag, key, hijos: undefined }
    const below = caminosOf(nodo.hijos)
    return below.length ? { tag, key, hijos: below } : []
  })

const caminos = new Map<Raiz, Camino[]>()

/** Whether an element of that value would stand in the XML: what is empty does not. */
const stands = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(stands)
    : value !== undefined && value !== ''

/** Whether a document has something for such an element, asked of its values. */
export function carriesNewTags(dte: Dte): boolean {
  const { raiz } = tipoDocumento(dte.idDoc.tipoDte)
  let all = caminos.get(raiz)
  if (!all) {
    all = caminosOf(esquema(raiz))
    caminos.set(raiz, all)
  }
  const any = (ways: readonly Camino[], block: object): boolean =>
    ways.some(({ tag, key, hijos }) => {
      const value: unknown = tag === 'Encabezado' ? block : block[key as keyof typeof block]
      if (!hijos) return stands(value)
      return [value].flat().some((one) => typeof one === 'object' && one !== null && any(hijos, one))
    })
  return any(all, dte)
}
