// /v1/cuenta/exportaciones: everything of an account, or of some of its companies, as one archive in open files (areas/exportaciones).

import { Type } from '@sinclair/typebox'
import { AppError } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact, Lista, OneOf } from '../../http/envelope'
import { answerList, listQuery, sourceOf } from '../../http/listing'
import { ARCHIVO } from '../../http/openapi-responses'
import { showAs } from '../../http/show-as'
import { zipResponse } from '../../http/zip'
import { exportFiles } from './archivo'
import type { Exportacion, Exportaciones } from './exportaciones'

/** Throws VALIDATION_ERROR, RATE_LIMIT. */
export type ProvePassword = (usuarioId: string, password: string, ip: string | null) => Promise<void>

interface Deps extends Pick<AreaDeps, 'store' | 'clock' | 'credential' | 'audit'> {
  exportaciones: Exportaciones
  provePassword: ProvePassword
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
  estado: OneOf({ vigente: 'su archivo se puede descargar', vencida: 'ya no: pida otra' }),
  usuario_id: Type.String({ description: 'Quien la pidió.' }),
  created_at: Type.String(),
  vence_at: Type.String({ description: 'Hasta cuándo se descarga: un día.' }),
})

export function exportacionesRoutes({ store, clock, credential, audit, exportaciones, provePassword }: Deps) {
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
        await provePassword(tenant.usuarioId, body.password, tenant.ip)
        const row = audit(
          tenant,
          () => exportaciones.create(tenant, body.empresas ?? []),
          ({ id, empresas }) => ({ accion: 'cuenta.exportada', objeto: id, detalle: { empresas } }),
        )
        set.status = 201
        return { ok: true as const, data: toJson(row) }
      },
      {
        owner: true,
        factorShown: true,
        body: Exact({
          password: Type.String({
            maxLength: 200,
            description: 'La contraseña de quien la pide.',
            examples: ['una frase larga y propia'],
          }),
          mudanza: Type.Optional(
            Type.Literal(false, {
              description: 'La copia no lleva secretos. La mudanza a otro servidor aún no existe.',
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
        }),
        response: { 201: Datos(ExportacionJson) },
        detail: {
          tags,
          summary: 'Pide una copia de todo lo de la cuenta, o de algunas de sus empresas',
          description:
            'Para irse, o para guardarla fuera. No hace el archivo: da por un día el derecho a descargarlo, las veces que haga falta, cada vez como esté entonces la cuenta.',
          'x-errores': ['VALIDATION_ERROR', 'RATE_LIMIT'],
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
        const { id } = exportaciones.get(tenant.cuentaId, params.id)
        audit(
          tenant,
          () => exportaciones.drop(id),
          () => ({ accion: 'cuenta.exportacion_borrada', objeto: id }),
        )
        set.status = 204
      },
      {
        owner: true,
        params,
        response: { 204: Type.Void() },
        detail: { tags, summary: 'Quita una copia: ya no se descarga', 'x-errores': ['NOT_FOUND'] },
      },
    )
}
