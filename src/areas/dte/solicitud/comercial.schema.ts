// The fields about the sale itself, for the OpenAPI document (http §1; domain/dte §2.4).

import { admits, nodo } from '../../../domain/dte/esquema'
import { TIPOS } from '../../../domain/dte/tipos'
import { block, decimal, type JsonSchema } from '../documento/esquema.schema'
import { codigos } from '../documento/significado.schema'

const rut = { type: 'string', examples: ['76543210-3'] }

/** `Sólo en 33, 34.`: the types whose table admits an element. */
const soloEn = (ruta: string): string =>
  `Sólo en ${TIPOS.filter((tipo) => admits(tipo, ruta))
    .map(({ codigo }) => codigo)
    .join(', ')}.`

/** `retenedor` of a line (domain/dte §6.6). */
export const RETENEDOR: JsonSchema = (() => {
  const bloque = block('Detalle/Retenedor')
  const { cantidad_ref: _c, QtyRef: _q, ...campos } = bloque.properties as Record<string, JsonSchema>
  return {
    ...bloque,
    description: 'El emisor retiene, o anticipa, por el producto. No en 34, 43 ni exportaciones.',
    properties: {
      ...campos,
      producto: {
        type: ['string', 'integer'],
        description:
          'Código CPCS del producto: va como primer código del ítem y fija la unidad; exige cantidad.',
        examples: ['3201'],
      },
      cantidad_ref: {
        ...decimal,
        description: 'Cabezas de ganado (QtyRef): exigida con los impuestos 17, 32 y 321. También `QtyRef`.',
      },
      QtyRef: { ...decimal, description: 'Lo mismo que `cantidad_ref`.' },
    },
  }
})()

const subtotal = block('SubTotInfo', { lineas: { type: 'array', items: { type: 'integer', minimum: 1 } } }, [
  'glosa',
])

/** The properties of the body that these fields are. */
export const COMERCIALES: Readonly<Record<string, JsonSchema>> = {
  tipo_transaccion_venta: {
    type: 'integer',
    ...codigos(
      'TpoTranVenta',
      [1, 2, 3],
      `1 si se omite. Una 61 repite el de su factura. ${soloEn('Encabezado/IdDoc/TpoTranVenta')}`,
    ),
  },
  tipo_transaccion_compra: {
    type: 'integer',
    ...codigos(
      'TpoTranCompra',
      [1, 2, 3, 4, 5, 6, 7],
      `Lo que la compra es para quien la recibe. ${soloEn('Encabezado/IdDoc/TpoTranCompra')}`,
    ),
  },
  medio_pago: {
    oneOf: [
      { type: 'string', ...codigos('MedioPago', nodo('Documento', 'Encabezado/IdDoc/MedioPago')!.valores!) },
      { type: 'integer', ...codigos('MedioPago', [1, 2, 3, 4, 5]) },
    ],
    description:
      'Un texto; en boletas (39, 41), un número, obligatorio junto con RUT y razón social del receptor si el total pasa del umbral del año (135 UF). No en 52.',
  },
  cuenta_pago: {
    type: 'object',
    description: `Cuenta en la que se paga; se imprime. ${soloEn('Encabezado/IdDoc/TpoCtaPago')}`,
    properties: {
      tipo: {
        type: 'string',
        ...codigos(
          'TpoCtaPago',
          nodo('Documento', 'Encabezado/IdDoc/TpoCtaPago')!.valores!,
          'También `TpoCtaPago`.',
        ),
      },
      numero: { type: 'string', maxLength: 20, description: 'También `NumCtaPago`.' },
      banco: { type: 'string', maxLength: 40, description: 'También `BcoPago`.' },
      TpoCtaPago: { type: 'string', description: 'Lo mismo que `tipo`.' },
      NumCtaPago: { type: 'string', description: 'Lo mismo que `numero`.' },
      BcoPago: { type: 'string', description: 'Lo mismo que `banco`.' },
    },
  },
  termino_pago: {
    type: 'object',
    description: 'No en boletas (39, 41); en exportaciones `codigo` exige `glosa`. Se imprime la glosa.',
    properties: {
      codigo: {
        type: 'string',
        maxLength: 4,
        description: 'Acordado entre las empresas. También `TermPagoCdg`.',
      },
      glosa: { type: 'string', maxLength: 100, description: 'También `TermPagoGlosa`.' },
      dias: { type: 'integer', minimum: 1, maximum: 999, description: 'También `TermPagoDias`.' },
      TermPagoCdg: { type: 'string', description: 'Lo mismo que `codigo`.' },
      TermPagoGlosa: { type: 'string', description: 'Lo mismo que `glosa`.' },
      TermPagoDias: { type: 'integer', description: 'Lo mismo que `dias`.' },
    },
  },
  vendedor: { type: 'string', maxLength: 60, description: 'Hasta 60 caracteres; en boletas (39, 41), 8.' },
  caja: { type: 'string', maxLength: 8, description: 'Sólo en boletas (39, 41).' },
  rut_mandante: {
    ...rut,
    description: `Por cuenta de quien es toda la venta y debe su IVA; no va con iva_terceros. ${soloEn('Encabezado/RUTMandante')}`,
  },
  rut_solicita: { ...rut, description: `Quien pide el documento. ${soloEn('Encabezado/RUTSolicita')}` },
  iva_terceros: {
    type: 'integer',
    description: `La parte del IVA que es de terceros, mayor que 0 y menor que el IVA; el resto es IVAProp. En 43 va como se envía y puede ser negativa. ${soloEn('Encabezado/Totales/IVATerc')}`,
  },
  otra_moneda: {
    type: 'object',
    description:
      'Los totales expresados además en otra moneda, con 4 decimales. Sólo en 33, 34, 46, 52, 56, 61.',
    required: ['moneda', 'tipo_cambio'],
    properties: {
      moneda: { type: 'string', description: 'Código ISO o el nombre del SII, como DOLAR USA.' },
      tipo_cambio: { ...decimal, description: 'Pesos por unidad de moneda, mayor que 0, hasta 4 decimales.' },
    },
  },
  subtotales: {
    type: 'array',
    maxItems: 20,
    description:
      'Sólo informan: no cambian ningún total. En exportaciones (110-112), sólo `exento` y `valor`.',
    items: subtotal,
  },
}
