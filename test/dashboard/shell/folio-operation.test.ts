// The steps of a request for folios: where it is, and behind which one nothing is undone (areas/folios §1).

import { expect, test } from 'bun:test'
import { stepsOf } from '../../../src/dashboard/shell/folio-operation'
import { PASOS_SOLICITUD } from '../../../src/domain/folios/solicitud'

const icons = (estado: 'pending' | 'completed', paso?: string) =>
  stepsOf({ estado, progreso: paso ? { paso, hechos: 0, total: 4, espera_hasta: null } : null })
    .map(({ icon }) => icon)
    .join('')

test('each step that the server writes has its place, and the one that cannot be undone says so', () => {
  const steps = stepsOf({ estado: 'pending', progreso: null })
  expect(steps.map(({ id }) => id)).toEqual(Object.keys(PASOS_SOLICITUD))
  expect(steps.filter(({ title }) => String(title).includes('no se deshace')).map(({ id }) => id)).toEqual([
    'otorgada',
  ])
})

test('what is behind is done, what is ahead waits', () => {
  expect(icons('pending')).toBe('◐○○○○')
  expect(icons('pending', 'otorgada')).toBe('✓✓◐○○')
  expect(icons('completed', 'cargada')).toBe('✓✓✓✓✓')
})
