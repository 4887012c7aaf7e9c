// PUT /v1/rcv/:periodo/compras/:rut/:tipo/:folio/tipo-compra: what kind a purchase is, said to the SII (domain/rcv §7).

import { Type } from '@sinclair/typebox'
import { AppError } from '../../../domain/errors'
import { readPeriodo } from '../../../domain/rcv/periodo'
import { parseRut } from '../../../domain/rut'
import { newArea } from '../../../http/area'
import { Datos, Exact } from '../../../http/envelope'
import { Periodo } from '../../../http/periodo'
import { createRcvSii } from '../../../sii'
import type { RcvDeps } from '../deps'
import { prepareSync } from './statements'

const TipoCompra = Type.Integer({
  minimum: 1,
  maximum: 7,
  description:
    '1 del giro, 2 supermercados, 3 bienes raíces, 4 activo fijo, 5 IVA de uso común, 6 IVA no recuperable, 7 no corresponde incluir.',
  examples: [4],
})

export const tipoCompraRoute = (deps: RcvDeps) => {
  const { credential, store, clock, audit, charge, portal, accesoOf, emisores } = deps
  const sync = prepareSync(store.client)
  return newArea(credential).put(
    '/v1/rcv/:periodo/compras/:rut/:tipo/:folio/tipo-compra',
    async ({ tenant, params, body, set }) => {
      const { empresaId, ambiente, cuentaId } = tenant
      const periodo = readPeriodo(params.periodo, clock())
      const dueno = { empresa_id: empresaId, ambiente }
      const rut = parseRut(params.rut)
      const [tipo_dte, folio] = [Number(params.tipo), Number(params.folio)]
      const known = rut ? sync.find.get({ ...dueno, rut, tipo_dte, folio }) : undefined
      if (!rut || known?.periodo !== periodo)
        throw new AppError('NOT_FOUND', 'La compra no está en el registro de ese período')
      const acceso = accesoOf(tenant, 'rcv', { prioridad: 'persona' })
      const own = emisores.get({ empresaId, ambiente }).emisor.rut
      const documento = { rut: own, periodo, contraparte: rut, tipoDte: tipo_dte, folio }
      // Saying it twice changes nothing, so a session that died meanwhile may be opened anew.
      await portal.use(acceso, (sii) =>
        createRcvSii(
          sii,
          (ask) => charge({ cuentaId, empresaId, set }, 'rcv', ask),
          async () => {},
        ).changeTipoCompra(documento, body.tipo_compra),
      )
      const data = { rut, tipo_dte, folio, tipo_compra: body.tipo_compra }
      audit(
        tenant,
        // The register has the amounts elsewhere now: the next reading asks for them.
        () => sync.unfreeze.run({ ...dueno, periodo }),
        () => ({ accion: 'rcv.tipo_compra', objeto: known.id, detalle: { periodo, ...data } }),
      )
      return { ok: true as const, data }
    },
    {
      permission: 'rcv:sincronizar',
      consume: 'rcv',
      params: Exact({
        periodo: Periodo(clock),
        rut: Type.String({ description: 'Del proveedor.', examples: ['90000012-K'] }),
        tipo: Type.String({ examples: ['33'] }),
        folio: Type.String({ examples: ['88123'] }),
      }),
      body: Exact({ tipo_compra: TipoCompra }),
      response: Datos(
        Exact({
          rut: Type.String(),
          tipo_dte: Type.Integer(),
          folio: Type.Integer(),
          tipo_compra: TipoCompra,
        }),
      ),
      detail: {
        tags: ['RCV'],
        summary: 'Decir al SII de qué tipo es una compra',
        'x-errores': [
          'NOT_FOUND',
          'SII_REFUSED',
          'SII_ERROR',
          'SII_UNAVAILABLE',
          'SII_TIMEOUT',
          'PORTAL_LOCKED',
          'PORTAL_CREDENTIALS_MISSING',
        ],
        description:
          'El SII mueve el IVA de la compra según su tipo; aquí se ve con la sincronización siguiente del período. Cuesta una consulta.',
      },
    },
  )
}
