// Emissions that wait for their hour on disk: what their job shows, and the request as it came, encrypted.

import type { Ambiente } from '../../domain/ambiente'
import type { TipoDte } from '../../domain/dte/tipos'
import type { Store } from '../../store/store'
import type { emisionProgramada } from '../../store/tables/programada'
import type { Row } from '../../store/tables/row'
import { textoBuscado } from './busqueda'

/** A request that becomes a document later. */
export interface NuevaProgramada {
  jobId: string
  empresaId: string
  ambiente: Ambiente
  tipoDte: TipoDte
  rutReceptor: string
  razonSocialReceptor: string | undefined
  /** Pesos, as of its acceptance. */
  montoTotal: number
  referenciaExterna: string | null
  cuerpo: unknown
}

/** What a job without document shows. */
export type ProgramadaRow = Pick<
  Row<typeof emisionProgramada>,
  'tipo_dte' | 'rut_receptor' | 'monto_total' | 'referencia_externa'
>

export type Programadas = ReturnType<typeof createProgramadas>

/** The statements over `emision_programada`. All but the readers run inside the caller's transaction. */
export function createProgramadas({ client, secrets }: Store) {
  const insert = client.prepare('INSERT INTO emision_programada VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const get = client.prepare<[string], ProgramadaRow>(
    'SELECT tipo_dte, rut_receptor, monto_total, referencia_externa FROM emision_programada WHERE job_id = ?',
  )
  const getCuerpo = client
    .prepare<[string], Uint8Array>('SELECT solicitud_cifrada FROM emision_programada WHERE job_id = ?')
    .pluck()
  const remove = client.prepare('DELETE FROM emision_programada WHERE job_id = ?')
  const place = (id: string) => ({ table: 'emision_programada', column: 'solicitud_cifrada', id })
  return {
    insert(p: NuevaProgramada, createdAt: string): void {
      const sealed = secrets.seal(place(p.jobId), JSON.stringify(p.cuerpo))
      const { jobId, empresaId, ambiente, tipoDte, rutReceptor, montoTotal, referenciaExterna } = p
      insert.run(
        jobId,
        empresaId,
        ambiente,
        tipoDte,
        rutReceptor,
        montoTotal,
        referenciaExterna,
        sealed,
        createdAt,
        textoBuscado(p.razonSocialReceptor, referenciaExterna),
      )
    },
    get: (jobId: string) => get.get(jobId),
    /** The request as it came. */
    cuerpo: (jobId: string): unknown =>
      JSON.parse(secrets.open(place(jobId), getCuerpo.get(jobId) as unknown as Uint8Array).toString()),
    remove: (jobId: string): void => void remove.run(jobId),
  }
}
