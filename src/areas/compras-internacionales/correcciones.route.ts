// A person's words on a purchase: corrections, its nature, that it is none (areas/compras-internacionales
// §1, §3).

import type { EstadoCompraInt } from '../../domain/compra-internacional'
import { AppError } from '../../domain/errors'
import { newArea } from '../../http/area'
import { Datos } from '../../http/envelope'
import { idempotentRequest } from '../../http/idempotency'
import { IDEMPOTENCY_PARAMETER } from '../../http/openapi'
import type { Conversion } from '../tipos-cambio'
import { ClasificacionBody, CompraJson, compraToJson } from './compra-json'
import { type Cambio, clasificacionOf, dudososOf, propuestaOf } from './compras'
import { compraParams } from './compras.route'
import { type Correcciones, checkPropuesta, correccionesOf, corrected, stillDudosos } from './cuerpos'
import { BASE, type ComprasIntDeps, TAG } from './deps'
import type { CompraRow } from './statements'

const tags = [TAG]

const WHY: Partial<Record<EstadoCompraInt, string>> = {
  extrayendo: 'aún se lee su archivo; espere a que termine, o descarte su trabajo',
  emitiendo: 'su factura de compra va al SII; descarte su emisión para corregirla',
  emitida: 'ya se emitió su factura de compra; anúlela para corregirla',
  descartada: 'fue descartada',
}

/** Throws INVALID_STATE for a purchase that stands as it is. */
function requireAbierta({ estado }: CompraRow, except: readonly EstadoCompraInt[] = []): void {
  const why = except.includes(estado) ? undefined : WHY[estado]
  if (why) throw new AppError('INVALID_STATE', `La compra no se puede cambiar: ${why}`)
}

/** The rate of a purchase after a correction: typed, taken back, or of a statement while it is of the same amount. */
function conversionAfter(
  row: CompraRow,
  body: Correcciones,
  shown: Conversion | null,
  hoy: string,
): Pick<Cambio, 'conversion'> {
  const { tipo_cambio, moneda, monto, fecha } = body
  if (tipo_cambio === null) return { conversion: null }
  const before = propuestaOf(row)
  const others =
    (moneda !== undefined && moneda !== before.moneda) || (monto !== undefined && monto !== before.monto)
  const isSame = tipo_cambio === shown?.tipoCambio && !others
  if (tipo_cambio !== undefined && isSame && shown?.fuente === 'estado_cuenta') return {}
  if (tipo_cambio !== undefined)
    return {
      conversion: { tipoCambio: tipo_cambio, fechaTc: fecha ?? before.fecha ?? hoy, fuente: 'manual' },
    }
  if (shown?.fuente === 'estado_cuenta' && others) return { conversion: null }
  return moneda !== undefined && moneda !== before.moneda ? { conversion: null } : {}
}

export const correccionesRoute = (deps: ComprasIntDeps) => {
  const { credential, audit, idempotency } = deps
  const { compras, tipos } = deps.comprasInt
  const jsonOf = (tenant: Parameters<typeof compras.get>[0] & { cuentaId: string }, id: string) =>
    compraToJson(compras, tenant.cuentaId, compras.get(tenant, id))

  return newArea(credential)
    .put(
      `${BASE}/:id`,
      ({ tenant, params, body }) => {
        const campos = Object.keys(body)
        const data = audit(
          tenant,
          () => {
            const row = compras.get(tenant, params.id)
            requireAbierta(row)
            const { conversion } = conversionAfter(
              row,
              body,
              compras.convert(tenant.cuentaId, row),
              tipos.hoy(),
            )
            const left = stillDudosos(dudososOf(row), body)
            const propuesta = corrected(propuestaOf(row), body)
            checkPropuesta(propuesta, body, tipos.hoy())
            compras.change(row.id, {
              propuesta,
              // A rate that is gone leaves nothing to doubt.
              dudosos: conversion === null ? left.filter(({ campo }) => campo !== 'tipo_cambio') : left,
              ...(conversion !== undefined && { conversion }),
              // The confirmed purchase has changed since.
              clasificacion: { ...clasificacionOf(row), confirmado: false },
            })
            return jsonOf(tenant, row.id)
          },
          ({ id }) => ({ accion: 'compra_int.corregida', objeto: id, detalle: { campos } }),
        )
        return { ok: true as const, data }
      },
      {
        permission: 'compras_int:gestionar',
        params: compraParams,
        body: correccionesOf(tipos.hoy),
        response: Datos(CompraJson),
        detail: {
          tags,
          summary: 'Corregir una compra internacional',
          description:
            'Lo que no viene queda como está. Escribir un campo dudoso resuelve su duda, aunque sea con el mismo valor. Una corrección retira la confirmación.',
          'x-errores': ['INVALID_STATE'],
        },
      },
    )
    .put(
      `${BASE}/:id/clasificacion`,
      ({ tenant, params, body }) => {
        const data = audit(
          tenant,
          () => {
            const row = compras.get(tenant, params.id)
            requireAbierta(row)
            compras.change(row.id, {
              clasificacion: {
                naturaleza: body.naturaleza,
                prestadorResidente: body.prestador_residente,
                ivaChilenoCobrado: body.iva_chileno_cobrado,
                confirmado: body.confirmado,
                afectoImpuestoAdicional: body.afecto_impuesto_adicional ?? null,
              },
            })
            return jsonOf(tenant, row.id)
          },
          ({ id }) => ({ accion: 'compra_int.clasificada', objeto: id, detalle: { ...body } }),
        )
        return { ok: true as const, data }
      },
      {
        permission: 'compras_int:gestionar',
        params: compraParams,
        body: ClasificacionBody,
        response: Datos(CompraJson),
        detail: {
          tags,
          summary: 'Decir qué se compró',
          description:
            'Sólo una persona lo dice: la lectura del archivo nunca clasifica ni confirma. Con `confirmado: true` la compra queda `clasificada`.',
          'x-errores': ['INVALID_STATE'],
        },
      },
    )
    .post(
      `${BASE}/:id/descartar`,
      ({ tenant, params, request, set }) =>
        idempotency.create(
          { set },
          idempotentRequest(request, tenant, null),
          () =>
            audit(
              tenant,
              () => {
                const row = compras.get(tenant, params.id)
                requireAbierta(row, ['extrayendo'])
                compras.change(row.id, { estado: 'descartada' })
                return jsonOf(tenant, row.id)
              },
              ({ id }) => ({ accion: 'compra_int.descartada', objeto: id }),
            ),
          200,
        ),
      {
        permission: 'compras_int:gestionar',
        params: compraParams,
        response: Datos(CompraJson),
        detail: {
          tags,
          summary: 'Descartar una compra internacional',
          description: 'No se factura: es de otra empresa, no es una compra o vino dos veces.',
          parameters: [IDEMPOTENCY_PARAMETER],
          'x-errores': ['INVALID_STATE'],
        },
      },
    )
}
