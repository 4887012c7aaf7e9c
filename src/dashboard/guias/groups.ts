// Open guides by whom they are for: an invoice has one receiver.

import type { DataOf } from '../api/client'

export type Guia = DataOf<'GET /v1/dte/guias'>[number]

export interface Group {
  rut: string
  nombre: string
  guias: readonly Guia[]
}

/** In the order in which their first guide comes. */
export function groupsOf(guias: readonly Guia[]): Group[] {
  const byRut = new Map<string, Guia[]>()
  for (const guia of guias) {
    const found = byRut.get(guia.rut_receptor)
    if (found) found.push(guia)
    else byRut.set(guia.rut_receptor, [guia])
  }
  return [...byRut].map(([rut, own]) => ({
    ...{ rut, guias: own },
    nombre: own.find((one) => one.razon_social_receptor)?.razon_social_receptor ?? 'Sin nombre',
  }))
}

export const sumOf = (guias: readonly Guia[]): number =>
  guias.reduce((total, { monto_total }) => total + monto_total, 0)

/** The kind of transfer, shortly: those that may be invoiced. */
export const KINDS: Readonly<Record<number, string>> = {
  1: 'Venta',
  2: 'Venta por efectuar',
  3: 'Consignación',
  4: 'Entrega gratuita',
  5: 'Traslado interno',
  6: 'No es venta',
  7: 'Devolución',
  8: 'Traslado para exportar',
  9: 'Venta para exportar',
}
