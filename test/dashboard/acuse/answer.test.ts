// How long there is to answer a received document, and how much it hurries (http §27).

import { expect, test } from 'bun:test'
import { ACCIONES, consecuencia, leftOf, urgencyOf } from '../../../src/dashboard/acuse/answer'
import { ACCIONES_ACUSE } from '../../../src/domain/acuse'

test('the time left is told in hours while it is short, and in days before', () => {
  const told = [0, 1, 25, 47, 48, 71, 72, 191].map((horas_restantes) => leftOf({ horas_restantes }))
  expect(told).toEqual(['menos de 1 h', '1 h', '25 h', '47 h', '2 días', '2 días', '3 días', '7 días'])
})

test('it hurries from the marks on at which the API tells of it', () => {
  const tones = [0, 24, 25, 72, 73].map((horas_restantes) => urgencyOf({ horas_restantes }))
  expect(tones).toEqual(['mal', 'mal', 'aviso', 'aviso', 'neutro'])
})

test('every action that the SII registers is offered, and what follows from each is told', () => {
  expect(ACCIONES.map(([accion]) => accion).toSorted()).toEqual(
    Object.keys(ACCIONES_ACUSE).toSorted() as never,
  )
  expect(consecuencia('ERM')).toContain('No se deshace')
  expect(consecuencia('RFT')).not.toContain('No se deshace')
})
