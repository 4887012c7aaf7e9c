// The request that an issued document answers (solicitud-json.ts), for the OpenAPI document: the blocks as answers show them, in
// the shape that POST /v1/dte/emitir takes, so that a client's type of the one goes where the other is asked for.

import { Leido } from '../../../http/envelope'
import { NOMBRE } from '../../../http/openapi-names'
import { CAMPOS, LINEA, REFERENCIA } from '../documento/documento.schema'
import type { Json } from '../documento/documento-json'
import { decimal, type JsonSchema } from '../documento/esquema.schema'
import { PROPIEDADES_SOLICITUD } from './solicitud.schema'

/** In a block of a document and not in its request: numbered, computed or said otherwise. */
const NO_SE_PIDE = ['linea', 'declaracion', 'retencion', 'tipo_transaccion']

/** A line has one of these, or none. */
const OPTATIVOS = [...NO_SE_PIDE, 'monto']

/** The items of a list that may come as a single one. */
const itemsOf = ({ items, oneOf = [] }: JsonSchema): JsonSchema | undefined =>
  (items ?? (oneOf as JsonSchema[]).find((one) => one.items)?.items) as JsonSchema | undefined

/**
 * A block as a request has it, of what `asked` takes: a decimal is a text where no JSON number keeps its digits, and a code is
 * one that a request may bring.
 */
function pedido({ [NOMBRE]: _, ...shown }: JsonSchema, asked: JsonSchema = {}): JsonSchema {
  if (shown.type === 'number') return decimal
  if (asked.enum) return { description: asked.description, ...shown, enum: asked.enum }
  const { properties, items, required = [], ...rest } = shown
  const due = [...(required as string[]), ...((asked.required ?? []) as string[])]
  const fields = Object.entries((properties ?? {}) as Record<string, JsonSchema>)
  const known = (asked.properties ?? {}) as Record<string, JsonSchema>
  return {
    ...rest,
    ...(items !== undefined && {
      items: pedido(items as JsonSchema, itemsOf(asked)),
    }),
    ...(due.length > 0 && { required: [...new Set(due)].filter((name) => !OPTATIVOS.includes(name)) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        fields
          .filter(([name]) => !NO_SE_PIDE.includes(name))
          .map(([name, field]) => [name, pedido(field, known[name])]),
      ),
    }),
  }
}

/** Fields of the moment of issue, which differs in the new document. */
const DEL_MOMENTO = ['fecha_emision', 'programar_para']

const BLOQUES: Record<string, JsonSchema> = {
  ...CAMPOS,
  receptor: {
    ...CAMPOS.receptor,
    properties: {
      ...(CAMPOS.receptor!.properties as JsonSchema),
      cliente_id: {
        type: 'string',
        description: 'El del cliente extranjero, cuyo número el documento no puede decir.',
      },
    },
  },
  detalle: { type: 'array', items: LINEA },
  referencias: { type: 'array', items: REFERENCIA },
  reemplaza: PROPIEDADES_SOLICITUD.reemplaza!,
  impuestos: {
    type: 'array',
    items: {
      type: 'object',
      properties: { codigo: { type: 'integer' }, monto: { type: 'integer' }, tasa: { type: 'number' } },
      additionalProperties: false,
    },
  },
}

const isBlock = ({ properties, items, oneOf }: JsonSchema): boolean =>
  properties !== undefined ||
  items !== undefined ||
  (oneOf as JsonSchema[] | undefined)?.some(isBlock) === true

/** The body of `POST /v1/dte/emitir` that issues a document again. */
export const SolicitudEmitida = Leido<Json>({
  [NOMBRE]: 'SolicitudEmitida',
  type: 'object',
  required: ['tipo_dte', 'detalle', 'ambiente'],
  properties: Object.fromEntries(
    Object.entries(PROPIEDADES_SOLICITUD)
      .filter(([name]) => !DEL_MOMENTO.includes(name))
      .map(([name, asked]) => [name, isBlock(asked) ? pedido(BLOQUES[name]!, asked) : asked]),
  ),
  additionalProperties: false,
})
