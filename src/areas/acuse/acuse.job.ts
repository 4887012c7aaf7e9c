// The job that registers: one action of a document, or a batch of which each document is done by itself (http §27.2).

import { nextTurn } from '../../base/turn'
import { AppError } from '../../domain/errors'
import type { Pagador } from '../../http/cuota'
import type { Job, JobKind } from '../../jobs/kind'
import type { Charge } from '../../sii/metered'
import { type Emisores, loadFirmante } from '../dte'
import type { Fin, TrabajoContext, Trabajos } from '../trabajos'
import { createRegister, type Orden, type RegisterDeps } from './register'
import type { TandaRow } from './statements'
import type { ArgsAcuse, Tandas } from './tandas'

export const TIPO = 'acuse.registrar'

interface Deps extends RegisterDeps {
  trabajos: Pick<Trabajos, 'define'>
  emisores: Emisores
  charge: Charge<Pagador>
  tandas: Tandas
}

export function acuseJob(deps: Deps): JobKind<ArgsAcuse> {
  const { trabajos, emisores, charge, tandas } = deps
  const register = createRegister(deps)

  function orderOf(job: Job<ArgsAcuse>, ctx: TrabajoContext): Omit<Orden, 'clave' | 'charge' | 'comentario'> {
    const { id, empresaId, ambiente, args } = job
    const { firmante } = loadFirmante(emisores, { empresaId, ambiente }, ctx.now())
    const rutEmpresa = emisores.get({ empresaId, ambiente }).emisor.rut
    const contexto = { ambiente, firmante, rutEmpresa, signal: ctx.signal }
    return { accion: args.accion, jobId: id, actor: ctx.actor, contexto }
  }

  async function runLote(job: Job<ArgsAcuse>, ctx: TrabajoContext): Promise<Fin> {
    const { id, empresaId: empresa_id, ambiente } = job
    const order = orderOf(job, ctx)
    const total = tandas.size(id)
    for (let row = tandas.next(id); row; row = tandas.next(id)) {
      if (ctx.shouldYield()) return { again: true }
      // Registered ones, and a simulator in the process, answer without giving anybody else a turn.
      await nextTurn()
      const { orden, rut_emisor, tipo_dte, folio } = row
      let charged = row.cobrada === 1
      const onCharged = () => {
        tandas.charged(id, orden)
        charged = true
      }
      const settle = (estado: TandaRow['estado'], codigo_sii: string, glosa: string, write?: () => void) =>
        ctx.progress(
          { paso: `tipo ${tipo_dte} folio ${folio} de ${rut_emisor}`, hechos: orden, total },
          () => {
            write?.()
            tandas.settle({ job_id: id, orden, estado, codigo_sii, glosa })
          },
        )
      try {
        const { registrado, write } = await register({
          ...order,
          clave: { empresa_id, ambiente, rut_emisor, tipo_dte, folio },
          comentario: null,
          charge: (ask) => (charged ? ask() : charge({ ...ctx.pagador, onCharged }, 'acuse', ask)),
        })
        const { codigo_sii, glosa } = registrado
        settle(codigo_sii === '7' ? 'repetido' : 'registrado', codigo_sii, glosa, write)
      } catch (fault) {
        if (!(fault instanceof AppError) || fault.code !== 'SII_REFUSED') throw fault
        const [said] = fault.detalles as { codigo_sii: string; glosa: string }[]
        settle('rehusado', said!.codigo_sii, said!.glosa)
      }
    }
    return { result: tandas.resultOf(id) }
  }

  return trabajos.define<ArgsAcuse>({
    tipo: TIPO,
    operacion: 'acuse',
    outlives: true,
    async run(job, ctx) {
      const { args, empresaId: empresa_id, ambiente } = job
      if ('lote' in args) return runLote(job, ctx)
      const { rut_emisor, tipo_dte, folio, comentario } = args
      const { registrado, write } = await register({
        ...orderOf(job, ctx),
        clave: { empresa_id, ambiente, rut_emisor, tipo_dte, folio },
        comentario,
        charge: ctx.charge,
      })
      return { result: registrado, write }
    },
  })
}
