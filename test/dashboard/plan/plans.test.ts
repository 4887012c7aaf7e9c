// What would not fit in a plan, and how a change of plan is asked for (contract §16, §22).

import { expect, test } from 'bun:test'
import { excess, isPaid, limitWords, type Plan, payAt } from '../../../src/dashboard/plan/plans'

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
  expect(excess(PLAN, USO)).toEqual([])
  expect(excess({ ...PLAN, empresas: 1, usuarios: 1 }, USO)).toEqual(['tiene 2 empresas'])
  expect(
    excess({ ...PLAN, empresas: null }, { empresas: 99, usuarios: 16, consultas: 5001, emisiones: 10_001 }),
  ).toEqual(['tiene 16 usuarios', 'emitió 10.001 este mes', 'hizo 5.001 consultas este mes'])
  expect([limitWords(null), limitWords(1000)]).toEqual(['Sin límite', '1.000'])
})

test('only a larger plan with a price is paid for first', () => {
  expect(isPaid(PLAN, 'Emprendedor', 'mensual')).toBe(true)
  expect(isPaid(PLAN, 'Empresa', 'mensual')).toBe(false)
  expect(isPaid(PLAN, 'Profesional', 'anual')).toBe(false)
  expect(isPaid({ ...PLAN, precio_anual: 0 }, 'Gratis', 'anual')).toBe(false)
})

test('an order is paid where a gateway is, and settled among people where its address is our own', () => {
  expect(payAt('https://www.flow.cl/app/pay.php?token=x')).toBe('https://www.flow.cl/app/pay.php?token=x')
  expect([payAt(null), payAt('http://h/v1/billing/checkout/chk_1'), payAt('javascript:alert(1)')]).toEqual([
    null,
    null,
    null,
  ])
})
