// The clave tributaria of a company (http §28.2): loaded by a person, or asked of the simulator, and forgotten.

import { type Static, Type } from '@sinclair/typebox'
import type { Ambiente } from '../../domain/ambiente'
import { type Fault, faultsError } from '../../domain/errors'
import type { Regla } from '../../domain/reglas'
import { parseRut } from '../../domain/rut'
import { newArea } from '../../http/area'
import { Datos, Exact } from '../../http/envelope'
import { Rut } from '../../http/formats'
import type { RouteDeps } from './deps'
import { PortalJson, portalToJson } from './portal-json'

const IdEmpresa = Exact({ id: Type.String() })
const tags = ['Empresa']

const Body = Exact({
  rut: Type.Optional(
    Rut({ description: 'De quién es la clave: la empresa o una persona.', examples: ['76543210-3'] }),
  ),
  clave: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 50,
      // The characters that the portal's form carries.
      pattern: '^[\\x20-\\x7e\\xa0-\\xff]*$',
      mensaje: 'Tiene caracteres que el SII no admite (ISO-8859-1)',
      description: 'La clave tributaria; no vuelve a salir.',
      examples: ['clave del SII'],
    }),
  ),
  simulado: Type.Optional(
    Type.Boolean({ description: 'En `simulacion`: pide una clave al simulador, a nombre de la empresa.' }),
  ),
})
type Body = Static<typeof Body>

// Either RUT and clave or `simulado`: a schema of alternatives could not say which part is amiss.
function checkBody({ rut, clave, simulado }: Body, ambiente: Ambiente): void {
  const faults: Fault[] = []
  const fault = (campo: string, regla: Regla, mensaje: string) => faults.push({ campo, regla, mensaje })
  if (simulado) {
    if (ambiente !== 'simulacion')
      fault('simulado', 'ambiente', `simulado es sólo para empresas en simulacion; ésta está en ${ambiente}`)
    if (rut !== undefined) fault('rut', 'sobra', 'rut no va junto con simulado')
    if (clave !== undefined) fault('clave', 'sobra', 'clave no va junto con simulado')
  } else {
    if (rut === undefined) fault('rut', 'requerido', 'Falta el RUT de quien es la clave')
    if (clave === undefined) fault('clave', 'requerido', 'Falta la clave tributaria')
  }
  if (faults.length) throw faultsError(faults)
}

/** A clave of the simulated SII for a RUT, in an account's world. */
export type IssueSimulatedClave = (rut: string, cuentaId: string) => Promise<string>

export const claveRoutes = (deps: RouteDeps & { issueSimulatedClave: IssueSimulatedClave }) => {
  const { credential, clock, audit, administracion, titularOf, issueSimulatedClave } = deps
  return newArea(credential)
    .put(
      '/v1/empresa/:id/portal/clave',
      async ({ tenant, params, body }) => {
        const { titular, rut: rutEmpresa } = titularOf(tenant, params.id)
        checkBody(body, titular.ambiente)
        const rut = body.simulado ? rutEmpresa : parseRut(body.rut!)!
        const clave = body.simulado ? await issueSimulatedClave(rut, titular.cuentaId) : body.clave!
        const { before } = audit(
          tenant,
          () => administracion.loadClave(titular, rut, clave, tenant.usuarioId),
          () => ({
            accion: 'portal.clave_cargada',
            objeto: titular.empresaId,
            empresaId: titular.empresaId,
            detalle: { rut },
          }),
        )
        if (before) await administracion.closeSession(titular, before)
        return { ok: true as const, data: portalToJson(administracion.estado(titular), clock()) }
      },
      {
        session: 'empresa:administrar',
        factorShown: true,
        params: IdEmpresa,
        body: Body,
        response: Datos(PortalJson),
        detail: {
          tags,
          summary: 'Carga la clave tributaria con que se ingresa al portal del SII',
          description: 'Reemplaza a la anterior. Se guarda cifrada y no vuelve a salir.',
          'x-errores': ['SII_UNAVAILABLE', 'SII_ERROR'],
        },
      },
    )
    .delete(
      '/v1/empresa/:id/portal/clave',
      async ({ tenant, params, status }) => {
        const { titular } = titularOf(tenant, params.id)
        const { before } = audit(
          tenant,
          () => administracion.removeClave(titular),
          () => ({ accion: 'portal.clave_borrada', objeto: titular.empresaId, empresaId: titular.empresaId }),
        )
        if (before) await administracion.closeSession(titular, before)
        return status(204, undefined)
      },
      {
        session: 'empresa:administrar',
        factorShown: true,
        params: IdEmpresa,
        response: { 204: Type.Void() },
        detail: { tags, summary: 'Borra la clave tributaria' },
      },
    )
}
