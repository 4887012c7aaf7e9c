// Reports on disk: rows, and their bytes frozen before they travel (areas/rcof §2). Writers run inside the caller's transaction.

import type { EstadoRcof, ResumenRcof } from '../../domain/rcof'
import type { Titular } from '../../domain/titular'
import type { JobError } from '../../jobs/kind'
import type { Store } from '../../store/store'
import { type Filtro, prepareRcof, type RcofRow } from './statements'

export type { RcofRow } from './statements'

export type Rcofs = ReturnType<typeof createRcofs>

const REINTENTAR = 'Corrija la causa y pida el día otra vez, o reintente su trabajo (job_id)'

export const resumenOf = ({ resumen }: Pick<RcofRow, 'resumen'>): ResumenRcof[] => JSON.parse(resumen)

export function createRcofs({ client, secrets }: Pick<Store, 'client' | 'secrets'>) {
  const sql = prepareRcof(client)
  const place = (id: string) => ({ table: 'rcof_xml', column: 'xml_cifrado', id })
  return {
    get: (id: string) => sql.byId.get(id)!,
    byJob: (jobId: string) => sql.byJob.get(jobId),
    byTrack: ({ empresaId, ambiente }: Titular, trackId: string) =>
      sql.byTrack.get(empresaId, ambiente, trackId),
    /** The fault that keeps one from the SII, with its remedy; null without one. */
    errorOf({ estado, job_id }: Pick<RcofRow, 'estado' | 'job_id'>): JobError | null {
      const text = estado === 'preparado' ? sql.jobError.get(job_id) : null
      if (!text) return null
      const error: JobError = JSON.parse(text)
      return { ...error, accion: error.accion ?? error.sii?.solucion ?? REINTENTAR }
    },
    /** Whether one that is not sent goes on by nobody but a person. */
    isStopped: ({ estado, job_id }: Pick<RcofRow, 'estado' | 'job_id'>): boolean =>
      estado === 'preparado' && sql.isStopped.get(job_id) === 1,
    /** The last report of a day. */
    latest: ({ empresaId, ambiente }: Titular, fecha: string) => sql.latest.get(empresaId, ambiente, fecha),
    /** The last number of a day that the SII may have; 0 for none. */
    taken: ({ empresaId, ambiente }: Titular, fecha: string): number =>
      sql.taken.get(empresaId, ambiente, fecha)!,
    onlyImported: ({ empresaId, ambiente }: Titular, fecha: string): boolean =>
      sql.onlyImported.get(empresaId, ambiente, fecha) === 1,
    list: (filtro: Filtro, limit: number, offset: number, last: RcofRow | null) =>
      sql.list.all({
        ...filtro,
        fecha: last?.fecha ?? '9999',
        secuencia: last?.secuencia ?? 0,
        limit,
        offset,
      }),
    count: (filtro: Filtro): number => sql.total.get(filtro)!,
    /** A further report of a day, in place of the one before. */
    insert(row: Parameters<typeof sql.insert.run>[0], before: RcofRow | undefined): void {
      if (before) sql.replace.run(before.id)
      sql.insert.run(row)
    },
    /** Counts anew one that the SII certainly does not have. */
    reuse(id: string, secuencia: number, jobId: string, resumen: string, at: string): void {
      sql.dropXml.run(id)
      sql.reuse.run(secuencia, jobId, resumen, at, id)
    },
    /** The frozen bytes; null before. */
    xml(id: string): Buffer | null {
      const sealed = sql.xml.get(id)
      return sealed ? secrets.open(place(id), sealed) : null
    },
    freeze: client.transaction((id: string, xml: Buffer, rutEnvia: string): void => {
      sql.insertXml.run(id, secrets.seal(place(id), xml))
      sql.setSigner.run(rutEnvia, id)
    }),
    /** From here on the SII may have it. */
    markTried: (id: string, at: string) => void sql.setTried.run(at, id),
    /** It ended before the upload began, or was refused: the SII does not have it. */
    markUntried: (id: string) => void sql.setTried.run(null, id),
    markSent: (id: string, trackId: string | null, glosa: string, at: string) =>
      void sql.setSent.run(trackId, glosa, at, id),
    /** Records the SII's state of one; returns whether it was still to be judged. */
    setState: (id: string, estado: EstadoRcof, codigo: string, glosa: string): boolean =>
      sql.setState.run(estado, codigo, glosa, id).changes === 1,
  }
}
