import { expect, test } from 'bun:test'
import { fechaEscrita, montoEscrito } from '../../src/domain/cifras'

test('amounts are written in pesos with dots, or in their own currency', () => {
  expect(montoEscrito('1209025')).toBe('$1.209.025')
  expect(montoEscrito(-500)).toBe('-$500')
  expect(montoEscrito('0')).toBe('$0')
  expect(montoEscrito('1234.5', 'DOLAR USA')).toBe('1.234,5 DOLAR USA')
})

test('a day is written as people write it', () => {
  expect(fechaEscrita('2026-11-22')).toBe('22-11-2026')
})
