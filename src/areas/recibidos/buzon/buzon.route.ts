// /v1/empresa/:id/buzon: a company's mailbox, set and tried by a person (areas/recibidos/buzon §1).

import { Type } from '@sinclair/typebox'
import { AppError } from '../../../domain/errors'
import type { Titular, TitularDeCuenta } from '../../../domain/titular'
import { newArea } from '../../../http/area'
import type { AreaDeps } from '../../../http/deps'
import { Datos, Exact, Nullable } from '../../../http/envelope'
import { idempotentRequest } from '../../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../../http/openapi'
import { reply } from '../../../http/reply'
import { type AccountTenant, reachable } from '../../../http/tenant'
import { CasillaFault } from '../../../mail/casilla'
import { createEmpresaStore } from '../../empresa'
import { AjusteJson, readAjuste } from './ajuste'
import { BuzonJson, toBuzonJson } from './buzon-json'
import type { BuzonServices } from './create'
import { OtraCaja, refusalOf } from './open-box'
import { mailboxError } from './read-box.job'

export interface BuzonDeps extends Pick<AreaDeps, 'credential' | 'store' | 'idempotency' | 'audit'> {
  buzon: BuzonServices
}

/** The time limit of a try. */
const PLAZO_MS = 45_000
const IdEmpresa = Exact({ id: Type.String() })
const tags = ['Empresa']

export const buzonRoutes = ({ credential, store, idempotency, audit, buzon }: BuzonDeps) => {
  const { buzones, leer, politica } = buzon
  const empresas = createEmpresaStore(store.db)

  /** The company of an address within reach, in its own environment. Throws NOT_FOUND. */
  function titularOf(tenant: AccountTenant, id: string): TitularDeCuenta {
    const empresa = empresas.find(tenant.cuentaId, reachable(tenant, id))
    if (!empresa) throw new AppError('NOT_FOUND', 'La empresa no existe')
    return { cuentaId: empresa.cuentaId, empresaId: empresa.id, ambiente: empresa.ambiente }
  }
  const boxReply = (titular: Titular) => {
    const row = buzones.get(titular)
    return { ok: true as const, data: row && toBuzonJson(row) }
  }

  /** The content of the folder, and its box. */
  async function probe(titular: TitularDeCuenta) {
    const row = buzones.get(titular)
    const refusal = refusalOf(row)
    if (refusal) throw refusal
    const told = await leer.probe(row!, titular, AbortSignal.timeout(PLAZO_MS)).catch((fault: unknown) => {
      if (fault instanceof OtraCaja) return null
      throw fault instanceof CasillaFault ? mailboxError(fault) : fault
    })
    if (told && buzones.isCurrent(row!)) return { ...toBuzonJson(row!), ...told }
    throw (
      refusalOf(buzones.get(titular)) ??
      new AppError('INVALID_STATE', 'El buzón cambió mientras se probaba: pruébelo otra vez')
    )
  }

  return newArea(credential)
    .get('/v1/empresa/:id/buzon', ({ tenant, params }) => boxReply(titularOf(tenant, params.id)), {
      session: 'empresa:administrar',
      params: IdEmpresa,
      response: Datos(Nullable(BuzonJson)),
      detail: {
        tags,
        summary: 'El buzón de correo de la empresa',
        description: '`data` es null si no tiene.',
      },
    })
    .put(
      '/v1/empresa/:id/buzon',
      async ({ tenant, params, body }) => {
        const titular = titularOf(tenant, params.id)
        const ajuste = await readAjuste(body, titular.ambiente, buzones.get(titular), politica)
        audit(
          tenant,
          () => buzones.save(titular, ajuste),
          () => ({
            accion: 'buzon.guardado',
            objeto: titular.empresaId,
            empresaId: titular.empresaId,
            detalle: {
              tipo: ajuste.tipo,
              host: ajuste.host,
              usuario: ajuste.usuario,
              carpeta: ajuste.carpeta,
            },
          }),
        )
        return { ok: true as const, data: toBuzonJson(buzones.get(titular)!) }
      },
      {
        session: 'empresa:administrar',
        params: IdEmpresa,
        body: AjusteJson,
        response: Datos(BuzonJson),
        detail: {
          tags,
          summary: 'Guarda el buzón de correo en que la empresa recibe documentos',
          description:
            'Reemplaza al anterior y lo enciende. Los mensajes se leen y nunca se borran. Si el servidor rehúsa el usuario o la clave, el buzón se apaga hasta que se guarde otra vez (evento `buzon.error`). La conexión siempre va cifrada, y no va a redes que este servidor tenga vedadas.',
        },
      },
    )
    .delete(
      '/v1/empresa/:id/buzon',
      ({ tenant, params, status }) => {
        const titular = titularOf(tenant, params.id)
        audit(
          tenant,
          () => {
            if (!buzones.remove(titular)) throw new AppError('NOT_FOUND', 'La empresa no tiene un buzón')
          },
          () => ({ accion: 'buzon.borrado', objeto: titular.empresaId, empresaId: titular.empresaId }),
        )
        return status(204, undefined)
      },
      {
        session: 'empresa:administrar',
        params: IdEmpresa,
        response: { 204: Type.Void() },
        detail: { tags, summary: 'Borra el buzón de la empresa', description: 'Lo que trajo queda.' },
      },
    )
    .post(
      '/v1/empresa/:id/buzon/probar',
      async ({ tenant, params, request, set }) => {
        const titular = titularOf(tenant, params.id)
        const asked = idempotentRequest(request, { ...tenant, ...titular }, null)
        const answer = await idempotency.once(asked, async () => {
          const data = await probe(titular)
          audit(
            tenant,
            () => {},
            () => ({ accion: 'buzon.probado', objeto: titular.empresaId, empresaId: titular.empresaId }),
          )
          return { status: 200, body: { ok: true as const, data } }
        })
        return reply(set, answer)
      },
      {
        session: 'empresa:administrar',
        params: IdEmpresa,
        response: Datos(
          Exact({ ...BuzonJson.properties, mensajes: Type.Integer({ description: 'En la carpeta.' }) }),
        ),
        detail: {
          tags,
          parameters: [IDEMPOTENCY_PARAMETER],
          summary: 'Ingresa al buzón para probarlo',
          description: 'No lee ningún mensaje. Una clave rehusada no se repite: apaga el buzón.',
          'x-errores': ['INVALID_STATE', 'MAILBOX_ERROR'],
        },
      },
    )
}
