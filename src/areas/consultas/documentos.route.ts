// GET /v1/dte/emitidos/:periodo and /v1/dte/recibidos/:periodo: what the SII has of a month, asked now (http §19).

import { Type } from '@sinclair/typebox'
import type { CodigoAdvertencia } from '../../domain/advertencias'
import { invalidParameter } from '../../domain/errors'
import { readPeriodo } from '../../domain/rcv/periodo'
import { Advertencias } from '../../http/advertencias'
import { rutQuery } from '../../http/alias'
import { createAnswerCache, RESPUESTA_CACHE } from '../../http/answer-cache'
import { newArea } from '../../http/area'
import type { Pagador } from '../../http/cuota'
import type { AreaDeps } from '../../http/deps'
import { Exact, Nullable, Paginacion } from '../../http/envelope'
import { listed, listQuery, sourceOf } from '../../http/listing'
import { readPage } from '../../http/paging'
import { Periodo } from '../../http/periodo'
import { readAll } from '../../http/read-all'
import { Legible } from '../../http/rule'
import { showAs } from '../../http/show-as'
import {
  asking,
  type DocumentoSii,
  listDocumentos,
  type PreguntaDocumentos,
  type SumaDocumentos,
  sumDocumentos,
} from '../../sii'
import type { Charge } from '../../sii/metered'
import type { Acceso, Como, Conversacion, Portal } from '../../sii/portal'
import type { Emisores } from '../dte'

const Monto = Type.Integer({ examples: [499800] })
const Montos = { monto_exento: Monto, monto_neto: Monto, monto_iva: Monto, monto_total: Monto }

const Suma = Exact({
  tipo_dte: Type.Integer({ examples: [33] }),
  nombre: Type.String({ examples: ['Factura Electrónica'] }),
  documentos: Type.Integer({ examples: [12] }),
  ...Montos,
  seccion: Nullable(Type.String({ description: 'Como la nombra el SII.', examples: ['S1'] })),
})

const Documento = Exact({
  tipo_dte: Type.Integer({ examples: [33] }),
  folio: Type.Integer({ examples: [88123] }),
  rut: Type.String({ description: 'De la contraparte.', examples: ['90000012-K'] }),
  razon_social: Nullable(Type.String()),
  fecha_emision: Type.String({ format: 'date' }),
  fecha_recepcion: Nullable(Type.String({ format: 'date' })),
  ...Montos,
  evento: Nullable(Type.String({ description: 'Lo último que pasó con él.', examples: ['Acuse Recibo'] })),
})

const sumaToJson = showAs(Suma, (_: SumaDocumentos) => ({}))

const documentoToJson = showAs(Documento, (_: DocumentoSii) => ({}))

export interface DocumentosSiiDeps extends Pick<AreaDeps, 'credential' | 'clock'> {
  emisores: Emisores
  portal: Pick<Portal, 'use'>
  accesoOf(
    titular: { empresaId: string; ambiente: Acceso['ambiente'] },
    operacion: 'consultas',
    how: Como,
  ): Acceso
  charge: Charge<Pagador>
}

const DEL_SII = {
  words: (row: NonNullable<Filas>[number]) =>
    'rut' in row ? [row.rut, row.razon_social, row.folio] : [row.tipo_dte],
  rut: (row: NonNullable<Filas>[number]) => ('rut' in row ? row.rut : null),
  orden: 'tipo_dte',
}

type Filas = (ReturnType<typeof sumaToJson> | ReturnType<typeof documentoToJson>)[] | null

/** The one question of a request is paid as a whole. */
const free = <T>(ask: () => Promise<T>): Promise<T> => ask()

const sumsOf = async (sii: Conversacion, asked: PreguntaDocumentos): Promise<Filas> =>
  (await sumDocumentos(sii, free, asked)).map((one) => sumaToJson(one))

const rowsOf = async (sii: Conversacion, asked: PreguntaDocumentos, tipo: number): Promise<Filas> =>
  (await listDocumentos(sii, free, asked, tipo))?.map((one) => documentoToJson(one)) ?? null

function readTipo(text: string | undefined): number | null {
  if (text === undefined || text === '') return null
  if (/^\d{1,3}$/.test(text)) return Number(text)
  throw invalidParameter('tipo_dte', 'entero', 'Debe ser el código de un tipo')
}

export function documentosSiiRoute({
  credential,
  clock,
  emisores,
  portal,
  accesoOf,
  charge,
}: DocumentosSiiDeps) {
  const cached = createAnswerCache(clock)
  const routes = newArea(credential)
  for (const lado of ['emitidos', 'recibidos'] as const)
    routes.get(
      `/v1/dte/${lado}/:periodo`,
      async ({ tenant, params, query, request, set }) => {
        const [periodo, , tipo] = readAll(
          () => readPeriodo(params.periodo, clock()),
          () => readPage(query),
          () => readTipo(query.tipo_dte),
          () => {
            if (query.rut && !query.tipo_dte)
              throw invalidParameter(
                'tipo_dte',
                'requerido',
                'Falta: los totales por tipo no tienen contraparte',
              )
          },
        )
        const { empresaId, ambiente, cuentaId } = tenant
        const { rut } = emisores.get({ empresaId, ambiente }).emisor
        const asked = { rut, periodo, lado }
        const key = JSON.stringify([cuentaId, empresaId, ambiente, lado, periodo, tipo])
        const { value, hit } = await cached(key, () =>
          asking(() =>
            charge({ cuentaId, empresaId, set }, lado, () =>
              portal.use(accesoOf(tenant, 'consultas', { prioridad: 'persona' }), (sii) =>
                tipo === null ? sumsOf(sii, asked) : rowsOf(sii, asked, tipo),
              ),
            ),
          ),
        )
        set.headers['x-cache'] = hit ? 'HIT' : 'MISS'
        const rows = value ?? []
        const advertencias: { code: CodigoAdvertencia; campo: string; mensaje: string }[] = value
          ? []
          : [
              {
                code: 'DETAIL_NOT_KEPT',
                campo: 'periodo',
                mensaje: 'El SII guarda el detalle seis meses; de antes sólo da los totales, sin tipo_dte',
              },
            ]
        const list = await listed(query, DEL_SII, sourceOf(rows), request.signal)
        return {
          ok: true as const,
          data: list.rows,
          ...(advertencias.length && { advertencias }),
          paginacion: list.paginate(request.url),
        }
      },
      {
        permission: 'consultas:ejecutar',
        consume: lado,
        params: Exact({ periodo: Periodo(clock) }),
        query: Exact({
          ...listQuery('el RUT, la razón social, el folio o el tipo', DEL_SII.orden),
          ...rutQuery('De la contraparte, junto con `tipo_dte`: los totales no la tienen.'),
          tipo_dte: Type.Optional(
            Legible(readTipo, {
              description: 'Los documentos de ese tipo; si se omite, los totales por tipo.',
            }),
          ),
        }),
        response: Exact({
          ok: Type.Literal(true),
          data: Type.Array(Type.Union([Suma, Documento])),
          advertencias: Type.Optional(Advertencias),
          paginacion: Paginacion,
        }),
        detail: {
          tags: ['Consultas'],
          summary:
            lado === 'emitidos'
              ? 'Lo que el SII tiene como emitido por la empresa en un mes'
              : 'Lo que el SII tiene como recibido por la empresa en un mes',
          'x-errores': [
            'SII_ERROR',
            'SII_UNAVAILABLE',
            'SII_TIMEOUT',
            'PORTAL_LOCKED',
            'PORTAL_CREDENTIALS_MISSING',
            'PORTAL_FORBIDDEN',
          ],
          description:
            'Pregunta al SII ahora, o responde de memoria lo preguntado hace menos de un minuto. Cada pregunta cuesta una consulta; las páginas son nuestras.',
          responses: RESPUESTA_CACHE,
        },
      },
    )
  return routes
}
