// The lines that each column of the register of purchases feeds in the monthly return, by class of document
// (domain/rcv §6).

import { type Clases, type ColumnaF29, type Destino, EXENTO, noVa, sinLugar, va } from './f29-destino'
import type { Fuente } from './f29-fuentes'
import type { ClaveLinea } from './f29-lineas'

const CON_LINEA = ['giro', 'supermercado', 'inmueble', 'propia', 'importacion', 'debito', 'credito'] as const
const PARTIBLES = ['giro', 'supermercado', 'inmueble', 'propia'] as const
const SUMAN = ['giro', 'supermercado', 'inmueble', 'propia', 'debito'] as const
/** Its share stands on the line of its class (FAQ 001.130.1909.013): which share is the company's to compute. */
const comun = (codigo: number | string, que = 'IVA de uso común'): Destino['aviso'] => ({
  code: 'COMMON_USE_NOT_INCLUDED',
  mensaje: `${que}: no está sumado; la proporción que da crédito va en el código ${codigo}`,
})
const DE_ACTIVO = 'IVA de uso común de activo fijo'
const DUDOSO = 'IVA de uso común de documentos que llevan activo fijo, que no dicen de qué es'
const EXENTO_IMPORTADO: Destino['aviso'] = {
  code: 'F29_NOT_PLACED',
  mensaje:
    'monto exento de importaciones: la línea de lo exento (562) es de compras internas, y ninguna otra lo pide',
}
const RECIBIDA =
  'de liquidaciones recibidas y sus notas: el registro no distingue el débito de lo vendido por el mandatario (501) del crédito de su comisión (520)'

/** Both of an amount and its net, as `va` for each. */
const ambos = (
  columnas: readonly [iva: ColumnaF29, neto: ColumnaF29],
  ...[clases, linea, signo, fuente, aviso]: [Clases, ClaveLinea | 'casa', 1 | -1, Fuente, Destino['aviso']?]
): Destino[] => [
  va(columnas[0], clases, linea, 'iva', signo, fuente, aviso),
  va(columnas[1], clases, linea, 'neto', signo, fuente),
]
/** Common use of fixed assets, and what may be so. */
const usoComunActivo = (clases: Clases, activo: number, otro: number): Destino[] => [
  va('ivaUsoComunActivo', clases, 'credito/uso_comun', 'iva', 1, 'activo', comun(activo, DE_ACTIVO)),
  va(
    'ivaUsoComunDudoso',
    clases,
    'credito/uso_comun',
    'iva',
    1,
    'activo',
    comun(`${activo} o ${otro}`, DUDOSO),
  ),
]
const NO_RECUPERABLE = ['ivaNoRecuperable', 'netoNoRecuperable'] as const
const USO_COMUN = ['ivaUsoComun', 'netoUsoComun'] as const
const ACTIVO = ['activoFijoIva', 'activoFijoNeto'] as const

export const COMPRAS: readonly Destino[] = [
  va('montoExento', ['exenta', 'debito_exento'], 'credito/exentas', 'neto', 1, 'compraExenta'),
  va('montoExento', ['credito_exento'], 'credito/exentas', 'neto', -1, 'notaExenta'),
  va('montoExento', [...SUMAN], 'credito/otros_exentos', 'neto', 1, 'duda', EXENTO),
  va('montoExento', ['importacion'], 'credito/otros_exentos', 'neto', 1, 'formulario', EXENTO_IMPORTADO),
  va('montoExento', ['credito'], 'credito/otros_exentos', 'neto', -1, 'duda', EXENTO),
  sinLugar('montoExento', ['liquidacion', 'nota_liquidacion'], `monto exento ${RECIBIDA}`, 'liquidacion'),
  sinLugar('montoExento', null, 'monto exento de compras que no tienen línea conocida'),
  va('montoNeto', [...CON_LINEA], 'casa', 'neto', 1, 'formulario'),
  sinLugar('montoNeto', ['liquidacion', 'nota_liquidacion'], `monto neto ${RECIBIDA}`, 'liquidacion'),
  sinLugar('montoNeto', null, 'monto neto de compras que no tienen línea conocida'),
  va('montoIva', [...CON_LINEA], 'casa', 'iva', 1, 'tipoCompra'),
  sinLugar('montoIva', ['liquidacion', 'nota_liquidacion'], `IVA ${RECIBIDA}`, 'liquidacion'),
  sinLugar('montoIva', null, 'IVA de compras que no tienen línea conocida: no está en el crédito'),

  ...ambos(ACTIVO, [...PARTIBLES], 'credito/activo_fijo', 1, 'mixta'),
  ...ambos(ACTIVO, [...PARTIBLES], 'casa', -1, 'mixta'),
  ...ambos(ACTIVO, ['importacion'], 'credito/importaciones_activo_fijo', 1, 'importacion'),
  ...ambos(ACTIVO, ['importacion'], 'casa', -1, 'importacion'),
  noVa(
    'activoFijoIva',
    ['debito', 'credito'],
    'las notas recibidas van en una línea, sean de lo que sean',
    'notaRecibida',
  ),
  noVa(
    'activoFijoNeto',
    ['debito', 'credito'],
    'las notas recibidas van en una línea, sean de lo que sean',
    'notaRecibida',
  ),
  sinLugar('activoFijoIva', null, 'IVA de activo fijo en compras que no tienen línea para él'),
  sinLugar('activoFijoNeto', null, 'neto de activo fijo en compras que no tienen línea para él'),
  sinLugar(
    'netoActivoSolo',
    null,
    'neto de activo fijo cuya compra no dice «IVA Activo Fijo»: su IVA quedó con el resto, y no en la línea de activo fijo (525, 553 si es importación)',
  ),

  ...ambos(NO_RECUPERABLE, [...SUMAN], 'credito/no_recuperable', 1, 'sinCredito'),
  ...ambos(NO_RECUPERABLE, ['credito'], 'credito/no_recuperable', -1, 'sinCredito'),
  ...ambos(NO_RECUPERABLE, ['importacion'], 'credito/no_recuperable_importaciones', 1, 'importacion'),
  va('netoNoRecuperable', [...CON_LINEA], 'casa', 'neto', -1, 'sinCredito'),
  sinLugar('ivaNoRecuperable', null, 'IVA no recuperable de compras que no tienen línea conocida'),
  noVa('netoNoRecuperable', null, 'sólo acompaña al IVA', 'sinCredito'),
  ...ambos(USO_COMUN, ['giro', 'propia'], 'credito/uso_comun', 1, 'proporcion', comun(520)),
  ...ambos(USO_COMUN, ['supermercado'], 'credito/uso_comun', 1, 'proporcion', comun(762)),
  ...ambos(USO_COMUN, ['inmueble'], 'credito/uso_comun', 1, 'proporcion', comun(766)),
  ...ambos(USO_COMUN, ['debito'], 'credito/uso_comun', 1, 'proporcion', comun(532)),
  ...ambos(USO_COMUN, ['importacion'], 'credito/uso_comun', 1, 'proporcion', comun(535)),
  ...ambos(USO_COMUN, ['credito'], 'credito/uso_comun', -1, 'proporcion', comun(528)),
  ...usoComunActivo(['giro', 'propia'], 525, 520),
  ...usoComunActivo(['supermercado'], 525, 762),
  ...usoComunActivo(['inmueble'], 525, 766),
  ...usoComunActivo(['importacion'], 553, 535),
  va('netoUsoComun', [...CON_LINEA], 'casa', 'neto', -1, 'proporcion'),
  sinLugar('ivaUsoComun', null, 'IVA de uso común de compras que no tienen línea conocida'),
  noVa('netoUsoComun', null, 'sólo acompaña al IVA', 'proporcion'),

  va(
    'impuestoSinCredito',
    ['credito', 'credito_exento'],
    'credito/impuesto_sin_credito',
    'iva',
    -1,
    'esquema',
  ),
  va('impuestoSinCredito', null, 'credito/impuesto_sin_credito', 'iva', 1, 'esquema'),
  noVa(
    'ivaNoRetenido',
    ['propia'],
    'da crédito con todo el IVA de la factura de compra, en «Monto IVA Recuperable»',
    'formulario',
  ),
  sinLugar(
    'ivaNoRetenido',
    null,
    'IVA no retenido en documentos que no son facturas de compra propias ni notas a ellas: no se sumó al crédito',
  ),
  ...ambos(
    ['retenidoTotal', 'netoRetenidoTotal'],
    ['credito'],
    'retenciones/iva_retenido_notas',
    1,
    'formulario',
  ),
  ...ambos(['retenidoTotal', 'netoRetenidoTotal'], null, 'retenciones/iva_retenido', 1, 'agente'),
  ...ambos(
    ['retenidoParcial', 'netoRetenidoParcial'],
    ['credito'],
    'retenciones/iva_retenido_notas',
    1,
    'formulario',
  ),
  ...ambos(['retenidoParcial', 'netoRetenidoParcial'], null, 'retenciones/iva_retenido_parcial', 1, 'agente'),
  sinLugar(
    'ivaSinRetencion',
    null,
    'IVA de facturas de compra propias sin retención: se pagó a quien vendió',
    'agente',
    'NO_RETENTION',
  ),

  ...(['tabacosPuros', 'tabacosCigarrillos', 'tabacosElaborados'] as const).flatMap((columna) => [
    va(columna, ['credito', 'credito_exento'], 'credito/tabacos', 'iva', -1, 'esquema'),
    va(columna, null, 'credito/tabacos', 'iva', 1, 'esquema'),
  ]),
  noVa('montoTotal', null, 'es la suma de los demás', 'esquema'),
]
