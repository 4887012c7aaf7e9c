// What the screens of purchases from abroad say of one (areas/compras-internacionales §1).

import type { EstadoCompraInt, MotivoBloqueo } from '../../domain/compra-internacional'
import type { Consulta, Datos } from '../api/client'
import { formatPesos } from '../ui/format'
import type { Tone } from '../ui/status'

export type Compra = Datos<'GET /v1/compras-internacionales/:id'>

/** Made old by whatever is done to one. */
export const LECTURAS = [
  'GET /v1/compras-internacionales',
  'GET /v1/compras-internacionales/:id',
  'GET /v1/compras-internacionales/trabajos',
  'GET /v1/compras-internacionales/estados-cuenta/:id',
] as const

export const ESTADO: Readonly<Record<EstadoCompraInt, readonly [icon: string, words: string, tone: Tone]>> = {
  extrayendo: ['◐', 'Leyendo su archivo', 'espera'],
  extraida: ['○', 'Por revisar', 'neutro'],
  sin_extraer: ['!', 'Por completar a mano', 'aviso'],
  clasificada: ['○', 'Confirmada', 'neutro'],
  emitiendo: ['◐', 'Emitiendo', 'espera'],
  emitida: ['✓', 'Emitida', 'bien'],
  descartada: ['⊘', 'Descartada', 'neutro'],
}

/** What to do about each reason. */
export const REMEDIO: Readonly<Record<MotivoBloqueo, string>> = {
  INFORMACION_INDETERMINADA: 'Complete los datos, resuelva las dudas y diga qué se compró.',
  BIEN_IMPORTADO: 'Guarde la declaración de ingreso: su IVA se usa desde ella. Descarte esta compra.',
  IVA_CHILENO_COBRADO: 'Declare ese IVA por el documento del proveedor. Descarte esta compra.',
  PRESTADOR_RESIDENTE: 'Pida al proveedor su factura chilena y descarte esta compra.',
  SIN_CONFIRMAR: 'Revise y confirme más arriba.',
}

/** Groups of states that a person looks for. */
export const VER = [
  ['', 'Todas'],
  ['extrayendo,extraida,sin_extraer', 'Por revisar'],
  ['clasificada', 'Confirmadas'],
  ['emitiendo,emitida', 'Emitidas'],
  ['descartada', 'Descartadas'],
] as const

export interface View {
  ver: string
  proveedor: string
  pagina: number
}

export const parseView = (params: URLSearchParams): View => ({
  ver: VER.find(([id]) => id === params.get('estado'))?.[0] ?? '',
  proveedor: params.get('proveedor') ?? '',
  pagina: Math.max(1, Number(params.get('pagina')) || 1),
})

export function searchOf({ ver, proveedor, pagina }: View): string {
  const params = new URLSearchParams()
  if (ver) params.set('estado', ver)
  if (proveedor.trim()) params.set('proveedor', proveedor.trim())
  if (pagina > 1) params.set('pagina', String(pagina))
  return params.size ? `?${params}` : ''
}

export const queryOf = ({ ver, proveedor, pagina }: View): Consulta<'GET /v1/compras-internacionales'> => ({
  limite: 25,
  pagina,
  ...(ver && { estado: ver }),
  ...(proveedor.trim() && { proveedor: proveedor.trim() }),
})

/** `USD 1250.00`, as its supplier wrote it. */
export const montoOf = ({ propuesta: { moneda, monto } }: Pick<Compra, 'propuesta'>): string =>
  monto === null ? 'Sin monto' : `${moneda ?? '¿moneda?'} ${monto}`

export const nameOf = ({ propuesta: { proveedor, numero }, archivo }: Compra): string =>
  [proveedor.nombre ?? archivo?.nombre ?? 'Compra', numero && `N° ${numero}`].filter(Boolean).join(' · ')

export const pesosOf = ({ conversion }: Pick<Compra, 'conversion'>): string =>
  conversion ? formatPesos(conversion.monto_clp) : 'Sin tipo de cambio'
