// Merges a reading of the SII's report into the kept boletas (areas/bte §3): known numbers are updated, one
// whose answer was lost is found by person, date and gross, and the rest was made elsewhere.

import { nextTurn } from '../../base/turn'
import type { Titular } from '../../domain/titular'
import type { FilaBte } from '../../sii/bte'
import { type Boletas, monthsOf } from './boletas'
import type { BteRow } from './statements'

/** So long the SII may still be issuing what was sent and never answered; before that a report without it says nothing. */
const GRACIA_MS = 60_000
/** Between two readings that are to count. */
const ENTRE_MS = 120_000
/** So many readings without it, and it was not issued. */
const LECTURAS = 2
/** A report may lag behind an annulment that was asked for here for so long. */
const REZAGO_MS = 3_600_000
/** Rows of one transaction: a month may have thousands, and would hold the event loop. */
const STEP = 100

export const NO_EMITIDA =
  'La respuesta del SII se perdió y dos lecturas del mes no muestran la boleta: no se emitió. Puede emitirla otra vez'

const emitidaAntes = (folio: number): string =>
  `Una boleta igual, que se dio por no emitida, está en el SII con el folio ${folio}: no se emitió otra. Si son dos pagos, reintente`

export interface Leido {
  nuevas: number
  modificadas: number
}

/** From when on a reading without one whose answer was lost says something of it. */
export const countsFrom = ({ enviada_at, leida_at }: Pick<BteRow, 'enviada_at' | 'leida_at'>): Date =>
  new Date(Math.max(Date.parse(enviada_at!) + GRACIA_MS, leida_at ? Date.parse(leida_at) + ENTRE_MS : 0))

/** The states in a report, from nothing to done. */
const PASOS = ['vigente', 'anulacion_solicitada', 'anulada'] as const

const estadoOf = ({ anulada, estado }: FilaBte): (typeof PASOS)[number] =>
  anulada ? 'anulada' : /solicit|pendiente/i.test(estado) ? 'anulacion_solicitada' : 'vigente'

export type MergeMonths = ReturnType<typeof createMergeMonths>

export function createMergeMonths(boletas: Boletas) {
  const matches = (row: BteRow, fila: FilaBte): boolean =>
    row.rut_beneficiario === fila.rut && row.bruto === fila.montos.bruto && fila.fechas.includes(row.fecha)

  /** Whether anything of it changed. */
  function update(row: BteRow, fila: FilaBte, at: Date): boolean {
    const { bruto, retencion } = fila.montos
    const amounts = row.bruto !== bruto || row.retencion !== retencion
    if (amounts) boletas.amounts(row.id, fila.montos)
    const estado = estadoOf(fila)
    if (estado === row.estado || !isNews(row, estado, at)) return amounts
    boletas.state(row.id, estado)
    return true
  }

  /** The SII's report holds, but it may not know an annulment just asked for here (areas/bte §3). */
  function isNews({ estado, anulacion_at }: BteRow, told: (typeof PASOS)[number], at: Date): boolean {
    const steps: readonly string[] = PASOS
    if (steps.indexOf(told) > steps.indexOf(estado) || anulacion_at === null) return true
    return at.getTime() - Date.parse(anulacion_at) > REZAGO_MS
  }

  /** Counts that a reading did not show it, if it would have. */
  function miss(row: BteRow, at: Date): void {
    if (row.estado !== 'incierta' || at < countsFrom(row)) return
    boletas.missed(row.id, at)
    if (row.lecturas + 1 >= LECTURAS) boletas.fail(row.id, NO_EMITIDA)
  }

  /**
   * Places one row of the report. `open`: those whose number is not known; one that turns up here is taken
   * from them.
   */
  function place(titular: Titular, fila: FilaBte, at: Date, open: Set<BteRow>, read: Leido): void {
    const known = boletas.find(titular, fila.folio)
    if (known) {
      if (update(known, fila, at)) read.modificadas++
      return
    }
    const like = [...open].filter((row) => matches(row, fila))
    // One that was given up turns out to stand after all, where no other one waits.
    const lost = like.find(({ estado }) => estado !== 'fallida') ?? like[0]
    if (lost) {
      boletas.amounts(lost.id, fila.montos)
      boletas.issue(lost.id, fila.folio, null)
      // Annulled elsewhere before it was found.
      const estado = estadoOf(fila)
      if (estado !== 'vigente') boletas.state(lost.id, estado)
      // Likely asked for because this one was told as not issued: whether there are to be two is the person's to say.
      if (lost.estado === 'fallida' && estado !== 'anulada')
        for (const { id } of boletas.draftsLike(lost)) boletas.fail(id, emitidaAntes(fila.folio))
      open.delete(lost)
      read.modificadas++
      return
    }
    const { folio, fecha, rut, nombre, montos } = fila
    const { bruto, retencion } = montos
    const taken = { folio, fecha, rut_beneficiario: rut, nombre, bruto, retencion, estado: estadoOf(fila) }
    boletas.take(titular, taken)
    read.nuevas++
  }

  /**
   * `at`: when the reading of these months began. Some rows a transaction, each of which stands by itself; what a lost one comes to, and
   * that the months were read, is written when all are.
   */
  return async (
    titular: Titular,
    periodos: readonly string[],
    filas: readonly FilaBte[],
    at: Date,
  ): Promise<Leido> => {
    const read: Leido = { nuevas: 0, modificadas: 0 }
    for (let i = 0; i < filas.length; i += STEP) {
      boletas.transaction(() => {
        const open = new Set(boletas.unsettled(titular))
        for (const fila of filas.slice(i, i + STEP)) place(titular, fila, at, open, read)
      })
      await nextTurn()
    }
    boletas.transaction(() => {
      for (const row of boletas.unsettled(titular))
        if (monthsOf(row).every((mes) => periodos.includes(mes))) miss(row, at)
      for (const periodo of periodos) boletas.markRead(titular, periodo, at)
    })
    return read
  }
}
