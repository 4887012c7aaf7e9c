// An emission job as answers show it (http §6).

import { type Static, Type } from '@sinclair/typebox'
import type { Clock } from '../../../base/clock'
import { ESTADOS_FOLIO } from '../../../domain/dte/estados'
import { AmbienteJson, Codigo, Exact, Nullable, OneOf } from '../../../http/envelope'
import { FallaTrabajo } from '../../../http/job-error'
import { SIGNIFICADO_ESTADO } from '../../../jobs/estados'
import type { JobRecord } from '../../../jobs/record'
import { LATIN1_DECLARATION } from '../../../xml/dte-xml'
import type { DocumentoRow, Documentos } from '../documento/documento-store'
import type { Programadas } from '../documento/programada-store'
import type { Envios } from '../envio/envio-store'
import { type Lineas, MAX_INTENTOS } from '../envio/linea'
import type { Reenvios } from '../envio/reenvio-store'
import type { RefusedFiles } from './refused-files'

const Resultado = Exact({
  track_id: Nullable(Type.String()),
  folio: Type.Integer(),
  rut_receptor: Type.String(),
  monto_total: Type.Number(),
  xml_firmado: Type.String(),
})

const instante = Nullable(Type.String({ format: 'date-time' }))

export const Estado = OneOf(SIGNIFICADO_ESTADO, { 'x-nombre': 'EstadoTrabajo' })

export const Trabajo = Exact(
  {
    id: Type.String(),
    job_id: Type.String({ description: 'El mismo `id`, con el nombre que le da quien lo encola.' }),
    estado: Estado,
    tipo_dte: Type.Integer(),
    folio: Nullable(Type.Integer()),
    ambiente: AmbienteJson(),
    empresa_id: Type.String(),
    rut_receptor: Type.String(),
    razon_social_receptor: Nullable(Type.String()),
    monto_total: Type.Number({ description: 'Pesos; de una exportación, su equivalente.' }),
    referencia_externa: Nullable(Type.String()),
    created_at: Type.String(),
    started_at: instante,
    completed_at: instante,
    failed_at: instante,
    intentos: Type.Integer(),
    max_intentos: Type.Integer(),
    proximo_intento: instante,
    result: Nullable(Resultado),
    error: Nullable(FallaTrabajo),
    folio_estado: Nullable(Codigo(ESTADOS_FOLIO)),
  },
  { 'x-nombre': 'TrabajoEmision' },
)

export interface TrabajoDeps {
  clock: Clock
  documentos: Documentos
  envios: Envios
  programadas: Programadas
  lineas: Pick<Lineas, 'waitsUntil' | 'whyWaits'>
  reenvios: Pick<Reenvios, 'waitsUntil'>
  refusedFiles: RefusedFiles
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** A job as it is shown. One that waits for its hour, or failed then, has no document yet. */
export function toJson(job: JobRecord, deps: TrabajoDeps, withXml: boolean): Static<typeof Trabajo> {
  const row = deps.documentos.byJob(job.id)
  const { tipo_dte, referencia_externa, rut_receptor, monto_total } = row ?? deps.programadas.get(job.id)!
  const done = job.estado === 'completed'
  return {
    id: job.id,
    job_id: job.id,
    estado: job.estado,
    tipo_dte,
    folio: row?.folio ?? null,
    ambiente: job.ambiente,
    empresa_id: job.empresaId,
    rut_receptor,
    razon_social_receptor: row ? row.razon_social_receptor : nameIn(deps.programadas.cuerpo(job.id)),
    monto_total,
    referencia_externa,
    created_at: job.createdAt.toISOString(),
    started_at: iso(job.startedAt),
    completed_at: iso(job.completedAt),
    failed_at: iso(job.failedAt),
    intentos: job.intentos,
    max_intentos: MAX_INTENTOS,
    proximo_intento: iso(nextAttempt(job, row, deps)),
    result: done && withXml && row ? resultOf(row, deps) : null,
    // A completed job too has an error if the SII later refused its file as a whole: a person has to mend
    // it.
    error: done ? (row ? deps.refusedFiles.errorOf(row) : null) : (job.error ?? waitingFor(job, deps)),
    folio_estado: row?.folio_estado ?? null,
  }
}

/** The reason why the line of an untried document waits. */
const waitingFor = ({ estado, grupo }: JobRecord, { lineas }: TrabajoDeps): JobRecord['error'] =>
  estado === 'pending' ? lineas.whyWaits(grupo) : null

/** The later of its own time and its line's, also of a document that travels again, its job completed. */
function nextAttempt(job: JobRecord, row: DocumentoRow | undefined, deps: TrabajoDeps): Date | null {
  const { lineas, reenvios, clock } = deps
  const again = job.estado === 'completed' && row ? reenvios.waitsUntil(row) : undefined
  if (job.estado !== 'pending' && again === undefined) return job.proximoIntento
  const [own, line] = [again ?? job.proximoIntento, lineas.waitsUntil(job.grupo)]
  const at = own && line && own < line ? line : (own ?? line)
  return at && at > clock() ? at : null
}

/** The receiver's name in a request that waits for its hour; a boleta may have none. */
const nameIn = (cuerpo: unknown): string | null =>
  (cuerpo as { receptor?: { razon_social?: string } }).receptor?.razon_social ?? null

const resultOf = (row: DocumentoRow, { documentos, envios }: TrabajoDeps): Static<typeof Resultado> => ({
  // None while the document waits for its next envelope.
  track_id: row.envio_id ? envios.get(row.envio_id)!.track_id : null,
  folio: row.folio,
  rut_receptor: row.rut_receptor,
  monto_total: row.monto_total,
  xml_firmado: LATIN1_DECLARATION + documentos.xml(row)!,
})
