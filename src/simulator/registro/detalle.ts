// A row of the register as the facade tells it, with the oddities of the live one (simulator §12.3).

import { chileTimestamp } from '../../domain/fecha'
import { type DatosRegistro, TASA_IVA } from './datos'
import type { Vista } from './statements'

const TIPOS_COMPRA = [
  'Del Giro',
  'Supermercados',
  'Bienes Raíces',
  'Activo Fijo',
  'IVA Uso Común',
  'IVA no Recuperable',
  'No Corresp. Incluir',
]
const TIPOS_VENTA = ['Del Giro', 'Activo Fijo', 'Bienes Raíces']

export const tipoNombre = ({ operacion, tipo }: Pick<Vista, 'operacion' | 'tipo'>): string =>
  (operacion === 'VENTA' ? TIPOS_VENTA : TIPOS_COMPRA)[tipo - 1]!

/** `DD/MM/YYYY`. */
export const day = (date: string): string => `${date.slice(8, 10)}/${date.slice(5, 7)}/${date.slice(0, 4)}`

/** `DD/MM/YYYY HH:MM:SS` in Chile. */
export function instante(at: number): string {
  const local = chileTimestamp(new Date(at))
  return `${day(local)} ${local.slice(11)}`
}

/** Names come as their owners typed them, blanks and all. */
export const nameOf = ({ id, razonSocial }: Vista): string =>
  id % 5 === 0 ? `${razonSocial} ` : id % 7 === 0 ? ` ${razonSocial}` : razonSocial

/** Fixed assets, of a purchase that was classed so. */
export const activoFijo = ({ operacion, tipo, montoNeto, montoIva }: Vista): { neto: number; iva: number } =>
  operacion === 'COMPRA' && tipo === 4 ? { neto: montoNeto, iva: montoIva } : { neto: 0, iva: 0 }

export const foliosReferidos = (
  { id }: Vista,
  { folios }: NonNullable<DatosRegistro['referencia']>,
): string => (id % 3 === 0 ? `${folios} ` : folios)

/** The receiver's act, in the letters of the page: only `P` and `A` were seen live. */
function eventoOf({ pagado, acuseAt, reclamoAt }: Vista): { codigo: string; texto: string } | null {
  if (reclamoAt !== null) return { codigo: 'R', texto: 'Documento reclamado' }
  if (pagado) return { codigo: 'P', texto: 'Documento pagado al contado' }
  return acuseAt === null ? null : { codigo: 'A', texto: 'Acuse de recibo' }
}

/** Every property that the page's class has, null where it does not apply. */
export function detailOf(vista: Vista, periodo: number): Record<string, unknown> {
  const datos = JSON.parse(vista.datos) as DatosRegistro
  const { id, operacion, contraparte } = vista
  const compra = operacion === 'COMPRA'
  const [rut, dv] = contraparte.split('-') as [string, string]
  const { referencia, comision } = datos
  const folios = referencia ? foliosReferidos(vista, referencia) : null
  const evento = eventoOf(vista)
  const activo = activoFijo(vista)
  const tasa = datos.tasaIva ?? (vista.montoIva ? String(TASA_IVA) : null)
  const venta = <T>(value: T): T | null => (compra ? null : value)
  return {
    detCodigo: id,
    dhdrCodigo: 7_000_000_000 + vista.documentoId,
    dcvCodigo: periodo * 10 + (compra ? 1 : 2),
    dcvEstadoContab: null,
    detTipoDoc: compra ? null : vista.tipoDte,
    detRutDoc: Number(rut),
    detDvDoc: dv,
    detRznSoc: nameOf(vista),
    detNroDoc: vista.folio,
    detFchDoc: day(vista.fechaEmision),
    detFecRecepcion: instante(vista.recibidoAt),
    detFecAcuse: vista.acuseAt === null ? null : instante(vista.acuseAt),
    detFecReclamado: vista.reclamoAt === null ? null : instante(vista.reclamoAt),
    detMntExe: vista.montoExento,
    detMntNeto: vista.montoNeto,
    detMntIVA: vista.ivaRecuperable,
    detMntTotal: vista.montoTotal,
    detMntIVANoRec: vista.ivaNoRecuperable,
    detMntCodNoRec: vista.ivaNoRecuperable ? 9 : 0,
    detMntActFijo: activo.neto,
    detMntIVAActFijo: activo.iva,
    detIVAUsoComun: vista.ivaComun,
    detMntSinCredito: 0,
    detTasaImp: tasa !== null && id % 10 === 0 ? `${Number.parseInt(tasa, 10) - 1}.999999999` : tasa,
    detTpoImp: vista.montoIva ? 1 : 0,
    detAnulado: null,
    detIVARetTotal: datos.ivaRetTotal ?? null,
    detIVARetParcial: datos.ivaRetParcial ?? null,
    detIVANoRetenido: datos.ivaNoRetenido ?? null,
    detIVAPropio: datos.ivaPropio ?? null,
    detIVATerceros: datos.ivaTerceros ?? null,
    detLiqRutEmisor: null,
    detLiqDvEmisor: null,
    detLiqValComNeto: comision?.neto ?? null,
    detLiqValComExe: comision?.exento ?? null,
    detLiqValComIVA: comision?.iva ?? null,
    detIVAFueraPlazo: null,
    detTipoDocRef: referencia?.tipo ?? (id % 2 ? 0 : null),
    // As a number or as text, whichever it came out as; several are always text.
    detFolioDocRef: folios !== null && id % 2 && /^\d{1,15}$/.test(folios) ? Number(folios) : folios,
    detExpNumId: datos.expNumId ?? null,
    detExpNacionalidad: datos.expNacionalidad ?? null,
    detCredEc: venta(datos.credEc ?? 0),
    detLey18211: venta(0),
    detDepEnvase: venta(datos.depEnvase ?? 0),
    detIndSinCosto: venta(0),
    detIndServicio: venta(datos.indServicio ?? 0),
    detMntNoFact: venta(datos.montoNoFact ?? 0),
    detMntPeriodo: venta(datos.montoPeriodo ?? 0),
    detPsjNac: venta(0),
    detPsjInt: venta(0),
    detNumInt: null,
    detCdgSIISucur: venta(datos.sucursal ?? 0),
    detEmisorNota: datos.notaSobreCompra ? 1 : 0,
    detTabPuros: null,
    detTabCigarrillos: null,
    detTabElaborado: null,
    detImpVehiculo: null,
    detTipoTransaccion: vista.tipo,
    descTipoTransaccion: tipoNombre(vista),
    cambiarTipoTran: compra && vista.estado !== 'RECLAMADO',
    detEventoReceptor: evento?.codigo ?? null,
    detEventoReceptorLeyenda: evento?.texto ?? null,
    detPcarga: periodo,
    totalDtoiMontoImp: (datos.otros ?? []).reduce((sum, { monto }) => sum + monto, 0),
    totalDinrMontoIVANoR: vista.ivaNoRecuperable || null,
    emisorAgresivo: false,
    fechaActivacionAnotacion: null,
  }
}
