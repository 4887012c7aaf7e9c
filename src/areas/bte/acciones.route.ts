// The operations at the SII on existing boletas de terceros (areas/bte §2, §3): annul, read by months, look
// up.

import { type Static, Type } from '@sinclair/typebox'
import { CAUSA_POR_DEFECTO, CAUSAS_BTE, type CausaBte } from '../../domain/bte/boleta'
import { AppError } from '../../domain/errors'
import { readPeriodo } from '../../domain/rcv/periodo'
import { normalizeTexto } from '../../domain/texto'
import { newArea } from '../../http/area'
import { Datos, Exact, Nullable } from '../../http/envelope'
import { Texto } from '../../http/formats'
import { goneOf } from '../../http/gone'
import { IDEMPOTENCY_PARAMETER, NOMBRES_RUTA } from '../../http/openapi'
import { ARCHIVO } from '../../http/openapi-responses'
import { asking } from '../../sii'
import { barrasIn, openBte, readMonth } from '../../sii/bte'
import { createAnswer, EnCola, esperaQuery, RESPUESTA_EN_COLA } from '../trabajos'
import { ANULAR_BTE, type ArgsAnularBte } from './anular.job'
import { monthsOf } from './boletas'
import { folioOf, folioParams } from './bte.route'
import { BteJson, Causa } from './bte-json'
import type { BteDeps } from './deps'
import { BASE, ERRORES_BTE, ERRORES_PREGUNTA, tags } from './emitir.route'
import { encargoMes } from './mes.job'
import { refuseCertification, useBte } from './portal-bte'

export const Leido = Exact({
  periodo: Type.String({ examples: ['202611'] }),
  boletas: Type.Integer({ description: 'Las que el SII informa.' }),
  nuevas: Type.Integer({ description: 'Las que no estaban aquí.' }),
  modificadas: Type.Integer(),
})

export const anularBteRoute = (deps: BteDeps) => {
  const { credential, bte, cola } = deps
  const answer = createAnswer(deps)
  return newArea(credential).post(
    `${BASE}/:folio/anular`,
    ({ tenant, params, body, query, request, set }) => {
      refuseCertification(tenant)
      const row = bte.boletas.byFolio(tenant, folioOf(params))
      const causa = (body?.causa ?? CAUSA_POR_DEFECTO) as CausaBte
      const glosa = body?.glosa ? normalizeTexto(body.glosa).texto : null
      return answer(
        {
          ...{ tenant, request, set, body, query, base: BASE },
          done: (data: Static<typeof BteJson>) => ({ status: 200, body: { ok: true as const, data } }),
        },
        {
          tipo: ANULAR_BTE,
          operacion: 'bte',
          clave: row.id,
          objeto: String(row.folio),
          args: { id: row.id, causa, glosa } satisfies ArgsAnularBte,
          write() {
            const { estado } = bte.boletas.get(row.id)
            if (estado === 'anulada')
              throw new AppError('INVALID_STATE', `La boleta ${row.folio} ya está anulada`)
            if (estado === 'anulacion_solicitada')
              throw new AppError(
                'INVALID_STATE',
                `La anulación de la boleta ${row.folio} ya se pidió y espera que la otra parte la confirme; lea su mes para saber qué fue de ella`,
              )
          },
          join(jobId) {
            const { empresaId, ambiente } = tenant
            const otra = (
              cola.get({ kind: ANULAR_BTE, empresaId, ambiente, id: jobId })!.args as ArgsAnularBte
            ).causa
            if (otra !== causa)
              throw new AppError(
                'INVALID_STATE',
                `La boleta ${row.folio} ya se está anulando por otra causa (${otra}: ${CAUSAS_BTE[otra]}); espere a que esa anulación termine`,
              )
          },
        },
      )
    },
    {
      permission: 'bte:emitir',
      consume: 'bte',
      params: folioParams,
      query: Exact(esperaQuery),
      body: Nullable(
        Exact({
          causa: Type.Optional(Causa('3 si se omite.')),
          glosa: Type.Optional(Texto(200, { description: 'Para el registro propio; el SII no la recibe.' })),
        }),
      ),
      response: { 200: Datos(BteJson), 202: EnCola },
      detail: {
        tags,
        summary: 'Anular una boleta de terceros en el SII',
        description:
          'La causa se elige en el formulario del SII por sus palabras; si no la tiene, 422 con las que hay en `disponibles`. Queda `anulada`, o `anulacion_solicitada` si la otra parte debe confirmarla. Mientras una anulación está en curso, pedirla por la misma causa se une a ella; por otra, 409. Cuesta una consulta.',
        'x-errores': [...ERRORES_BTE],
        parameters: [IDEMPOTENCY_PARAMETER],
        responses: RESPUESTA_EN_COLA,
      },
    },
  )
}

export const syncBteRoute = (deps: BteDeps) => {
  const { credential, clock } = deps
  const answer = createAnswer(deps)
  return newArea(credential).post(
    `${BASE}/:folio/sync`,
    ({ tenant, params, query, request, set }) => {
      refuseCertification(tenant)
      return answer(
        {
          ...{ tenant, request, set, body: null, query, base: BASE },
          done: (data: Static<typeof Leido>) => ({ status: 200, body: { ok: true as const, data } }),
        },
        encargoMes(readPeriodo(params.folio, clock())),
      )
    },
    {
      permission: 'bte:emitir',
      consume: 'bte',
      // Read by the handler, that a fault has the name that the document knows.
      params: Exact({
        folio: Type.String({ description: 'AAAAMM, hasta el mes en curso en Chile.', examples: ['202611'] }),
      }),
      query: Exact(esperaQuery),
      response: { 200: Datos(Leido), 202: EnCola },
      detail: {
        tags,
        // The router has one name for this place of the path, whatever stands there.
        [NOMBRES_RUTA]: { folio: 'periodo' },
        summary: 'Leer del SII las boletas de terceros de un mes',
        description: 'También las emitidas en el sitio del SII. Cuesta una consulta.',
        'x-errores': [...ERRORES_BTE],
        parameters: [IDEMPOTENCY_PARAMETER],
        responses: RESPUESTA_EN_COLA,
      },
    },
  )
}

export const htmlBteRoute = (deps: BteDeps) => {
  const { credential, accesoOf, charge, bte } = deps
  return newArea(credential).get(
    `${BASE}/:folio/html`,
    async ({ tenant, params, set, request }) => {
      refuseCertification(tenant)
      const row = bte.boletas.byFolio(tenant, folioOf(params))
      const acceso = accesoOf(tenant, 'bte', { prioridad: 'persona' })
      const about = { rut: bte.rutOf(tenant.empresaId), pay: <T>(ask: () => Promise<T>) => ask() }
      const pagina = await asking(() =>
        charge({ ...tenant, set }, 'bte', () =>
          useBte(
            deps,
            acceso,
            about,
            async (session) => {
              for (const mes of monthsOf(row)) {
                const fila = (await readMonth(session, mes)).find(({ folio }) => folio === row.folio)
                if (fila) return openBte(session, fila)
              }
              return null
            },
            goneOf(request),
          ),
        ),
      )
      if (!pagina)
        throw new AppError('NOT_FOUND', `El informe del SII no lleva a la página de la boleta ${row.folio}`)
      const barras = barrasIn(pagina)
      if (barras !== null) bte.boletas.bars(row.id, barras)
      return new Response(pagina.bytes as Uint8Array<ArrayBuffer>, {
        headers: {
          'content-type': pagina.headers.get('content-type') ?? 'text/html; charset=ISO-8859-1',
          // A stranger's page under our address: it may draw, and do nothing else.
          'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
          'content-disposition': `inline; filename="bte_${row.folio}.html"`,
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-store',
        },
      })
    },
    {
      permission: 'bte:emitir',
      consume: 'bte',
      params: folioParams,
      detail: {
        tags,
        summary: 'La boleta de terceros como la muestra el SII',
        description:
          'La página del SII, tal como llega. Cuesta una consulta. Si `codigo_barras` de la boleta no se sabía, queda el que trae la página.',
        'x-contenido': 'text/html',
        responses: ARCHIVO,
        'x-errores': [...ERRORES_PREGUNTA],
      },
    },
  )
}
