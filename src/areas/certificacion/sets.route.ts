// The set of tests: its text taken in, each set and case read, its doubts answered (areas/certificacion §2).

import { type Static, Type } from '@sinclair/typebox'
import type { Alcance } from '../../domain/certificacion/etapas'
import { readSet } from '../../domain/certificacion/read-set'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import { Datos, Exact, Nullable } from '../../http/envelope'
import { Base64 } from '../../http/formats'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { readInteger } from '../../http/paging'
import { reply } from '../../http/reply'
import { Legible } from '../../http/rule'
import type { Tenant } from '../../http/tenant'
import { ID } from './caminos.route'
import {
  CertificacionJson,
  ClaseJson,
  certificacionToJson,
  NoAdmitidosJson,
  noAdmitidosToJson,
} from './certificacion-json'
import { BASE, type CertificacionDeps, tags } from './deps'
import type { Lecturas } from './lectura'
import {
  AjustesJson,
  ajustesOf,
  CasoJson,
  casoToJson,
  DudaJson,
  dudaToJson,
  SetEnteroJson,
  setEnteroToJson,
} from './set-json'
import { checkLeido, checkOpen } from './take-set'

const EJEMPLO = Buffer.from(
  'SET BASICO - NUMERO DE ATENCION: 5123401\r\n\r\nCASO 5123401-1\r\n==============\r\nDOCUMENTO\tFACTURA ELECTRONICA\r\n\r\n' +
    'ITEM\t\tCANTIDAD\tPRECIO UNITARIO\r\nClavo AFECTO\t\t133\t1459\r\n',
).toString('base64')

const Leido = Exact({
  sets: Type.Array(
    Exact({
      clase: ClaseJson,
      nombre: Type.String(),
      atencion: Nullable(Type.String()),
      casos: Type.Integer(),
    }),
  ),
  no_admitidos: NoAdmitidosJson,
  dudas: Type.Array(DudaJson),
})

interface Cargado {
  ok: true
  data: Static<typeof Leido> | Static<typeof CertificacionJson>
}

function readOnly(bytes: Uint8Array, alcance: Alcance, lecturas: Lecturas): Static<typeof Leido> {
  const leido = readSet(bytes)
  checkLeido(leido, alcance)
  const { secciones, faltas } = leido
  return {
    sets: secciones.map(({ clase, nombre, atencion, casos }) => ({
      clase,
      nombre,
      atencion,
      casos: casos.length,
    })),
    no_admitidos: noAdmitidosToJson(faltas),
    dudas: lecturas.dudasOf(leido).map((duda) => dudaToJson(duda, null)),
  }
}

export const CLASE = Exact({ ...ID.properties, clase: ClaseJson })

export const setsRoute = ({ credential, store, audit, idempotency, certificacion }: CertificacionDeps) => {
  const { certificaciones, caminos, lecturas, takeSet } = certificacion
  const show = (tenant: Tenant, id: string) =>
    certificacionToJson(caminos.of(certificaciones.get(tenant, id)))
  const showSet = async (tenant: Tenant, params: { id: string; clase: string }, anew = false) => {
    await caminos.prepare(certificaciones.get(tenant, params.id), anew)
    return { ok: true as const, data: setEnteroToJson(certificacion.setOf(tenant, params)) }
  }
  const add = store.client.transaction(takeSet)
  return newArea(credential)
    .post(
      `${BASE}/:id/sets`,
      async ({ tenant, params, body, query, request, set }) => {
        const key = idempotentRequest(request, tenant, { body, simular: query.simular })
        const answer = await idempotency.once<Cargado>(key, async () => {
          const row = certificaciones.get(tenant, params.id)
          const bytes = body.texto_base64
          if (query.simular === 'true') {
            checkOpen(row)
            return { status: 200, body: { ok: true as const, data: readOnly(bytes, row.alcance, lecturas) } }
          }
          const nueva = add.immediate(tenant, row, bytes, body.nombre ?? 'SIISetDePruebas.txt')
          await caminos.prepare(row)
          return { status: nueva ? 201 : 200, body: { ok: true as const, data: show(tenant, row.id) } }
        })
        return reply(set, answer)
      },
      {
        upload: { archivo: 'texto_base64' },
        uploadName: 'nombre',
        permission: 'empresa:administrar',
        params: ID,
        query: Exact({
          simular: Type.Optional(
            Type.Union([Type.Literal('true'), Type.Literal('false')], {
              description: '`true`: lee y no guarda.',
              examples: ['true'],
            }),
          ),
        }),
        body: Exact({
          texto_base64: Base64({
            description: 'El TXT que entrega el SII, tal como vino; o como `archivo` en multipart/form-data.',
            examples: [EJEMPLO],
          }),
          nombre: Type.Optional(Type.String({ maxLength: 200, examples: ['SIISetDePruebas761234561.txt'] })),
        }),
        response: { 200: Datos(Type.Union([CertificacionJson, Leido])), 201: Datos(CertificacionJson) },
        detail: {
          tags,
          summary: 'Cargar el set de pruebas',
          description:
            'El mismo archivo otra vez: 200. Otro abre una ronda nueva, y los sets anteriores quedan `obsoleto`, como en el SII.',
          'x-errores': ['SET_UNREADABLE', 'SET_UNSUPPORTED', 'CERT_CLOSED', 'INVALID_STATE'],
          parameters: [IDEMPOTENCY_PARAMETER],
        },
      },
    )
    .get(`${BASE}/:id/sets/:clase`, ({ tenant, params }) => showSet(tenant, params), {
      permission: 'empresa:leer',
      params: CLASE,
      response: Datos(SetEnteroJson),
      detail: { tags, summary: 'Un set: su texto, sus casos como solicitudes, sus dudas y sus intentos' },
    })
    .get(
      `${BASE}/:id/sets/:clase/casos/:caso`,
      ({ tenant, params }) => {
        const { texto } = certificacion.setOf(tenant, params)
        const numero = readCaso(params.caso)
        const caso = texto?.seccion.casos.find((one) => one.numero === numero)
        if (!texto || !caso) throw new AppError('NOT_FOUND', `El set no tiene un caso ${numero}`)
        return { ok: true as const, data: casoToJson(caso, texto.solicitudes) }
      },
      {
        permission: 'empresa:leer',
        params: Exact({ ...CLASE.properties, caso: Legible(readCaso, { examples: ['1'] }) }),
        response: Datos(CasoJson),
        detail: {
          tags,
          summary: 'Un caso: su texto, la solicitud en que se convierte y los totales que debe dar',
        },
      },
    )
    .put(
      `${BASE}/:id/sets/:clase/ajustes`,
      ({ tenant, params, body }) => {
        checkOpen(certificaciones.get(tenant, params.id))
        const set = certificacion.setOf(tenant, params)
        if (!set.texto)
          throw new AppError('INVALID_STATE', 'La simulación no sale de un texto: no lleva ajustes')
        if (!['listo', 'con_dudas', 'espera_set', 'rechazado'].includes(set.estado))
          throw new AppError('INVALID_STATE', `El set está ${set.estado}: sus ajustes ya no se cambian`)
        audit(
          tenant,
          () => certificaciones.sql.setAjustes.run(JSON.stringify(ajustesOf(body)), set.row.id),
          () => ({ accion: 'certificacion.ajustada', objeto: params.id, detalle: { clase: params.clase } }),
        )
        return showSet(tenant, params, true)
      },
      {
        permission: 'empresa:administrar',
        params: CLASE,
        body: AjustesJson,
        response: Datos(SetEnteroJson),
        detail: {
          tags,
          summary: 'Responder las dudas de un set y decir lo que su texto no trae',
          description:
            'Reemplaza los ajustes anteriores. Se guardan aunque falte algo: lo que el texto deja abierto sigue en `preguntas`, y lo que rechazaría una solicitud, en `por_corregir`. Con las dos resueltas el set está `listo`.',
          'x-errores': ['CERT_CLOSED', 'INVALID_STATE'],
        },
      },
    )
}

const readCaso = (caso: string): number => readInteger({ caso }, 1, 999)!
