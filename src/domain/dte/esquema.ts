// The SII's schema as a tree, one a root: every element in the XSD's order with its occurrences, type and obligation code.
// Rows: datos/esquema.json, from DTE_v10 (2026-02) and EnvioBOLETA_v11 of format 4.2, with the obligation codes of Formato DTE
// v2.5 (domain/dte §2.1). A row with `formato` is known to these newer schemas alone; formato.ts says when it is written.

import { keyOfTag } from './claves'
import filas from './datos/esquema.json'
import type { Raiz } from './fila'
import type { TipoDte } from './tipos'

type Clase = 'texto' | 'entero' | 'decimal' | 'fecha' | 'hora' | 'fechaHora' | 'rut' | 'base64'

interface Fila {
  raiz: string
  ruta: string
  min: number
  max: number | null
  clase?: string
  digitos?: number
  decimales?: number
  largoMin?: number
  largoMax?: number
  desde?: string
  hasta?: string
  valores?: string[]
  formato?: string
  codigos?: Partial<Record<string, number>>
}

/** One element of the schema. A group has `hijos` and no `clase`. */
export interface Nodo {
  tag: string
  /** Its key in a `Dte`. */
  key: string
  ruta: string
  min: number
  max: number
  clase: Clase | null
  digitos?: number
  decimales?: number
  largoMin?: number
  largoMax?: number
  desde?: string
  hasta?: string
  valores?: string[]
  /** The format that brought it, when older schemas refuse it. */
  formato?: string
  /** Obligation by type: 0 must not appear, 1 always, 2 conditional, 3 optional. */
  codigos: Partial<Record<string, number>>
  hijos: Nodo[]
}

const ROOTS = new Map<string, Nodo[]>()
const NODES = new Map<string, Nodo>()

function add({ raiz, ruta, clase, max, codigos, ...rest }: Fila): void {
  const slash = ruta.lastIndexOf('/')
  const [parentPath, tag] = [ruta.slice(0, Math.max(slash, 0)), ruta.slice(slash + 1)]
  const block = parentPath.slice(parentPath.lastIndexOf('/') + 1)
  const node: Nodo = {
    ...rest,
    tag,
    ruta,
    key: keyOfTag(block === 'Encabezado' ? '' : block, tag),
    max: max ?? Number.POSITIVE_INFINITY,
    clase: (clase as Clase | undefined) ?? null,
    codigos: codigos ?? {},
    hijos: [],
  }
  NODES.set(`${raiz}/${ruta}`, node)
  const siblings = NODES.get(`${raiz}/${parentPath}`)?.hijos ?? ROOTS.get(raiz)
  if (siblings) siblings.push(node)
  else ROOTS.set(raiz, [node])
}

;(filas as Fila[]).forEach(add)

/** The elements under a root, in order: Encabezado, Detalle, …, TED, TmstFirma. */
export const esquema = (raiz: Raiz): readonly Nodo[] => ROOTS.get(raiz)!

/** One element by its path (`Encabezado/Receptor/GiroRecep`), undefined when the root has none such. */
export const nodo = (raiz: Raiz, ruta: string): Nodo | undefined => NODES.get(`${raiz}/${ruta}`)

/** The obligation code of an element for a type; 3 (optional) where the SII's table has none. */
export const codigoObligacion = (n: Nodo, tipo: TipoDte): number => n.codigos[tipo] ?? 3

/** Whether a document of the type may carry the element: its root has it and its code is not 0. */
export function admits({ raiz, codigo }: { raiz: Raiz; codigo: TipoDte }, ruta: string): boolean {
  const n = nodo(raiz, ruta)
  return n !== undefined && codigoObligacion(n, codigo) !== 0
}
