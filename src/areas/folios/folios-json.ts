// Folios as the API shows them (http §18).

import { type Static, Type } from '@sinclair/typebox'
import { TIPOS } from '../../domain/dte/tipos'
import type { Advertencia } from '../../domain/errors'
import {
  advertenciaAntiguo,
  advertenciaHeredado,
  estadoRango,
  type Rango,
  usadosRango,
} from '../../domain/folios/existencias'
import { Exact, Nullable } from '../../http/envelope'
import { showAs } from '../../http/show-as'
import type { Alerta } from './alertas'
import type { RangoCargado } from './rango'
import type { StockTipo } from './stock'

/** More than any type has folios: above it a number is a slip, not a wish. */
export const CANTIDAD_MAX = 1_000_000_000

const Fecha = Type.String({ examples: ['2026-11-20'] })

export const TipoDteSchema = Type.Union(
  TIPOS.map(({ codigo, nombre }) => Type.Literal(codigo, { title: nombre })),
)

const AdvertenciaSchema = Exact({ code: Type.String(), campo: Type.String(), mensaje: Type.String() })

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
  por_conciliar: Type.Boolean({
    description: 'Antes de tomar uno de sus folios se pregunta al SII cuáles tiene.',
  }),
}

const RangoSchema = Exact(rango)

export const RangoCargadoSchema = Exact(
  {
    tipo_dte: Type.Integer(),
    ...rango,
    advertencias: Type.Array(AdvertenciaSchema),
  },
  { 'x-nombre': 'RangoCargado' },
)

export const CantidadSchema = Type.Union(
  [Type.Integer({ minimum: 1, maximum: CANTIDAD_MAX }), Type.Literal('max'), Type.Literal('pronostico')],
  {
    description:
      'Cuántos folios, "max", o "pronostico": los que sugiere `GET /v1/dte/folios/pronostico`. Lo que pase del máximo autorizado se rebaja.',
  },
)

const alerta = {
  umbral: Nullable(
    Type.Integer({
      description:
        'Cuando quedan tantos folios o menos sale `folios.bajos`, una vez hasta que vuelva a haber más. Si el tipo no tiene uno propio vale `alerta_folios` de la empresa; si tampoco, la décima parte del rango más nuevo.',
    }),
  ),
  reposicion_automatica: Type.Boolean({ description: 'Pedir folios al SII cuando quedan pocos.' }),
  cantidad: CantidadSchema,
}

export const AlertaSchema = Exact({ tipo_dte: Type.Integer(), ...alerta })

export const alertaToJson = ({ umbral, reposicionAutomatica, cantidad }: Alerta) => ({
  umbral,
  reposicion_automatica: reposicionAutomatica,
  cantidad,
})

export const StockSchema = Exact({
  tipo_dte: Type.Integer(),
  disponibles: Type.Integer({ description: 'Folios que se pueden usar hoy.' }),
  siguiente: Nullable(Type.Integer({ description: 'El folio que tomará el próximo documento.' })),
  por_conciliar: Type.Boolean({
    description:
      'Un rango se cargó de un archivo o se descargó de nuevo, y otro programa puede haber usado algunos de sus folios; o la base es una copia anterior; o el SII dijo que un folio nuevo ya lo tenía. Antes de tomar uno se le pregunta cuáles tiene, y `siguiente` puede avanzar.',
  }),
  ...alerta,
  dias_estimados: Nullable(
    Type.Integer({
      description:
        'Días que duran los que no vencen antes, al mayor de los ritmos de los últimos 30 y 90, como en `GET /v1/dte/folios/pronostico`; null sin uso.',
    }),
  ),
  vence_el: Nullable(Fecha),
  rangos: Type.Array(RangoSchema, { description: 'Del más antiguo al más nuevo: en ese orden se usan.' }),
  advertencias: Type.Array(AdvertenciaSchema),
})

const rangoToJson = showAs(RangoSchema, (r: Rango, hoy: string) => ({
  usados: usadosRango(r),
  estado: estadoRango(r, hoy),
}))

/** A range that has just been loaded. */
export function loadedToJson(
  rango: RangoCargado,
  hoy: string,
  own: Advertencia | null = null,
): Static<typeof RangoCargadoSchema> {
  const advertencias = [own, advertenciaAntiguo(rango, hoy), advertenciaHeredado(rango)].filter(
    (one) => one !== null,
  )
  return { tipo_dte: rango.tipoDte, ...rangoToJson(rango, hoy), advertencias }
}

export const stockToJson = (stock: StockTipo, hoy: string): Static<typeof StockSchema> => ({
  tipo_dte: stock.tipoDte,
  disponibles: stock.disponibles,
  siguiente: stock.siguiente,
  por_conciliar: stock.porConciliar,
  ...alertaToJson(stock),
  dias_estimados: stock.diasEstimados,
  vence_el: stock.venceEl,
  rangos: stock.rangos.map((r) => rangoToJson(r, hoy)),
  advertencias: stock.advertencias,
})
