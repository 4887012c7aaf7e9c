// The content of somebody else's document as a plain `Dte` value, by the schema that it is written from: what the schema does not
// know is left out, what cannot be read as its kind too. Never a ground for judging: that is done on the bytes.

import { parseDecimal } from '../../domain/decimal'
import type { Dte } from '../../domain/dte/dte'
import { esquema, type Nodo } from '../../domain/dte/esquema'
import type { Raiz } from '../../domain/dte/fila'
import { type Elemento, hijos, texto } from '../verify/nodo'

type Block = Record<string, unknown>

/** Whole numbers that are codes or counts; every other number is a decimal text (`Dte`). */
const NUMEROS = new Set([
  ...[
    'TipoDTE',
    'Folio',
    'IndNoRebaja',
    'TipoDespacho',
    'IndTraslado',
    'IndServicio',
    'MntBruto',
    'IndMntNeto',
  ],
  ...[
    'TpoTranCompra',
    'TpoTranVenta',
    'FmaPago',
    'FmaPagExp',
    'TermPagoDias',
    'TipoFactEsp',
    'Acteco',
    'CdgSIISucur',
  ],
  ...[
    'CdgTraslado',
    'FolioAut',
    'TipoDocID',
    'NroLinDet',
    'NroLinDR',
    'NroLinRef',
    'NroLinCom',
    'NroSTI',
    'OrdenSTI',
  ],
  ...[
    'LineasDeta',
    'IndExe',
    'IndExeDR',
    'IndGlobal',
    'CodRef',
    'CodModVenta',
    'CodClauVenta',
    'CodViaTransp',
  ],
  ...[
    'CodPtoEmbarque',
    'CodPtoDesemb',
    'Tara',
    'CodUnidMedTara',
    'CodUnidPesoBruto',
    'CodUnidPesoNeto',
    'TotBultos',
  ],
  ...['CodTpoBultos', 'CantBultos', 'CodPaisRecep', 'CodPaisDestin'],
])

/** The numbers that arithmetic here is exact for. */
const DECIMAL = /^-?\d{1,18}(?:\.\d{1,6})?$/

/** How much more than its schema allows is taken of a text or a list: what a stranger writes is printed and listed, and costs time. */
const HOLGURA = 2
/** Characters of a text to which the schema sets no limit. */
const TEXTO_MAX = 100

/** The content of a `Documento`, `Liquidacion` or `Exportaciones`. Its lists are there, empty where it has none. */
export function readContenido(documento: Elemento, raiz: Raiz): Dte {
  const blocks: Block = {}
  const byName = childrenOf(documento)
  for (const nodo of esquema(raiz)) {
    if (nodo.tag === 'TED' || nodo.tag === 'TmstFirma') continue
    const found = byName.get(nodo.tag)
    if (!found) continue
    if (nodo.tag === 'Encabezado') Object.assign(blocks, readGroup(found[0]!, nodo.hijos))
    else blocks[nodo.key] = readAll(found, nodo)
  }
  const lists = { detalle: [], dscRcgGlobal: [], referencias: [] }
  const heads = { idDoc: {}, emisor: {}, receptor: {}, totales: {} }
  return { ...heads, ...lists, ...blocks } as unknown as Dte
}

function childrenOf(elemento: Elemento): Map<string, Elemento[]> {
  const byName = new Map<string, Elemento[]>()
  for (const hijo of hijos(elemento)) {
    const same = byName.get(hijo.local)
    if (same) same.push(hijo)
    else byName.set(hijo.local, [hijo])
  }
  return byName
}

function readGroup(elemento: Elemento, nodos: readonly Nodo[]): Block {
  const byName = childrenOf(elemento)
  const block: Block = {}
  for (const nodo of nodos) {
    const found = byName.get(nodo.tag)
    const value = found && readAll(found, nodo)
    if (value !== undefined) block[nodo.key] = value
  }
  return block
}

function readAll(found: readonly Elemento[], nodo: Nodo): unknown {
  if (nodo.max === 1) return readOne(found[0]!, nodo)
  const values = found
    .slice(0, nodo.max * HOLGURA)
    .map((one) => readOne(one, nodo))
    .filter((value) => value !== undefined)
  return values.length ? values : undefined
}

function readOne(elemento: Elemento, { tag, clase, largoMax, hijos: nodos }: Nodo): unknown {
  if (!clase) return readGroup(elemento, nodos)
  const text = texto(elemento).trim()
  if (text === '') return undefined
  if (clase !== 'entero' && clase !== 'decimal') return text.slice(0, (largoMax ?? TEXTO_MAX) * HOLGURA)
  if (!NUMEROS.has(tag)) return DECIMAL.test(text) ? parseDecimal(text)! : undefined
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
