// Services: which kind, and the days they were given.

import { tipoDocumento } from '../../../domain/dte/tipos'
import type { SolicitudEmitida } from '../../api/routes.gen'
import type { Block } from '../block'
import { type Table, type Texts, tableBlock } from './table'

export const SERVICIO = {
  ind: ['ind_servicio', 'code'],
  desde: ['periodo_desde', 'date'],
  hasta: ['periodo_hasta', 'date'],
} as const satisfies Table<SolicitudEmitida>

export type Servicio = Texts<typeof SERVICIO>

const plain = tableBlock(SERVICIO)

export const servicio: Block<Servicio> = {
  ...plain,
  id: 'servicio',
  title: 'Servicio',
  place: 'mas',
  fromRequest(asked) {
    const texts = plain.fromRequest(asked)
    // 3 is what a boleta is unless it says otherwise.
    return texts.ind === '3' && tipoDocumento(asked.tipo_dte).raiz === 'Boleta'
      ? { ...texts, ind: '' }
      : texts
  },
}
