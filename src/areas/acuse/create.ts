// Puts acceptances and claims together.

import type { Cuota } from '../../http/cuota'
import type { JobKind } from '../../jobs/kind'
import type { Documentos, Envios } from '../dte'
import { acuseJob } from './acuse.job'
import { createAsk } from './ask'
import { createDueQuestions } from './due-questions'
import { createEstados } from './estados'
import { createFromRegistro } from './from-registro'
import { createListas } from './listas'
import { createNotifyPlazos } from './plazos'
import { createQuestion } from './question'
import { refreshJob } from './refresh.job'
import type { RegisterDeps } from './register'
import { createTandas } from './tandas'
import { acuseTarea } from './tarea'

export type Acuse = ReturnType<typeof createAcuse>

export function createAcuse(
  deps: Omit<RegisterDeps, 'estados'> &
    Omit<Parameters<typeof acuseJob>[0], 'estados' | 'tandas'> &
    Omit<Parameters<typeof createQuestion>[0], 'estados'> &
    Omit<Parameters<typeof createAsk>[0], 'estados' | 'askSii'> & {
      cuota: Pick<Cuota, 'estado'>
      documentos: Documentos
      envios: Envios
    },
) {
  const estados = createEstados(deps)
  const listas = createListas(deps)
  const tandas = createTandas(deps)
  const askSii = createQuestion({ ...deps, estados })
  const dueQuestions = createDueQuestions(deps)
  return {
    consultar: createAsk({ ...deps, estados, askSii }),
    tarea: acuseTarea({ ...deps, dueQuestions }),
    listas,
    tandas,
    /** Whether anything is known here of a received document. */
    isKnown: estados.isKnown,
    resultadoDe: estados.resultadoDe,
    /** Takes over what the register of sales tells; to be run by the clock. */
    readRegistro: createFromRegistro(deps),
    /** To be run by the clock. */
    notifyPlazos: createNotifyPlazos({ ...deps, listas }),
    kinds: [
      acuseJob({ ...deps, estados, tandas }),
      refreshJob({ ...deps, estados, askSii, dueQuestions }),
    ] as JobKind[],
  }
}
