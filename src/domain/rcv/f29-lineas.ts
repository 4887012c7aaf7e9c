// The lines of the monthly return that the register feeds: their codes, what stands in each, and what they do to their side's total
// (domain/rcv §6). Codes are those of the form as the SII's page shows it, with the answers that name them.

import type { Fuente } from './f29-fuentes'

export const PARTES = ['debito', 'credito', 'retenciones', 'otros'] as const
export type Parte = (typeof PARTES)[number]

export interface Codigos {
  /** Where the documents are counted; null where the form does not ask. */
  cantidad: number | null
  monto: number
}

export interface Linea {
  /** The name that people use. */
  nombre: string
  /** Null of what is told and has no line of its own. */
  codigos: Codigos | null
  /** The content of the amount's code. */
  monto: 'iva' | 'neto'
  /** The effect on the total of its side. */
  signo: 1 | 0 | -1
  /** Why it has no code. */
  nota?: string
  fuente: Fuente
}

const suma = (
  nombre: string,
  cantidad: number | null,
  monto: number,
  fuente: Fuente = 'formulario',
): Linea => ({ nombre, codigos: { cantidad, monto }, monto: 'iva', signo: 1, fuente })
const resta = (...args: Parameters<typeof suma>): Linea => ({ ...suma(...args), signo: -1 })
/** An amount of the form that no total of VAT counts. */
const informa = (...args: Parameters<typeof suma>): Linea => ({ ...suma(...args), signo: 0 })
/** A line whose amount is net or exempt. */
const neto = (...args: Parameters<typeof suma>): Linea => ({ ...informa(...args), monto: 'neto' })
/** A line told beside the form. */
const fuera = (nombre: string, fuente: Fuente, nota: string): Linea => ({
  nombre,
  codigos: null,
  nota,
  monto: 'iva',
  signo: 0,
  fuente,
})

/** By part and concept, in the form's order. */
export const LINEAS = {
  'debito/exportacion': neto('Exportaciones, con sus notas', 585, 20),
  'debito/exentas': neto('Exentas del giro, con sus notas', 586, 142, 'notaExenta'),
  'debito/exentas_activo_fijo': neto('Exentas que no son del giro', 714, 715),
  'debito/facturas_compra_recibidas': neto(
    'Facturas de compra recibidas con retención total, y facturas de inicio',
    515,
    587,
    'retencionTotal',
  ),
  'debito/facturas_compra_recibidas_parcial_neto': neto(
    'Facturas de compra recibidas con retención parcial, neto',
    null,
    720,
  ),
  'debito/facturas': suma('Facturas del giro', 503, 502),
  'debito/facturas_inmuebles': suma('Facturas de bienes inmuebles', 763, 764, 'inmueble'),
  'debito/activo_fijo': suma('Facturas y notas de débito que no son del giro', 716, 717, 'noGiro'),
  'debito/boletas': suma('Boletas', 110, 111),
  'debito/pagos_electronicos': suma('Comprobantes de pago electrónico', 758, 759),
  'debito/notas_debito': suma('Notas de débito', 512, 513),
  'debito/notas_credito': resta('Notas de crédito', 509, 510),
  'debito/notas_credito_activo_fijo': resta('Notas de crédito de lo que no es del giro', 733, 734, 'noGiro'),
  'debito/facturas_compra_recibidas_parcial': suma(
    'Facturas de compra recibidas con retención parcial, lo no retenido',
    516,
    517,
    'retencion',
  ),
  'debito/liquidacion_factura': suma('Liquidaciones factura', 500, 501, 'liquidacion'),
  'debito/notas_credito_fuera_plazo': fuera(
    'Notas de crédito fuera de plazo',
    'fueraPlazo',
    'sin código: pasado el plazo no rebajan el débito, y no se declaran',
  ),
  'debito/iva_terceros': fuera(
    'IVA por cuenta de terceros',
    'consignacion',
    'sin código: es del mandante por quien se vendió, y lo declara él',
  ),
  'debito/otros_exentos': fuera(
    'Lo exento de documentos que van en líneas de lo afecto',
    'duda',
    'sin código: ninguna fuente dice si va con las ventas exentas (142): decídalo quien declara',
  ),

  'credito/no_recuperable': neto('Internas afectas sin derecho a crédito', 564, 521, 'sinCredito'),
  'credito/no_recuperable_importaciones': neto(
    'Importaciones sin derecho a crédito',
    566,
    560,
    'importacion',
  ),
  'credito/exentas': neto('Internas exentas, con sus notas', 584, 562, 'compraExenta'),
  'credito/del_giro': suma('Facturas del giro', 519, 520, 'giro'),
  'credito/facturas_compra': suma('Facturas de compra emitidas', 519, 520),
  'credito/comisiones_liquidacion': suma('Comisiones pagadas en liquidaciones', 519, 520),
  'credito/supermercados': suma('Supermercados y similares', 761, 762),
  'credito/inmuebles': suma('Bienes inmuebles', 765, 766),
  'credito/activo_fijo': suma('Facturas de activo fijo', 524, 525, 'activo'),
  'credito/notas_credito': resta('Notas de crédito recibidas, y emitidas a facturas de compra', 527, 528),
  'credito/notas_debito': suma('Notas de débito recibidas, y emitidas a facturas de compra', 531, 532),
  'credito/importaciones': suma('Declaraciones de ingreso del giro', 534, 535, 'importacion'),
  'credito/importaciones_activo_fijo': suma(
    'Declaraciones de ingreso de activo fijo',
    536,
    553,
    'importacion',
  ),
  'credito/otros_exentos': fuera(
    'Lo exento de documentos que van en líneas de lo afecto',
    'duda',
    'sin código: ninguna fuente dice si va con las compras exentas (562): decídalo quien declara',
  ),
  'credito/uso_comun': fuera(
    'IVA de uso común',
    'proporcion',
    'sin código propio: su proporción se suma al código que dice el aviso, y el registro no la sabe',
  ),
  'credito/impuesto_sin_credito': fuera(
    'Impuesto sin derecho a crédito',
    'esquema',
    'sin código: el impuesto que no da crédito es costo o gasto, y ninguna línea lo pide',
  ),
  'credito/tabacos': fuera(
    'Impuesto a los tabacos',
    'esquema',
    'sin código: lo entera quien fabrica o importa, y a quien compra no le da crédito',
  ),

  'retenciones/iva_retenido': suma('IVA retenido, total', null, 39, 'agente'),
  'retenciones/iva_retenido_parcial': suma('IVA retenido, parcial', null, 554, 'agente'),
  'retenciones/iva_retenido_notas': resta('IVA retenido, notas de crédito', null, 736),
  'retenciones/bte': informa('Boletas de terceros', null, 151, 'renta'),

  'otros/suntuarios': informa('Suntuarios, art. 37 a), b) y c): débito', null, 113, 'suntuarios'),
  'otros/suntuarios_primera_venta': informa('Art. 37 e), i) y l): primera venta', null, 522, 'suntuarios'),
  'otros/pirotecnia': informa('Art. 37 j): primera venta', null, 526, 'suntuarios'),
  'otros/suntuarios_credito': informa('Art. 37: crédito', null, 28, 'suntuarios'),
  'otros/licores': informa('Licores, piscos y whisky: débito', null, 577, 'bebidas'),
  'otros/vinos': informa('Vinos: débito', null, 32, 'bebidas'),
  'otros/cervezas': informa('Cervezas: débito', null, 150, 'bebidas'),
  'otros/analcoholicas': informa('Bebidas analcohólicas: débito', null, 146, 'bebidas'),
  'otros/azucaradas': informa('Bebidas con alto azúcar: débito', null, 752, 'bebidas'),
  'otros/bebidas_notas_debito': informa('Bebidas: notas de débito emitidas', null, 545, 'bebidas'),
  'otros/bebidas_notas_credito': informa('Bebidas: notas de crédito emitidas', null, 546, 'bebidas'),
  'otros/licores_credito': informa('Licores, piscos y whisky: recargado en compras', null, 575, 'bebidas'),
  'otros/vinos_credito': informa('Vinos: recargado en compras', null, 574, 'bebidas'),
  'otros/cervezas_credito': informa('Cervezas: recargado en compras', null, 580, 'bebidas'),
  'otros/analcoholicas_credito': informa('Bebidas analcohólicas: recargado en compras', null, 582, 'bebidas'),
  'otros/azucaradas_credito': informa('Bebidas con alto azúcar: recargado en compras', null, 753, 'bebidas'),
  'otros/bebidas_notas_debito_recibidas': informa('Bebidas: notas de débito recibidas', null, 551, 'bebidas'),
  'otros/bebidas_notas_credito_recibidas': informa(
    'Bebidas: notas de crédito recibidas',
    null,
    559,
    'bebidas',
  ),
  'otros/iva_anticipado': informa('IVA anticipado que se soportó', null, 556, 'anticipo'),
  'otros/anticipo_retenido': informa('Anticipo de IVA que se retuvo', null, 555, 'anticipo'),
  'otros/margen_retenido': informa('IVA del margen de comercialización', null, 597, 'margen'),
  'otros/suplementeros': informa('Retención a suplementeros', null, 54, 'renta'),
  'otros/credito_constructoras': informa(
    'Crédito especial de empresas constructoras',
    null,
    126,
    'constructoras',
  ),
} as const satisfies Readonly<Record<`${Parte}/${string}`, Linea>>

export type ClaveLinea = keyof typeof LINEAS
export const LINEAS_EN_ORDEN = Object.keys(LINEAS) as ClaveLinea[]
