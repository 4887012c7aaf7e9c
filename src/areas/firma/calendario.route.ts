// The firm's dates as a list and as a calendar to subscribe to, whose address is its only credential (areas/firma §3).

import { createHash } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { AppError } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import { writeIcs } from '../../domain/firma/ics'
import { CLASES_PLAZO, lastDay } from '../../domain/firma/plazos'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { AmbienteJson, Codigo, Datos, Exact, Lista, Nullable, OneOf } from '../../http/envelope'
import { answerList, listQuery, sourceOf } from '../../http/listing'
import { readAll } from '../../http/read-all'
import { readEndDay, spanQuery } from '../../http/span'
import { nombreOf, readerOf } from './reader'
import { prepareCalendario } from './statements'
import type { Vencimiento, Vencimientos } from './vencimientos'

interface Deps extends Pick<AreaDeps, 'credential' | 'clock' | 'store' | 'audit' | 'random'> {
  vencimientos: Vencimientos
  publicUrl: string | null
}

const tags = ['Firma']
const LISTING = {
  words: ({ empresa, texto }: Vencimiento) => [empresa.rut, empresa.razon_social, texto],
  orden: 'fecha',
}
const VencimientoJson = Exact({
  fecha: Type.String({ examples: ['2026-12-21'] }),
  clase: Codigo(CLASES_PLAZO),
  texto: Type.String({ examples: ['F29 de noviembre de 2026'] }),
  empresa: Exact({
    id: Type.String(),
    rut: Type.String(),
    razon_social: Type.String(),
    ambiente: AmbienteJson(),
  }),
  tipo_dte: Nullable(Type.Integer({ description: 'De los folios que vencen.' })),
})
const Calendario = Exact({
  url: Type.String({ description: 'Se muestra sólo ahora. Quien la tenga lee nombres y fechas.' }),
})

/** 144 bits. */
const BYTES = 18
const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

export const calendarioRoutes = (deps: Deps) => {
  const { credential, clock, store, audit, random, vencimientos, publicUrl } = deps
  const sql = prepareCalendario(store.client)

  /** Rights are those of the person now: whoever lost one finds nothing of it at the next fetch. */
  async function calendarOf(clave: string): Promise<Response> {
    const person = clave.endsWith('.ics') ? sql.personOf.get(hashOf(clave.slice(0, -4))) : undefined
    if (!person) throw new AppError('NOT_FOUND', 'El calendario no existe')
    const now = clock()
    const hasta = lastDay(chileDate(now))
    const all = await vencimientos(readerOf(person))
    const eventos = all
      .filter(({ fecha }) => fecha <= hasta)
      .map(({ empresa, ...plazo }) => ({
        ...plazo,
        empresaId: empresa.id,
        razonSocial: nombreOf(empresa),
      }))
    return new Response(writeIcs(eventos, now), {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      },
    })
  }

  return newArea(credential)
    .get(
      '/v1/firma/vencimientos',
      async ({ tenant, query, request }) => {
        const [desde, hasta] = readAll(
          () => readEndDay(query, 'desde'),
          () => readEndDay(query, 'hasta'),
        )
        const found = (await vencimientos(tenant)).filter(
          ({ fecha, clase }) =>
            fecha >= (desde ?? '') &&
            fecha <= (hasta ?? lastDay(chileDate(clock()))) &&
            clase === (query.clase ?? clase),
        )
        return answerList({ query, request }, LISTING, sourceOf(found), (one) => one)
      },
      {
        session: true,
        query: Exact({
          ...listQuery('el RUT, la razón social o el texto', LISTING.orden),
          ...spanQuery('Lo que vence, de hoy a noventa días si se omite,'),
          clase: Type.Optional(OneOf(CLASES_PLAZO)),
        }),
        response: Lista(VencimientoJson),
        detail: { tags, summary: 'Lo que vence en las empresas al alcance de la persona' },
      },
    )
    .post(
      '/v1/firma/calendario',
      ({ tenant, request, set }) => {
        const key = Buffer.from(random(BYTES)).toString('base64url')
        const row = { usuarioId: tenant.usuarioId, hash: hashOf(key), at: clock().toISOString() }
        audit(
          tenant,
          () => sql.put.run(row),
          () => ({ accion: 'firma.calendario_creado' }),
        )
        set.status = 201
        const url = `${publicUrl ?? new URL(request.url).origin}/firma/calendario/${key}.ics`
        return { ok: true as const, data: { url } }
      },
      {
        session: true,
        factorShown: true,
        response: { 201: Datos(Calendario) },
        detail: {
          tags,
          summary: 'Crea la dirección del calendario de la persona, o la cambia',
          description:
            'Para suscribirse desde otro programa, noventa días por delante. La anterior deja de servir.',
        },
      },
    )
    .get(
      '/v1/firma/calendario',
      ({ tenant }) => ({ ok: true as const, data: { creado_en: sql.get.get(tenant.usuarioId) ?? null } }),
      {
        session: true,
        response: Datos(
          Exact({ creado_en: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]) }),
        ),
        detail: { tags, summary: 'Si la persona tiene un calendario, y desde cuándo' },
      },
    )
    .delete(
      '/v1/firma/calendario',
      ({ tenant, status }) => {
        audit(
          tenant,
          () => {
            if (!sql.remove.run(tenant.usuarioId).changes)
              throw new AppError('NOT_FOUND', 'No tiene un calendario')
          },
          () => ({ accion: 'firma.calendario_borrado' }),
        )
        return status(204, undefined)
      },
      {
        session: true,
        response: { 204: Type.Void() },
        detail: { tags, summary: 'Borra la dirección del calendario', 'x-errores': ['NOT_FOUND'] },
      },
    )
    .get('/firma/calendario/:clave', ({ params }) => calendarOf(params.clave), {
      publico: true,
      params: Exact({ clave: Type.String({ description: 'La clave y `.ics`.' }) }),
      detail: {
        tags,
        summary: 'El calendario, por su dirección',
        description:
          'Sin credencial: nombres y fechas, nunca montos. Los permisos son los de la persona en cada lectura.',
        'x-contenido': 'text/calendar',
        'x-errores': ['NOT_FOUND'],
      },
    })
}
