// The fields that only a boleta has: the means of payment, wanted from the year's threshold on (domain/dte
// §3.2).

import type { SolicitudEmitida } from '../../api/routes.gen'
import type { Block } from '../block'
import { type Table, type Texts, tableBlock } from './table'

export const BOLETA = { medio: ['medio_pago', 'code'] } as const satisfies Table<SolicitudEmitida>

export type Boleta = Texts<typeof BOLETA>

export const boleta: Block<Boleta> = {
  ...tableBlock(BOLETA),
  id: 'boleta',
  title: 'Pago',
  place: 'visible',
}
