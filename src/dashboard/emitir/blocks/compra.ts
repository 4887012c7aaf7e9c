// The fields of a purchase invoice: its kind, the withheld IVA, and the commissions (http §4).

import { createReader, withoutUndefined } from '../../ui/read'
import type { Block } from '../block'
import { type Comision, comisionesFrom, comisionesToBody } from './comisiones'

/** `retencion`: the SII's code, of every line that bears IVA; empty where each line has its own, as a repeated document says it. */
export interface Compra {
  transaccion: string
  retencion: string
  comisiones: readonly Comision[]
}

export const compra: Block<Compra> = {
  id: 'compra',
  title: 'Compra',
  place: 'visible',
  initial: { transaccion: '1', retencion: '', comisiones: [] },
  keys: ['compra', 'tipo_transaccion_compra'],
  toBody({ transaccion, retencion, comisiones }) {
    const reader = createReader()
    const body = withoutUndefined({
      retencion: retencion ? { codigo: Number(retencion) } : undefined,
      comisiones: comisionesToBody(comisiones, 'compra.comisiones', reader),
    })
    return {
      body: withoutUndefined({
        tipo_transaccion_compra: transaccion ? (Number(transaccion) as 1) : undefined,
        compra: Object.keys(body).length ? body : undefined,
      }),
      faults: reader.faults,
    }
  },
  fromRequest: ({ compra: asked, tipo_transaccion_compra }) => ({
    transaccion: String(tipo_transaccion_compra ?? ''),
    retencion: '',
    comisiones: comisionesFrom(asked?.comisiones),
  }),
  fromDraft: ({ compra: asked, tipo_transaccion_compra }) => ({
    transaccion: String(tipo_transaccion_compra ?? asked?.tipo_transaccion ?? ''),
    retencion: String(asked?.retencion?.codigo ?? ''),
    comisiones: comisionesFrom(asked?.comisiones as Parameters<typeof comisionesFrom>[0]),
  }),
}
