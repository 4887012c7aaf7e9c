// Where a received document stands, said once: the register that is older than an answer does not contradict it.

import { expect, test } from 'bun:test'
import { registroOf } from '../../../src/dashboard/recibidos/words'

const rcv = (estado_contable: 'PENDIENTE' | 'RECLAMADO') => ({
  periodo: '202611',
  estado_contable,
  coincide: true,
})

test('pending in the register and claimed here is no longer said to be pending', () => {
  expect(registroOf(rcv('PENDIENTE'), { resultado: 'pendiente' })[1]).toBe('Pendiente')
  expect(registroOf(rcv('PENDIENTE'), { resultado: 'reclamado' })[1]).toBe(
    'Reclamado aquí después de esa lectura',
  )
  expect(registroOf(rcv('RECLAMADO'), { resultado: 'reclamado' })[1]).toBe('Reclamado')
})
