// /v1/cuenta/exportaciones: everything of an account, or of some of its companies, as one archive in open files (areas/exportaciones).

import { Type } from '@sinclair/typebox'
import { AppError, faultsError } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact, Lista, Nullable, OneOf } from '../../http/envelope'
import { answerList, listQuery, sourceOf } from '../../http/listing'
import { ARCHIVO } from '../../http/openapi-responses'
import { showAs } from '../../http/show-as'
import { zipResponse } from '../../http/zip'
import { exportFiles } from './archivo'
import type { Exportacion, Exportaciones } from './exportaciones'
import { makeLlave } from './frase'

/** Throws VALIDATION_ERROR, RATE_LIMIT. */
export type ProvePassword = (usuarioId: string, password: string, ip: string | null) => Promise<void>

interface Deps extends Pick<AreaDeps, 'store' | 'clock' | 'credential' | 'audit' | 'random'> {
  exportaciones: Exportaciones
  provePassword: ProvePassword
  queue: { wake(): void }
}

/** A download that has not begun by then never will. */
const SIN_COMENZAR_MS = 10_000
const BASE = '/v1/cuenta/exportaciones'
const tags = ['Cuenta']
const params = Exact({ id: Type.String() })
const LISTING = { words: ({ id, empresas }: Exportacion) => [id, ...empresas], orden: '-created_at' }

const ExportacionJson = Exact({
  id: Type.String({ examples: ['exp_01JD3Q8Z2V5W7X9Y0A1B2C3D4E'] }),
  empresas: Type.Array(Type.String(), {
    description: 'Los ids de las empresas que lleva; vacía, la cuenta entera.',
  }),
  mudanza: Type.Boolean({
    description:
      'Lleva también los secretos, y lo que va aquí sólo se lee (`ACCOUNT_MOVED`) mientras ella esté.',
  }),
  estado: OneOf({ vigente: 'su archivo se puede descargar', vencida: 'ya no: pida otra' }),
  usuario_id: Nullable(Type.String({ description: 'Quien la pidió; null, quien opera el servidor.' })),
  created_at: Type.String(),
  vence_at: Nullable(
    Type.String({ description: 'Hasta cuándo se descarga: un día. Null en una mudanza: no vence.' }),
  ),
})

/** Throws VALIDATION_ERROR. A phrase that nobody needs is no phrase of this copy. */
function fraseOf({ mudanza = false, frase }: { mudanza?: boolean; frase?: string }): string | null {
  if (mudanza && frase !== undefined) return frase
  if (!mudanza && frase === undefined) return null
  const mensaje = mudanza
    ? 'Es obligatoria en una mudanza: con ella se cifran los secretos, y se abren en el servidor nuevo'
    : 'Es sólo de una mudanza: la copia no lleva secretos'
  throw faultsError([{ campo: 'frase', regla: mudanza ? 'requerido' : 'sobra', mensaje }])
}

export function exportacionesRoutes(deps: Deps) {
  const { store, clock, random, credential, audit, exportaciones, provePassword, queue } = deps

  /** One read of everything at a time: it keeps the log of the database from being cut while it lasts. */
  const leaving = new Map<string, { since: number; begun: boolean }>()

  /** Throws CONFLICT. An answer that nobody takes ends without having begun, and holds nobody back for long. */
  function claim(cuentaId: string, at: Date) {
    const other = leaving.get(cuentaId)
    if (other && (other.begun || at.getTime() - other.since < SIN_COMENZAR_MS))
      throw new AppError('CONFLICT', 'Ya se descarga una copia de la cuenta; espere a que termine')
    const own = { since: at.getTime(), begun: false }
    leaving.set(cuentaId, own)
    return own
  }

  const toJson = showAs(ExportacionJson, (one: Exportacion) => ({
    estado: exportaciones.isOver(one) ? ('vencida' as const) : ('vigente' as const),
  }))

  async function* once(
    cuentaId: string,
    own: ReturnType<typeof claim>,
    files: ReturnType<typeof exportFiles>,
  ) {
    own.begun = true
    try {
      yield* files
    } finally {
      if (leaving.get(cuentaId) === own) leaving.delete(cuentaId)
    }
  }

  return newArea(credential)
    .post(
      BASE,
      async ({ tenant, body, set }) => {
        const frase = fraseOf(body)
        const { empresas = [] } = body
        await provePassword(tenant.usuarioId, body.password, tenant.ip)
        exportaciones.checkOwn(tenant.cuentaId, empresas)
        const llave = frase === null ? null : await makeLlave(frase, random)
        const row = audit(
          tenant,
          () =>
            llave ? exportaciones.move(tenant, empresas, llave) : exportaciones.create(tenant, empresas),
          ({ id, empresas }) => ({
            ...{ accion: llave ? 'cuenta.mudada' : 'cuenta.exportada', objeto: id, detalle: { empresas } },
          }),
        )
        set.status = 201
        return { ok: true as const, data: toJson(row) }
      },
      {
        owner: true,
        factorShown: true,
        body: Exact(
          {
            password: Type.String({
              maxLength: 200,
              description: 'La contraseña de quien la pide.',
              examples: ['una frase larga y propia'],
            }),
            mudanza: Type.Optional(
              Type.Boolean({
                description:
                  'Una mudanza a otro servidor de Timbre: lleva también los secretos, y desde ya lo que va aquí sólo se lee.',
              }),
            ),
            frase: Type.Optional(
              Type.String({
                minLength: 12,
                maxLength: 1000,
                pattern: '^[^\\u0000-\\u001f\\u007f]+$',
                mensaje: 'Debe ser una sola línea, como se escribe al importar',
                description:
                  'De una mudanza: cifra los secretos del archivo, y se pide al importarlo. No se guarda.',
                examples: ['ocho palabras que nadie más junta'],
              }),
            ),
            empresas: Type.Optional(
              Type.Array(Type.String(), {
                uniqueItems: true,
                minItems: 1,
                maxItems: 1000,
                description: 'Los ids de las que van, también eliminadas; si se omite, la cuenta entera.',
              }),
            ),
          },
          { examples: [{ password: 'una frase larga y propia' }] },
        ),
        response: { 201: Datos(ExportacionJson) },
        detail: {
          tags,
          summary: 'Pide una copia de todo lo de la cuenta, o de algunas de sus empresas',
          description:
            'Para irse, o para guardarla fuera. No hace el archivo: da por un día el derecho a descargarlo, las veces que haga falta, cada vez como esté entonces la cuenta. Con `mudanza` lo que va deja de trabajar aquí y sólo se lee, hasta que se quite con DELETE; si hay trabajos en curso responde 409 y los nombra. El archivo se importa en el otro servidor con `timbre cuenta importar`.',
          'x-errores': ['VALIDATION_ERROR', 'RATE_LIMIT', 'CONFLICT'],
        },
      },
    )
    .get(
      BASE,
      ({ tenant, query, request }) =>
        answerList({ query, request }, LISTING, sourceOf(exportaciones.list(tenant.cuentaId)), toJson),
      {
        owner: true,
        query: Exact(listQuery('el id, o el de una de sus empresas', LISTING.orden)),
        response: Lista(ExportacionJson),
        detail: { tags, summary: 'Las copias pedidas, la más nueva primero' },
      },
    )
    .get(
      `${BASE}/:id/archivo`,
      ({ tenant, params }) => {
        const one = exportaciones.get(tenant.cuentaId, params.id)
        if (exportaciones.isOver(one)) throw new AppError('INVALID_STATE', 'La exportación venció: pida otra')
        const now = clock()
        const own = claim(tenant.cuentaId, now)
        audit(
          tenant,
          () => {},
          () => ({ accion: 'cuenta.exportacion_descargada', objeto: one.id }),
        )
        const files = exportFiles(store, exportaciones.salidaOf(one), now)
        return zipResponse(`timbre_${chileDate(now)}.zip`, once(tenant.cuentaId, own, files))
      },
      {
        owner: true,
        factorShown: true,
        params,
        detail: {
          tags,
          summary: 'El archivo de una copia',
          description:
            'Un ZIP que se hace mientras se descarga, con todo tal como está al empezar: los XML emitidos y recibidos, y cada tabla en JSON, una fila por línea, sin secretos. `indice.json` trae el SHA-256 de cada archivo y va al final: una descarga cortada no lo tiene, y no es una copia. Se comprueba con `timbre cuenta verificar ARCHIVO`.',
          'x-contenido': ['application/zip'],
          'x-errores': ['NOT_FOUND', 'INVALID_STATE', 'CONFLICT'],
          responses: ARCHIVO,
        },
      },
    )
    .delete(
      `${BASE}/:id`,
      ({ tenant, params, set }) => {
        const one = exportaciones.get(tenant.cuentaId, params.id)
        audit(
          tenant,
          () => exportaciones.drop(one),
          () => ({ accion: one.mudanza ? 'cuenta.reabierta' : 'cuenta.exportacion_borrada', objeto: one.id }),
        )
        if (one.mudanza) queue.wake()
        set.status = 204
      },
      {
        owner: true,
        params,
        response: { 204: Type.Void() },
        detail: {
          tags,
          summary: 'Quita una copia: ya no se descarga; con una mudanza, vuelve a abrir aquí lo que se fue',
          description:
            'Lo que se reabre queda con sus folios `por_conciliar`: antes de tomar otro se pregunta al SII cuáles se usaron en el servidor nuevo.',
          'x-errores': ['NOT_FOUND'],
        },
      },
    )
}
