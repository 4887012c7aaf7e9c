// The meanings of a document's codes, by the SII's tag of their field (domain/dte §2.2, §6.3, §7.1).

import filas from './datos/impuestos-adicionales.json'
import trasladoFilas from './datos/ind-traslado.json'
import { TIPOS } from './tipos'

type Tabla = Readonly<Record<string, string>>

const impuestos: Tabla = Object.fromEntries(
  filas.flatMap(({ codigo, nombre, codigoRetencionTotal }) => [
    ...(nombre ? [[String(codigo), nombre]] : []),
    ...(codigoRetencionTotal ? [[String(codigoRetencionTotal), `${nombre}, retención total`]] : []),
  ]),
)

const PORCENTAJE_O_PESOS = { '%': 'porcentaje', $: 'pesos' }

const TABLAS: Readonly<Record<string, Tabla>> = {
  TipoDTE: Object.fromEntries(TIPOS.map(({ codigo, nombre }) => [codigo, nombre])),
  IndTraslado: Object.fromEntries(trasladoFilas.map(({ codigo, glosa }) => [codigo, glosa])),
  CodImpAdic: impuestos,
  TipoImp: impuestos,
  TipoImpOtrMnda: impuestos,
  FmaPago: { 1: 'contado', 2: 'crédito', 3: 'sin costo' },
  TipoDespacho: {
    1: 'por cuenta del receptor',
    2: 'por cuenta del emisor, a instalaciones del cliente',
    3: 'por cuenta del emisor, a otras instalaciones',
  },
  IndServicio: {
    1: 'servicios periódicos domiciliarios; en boletas (39, 41), servicios periódicos',
    2: 'otros servicios periódicos; en boletas, servicios periódicos domiciliarios',
    3: 'servicios; en boletas, ventas y servicios; en exportaciones (110-112), servicios calificados por Aduana',
    4: 'en boletas, espectáculo por cuenta de terceros; en exportaciones, hotelería',
    5: 'en exportaciones, transporte terrestre internacional',
    6: 'en exportaciones, servicios prestados y utilizados íntegramente en el extranjero',
  },
  IndExe: {
    1: 'no afecto o exento de IVA',
    2: 'no facturable',
    3: 'garantía de depósito por envases',
    4: 'ítem que no es venta',
    5: 'ítem a rebajar de una guía anterior',
    6: 'no facturable negativo',
  },
  IndExeDR: { 1: 'sobre lo exento', 2: 'sobre lo no facturable' },
  MedioPago: {
    CH: 'cheque',
    CF: 'cheque a fecha',
    LT: 'letra',
    EF: 'efectivo',
    PE: 'pago a cuenta corriente',
    TC: 'tarjeta de crédito o débito',
    OT: 'otro',
    1: 'efectivo',
    2: 'pago electrónico',
    3: 'transferencia electrónica',
    4: 'cheque',
    5: 'otro',
  },
  TpoCtaPago: { CORRIENTE: 'cuenta corriente', AHORRO: 'cuenta de ahorro', VISTA: 'cuenta vista' },
  TpoTranCompra: {
    1: 'compras del giro',
    2: 'supermercados o similares',
    3: 'bien raíz',
    4: 'activo fijo',
    5: 'IVA de uso común',
    6: 'sin derecho a crédito',
    7: 'no corresponde incluir',
  },
  TpoTranVenta: {
    1: 'ventas del giro',
    2: 'activo fijo',
    3: 'bien raíz',
    4: 'nota de crédito por vale de máquina registradora',
  },
  CdgTraslado: {
    1: 'exportador',
    2: 'agente de aduana',
    3: 'vendedor',
    4: 'contribuyente autorizado por el SII',
  },
  CodRef: { 1: 'anula', 2: 'corrige texto', 3: 'corrige montos' },
  TpoMov: { D: 'descuento', R: 'recargo' },
  TpoValor: PORCENTAJE_O_PESOS,
  TipoDscto: PORCENTAJE_O_PESOS,
  TipoRecargo: PORCENTAJE_O_PESOS,
  TipoMovim: { C: 'comisión', O: 'otro cargo' },
  TpoImpresion: { N: 'normal', T: 'en formato de ticket' },
  ItemEspectaculo: { 1: 'entrada de un tercero', 2: 'valor del servicio' },
  IndAgente: { R: 'agente retenedor' },
  IndGlobal: { 1: 'a todos los de ese tipo, sin nombrarlos' },
  IndNoRebaja: { 1: 'sin derecho a rebajar el débito' },
  IndMntNeto: { 2: 'los montos son netos' },
  MntBruto: { 1: 'los montos incluyen IVA' },
  TipoFactEsp: { 1: 'factura de turista' },
}

/** The meaning of each of these values of a field; undefined where none says more than itself. */
export function significadoDe(tag: string, valores: readonly string[]): Tabla | undefined {
  const tabla = TABLAS[tag]
  return tabla && Object.fromEntries(valores.map((valor) => [valor, tabla[valor] ?? 'sin uso en un DTE']))
}
