// Emissions that wait for their hour on disk: what their job shows, and the request as it came, encrypted.
import type { TipoDte } from '../../../domain/dte/tipos'
import type { Titular } from '../../../domain/titular'
import type { Store } from '../../../store/store'
import { searchedText } from './search'
import { prepareProgramadas } from './statements'

/** A request that becomes a document later. */
interface NuevaProgramada extends Titular {
  jobId: string
  tipoDte: TipoDte
  rutReceptor: string
  razonSocialReceptor: string | undefined
  /** Pesos, as of its acceptance. */
  montoTotal: number
  referenciaExterna: string | null
  cuerpo: unknown
}

export type Programadas = ReturnType<typeof createProgramadas>

/** All but the readers run inside the caller's transaction. */
export function createProgramadas({ client, secrets }: Store) {
  const sql = prepareProgramadas(client)
  const place = (id: string) => ({ table: 'emision_programada', column: 'solicitud_cifrada', id })
  return {
    insert(p: NuevaProgramada, createdAt: string): void {
      const sealed = secrets.seal(place(p.jobId), JSON.stringify(p.cuerpo))
      const { jobId, empresaId, ambiente, tipoDte, rutReceptor, montoTotal, referenciaExterna } = p
      sql.insert.run(
        jobId,
        empresaId,
        ambiente,
        tipoDte,
        rutReceptor,
        montoTotal,
        referenciaExterna,
        sealed,
        createdAt,
        searchedText(p.razonSocialReceptor, referenciaExterna),
      )
    },
    get: (jobId: string) => sql.get.get(jobId),
    /** The request as it came. */
    cuerpo: (jobId: string): unknown =>
      JSON.parse(secrets.open(place(jobId), sql.cuerpo.get(jobId)!).toString()),
    remove: (jobId: string): void => void sql.remove.run(jobId),
  }
}
