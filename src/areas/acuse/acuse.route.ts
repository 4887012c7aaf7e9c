// POST /v1/dte/acuse and /v1/dte/acuse/lote (http §27.2).

import type { Static } from '@sinclair/typebox'
import { faultsError } from '../../domain/errors'
import { parseRut } from '../../domain/rut'
import { newArea } from '../../http/area'
import { Datos, Exact } from '../../http/envelope'
import { hashBody } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import type { Tenant } from '../../http/tenant'
import { loadFirmante } from '../dte'
import { createAnswer, EnCola, ERRORES_TRABAJO, esperaQuery, RESPUESTA_EN_COLA } from '../trabajos'
import { TIPO } from './acuse.job'
import { AcuseBody, AcusesBody, AT_MOST, RegistradoJson } from './acuse-json'
import { type AcuseDeps, BASE } from './deps'
import type { Registrado } from './register'
import type { ArgsAcuse } from './tandas'

const ERRORES = [
  ...ERRORES_TRABAJO,
  'DOCUMENT_TYPE_NOT_ALLOWED' as const,
  'CERTIFICATE_MISSING' as const,
  'CERTIFICATE_EXPIRED' as const,
  'CERTIFICATE_INVALID' as const,
]

const PROPIO = {
  regla: 'valor',
  mensaje:
    'Sólo el receptor registra el acuse de un documento, y éste lo emitió la propia empresa, no a sí misma',
} as const

const detail = { tags: ['Acuse'], responses: RESPUESTA_EN_COLA, parameters: [IDEMPOTENCY_PARAMETER] }

export const acuseRoute = (deps: AcuseDeps) => {
  const { credential, clock, documentos, emisores } = deps
  const { tandas } = deps.acuse
  const answer = createAnswer(deps)
  /** Before a unit is spent on what cannot sign in. Throws CERTIFICATE_*. */
  const requireFirmante = ({ empresaId, ambiente }: Tenant) =>
    loadFirmante(emisores, { empresaId, ambiente }, clock())

  /** A company gives no receipt of what it issued, but to itself. Throws VALIDATION_ERROR. */
  function checkReceptor(
    { empresaId, ambiente }: Tenant,
    llaves: readonly Pick<Static<typeof AcuseBody>, 'rut_emisor' | 'tipo_dte' | 'folio'>[],
    campo: (i: number) => string,
  ): void {
    const { rut } = emisores.get({ empresaId, ambiente }).emisor
    const faults = llaves.flatMap(({ rut_emisor, tipo_dte, folio }, i) => {
      if (rut_emisor !== rut) return []
      const own = documentos.byFolio({ empresaId, ambiente }, tipo_dte, folio)
      return own?.rut_receptor === rut ? [] : [{ campo: campo(i), ...PROPIO }]
    })
    if (faults.length) throw faultsError(faults)
  }

  return newArea(credential)
    .post(
      BASE,
      ({ tenant, body, query, request, set }) => {
        const rut_emisor = parseRut(body.rut_emisor)!
        const { tipo_dte, folio, accion, comentario = null } = body
        checkReceptor(tenant, [{ rut_emisor, tipo_dte, folio }], () => 'rut_emisor')
        requireFirmante(tenant)
        const args: ArgsAcuse = { rut_emisor, tipo_dte, folio, accion, comentario }
        const objeto = `${accion} ${rut_emisor} ${tipo_dte}-${folio}`
        return answer(
          {
            ...{ tenant, request, set, body, query },
            base: BASE,
            done: (data: Registrado) => ({
              status: data.codigo_sii === '7' ? 200 : 201,
              body: { ok: true as const, data },
            }),
          },
          {
            tipo: TIPO,
            operacion: 'acuse',
            units: tandas.unitsOf(tenant, accion, [{ rut_emisor, tipo_dte, folio }]),
            promised: () => tandas.promised(tenant.cuentaId),
            clave: objeto,
            objeto,
            args,
            linea: 'documento',
          },
        )
      },
      {
        permission: 'acuse:registrar',
        consume: 'acuse',
        query: Exact(esperaQuery),
        body: AcuseBody,
        response: { 200: Datos(RegistradoJson), 201: Datos(RegistradoJson), 202: EnCola },
        detail: {
          ...detail,
          summary: 'Aceptar o reclamar un documento recibido',
          'x-errores': [...ERRORES, 'SII_REFUSED'],
          description:
            '201 si quedó registrado ahora; 200 si ya lo estaba. `ERM` y `ACD` no se deshacen. Si la respuesta del SII se pierde, primero se le pregunta si alcanzó a registrarlo.',
        },
      },
    )
    .post(
      `${BASE}/lote`,
      ({ tenant, body, request, set }) => {
        const { accion } = body
        const llaves = body.documentos.map((one) => ({ ...one, rut_emisor: parseRut(one.rut_emisor)! }))
        checkReceptor(tenant, llaves, (i) => `documentos[${i}].rut_emisor`)
        requireFirmante(tenant)
        return answer(
          { tenant, request, set, body, query: {}, base: BASE, done: never, always202: true },
          {
            tipo: TIPO,
            operacion: 'acuse',
            units: tandas.unitsOf(tenant, accion, llaves),
            promised: () => tandas.promised(tenant.cuentaId),
            clave: `lote ${hashBody({ accion, documentos: llaves })}`,
            objeto: `${accion} de ${llaves.length === 1 ? '1 documento' : `${llaves.length} documentos`}`,
            args: { accion, lote: true } satisfies ArgsAcuse,
            linea: 'lote',
            write: (jobId) => tandas.insert(jobId, llaves),
          },
        )
      },
      {
        permission: 'acuse:registrar',
        consume: 'acuse',
        query: Exact({}),
        body: AcusesBody,
        response: { 202: EnCola },
        detail: {
          ...detail,
          summary: 'Aceptar o reclamar varios documentos recibidos',
          'x-errores': ERRORES,
          description: `Hasta ${AT_MOST}, una unidad de la cuota cada uno, salvo los que ya se registraron desde aquí; si el plan no tiene tantas además de las que ocuparán los acuses en cola, PLAN_LIMIT y nada queda en cola. Cada documento se registra por sí solo: lo hecho queda hecho aunque el servidor se detenga o el plan se agote, y sigue donde iba. Qué fue de cada uno está en \`result\` del trabajo, también mientras corre y si se detuvo.`,
        },
      },
    )
}

/** A batch always answers before it ends. */
function never(): never {
  throw new Error('a batch answers 202')
}
