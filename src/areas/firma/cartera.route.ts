// A person's settings of a company on the board: who sees to it, its words, the day of its F29, and the marks of those filed (areas/firma §2).

import { Type } from '@sinclair/typebox'
import { AppError, faultsError } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import { DIAS_F29 } from '../../domain/firma/f29'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact, Nullable, OneOf } from '../../http/envelope'
import { Fecha, Texto } from '../../http/formats'
import { Periodo } from '../../http/periodo'
import { reachable, type SessionTenant } from '../../http/tenant'
import { createEmpresaStore, type Empresa } from '../empresa'
import { prepareCartera } from './statements'

type Deps = Pick<AreaDeps, 'credential' | 'clock' | 'store' | 'audit'>

const Cartera = Exact({
  responsable_id: Nullable(Type.String()),
  etiquetas: Type.Array(Type.String()),
  f29: OneOf(DIAS_F29),
})
const Marca = Exact({ periodo: Type.String(), declarado_el: Type.String() })
const tags = ['Firma']

export const carteraRoutes = ({ credential, clock, store, audit }: Deps) => {
  const sql = prepareCartera(store.client)
  const empresas = createEmpresaStore(store.db)

  function companyOf(tenant: SessionTenant, id: string): Empresa {
    const empresa = empresas.find(tenant.cuentaId, reachable(tenant, id))
    if (!empresa) throw new AppError('NOT_FOUND', 'La empresa no existe')
    return empresa
  }

  /** A person of the account who sees the company. */
  function checkResponsable(tenant: SessionTenant, empresaId: string, id: string): void {
    const found = sql.person.get(id, tenant.cuentaId)
    const limited: string[] = found ? JSON.parse(found.empresas) : []
    if (found && (!limited.length || limited.includes(empresaId))) return
    const mensaje = 'No es una persona de la cuenta que vea la empresa'
    throw faultsError([{ campo: 'responsable_id', regla: 'no_existe', mensaje }])
  }

  return newArea(credential)
    .put(
      '/v1/firma/empresas/:id',
      ({ tenant, params, body }) => {
        const { id } = companyOf(tenant, params.id)
        if (body.responsable_id) checkResponsable(tenant, id, body.responsable_id)
        const change = () => {
          const before = sql.get.get(id)
          const next = {
            responsable_id:
              body.responsable_id === undefined ? (before?.responsable_id ?? null) : body.responsable_id,
            etiquetas: body.etiquetas ?? (before ? (JSON.parse(before.etiquetas) as string[]) : []),
            f29: body.f29 ?? before?.f29 ?? ('20' as const),
          }
          const { responsable_id: responsableId, etiquetas, f29 } = next
          sql.put.run({ empresaId: id, responsableId, etiquetas: JSON.stringify(etiquetas), f29 })
          return next
        }
        const data = audit(tenant, change, () => ({
          accion: 'firma.empresa_ajustada',
          objeto: id,
          empresaId: id,
          detalle: body,
        }))
        return { ok: true as const, data }
      },
      {
        session: 'empresa:administrar',
        params: Exact({ id: Type.String() }),
        body: Exact({
          responsable_id: Type.Optional(
            Nullable(Type.String({ description: 'Quién la atiende; null, nadie.' })),
          ),
          etiquetas: Type.Optional(
            Type.Array(Texto(30, { minLength: 1 }), {
              maxItems: 10,
              uniqueItems: true,
              examples: [['pyme']],
            }),
          ),
          f29: Type.Optional(
            OneOf(DIAS_F29, { description: 'El día en que vence su F29; 20 si nadie lo dijo.' }),
          ),
        }),
        response: Datos(Cartera),
        detail: {
          tags,
          summary: 'Quién atiende una empresa, sus etiquetas y el día de su F29',
          description: 'Lo que no se envía queda igual.',
        },
      },
    )
    .put(
      '/v1/firma/f29/:empresa_id/:periodo',
      ({ tenant, params, body }) => {
        const { id: empresaId, ambiente } = companyOf(tenant, params.empresa_id)
        const { periodo } = params
        const declaradoEl = body.declarado_el
        if (declaradoEl > chileDate(clock()))
          throw faultsError([{ campo: 'declarado_el', regla: 'futura', mensaje: 'Es posterior a hoy' }])
        audit(
          tenant,
          () => sql.mark.run({ empresaId, ambiente, periodo, declaradoEl }),
          () => ({
            accion: 'firma.f29_declarado',
            objeto: empresaId,
            empresaId,
            detalle: { periodo, declarado_el: declaradoEl },
          }),
        )
        return { ok: true as const, data: { periodo, declarado_el: declaradoEl } }
      },
      {
        session: 'rcv:sincronizar',
        params: Exact({ empresa_id: Type.String(), periodo: Periodo(clock) }),
        body: Exact({ declarado_el: Fecha({ examples: ['2026-11-19'] }) }),
        response: Datos(Marca),
        detail: {
          tags,
          summary: 'Marca que el F29 de un mes se declaró',
          description: 'Una marca de la persona: nada se presenta desde aquí.',
        },
      },
    )
    .delete(
      '/v1/firma/f29/:empresa_id/:periodo',
      ({ tenant, params, status }) => {
        const { id: empresaId, ambiente } = companyOf(tenant, params.empresa_id)
        const { periodo } = params
        audit(
          tenant,
          () => {
            if (!sql.unmark.run({ empresaId, ambiente, periodo }).changes)
              throw new AppError('NOT_FOUND', 'Ese F29 no está marcado')
          },
          () => ({ accion: 'firma.f29_desmarcado', objeto: empresaId, empresaId, detalle: { periodo } }),
        )
        return status(204, undefined)
      },
      {
        session: 'rcv:sincronizar',
        params: Exact({ empresa_id: Type.String(), periodo: Periodo(clock) }),
        response: { 204: Type.Void() },
        detail: { tags, summary: 'Quita la marca de un F29 declarado' },
      },
    )
}
