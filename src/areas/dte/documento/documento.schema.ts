// The schema of a document in answers, for the OpenAPI document: made from the SII's schema, as the answers
// are (documento-json.ts, emitido-json.ts).

import { type TObject, Type } from '@sinclair/typebox'
import { esquema, type Nodo, nodo } from '../../../domain/dte/esquema'
import { RAICES } from '../../../domain/dte/fila'
import { BLOQUES, NOMBRES } from '../../../domain/dte/nombres'
import { DECLARABLES } from '../../../domain/dte/transporte'
import { Leido } from '../../../http/envelope'
import { CODIGOS_COMO_NUMEROS } from './documento-json'
import type { JsonSchema } from './esquema.schema'
import { enumDe } from './significado.schema'

const nodosDe = (ruta: string): Nodo[] => RAICES.flatMap((raiz) => nodo(raiz, ruta) ?? [])

const nombreDe = (bloque: string, tag: string): string =>
  Object.entries((NOMBRES as Record<string, Record<string, string>>)[bloque] ?? {}).find(
    ([, known]) => known === tag,
  )?.[0] ?? tag

function hoja(nodos: readonly Nodo[]): JsonSchema {
  const { tag } = nodos[0]!
  const clases = new Set(nodos.map(({ clase }) => clase))
  if (clases.has('decimal')) return { type: 'number' }
  // Makers of clients cannot write a list of texts and numbers.
  if (clases.has('entero') && clases.has('texto')) {
    const [textos, numeros] = ['texto', 'entero'].map((clase) => nodos.filter((n) => n.clase === clase))
    return {
      oneOf: [
        { type: 'string', ...enumDe(textos!) },
        { type: 'integer', ...enumDe(numeros!) },
      ],
    }
  }
  if (clases.has('entero') || CODIGOS_COMO_NUMEROS.has(tag)) return { type: 'integer', ...enumDe(nodos) }
  if (clases.has('fecha')) return { type: 'string', format: 'date' }
  return { type: 'string', ...enumDe(nodos) }
}

function campo(nodos: readonly Nodo[]): JsonSchema {
  const one = nodos[0]!.clase ? hoja(nodos) : grupo(nodos)
  return nodos.some(({ max }) => max > 1) ? { type: 'array', items: one } : one
}

function grupo(nodos: readonly Nodo[], without: readonly string[] = []): JsonSchema {
  const byTag = Map.groupBy(
    nodos.flatMap(({ hijos }) => hijos),
    ({ tag }) => tag,
  )
  const fields = [...byTag].map(([tag, same]): [string, JsonSchema] => [
    nombreDe(nodos[0]!.tag, tag),
    campo(same),
  ])
  return {
    type: 'object',
    properties: Object.fromEntries(fields.filter(([name]) => !without.includes(name))),
    additionalProperties: false,
  }
}

const bloque = (
  nombre: string,
  ruta: string,
  { required, more, without, description }: Opciones = {},
): JsonSchema => {
  const schema = grupo(nodosDe(ruta), without)
  return {
    ...schema,
    properties: { ...(schema.properties as object), ...more },
    ...(required && { required }),
    ...(description && { description }),
    'x-nombre': nombre,
  }
}

interface Opciones {
  required?: string[]
  more?: Record<string, JsonSchema>
  without?: string[]
  description?: string
}

const OTRA_MONEDA = bloque('EquivalenteEnPesos', 'Encabezado/OtraMoneda')

const TOTALES = bloque('Totales', 'Encabezado/Totales', {
  required: ['monto_total'],
  more: { otra_moneda: { ...OTRA_MONEDA, description: 'De una exportación, sus totales en pesos.' } },
  description: 'Pesos; los de una exportación, en su moneda. Faltan los que no se aplican.',
})

export const LINEA = bloque('LineaEmitida', 'Detalle', { required: ['linea', 'nombre', 'monto'] })
export const REFERENCIA = bloque('ReferenciaEmitida', 'Referencia', { required: ['linea'] })
const ADUANA = bloque('AduanaEmitida', 'Encabezado/Transporte/Aduana', {
  without: ['tot_bultos', 'cod_pais_recep'],
})
const idDoc = grupo(nodosDe('Encabezado/IdDoc')).properties as Record<string, JsonSchema>
const emisor = bloque('EmisorEmitido', 'Encabezado/Emisor', { without: ['guia_exportacion', 'vendedor'] })
const comisiones = { type: 'array', items: grupo(nodosDe('Comisiones')) }

const ELSEWHERE = new Set([
  'tipo_dte',
  'folio',
  'fecha_emision',
  'mnt_bruto',
  'ind_mnt_neto',
  'ind_traslado',
  'tipo_despacho',
  'forma_pago_exp',
  'fecha_cancelacion',
  'sin_derecho_rebaja',
])

const objeto = (nombre: string, properties: Record<string, unknown>): JsonSchema => ({
  'x-nombre': nombre,
  type: 'object',
  properties,
  additionalProperties: false,
})

const PROPIOS = ['Encabezado', 'Detalle', 'Referencia', 'Comisiones', 'TED', 'TmstFirma']
const DE_ENCABEZADO = ['IdDoc', 'Emisor', 'Receptor', 'Transporte', 'Totales', 'OtraMoneda']

/** Every other block that a document of some type may have, under its name. */
function otros(): Record<string, JsonSchema> {
  const all = RAICES.flatMap((raiz) => [
    ...esquema(raiz).filter(({ tag }) => !PROPIOS.includes(tag)),
    ...(nodo(raiz, 'Encabezado')?.hijos ?? []).filter(({ tag }) => !DE_ENCABEZADO.includes(tag)),
  ])
  const nameOf = new Map(Object.entries(BLOQUES).map(([name, tag]) => [tag, name]))
  return Object.fromEntries(
    [...Map.groupBy(all, ({ tag }) => tag)].map(([tag, same]) => [nameOf.get(tag) ?? tag, campo(same)]),
  )
}

const ETIQUETAS = {
  type: 'array',
  items: objeto('DatoImpreso', { etiqueta: { type: 'string' }, valor: { type: 'string' } }),
}

/** The schemas of a document's blocks in answers; the three obligatory ones stand apart. */
export const CAMPOS: Record<string, JsonSchema> = {
  ...Object.fromEntries(
    Object.entries(idDoc).filter(([name]) => !ELSEWHERE.has(name) && !/^(cuenta|termino)_pago_/.test(name)),
  ),
  cuenta_pago: objeto('CuentaPago', {
    tipo: idDoc.cuenta_pago_tipo,
    numero: idDoc.cuenta_pago_numero,
    banco: idDoc.cuenta_pago_banco,
  }),
  termino_pago: objeto('TerminoPago', {
    codigo: idDoc.termino_pago_codigo,
    glosa: idDoc.termino_pago_glosa,
    dias: idDoc.termino_pago_dias,
  }),
  vendedor: { type: 'string' },
  caja: { type: 'string' },
  iva_terceros: { type: 'integer', description: 'La parte del IVA que es de terceros.' },
  otra_moneda: objeto('OtraMoneda', { moneda: { type: 'string' }, tipo_cambio: { type: 'number' } }),
  precio_incluye_iva: { type: 'boolean', description: 'Si los precios de las líneas incluyen IVA.' },
  sin_derecho_rebaja: { type: 'boolean' },
  saldo_anterior: { type: 'integer' },
  emisor,
  receptor: bloque('ReceptorEmitido', 'Encabezado/Receptor', { required: ['rut'] }),
  traslado: objeto('TrasladoEmitido', {
    ind_traslado: idDoc.ind_traslado,
    tipo_despacho: idDoc.tipo_despacho,
    ...(grupo(nodosDe('Encabezado/Transporte'), ['aduana', 'chofer']).properties as object),
    chofer: objeto('ChoferEmitido', {
      rut: { type: 'string' },
      nombre: { type: 'string' },
      pasaporte: { type: 'string', description: 'De un chofer sin RUT.' },
    }),
    no_disponible: { type: 'array', items: { type: 'string', enum: [...DECLARABLES] } },
    motivo_prolongado: { type: 'string' },
    motivo_sin_precio: { type: 'string' },
    declaracion: {
      type: 'string',
      description: 'Todo ello en palabras, como termina la descripción de la primera línea.',
    },
    guia_exportacion: grupo(nodosDe('Encabezado/Emisor/GuiaExport')),
  }),
  exportacion: objeto('ExportacionEmitida', {
    moneda: { type: 'string', description: 'Código ISO, o el nombre del SII si no tiene.' },
    tipo_cambio: { type: 'number' },
    tot_bultos: { type: 'integer' },
    cod_pais_recep: { type: 'integer' },
    forma_pago_exp: idDoc.forma_pago_exp,
    ind_servicio: idDoc.ind_servicio,
    fecha_cancelacion: idDoc.fecha_cancelacion,
    aduana: ADUANA,
  }),
  liquidacion: objeto('LiquidacionEmitida', { comisiones }),
  compra: objeto('CompraEmitida', {
    tipo_transaccion: idDoc.tipo_transaccion_compra,
    retencion: {
      type: 'object',
      properties: { codigo: { type: 'integer' }, tasa: { type: 'number' } },
      required: ['codigo'],
      additionalProperties: false,
    },
    comisiones,
  }),
  ...otros(),
  impresion: objeto('ImpresionEmitida', {
    datos: ETIQUETAS,
    notas: { type: 'array', items: { type: 'string' } },
    leyenda: { type: 'string' },
  }),
  observaciones: { type: 'string' },
  valores: {
    type: 'array',
    description: 'Los valores por día con que sus precios se pasaron a pesos.',
    items: objeto('ValorUsado', {
      moneda: { type: 'string', examples: ['UF'] },
      valor: { type: 'string', description: 'Pesos por unidad.', examples: ['39842.15'] },
      fecha: { type: 'string', examples: ['2026-11-20'] },
      fuente: { type: 'string', examples: ['tabla'] },
    }),
  },
}

/** The lines, totals and references of a document. */
export const TotalesJson = Leido<Json>(TOTALES)
export const DetalleJson = Leido<Json[]>({ type: 'array', items: LINEA })
export const DescuentosJson = Leido<Json[]>({
  type: 'array',
  items: bloque('DescuentoGlobalEmitido', 'DscRcgGlobal', {
    required: ['linea', 'tipo', 'tipo_valor', 'valor'],
  }),
  description:
    'Descuentos y recargos globales, también los que genera el flete y el seguro de una exportación.',
})
const ReferenciasJson = Leido<Json[]>({ type: 'array', items: REFERENCIA })

type Json = Record<string, unknown>

/** All that was issued, as properties of an answer. */
export const EMITIDO = {
  ...(Object.fromEntries(
    Object.entries(CAMPOS).map(([name, schema]) => [name, Type.Optional(Leido(schema))]),
  ) as Record<never, never>),
  totales: TotalesJson,
  detalle: DetalleJson,
  referencias: ReferenciasJson,
} satisfies TObject['properties']
