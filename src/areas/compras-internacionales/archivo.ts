// The file of a purchase as it may leave again: by a name without harm, and a type that its own bytes say (areas/compras-internacionales §1).

import { claseOf } from '../../extraccion'

type Clase = NonNullable<ReturnType<typeof claseOf>>

const NOMBRE_MAX = 100
/** A card's number, as banks name their files by it: its last four digits may stay. */
const CARD = /(?<!\d)(?:\d[ -]?){9,15}(\d{4})(?!\d)/g

/** A name of one plain word: no folders, nothing that a header or a shell would read. */
export function fileNameOf(given: string | undefined): string {
  const last = (given ?? '').split(/[/\\]/).at(-1)!.replace(CARD, '****$1')
  const plain = last
    .normalize('NFD')
    .replace(/[^\w. -]+/g, '')
    .replace(/^[. -]+|[. -]+$/g, '')
  if (plain.length <= NOMBRE_MAX) return plain || 'archivo'
  const dot = plain.lastIndexOf('.')
  const end = dot > 0 && plain.length - dot <= 6 ? plain.slice(dot) : ''
  return plain.slice(0, NOMBRE_MAX - end.length) + end
}

const TIPOS: Partial<Record<Clase, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
}

/** The media type; of what a browser might run, one that it saves. */
export const fileTypeOf = (bytes: Uint8Array): string => {
  const clase = claseOf(bytes)
  return (clase && TIPOS[clase]) ?? 'application/octet-stream'
}
