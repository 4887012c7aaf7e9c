// The schedule's task of acceptances: what nobody tells of own documents on credit, asked one by one (http §27.5; jobs §7).

import type { Clock } from '../../base/clock'
import { type Emisores, loadFirmante } from '../dte'
import type { Tarea } from '../programacion'
import type { DueQuestions } from './due-questions'
import { type ArgsRefresco, REFRESH } from './refresh.job'

interface Deps {
  clock: Clock
  emisores: Emisores
  dueQuestions: Pick<DueQuestions, 'first'>
}

export const acuseTarea = ({ clock, emisores, dueQuestions }: Deps): Tarea<'acuse'> => ({
  nombre: 'acuse',
  operacion: 'consulta_acuse',
  permiso: 'consultas:ejecutar',
  async encargos(solicitante, { max_por_dia }, now) {
    const ids = await dueQuestions.first(solicitante, max_por_dia, now)
    if (!ids.length) return []
    const args: ArgsRefresco = { ids, consultados: 0, rehusados: 0 }
    const objeto = ids.length === 1 ? '1 documento' : `${ids.length} documentos`
    return [{ tipo: REFRESH, operacion: 'consulta_acuse', clave: '', objeto, args, linea: 'refresco' }]
  },
  check: ({ empresaId, ambiente }) => void loadFirmante(emisores, { empresaId, ambiente }, clock()),
  // The registry of acceptances has no such page.
  pausedUntil: () => null,
})
