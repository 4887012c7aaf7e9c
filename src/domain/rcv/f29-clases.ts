// The class of a document of the register in the monthly return: its type, its kind of sale or purchase and
// what it is over decide the line it stands on (domain/rcv §6).

import type { Lado } from './columnas'
import type { ClaveLinea } from './f29-lineas'
import { tipoTransaccionOf } from './tipos'

type Lugar = readonly [linea: ClaveLinea | null, nombre: string]

/** The line of each class, null of what is placed by its columns or not at all. */
export const CLASES = {
  venta: {
    factura: ['debito/facturas', '30 y 33'],
    inmueble: ['debito/facturas_inmuebles', '30 y 33 de bienes raíces'],
    activo: ['debito/activo_fijo', '30 y 33 de activo fijo'],
    inicio: ['debito/facturas_compra_recibidas', '29'],
    exenta: ['debito/exentas', '32, 34, 38 y 41'],
    exenta_activo: ['debito/exentas_activo_fijo', '32 y 34 de activo fijo'],
    boleta: ['debito/boletas', '35 y 39'],
    pago: ['debito/pagos_electronicos', '48'],
    exportacion: ['debito/exportacion', '101 y 110'],
    exportacion_debito: ['debito/exportacion', '104 y 111'],
    exportacion_credito: ['debito/exportacion', '106 y 112'],
    liquidacion: ['debito/liquidacion_factura', '40, 43 y 103 emitidas: el mandatario'],
    liquidacion_recibida: ['debito/liquidacion_factura', '40 y 103 que el mandante anota, con su emisor'],
    compra_total: ['debito/facturas_compra_recibidas', '45 y 46, retención total'],
    compra_parcial: ['debito/facturas_compra_recibidas_parcial', '45 y 46, retención parcial o ninguna'],
    debito: ['debito/notas_debito', '55 y 56'],
    debito_activo: ['debito/activo_fijo', '55 y 56 de activo fijo'],
    debito_exento: ['debito/exentas', '55 y 56 que sólo llevan exento'],
    debito_exento_activo: ['debito/exentas_activo_fijo', '55 y 56 exentas de activo fijo'],
    debito_compra_total: ['debito/facturas_compra_recibidas', '55 y 56 a una 46, retención total'],
    debito_compra_parcial: ['debito/notas_debito', '55 y 56 a una 46, retención parcial'],
    debito_liquidacion: ['debito/notas_debito', '55 y 56 a una liquidación'],
    credito_liquidacion: ['debito/notas_credito', '60 y 61 a una liquidación'],
    credito: ['debito/notas_credito', '60 y 61'],
    credito_activo: ['debito/notas_credito_activo_fijo', '60 y 61 de activo fijo'],
    credito_exento: ['debito/exentas', '60 y 61 que sólo llevan exento'],
    credito_exento_activo: ['debito/exentas_activo_fijo', '60 y 61 exentas de activo fijo'],
    credito_compra_total: ['debito/facturas_compra_recibidas', '60 y 61 a una 46, retención total'],
    credito_compra_parcial: ['debito/notas_credito', '60 y 61 a una 46, retención parcial'],
    otra: [null, 'todos los demás tipos'],
  },
  compra: {
    giro: ['credito/del_giro', '29, 30 y 33'],
    supermercado: ['credito/supermercados', '29, 30 y 33 de supermercados'],
    inmueble: ['credito/inmuebles', '29, 30 y 33 de bienes raíces'],
    propia: ['credito/facturas_compra', '45 y 46 propias'],
    exenta: ['credito/exentas', '32 y 34'],
    importacion: ['credito/importaciones', '914'],
    liquidacion: [null, '40, 43 y 103 recibidas: el mandante'],
    nota_liquidacion: [null, '55, 56, 60 y 61 a una liquidación recibida'],
    debito: ['credito/notas_debito', '55 y 56, también propias a una 46'],
    debito_exento: ['credito/exentas', '55 y 56 que sólo llevan exento'],
    credito: ['credito/notas_credito', '60 y 61, también propias a una 46'],
    credito_exento: ['credito/exentas', '60 y 61 que sólo llevan exento'],
    otra: [null, 'todos los demás tipos'],
  },
} as const satisfies Readonly<Record<Lado, Readonly<Record<string, Lugar>>>>

export type Clase<L extends Lado = Lado> = L extends Lado ? keyof (typeof CLASES)[L] & string : never

export const lineaOf = (lado: Lado, clase: Clase): ClaveLinea | null =>
  (CLASES[lado] as Readonly<Record<string, Lugar>>)[clase]![0]

const byType = <C extends string>(rows: readonly (readonly [C, ...number[]])[]): ReadonlyMap<number, C> =>
  new Map(rows.flatMap(([clase, ...tipos]) => tipos.map((tipo) => [tipo, clase] as const)))

const VENTAS = byType([
  ['factura', 30, 33],
  ['inicio', 29],
  ['exenta', 32, 34, 38, 41],
  ['boleta', 35, 39],
  ['pago', 48],
  ['exportacion', 101, 110],
  ['exportacion_debito', 104, 111],
  ['exportacion_credito', 106, 112],
  ['liquidacion', 40, 43, 103],
  ['compra', 45, 46],
  ['debito', 55, 56],
  ['credito', 60, 61],
])
const COMPRAS = byType([
  ['giro', 29, 30, 33],
  ['exenta', 32, 34],
  ['propia', 45, 46],
  ['liquidacion', 40, 43, 103],
  ['debito', 55, 56],
  ['credito', 60, 61],
  ['importacion', 914],
])

/** The mandante's own note of a liquidación is on paper: electronic ones stand in the sales of who issued them. */
const ELECTRONICA = 43

interface Rasgos {
  lado: Lado
  tipoDte: number
  tipoTransaccion: string | null
  /** It has an exempt amount and nothing else. */
  soloExento: boolean
  /**
   * Whether the VAT of a 46, or of a note over one, was withheld, whole or not; null of any other document.
   */
  retencion: 'total' | 'parcial' | null
  /** The liquidación's issuer is the other party. */
  emisorAjeno: boolean
  /** It is a note over a liquidación. */
  sobreLiquidacion: boolean
}

function claseVenta(r: Rasgos): Clase<'venta'> {
  const clase = VENTAS.get(r.tipoDte)
  const kind = tipoTransaccionOf('venta', r.tipoTransaccion)
  const activo = kind === 2
  if (clase === 'debito' || clase === 'credito') {
    if (r.retencion) return `${clase}_compra_${r.retencion}`
    if (r.sobreLiquidacion) return `${clase}_liquidacion`
    if (r.soloExento) return activo ? `${clase}_exento_activo` : `${clase}_exento`
    return activo ? `${clase}_activo` : clase
  }
  if (clase === 'compra') return `compra_${r.retencion ?? 'total'}`
  if (clase === 'factura') return activo ? 'activo' : kind === 3 ? 'inmueble' : 'factura'
  if (clase === 'exenta') return activo ? 'exenta_activo' : 'exenta'
  if (clase === 'liquidacion' && r.emisorAjeno && r.tipoDte !== ELECTRONICA) return 'liquidacion_recibida'
  return clase ?? 'otra'
}

function claseCompra(r: Rasgos): Clase<'compra'> {
  const clase = COMPRAS.get(r.tipoDte)
  if (clase === 'giro') {
    const kind = tipoTransaccionOf('compra', r.tipoTransaccion)
    return kind === 2 ? 'supermercado' : kind === 3 ? 'inmueble' : 'giro'
  }
  if ((clase === 'debito' || clase === 'credito') && r.sobreLiquidacion) return 'nota_liquidacion'
  if ((clase === 'debito' || clase === 'credito') && r.soloExento) return `${clase}_exento`
  return clase ?? 'otra'
}

/** Classes in which the kind of sale or purchase counts, as they are where it says nothing. */
const SEGUN_TIPO: Readonly<Record<Lado, ReadonlySet<Clase>>> = {
  venta: new Set<Clase>(['factura', 'exenta', 'debito', 'debito_exento', 'credito', 'credito_exento']),
  compra: new Set<Clase>(['giro', 'propia', 'importacion', 'debito', 'credito']),
}

/** Whether a document was taken as of the business because no list has its kind. */
export const isSinTipo = (lado: Lado, clase: Clase, tipoTransaccion: string | null): boolean =>
  SEGUN_TIPO[lado].has(clase) && tipoTransaccionOf(lado, tipoTransaccion) === null

export const claseOf = (rasgos: Rasgos): Clase =>
  rasgos.lado === 'venta' ? claseVenta(rasgos) : claseCompra(rasgos)
