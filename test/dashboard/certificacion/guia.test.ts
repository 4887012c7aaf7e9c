// Steps in words for somebody who never heard of the SII (areas/certificacion §1).

import { expect, test } from 'bun:test'
import type { Pendiente } from '../../../src/dashboard/certificacion/camino'
import { GUIA, groupsOf } from '../../../src/dashboard/certificacion/guia'
import { CODIGOS_PENDIENTE } from '../../../src/domain/certificacion/pendientes'

test('every step says what it is for and how one sees that it is done', () => {
  for (const codigo of CODIGOS_PENDIENTE) {
    expect(GUIA[codigo].para).toMatch(/\.$/)
    expect(GUIA[codigo].listo).toMatch(/\.$/)
  }
})

test('steps of one kind are told together, where the first stands', () => {
  const step = (codigo: Pendiente['codigo'], clase: Pendiente['clase']) =>
    ({ codigo, clase }) as unknown as Pendiente
  const list = [
    step('responder_dudas', 'basico'),
    step('responder_dudas', 'guia'),
    step('emitir', 'exenta'),
    step('responder_dudas', 'compra'),
  ]
  expect(groupsOf(list).map((group) => group.map(({ clase }) => clase))).toEqual([
    ['basico', 'guia', 'compra'],
    ['exenta'],
  ])
})
