// Items of the catalogue for the lines of the form: found as somebody types, and those that the lines of a draft name.

import { useEffect, useState } from 'react'
import { api, type DataOf } from '../api/client'
import type { Option } from '../ui/combobox'
import { formatNumber, formatPesos } from '../ui/format'
import type { Line, LineProduct } from './form'

type Row = DataOf<'GET /v1/catalogo'>[number]

const TEXT_MIN = 2
const TEXT_MS = 200
const FEW = 8

export interface Found extends Option {
  producto: LineProduct
}

/** `$50.000`, `UF 2,5`; nothing where it has none. */
export const priceWords = ({ precio, moneda }: Pick<LineProduct, 'precio' | 'moneda'>): string =>
  precio === null
    ? ''
    : moneda === 'CLP'
      ? precio.includes('.')
        ? `$${formatNumber(precio)}`
        : formatPesos(Number(precio))
      : `${moneda} ${formatNumber(precio)}`

const briefOf = ({ id, codigo, nombre, unidad, precio, moneda }: Row): LineProduct => ({
  ...{ id, codigo, nombre, unidad, precio, moneda },
})

const foundOf = (row: Row): Found => ({
  ...{ id: row.id, label: row.nombre, producto: briefOf(row) },
  beside: [row.codigo, priceWords(row)].filter(Boolean).join(' · '),
})

/** Those whose name, code or description has the text, the last used first; none while nothing is asked (null) or answered. */
export function useProducts(text: string | null): readonly Found[] {
  const [last, setLast] = useState<{ q: string; found: readonly Found[] }>({ q: '', found: [] })
  const q = text?.trim() ?? ''
  useEffect(() => {
    if (q.length < TEXT_MIN) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      api('GET /v1/catalogo', { query: { q, orden: '-usado', limite: 50 }, signal: controller.signal }).then(
        ({ data }) => {
          const living = data.filter(({ activo }) => activo).map(foundOf)
          // Whoever types a code whole means that one.
          const own = living.filter(({ producto }) => isCode(producto, q))
          setLast({ q, found: [...own, ...living.filter((one) => !own.includes(one))].slice(0, FEW) })
        },
        // Nothing is offered; the line can be typed.
        () => {},
      )
    }, TEXT_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [q])
  return q.length >= TEXT_MIN && last.q === q ? last.found : NONE
}
const NONE: readonly Found[] = []

/** Whether the text is the item's code, whatever its case. */
export const isCode = ({ codigo }: LineProduct, text: string): boolean =>
  codigo.toLowerCase() === text.trim().toLowerCase()

/** Lines that name an item, with it; one that is not found stays as it is, and the server says so. */
export async function fetchProducts(lines: readonly Line[]): Promise<readonly Line[]> {
  const asked = new Map<string, Promise<LineProduct | null>>()
  const once = (key: string, ask: () => Promise<Row | undefined>): Promise<LineProduct | null> => {
    const answer =
      asked.get(key) ??
      ask().then(
        (row) => (row?.activo && !row.eliminado_en ? briefOf(row) : null),
        () => null,
      )
    asked.set(key, answer)
    return answer
  }
  return Promise.all(
    lines.map(async (line) => {
      const { producto_id: id, ...resto } = line.resto ?? {}
      const codigo = line.codigo.trim()
      const producto =
        typeof id === 'string'
          ? await once(id, async () => (await api('GET /v1/catalogo/:id', { params: { id } })).data)
          : codigo && line.nombre.trim() === ''
            ? await once(codigo, async () => {
                const { data } = await api('GET /v1/catalogo', { query: { codigo, limite: 1 } })
                return data[0]
              })
            : null
      if (!producto || (codigo && !isCode(producto, codigo))) return line
      const { resto: _, ...own } = line
      return {
        ...own,
        ...(Object.keys(resto).length && { resto }),
        ...{ producto, codigo: producto.codigo, nombre: line.nombre || producto.nombre },
      }
    }),
  )
}
