// acuse.refrescar: asks what receivers said of own documents, one a run, each for a unit of its own (http §27.5).

import type { Clock } from '../../base/clock'
import { AppError } from '../../domain/errors'
import { holgura } from '../../domain/plan/cuota'
import type { Cuota } from '../../http/cuota'
import type { JobKind } from '../../jobs/kind'
import type { Documentos } from '../dte'
import type { TrabajoContext, Trabajos } from '../trabajos'
import type { DueQuestions } from './due-questions'
import type { Estados } from './estados'
import type { AskSii } from './question'

export const REFRESH = 'acuse.refrescar'

/** Between two documents: of two questions a second that a company has, its people keep one. */
const PACE_MS = 1000

/** The remaining document ids, and the results of the others. */
export interface ArgsRefresco {
  ids: string[]
  consultados: number
  rehusados: number
}

interface Deps {
  clock: Clock
  trabajos: Pick<Trabajos, 'define'>
  cuota: Pick<Cuota, 'estado'>
  documentos: Pick<Documentos, 'byId'>
  estados: Estados
  askSii: AskSii
  dueQuestions: Pick<DueQuestions, 'isDue'>
}

export function refreshJob(deps: Deps): JobKind<ArgsRefresco> {
  const { clock, trabajos, cuota, documentos, estados, askSii, dueQuestions } = deps

  /** Nobody's name is the schedule's, which leaves people their share. */
  const isSpent = ({ actor: { usuarioId, apiKeyId }, pagador }: TrabajoContext): boolean =>
    usuarioId === null && apiKeyId === null && holgura(cuota.estado(pagador.cuentaId)) === 0

  return trabajos.define<ArgsRefresco>({
    tipo: REFRESH,
    operacion: 'consulta_acuse',
    async run({ empresaId, ambiente, args }, ctx) {
      const now = clock()
      const titular = { empresaId, ambiente }
      // Not what a person asked meanwhile, or the register told.
      const at = args.ids.findIndex((id) => dueQuestions.isDue(titular, id, now))
      const ids = at < 0 ? [] : args.ids.slice(at)
      const [id, ...rest] = ids
      const { consultados, rehusados } = args
      if (id === undefined || isSpent(ctx))
        return { result: { consultados, rehusados, pendientes: ids.length } }
      const own = documentos.byId(id)!
      const { rut_emisor, tipo_dte, folio } = own
      const clave = { empresa_id: empresaId, ambiente, rut_emisor, tipo_dte, folio }
      const next = (hecho: Partial<ArgsRefresco>, write: () => void) => ({
        again: true as const,
        runAt: new Date(now.getTime() + PACE_MS),
        args: { ...args, ids: rest, ...hecho },
        otherUnit: true,
        write,
      })
      try {
        const oido = await askSii({ titular, clave, own, charge: ctx.charge, signal: ctx.signal })
        return next({ consultados: consultados + 1 }, () => {
          estados.heard(clave, documentos.byId(id)!, oido)
        })
      } catch (fault) {
        if (!(fault instanceof AppError)) throw fault
        // A person's questions come first.
        if (fault.code === 'RATE_LIMIT') return { again: true, runAt: new Date(now.getTime() + 2 * PACE_MS) }
        if (fault.code !== 'SII_REFUSED') throw fault
        return next({ rehusados: rehusados + 1 }, () => estados.refused(clave))
      }
    },
  })
}
