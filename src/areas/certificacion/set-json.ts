// A set whole, its cases and its settlements as the API shows them.

import { type Static, Type } from '@sinclair/typebox'
import type { AjustesSet, CasoSet, DudaSet, SolicitudCaso } from '../../domain/certificacion/set'
import { Exact, Leido, Nullable } from '../../http/envelope'
import type { SetDelCamino } from './camino'
import { IntentoJson, intentoToJson, SetJson, setToJson } from './certificacion-json'

const n = Type.Integer()

export const DudaJson = Exact(
  {
    clave: Type.String({ description: 'Con ella se responde, en `respuestas`.' }),
    caso: Nullable(n),
    linea: Type.Integer({ description: 'Del texto, desde 1.' }),
    mensaje: Type.String(),
    propuesta: Nullable(Type.String({ description: 'Lo que valdría si está de acuerdo.' })),
    respuesta: Nullable(Type.String()),
  },
  { 'x-nombre': 'DudaSet' },
)

export const dudaToJson = (
  { clave, caso, linea, mensaje, propuesta }: DudaSet,
  respuesta: string | null,
): Static<typeof DudaJson> => ({ clave, caso, linea, mensaje, propuesta, respuesta })

const TotalesJson = Exact({
  neto: n,
  exento: n,
  iva: n,
  retenido: n,
  total: Type.Integer({ description: 'Pesos; en exportación, centésimos de su moneda.' }),
  moneda: Type.String({ examples: ['CLP'] }),
})

export const CasoJson = Exact(
  {
    caso: n,
    linea: n,
    tipo_dte: n,
    texto: Type.String({ description: 'Como está en el archivo.' }),
    solicitud: Nullable(
      Leido<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description:
          'La solicitud de `POST /v1/dte/emitir` en que se convierte; una referencia puede ser `{caso, codigo, razon}`, de otro caso del set.',
      }),
    ),
    totales: Nullable(TotalesJson),
  },
  { 'x-nombre': 'CasoSet', description: '`solicitud` y `totales` son null mientras una duda los impide.' },
)

export function casoToJson(caso: CasoSet, solicitudes: readonly SolicitudCaso[]): Static<typeof CasoJson> {
  const own = solicitudes.find((one) => one.caso === caso.numero)
  return {
    caso: caso.numero,
    linea: caso.linea,
    tipo_dte: caso.tipoDte,
    texto: caso.texto,
    solicitud: own?.solicitud ?? null,
    totales: own?.totales ?? null,
  }
}

/** A block of a request, whose fields are judged when it is built into one. */
const Bloque = Type.Record(Type.String({ maxLength: 60 }), Type.Unknown())
const CAMPOS = {
  respuestas: Type.Optional(
    Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 1000 }), {
      description: 'Por la `clave` de cada duda.',
    }),
  ),
  receptores: Type.Optional(
    Type.Array(Bloque, {
      maxItems: 60,
      description: 'Bloques `receptor`: cada caso sin referencia toma el siguiente.',
    }),
  ),
  receptores_extranjeros: Type.Optional(
    Type.Array(Bloque, { maxItems: 60, description: 'Lo mismo, de exportación.' }),
  ),
  propio: Type.Optional(Bloque),
  traslado: Type.Optional(Bloque),
  tipo_cambio: Type.Optional(
    Type.String({ maxLength: 20, description: 'Pesos por una unidad de la moneda.', examples: ['945.32'] }),
  ),
  aduana: Type.Optional(Bloque),
}
export const AjustesJson = Exact(CAMPOS, {
  'x-nombre': 'AjustesSet',
  description: 'Lo que el texto no dice: receptores, transporte, aduana, y las respuestas a las dudas.',
})

export const ajustesOf = (body: Static<typeof AjustesJson>): AjustesSet => {
  const { receptores_extranjeros, tipo_cambio, ...rest } = body
  return {
    ...rest,
    ...(receptores_extranjeros && { receptoresExtranjeros: receptores_extranjeros }),
    ...(tipo_cambio !== undefined && { tipoCambio: tipo_cambio }),
  }
}

const ajustesToJson = ({ receptoresExtranjeros, tipoCambio, ...rest }: AjustesSet) =>
  ({
    ...rest,
    ...(receptoresExtranjeros && { receptores_extranjeros: receptoresExtranjeros }),
    ...(tipoCambio !== undefined && { tipo_cambio: tipoCambio }),
  }) as Static<typeof AjustesJson>

export const SetEnteroJson = Exact(
  {
    ...SetJson.properties,
    texto: Type.String({ description: 'La sección del archivo.' }),
    notas: Type.Array(Type.String()),
    casos: Type.Array(CasoJson),
    preguntas: Type.Array(DudaJson, { description: 'Lo que el texto deja abierto, respondido o no.' }),
    por_corregir: Type.Array(
      Exact({
        caso: n,
        campo: Type.String({ examples: ['caso 1.receptor.giro'] }),
        regla: Type.String({ description: 'Qué regla rompe.' }),
        mensaje: Type.String(),
      }),
      { description: 'Las faltas por las que `emitir` lo rechazaría, todas a la vez.' },
    ),
    ajustes: AjustesJson,
    historia: Type.Array(IntentoJson, { description: 'Todos los intentos, el primero primero.' }),
  },
  { 'x-nombre': 'SetEntero' },
)

export function setEnteroToJson(set: SetDelCamino): Static<typeof SetEnteroJson> {
  const { row, texto } = set
  const respuestas = texto?.ajustes.respuestas ?? {}
  return {
    ...setToJson(set),
    texto: texto?.seccion.texto ?? '',
    notas: texto?.seccion.notas ?? [],
    casos: texto?.seccion.casos.map((caso) => casoToJson(caso, texto.solicitudes)) ?? [],
    preguntas: texto?.dudas.map((duda) => dudaToJson(duda, respuestas[duda.clave] ?? null)) ?? [],
    por_corregir: set.faltas,
    ajustes: ajustesToJson(texto?.ajustes ?? {}),
    historia: row.intentos.map(intentoToJson),
  }
}
