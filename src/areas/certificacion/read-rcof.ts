// The report of used folios that a road of boletas asks for (areas/certificacion §10): of the day of its set, read from the reports.

import type { RcofDelSet } from '../../domain/certificacion/pendientes'
import type { Titular } from '../../domain/titular'
import type { Documentos } from '../dte'
import { type Rcof, resumenOf } from '../rcof'
import type { SetConIntentos } from './certificaciones'
import type { IntentoRow } from './statements'

/** The SII took its envelope. */
const TOMADO: readonly IntentoRow['estado'][] = ['validado', 'declarado', 'conforme']

interface Deps {
  rcof: Pick<Rcof, 'rcofs'>
  documentos: Pick<Documentos, 'byId'>
}

export type ReadRcof = ReturnType<typeof createReadRcof>

export const createReadRcof =
  ({ rcof: { rcofs }, documentos }: Deps) =>
  /** Null before the SII took the boletas. A set is of one day, as its envelope is (jobs §10). */
  (titular: Titular, sets: readonly SetConIntentos[]): RcofDelSet | null => {
    const run = sets.find(({ clase }) => clase === 'boleta')?.intentos.at(-1)
    if (!run || !TOMADO.includes(run.estado)) return null
    const boletas: { id: string; tipo_dte: number; folio: number }[] = JSON.parse(run.documentos)
    const { fecha_emision: fecha } = documentos.byId(boletas[0]!.id)!
    const last = rcofs.latest(titular, fecha)
    if (!last)
      return {
        ...{ fecha, estado: null, completo: false, motivo: null, reintentar: false },
        desde: run.validado_at!,
      }
    const stopped = rcofs.isStopped(last)
    const resumen = resumenOf(last)
    const isCounted = ({ tipo_dte, folio }: (typeof boletas)[number]): boolean =>
      resumen.some(
        ({ tipoDte, rangos }) =>
          tipoDte === tipo_dte && rangos.some(([desde, hasta]) => folio >= desde && folio <= hasta),
      )
    return {
      fecha,
      estado: last.estado,
      completo: boletas.every(isCounted),
      motivo: stopped
        ? (rcofs.errorOf(last)?.error ?? 'lo descartó una persona')
        : last.estado === 'rechazado'
          ? last.glosa
          : null,
      reintentar: stopped && last.intentado_at !== null,
      desde: last.enviado_at ?? last.created_at,
    }
  }
