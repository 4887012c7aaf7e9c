// The values of an emission request, read one by one (http §1–4); leer.ts reads it, reglas.ts holds its
// values against each other.

import type { Ambiente } from '../../ambiente'
import type {
  Aduana,
  ChoferParcial,
  Comision,
  Decimal,
  DscRcgGlobal,
  Emisor,
  Georeferencia,
  Impresion,
  LineaDetalle,
  Madera,
  Receptor,
  Referencia,
  Subtotal,
  Transporte,
} from '../dte'
import type { TipoDte } from '../tipos'

/** A client's request to issue: values checked one by one, not yet against each other. */
export interface Solicitud {
  tipoDte: TipoDte
  fechaEmision?: string
  fechaVencimiento?: string
  formaPago?: 1 | 2 | 3
  precioIncluyeIva?: boolean
  receptor?: Receptor
  detalle?: LineaDetalle[]
  dscRcgGlobal?: DscRcgGlobal[]
  referencias?: Referencia[]
  pagos?: { fecha: string; monto: Decimal; glosa?: string }[]
  indServicio?: number
  periodoDesde?: string
  periodoHasta?: string
  saldoAnterior?: Decimal
  impuestos?: { codigo: string; monto: Decimal; tasa?: Decimal }[]
  tasaCreditoEmpresaConstructora?: Decimal
  sinDerechoRebaja?: boolean
  tipoTransaccionVenta?: number
  tipoTransaccionCompra?: number
  medioPago?: string | number
  cuentaPago?: { tipo?: string; numero?: string; banco?: string }
  terminoPago?: { codigo?: string; glosa?: string; dias?: number }
  vendedor?: string
  /** Till of a boleta. */
  caja?: string
  rutMandante?: string
  rutSolicita?: string
  /** The part of the IVA that is a third party's. */
  ivaTerceros?: Decimal
  /** The currency, by the SII's word, in which a national document tells its equivalents. */
  otraMoneda?: { moneda: string; tipoCambio: Decimal }
  subtotales?: SubtotalPedido[]
  exportacion?: SolicitudExportacion
  traslado?: SolicitudTraslado
  liquidacion?: SolicitudLiquidacion
  compra?: SolicitudCompra
  georeferencia?: Georeferencia
  madera?: Madera
  impresion?: Pick<Impresion, 'datos' | 'notas' | 'leyenda'>
  observaciones?: string
  referenciaExterna?: string
  /** Covers guides that an invoice covers already. */
  forzarGuia?: boolean
  /** The rejected document in whose place this one is issued. */
  reemplaza?: Reemplazado
  /** Even beside another that was issued in its place. */
  forzarReemplazo?: boolean
  programarPara?: Date
  ambiente?: Ambiente
}

/** A document of the company by its folio. */
export interface Reemplazado {
  tipoDte: number
  folio: number
}

/** Currency, rate and customs data of an export, or of a guide that moves goods to one. */
export interface SolicitudExportacion {
  /** The SII's word, whichever of its names the client used. */
  moneda?: string
  tipoCambio?: Decimal
  totBultos?: number
  codPaisRecep?: number
  formaPagoExp?: number
  indServicio?: number
  fechaCancelacion?: string
  aduana?: Aduana
}

/** Transfer and transport of a guide, or transport of another document that travels with goods. */
export interface SolicitudTraslado
  extends Omit<Transporte, 'aduana' | 'chofer' | 'choferParcial' | 'declaracion'> {
  chofer?: ChoferParcial
  indTraslado?: number
  tipoDespacho?: 1 | 2 | 3
  guiaExportacion?: NonNullable<Emisor['guiaExportacion']>
}

/** The purchase as the issuing buyer describes it. */
export interface SolicitudCompra {
  /** `TpoTranCompra`. */
  tipoTransaccion?: number
  /** Stands for `impuesto_adicional` on every affected line. */
  retencion?: { codigo: string; tasa?: string }
  comisiones?: ComisionPedida[]
}

/** A subtotal as asked: numbered, and placed, later. */
export type SubtotalPedido = Omit<Subtotal, 'linea' | 'orden'> & { orden?: number }

/** A commission as asked: numbered, and with its IVA, later. */
export type ComisionPedida = Partial<Omit<Comision, 'linea'>> & { glosa: string }

/** The charges of the agent. */
export interface SolicitudLiquidacion {
  comisiones?: ComisionPedida[]
}
