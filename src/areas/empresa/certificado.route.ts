// The digital certificate of a company: load (PFX in JSON or a form, or a simulated one), look at, forget (http §17).

import { type Static, Type } from '@sinclair/typebox'
import type { Clock } from '../../base/clock'
import { type Fault, faultsError } from '../../domain/errors'
import type { Regla } from '../../domain/reglas'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact } from '../../http/envelope'
import { Base64 } from '../../http/formats'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { reply } from '../../http/reply'
import { reachable } from '../../http/tenant'
import type { AroundCertificado, CertificadoCargado, Certificados } from './certificados'
import type { Empresa } from './empresa-store'
import type { Empresas } from './empresas'

interface Deps extends Pick<AreaDeps, 'credential' | 'clock' | 'idempotency' | 'audit'> {
  empresas: Empresas
  certificados: Certificados
  aroundCertificado: AroundCertificado
}

const IdEmpresa = Exact({ id: Type.String() })

const Body = Exact(
  {
    pfx_base64: Type.Optional(
      Base64({
        description: 'El archivo PFX o P12, en base64.',
        examples: ['MIIKLgIBAzCCCeoGCSqGSIb3DQEHAaCC'],
      }),
    ),
    clave: Type.Optional(
      Type.String({ maxLength: 200, description: 'La clave del archivo.', examples: ['clave del archivo'] }),
    ),
    simulado: Type.Optional(
      Type.Boolean({ description: 'En `simulacion`: pide un certificado al simulador, sin archivo.' }),
    ),
  },
  // A form with the file needs this too.
  { dependentRequired: { pfx_base64: ['clave'] } },
)
type Body = Static<typeof Body>

const CertificadoJson = Exact({
  rut_titular: Type.String({ description: 'RUT de la persona que firma, no de la empresa.' }),
  nombre: Type.String(),
  emisor: Type.String(),
  valido_desde: Type.String(),
  valido_hasta: Type.String(),
  dias_restantes: Type.Integer({ description: 'Negativo si ya venció.' }),
})

const DAY = 86_400_000

const toJson = (certificado: CertificadoCargado, clock: Clock): Static<typeof CertificadoJson> => ({
  rut_titular: certificado.rutTitular,
  nombre: certificado.nombre,
  emisor: certificado.emisor,
  valido_desde: certificado.validoDesde,
  valido_hasta: certificado.validoHasta,
  dias_restantes: Math.floor((Date.parse(certificado.validoHasta) - clock().getTime()) / DAY),
})

// Either a file with its password or `simulado`: a schema of alternatives could not say which part is amiss.
function checkBody({ pfx_base64, clave, simulado }: Body, { ambiente }: Empresa): void {
  const faults: Fault[] = []
  const fault = (campo: string, regla: Regla, mensaje: string) => faults.push({ campo, regla, mensaje })
  if (simulado) {
    if (ambiente !== 'simulacion')
      fault('simulado', 'ambiente', `simulado es sólo para empresas en simulacion; ésta está en ${ambiente}`)
    if (pfx_base64 !== undefined) fault('pfx_base64', 'sobra', 'pfx_base64 no va junto con simulado')
    if (clave !== undefined) fault('clave', 'sobra', 'clave no va junto con simulado')
  } else {
    if (pfx_base64 === undefined) fault('pfx_base64', 'requerido', 'Falta el archivo del certificado')
    if (clave === undefined) fault('clave', 'requerido', 'Falta la clave del certificado')
  }
  if (faults.length) throw faultsError(faults)
}

export const certificadoRoutes = ({
  credential,
  clock,
  idempotency,
  audit,
  empresas,
  certificados,
  aroundCertificado,
}: Deps) =>
  newArea(credential)
    .post(
      '/v1/empresa/:id/certificado',
      async ({ tenant, params, body, request, set }) => {
        const empresa = empresas.get(tenant.cuentaId, reachable(tenant, params.id))
        checkBody(body, empresa)
        const own = { ...tenant, empresaId: empresa.id, ambiente: empresa.ambiente }
        const answer = await idempotency.once(idempotentRequest(request, own, body), async () => {
          const { pfx, clave } = body.simulado
            ? await certificados.issueSimulated()
            : { pfx: body.pfx_base64!, clave: body.clave! }
          const opened = await certificados.open(tenant.cuentaId, empresa, pfx, clave)
          const certificado = audit(
            tenant,
            () => aroundCertificado(own, () => certificados.keep(empresa.id, opened)),
            ({ rutTitular, validoHasta }) => ({
              accion: 'certificado.cargado',
              objeto: empresa.id,
              empresaId: empresa.id,
              detalle: { rut_titular: rutTitular, valido_hasta: validoHasta },
            }),
          )
          return { status: 201, body: { ok: true as const, data: toJson(certificado, clock) } }
        })
        return reply(set, answer)
      },
      {
        upload: { archivo: 'pfx_base64' },
        accountPermission: 'empresa:administrar',
        factorShown: true,
        params: IdEmpresa,
        body: Body,
        response: { 201: Datos(CertificadoJson) },
        detail: {
          tags: ['Empresa'],
          summary: 'Carga el certificado digital con que se firma',
          'x-errores': ['CERTIFICATE_INVALID', 'CERTIFICATE_EXPIRED', 'SII_UNAVAILABLE', 'SII_ERROR'],
          parameters: [IDEMPOTENCY_PARAMETER],
          description: 'Reemplaza al anterior. La llave privada se guarda cifrada y no vuelve a salir.',
        },
      },
    )
    .get(
      '/v1/empresa/:id/certificado',
      ({ tenant, params }) => {
        const { id } = empresas.get(tenant.cuentaId, reachable(tenant, params.id))
        return { ok: true as const, data: toJson(certificados.get(id), clock) }
      },
      {
        accountPermission: 'empresa:leer',
        params: IdEmpresa,
        response: Datos(CertificadoJson),
        detail: { tags: ['Empresa'], summary: 'El certificado cargado' },
      },
    )
    .delete(
      '/v1/empresa/:id/certificado',
      ({ tenant, params, status }) => {
        const { id } = empresas.get(tenant.cuentaId, reachable(tenant, params.id))
        audit(
          tenant,
          () => certificados.remove(id),
          () => ({ accion: 'certificado.borrado', objeto: id, empresaId: id }),
        )
        return status(204, undefined)
      },
      {
        accountPermission: 'empresa:administrar',
        factorShown: true,
        params: IdEmpresa,
        response: { 204: Type.Void() },
        detail: { tags: ['Empresa'], summary: 'Borra el certificado y su llave' },
      },
    )
