// The account of the credential: who it is, what it used, which plan it has (http §17).

import { Type } from '@sinclair/typebox'
import { eq } from 'drizzle-orm'
import { AppError } from '../../domain/errors'
import { chileDate } from '../../domain/fecha'
import { NOMBRES_PLAN, type NombrePlan, PLANES } from '../../domain/plan/planes'
import { type Cobranza, type Precios, planLibre } from '../../domain/plan/precios'
import { newArea } from '../../http/area'
import type { AreaDeps } from '../../http/deps'
import { Datos, Exact, Nullable, OneOf } from '../../http/envelope'
import { Correo, Texto } from '../../http/formats'
import { createPlanes } from '../../http/plan'
import { cuenta } from '../../store/tables/cuenta'
import { createCambioPlan } from './cambio-plan'
import { createUso } from './uso'

export interface CuentaDeps extends Pick<AreaDeps, 'store' | 'credential' | 'clock' | 'audit'> {
  precios: Precios
  cobranza: Cobranza
  planInicial: NombrePlan
}

const CuentaJson = Exact({
  id: Type.String(),
  nombre: Type.String(),
  email: Type.String(),
  plan: OneOf(NOMBRES_PLAN),
  created_at: Type.String(),
  segundo_factor_exigido: Type.Boolean({ description: 'Si sus personas deben tener un segundo factor.' }),
  estado: Type.Literal('activa'),
})

const CambiosCuenta = Exact({
  nombre: Type.Optional(Texto(100, { minLength: 1, examples: ['Ferretería El Ñandú'] })),
  email: Type.Optional(
    Correo({ description: 'Adonde se escribe a la cuenta; no cambia con qué correo se entra.' }),
  ),
})

const Limite = (description: string) => Nullable(Type.Integer({ description }))
const LIMITES = { limite: Limite('null: sin límite.'), restantes: Limite('null: sin límite.') }
const UsoJson = Exact({
  periodo: Type.String({ description: 'Mes de Chile, `AAAAMM`.' }),
  consultas: Exact({
    usadas: Type.Integer(),
    ...LIMITES,
    por_operacion: Type.Record(Type.String(), Type.Integer()),
  }),
  emisiones: Exact({ usadas: Type.Integer(), ...LIMITES }),
  historial: Type.Array(
    Exact({ periodo: Type.String(), consultas: Type.Integer(), emisiones: Type.Integer() }),
    { description: 'Doce meses, el presente primero.' },
  ),
})

const PlanJson = Exact({
  plan: OneOf(NOMBRES_PLAN),
  consultas_mes: Limite('null: sin límite.'),
  emisiones_mes: Limite('null: sin límite.'),
  empresas: Limite('null: sin límite.'),
  usuarios: Limite('null: sin límite.'),
  metricas_clientes: Type.Boolean(),
  precio_mensual: Type.Integer({ description: 'Pesos, impuestos incluidos; 0 es gratis.' }),
  precio_anual: Type.Integer(),
  moneda: Type.Literal('CLP'),
  actual: Type.Boolean(),
  vigente_desde: Nullable(
    Type.String({ description: 'Fecha en que la cuenta pasará a este plan; null si no está pedido.' }),
  ),
})

const CambioJson = Exact({
  plan: OneOf(NOMBRES_PLAN, { description: 'El que rige ahora.' }),
  plan_siguiente: Nullable(OneOf(NOMBRES_PLAN)),
  vigente_desde: Type.String({ description: 'Fecha de Chile desde la que rige el plan pedido.' }),
})

const CUENTA = {
  id: cuenta.id,
  nombre: cuenta.nombre,
  email: cuenta.email,
  plan: cuenta.plan,
  created_at: cuenta.createdAt,
  segundo_factor_exigido: cuenta.segundoFactorExigido,
}

const tags = ['Cuenta']

export const cuentaRoutes = (deps: CuentaDeps) => {
  const { credential, clock, audit, precios, cobranza, planInicial } = deps
  const { store } = deps
  const { db } = store
  const uso = createUso(db, clock)
  const planes = createPlanes(db)
  const changePlan = createCambioPlan({
    store,
    clock,
    precios,
    planLibre: planLibre(cobranza, planInicial),
  })
  const cuentaOf = (id: string) => {
    const row = db.select(CUENTA).from(cuenta).where(eq(cuenta.id, id)).get()
    if (!row) throw new AppError('NOT_FOUND', 'La cuenta no existe')
    return { ok: true as const, data: { ...row, estado: 'activa' as const } }
  }
  return newArea(credential)
    .get('/v1/cuenta', ({ tenant }) => cuentaOf(tenant.cuentaId), {
      accountPermission: 'empresa:leer',
      response: Datos(CuentaJson),
      detail: { tags, summary: 'La cuenta de la credencial', 'x-errores': ['NOT_FOUND'] },
    })
    .put(
      '/v1/cuenta',
      ({ tenant, body }) => {
        audit(
          tenant,
          () => {
            const { nombre, email } = body
            if (nombre === undefined && email === undefined) return
            db.update(cuenta)
              .set({ nombre: nombre?.trim(), email })
              .where(eq(cuenta.id, tenant.cuentaId))
              .run()
          },
          () => ({ accion: 'cuenta.cambiada', detalle: body }),
        )
        return cuentaOf(tenant.cuentaId)
      },
      {
        account: 'empresa:administrar',
        body: CambiosCuenta,
        response: Datos(CuentaJson),
        detail: {
          tags,
          summary: 'Cambia los datos de la cuenta',
          'x-errores': ['NOT_FOUND'],
          description: 'Lo que no se envía queda igual.',
        },
      },
    )
    .put(
      '/v1/cuenta/segundo-factor',
      ({ tenant, body: { exigido } }) => {
        // An owner without one could do nothing more himself, and not take it back.
        if (exigido && tenant.factorShownAt === undefined)
          throw new AppError('INVALID_STATE', 'Active antes su propio segundo factor')
        audit(
          tenant,
          () =>
            db
              .update(cuenta)
              .set({ segundoFactorExigido: exigido })
              .where(eq(cuenta.id, tenant.cuentaId))
              .run(),
          () => ({ accion: 'cuenta.segundo_factor_exigido', detalle: { exigido } }),
        )
        return cuentaOf(tenant.cuentaId)
      },
      {
        owner: true,
        factorShown: true,
        body: Exact({ exigido: Type.Boolean() }),
        response: Datos(CuentaJson),
        detail: {
          tags,
          summary: 'Exige un segundo factor a todas las personas de la cuenta, o deja de exigirlo',
          'x-errores': ['NOT_FOUND', 'INVALID_STATE'],
          description:
            'Rige desde la solicitud siguiente: a quien no lo tiene todo le responde 403 `SECOND_FACTOR_MISSING`, salvo activarlo. A las llaves de API no las toca.',
        },
      },
    )
    .get('/v1/cuenta/uso', ({ tenant }) => ({ ok: true as const, data: uso(tenant.cuentaId) }), {
      accountPermission: 'empresa:leer',
      response: Datos(UsoJson),
      detail: {
        tags,
        summary: 'Consultas y emisiones del mes',
        description: 'Leerlo no gasta nada. Los contadores son de la cuenta, sumadas todas sus empresas.',
      },
    })
    .get(
      '/v1/cuenta/planes',
      ({ tenant }) => {
        const { plan: actual, siguiente, cambiaEl } = planes.get(tenant.cuentaId)
        const data = PLANES.map(({ nombre, consultas, emisiones, empresas, usuarios, metricasClientes }) => ({
          plan: nombre,
          consultas_mes: consultas,
          emisiones_mes: emisiones,
          empresas,
          usuarios,
          metricas_clientes: metricasClientes,
          precio_mensual: precios[nombre].mensual,
          precio_anual: precios[nombre].anual,
          moneda: 'CLP' as const,
          actual: nombre === actual.nombre,
          vigente_desde: nombre === siguiente?.nombre ? cambiaEl : null,
        }))
        return { ok: true as const, data }
      },
      {
        accountPermission: 'empresa:leer',
        response: Datos(Type.Array(PlanJson)),
        detail: { tags, summary: 'Los planes, sus topes y sus precios' },
      },
    )
    .put(
      '/v1/cuenta/plan',
      ({ tenant, body }) => {
        const change = () => {
          const { plan, siguiente, cambiaEl } = changePlan(tenant.cuentaId, body.plan)
          return {
            plan: plan.nombre,
            plan_siguiente: siguiente?.nombre ?? null,
            vigente_desde: cambiaEl ?? chileDate(clock()),
          }
        }
        const data = audit(tenant, change, (detalle) => ({ accion: 'cuenta.plan_cambiado', detalle }))
        return { ok: true as const, data }
      },
      {
        account: 'billing:administrar',
        body: Exact({ plan: OneOf(NOMBRES_PLAN) }),
        response: Datos(CambioJson),
        detail: {
          tags,
          summary: 'Cambia de plan',
          'x-errores': ['PLAN_FEATURE', 'INVALID_STATE'],
          description:
            'Hacia arriba rige al instante; hacia abajo, al terminar el período pagado o el mes. Pedir el plan que se tiene deshace el cambio pedido. Donde los planes se pagan, uno menor ya pagado que aún no comienza no se deshace: 409 `INVALID_STATE`. 403 `PLAN_FEATURE` si la cuenta no cabe. Más allá del plan con que el servidor da sus cuentas se sube con `POST /v1/billing/checkout`, salvo con `TIMBRE_BILLING=manual`.',
        },
      },
    )
}
