// The emission body for the OpenAPI document, made from the same tables that read it. Elysia does not check it: the domain
// does, with every fault and its path at once.

import { Type } from '@sinclair/typebox'
import { SIGNIFICADO_AMBIENTE } from '../../../domain/ambiente'
import { CODIGOS_INFORMADOS } from '../../../domain/dte/impuestos'
import { TIPOS } from '../../../domain/dte/tipos'
import { MONEDAS_LINEA } from '../../../domain/producto'
import { Leido, significados } from '../../../http/envelope'
import { block, decimal, fecha, type JsonSchema } from '../documento/esquema.schema'
import { codigos, impuestosAdicionales } from '../documento/significado.schema'
import { BLOQUES_SEGUN_TIPO } from './bloques.schema'
import { COMERCIALES, RETENEDOR } from './comercial.schema'

const entero = { type: 'integer' }
const codigo = {
  oneOf: [
    { type: ['string', 'integer'] },
    { type: 'object', properties: { tipo: { type: 'string' }, valor: { type: 'string' } } },
    {
      type: 'array',
      maxItems: 5,
      items: {
        oneOf: [
          { type: ['string', 'integer'] },
          { type: 'object', properties: { tipo: { type: 'string' }, valor: { type: 'string' } } },
        ],
      },
    },
  ],
}

const impuestoAdicional = { type: 'integer', ...impuestosAdicionales() }

/** The receiver, who may be named as a customer. */
const withClienteId = ({ properties, ...receptor }: JsonSchema): JsonSchema => ({
  ...receptor,
  properties: {
    ...(properties as JsonSchema),
    cliente_id: {
      type: 'string',
      description: 'De un cliente: lo que falte se toma de él. Necesario para uno del RUT `55555555-5`.',
    },
  },
  description:
    'En boletas (39, 41) y exportaciones (110-112) el RUT es optativo. Con `rut` y sin `razon_social`, lo que falte se toma del cliente de ese RUT, si lo hay; lo que se envía manda, y la advertencia `RECEIVER_FROM_CUSTOMER` dice qué se tomó.',
})

/** A line, which may be of the catalogue. */
const withProductoId = ({ properties, ...linea }: JsonSchema): JsonSchema => ({
  ...linea,
  properties: {
    ...(properties as JsonSchema),
    producto_id: { type: 'string', description: 'De un producto del catálogo: lo que falte se toma de él.' },
    moneda: {
      type: 'string',
      enum: Object.keys(MONEDAS_LINEA),
      description: `La de \`precio\`, que se pasa a pesos al valor de fecha_emision con 6 decimales (\`EXCHANGE_RATE_MISSING\` si no lo hay). \`CLP\` si se omite. No va en 110-112. ${significados(MONEDAS_LINEA)}.`,
    },
  },
  description:
    'Necesita `nombre`. Con `codigo` y sin `nombre`, lo que falte se toma del producto de ese código, si lo hay; lo que se envía manda, y la advertencia `LINE_FROM_CATALOG` dice qué se tomó.',
})

const global = block('DscRcgGlobal', {}, ['tipo', 'tipo_valor', 'valor'])

export const AMBIENTE = {
  type: 'string',
  enum: Object.keys(SIGNIFICADO_AMBIENTE),
  description: `El de la credencial si se omite. ${significados(SIGNIFICADO_AMBIENTE)}.`,
}

const schema: JsonSchema = {
  'x-nombre': 'SolicitudDte',
  type: 'object',
  required: ['tipo_dte', 'detalle'],
  properties: {
    tipo_dte: {
      type: 'integer',
      ...codigos(
        'TipoDTE',
        TIPOS.map((t) => t.codigo),
      ),
    },
    fecha_emision: { ...fecha, description: 'Hoy en Chile si se omite. No puede ser futura.' },
    fecha_vencimiento: fecha,
    forma_pago: { type: 'integer', ...codigos('FmaPago', [1, 2, 3], '1 si se omite.') },
    precio_incluye_iva: {
      type: 'boolean',
      description: 'Por omisión, los precios son netos salvo en boletas (39, 41), donde incluyen IVA.',
    },
    receptor: withClienteId(
      block('Encabezado/Receptor', { codigo_interno: { type: ['string', 'integer'], maxLength: 20 } }),
    ),
    ...BLOQUES_SEGUN_TIPO,
    detalle: {
      type: 'array',
      minItems: 1,
      maxItems: 1000,
      description: 'Hasta 60 líneas; en boletas, hasta 1.000.',
      items: withProductoId(
        block('Detalle', {
          codigo,
          exento: {
            oneOf: [{ type: 'boolean' }, { type: 'integer', ...codigos('IndExe', [1, 2, 3, 4, 5, 6]) }],
            description: '`true` es 1. En boletas (39, 41), 1, 2 y 6.',
          },
          impuesto_adicional: {
            oneOf: [impuestoAdicional, { type: 'array', items: impuestoAdicional, maxItems: 2 }],
            description: 'Uno o dos impuestos adicionales o retenciones de la línea.',
          },
          monto: { ...decimal, description: 'Entero en pesos; en 43 puede ser negativo.' },
          retenedor: RETENEDOR,
          espectaculo: {
            oneOf: [
              { type: 'integer', ...codigos('ItemEspectaculo', [1, 2]) },
              { type: 'string', enum: ['01', '02'], description: 'Lo mismo que 1 y 2.' },
            ],
            description:
              'En boletas con ind_servicio 4: 1 la entrada de un mandante, que exige ticket; 2 el servicio de venderla.',
          },
          cantidad: decimal,
          precio: decimal,
        }),
      ),
    },
    DscRcgGlobal: { oneOf: [{ type: 'array', maxItems: 20, items: global }, global] },
    referencias: {
      type: 'array',
      maxItems: 40,
      description:
        'Un documento emitido aquí debe existir y estar vigente, y la nota caber en lo que le queda: neto, exento y cada impuesto por separado (`BALANCE_EXCEEDED`); de una exportación, su monto_exento. Una nota no modifica montos de otra de su clase: una 61 se anula o rebaja con una 56, y al revés.',
      items: block('Referencia', {
        tipo_documento: { type: ['string', 'integer'] },
        folio: { type: ['string', 'integer'] },
        fecha: {
          ...fecha,
          description:
            'Obligatoria, salvo la de un documento emitido aquí, que se completa; otra que la suya se rechaza.',
        },
        codigo: {
          oneOf: [
            { type: 'integer', ...codigos('CodRef', [1, 2, 3]) },
            { type: 'string', maxLength: 18 },
          ],
          description: 'Obligatorio en las notas (56, 61, 111, 112); en boletas (39, 41), texto libre.',
        },
      }),
    },
    pagos: { type: 'array', maxItems: 30, items: block('Encabezado/IdDoc/MntPagos', {}, ['fecha', 'monto']) },
    ind_servicio: {
      ...entero,
      ...codigos(
        'IndServicio',
        [1, 2, 3, 4, 5, 6],
        'En boletas (39, 41) 3 si se omite; ahí 1 y 2 exigen RUT o codigo_interno, direccion y comuna del receptor.',
      ),
    },
    periodo_desde: fecha,
    periodo_hasta: fecha,
    saldo_anterior: entero,
    impuestos: {
      type: 'array',
      maxItems: 20,
      items: block(
        'Encabezado/Totales/ImptoReten',
        {
          codigo: {
            ...entero,
            ...codigos('TipoImp', [...CODIGOS_INFORMADOS].map(Number), 'Los que informa el emisor.'),
          },
        },
        ['codigo', 'monto'],
      ),
    },
    tasa_credito_empresa_constructora: decimal,
    sin_derecho_rebaja: { type: 'boolean' },
    ...COMERCIALES,
    impresion: {
      type: 'object',
      description:
        'Sólo se imprime; nunca va en el XML. Admite los caracteres de la letra impresa: los de ISO-8859-1 y los de Windows-1252, como – “ ” … € •.',
      properties: {
        datos: {
          type: 'array',
          items: { type: 'object', properties: { etiqueta: { type: 'string' }, valor: { type: 'string' } } },
        },
        notas: { type: 'array', items: { type: 'string' } },
        leyenda: { type: 'string' },
      },
    },
    observaciones: { type: 'string', maxLength: 1000, description: 'Sólo se imprime, como `impresion`.' },
    referencia_externa: {
      type: 'string',
      maxLength: 100,
      description: 'Se busca y se devuelve con el documento.',
    },
    forzar_guia: {
      type: 'boolean',
      description:
        'En 33, 34, 39 y 41: acepta la referencia a una guía que otra factura ya cubre, con una advertencia; la guía queda en las dos. Sin ella, 409 `GUIDE_ALREADY_INVOICED`.',
    },
    reemplaza: {
      type: 'object',
      required: ['tipo_dte', 'folio'],
      properties: { tipo_dte: { type: 'integer' }, folio: { type: 'integer', minimum: 1 } },
      additionalProperties: false,
      description:
        'El documento propio que el SII rechazó y que éste corrige: deja de esperar a una persona, y cada uno nombra al otro. Una segunda vez, 409 `ALREADY_REPLACED` con el folio del primero en `detalles`. El tipo y el receptor pueden ser otros.',
      examples: [{ tipo_dte: 33, folio: 41 }],
    },
    forzar_reemplazo: {
      type: 'boolean',
      description: 'Emite aunque otro documento ya reemplace al de `reemplaza`: queda junto a él.',
    },
    programar_para: {
      type: 'string',
      format: 'date-time',
      description:
        'Emite a esa hora y no antes: el trabajo queda `scheduled` y su folio se toma entonces. Futuro y hasta 366 días; con zona horaria. Sin `fecha_emision`, la del documento es el día de su hora en Chile.',
    },
    ambiente: AMBIENTE,
  },
  examples: [
    {
      tipo_dte: 33,
      receptor: {
        rut: '77123456-9',
        razon_social: 'Ferretería Ñuble Limitada',
        giro: 'Venta de materiales',
        direccion: 'Av. Libertad 1450',
        comuna: 'Chillán',
      },
      detalle: [{ nombre: 'Arriendo de andamio', cantidad: 2, precio: 50000, descuento_pct: 10 }],
    },
  ],
}

/** The body's fields. */
export const PROPIEDADES_SOLICITUD = schema.properties as Record<string, JsonSchema>
export const CAMPOS_SOLICITUD = Object.keys(PROPIEDADES_SOLICITUD)

/** Documented by the tables, checked by `readDocumento`. */
export const SolicitudBody = Leido(schema)

/** The same as one of many: what is none at all is the fault of that document alone. */
export const SolicitudDeLote = Type.Unknown({ 'x-tipo': schema })
