// POST /v1/empresa/seleccionar: the company in whose name a session acts from now on (http §14).

import { Type } from '@sinclair/typebox'
import type { AccessTokens } from '../../http/access-token'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact } from '../../http/envelope'
import { reachable } from '../../http/tenant'
import { EmpresaJson, toJson } from './empresa-json'
import type { Empresas } from './empresas'
import type { Selection } from './selection'

interface Deps extends Pick<AreaDeps, 'credential'> {
  empresas: Empresas
  sesiones: Selection
  tokens: AccessTokens
  /** Told after a session has changed its company. */
  companySelected(sesionId: string): void
}

export const seleccionarRoute = ({ credential, empresas, sesiones, tokens, companySelected }: Deps) =>
  newArea(credential).post(
    '/v1/empresa/seleccionar',
    async ({ tenant, body }) => {
      const empresa = empresas.getAny(tenant.cuentaId, reachable(tenant, body.empresa_id))
      const { usuarioId, sesionId } = tenant
      sesiones.select(sesionId, empresa.id)
      companySelected(sesionId)
      const data = { empresa: toJson(empresa) }
      // A browser's session hides its tokens from scripts, so none is handed out.
      if (tenant.porCookie) return { ok: true as const, data }
      return {
        ok: true as const,
        data: { ...data, access_token: await tokens.sign({ usuarioId, sesionId }) },
      }
    },
    {
      session: true,
      body: Exact({ empresa_id: Type.String({ examples: ['emp_01JD3Q8Z5V7K2M4N6P8R0S2T4V'] }) }),
      response: Datos(
        Exact({
          empresa: EmpresaJson,
          access_token: Type.Optional(Type.String({ description: 'No viene en una sesión por cookie.' })),
        }),
      ),
      detail: {
        tags: ['Empresa'],
        summary: 'Cambia la empresa activa de la sesión',
        'x-errores': ['NOT_FOUND'],
        description:
          'El cambio vale para toda la sesión: también para los tokens entregados antes. De una empresa eliminada (`eliminada_at`) la sesión sólo lee: cualquier otra operación responde 409 `INVALID_STATE`.',
      },
    },
  )
