// The job that registers: one action of a document, or a batch of which each document is done by itself (http §27.2).

import { nextTurn } from '../../base/turn'
import type { AccionAcuse } from '../../domain/acuse'
import { AppError } from '../../domain/errors'
import type { Pagador } from '../../http/cuota'
import type { Job, JobKind } from '../../jobs/kind'
import type { Charge } from '../../sii/metered'
import { type Emisores, loadFirmante } from '../dte'
import type { Faena, Fin, Trabajos } from '../trabajos'
import { createRegister, type Orden, type RegisterDeps } from './register'
import { prepareTandas, type TandaRow } from './statements'

export const TIPO = 'acuse.registrar'

/** A batch has its documents in rows of their own. */
export type ArgsAcuse =
  | { accion: AccionAcuse; rut_emisor: string; tipo_dte: number; folio: number; comentario: string | null }
  | { accion: AccionAcuse; lote: true }

interface Deps extends RegisterDeps {
  trabajos: Pick<Trabajos, 'define'>
  emisores: Emisores
  charge: Charge<Pagador>
}

const SUYOS: Readonly<Record<TandaRow['estado'], string>> = {
  registrado: 'registrados',
  repetido: 'repetidos',
  rehusado: 'rehusados',
  pendiente: 'pendientes',
}

export function acuseJob(deps: Deps): JobKind<ArgsAcuse> {
  const { store, trabajos, emisores, charge } = deps
  const sql = prepareTandas(store.client)
  const register = createRegister(deps)

  function orderOf(job: Job<ArgsAcuse>, faena: Faena): Omit<Orden, 'clave' | 'charge' | 'comentario'> {
    const { id, empresaId, ambiente, args } = job
    const { firmante } = loadFirmante(emisores, empresaId, ambiente, faena.now())
    const rutEmpresa = emisores.get(empresaId, ambiente).emisor.rut
    const ctx = { ambiente, firmante, rutEmpresa, signal: faena.signal }
    return { accion: args.accion, jobId: id, quien: faena.quien, ctx }
  }

  /** The counts of a batch and its documents, as far as it came. */
  function resultOf(jobId: string): object {
    const rows = sql.all.all(jobId)
    const counts = Object.entries(SUYOS).map(([estado, name]) => [
      name,
      rows.filter((row) => row.estado === estado).length,
    ])
    return {
      ...Object.fromEntries(counts),
      documentos: rows.map(({ job_id: _, orden: __, cobrada: ___, ...row }) => row),
    }
  }

  async function runLote(job: Job<ArgsAcuse>, faena: Faena): Promise<Fin> {
    const { id, empresaId: empresa_id, ambiente } = job
    const order = orderOf(job, faena)
    const total = sql.all.all(id).length
    for (let row = sql.next.get(id); row; row = sql.next.get(id)) {
      if (faena.shouldYield()) return { again: true }
      // What is registered already, and a simulator in the process, answer without letting anybody else have a turn.
      await nextTurn()
      const { orden, rut_emisor, tipo_dte, folio } = row
      let charged = row.cobrada === 1
      const onCharged = () => {
        sql.charged.run(id, orden)
        charged = true
      }
      const settle = (estado: TandaRow['estado'], codigo_sii: string, glosa: string, write?: () => void) =>
        faena.progress(
          { paso: `tipo ${tipo_dte} folio ${folio} de ${rut_emisor}`, hechos: orden, total },
          () => {
            write?.()
            sql.settle.run({ job_id: id, orden, estado, codigo_sii, glosa })
          },
        )
      try {
        const { registrado, write } = await register({
          ...order,
          clave: { empresa_id, ambiente, rut_emisor, tipo_dte, folio },
          comentario: null,
          charge: (ask) => (charged ? ask() : charge({ ...faena.pagador, onCharged }, 'acuse', ask)),
        })
        const { codigo_sii, glosa } = registrado
        settle(codigo_sii === '7' ? 'repetido' : 'registrado', codigo_sii, glosa, write)
      } catch (fault) {
        if (!(fault instanceof AppError) || fault.code !== 'SII_REFUSED') throw fault
        const [said] = fault.detalles as { codigo_sii: string; causa: string }[]
        settle('rehusado', said!.codigo_sii, said!.causa)
      }
    }
    return { result: resultOf(id) }
  }

  return trabajos.define<ArgsAcuse>({
    tipo: TIPO,
    operacion: 'acuse',
    async run(job, faena) {
      const { args, empresaId: empresa_id, ambiente } = job
      if ('lote' in args) return runLote(job, faena)
      const { rut_emisor, tipo_dte, folio, comentario } = args
      const { registrado, write } = await register({
        ...orderOf(job, faena),
        clave: { empresa_id, ambiente, rut_emisor, tipo_dte, folio },
        comentario,
        charge: faena.charge,
      })
      return { result: registrado, write }
    },
  })
}
