// From the path that the API names (`detalle[2].precio`) to the field of the form (`detalle.<id>.precio`), and what is said there.

import type { DetalleFalla } from '../api/fault'
import { wordsOf } from '../shell/field-words'
import type { Built } from './body'
import { NOTE_ROW } from './body'
import { PARTS, WORDS } from './fault-words'
import { blocksOf } from './types'

export interface FieldFault {
  /** The key of the field; a fault that no field holds keeps its path. */
  key: string
  text: string
  /** The fault is an empty field: it may wait until the person has been there. */
  missing: boolean
}

/** Names that a field has beside its own: several of the API's in one field, and the SII's tags. */
const ALIASES: Readonly<Record<string, string>> = {
  descuento_pct: 'descuento',
  descuento_monto: 'descuento',
  DescuentoPct: 'descuento',
  DescuentoMonto: 'descuento',
  recargo_pct: 'recargo',
  recargo_monto: 'recargo',
  RecargoPct: 'recargo',
  RecargoMonto: 'recargo',
  impuesto_adicional: 'impuesto',
  CodImpAdic: 'impuesto',
  NmbItem: 'nombre',
  DscItem: 'descripcion',
  QtyItem: 'cantidad',
  UnmdItem: 'unidad',
  PrcItem: 'precio',
  MontoItem: 'monto',
  CdgItem: 'codigo',
  producto_id: 'nombre',
  IndExe: 'exento',
  RUTRecep: 'rut',
  RznSocRecep: 'razon_social',
  GiroRecep: 'giro',
  DirRecep: 'direccion',
  CmnaRecep: 'comuna',
  CiudadRecep: 'ciudad',
  CorreoRecep: 'email',
  CdgIntRecep: 'codigo_interno',
  TpoDocRef: 'tipo_documento',
  FolioRef: 'folio',
  FchRef: 'fecha',
  CodRef: 'codigo',
  RazonRef: 'razon',
  FchVenc: 'fecha_vencimiento',
  FchEmis: 'fecha_emision',
}

const alias = (name: string): string => ALIASES[name] ?? name

/** The field of a path; rows that the form numbers itself go by their id. */
export function keyOf(path: string, rows: Built['rows']): string {
  const [, list = '', index, rest = ''] = /^(\w+)\[(\d+)\](?:\.(.+))?$/.exec(path) ?? []
  const id = rows[list]?.[Number(index)]
  if (id !== undefined) {
    if (id === NOTE_ROW) return 'nota'
    // `codigo[0].valor` is the one field of the code.
    const name = /^\w+/.exec(rest)?.[0]
    return name ? `${list}.${id}.${alias(name)}` : `${list}.${id}`
  }
  return path.replace(/\w+$/, alias)
}

const MISSING = new Set(['requerido', 'vacio', 'cantidad_min'])

/** One a field: the first is the one to mend first. */
export function fieldFaults(detalles: readonly DetalleFalla[], rows: Built['rows']): FieldFault[] {
  const found = new Map<string, FieldFault>()
  for (const detalle of detalles) {
    const key = keyOf(detalle.campo, rows)
    if (!found.has(key)) found.set(key, { key, text: wordsOf(detalle), missing: MISSING.has(detalle.regla) })
  }
  return [...found.values()]
}

/**
 * Our own reading and the server's in one list. What we cannot read the server could not either, and we say better how to write
 * it.
 */
export function joinFaults(own: Built['faults'], judged: readonly FieldFault[]): FieldFault[] {
  const ours = Object.entries(own).map(
    ([key, text]): FieldFault => ({ key, text, missing: key.startsWith('nota.') }),
  )
  return [...ours, ...judged.filter(({ key }) => !own[key])]
}

const ORDER = ['nota', 'receptor', 'detalle', 'referencias']

/** As the fields follow each other in the form. */
export const inFormOrder = (
  faults: readonly FieldFault[],
  lines: readonly { id: string }[],
): FieldFault[] => {
  const rank = ({ key }: FieldFault): number => {
    const [list = '', id] = key.split('.')
    const part = ORDER.indexOf(list)
    const line = list === 'detalle' ? lines.findIndex((one) => one.id === id) : 0
    return (part < 0 ? ORDER.length : part) * 10_000 + Math.max(0, line)
  }
  return faults.toSorted((a, b) => rank(a) - rank(b))
}

/** Whether the form has a field for it, which is left at some time. */
const hasField = (key: string, tipo: number): boolean =>
  /^(receptor|detalle|referencias|nota)\./.test(key) ||
  blocksOf(tipo).some(({ keys }) => keys.some((name) => name === /^\w+/.exec(key)?.[0]))

/**
 * The faults to show: those of fields already left, and all once the person asked to issue. What no field
 * can be left for is shown when something that is there is wrong.
 */
export const shownFaults = (
  faults: readonly FieldFault[],
  { tried, touched, tipo }: { tried: boolean; touched: ReadonlySet<string>; tipo: number },
): FieldFault[] =>
  faults.filter(({ key, missing }) => tried || touched.has(key) || (!missing && !hasField(key, tipo)))

/** `Línea 2: precio`, `Receptor: RUT`: where a fault is, in the summary. */
export function placeOf(key: string, lines: readonly { id: string }[]): string {
  const [list, id, field] = key.split('.')
  if (list === 'detalle' && id) {
    const at = lines.findIndex((line) => line.id === id)
    return at < 0 ? 'Líneas' : `Línea ${at + 1}${field ? `: ${WORDS[field] ?? field}` : ''}`
  }
  if (list === 'receptor' && id) return `Receptor: ${WORDS[id] ?? id}`
  if (list === 'referencias' && id) return field ? `Referencia: ${WORDS[field] ?? field}` : 'Referencias'
  if (list === NOTE_ROW) return id ? `Nota: ${WORDS[id] ?? id}` : 'Nota'
  const [, rows = '', index, inRow] = /^(\w+)\[(\d+)\]\.(\w+)$/.exec(key) ?? []
  const row = ROWS[rows]
  if (row && inRow) return `${row} ${Number(index) + 1}: ${WORDS[inRow] ?? inRow}`
  const [name = key] = /\w+$/.exec(key) ?? []
  const [part, words] = PARTS[/^\w+/.exec(key)?.[0] ?? ''] ?? []
  if (!part) return WORDS[name] ?? key
  const [two = ''] = /\w+\.\w+$/.exec(key) ?? []
  return key.includes('.') ? `${part}: ${words?.[two] ?? words?.[name] ?? name.replaceAll('_', ' ')}` : part
}

/** Rows that go by their position, one of them said. */
const ROWS: Readonly<Record<string, string>> = { pagos: 'Cuota', DscRcgGlobal: 'Descuento o recargo' }
