// The documents of a batch: what came of each, and what is left to ask (http §27.2).

import type { AccionAcuse } from '../../domain/acuse'
import type { Titular } from '../../domain/titular'
import type { JobRecord } from '../../jobs/record'
import { explain } from '../../sii'
import type { Store } from '../../store/store'
import { prepareAcuses, prepareTandas, type TandaRow } from './statements'

/** The job's args: a batch has its documents in rows of their own. */
export type ArgsAcuse =
  | { accion: AccionAcuse; rut_emisor: string; tipo_dte: number; folio: number; comentario: string | null }
  | { accion: AccionAcuse; lote: true }

type Llave = Pick<TandaRow, 'rut_emisor' | 'tipo_dte' | 'folio'>
const SUYOS: Readonly<Record<TandaRow['estado'], string>> = {
  registrado: 'registrados',
  repetido: 'repetidos',
  rehusado: 'rehusados',
  pendiente: 'pendientes',
}

export type Tandas = ReturnType<typeof createTandas>

export function createTandas({ store: { client } }: { store: Pick<Store, 'client'> }) {
  const sql = prepareTandas(client)
  const { find } = prepareAcuses(client)

  /** The units that actions upon these cost: what is stored as registered asks nothing. */
  const unitsOf = (
    { empresaId: empresa_id, ambiente }: Titular,
    accion: AccionAcuse,
    documentos: readonly Llave[],
  ): number =>
    documentos.filter(({ rut_emisor, tipo_dte, folio }) => {
      const clave = { empresa_id, ambiente, rut_emisor, tipo_dte, folio, accion }
      return find.get(clave)?.estado !== 'registrado'
    }).length

  return {
    unitsOf,
    /** The units that the account's unfinished jobs have still to ask, but for one of them. */
    promised: (cuentaId: string, except: string | null = null): number =>
      sql.promised.get({ cuentaId, except })!,
    insert: (jobId: string, documentos: readonly Llave[]): void =>
      documentos.forEach((one, i) => {
        sql.insert.run({ job_id: jobId, orden: i + 1, ...one })
      }),
    next: (jobId: string): TandaRow | undefined => sql.next.get(jobId),
    size: (jobId: string): number => sql.size.get(jobId)!,
    charged: (jobId: string, orden: number): void => void sql.charged.run(jobId, orden),
    settle: (row: Parameters<typeof sql.settle.run>[0]): void => void sql.settle.run(row),

    /** Counts and documents, as far as the batch came. */
    resultOf(jobId: string): object {
      const rows = sql.all.all(jobId)
      const counts = Object.entries(SUYOS).map(([estado, name]) => [
        name,
        rows.filter((row) => row.estado === estado).length,
      ])
      const documentos = rows.map(({ job_id: _, orden: __, cobrada: ___, ...row }) => ({
        ...row,
        causa: row.estado === 'rehusado' ? (explain(row.codigo_sii!, 'reclamo')?.causa ?? null) : null,
      }))
      return { ...Object.fromEntries(counts), documentos }
    },

    /** The units of what a job has still to ask. */
    unitsLeft({ id, args, empresaId, ambiente }: JobRecord): number {
      const { accion, ...rest } = args as ArgsAcuse
      if (!('lote' in rest)) return unitsOf({ empresaId, ambiente }, accion, [rest])
      const left = sql.all.all(id).filter(({ estado, cobrada }) => estado === 'pendiente' && cobrada === 0)
      return unitsOf({ empresaId, ambiente }, accion, left)
    },
  }
}
