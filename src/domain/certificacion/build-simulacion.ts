// Documents of a simulación, made of those of the approved sets (areas/certificacion §3): the same types and kinds, without a word of a
// set, to the company's own customers, as often as it takes.

import type { SolicitudCaso } from './set'

interface Referencia {
  tipo_documento?: string
  codigo?: unknown
  caso?: number
  [field: string]: unknown
}

/** The SII's form asks for this many (areas/certificacion §3). */
export const SIMULACION_MIN = 20

/** Most that one envelope of a simulación takes (unsure, domain/certificacion §8). */
export const SIMULACION_MAX = 100

const isDelSet = ({ tipo_documento, codigo }: Referencia): boolean =>
  tipo_documento === 'SET' || codigo === 'SET'

/** A name without the set's own words. */
const plainName = (nombre: string): string =>
  nombre
    .replace(/\s+(?:AFECTO|EXENTO)$/i, '')
    .replace(/^ITEM\b/i, 'Producto')
    .trim() || nombre

function plainLine(line: Record<string, unknown>): Record<string, unknown> {
  return typeof line.nombre === 'string' ? { ...line, nombre: plainName(line.nombre) } : line
}

/** One round of all cases of the sets, its cases numbered from `first`. */
function copyAll(sets: readonly (readonly SolicitudCaso[])[], first: number): SolicitudCaso[] {
  let next = first
  return sets.flatMap((casos) => {
    const numbers = new Map(casos.map(({ caso }) => [caso, next++]))
    return casos.map(({ caso, solicitud, totales }) => {
      const referencias = ((solicitud.referencias ?? []) as Referencia[])
        .filter((one) => !isDelSet(one))
        .map((one) => (one.caso === undefined ? one : { ...one, caso: numbers.get(one.caso)! }))
      const { referencias: _, fecha_emision: __, ...rest } = solicitud
      return {
        caso: numbers.get(caso)!,
        solicitud: {
          ...rest,
          detalle: (solicitud.detalle as Record<string, unknown>[]).map(plainLine),
          ...(referencias.length && { referencias }),
        },
        totales,
      }
    })
  })
}

/** The company's own requests, in order. */
export type Propios = readonly Pick<SolicitudCaso, 'caso' | 'solicitud'>[]

/**
 * The company's own documents, and behind them of the approved sets what they lack: the sets that hold a type which none of them has, then
 * whole rounds until there are `cantidad`.
 */
export function completeSimulacion(
  propios: Propios,
  sets: readonly (readonly SolicitudCaso[])[],
  cantidad: number,
): Propios {
  const known = new Set(propios.map(({ solicitud }) => solicitud.tipo_dte))
  const lacking = sets.filter((casos) => casos.some(({ solicitud }) => !known.has(solicitud.tipo_dte)))
  const made = [...propios, ...copyAll(lacking, propios.length + 1)]
  const size = sets.reduce((sum, { length }) => sum + length, 0)
  while (size > 0 && made.length < cantidad && made.length + size <= SIMULACION_MAX)
    made.push(...copyAll(sets, made.length + 1))
  return made
}

/** At least `cantidad` documents, every type of the sets among them; whole rounds, so that no note lacks its document. */
export function buildSimulacion(
  sets: readonly (readonly SolicitudCaso[])[],
  cantidad: number,
): SolicitudCaso[] {
  const made: SolicitudCaso[] = []
  const size = sets.reduce((sum, { length }) => sum + length, 0)
  while (size > 0 && made.length < cantidad && (made.length === 0 || made.length + size <= SIMULACION_MAX))
    made.push(...copyAll(sets, made.length + 1))
  return made
}
