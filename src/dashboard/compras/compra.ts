// The words of the screens about one purchase from abroad (areas/compras-internacionales §1).

import type { EstadoCompraInt, MotivoBloqueo, Naturaleza } from '../../domain/compra-internacional'
import type { BodyOf, DataOf, QueryOf } from '../api/client'
import { filtersOf, oneOf, textFilter } from '../shell/filters'
import { formatNumber, formatPesos } from '../ui/format'
import type { Word } from '../ui/status'

export type Compra = DataOf<'GET /v1/compras-internacionales/:id'>

/** Made old by whatever is done to one. */
export const LECTURAS = [
  'GET /v1/compras-internacionales',
  'GET /v1/compras-internacionales/:id',
  'GET /v1/compras-internacionales/trabajos',
  'GET /v1/compras-internacionales/estados-cuenta/:id',
] as const

export const ESTADO: Readonly<Record<EstadoCompraInt, Word>> = {
  extrayendo: ['◐', 'Leyendo su archivo', 'espera'],
  extraida: ['○', 'Por revisar', 'neutro'],
  sin_extraer: ['!', 'Por completar a mano', 'aviso'],
  clasificada: ['○', 'Confirmada', 'neutro'],
  emitiendo: ['◐', 'Emitiendo', 'espera'],
  emitida: ['✓', 'Emitida', 'bien'],
  descartada: ['⊘', 'Descartada', 'neutro'],
}

/** The remedy of each reason. */
export const REMEDIO: Readonly<Record<MotivoBloqueo, string>> = {
  INFORMACION_INDETERMINADA: 'Complete los datos, resuelva las dudas y diga qué se compró.',
  BIEN_IMPORTADO: 'Guarde la declaración de ingreso: su IVA se usa desde ella. Descarte esta compra.',
  IVA_CHILENO_COBRADO: 'Declare ese IVA por el documento del proveedor. Descarte esta compra.',
  PRESTADOR_RESIDENTE: 'Pida al proveedor su factura chilena y descarte esta compra.',
  SIN_CONFIRMAR: 'Revise y confirme más arriba.',
}

/** The fields of `written` that differ from `kept`. */
export const differing = <T extends object>(written: Partial<T>, kept: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(written).filter(([key, value]) => value !== kept[key as keyof T]),
  ) as Partial<T>

export const isEmpty = (written: object): boolean => Object.keys(written).length === 0

/** The nature of a purchase, as a form holds it. */
export interface Dicho {
  naturaleza: Naturaleza
  residente: '' | 'si' | 'no'
  iva: '' | 'si' | 'no'
  adicional: boolean
}

const answerOf = (value: boolean | null): Dicho['iva'] => (value === null ? '' : value ? 'si' : 'no')
const booleanOf = (answer: Dicho['iva']): boolean | null => (answer === '' ? null : answer === 'si')

export const dichoOf = ({ clasificacion: said }: Pick<Compra, 'clasificacion'>): Dicho => ({
  naturaleza: said.naturaleza,
  residente: answerOf(said.prestador_residente),
  iva: answerOf(said.iva_chileno_cobrado),
  adicional: said.afecto_impuesto_adicional === true,
})

export const clasificacionOf = (
  { naturaleza, residente, iva, adicional }: Dicho,
  confirmado: boolean,
): BodyOf<'PUT /v1/compras-internacionales/:id/clasificacion'> => ({
  naturaleza,
  prestador_residente: booleanOf(residente),
  iva_chileno_cobrado: booleanOf(iva),
  confirmado,
  afecto_impuesto_adicional: adicional,
})

/** Groups of states that a person looks for. */
export const VER = [
  ['', 'Todas'],
  ['extrayendo,extraida,sin_extraer', 'Por revisar'],
  ['clasificada', 'Confirmadas'],
  ['emitiendo,emitida', 'Emitidas'],
  ['descartada', 'Descartadas'],
] as const

export const SPELLING = filtersOf('/compras-internacionales', { estado: oneOf(VER), proveedor: textFilter })
export type Filters = typeof SPELLING.none

/** The page alone, in the address of a list without filters. */
export const placeIn = (path: string) => filtersOf(path, {})

export const queryOf = (filters: Filters, pagina: number): QueryOf<'GET /v1/compras-internacionales'> => {
  const { proveedor: q, ...rest } = SPELLING.queryOf(filters)
  return { limite: 25, pagina, ...rest, ...(q && { q }) }
}

/** `1.250,00 USD`: every digit that its supplier wrote. */
export const montoOf = ({ propuesta: { moneda, monto } }: Pick<Compra, 'propuesta'>): string =>
  monto === null ? 'Sin monto' : `${formatNumber(monto)} ${moneda ?? '¿moneda?'}`

export const nameOf = ({ propuesta: { proveedor, numero }, archivo }: Compra): string =>
  [proveedor.nombre ?? archivo?.nombre ?? 'Compra', numero && `N° ${numero}`].filter(Boolean).join(' · ')

export const pesosOf = (compra: Pick<Compra, 'conversion' | 'propuesta'>): string =>
  compra.conversion
    ? formatPesos(compra.conversion.monto_clp)
    : isRateMissing(compra)
      ? 'Sin tipo de cambio'
      : ''

/** Nothing else is lacking for its pesos. */
export const isRateMissing = ({ conversion, propuesta }: Pick<Compra, 'conversion' | 'propuesta'>): boolean =>
  !conversion && propuesta.monto !== null && propuesta.moneda !== null && propuesta.fecha !== null
