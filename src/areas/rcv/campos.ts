// A document of the register as a row of ours and back, and what differs between two readings of it, by the names of the API.

import type { CampoDatos, Datos, DocumentoRcv, EstadoContable } from '../../domain/rcv/columnas'
import { foldText } from '../../domain/texto'
import type { CampoCambiado, OrigenRcv } from '../../store/tables/rcv'
import { COLUMNAS_DOCUMENTO, type DocumentoEscrito, type DocumentoRow, type Dueno } from './statements'

/** The name that the API gives each field kept in `datos`; what stands in a block of its own has the block's name first. */
export const NOMBRES: Readonly<Record<CampoDatos | 'otrosImpuestos', string>> = {
  codigoIvaNoRec: 'codigo_iva_no_rec',
  activoFijoNeto: 'activo_fijo.neto',
  activoFijoIva: 'activo_fijo.iva',
  impuestoSinCredito: 'impuesto_sin_credito',
  ivaNoRetenido: 'iva_no_retenido',
  tabacosPuros: 'tabacos.puros',
  tabacosCigarrillos: 'tabacos.cigarrillos',
  tabacosElaborados: 'tabacos.elaborados',
  notaSobreFacturaCompra: 'nota_sobre_factura_compra',
  ivaRetenidoTotal: 'iva_retenido_total',
  ivaRetenidoParcial: 'iva_retenido_parcial',
  ivaPropio: 'iva_propio',
  ivaTerceros: 'iva_terceros',
  liquidacionRut: 'liquidacion.rut_emisor',
  liquidacionNeto: 'liquidacion.comision_neto',
  liquidacionExento: 'liquidacion.comision_exento',
  liquidacionIva: 'liquidacion.comision_iva',
  ivaFueraPlazo: 'iva_fuera_plazo',
  referenciaTipo: 'referencia.tipo_documento',
  referenciaFolio: 'referencia.folio',
  extranjeroNumId: 'extranjero.num_id',
  extranjeroNacionalidad: 'extranjero.nacionalidad',
  creditoEmpresaConstructora: 'credito_empresa_constructora',
  impuestoZonaFranca: 'impuesto_zona_franca',
  garantiaEnvases: 'garantia_envases',
  indSinCosto: 'ind_sin_costo',
  indServicio: 'ind_servicio',
  montoNoFacturable: 'monto_no_facturable',
  montoPeriodo: 'monto_periodo',
  pasajesNacional: 'pasajes.nacional',
  pasajesInternacional: 'pasajes.internacional',
  numeroInterno: 'numero_interno',
  codigoSucursal: 'sucursal',
  otrosImpuestos: 'otros_impuestos',
}

/** Where and when a document was seen. */
export interface Lugar extends Dueno {
  lado: DocumentoRow['lado']
  periodo: string
  estado_contable: EstadoContable
  orden: number
  nro: number | null
  origen: OrigenRcv
  visto_en: string
}

/** The row of a document that was read. */
export const toRow = (id: string, d: DocumentoRcv, lugar: Lugar): DocumentoEscrito => ({
  ...lugar,
  id,
  rut: d.rut,
  tipo_dte: d.tipoDte,
  folio: d.folio,
  tipo_transaccion: d.tipoTransaccion,
  razon_social: d.razonSocial,
  fecha_emision: d.fechaEmision,
  fecha_recepcion: d.fechaRecepcion,
  fecha_acuse: d.fechaAcuse,
  fecha_reclamo: d.fechaReclamo,
  monto_exento: d.montoExento,
  monto_neto: d.montoNeto,
  monto_iva: d.montoIva,
  iva_no_recuperable: d.ivaNoRecuperable,
  iva_uso_comun: d.ivaUsoComun,
  monto_total: d.montoTotal,
  datos: JSON.stringify(d.datos),
  crudo: d.crudo,
  busqueda: foldText(d.razonSocial ?? ''),
  ausente_desde: null,
})

type Valor = string | number | null

const text = (value: unknown): Valor =>
  value === undefined || value === null
    ? null
    : typeof value === 'object'
      ? JSON.stringify(value)
      : (value as Valor)

/** The changes of a reading; an empty list when nothing differs. */
export function differences(before: DocumentoRow, after: DocumentoEscrito): CampoCambiado[] {
  const found: CampoCambiado[] = []
  const differ = (campo: string, antes: Valor, despues: Valor): void => {
    if (antes !== despues) found.push({ campo, antes, despues })
  }
  for (const column of COLUMNAS_DOCUMENTO) {
    const glosa = after.lado === 'compra' ? 'tipo_compra_glosa' : 'tipo_venta_glosa'
    differ(column === 'tipo_transaccion' ? glosa : column, before[column], after[column])
  }
  if (before.datos === after.datos) return found
  const [antes, despues] = [JSON.parse(before.datos) as Datos, JSON.parse(after.datos) as Datos]
  for (const campo of Object.keys(NOMBRES) as (keyof typeof NOMBRES)[])
    differ(NOMBRES[campo], text(antes[campo]), text(despues[campo]))
  return found
}

/** A field that one source lacks keeps its known value. */
export function complete(
  documento: DocumentoRcv,
  before: DocumentoRow | undefined,
  fromFile: boolean,
): DocumentoRcv {
  if (!before) return documento
  const old = JSON.parse(before.datos) as Datos
  const datos: Datos = { ...documento.datos }
  const sum = (list: Datos['otrosImpuestos']): number =>
    (list ?? []).reduce((so, { valor }) => so + (valor ?? 0), 0)
  // The details have one sum of other taxes, the files each of them.
  if (!fromFile && old.otrosImpuestos && sum(old.otrosImpuestos) === sum(datos.otrosImpuestos))
    datos.otrosImpuestos = old.otrosImpuestos
  // The files of purchases have no references.
  if (fromFile && before.lado === 'compra') {
    if (old.referenciaTipo !== undefined) datos.referenciaTipo = old.referenciaTipo
    if (old.referenciaFolio !== undefined) datos.referenciaFolio = old.referenciaFolio
  }
  return { ...documento, datos }
}
