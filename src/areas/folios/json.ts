// Folios as the API shows them (contract §18).

import { type Static, Type } from '@sinclair/typebox'
import { TIPOS } from '../../domain/dte/tipos'
import { estadoRango, type Rango, usadosRango } from '../../domain/folios/existencias'
import { Exact, Nullable } from '../../http/envelope'
import type { StockTipo } from './stock'

const Fecha = Type.String({ examples: ['2026-11-20'] })

export const TipoDteSchema = Type.Union(
  TIPOS.map(({ codigo, nombre }) => Type.Literal(codigo, { title: nombre })),
)

export const AdvertenciaSchema = Exact({ code: Type.String(), campo: Type.String(), mensaje: Type.String() })

const rango = {
  id: Type.String(),
  desde: Type.Integer(),
  hasta: Type.Integer(),
  usados: Type.Integer(),
  fecha_autorizacion: Fecha,
  vence_el: Nullable(Fecha),
  estado: Type.Union([Type.Literal('vigente'), Type.Literal('agotado'), Type.Literal('vencido')], {
    description: '`vencido`: le quedan folios, que hay que anular en el SII.',
  }),
  origen: Type.Union([Type.Literal('carga'), Type.Literal('solicitud')]),
}

export const RangoSchema = Exact(rango)

export const RangoCargadoSchema = Exact({
  tipo_dte: Type.Integer(),
  ...rango,
  advertencias: Type.Array(AdvertenciaSchema),
})

export const StockSchema = Exact({
  tipo_dte: Type.Integer(),
  disponibles: Type.Integer({ description: 'Folios que se pueden usar hoy.' }),
  siguiente: Nullable(Type.Integer({ description: 'El folio que tomará el próximo documento.' })),
  umbral: Nullable(Type.Integer()),
  dias_estimados: Nullable(
    Type.Integer({ description: 'Días que duran al ritmo de los últimos 30; null sin uso.' }),
  ),
  vence_el: Nullable(Fecha),
  rangos: Type.Array(RangoSchema, { description: 'Del más antiguo al más nuevo: en ese orden se usan.' }),
  advertencias: Type.Array(AdvertenciaSchema),
})

export const rangoToJson = (r: Rango, hoy: string): Static<typeof RangoSchema> => ({
  id: r.id,
  desde: r.desde,
  hasta: r.hasta,
  usados: usadosRango(r),
  fecha_autorizacion: r.fechaAutorizacion,
  vence_el: r.venceEl,
  estado: estadoRango(r, hoy),
  origen: r.origen,
})

export const stockToJson = (stock: StockTipo, hoy: string): Static<typeof StockSchema> => ({
  tipo_dte: stock.tipoDte,
  disponibles: stock.disponibles,
  siguiente: stock.siguiente,
  umbral: null,
  dias_estimados: stock.diasEstimados,
  vence_el: stock.venceEl,
  rangos: stock.rangos.map((r) => rangoToJson(r, hoy)),
  advertencias: stock.advertencias,
})
