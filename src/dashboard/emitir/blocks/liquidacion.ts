// The agent's commissions of a liquidación, subtracted from its total (http §4).

import { createReader } from '../../ui/read'
import type { Block } from '../block'
import { type Comision, comisionesFrom, comisionesToBody } from './comisiones'

export const liquidacion: Block<readonly Comision[]> = {
  id: 'liquidacion',
  title: 'Comisiones y otros cargos',
  place: 'visible',
  initial: [],
  keys: ['liquidacion'],
  toBody(rows) {
    const reader = createReader()
    const comisiones = comisionesToBody(rows, 'liquidacion.comisiones', reader)
    return { body: comisiones ? { liquidacion: { comisiones } } : {}, faults: reader.faults }
  },
  fromRequest: ({ liquidacion: asked }) => comisionesFrom(asked?.comisiones),
}
