// The register's own words in plain ones.

import { type ClaveLinea, LINEAS, type Parte } from '../../domain/rcv/f29-lineas'
import { signoOf } from '../../domain/rcv/tipos'
import type { DataOf } from '../api/client'
import { formatDate, formatInstant, formatPeriod, formatPesos, formatRut } from '../ui/format'
import type { Word } from '../ui/status'
import { shortName } from '../ui/tipo'

export type Sincronizacion = DataOf<'GET /v1/rcv'>[number]
export type Tramo = Sincronizacion['tramos'][number]
export type Mes = DataOf<'GET /v1/rcv/:periodo'>
export type Registrado = Mes['documentos'][number]
export type EstadoContable = Registrado['estado_contable']
export type Lado = Registrado['tipo']

export const ESTADO_PERIODO: Readonly<Record<Sincronizacion['estado'], Word>> = {
  nunca: ['○', 'Sin leer', 'neutro'],
  sincronizando: ['◐', 'Leyéndose', 'espera'],
  sincronizado: ['✓', 'Completo', 'bien'],
  parcial: ['!', 'Incompleto', 'aviso'],
  fallido: ['✕', 'Falló la lectura', 'mal'],
}

export const ESTADO: Readonly<Record<EstadoContable, Word>> = {
  REGISTRO: ['✓', 'Registro', 'bien'],
  PENDIENTE: ['◐', 'Pendiente', 'espera'],
  NO_INCLUIR: ['–', 'No incluir', 'neutro'],
  RECLAMADO: ['✕', 'Reclamado', 'mal'],
}

/** The five files of a month, in the order of the SII's page. */
export const TRAMOS: readonly { lado: Lado; estado: EstadoContable; nombre: string; que: string }[] = [
  { lado: 'venta', estado: 'REGISTRO', nombre: 'Ventas', que: 'lo que la empresa vendió' },
  { lado: 'compra', estado: 'REGISTRO', nombre: 'Compras: registro', que: 'lo que se declara' },
  {
    lado: 'compra',
    estado: 'PENDIENTE',
    nombre: 'Compras: pendientes',
    que: 'nadie las ha aceptado ni reclamado',
  },
  { lado: 'compra', estado: 'NO_INCLUIR', nombre: 'Compras: no incluir', que: 'ajenas al giro, sin crédito' },
  { lado: 'compra', estado: 'RECLAMADO', nombre: 'Compras: reclamadas', que: 'no se pueden declarar' },
]

export const nameOfTramo = (lado: Lado, estado: EstadoContable): string =>
  TRAMOS.find((one) => one.lado === lado && one.estado === estado)?.nombre ?? `${lado} ${estado}`

/** The sum of the slices, credit notes taken away. */
export function totalOf({ resumen }: Pick<Mes, 'resumen'>, lado: Lado, estado: EstadoContable): number {
  return resumen
    .filter((one) => one.tipo === lado && one.estado_contable === estado)
    .reduce((sum, one) => sum + signoOf(one.tipo_dte) * one.monto_total, 0)
}

export interface Llave {
  rut: string
  tipo_dte: number
  folio: number
}

export const nameOf = ({ tipo_dte, folio }: Omit<Llave, 'rut'>): string =>
  `${shortName(tipo_dte)} N° ${folio}`

/** A row of the monthly return, in the words of its line. */
export const nameOfConcepto = (parte: Parte, concepto: string): string =>
  `${parte}/${concepto}` in LINEAS ? LINEAS[`${parte}/${concepto}` as ClaveLinea].nombre : concepto

type Cuadro = DataOf<'GET /v1/rcv/:periodo/cuadratura'>
export type Causa = Cuadro['causas'][number]
type Clase = Causa['clase']
/** As it stands in the address. */
export const causaOf = ({ lado, clase }: Pick<Causa, 'lado' | 'clase'>): string => `${lado}.${clase}`

export const CLASE: Readonly<Record<Clase, Word>> = {
  emitidos_sin_registro: ['!', 'Emitido aquí, no está en el registro', 'aviso'],
  registro_sin_emitir: ['!', 'En el registro, no se emitió aquí', 'aviso'],
  distinto_monto: ['✕', 'Montos distintos', 'mal'],
  rechazados_registrados: ['✕', 'Rechazado, y está en el registro', 'mal'],
  registro_sin_xml: ['○', 'Sin su XML aquí', 'neutro'],
  xml_sin_registro: ['!', 'Su XML está aquí, no en el registro', 'aviso'],
  xml_sin_validez: ['✕', 'Su XML no vale', 'mal'],
}

export const REMEDIO: Readonly<Record<Clase, string>> = {
  emitidos_sin_registro:
    'El registro tarda en tomar lo emitido. Traiga el mes otra vez; si siguen ahí, pregunte al SII por uno desde su página.',
  registro_sin_emitir:
    'Se emitieron en otro programa o en el sitio del SII. Si nadie de la empresa los emitió, es un fraude: avise al SII.',
  distinto_monto: 'Abra cada uno y compárelo con lo que el SII muestra: uno de los dos no es el documento.',
  rechazados_registrados:
    'El SII los rechazó y los cuenta igual: se declaran mientras estén ahí. Traiga el mes otra vez antes de declarar.',
  registro_sin_xml: 'Pida el XML a quien lo emitió, o cárguelo si ya lo tiene: la ley obliga a guardarlo.',
  xml_sin_registro:
    'El SII aún no los tiene en este libro, o los tiene en otro mes que no se ha leído: sin eso no dan crédito.',
  xml_sin_validez: 'La firma o el timbre del archivo no corresponden: pida al proveedor el que envió al SII.',
}

/** The documents answered from here that still wait in the register. */
export const answeredWords = (n: number): string =>
  `${n === 1 ? '1 respondida' : `${n} respondidas`} aquí desde esa lectura: traiga el mes otra vez`

export const CAMBIO: Readonly<Record<DataOf<'GET /v1/rcv/:periodo/cambios'>[number]['cambio'], Word>> = {
  nuevo: ['+', 'Nuevo', 'bien'],
  modificado: ['~', 'Cambió', 'aviso'],
  ausente: ['–', 'Ya no está', 'mal'],
  reaparecido: ['+', 'Está otra vez', 'bien'],
}

/** A value of a change as people write it: amounts as pesos, days and instants of Chile, states by their words. */
export function showValue(campo: string, value: string | number | null): string {
  if (value === null || value === '') return 'nada'
  if (typeof value === 'number')
    return /monto|iva|neto|exento/.test(campo) ? formatPesos(value) : String(value)
  if (campo === 'rut') return formatRut(value)
  if (campo === 'periodo') return formatPeriod(value)
  if (campo === 'estado_contable') return ESTADO[value as EstadoContable]?.[1] ?? value
  if (/^\d{4}-\d\d-\d\dT.*Z$/.test(value)) return formatInstant(value)
  return /^\d{4}-\d\d-\d\d$/.test(value) ? formatDate(value) : value
}

const CAMPOS: Readonly<Record<string, string>> = {
  periodo: 'mes',
  estado_contable: 'estado',
  tipo_transaccion: 'tipo de compra o venta',
  razon_social: 'razón social',
  fecha_emision: 'fecha de emisión',
  fecha_recepcion: 'recibido en el SII',
  fecha_acuse: 'acuse de recibo',
  fecha_reclamo: 'reclamo',
  monto_exento: 'exento',
  monto_neto: 'neto',
  monto_iva: 'IVA',
  monto_total: 'total',
  iva_no_recuperable: 'IVA no recuperable',
  iva_uso_comun: 'IVA de uso común',
}

/** `monto_total` → `total`; what is seldom seen by the API's words. */
export const nameOfField = (campo: string): string =>
  CAMPOS[campo] ?? campo.replace(/[._]/g, ' ').replace(/\biva\b/g, 'IVA')

/** Documents that the SII tells as a sum alone, and that the total has besides those of the list. */
export const summedOf = ({ resumen }: Pick<Mes, 'resumen'>, lado: Lado, estado: EstadoContable): number =>
  resumen
    .filter((one) => one.tipo === lado && one.estado_contable === estado && one.detalle === 'resumen')
    .reduce((sum, { documentos }) => sum + documentos, 0)

type Boletas = DataOf<'GET /v1/rcv/:periodo/cuadratura'>['boletas'][number]

/** Whether the SII has other boletas than were issued here; unknown is no difference. */
export const isOther = ({ documentos_timbre, documentos_sii, total_timbre, total_sii }: Boletas): boolean =>
  (documentos_sii !== null && documentos_sii !== documentos_timbre) ||
  (total_sii !== null && total_sii !== total_timbre)
