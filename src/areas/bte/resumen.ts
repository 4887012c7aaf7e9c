// The sums of a month's boletas, and a person's rate by the last one (areas/bte §1).

import { puntosDe, tasaOf } from '../../domain/bte/tasa'
import { diasOf } from '../../domain/rcv/periodo'
import type { Titular } from '../../domain/titular'
import type { Boletas } from './boletas'
import type { BteRow } from './statements'

/** Ten-thousandths beside the law's rate; null where there is none to tell, or its amounts say nothing. */
export function puntosFor(last: BteRow | undefined): number | null {
  if (!last) return null
  const puntos = puntosDe(last.fecha, last.bruto, last.retencion)
  return puntos === null ? null : puntos - tasaOf(last.fecha).puntos
}

export function summaryOf(boletas: Boletas, { empresaId, ambiente }: Titular, periodo: string) {
  const { desde, hasta } = diasOf(periodo)
  const sums = boletas.sums({ empresaId, ambiente, desde, hasta })
  const vigentes = sums.filter(({ anulada }) => !anulada)
  const sumOf = (name: 'boletas' | 'bruto' | 'retencion', rows = vigentes): number =>
    rows.reduce((sum, row) => sum + row[name], 0)
  const [bruto, retencion] = [sumOf('bruto'), sumOf('retencion')]
  const open = boletas.unsettled({ empresaId, ambiente })
  return {
    periodo,
    vigentes: sumOf('boletas'),
    anuladas: sumOf(
      'boletas',
      sums.filter(({ anulada }) => anulada),
    ),
    ...{ bruto, retencion, liquido: bruto - retencion },
    inciertas: open.filter(({ estado, fecha }) => estado !== 'fallida' && fecha >= desde && fecha <= hasta)
      .length,
    leido_en: boletas.monthRead({ empresaId, ambiente }, periodo),
    por_beneficiario: vigentes.map(({ rut, nombre, boletas: count, bruto, retencion }) => ({
      ...{ rut, nombre, boletas: count, bruto, retencion, liquido: bruto - retencion },
    })),
  }
}
