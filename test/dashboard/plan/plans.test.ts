// The excess over a plan, and the request of a change of plan (http §16, §22).

import { expect, test } from 'bun:test'
import {
  beyond,
  isPaid,
  isSmaller,
  isUnlimited,
  limitWords,
  type Plan,
  payAt,
  surplus,
} from '../../../src/dashboard/plan/plans'

const PLAN: Plan = {
  plan: 'Profesional',
  consultas_mes: 5000,
  emisiones_mes: 10_000,
  empresas: 10,
  usuarios: 15,
  metricas_clientes: true,
  precio_mensual: 29_990,
  precio_anual: 299_900,
  moneda: 'CLP',
  actual: false,
  vigente_desde: null,
}
const USO = { empresas: 2, usuarios: null, consultas: 0, emisiones: 0 }

test('what would not fit is said, what has no limit or is not known is not', () => {
  expect([surplus(PLAN, USO), beyond(PLAN, USO)]).toEqual([null, null])
  expect(surplus({ ...PLAN, empresas: 1, usuarios: 1 }, USO)).toBe('tiene 2 empresas')
  expect(surplus({ ...PLAN, empresas: 1, usuarios: 1 }, { ...USO, usuarios: 5 })).toBe(
    'tiene 2 empresas y 5 usuarios',
  )
  expect(surplus({ ...PLAN, empresas: null }, { ...USO, empresas: 99 })).toBeNull()
  expect([limitWords(null), limitWords(1000)]).toEqual(['Sin límite', '1.000'])
})

test('a month over the limits is told apart: it refuses nothing', () => {
  const month = { ...USO, consultas: 5001, emisiones: 10_001 }
  expect(surplus(PLAN, month)).toBeNull()
  expect(beyond(PLAN, month)).toBe('este mes van 10.001 documentos y 5.001 consultas')
})

test('only a larger plan with a price is paid for first', () => {
  expect(isPaid(PLAN, 'Emprendedor', 'mensual')).toBe(true)
  expect(isPaid(PLAN, 'Empresa', 'mensual')).toBe(false)
  expect(isPaid(PLAN, 'Profesional', 'anual')).toBe(false)
  expect(isPaid({ ...PLAN, precio_anual: 0 }, 'Gratis', 'anual')).toBe(false)
  expect([isSmaller(PLAN, 'Empresa'), isSmaller(PLAN, 'Gratis')]).toEqual([true, false])
})

test('an order is paid where a gateway is, and settled among people where its address is our own', () => {
  expect(payAt('https://www.flow.cl/app/pay.php?token=x')).toBe('https://www.flow.cl/app/pay.php?token=x')
  for (const url of [
    null,
    'http://h/v1/billing/checkout/chk_1',
    'https://h/app/plan?orden=chk_1',
    'javascript:alert(1)',
  ])
    expect(payAt(url)).toBeNull()
})

test('an account without limits that pays nothing has no plans to choose', () => {
  const none = { emisiones_mes: null, consultas_mes: null, empresas: null, usuarios: null }
  const current = { ...PLAN, ...none, plan: 'Empresa' as const, actual: true, vigente_desde: null }
  const other = { ...PLAN, actual: false, vigente_desde: null }
  expect(isUnlimited([other, current], 0)).toBe(true)
  expect(isUnlimited([other, current], 99_990)).toBe(false)
  expect(isUnlimited([other, { ...current, usuarios: 15 }], 0)).toBe(false)
  expect(isUnlimited([{ ...other, vigente_desde: '2026-12-01' }, current], 0)).toBe(false)
  expect(
    isUnlimited(
      [
        { ...other, actual: true },
        { ...current, actual: false },
      ],
      0,
    ),
  ).toBe(false)
})
