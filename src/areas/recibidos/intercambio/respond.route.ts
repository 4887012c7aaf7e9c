// POST /v1/recibidos/:id/respuestas: answers a received document (http §28).

import { type Static, Type } from '@sinclair/typebox'
import { AppError, type Fault } from '../../../domain/errors'
import {
  CLASES_RESPUESTA,
  GLOSA_MAX,
  RECEPCION_DTE,
  RECINTO_MAX,
  RESULTADO_DTE,
  TIPOS_RESPONDIBLES,
} from '../../../domain/intercambio'
import { normalizeTexto } from '../../../domain/texto'
import { newArea } from '../../../http/area'
import { Datos, Exact, OneOf } from '../../../http/envelope'
import { Correo, Texto } from '../../../http/formats'
import { IDEMPOTENCY_PARAMETER } from '../../../http/openapi'
import { Ruled } from '../../../http/rule'
import type { Tenant } from '../../../http/tenant'
import { loadFirmante } from '../../dte'
import { createAnswer, ERRORES_TRABAJO, esperaQuery, RESPUESTA_EN_COLA } from '../../trabajos'
import { BASE } from '../deps'
import type { IntercambioDeps } from './deps'
import { dichoOf, isRespondible } from './prepare'
import { TIPO } from './respond.job'
import { RespuestaJson, toJson } from './respuesta-json'
import type { RespondidoRow } from './statements'

const Cuerpo = Exact(
  {
    tipo: OneOf(CLASES_RESPUESTA, { examples: ['resultado'] }),
    estado: Type.Optional(
      Type.Integer({
        description:
          'En `resultado`, obligatorio: 0 acepta, 1 acepta con discrepancias, 2 rechaza. En `recepcion`, 0 recibido, 1 error de firma, 2 error en RUT emisor, 3 error en RUT receptor, 4 repetido, 99 otros; si se omite, según la firma del documento.',
        examples: [0],
      }),
    ),
    glosa: Type.Optional(
      Texto(GLOSA_MAX, {
        description: 'Por qué; obligatoria en un `resultado` que no es 0. No va en un recibo.',
        examples: ['Todo conforme'],
      }),
    ),
    recinto: Type.Optional(
      Texto(RECINTO_MAX, {
        description: 'De un `recibo`, dónde se recibió.',
        examples: ['Bodega central, Talca'],
      }),
    ),
    enviar: Type.Optional(
      Type.Boolean({ description: '`true` si se omite; `false` sólo la deja armada, para bajarla.' }),
    ),
    para: Type.Optional(
      Correo({
        description:
          'A quién, si el correo en que llegó no pide respuesta a otra dirección ni se conoce la casilla de intercambio del emisor.',
      }),
    ),
  },
  {
    examples: [
      { tipo: 'resultado', estado: 0, glosa: 'Todo conforme' },
      { tipo: 'recibo', recinto: 'Bodega central, Talca' },
    ],
  },
)
const fault = (campo: string, regla: Fault['regla'], mensaje: string): Fault => ({ campo, regla, mensaje })

/** The faults of fields that exclude or require each other. */
function faultsOf({ tipo, estado, glosa, recinto }: Static<typeof Cuerpo>): Fault[] {
  const codes = tipo === 'resultado' ? RESULTADO_DTE : RECEPCION_DTE
  const known = Object.keys(codes).join(', ')
  const faults: (Fault | false)[] = [
    tipo === 'resultado' &&
      estado === undefined &&
      fault('estado', 'requerido', `Es obligatorio en un resultado: ${known}`),
    tipo !== 'recibo' &&
      estado !== undefined &&
      !(estado in codes) &&
      fault('estado', 'valor', `Debe ser uno de ${known}`),
    tipo === 'recibo' && estado !== undefined && fault('estado', 'sobra', 'Un recibo no lleva estado'),
    tipo === 'recibo' &&
      glosa !== undefined &&
      fault('glosa', 'sobra', 'Un recibo no lleva glosa: su texto es el de la ley'),
    tipo === 'resultado' &&
      (estado === 1 || estado === 2) &&
      glosa === undefined &&
      fault('glosa', 'requerido', 'Diga en glosa por qué no se acepta tal como viene'),
    tipo === 'recibo' &&
      recinto === undefined &&
      fault('recinto', 'requerido', 'Un recibo dice dónde se recibió: indique recinto'),
    tipo !== 'recibo' && recinto !== undefined && fault('recinto', 'sobra', 'Va sólo en un recibo'),
  ]
  return faults.filter((one): one is Fault => one !== false)
}

const Body = Ruled(Cuerpo, faultsOf)

const texto = (given: string | undefined): string => (given === undefined ? '' : normalizeTexto(given).texto)

/** Throws NOT_FOUND, and DOCUMENT_TYPE_NOT_ALLOWED for what no answer can name. */
function findRespondible(
  { respuestas }: IntercambioDeps['intercambio'],
  { empresaId, ambiente }: Tenant,
  id: string,
): RespondidoRow {
  const row = respuestas.recibido({ empresaId, ambiente }, id)
  if (!row) throw new AppError('NOT_FOUND', 'No existe el documento recibido')
  if (!isRespondible(row))
    throw new AppError(
      'DOCUMENT_TYPE_NOT_ALLOWED',
      `Las respuestas por correo sólo pueden nombrar los tipos ${TIPOS_RESPONDIBLES.join(', ')}, y éste es ${row.tipo_dte}`,
    )
  return row
}

export const respondRoute = (deps: IntercambioDeps) => {
  const { credential, clock, emisores, intercambio } = deps
  const answer = createAnswer(deps)
  return newArea(credential).post(
    `${BASE}/:id/respuestas`,
    ({ tenant, params, query, body, request, set }) => {
      const row = findRespondible(intercambio, tenant, params.id)
      loadFirmante(emisores, tenant, clock())
      const { tipo, estado = null, enviar = true, para = null } = body
      const [glosa, recinto] = [texto(body.glosa), texto(body.recinto)]
      const pedido = { tipo, estado, glosa, recinto, enviar, para, origen: 'persona' as const }
      const dicho = dichoOf(pedido, row)
      return answer(
        {
          ...{ tenant, request, set, body, query },
          base: BASE,
          gratis: true,
          report: (jobId) => {
            const { respuestas } = intercambio
            // Whoever says the same about another document of the file may have taken it over from the job that is waited for.
            const made = respuestas.byJob(jobId) ?? respuestas.same(row.id, dicho)!
            return {
              status: 202,
              body: { ok: true as const, data: toJson(made, respuestas) },
            }
          },
        },
        {
          tipo: TIPO,
          operacion: null,
          clave: JSON.stringify([row.id, ...Object.values(dicho)]),
          objeto: `${tipo} ${row.rut_emisor} ${row.tipo_dte}-${row.folio}`,
          args: {},
          linea: row.archivo_id,
          write: (jobId) => intercambio.prepare(tenant, pedido, row, jobId),
        },
      )
    },
    {
      permission: 'recibidos:gestionar',
      params: Exact({ id: Type.String() }),
      query: Exact(esperaQuery),
      body: Body,
      response: { 202: Datos(RespuestaJson) },
      detail: {
        tags: ['Recibidos'],
        summary: 'Responder por correo un documento recibido',
        description:
          'Siempre 202 con la respuesta ya guardada: `estado` dice si alcanzó a salir en lo que se esperó, y lo que la detuvo está en `error`. La que sigue `armada` sale sola: qué fue de ella está en `GET /v1/recibidos/respuestas` y en su trabajo. Se firma con el certificado de la empresa y queda guardada antes de salir; la misma respuesta no se arma dos veces. El correo sale al menos una vez: si el servidor se corta sin saber si salió, va de nuevo el mismo, con su mismo `Message-ID`. **No reemplaza al acuse en el SII** (`POST /v1/dte/acuse`), que es el que cuenta para la ley: el registro del SII no se entera de estos correos.',
        'x-errores': [
          ...ERRORES_TRABAJO.filter((code) => code === 'QUEUE_UNAVAILABLE'),
          'ALREADY_EXISTS',
          'DOCUMENT_TYPE_NOT_ALLOWED',
          'CERTIFICATE_MISSING',
          'CERTIFICATE_EXPIRED',
          'CERTIFICATE_INVALID',
        ],
        parameters: [IDEMPOTENCY_PARAMETER],
        responses: RESPUESTA_EN_COLA,
      },
    },
  )
}
