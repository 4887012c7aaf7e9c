// The fields that only a boleta has: the means of payment, wanted from the year's threshold on (domain/dte
// §3.2).

import type { Block } from '../block'
import { withoutUndefined } from '../read'

export interface Boleta {
  medio: '' | '1' | '2' | '3' | '4' | '5'
}

export const boleta: Block<Boleta> = {
  id: 'boleta',
  title: 'Pago',
  place: 'visible',
  initial: { medio: '' },
  keys: ['medio_pago'],
  toBody: ({ medio }) => ({
    body: withoutUndefined({ medio_pago: medio ? (Number(medio) as 1 | 2 | 3 | 4 | 5) : undefined }),
  }),
  fromRequest: ({ medio_pago }) => ({ medio: String(medio_pago ?? '') as Boleta['medio'] }),
}
