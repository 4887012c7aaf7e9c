// How the programs of others hand a company's documents over (simulator §25.2): the same signed text, as files of theirs.

import { NS } from '../vecinos/documento'
import type { Firmante } from '../vecinos/firma'
import { writeSobre } from '../vecinos/sobre'

interface Manera {
  /** The text that a line of the first depth begins with when the document is written. */
  sangria: string
  codificacion: 'ISO-8859-1' | 'UTF-8'
  /** Documents of one type in an EnvioDTE; null: each DTE is a file by itself. */
  lote: number | null
  /** The `DTE` is handed over without the namespace in which it was signed. */
  sinNamespace?: true
  nombre(tipoDte: number, folio: number): string
}

export const PROGRAMAS = {
  libredte: {
    ...{ sangria: '', codificacion: 'ISO-8859-1', lote: 1 },
    nombre: (tipo, folio) => `LibreDTE_T${tipo}F${folio}.xml`,
  },
  portal: {
    ...{ sangria: '', codificacion: 'ISO-8859-1', lote: null, sinNamespace: true },
    nombre: (tipo, folio) => `F${folio}T${tipo}.xml`,
  },
  bsale: {
    ...{ sangria: '  ', codificacion: 'ISO-8859-1', lote: null },
    nombre: (tipo, folio) => `${tipo}/${folio}.xml`,
  },
  openfactura: {
    ...{ sangria: '    ', codificacion: 'UTF-8', lote: null },
    nombre: (tipo, folio) => `DTE_${tipo}_${folio}.xml`,
  },
  nubox: {
    ...{ sangria: '', codificacion: 'ISO-8859-1', lote: 200 },
    nombre: (tipo, folio) => `Lote_${tipo}_desde_${folio}.xml`,
  },
} satisfies Record<string, Manera>

export type Programa = keyof typeof PROGRAMAS
export const NOMBRES = Object.keys(PROGRAMAS) as Programa[]
export const maneraDe = (programa: Programa): Manera => PROGRAMAS[programa]

/** A document as it was signed. */
export interface Emitido {
  tipoDte: number
  folio: number
  texto: string
}

export interface Archivo {
  nombre: string
  bytes: Buffer
}

interface Firma {
  rutEmisor: string
  firmante: Firmante
  /** Chile time of the envelopes of lots. */
  instante: string
}

/** The files of a program, one after the other. */
export function* filesOf(
  manera: Manera,
  emitidos: readonly Emitido[],
  firma: Firma,
): Generator<Archivo, void, undefined> {
  for (const lote of lotesOf(emitidos, manera.lote ?? 1)) {
    const [{ tipoDte, folio, texto }] = lote as [Emitido]
    const nombre = manera.nombre(tipoDte, folio)
    if (manera.lote === null) yield { nombre, bytes: aloneOf(manera, texto) }
    else {
      const documentos = lote.map((one) => one.texto)
      yield { nombre, bytes: writeSobre({ ...firma, tipoDte, documentos, windows: false }) }
    }
  }
}

function aloneOf({ codificacion, sinNamespace }: Manera, texto: string): Buffer {
  const dte = sinNamespace ? texto.replace(`<DTE ${NS} `, '<DTE ') : texto
  const whole = `<?xml version="1.0" encoding="${codificacion}"?>\n${dte}\n`
  return Buffer.from(whole, codificacion === 'UTF-8' ? 'utf8' : 'latin1')
}

/** By type, so many in each. */
function* lotesOf(emitidos: readonly Emitido[], largo: number): Generator<Emitido[], void, undefined> {
  for (const tipo of new Set(emitidos.map(({ tipoDte }) => tipoDte))) {
    const own = emitidos.filter(({ tipoDte }) => tipoDte === tipo)
    for (let i = 0; i < own.length; i += largo) yield own.slice(i, i + largo)
  }
}
