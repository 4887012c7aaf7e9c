// The blocks of an emission request that only some types have, for the OpenAPI document (http §2–4).

import type { Bloque } from '../../../domain/dte/fila'
import { MONEDAS } from '../../../domain/dte/moneda'
import { TIPOS } from '../../../domain/dte/tipos'
import { DECLARABLES } from '../../../domain/dte/transporte'
import { REGLAS_TRANSPORTE } from '../../../domain/dte/traslado'
import { block, decimal, fecha, type JsonSchema } from '../documento/esquema.schema'
import { codigos } from '../documento/significado.schema'

/** `43`, `110, 111, 112`: the types whose row has the block so. */
const tipos = (bloque: Bloque, due: 'requerido' | 'opcional'): string =>
  TIPOS.filter(({ bloques }) => bloques[bloque] === due)
    .map(({ codigo }) => codigo)
    .join(', ')

const entero = { type: 'integer' }
const norma = REGLAS_TRANSPORTE.find(({ hasta }) => hasta === null)!

const {
  aduana,
  Aduana: _,
  ...transporte
} = block('Encabezado/Transporte').properties as Record<string, JsonSchema>
const idDoc = block('Encabezado/IdDoc').properties as Record<string, JsonSchema>
// These two stand beside the customs data, where the published interface has them (http §2).
const { tot_bultos, TotBultos, cod_pais_recep, CodPaisRecep, ...aduanaDe } = aduana!.properties as Record<
  string,
  JsonSchema
>

const comisiones: JsonSchema = {
  type: 'array',
  maxItems: 20,
  items: block(
    'Comisiones',
    {
      tipo: { type: 'string', ...codigos('TipoMovim', ['C', 'O'], 'C si se omite.') },
      valor_neto: entero,
      valor_exento: entero,
      iva: entero,
    },
    ['glosa'],
  ),
}

const grados = { oneOf: [{ type: 'string', maxLength: 30 }, { type: 'number' }] }
const GRADOS = Object.fromEntries(
  ['GeoRefEmision', 'ManejoMadera'].flatMap((grupo) =>
    Object.keys(block(grupo).properties as object)
      .filter((name) => /^(latitud|longitud)_/.test(name))
      .map((name) => [name, grados]),
  ),
)

const schemas: Readonly<Record<Bloque, JsonSchema>> = {
  exportacion: {
    type: 'object',
    description:
      `Obligatorio en ${tipos('exportacion', 'requerido')}, que exigen moneda y tipo_cambio; 110 además tot_bultos (salvo ` +
      'servicios) y cod_pais_recep. En una guía 52 con ind_traslado 8 o 9 exige tot_bultos y admite cod_pais_recep, ' +
      'forma_pago_exp y aduana. Lo demás que Aduana espera se avisa (CUSTOMS_INCOMPLETE) y no impide emitir. El total en pesos es el total por tipo_cambio, y es el que muestran listas y saldos.',
    properties: {
      moneda: {
        type: 'string',
        description: `Código ISO (${MONEDAS.flatMap(({ iso }) => iso ?? []).join(', ')}) o el nombre del SII, como DOLAR USA.`,
      },
      tipo_cambio: { ...decimal, description: 'Pesos por unidad de moneda, mayor que 0, hasta 4 decimales.' },
      tot_bultos: tot_bultos!,
      TotBultos: TotBultos!,
      cod_pais_recep: cod_pais_recep!,
      CodPaisRecep: CodPaisRecep!,
      forma_pago_exp: idDoc.forma_pago_exp!,
      FmaPagExp: idDoc.FmaPagExp!,
      ind_servicio: { type: 'integer', ...codigos('IndServicio', [3, 4, 5, 6]) },
      fecha_cancelacion: fecha,
      aduana: {
        type: 'object',
        properties: aduanaDe,
        description:
          'Flete y seguro se cobran además como recargos globales exentos, salvo que DscRcgGlobal ya los traiga.',
      },
    },
  },
  traslado: {
    type: 'object',
    description:
      `Obligatorio en ${tipos('traslado', 'requerido')}; en ${tipos('traslado', 'opcional')}, cuando el documento viaja con las ` +
      `mercaderías. Desde el ${norma.desde} la ${norma.norma} exige patente, rut_transportista y chofer a toda guía y a 33, 34 ` +
      'y 46 con tipo_despacho 2 o 3; con 1 el documento declara solo lo que no se indique (TRANSPORT_NOT_HELD). Lo que no se ' +
      'tiene al emitir se dice en no_disponible: el elemento se omite, y la declaración va en la descripción de la primera ' +
      'línea y en el papel. La factura de una guía va sin este bloque.',
    properties: {
      ind_traslado: {
        ...idDoc.ind_traslado,
        description: `Obligatorio en 52; en otros no va. ${idDoc.ind_traslado!.description}`,
      },
      IndTraslado: idDoc.IndTraslado!,
      tipo_despacho: {
        ...idDoc.tipo_despacho!,
        ...codigos(
          'TipoDespacho',
          [1, 2, 3],
          'Obligatorio en 33, 34 y 46; no va con ind_traslado 5. En 46 el receptor es el vendedor. También `TipoDespacho`.',
        ),
      },
      TipoDespacho: idDoc.TipoDespacho!,
      ...transporte,
      fecha_salida: { ...fecha, description: 'Hoy si se omite. También `FchSalida`.' },
      hora_salida: {
        type: 'string',
        examples: ['08:30:00'],
        description: 'La actual si se omite; obligatoria si la salida no es hoy. También `HraSalida`.',
      },
      fecha_llegada: { ...fecha, description: 'La de salida si se omite. También `FchLlegada`.' },
      chofer: {
        type: 'object',
        description:
          'El XML lleva ambos o ninguno: con chofer en no_disponible, lo que se sepa va en la declaración; el pasaporte vale por un RUT que no existe. También `Chofer`.',
        properties: {
          rut: { type: 'string', examples: ['15432198-5'], description: 'También `RUTChofer`.' },
          nombre: { type: 'string', maxLength: 30, description: 'También `NombreChofer`.' },
          pasaporte: { type: ['string', 'integer'], maxLength: 20 },
          RUTChofer: { type: 'string', description: 'Lo mismo que `rut`.' },
          NombreChofer: { type: 'string', maxLength: 30, description: 'Lo mismo que `nombre`.' },
        },
      },
      no_disponible: {
        type: 'array',
        maxItems: DECLARABLES.length,
        items: { type: 'string', enum: [...DECLARABLES] },
        description: 'Lo que el emisor no tiene al emitir. No va en 110.',
      },
      motivo_prolongado: {
        type: 'string',
        maxLength: 300,
        description: 'Obligatorio si la llegada es de un día posterior a la salida; se declara con ella.',
      },
      motivo_sin_precio: {
        type: 'string',
        maxLength: 300,
        description:
          'Sólo en 52: por qué alguna línea va sin precio. Si se omite, lo dice el tipo de traslado.',
      },
      guia_exportacion: {
        ...block('Encabezado/Emisor/GuiaExport', {}, ['codigo']),
        description: 'Obligatoria con ind_traslado 8 o 9; la autorización va con código 4.',
      },
    },
  },
  liquidacion: {
    type: 'object',
    description: `Sólo en ${tipos('liquidacion', 'opcional')}: las comisiones se restan del total.`,
    properties: {
      comisiones,
    },
  },
  georeferencia: {
    ...block('GeoRefEmision', GRADOS, ['latitud_emision', 'longitud_emision']),
    description: `Optativa en ${tipos('georeferencia', 'opcional')}: dónde se emite. sistema_referencia por omisión 1, WGS84 en grados decimales.`,
  },
  madera: {
    ...block('ManejoMadera', GRADOS, [
      'comuna_rol_origen',
      'mnz_rol_origen',
      'prd_rol_origen',
      'comuna_rol_destino',
      'mnz_rol_destino',
      'prd_rol_destino',
      'cod_plan_conaf',
      'latitud_origen_madera',
      'longitud_origen_madera',
      'latitud_destino_madera',
      'longitud_destino_madera',
    ]),
    description: `Productos primarios del bosque (Res. Ex. 75/2024), optativa en ${tipos('madera', 'opcional')}. Las comunas son los códigos de rol del SII; sistemareferencia_madera por omisión 1, WGS84 en grados decimales. Sus documentos se refieren con 821, 822 y 823.`,
  },
  compra: {
    type: 'object',
    description: `Sólo en ${tipos('compra', 'opcional')}.`,
    properties: {
      comisiones: {
        ...comisiones,
        description:
          'Montos de 0 o más; se restan del total. Es lo único del bloque en una nota (56, 61), que debe referirse a una 46.',
      },
      tipo_transaccion: idDoc.tipo_transaccion_compra!,
      TpoTranCompra: { ...idDoc.TpoTranCompra!, description: 'Lo mismo que `tipo_transaccion`.' },
      retencion: {
        type: 'object',
        description: 'Vale por impuesto_adicional en cada línea afecta; no van juntos.',
        properties: {
          codigo: { ...entero, description: 'Obligatorio. También `TipoImp`.' },
          tasa: { ...decimal, description: 'También `TasaImp`.' },
          TipoImp: { ...entero, description: 'Lo mismo que `codigo`.' },
          TasaImp: { ...decimal, description: 'Lo mismo que `tasa`.' },
        },
      },
    },
  },
}

/** The properties that these blocks add to the body. */
export const BLOQUES_SEGUN_TIPO: Readonly<Record<string, JsonSchema>> = schemas
