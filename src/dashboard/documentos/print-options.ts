// How a type of document is printed, as the person last chose in this browser (dashboard §11).

import type { Fault } from '../api/fault'
import { hasCedible, isBoleta, type Papel, papersOf } from '../ui/papel'

export interface PrintOptions {
  formato: Papel
  /** 1 to 10. */
  copias: number
  cedible: boolean
  /** Each one as it is issued, without being asked to. */
  alEmitir: boolean
}

const COPIAS_MAX = 10
/** To choose from. */
export const COPIAS = Array.from(
  { length: COPIAS_MAX },
  (_, index) => [String(index + 1), String(index + 1)] as const,
)

const keyOf = (tipoDte: number): string => `timbre:impresion:${tipoDte}`

/** The kept options that are still valid; a boleta begins on a roll. */
export function readPrintOptions(tipoDte: number, kept: Pick<Storage, 'getItem'>): PrintOptions {
  const usual: PrintOptions = {
    ...{ formato: isBoleta(tipoDte) ? '80mm' : 'carta', copias: 1, cedible: false, alEmitir: false },
  }
  try {
    const read = JSON.parse(kept.getItem(keyOf(tipoDte)) ?? '{}') as Partial<Record<string, unknown>>
    return {
      formato: papersOf(tipoDte).find(([papel]) => papel === read.formato)?.[0] ?? usual.formato,
      copias: copiesOf(Number(read.copias)),
      cedible: hasCedible(tipoDte) && read.cedible === true,
      alEmitir: read.alEmitir === true,
    }
  } catch {
    return usual
  }
}

/** The kept options of several documents, where all have one type. */
export function readManyOptions(tipos: readonly number[], kept: Pick<Storage, 'getItem'>): PrintOptions {
  const [tipo, ...others] = tipos
  if (tipo !== undefined && !others.length) return readPrintOptions(tipo, kept)
  return { formato: tipos.every(isBoleta) ? '80mm' : 'carta', copias: 1, cedible: false, alEmitir: false }
}

/** A whole number of copies that the server takes. */
const copiesOf = (copias: number): number =>
  Number.isFinite(copias) ? Math.min(COPIAS_MAX, Math.max(1, Math.trunc(copias))) : 1

export function keepPrintOptions(
  tipoDte: number,
  options: PrintOptions,
  kept: Pick<Storage, 'setItem'>,
): void {
  try {
    kept.setItem(keyOf(tipoDte), JSON.stringify(options))
  } catch {
    // Storage that is full or shut: it holds for this time.
  }
}

/** As the API takes them. */
export const printQuery = ({ formato, copias, cedible }: Omit<PrintOptions, 'alEmitir'>) => ({
  formato,
  copias,
  ...(cedible && { cedible: 'true' as const }),
})

/** The same for several documents at once. */
export const printBody = ({ formato, copias, cedible }: Omit<PrintOptions, 'alEmitir'>) => ({
  papel: formato,
  copias,
  cedible,
})

/** The places of the documents that a fault speaks of (`documentos[3]`), among those asked for. */
export const lackingOf = (fault: Pick<Fault, 'detalles'> | null): ReadonlySet<number> =>
  new Set(
    fault?.detalles.flatMap(({ campo }) => {
      const place = /^documentos\[(\d+)\]/.exec(campo)?.[1]
      return place === undefined ? [] : [Number(place)]
    }),
  )
