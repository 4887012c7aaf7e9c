// The events about documents (http §12.5).

import type { TipoEvento } from '../../../domain/eventos'
import type { Ended, JobError } from '../../../jobs/kind'
import type { NuevoEvento } from '../../eventos'
import type { Documentos, EmitidoRow, EstadoSii } from '../documento/documento-store'
import type { Programadas } from '../documento/programada-store'
import type { Envios } from '../envio/envio-store'
import type { Veredicto } from './judge'

interface Deps {
  documentos: Documentos
  envios: Envios
  programadas: Programadas
}

/** The fields of `dte.emitido`, which every `dte.*` event carries; the Track ID is null until it is known. */
export const datosDocumento = (envios: Pick<Envios, 'get'>, row: EmitidoRow) => ({
  job_id: row.job_id,
  tipo_dte: row.tipo_dte,
  folio: row.folio,
  track_id: row.envio_id ? (envios.get(row.envio_id)?.track_id ?? null) : null,
  rut_emisor: row.rut_emisor,
  rut_receptor: row.rut_receptor,
  monto_total: row.monto_total,
  fecha_emision: row.fecha_emision,
})

/** The event data of a job; a scheduled job that never got its folio has no document. */
const datosTrabajo = ({ documentos, envios, programadas }: Deps, jobId: string): object => {
  const row = documentos.byJob(jobId)
  if (row) return datosDocumento(envios, row)
  return {
    job_id: jobId,
    tipo_dte: programadas.get(jobId)?.tipo_dte ?? null,
    folio: null,
    track_id: null,
    rut_emisor: null,
    rut_receptor: null,
    monto_total: null,
    fecha_emision: null,
  }
}

/** The events of emissions that ended: completed ones were issued, the others failed. */
export const eventosDeTrabajos = (
  deps: Deps,
  ended: readonly Pick<Ended, 'job' | 'estado' | 'error'>[],
): NuevoEvento[] =>
  ended.map(({ job, estado, error }) => ({
    evento: estado === 'completed' ? 'dte.emitido' : 'dte.fallido',
    data: () => ({ ...datosTrabajo(deps, job.id), ...(error && { error }) }),
  }))

/** The events of documents that were issued before and cannot go on. */
export const eventosFallidos = (
  { envios }: Pick<Deps, 'envios'>,
  rows: readonly EmitidoRow[],
  error: JobError,
): NuevoEvento[] =>
  rows.map((row) => ({ evento: 'dte.fallido', data: () => ({ ...datosDocumento(envios, row), error }) }))

export const eventoDescartado = (deps: Deps, jobId: string): NuevoEvento => ({
  evento: 'dte.descartado',
  data: () => datosTrabajo(deps, jobId),
})

const DE_VEREDICTO: Partial<Record<EstadoSii, TipoEvento>> = {
  aceptado: 'dte.aceptado',
  aceptado_con_reparos: 'dte.con_reparos',
  rechazado: 'dte.rechazado',
}

/** The events of verdicts just written; a verdict that is not final gives none. */
export const eventosDeVeredictos = (
  { envios }: Pick<Deps, 'envios'>,
  verdicts: readonly (readonly [EmitidoRow, Veredicto])[],
): NuevoEvento[] =>
  verdicts.flatMap(([row, { estado, codigo, glosa }]) => {
    const evento = DE_VEREDICTO[estado]
    const said = { estado_sii: estado, codigo_sii: codigo, glosa }
    return evento ? [{ evento, data: () => ({ ...datosDocumento(envios, row), ...said }) }] : []
  })
