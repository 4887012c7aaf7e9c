// How it is paid: at once, on credit with its instalments, or not at all.

import type { SolicitudEmitida } from '../../api/routes.gen'
import { formatNumber } from '../../ui/format'
import type { Block } from '../block'
import { createReader, withoutUndefined } from '../read'

export type Instalment = Record<'fecha' | 'monto' | 'glosa', string>

export interface Pago {
  forma: '1' | '2' | '3'
  vence: string
  cuotas: readonly Instalment[]
}

export const emptyInstalment: Instalment = { fecha: '', monto: '', glosa: '' }

export const pago: Block<Pago> = {
  id: 'pago',
  title: 'Pago',
  place: 'visible',
  initial: { forma: '1', vence: '', cuotas: [] },
  keys: ['forma_pago', 'fecha_vencimiento', 'pagos'],
  toBody({ forma, vence, cuotas }) {
    const { text, pesos, faults } = createReader()
    const pagos = cuotas.map(({ fecha, monto, glosa }, i) =>
      withoutUndefined({ fecha: text(fecha), monto: pesos(monto, `pagos[${i}].monto`), glosa: text(glosa) }),
    )
    return {
      body: withoutUndefined({
        forma_pago: Number(forma) as 1 | 2 | 3,
        fecha_vencimiento: text(vence),
        pagos: forma === '2' && pagos.length ? pagos : undefined,
      }),
      faults,
    }
  },
  fromRequest: ({ forma_pago, fecha_vencimiento, pagos = [] }: SolicitudEmitida) => ({
    forma: String(forma_pago ?? 1) as Pago['forma'],
    vence: fecha_vencimiento ?? '',
    cuotas: pagos.map(({ fecha, monto, glosa }) => ({
      fecha: fecha ?? '',
      monto: monto === undefined ? '' : formatNumber(monto),
      glosa: glosa ?? '',
    })),
  }),
}
