// How it is paid: at once, on credit with its instalments, or not at all.

import type { SolicitudEmitida } from '../../api/routes.gen'
import { createReader } from '../../ui/read'
import type { Block } from '../block'
import { bodyFrom, emptyOf, named, type Table, type Texts, textsFrom } from './table'

export const PAGO = {
  forma: ['forma_pago', 'code'],
  vence: ['fecha_vencimiento', 'date'],
} as const satisfies Table<SolicitudEmitida>

export const INSTALMENT = {
  ...named('date', 'fecha'),
  ...named('pesos', 'monto'),
  ...named('text', 'glosa'),
} as const satisfies Table<NonNullable<SolicitudEmitida['pagos']>[number]>

export type Instalment = Texts<typeof INSTALMENT>

/** `forma`: `1` at once, `2` on credit, `3` without cost. */
export interface Pago extends Texts<typeof PAGO> {
  cuotas: readonly Instalment[]
}

export const emptyInstalment = emptyOf(INSTALMENT)

export const pago: Block<Pago> = {
  id: 'pago',
  title: 'Pago',
  place: 'visible',
  initial: { forma: '1', vence: '', cuotas: [] },
  keys: ['forma_pago', 'fecha_vencimiento', 'pagos'],
  toBody({ cuotas, ...state }) {
    const reader = createReader()
    const pagos = cuotas.map((cuota, i) => bodyFrom(INSTALMENT, cuota, `pagos[${i}]`, reader))
    return {
      body: { ...bodyFrom(PAGO, state, '', reader), ...(state.forma === '2' && pagos.length && { pagos }) },
      faults: reader.faults,
    }
  },
  fromRequest: ({ pagos = [], ...asked }) => ({
    ...textsFrom(PAGO, { forma_pago: 1, ...asked }),
    cuotas: pagos.map((cuota) => textsFrom(INSTALMENT, cuota)),
  }),
}
