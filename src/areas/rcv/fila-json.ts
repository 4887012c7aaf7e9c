// A document of the register as the API shows it.

import { type Static, Type } from '@sinclair/typebox'
import { PLAZO_ACUSE_MS } from '../../domain/acuse'
import { filaDe } from '../../domain/dte/tipos'
import { ESTADOS_CONTABLES, LADOS, type OtroImpuesto } from '../../domain/rcv/columnas'
import { isSobreFacturaCompra, referenciaOf, signoOf, tipoTransaccionOf } from '../../domain/rcv/tipos'
import { DocumentoRef, Exact, Nullable, OneOf } from '../../http/envelope'
import type { Documento } from './lista'

export const LadoJson = OneOf(LADOS, { 'x-nombre': 'LadoRcv', examples: ['compra'] })
export const EstadoContableJson = OneOf(ESTADOS_CONTABLES, {
  'x-nombre': 'EstadoContable',
  examples: ['REGISTRO'],
})
export const ORIGENES = { csv: 'de un archivo del sitio del SII', sii: 'traído del SII' } as const

const pesos = Type.Integer()
const opcional = (description: string) => Type.Optional(Type.Integer({ description }))
const instante = (description: string) =>
  Nullable(Type.String({ description, examples: ['2026-11-13T15:20:11Z'] }))

export const Fila = Exact({
  id: Type.String(),
  tipo: LadoJson,
  periodo: Type.String(),
  estado_contable: EstadoContableJson,
  tipo_dte: Type.Integer({
    description: 'También de papel: el registro tiene más tipos que los que se emiten.',
  }),
  folio: Type.Integer(),
  signo: Type.Integer({ description: '-1 en notas de crédito: los montos van sin signo.', examples: [1] }),
  rut_contraparte: Type.String({ examples: ['90000012-K'] }),
  razon_social: Nullable(Type.String()),
  fecha_emision: Type.String(),
  fecha_recepcion: instante('En el SII.'),
  fecha_acuse: instante('Acuse de recibo, dado o presunto.'),
  fecha_reclamo: instante('Reclamo de quien lo recibió.'),
  monto_exento: pesos,
  monto_neto: pesos,
  monto_iva: Type.Integer({ description: 'En compras, el recuperable.' }),
  monto_total: pesos,
  iva_no_recuperable: pesos,
  codigo_iva_no_rec: Nullable(Type.Integer()),
  iva_uso_comun: pesos,
  activo_fijo: Exact({ neto: pesos, iva: pesos }),
  impuesto_sin_credito: pesos,
  iva_retenido_total: pesos,
  iva_retenido_parcial: pesos,
  iva_no_retenido: pesos,
  otros_impuestos: Type.Array(
    Exact({
      codigo: Nullable(Type.Integer({ examples: [27] })),
      valor: Nullable(Type.Integer({ examples: [10_000] })),
      tasa: Nullable(Type.Number({ description: 'En por ciento, hasta cuatro decimales.', examples: [10] })),
    }),
  ),
  tipo_compra: Nullable(
    Type.Integer({
      description: 'De la compra, de 1 a 7; null en ventas y en palabras nuevas.',
      examples: [1],
    }),
  ),
  tipo_compra_glosa: Nullable(Type.String({ examples: ['Del Giro'] })),
  nota_sobre_factura_compra: Type.Boolean(),
  referencia: Nullable(
    Exact(
      {
        tipo_documento: Type.String({ examples: ['33'] }),
        folios: Type.Array(Type.String({ examples: ['1042'] })),
      },
      {
        description:
          'Lo que el registro dice de las referencias: un solo tipo. El archivo de compras no las trae.',
      },
    ),
  ),
  saldo: Type.Integer({
    description:
      'Lo que sus notas dejan del total, de crédito y de débito, del registro y de aquí; de uno emitido aquí, el de su documento. De una nota de crédito, lo que falta vincular.',
  }),
  vence_el: instante('Hasta cuándo se puede reclamar; null si ya se decidió o no corre plazo.'),
  recibido_id: Nullable(Type.String({ description: 'Su XML, si se recibió: `/v1/recibidos/{id}`.' })),
  emitido: Nullable(DocumentoRef),
  origen: OneOf(ORIGENES),
  visto_en: Type.String({ description: 'Cuándo se leyó por última vez.' }),
  ausente_desde: Nullable(Type.String({ description: 'Desde cuándo el registro ya no lo trae.' })),
  tipo_venta: opcional(
    'De la venta: 1 del giro, 2 activo fijo, 3 bienes raíces, 4 vale de máquina registradora.',
  ),
  tipo_venta_glosa: Type.Optional(Type.String()),
  tabacos: Type.Optional(Exact({ puros: pesos, cigarrillos: pesos, elaborados: pesos })),
  liquidacion: Type.Optional(
    Exact({
      rut_emisor: Nullable(Type.String()),
      comision_neto: pesos,
      comision_exento: pesos,
      comision_iva: pesos,
    }),
  ),
  extranjero: Type.Optional(
    Exact({ num_id: Nullable(Type.String()), nacionalidad: Nullable(Type.String()) }),
  ),
  credito_empresa_constructora: opcional('Crédito de empresas constructoras.'),
  garantia_envases: opcional('Garantía por depósito de envases.'),
  monto_no_facturable: opcional('Monto no facturable.'),
  monto_periodo: opcional('Total del período.'),
  numero_interno: Type.Optional(Type.String()),
  sucursal: Type.Optional(Type.String()),
  iva_propio: opcional('IVA propio de una liquidación.'),
  iva_terceros: opcional('IVA de terceros de una liquidación.'),
  iva_fuera_plazo: opcional('IVA fuera de plazo.'),
  impuesto_zona_franca: opcional('Impuesto de zona franca, ley 18.211.'),
  ind_sin_costo: Type.Optional(Type.String({ description: 'Indicador de venta sin costo.' })),
  ind_servicio: Type.Optional(Type.String({ description: 'Indicador de servicio periódico.' })),
  pasajes: Type.Optional(Exact({ nacional: pesos, internacional: pesos })),
})

function venceEl(d: Documento): string | null {
  if (!filaDe(d.tipoDte)?.reclamable || !d.fechaRecepcion || d.fechaAcuse || d.fechaReclamo) return null
  if (d.lado === 'compra' && d.estadoContable !== 'PENDIENTE') return null
  return new Date(Date.parse(d.fechaRecepcion) + PLAZO_ACUSE_MS).toISOString().replace('.000Z', 'Z')
}

const impuesto = ({ codigo, valor, tasa }: OtroImpuesto) => ({
  codigo,
  valor,
  // The page's noise digits: 2.967999999.
  tasa: tasa === null ? null : Math.round(Number(tasa) * 10_000) / 10_000,
})

/** Fields that are told where they say anything. */
const SUELTOS = {
  credito_empresa_constructora: 'creditoEmpresaConstructora',
  garantia_envases: 'garantiaEnvases',
  monto_no_facturable: 'montoNoFacturable',
  monto_periodo: 'montoPeriodo',
  numero_interno: 'numeroInterno',
  sucursal: 'codigoSucursal',
  iva_propio: 'ivaPropio',
  iva_terceros: 'ivaTerceros',
  iva_fuera_plazo: 'ivaFueraPlazo',
  impuesto_zona_franca: 'impuestoZonaFranca',
  ind_sin_costo: 'indSinCosto',
  ind_servicio: 'indServicio',
} as const satisfies Partial<Record<keyof Static<typeof Fila>, keyof Documento['datos']>>

/** `saldo`: of `saldo.ts`. `emitido`, `recibidoId`: the document issued or received here that it is; `completoEn`: when its slice was last read whole. */
export function toJson(
  d: Documento,
  saldo: number,
  emitido: Static<typeof DocumentoRef> | null,
  recibidoId: string | null,
  completoEn: string | null,
): Static<typeof Fila> {
  const { datos } = d
  const number = (value: number | string | undefined): number => (typeof value === 'number' ? value : 0)
  const text = (value: number | string | undefined): string | null =>
    value === undefined ? null : String(value)
  const any = (...values: unknown[]): boolean => values.some((value) => value !== undefined && value !== 0)
  const compra = d.lado === 'compra'
  const tipo = tipoTransaccionOf(d.lado, d.tipoTransaccion)
  const seen =
    d.ausenteDesde === null && completoEn !== null && completoEn > d.vistoEn ? completoEn : d.vistoEn
  return {
    id: d.id,
    tipo: d.lado,
    periodo: d.periodo,
    estado_contable: d.estadoContable,
    tipo_dte: d.tipoDte,
    folio: d.folio,
    signo: signoOf(d.tipoDte),
    rut_contraparte: d.rut,
    razon_social: d.razonSocial,
    fecha_emision: d.fechaEmision,
    fecha_recepcion: d.fechaRecepcion,
    fecha_acuse: d.fechaAcuse,
    fecha_reclamo: d.fechaReclamo,
    monto_exento: d.montoExento ?? 0,
    monto_neto: d.montoNeto ?? 0,
    monto_iva: d.montoIva ?? 0,
    monto_total: d.montoTotal,
    iva_no_recuperable: d.ivaNoRecuperable ?? 0,
    codigo_iva_no_rec: number(datos.codigoIvaNoRec) || null,
    iva_uso_comun: d.ivaUsoComun ?? 0,
    activo_fijo: { neto: number(datos.activoFijoNeto), iva: number(datos.activoFijoIva) },
    impuesto_sin_credito: number(datos.impuestoSinCredito),
    iva_retenido_total: number(datos.ivaRetenidoTotal),
    iva_retenido_parcial: number(datos.ivaRetenidoParcial),
    iva_no_retenido: number(datos.ivaNoRetenido),
    otros_impuestos: (datos.otrosImpuestos ?? []).map(impuesto),
    tipo_compra: compra ? tipo : null,
    tipo_compra_glosa: compra ? d.tipoTransaccion : null,
    nota_sobre_factura_compra: isSobreFacturaCompra(datos),
    referencia: referenciaOf(datos),
    saldo,
    vence_el: venceEl(d),
    recibido_id: recibidoId,
    emitido,
    origen: d.origen,
    visto_en: seen,
    ausente_desde: d.ausenteDesde,
    ...(!compra && tipo !== null && { tipo_venta: tipo }),
    ...(!compra && d.tipoTransaccion !== null && { tipo_venta_glosa: d.tipoTransaccion }),
    ...(any(datos.tabacosPuros, datos.tabacosCigarrillos, datos.tabacosElaborados) && {
      tabacos: {
        puros: number(datos.tabacosPuros),
        cigarrillos: number(datos.tabacosCigarrillos),
        elaborados: number(datos.tabacosElaborados),
      },
    }),
    ...(any(datos.liquidacionRut, datos.liquidacionNeto, datos.liquidacionExento, datos.liquidacionIva) && {
      liquidacion: {
        rut_emisor: text(datos.liquidacionRut),
        comision_neto: number(datos.liquidacionNeto),
        comision_exento: number(datos.liquidacionExento),
        comision_iva: number(datos.liquidacionIva),
      },
    }),
    ...(any(datos.extranjeroNumId, datos.extranjeroNacionalidad) && {
      extranjero: { num_id: text(datos.extranjeroNumId), nacionalidad: text(datos.extranjeroNacionalidad) },
    }),
    ...(any(datos.pasajesNacional, datos.pasajesInternacional) && {
      pasajes: { nacional: number(datos.pasajesNacional), internacional: number(datos.pasajesInternacional) },
    }),
    ...Object.fromEntries(
      Object.entries(SUELTOS)
        .map(([name, campo]) => [name, datos[campo]] as const)
        .filter(([, value]) => any(value)),
    ),
  }
}
