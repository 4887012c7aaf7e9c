// Where the shell leads: another company's same screen, the environment looked at, the day a plan renews.

import { expect, test } from 'bun:test'
import { sameScreen, withAmbiente } from '../../../src/dashboard/shell/navigation'
import { firstDayAfter } from '../../../src/dashboard/shell/period'

test('another company is entered at the same screen, never at a thing of this one', () => {
  expect(['/', '/folios', '/documentos/33/12', '/webhooks/wh_1'].map(sameScreen)).toEqual([
    '/',
    '/folios',
    '/documentos',
    '/webhooks',
  ])
})

test('the environment that is looked at goes along, and an address that names one keeps its own', () => {
  const search = '?ambiente=certificacion&q=x'
  expect(withAmbiente('/app/1-9/folios', search)).toBe('/app/1-9/folios?ambiente=certificacion')
  expect(withAmbiente('/app/1-9/documentos?q=y', search)).toBe(
    '/app/1-9/documentos?q=y&ambiente=certificacion',
  )
  expect(withAmbiente('/app/1-9/?ambiente=simulacion', search)).toBe('/app/1-9/?ambiente=simulacion')
  expect(withAmbiente('/app/1-9/folios', '?q=x')).toBe('/app/1-9/folios')
  // Back to the company's own.
  expect(withAmbiente('/app/1-9/folios?ambiente=', search)).toBe('/app/1-9/folios')
  expect(withAmbiente('/app/1-9/documentos?q=y&ambiente=', search)).toBe('/app/1-9/documentos?q=y')
})

test('a plan renews on the first day after its month', () => {
  expect([firstDayAfter('202611'), firstDayAfter('2026-12')]).toEqual(['2026-12-01', '2027-01-01'])
})
