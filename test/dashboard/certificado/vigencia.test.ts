// How a certificate stands (dashboard §10: 30, 15, 7 and 1 days change the tone).

import { expect, test } from 'bun:test'
import { vigenciaOf } from '../../../src/dashboard/certificado/vigencia'

const of = (dias_restantes: number) =>
  vigenciaOf({
    valido_desde: '2026-01-01T12:00:00.000Z',
    valido_hasta: '2027-01-01T12:00:00.000Z',
    dias_restantes,
  })

test('what is left of the term is said in words, and presses more as it ends', () => {
  const said = [200, 31, 30, 8, 7, 2, 1, 0, -1].map((dias) => [of(dias).words, of(dias).tone])
  expect(said).toEqual([
    ['Quedan 200 días', 'bien'],
    ['Quedan 31 días', 'bien'],
    ['Quedan 30 días', 'aviso'],
    ['Quedan 8 días', 'aviso'],
    ['Quedan 7 días', 'mal'],
    ['Quedan 2 días', 'mal'],
    ['Vence mañana', 'mal'],
    ['Vence hoy', 'mal'],
    ['Vencido', 'mal'],
  ])
})

test('the bar is the whole term, and full once it ended', () => {
  expect(of(65)).toMatchObject({ dias: 365, pasados: 300 })
  expect(of(-40)).toMatchObject({ dias: 365, pasados: 365 })
})
