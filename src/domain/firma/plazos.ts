// The dates of a company on which something ends (areas/firma §3), out of its kept facets: no amounts, and nobody else's names.

import { addDays, chileDate } from '../fecha'
import { type DiaF29, dueDateF29 } from './f29'
import type { Datos, Faceta } from './facetas'
import { PERMISO_FACETA } from './facetas'
import type { MesVencido } from './juicio'

export const CLASES_PLAZO = {
  f29: 'la declaración de un mes',
  acuse: 'compras que el SII dará por aceptadas',
  certificado: 'el certificado digital',
  caf: 'folios que vencen',
  serie: 'series que emiten',
} as const
type ClasePlazo = keyof typeof CLASES_PLAZO

/** The facet that each comes from, by whose permission it is read. */
const FACETA: Readonly<Record<ClasePlazo, Faceta>> = {
  f29: 'f29',
  acuse: 'acuses',
  certificado: 'acceso',
  caf: 'folios',
  serie: 'documentos',
}
export const permisoPlazo = (clase: ClasePlazo) => PERMISO_FACETA[FACETA[clase]]

/** A Chile date, and what ends on it in Spanish. */
export interface Plazo {
  clase: ClasePlazo
  fecha: string
  texto: string
  /** Tells folios apart: two of another class and a company never end on one date. */
  tipo_dte: number | null
}

const MESES =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')
const mesOf = (periodo: string): string => `${MESES[Number(periodo.slice(4)) - 1]} de ${periodo.slice(0, 4)}`

/** The dates that a company has ahead, and those of `vencidos`; `meses` are those ahead whose F29 nobody marked. */
export function plazosOf(
  facetas: Partial<Pick<Datos, 'acuses' | 'acceso' | 'folios' | 'documentos'>>,
  {
    meses,
    vencidos,
    dia,
    hoy,
  }: { meses: readonly string[]; vencidos: readonly MesVencido[]; dia: DiaF29; hoy: string },
): Plazo[] {
  const f29 = meses.map(
    (periodo): Plazo => ({
      clase: 'f29',
      fecha: dueDateF29(periodo, dia),
      texto: `F29 de ${mesOf(periodo)}`,
      tipo_dte: null,
    }),
  )
  const overdue = vencidos.map(
    ({ periodo, vence }): Plazo => ({
      clase: 'f29',
      fecha: vence,
      texto: `F29 de ${mesOf(periodo)}, vencido`,
      tipo_dte: null,
    }),
  )
  const ends = new Map(facetas.acuses?.resto.fechas)
  for (const [vence] of facetas.acuses?.vencen ?? []) {
    const fecha = chileDate(new Date(vence))
    ends.set(fecha, (ends.get(fecha) ?? 0) + 1)
  }
  const acuses = [...ends].map(
    ([fecha, length]): Plazo => ({
      clase: 'acuse',
      fecha,
      texto: length === 1 ? '1 compra por aceptar o reclamar' : `${length} compras por aceptar o reclamar`,
      tipo_dte: null,
    }),
  )
  const hasta = facetas.acceso?.certificado?.valido_hasta
  const caf = (facetas.folios?.tipos ?? []).flatMap(({ tipo_dte, vence_el, disponibles }): Plazo[] =>
    vence_el && disponibles
      ? [{ clase: 'caf', fecha: vence_el, texto: `Vencen folios del tipo ${tipo_dte}`, tipo_dte }]
      : [],
  )
  const certificado: Plazo[] = hasta
    ? [
        {
          clase: 'certificado',
          fecha: chileDate(new Date(hasta)),
          texto: 'Vence el certificado digital',
          tipo_dte: null,
        },
      ]
    : []
  const series = (facetas.documentos?.series ?? []).map(
    ([fecha, length]): Plazo => ({
      clase: 'serie',
      fecha,
      texto: length === 1 ? 'Toca una serie de documentos' : `Tocan ${length} series de documentos`,
      tipo_dte: null,
    }),
  )
  const ahead = [...f29, ...acuses, ...certificado, ...caf, ...series].filter(({ fecha }) => fecha >= hoy)
  return [...overdue, ...ahead]
}

/** How far ahead a calendar goes. */
const DIAS_CALENDARIO = 90
export const lastDay = (hoy: string): string => addDays(hoy, DIAS_CALENDARIO)
