// Faults are told in linear time: proved by counting what reading does, never by the clock.

import { describe, expect, spyOn, test } from 'bun:test'
import type { Emisor } from '../../../src/domain/dte/dte'
import { Lectura, readDocumento } from '../../../src/domain/dte/solicitud'
import { AppError, type Fault, faultsError } from '../../../src/domain/errors'
import { EMISOR } from '../../support/emisor'

const HOY = '2026-11-20'

/** Reads a body, counting every look at the list of faults. */
function readCounting(body: unknown): { lectura: Lectura; looks: number } {
  const lectura = new Lectura()
  let looks = 0
  const faults = new Proxy(lectura.faults, {
    get(list, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) looks++
      return Reflect.get(list, key)
    },
  })
  Object.defineProperty(lectura, 'faults', { value: faults })
  readDocumento(body, EMISOR as Emisor, HOY, '12:00:00', lectura)
  return { lectura, looks }
}

const boletaVacia = (lineas: number) => ({
  tipo_dte: 39,
  detalle: Array.from({ length: lineas }, () => ({})),
})
const desconocidos = (cuantos: number) =>
  Object.fromEntries(Array.from({ length: cuantos }, (_, i) => [`detall${i}`, 1]))

describe('reading a body of faults', () => {
  test('keeps the first hundred and counts the others', () => {
    const { lectura } = readCounting(boletaVacia(1000))
    expect(lectura.faults).toHaveLength(100)
    expect(lectura.faults[99]).toMatchObject({ campo: 'detalle[99].nombre', regla: 'requerido' })
    expect(lectura.count).toBeGreaterThanOrEqual(1000)
  })

  test('looks at the faults found no oftener for four times as many lines', () => {
    const few = readCounting(boletaVacia(250)).looks
    expect(readCounting(boletaVacia(1000)).looks).toBeLessThanOrEqual(few + 100)
  })

  test('measures the distance of the first hundred unknown names alone', () => {
    const compared = (cuantos: number): number => {
      const lower = spyOn(String.prototype, 'toLowerCase')
      try {
        readCounting({ tipo_dte: 33, ...desconocidos(cuantos) })
        return lower.mock.calls.length
      } finally {
        lower.mockRestore()
      }
    }
    const hundred = compared(100)
    expect(hundred).toBeGreaterThan(0)
    expect(compared(20_000)).toBeLessThanOrEqual(hundred + 10)
  })

  test('a field that is missing is told once, though its fault is beyond those that are kept', () => {
    const lectura = new Lectura(1)
    lectura.fault('a', 'valor', 'a')
    lectura.fault('receptor.rut', 'valor', 'b')
    lectura.missing('receptor.rut')
    expect(lectura.count).toBe(2)
    expect([lectura.hasFault('receptor'), lectura.hasFault('receptor.rut'), lectura.hasFault('rec')]).toEqual(
      [true, true, false],
    )
  })

  test('a text is not looked through when it is far too long, however much of it is blank', () => {
    const { lectura } = readCounting({ tipo_dte: 33, observaciones: ' '.repeat(900_000) })
    expect(lectura.faults).toContainEqual({
      campo: 'observaciones',
      regla: 'largo_max',
      mensaje: 'observaciones tiene 900000 caracteres y admite 1000',
    })
  })
})

describe('a refusal', () => {
  const fault = (i: number, code?: Fault['code']): Fault => ({
    campo: `x[${i}]`,
    regla: 'valor',
    mensaje: `m${i}`,
    ...(code && { code }),
  })

  test('tells a hundred and the number of the others', () => {
    const error = faultsError(Array.from({ length: 130 }, (_, i) => fault(i)))
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({
      omitidos: 30,
      message: 'La solicitud tiene 130 errores; detalles tiene los primeros 100',
    })
    expect(error.detalles).toHaveLength(100)
  })

  test('has the specific code only when the omitted faults share it too (http §8)', () => {
    const codeAfter = (code?: Fault['code']) => {
      const lectura = new Lectura(2)
      for (let i = 0; i < 2; i++) lectura.fault(`x${i}`, 'rut', 'm', 'INVALID_RUT')
      lectura.fault('y', 'valor', 'm', code)
      return lectura.error().code
    }
    expect(codeAfter('INVALID_RUT')).toBe('INVALID_RUT')
    expect(codeAfter()).toBe('VALIDATION_ERROR')
  })
})
