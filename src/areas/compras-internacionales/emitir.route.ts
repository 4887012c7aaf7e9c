// POST /:id/emitir: the purchase invoice of a purchase from abroad, looked at before any job and folio (areas/compras-internacionales §3).

import { Type } from '@sinclair/typebox'
import { FACTURA_COMPRA } from '../../domain/dte/tipos'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import { Datos, Exact, Nullable } from '../../http/envelope'
import { ErrorBody } from '../../http/errors'
import { Fecha } from '../../http/formats'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import { requirePermission } from '../../http/requirements'
import type { Tenant } from '../../http/tenant'
import { EmisionEnCola, ERRORES_EMISION, respuestasEnCola } from '../dte'
import type { Conversion } from '../tipos-cambio'
import { bloqueosDe, clasificacionOf, propuestaOf } from './compras'
import { compraParams } from './compras.route'
import { BASE, type ComprasIntDeps, TAG } from './deps'
import { advertenciasOf, ofCompra, solicitudOf } from './documento'
import type { CompraRow } from './statements'

const Body = Exact({
  fecha_emision: Type.Optional(Fecha({ description: 'Hoy en Chile si se omite.' })),
  tipo_transaccion: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 7,
      description: 'Tipo de compra; 1, del giro, si se omite.',
      examples: [1],
    }),
  ),
  forma_pago: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3,
      description: '1 contado, 2 crédito, 3 sin costo; 1 si se omite.',
      examples: [1],
    }),
  ),
})

/** A purchase that can be issued. */
interface Emitible {
  row: CompraRow
  conversion: Conversion
}

const isSame = (a: Emitible, b: Emitible): boolean =>
  a.row.propuesta === b.row.propuesta && a.conversion.montoClp === b.conversion.montoClp

const CONFLICTOS =
  'INVALID_STATE: la compra ya se emitió, va al SII o fue descartada. ALREADY_EXISTS: otra del mismo proveedor, número y monto ya se emitió'

export const emitirRoute = (deps: ComprasIntDeps) => {
  const { credential, audit, dte } = deps
  const { compras } = deps.comprasInt

  /**
   * The row and its conversion, ready to issue; throws its faults. Throws INVALID_STATE,
   * INTL_PURCHASE_BLOCKED, EXCHANGE_RATE_MISSING, ALREADY_EXISTS: nothing is taken.
   */
  function check(tenant: Tenant, id: string): Emitible {
    const row = compras.get(tenant, id)
    if (row.estado === 'emitida' || row.estado === 'emitiendo')
      throw new AppError(
        'INVALID_STATE',
        `La compra ya tiene su factura de compra: tipo 46 folio ${row.dte_folio}`,
      )
    if (row.estado === 'descartada') throw new AppError('INVALID_STATE', 'La compra fue descartada')
    const conversion = compras.convert(tenant.cuentaId, row)
    const bloqueos = bloqueosDe(row, conversion)
    if (bloqueos.length)
      throw new AppError(
        'INTL_PURCHASE_BLOCKED',
        bloqueos.length === 1
          ? bloqueos[0]!.mensaje
          : `La compra no se puede emitir por ${bloqueos.length} motivos; vea detalles`,
        { detalles: bloqueos },
      )
    if (!conversion) {
      const { moneda, fecha } = propuestaOf(row)
      throw new AppError(
        'EXCHANGE_RATE_MISSING',
        `No hay tipo de cambio de ${moneda} del ${fecha} ni de los siete días anteriores: cárguelo con POST /v1/tipos-cambio, o escríbalo en la compra`,
        { detalles: [{ moneda, fecha }] },
      )
    }
    const other = compras.repetida(row)
    if (other && (other.estado === 'emitida' || other.estado === 'emitiendo'))
      throw new AppError(
        'ALREADY_EXISTS',
        `La compra ${other.id}, del mismo proveedor, número y monto, ya tiene su factura de compra: tipo 46 folio ${other.dte_folio}`,
        { detalles: [{ compra_id: other.id, tipo_dte: FACTURA_COMPRA, folio: other.dte_folio }] },
      )
    return { row, conversion }
  }

  return newArea(credential).post(
    `${BASE}/:id/emitir`,
    async ({ tenant, params, request, set, status, body }) => {
      requirePermission(tenant, 'compras_int:gestionar')
      const { id } = compras.get(tenant, params.id)
      const exchange = { request, set, body, whose: tenant, tenant }
      const answer = await dte
        .acceptOnce<Emitible>(exchange, () => ({
          check(before) {
            const found = check(tenant, id)
            // Looked at once more in the transaction: two requests at once are one document.
            if (before && !isSame(found, before))
              throw new AppError('CONFLICT', 'La compra cambió mientras se emitía: revísela y repita')
            return before ?? found
          },
          review({ row, conversion }) {
            const solicitud = solicitudOf(id, propuestaOf(row), conversion, body ?? {}, row.rechazado_folio)
            return dte.emision.review(solicitud, tenant, true)
          },
          record: (accepted, { row, conversion }) =>
            audit(
              tenant,
              () => {
                compras.issue(id, accepted.jobId, conversion)
                const own = advertenciasOf(propuestaOf(row), clasificacionOf(row), conversion)
                return { ...accepted, advertencias: [...accepted.advertencias, ...own] }
              },
              ({ tipoDte, folio }) => ({
                accion: 'compra_int.emitida',
                objeto: id,
                detalle: { tipo_dte: tipoDte, folio },
              }),
            ),
        }))
        .catch((fault) => {
          throw ofCompra(fault)
        })
      return status(202, answer)
    },
    {
      permission: 'dte:emitir',
      params: compraParams,
      body: Nullable(Body),
      response: { 202: Datos(EmisionEnCola), 404: ErrorBody, 409: ErrorBody, 422: ErrorBody, 503: ErrorBody },
      detail: {
        tags: [TAG],
        summary: 'Emitir la factura de compra de una compra internacional',
        description:
          'Pide además `compras_int:gestionar`. Antes de tomar folio o crear trabajo se revisa todo: con algún bloqueo, 422 `INTL_PURCHASE_BLOCKED` y todos los motivos en `detalles`. Emite un 46 con retención total del IVA (código 15): el neto es el monto en pesos, y el total también.',
        parameters: [IDEMPOTENCY_PARAMETER],
        responses: respuestasEnCola(CONFLICTOS),
        'x-errores': [
          ...ERRORES_EMISION,
          'INTL_PURCHASE_BLOCKED',
          'EXCHANGE_RATE_MISSING',
          'ALREADY_EXISTS',
          'CONFLICT',
        ],
      },
    },
  )
}
