// The fate of a set: of its one envelope at the SII, and of each document in it (jobs §10).

import { isFinal } from '../../../domain/dte/estados'
import type { JobError } from '../../../jobs/kind'
import { type Documentos, type EstadoSii, isDescartado } from '../documento/documento-store'
import type { Envios } from '../envio/envio-store'
import type { MiembroRow, Sets } from '../envio/set-store'

/**
 * `en_cola`: on its way to the SII. `recibido`: it has a Track ID, and not every verdict. `aceptado`, `con_reparos`, `rechazado`: all
 * verdicts are known, and that is the worst of them. `detenido`: it will not go on unless a person retries it, which sends the same
 * bytes, or is given up.
 */
type EstadoSet = 'en_cola' | 'recibido' | 'aceptado' | 'con_reparos' | 'rechazado' | 'detenido'

interface DocumentoDeSet {
  caso: number
  id: string
  jobId: string
  tipoDte: number
  folio: number
  estadoSii: EstadoSii
  codigo: string | null
  glosa: string | null
  /** Why its job stopped; null while it did not. */
  error: JobError | null
}

interface EnvioDeSet {
  envioId: string
  empresaId: string
  ambiente: MiembroRow['ambiente']
  estado: EstadoSet
  trackId: string | null
  /** When it was last brought to the SII's door, ISO 8601. */
  enviadoAt: string | null
  /** The SII's word on the envelope. */
  codigo: string | null
  glosa: string | null
  documentos: DocumentoDeSet[]
  /** The frozen bytes of the envelope; null before it is sealed. */
  xml(): Uint8Array | null
}

/** Undefined where no set has that id. */
type EnvioOfSet = (envioId: string) => EnvioDeSet | undefined

interface Deps {
  documentos: Pick<Documentos, 'byId'>
  envios: Pick<Envios, 'get' | 'xml'>
  sets: Pick<Sets, 'members'>
}

export const createEnvioOfSet =
  ({ documentos, envios, sets }: Deps): EnvioOfSet =>
  (envioId) => {
    const miembros = sets.members(envioId)
    const [first] = miembros
    if (!first) return undefined
    const envio = envios.get(envioId)
    const rows = miembros.map(({ documento_id }) => documentos.byId(documento_id)!)
    const isStopped = miembros.some(({ estado }) => estado === 'failed' || estado === 'dlq')
    const is = (...estados: EstadoSii[]) => rows.some(({ estado_sii }) => estados.includes(estado_sii))
    const estadoOf = (): EstadoSet => {
      if (rows.every(isFinal))
        return is('rechazado') ? 'rechazado' : is('aceptado_con_reparos') ? 'con_reparos' : 'aceptado'
      if (isStopped || (envio?.estado !== 'recibido' && rows.some(isDescartado))) return 'detenido'
      return envio?.estado === 'recibido' ? 'recibido' : 'en_cola'
    }
    return {
      envioId,
      empresaId: first.empresa_id,
      ambiente: first.ambiente,
      estado: estadoOf(),
      trackId: envio?.track_id ?? null,
      enviadoAt: envio?.enviado_at ?? null,
      codigo: envio?.estado_sii ?? null,
      glosa: envio?.glosa_sii ?? null,
      documentos: miembros.map(({ caso, documento_id: id, job_id: jobId, tipo_dte: tipoDte, ...m }, i) => ({
        caso,
        id,
        jobId,
        tipoDte,
        folio: m.folio,
        estadoSii: rows[i]!.estado_sii,
        codigo: rows[i]!.codigo_sii,
        glosa: rows[i]!.glosa_sii,
        error: m.error && m.estado !== 'completed' ? (JSON.parse(m.error) as JobError) : null,
      })),
      xml: () => (envio ? envios.xml(envio) : null),
    }
  }
