// The actions on a form, without its looks. `touched`: the fields the person has left once; their faults are
// shown.

import { type TipoDte, tipoDocumento } from '../../domain/dte/tipos'
import { tidy } from '../ui/read'
import {
  emptyLine,
  emptyReference,
  type Form,
  isEmptyLine,
  type Line,
  type LineField,
  type LineProduct,
  type Note,
  newId,
  productOf,
  type Receiver,
  type ReceiverField,
  type Reference,
  type ReferenceField,
} from './form'

export interface State {
  form: Form
  touched: ReadonlySet<string>
  /** The line last taken out, to be put back. */
  removed: { line: Line; at: number } | null
}

export type Action =
  | { do: 'receiver'; field: ReceiverField; value: string }
  /** `forma`: how that one usually pays. */
  | { do: 'receiver-all'; receptor: Receiver; cliente?: Receiver | undefined; forma?: string | undefined }
  | { do: 'keep-cliente'; on: boolean }
  | { do: 'line'; id: string; field: LineField; value: string }
  /** `left`: the fields that the lines came with, as if each had been typed and left. */
  | { do: 'lines'; lineas: readonly Line[]; left: readonly string[] }
  /** Undefined: the line names none. */
  | { do: 'product'; id: string; producto: LineProduct | undefined }
  | { do: 'line-add'; line: Line }
  | { do: 'line-remove'; id: string }
  | { do: 'line-back' }
  | { do: 'line-only'; id: string }
  | { do: 'line-move'; id: string; by: -1 | 1 }
  | { do: 'reference-add' }
  | { do: 'reference'; id: string; field: ReferenceField; value: string }
  | { do: 'reference-remove'; id: string }
  | { do: 'block'; id: string; state: unknown }
  | { do: 'gross'; conIva: boolean }
  | { do: 'note'; change: Partial<Note> }
  /** Undefined: it stands in nobody's place. */
  | { do: 'replace'; reemplaza: Form['reemplaza'] }
  | { do: 'shared'; borrador: Form['borrador'] }
  | { do: 'forget'; key: string }
  | { do: 'leave'; key: string }

export type Dispatch = (action: Action) => void

export const startState = (form: Form): State => ({ form, touched: new Set(), removed: null })

const withForm = (state: State, change: Partial<Form>): State => ({
  ...state,
  form: { ...state.form, ...change },
})

const replaced = <T extends { id: string }>(rows: readonly T[], id: string, change: Partial<T>): T[] =>
  rows.map((row) => (row.id === id ? { ...row, ...change } : row))

/** Mostly an order of purchase; in a boleta a reference may name no document. */
const usualReference = ({ tipo }: Form): string => (tipoDocumento(tipo).raiz === 'Boleta' ? '' : '801')

/** How it is paid, where the type says so. */
export const withForma = (bloques: Form['bloques'], forma: string | undefined): Form['bloques'] =>
  forma === undefined || !bloques.pago
    ? bloques
    : { ...bloques, pago: { ...(bloques.pago as object), forma } }

/** A form always has a line to write on. */
const orOne = (lineas: readonly Line[]): readonly Line[] => (lineas.length ? lineas : [emptyLine()])

export function reduce(state: State, action: Action): State {
  const { form } = state
  switch (action.do) {
    case 'receiver':
      return withForm(state, { receptor: { ...form.receptor, [action.field]: action.value } })
    case 'receiver-all':
      return withForm(state, {
        receptor: action.receptor,
        cliente: action.cliente,
        guardarCliente: false,
        bloques: withForma(form.bloques, action.forma),
      })
    case 'keep-cliente':
      return withForm(state, { guardarCliente: action.on })
    case 'line':
      return withForm(state, { lineas: form.lineas.map((line) => written(line, action, form.tipo)) })
    case 'product':
      return withForm(state, {
        lineas: form.lineas.map((line) =>
          line.id === action.id ? named(line, action.producto, form.tipo) : line,
        ),
      })
    case 'lines':
      return takeLines(state, action.lineas, action.left)
    case 'line-add':
      return withForm(state, { lineas: [...form.lineas, action.line] })
    case 'line-remove':
      return removeLine(state, action.id)
    case 'line-back':
      return putBack(state)
    case 'line-only':
      return withForm(state, { lineas: orOne(form.lineas.filter(({ id }) => id === action.id)) })
    case 'line-move':
      return withForm(state, { lineas: moved(form.lineas, action.id, action.by) })
    case 'reference-add':
      return withForm(state, {
        referencias: [
          ...form.referencias,
          { ...emptyReference(newId()), tipo_documento: usualReference(form) },
        ],
      })
    case 'reference':
      return withForm(state, {
        referencias: replaced<Reference>(form.referencias, action.id, { [action.field]: action.value }),
      })
    case 'reference-remove':
      return withForm(state, { referencias: form.referencias.filter(({ id }) => id !== action.id) })
    case 'block':
      return withForm(state, { bloques: { ...form.bloques, [action.id]: action.state } })
    case 'gross':
      return withForm(state, { conIva: action.conIva })
    case 'note':
      return form.nota ? withForm(state, { nota: { ...form.nota, ...action.change } }) : state
    case 'replace':
      return withForm(state, { reemplaza: action.reemplaza })
    case 'shared':
      return withForm(state, { borrador: action.borrador })
    case 'forget': {
      const { [action.key]: _, ...resto } = form.resto
      return withForm(state, { resto })
    }
    case 'leave':
      return leave(state, action.key)
  }
}

/** A line whose item is another, or none. What was typed of it stays, but for the name that finds the item. */
function named(line: Line, producto: LineProduct | undefined, tipo: TipoDte): Line {
  const before = productOf(line)
  const { producto: _, ...rest } = line
  const free = before
    ? { ...rest, codigo: '', moneda: line.moneda === before.moneda ? '' : line.moneda }
    : rest
  if (!producto) return free
  const { codigo, nombre, moneda } = producto
  // A price typed over the item's is in the item's currency, unless the person says another; an export has one of its own.
  const priced = moneda === 'CLP' || tipoDocumento(tipo).monedaExtranjera ? free.moneda : moneda
  return { ...free, producto, codigo, nombre, moneda: priced }
}

/** A line without its name names no item. */
function written(
  line: Line,
  { id, field, value }: { id: string; field: LineField; value: string },
  tipo: TipoDte,
): Line {
  if (line.id !== id) return line
  const next = { ...line, [field]: value }
  return field === 'nombre' && value.trim() === '' && productOf(line) ? named(next, undefined, tipo) : next
}

function removeLine(state: State, id: string): State {
  const { lineas } = state.form
  const at = lineas.findIndex((line) => line.id === id)
  const line = lineas[at]
  if (!line) return state
  const without = withForm(state, { lineas: orOne(lineas.filter((one) => one !== line)) })
  return { ...without, removed: isEmptyLine(line) ? null : { line, at } }
}

function putBack(state: State): State {
  const { removed, form } = state
  if (!removed) return state
  const kept = form.lineas.filter((line, i) => i < form.lineas.length - 1 || !isEmptyLine(line))
  return {
    ...withForm(state, { lineas: [...kept.slice(0, removed.at), removed.line, ...kept.slice(removed.at)] }),
    removed: null,
  }
}

function moved(lineas: readonly Line[], id: string, by: -1 | 1): readonly Line[] {
  const at = lineas.findIndex((line) => line.id === id)
  const [line, other] = [lineas[at], lineas[at + by]]
  if (!line || !other) return lineas
  return lineas.map((one) => (one === line ? other : one === other ? line : one))
}

const TIDY: Readonly<Record<string, (text: string) => string>> = {
  cantidad: tidy.decimal,
  precio: tidy.decimal,
  monto: tidy.decimal,
  descuento: tidy.portion,
  recargo: tidy.portion,
}

function takeLines(state: State, lineas: readonly Line[], left: readonly string[]): State {
  const keys = new Set(left)
  const tidied = lineas.map((line) => {
    const change = Object.entries(TIDY).flatMap(([field, write]) =>
      keys.has(`detalle.${line.id}.${field}`) ? [[field, write(line[field as LineField])]] : [],
    )
    return change.length ? { ...line, ...Object.fromEntries(change) } : line
  })
  return { ...withForm(state, { lineas: orOne(tidied) }), touched: new Set([...state.touched, ...left]) }
}

/** The person left a field: it shows what was understood, and from now on what is wrong with it. */
function leave(state: State, key: string): State {
  const left = state.touched.has(key) ? state : { ...state, touched: new Set(state.touched).add(key) }
  const [list, id = '', field = ''] = key.split('.')
  if (key === 'receptor.rut') {
    const rut = tidy.rut(state.form.receptor.rut)
    return rut === state.form.receptor.rut ? left : reduce(left, { do: 'receiver', field: 'rut', value: rut })
  }
  const write = TIDY[field]
  const line = list === 'detalle' ? state.form.lineas.find((one) => one.id === id) : undefined
  if (!write || !line) return left
  const value = line[field as LineField]
  const tidied = write(value)
  return tidied === value ? left : reduce(left, { do: 'line', id, field: field as LineField, value: tidied })
}
