// The lines that each column of the register of sales feeds in the monthly return, by class of document
// (domain/rcv §6).

import { type Destino, EXENTO, noVa, sinLugar, va } from './f29-destino'

const FACTURAS = ['factura', 'inmueble', 'activo'] as const
const SUMAN_VENTA = [...FACTURAS, 'boleta', 'pago', 'debito', 'debito_activo'] as const
const RESTAN_VENTA = ['credito', 'credito_activo'] as const
const AFECTAS = [...SUMAN_VENTA, ...RESTAN_VENTA] as const
const DEL_COMPRADOR = [
  'compra_total',
  'compra_parcial',
  'debito_compra_total',
  'debito_compra_parcial',
  'credito_compra_total',
  'credito_compra_parcial',
] as const
const NOTAS_LIQUIDACION = ['debito_liquidacion', 'credito_liquidacion'] as const
const PARCIALES = ['compra_parcial', 'debito_compra_parcial', 'credito_compra_parcial'] as const
/** Notes of credit whose VAT out of time is not declared: of those over a liquidación, the commission's. */
const TARDIAS = [...RESTAN_VENTA, 'credito_liquidacion'] as const
const FUERA: Destino['aviso'] = {
  code: 'F29_NOT_DECLARED',
  mensaje: 'IVA de notas de crédito fuera de plazo: no rebaja el débito y no se declara',
}
const TERCEROS: Destino['aviso'] = {
  code: 'F29_NOT_DECLARED',
  mensaje: 'IVA de ventas por cuenta de terceros: es del mandante y no está en el débito',
}

export const VENTAS: readonly Destino[] = [
  va('montoExento', ['exenta', 'debito_exento'], 'debito/exentas', 'neto', 1, 'boletaExenta'),
  va('montoExento', ['credito_exento'], 'debito/exentas', 'neto', -1, 'notaExenta'),
  va(
    'montoExento',
    ['exenta_activo', 'debito_exento_activo'],
    'debito/exentas_activo_fijo',
    'neto',
    1,
    'formulario',
  ),
  va('montoExento', ['credito_exento_activo'], 'debito/exentas_activo_fijo', 'neto', -1, 'notaExenta'),
  va('montoExento', ['exportacion', 'exportacion_debito'], 'debito/exportacion', 'neto', 1, 'formulario'),
  va('montoExento', ['exportacion_credito'], 'debito/exportacion', 'neto', -1, 'duda'),
  noVa('montoExento', ['liquidacion', ...NOTAS_LIQUIDACION], 'son ventas del mandante', 'liquidacion'),
  va(
    'montoExento',
    ['credito', 'credito_activo', 'credito_compra_total', 'credito_compra_parcial'],
    'debito/otros_exentos',
    'neto',
    -1,
    'duda',
    EXENTO,
  ),
  va(
    'montoExento',
    [
      ...FACTURAS,
      'inicio',
      'boleta',
      'pago',
      'liquidacion_recibida',
      'compra_total',
      'compra_parcial',
      'debito',
      'debito_activo',
      'debito_compra_total',
      'debito_compra_parcial',
    ],
    'debito/otros_exentos',
    'neto',
    1,
    'duda',
    EXENTO,
  ),
  sinLugar('montoExento', null, 'monto exento de documentos que no tienen línea conocida'),

  va(
    'montoNeto',
    [...AFECTAS, 'liquidacion_recibida', 'compra_parcial', 'debito_compra_parcial', 'credito_compra_parcial'],
    'casa',
    'neto',
    1,
    'formulario',
  ),
  va(
    'montoNeto',
    ['compra_parcial'],
    'debito/facturas_compra_recibidas_parcial_neto',
    'neto',
    1,
    'formulario',
  ),
  va(
    'montoNeto',
    ['inicio', 'compra_total', 'debito_compra_total'],
    'debito/facturas_compra_recibidas',
    'neto',
    1,
    'retencionTotal',
  ),
  va('montoNeto', ['credito_compra_total'], 'debito/facturas_compra_recibidas', 'neto', -1, 'duda'),
  noVa('montoNeto', ['liquidacion', ...NOTAS_LIQUIDACION], 'son ventas del mandante', 'liquidacion'),
  sinLugar('montoNeto', null, 'monto neto de documentos que no tienen línea conocida'),

  va('montoIva', [...AFECTAS], 'casa', 'iva', 1, 'formulario'),
  va('montoIva', ['liquidacion_recibida'], 'debito/liquidacion_factura', 'iva', 1, 'liquidacion'),
  noVa(
    'montoIva',
    ['liquidacion', ...NOTAS_LIQUIDACION],
    'es de las ventas del mandante: va sólo el IVA de la comisión',
    'liquidacion',
  ),
  noVa('montoIva', [...DEL_COMPRADOR], 'lo retuvo quien compró: va lo no retenido', 'retencion'),
  noVa('montoIva', ['inicio'], 'lo retiene quien compra', 'formulario'),
  sinLugar('montoIva', null, 'IVA de documentos que no tienen línea conocida: no está en el débito'),

  noVa('ivaRetenidoTotal', [...DEL_COMPRADOR], 'lo entera quien compró', 'retencion'),
  sinLugar(
    'ivaRetenidoTotal',
    null,
    'IVA retenido en documentos que no son facturas de compra: el débito no se rebajó',
  ),
  noVa('ivaRetenidoParcial', [...DEL_COMPRADOR], 'lo entera quien compró', 'retencion'),
  sinLugar(
    'ivaRetenidoParcial',
    null,
    'IVA retenido en documentos que no son facturas de compra: el débito no se rebajó',
  ),
  va('ivaNoRetenido', [...PARCIALES], 'casa', 'iva', 1, 'retencion'),
  sinLugar(
    'ivaNoRetenido',
    null,
    'IVA no retenido en documentos que no son facturas de compra ni notas a ellas: no se sumó al de «Monto IVA»',
  ),
  sinLugar(
    'ivaSinRetencion',
    null,
    'IVA de facturas de compra sin retención: es débito de quien vende',
    'retencion',
    'NO_RETENTION',
  ),

  noVa('ivaPropio', null, 'es lo que queda de «Monto IVA», o el IVA de la comisión', 'esquema'),
  va('ivaTerceros', [...AFECTAS], 'casa', 'iva', -1, 'consignacion'),
  va('ivaTerceros', [...SUMAN_VENTA], 'debito/iva_terceros', 'iva', 1, 'consignacion', TERCEROS),
  va('ivaTerceros', [...RESTAN_VENTA], 'debito/iva_terceros', 'iva', -1, 'consignacion', TERCEROS),
  noVa(
    'ivaTerceros',
    ['liquidacion', 'liquidacion_recibida', ...NOTAS_LIQUIDACION],
    'ya está en «Monto IVA»',
    'liquidacion',
  ),
  sinLugar('ivaTerceros', null, 'IVA por cuenta de terceros en documentos que no lo llevan'),
  va('netoTerceros', [...AFECTAS], 'casa', 'neto', -1, 'consignacion'),
  va('netoTerceros', [...SUMAN_VENTA], 'debito/iva_terceros', 'neto', 1, 'consignacion'),
  va('netoTerceros', [...RESTAN_VENTA], 'debito/iva_terceros', 'neto', -1, 'consignacion'),
  noVa('netoTerceros', null, 'sólo acompaña al IVA', 'consignacion'),

  va('liquidacionIva', ['liquidacion'], 'debito/liquidacion_factura', 'iva', 1, 'liquidacion'),
  va('liquidacionIva', ['liquidacion_recibida'], 'credito/comisiones_liquidacion', 'iva', 1, 'formulario'),
  va('liquidacionIva', [...NOTAS_LIQUIDACION], 'casa', 'iva', 1, 'liquidacion'),
  sinLugar('liquidacionIva', null, 'IVA de comisiones en documentos que no son liquidaciones'),
  va('liquidacionNeto', ['liquidacion'], 'debito/liquidacion_factura', 'neto', 1, 'liquidacion'),
  va('liquidacionNeto', ['liquidacion_recibida'], 'credito/comisiones_liquidacion', 'neto', 1, 'formulario'),
  va('liquidacionNeto', [...NOTAS_LIQUIDACION], 'casa', 'neto', 1, 'liquidacion'),
  sinLugar('liquidacionNeto', null, 'comisiones en documentos que no son liquidaciones'),
  va('liquidacionExento', ['liquidacion'], 'debito/otros_exentos', 'neto', 1, 'duda', EXENTO),
  va('liquidacionExento', ['liquidacion_recibida'], 'credito/otros_exentos', 'neto', 1, 'duda', EXENTO),
  va('liquidacionExento', ['debito_liquidacion'], 'debito/otros_exentos', 'neto', 1, 'duda', EXENTO),
  va('liquidacionExento', ['credito_liquidacion'], 'debito/otros_exentos', 'neto', -1, 'duda', EXENTO),
  sinLugar('liquidacionExento', null, 'comisiones exentas en documentos que no son liquidaciones'),
  sinLugar(
    'ivaMandante',
    ['liquidacion'],
    'IVA de las ventas del mandante en liquidaciones emitidas: no está en el código 501; si además hay boletas o facturas propias por esas ventas, su IVA sí está en el débito, y el código 817 del formulario lo rebaja',
    'liquidacion',
    'F29_NOT_COMPUTED',
  ),
  sinLugar(
    'ivaMandante',
    [...NOTAS_LIQUIDACION],
    'IVA de las ventas del mandante en notas a liquidaciones: no estaba en el débito, y la nota no lo cambia',
    'liquidacion',
  ),
  noVa('ivaMandante', null, 'sólo lo llevan las liquidaciones emitidas y sus notas', 'liquidacion'),
  sinLugar(
    'ivaLiquidacion',
    null,
    'IVA de liquidaciones que no dicen el de su comisión: no está en el débito',
    'liquidacion',
  ),

  va('ivaFueraPlazo', [...TARDIAS], 'casa', 'iva', -1, 'fueraPlazo'),
  va('ivaFueraPlazo', [...TARDIAS], 'debito/notas_credito_fuera_plazo', 'iva', 1, 'fueraPlazo', FUERA),
  sinLugar(
    'ivaFueraPlazo',
    null,
    'IVA fuera de plazo en documentos que no son notas de crédito del vendedor: está contado',
    'esquema',
  ),
  va('netoFueraPlazo', [...TARDIAS], 'casa', 'neto', -1, 'fueraPlazo'),
  va('netoFueraPlazo', [...TARDIAS], 'debito/notas_credito_fuera_plazo', 'neto', 1, 'fueraPlazo'),
  noVa('netoFueraPlazo', null, 'sólo acompaña al IVA', 'fueraPlazo'),
  sinLugar(
    'ivaFueraPlazoParcial',
    null,
    'IVA fuera de plazo de notas a liquidaciones, que es una parte del suyo y no dice de qué: se tomó primero como de la comisión, que en esa parte no rebaja el débito',
  ),

  va(
    'creditoEmpresaConstructora',
    [...FACTURAS, 'debito', 'debito_activo'],
    'otros/credito_constructoras',
    'iva',
    1,
    'constructoras',
  ),
  va(
    'creditoEmpresaConstructora',
    [...RESTAN_VENTA],
    'otros/credito_constructoras',
    'iva',
    -1,
    'constructoras',
  ),
  sinLugar(
    'creditoEmpresaConstructora',
    null,
    'crédito de empresas constructoras en documentos que no lo llevan',
  ),
  sinLugar(
    'creditoTardio',
    null,
    'crédito de empresas constructoras de notas de crédito fuera de plazo: no se rebaja',
    'fueraPlazo',
    'F29_NOT_DECLARED',
  ),
  sinLugar(
    'impuestoZonaFranca',
    null,
    'impuesto de la Ley 18.211 (zona franca): ninguna línea lo toma del registro',
  ),
  noVa('garantiaEnvases', null, 'es una garantía, no una venta', 'esquema'),
  noVa('montoNoFacturable', null, 'no es de este documento', 'esquema'),
  noVa('montoPeriodo', null, 'es una suma de los demás', 'esquema'),
  sinLugar('pasajesNacional', null, 'pasajes de transporte nacional'),
  sinLugar('pasajesInternacional', null, 'pasajes de transporte internacional'),
  noVa('montoTotal', null, 'es la suma de los demás', 'esquema'),
]
