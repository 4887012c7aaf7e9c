// Answers in both directions, and their files (http §28).

import { Type } from '@sinclair/typebox'
import { AppError } from '../../../domain/errors'
import {
  CLASES_RESPUESTA,
  type ClaseRespuesta,
  ESTADOS_RESPUESTA,
  type EstadoRespuesta,
} from '../../../domain/intercambio'
import { rutQuery } from '../../../http/alias'
import { newArea } from '../../../http/area'
import { readWords } from '../../../http/comma-list'
import { Exact, Lista, OneOf, significados } from '../../../http/envelope'
import { answerList, listQuery, sourceBehind } from '../../../http/listing'
import { DESCARGA } from '../../../http/openapi-responses'
import { readPage } from '../../../http/paging'
import { readAll } from '../../../http/read-all'
import { Legible } from '../../../http/rule'
import { spanQuery } from '../../../http/span'
import { fileResponse } from '../../dte'
import { BASE } from '../deps'
import { fileName } from '../file-name'
import type { IntercambioDeps } from './deps'
import { nombreRespuesta } from './mensaje'
import { RecibidaJson, RespuestaJson, recibidaToJson, toJson } from './respuesta-json'
import type { LlegadaRow, RecibidaRow, RespuestaRow } from './statements'

const CLASES = Object.keys(CLASES_RESPUESTA) as ClaseRespuesta[]
const QUE_LLEGAN = [...CLASES, 'sii'] as const
const ESTADOS = Object.keys(ESTADOS_RESPUESTA) as EstadoRespuesta[]
const tags = ['Recibidos']
const ENVIADAS = {
  words: ({ rut_emisor, destinatario, glosa }: RespuestaRow) => [rut_emisor, destinatario, glosa],
  rut: ({ rut_emisor }: RespuestaRow) => rut_emisor,
  instante: ({ creada_en }: RespuestaRow) => creada_en,
  orden: '-creada_en',
}
const LLEGADAS = {
  words: ({ rut_responde, folio, glosa }: RecibidaRow) => [rut_responde, folio, glosa],
  rut: ({ rut_responde }: RecibidaRow) => rut_responde,
  instante: ({ recibida_en }: RecibidaRow) => recibida_en,
  orden: '-recibida_en',
}

const words = <T extends string>(
  name: string,
  values: readonly T[],
  tabla: Readonly<Record<string, string>>,
) =>
  Type.Optional(
    Legible((text) => readWords(name, text, values), {
      description: `Uno o varios, separados por coma. ${significados(tabla)}.`,
      examples: [values[0]!],
    }),
  )
const read = <T extends string>(
  name: string,
  text: string | undefined,
  values: readonly T[],
): string | null => (text ? JSON.stringify(readWords(name, text, values)) : null)

export const respuestasRoutes = ({ credential, emisores, intercambio }: IntercambioDeps) => {
  const { respuestas, recibidas } = intercambio
  return newArea(credential)
    .get(
      `${BASE}/respuestas`,
      ({ tenant: { empresaId, ambiente }, query, request }) => {
        const [, tipos, estados] = readAll(
          () => readPage(query),
          () => read('tipo', query.tipo, CLASES),
          () => read('estado', query.estado, ESTADOS),
        )
        const filtro = { empresaId, ambiente, tipos, estados }
        const source = sourceBehind(
          (limit, offset, last: RespuestaRow | null) => respuestas.list(filtro, limit, offset, last),
          () => respuestas.count(filtro),
        )
        return answerList({ query, request }, ENVIADAS, source, (row) => toJson(row, respuestas))
      },
      {
        permission: 'recibidos:leer',
        query: Exact({
          ...listQuery('el RUT del emisor, el destinatario o la glosa', ENVIADAS.orden),
          ...rutQuery('Del emisor.'),
          ...spanQuery('Creadas'),
          tipo: words('tipo', CLASES, CLASES_RESPUESTA),
          estado: words('estado', ESTADOS, ESTADOS_RESPUESTA),
        }),
        response: Lista(RespuestaJson),
        detail: { tags, summary: 'Las respuestas de la empresa a lo que recibió, de la última a la primera' },
      },
    )
    .get(
      `${BASE}/respuestas/recibidas`,
      ({ tenant: { empresaId, ambiente }, query, request }) => {
        const [, clases] = readAll(
          () => readPage(query),
          () => read('clase', query.clase, QUE_LLEGAN),
        )
        const ajenas = query.propias === undefined ? null : query.propias === 'true' ? 0 : 1
        const filtro = { empresaId, ambiente, clases, ajenas } as const
        const source = sourceBehind(
          (limit, offset, last: LlegadaRow | null) => recibidas.list(filtro, limit, offset, last),
          () => recibidas.count(filtro),
        )
        return answerList({ query, request }, LLEGADAS, source, recibidaToJson)
      },
      {
        permission: 'recibidos:leer',
        query: Exact({
          ...listQuery('el RUT de quien respondió, el folio o la glosa', LLEGADAS.orden),
          ...rutQuery('De quien respondió.'),
          ...spanQuery('Llegadas'),
          clase: words('clase', QUE_LLEGAN, { ...CLASES_RESPUESTA, sii: 'un correo que dice ser del SII' }),
          propias: Type.Optional(
            OneOf(['true', 'false'], {
              description:
                '`true`: las que se anotaron en un documento; `false`: las que no calzan con ninguno.',
            }),
          ),
        }),
        response: Lista(RecibidaJson),
        detail: {
          tags,
          summary: 'Lo que otros respondieron sobre lo emitido, de lo último a lo primero',
          description:
            'También lo que no calza con ningún documento, y por qué, y los correos que dicen ser del SII: nadie los firma, así que sólo apuran la consulta al SII y nunca cambian un estado.',
        },
      },
    )
    .get(
      `${BASE}/respuestas/:id/xml`,
      async ({ tenant: { empresaId, ambiente }, params: { id }, request }) => {
        const own = respuestas.byId({ empresaId, ambiente }, id)
        if (own) {
          const bytes = respuestas.xml(own.id)
          if (!bytes) throw new AppError('INVALID_STATE', 'La respuesta aún no se firma')
          const name = nombreRespuesta(emisores.get({ empresaId, ambiente }).emisor.rut, own)
          const type = 'application/xml; charset=ISO-8859-1'
          return fileResponse(request, { bytes, type, name, disposicion: undefined })
        }
        const came = await recibidas.file({ empresaId, ambiente }, id)
        if (!came) throw new AppError('NOT_FOUND', 'No existe la respuesta')
        const type = 'application/xml; charset=UTF-8'
        const name = fileName(came.nombre, 'xml')
        return fileResponse(request, { bytes: came.bytes, type, name, disposicion: undefined })
      },
      {
        permission: 'recibidos:leer',
        params: Exact({ id: Type.String() }),
        detail: {
          tags,
          summary: 'El archivo de una respuesta',
          description:
            'De una propia, tal como se firmó. De una recibida, su elemento tal como llegó, en UTF-8 y sin lo que un proveedor haya puesto alrededor.',
          'x-contenido': 'application/xml',
          'x-errores': ['INVALID_STATE'],
          responses: DESCARGA,
        },
      },
    )
}
