// /v1/empresa/:id/programacion: what a company has done by the clock at the SII, and how that goes (jobs §7).

import { Type } from '@sinclair/typebox'
import { AppError } from '../../domain/errors'
import { type NombreTarea, TAREAS } from '../../domain/programacion'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact } from '../../http/envelope'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { reply } from '../../http/reply'
import { type AccountTenant, reachable } from '../../http/tenant'
import type { Runner } from '../../jobs/runner'
import type { EmpresaStore } from '../empresa'
import type { Solicitante } from '../trabajos'
import { NOMBRES, type Programaciones } from './ajustes'
import { Cambios, Ejecutada, ProgramacionJson } from './programacion.schema'
import type { createReloj } from './reloj'
import type { RunTarea } from './run'
import type { Tarea } from './tarea'

interface Deps extends Pick<AreaDeps, 'credential' | 'idempotency' | 'audit'> {
  empresas: Pick<EmpresaStore, 'find'>
  programaciones: Programaciones
  reloj: Pick<ReturnType<typeof createReloj>, 'refresh'>
  run: RunTarea
  tareas: readonly Tarea[]
  queue: Pick<Runner, 'wake'>
}

const tags = ['Empresa']
const params = Exact({ id: Type.String() })
const instant = (at: number | null | undefined): string | null => (at ? new Date(at).toISOString() : null)

export function programacionRoutes(deps: Deps) {
  const { credential, idempotency, audit, empresas, programaciones, reloj, run, tareas, queue } = deps

  /** The company of the request, in the environment that it is in. Throws NOT_FOUND. */
  function titularOf(tenant: AccountTenant, id: string): Solicitante {
    const found = empresas.find(tenant.cuentaId, reachable(tenant, id))
    if (!found) throw new AppError('NOT_FOUND', 'La empresa no existe')
    return { ...tenant, empresaId: found.id, ambiente: found.ambiente }
  }

  function toJson(titular: Solicitante) {
    reloj.refresh(titular)
    return {
      rcv: programaciones.ajustesOf(titular, 'rcv'),
      rcof: programaciones.ajustesOf(titular, 'rcof'),
      acuse: programaciones.ajustesOf(titular, 'acuse'),
      folios: programaciones.ajustesOf(titular, 'folios'),
      bte: programaciones.ajustesOf(titular, 'bte'),
      buzon: programaciones.ajustesOf(titular, 'buzon'),
      estado: NOMBRES.map((tarea) => {
        const row = programaciones.row(titular, tarea)
        const ajustes = programaciones.ajustesOf(titular, tarea, row)
        return {
          tarea,
          ultima: instant(row?.ultima),
          resultado: row?.resultado ?? null,
          proxima: instant(row ? row.proxima : programaciones.nextOf(titular, tarea, ajustes)),
          omitida: row?.omitida ?? null,
        }
      }),
    }
  }

  /** Throws NOT_FOUND for none, FORBIDDEN for one whose operation the credential may not ask for. */
  function tareaOf({ permisos }: AccountTenant, nombre: string): Tarea {
    const tarea = tareas.find((one) => one.nombre === nombre)
    if (!tarea) throw new AppError('NOT_FOUND', `No hay una tarea ${nombre}; son: ${NOMBRES.join(', ')}`)
    if (!permisos.has(tarea.permiso))
      throw new AppError('FORBIDDEN', `Falta el permiso ${tarea.permiso}`, {
        detalles: [{ permiso: tarea.permiso }],
      })
    return tarea
  }

  return newArea(credential)
    .get(
      '/v1/empresa/:id/programacion',
      ({ tenant, params }) => ({ ok: true as const, data: toJson(titularOf(tenant, params.id)) }),
      {
        accountPermission: 'empresa:leer',
        params,
        response: Datos(ProgramacionJson),
        detail: {
          tags,
          summary: 'Lo que se hace solo en el SII, y cómo va',
          description:
            'Del ambiente en que está la empresa. En `simulacion` todo empieza encendido; fuera de ella, apagado, salvo `folios`, que sólo pide de los tipos con reposición automática.',
        },
      },
    )
    .put(
      '/v1/empresa/:id/programacion',
      ({ tenant, params, body }) => {
        const titular = titularOf(tenant, params.id)
        audit(
          tenant,
          () => programaciones.change(titular, body),
          () => ({
            accion: 'programacion.cambiada',
            objeto: titular.empresaId,
            empresaId: titular.empresaId,
            detalle: { ambiente: titular.ambiente, ...body },
          }),
        )
        return { ok: true as const, data: toJson(titular) }
      },
      {
        accountPermission: 'empresa:administrar',
        params,
        query: Exact({}),
        body: Cambios,
        response: Datos(ProgramacionJson),
        detail: {
          tags,
          summary: 'Cambiar lo que se hace solo en el SII',
          description: 'Lo que no se envía queda como estaba.',
        },
      },
    )
    .post(
      '/v1/empresa/:id/programacion/:tarea/ejecutar',
      async ({ tenant, params, request, set }) => {
        const titular = titularOf(tenant, params.id)
        const tarea = tareaOf(tenant, params.tarea)
        tarea.check(titular)
        const own = { ...tenant, empresaId: titular.empresaId, ambiente: titular.ambiente }
        const answer = await idempotency.once(idempotentRequest(request, own, {}), async () => {
          const encargos = await run.encargos(tarea, titular)
          const trabajos = audit(
            tenant,
            () => {
              const ids = run.queue(titular, encargos)
              programaciones.begun(titular, tarea.nombre, ids)
              return ids
            },
            () => ({
              accion: 'programacion.ejecutada',
              objeto: titular.empresaId,
              empresaId: titular.empresaId,
              detalle: { ambiente: titular.ambiente, tarea: tarea.nombre },
            }),
          )
          queue.wake()
          const data = { tarea: tarea.nombre as NombreTarea, trabajos }
          return { status: 202, body: { ok: true as const, data } }
        })
        return reply(set, answer)
      },
      {
        accountPermission: 'empresa:leer',
        params: Exact({
          id: Type.String(),
          tarea: Type.String({
            description: `Una de: ${Object.keys(TAREAS).join(', ')}.`,
            examples: ['rcv'],
          }),
        }),
        query: Exact({}),
        response: { 202: Datos(Ejecutada) },
        detail: {
          tags,
          summary: 'Hacer ahora lo que la programación haría a su hora',
          'x-errores': [
            'PLAN_LIMIT',
            'PORTAL_LOCKED',
            'PORTAL_CREDENTIALS_MISSING',
            'CERTIFICATE_MISSING',
            'CERTIFICATE_EXPIRED',
            'CERTIFICATE_INVALID',
            'INVALID_STATE',
          ],
          parameters: [IDEMPOTENCY_PARAMETER],
          description:
            'Pide además el permiso de la operación de la tarea, y gasta sus unidades de la cuota.',
        },
      },
    )
}
