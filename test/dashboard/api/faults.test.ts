// Every error of the API has a behaviour in the dashboard, and its words reach the person (dashboard §6).

import { describe, expect, test } from 'bun:test'
import { repeatAfter } from '../../../src/dashboard/api/client'
import { Fault, headOf, isPlaced, readFault, withoutPath } from '../../../src/dashboard/api/fault'
import { CONDUCTA } from '../../../src/dashboard/api/faults'
import { STATUS } from '../../../src/http/error-status'

const TRATO_401 = Object.entries(STATUS).filter(([, status]) => status === 401)

test('the table has a row for each code of the catalogue, and none besides but for an answer that never came', () => {
  expect(Object.keys(CONDUCTA).sort()).toEqual(
    [...Object.keys(STATUS), 'SIN_CONEXION', 'SIN_RESPUESTA'].sort(),
  )
})

test('whatever ends a session asks to log in again; a step of a log-in does not', () => {
  for (const [code] of TRATO_401)
    expect([code, CONDUCTA[code as keyof typeof CONDUCTA].trato]).toEqual([
      code,
      ['INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED'].includes(code) ? 'mensaje' : 'entrar',
    ])
})

describe('an answer that is no success', () => {
  test('leaves out what only who writes JSON can follow', async () => {
    const mensaje = 'folio: Debe ser un número entero, sin comillas'
    const body = {
      ok: false,
      code: 'VALIDATION_ERROR',
      error: mensaje,
      detalles: [{ campo: 'folio', mensaje }],
    }
    const fault = await readFault(Response.json(body, { status: 422 }))
    expect([fault.message, fault.of('folio')]).toEqual([
      'folio: Debe ser un número entero',
      'Debe ser un número entero',
    ])
  })

  test('keeps message, faults by field, request id and the seconds to wait', async () => {
    const fault = await readFault(
      Response.json(
        {
          ok: false,
          code: 'VALIDATION_ERROR',
          error: 'La solicitud tiene 2 errores; vea detalles',
          detalles: [
            {
              campo: 'detalle[2].precio',
              regla: 'minimo',
              mensaje: 'detalle[2].precio: debe ser positivo',
              minimo: 0,
            },
          ],
          detalles_omitidos: 1,
        },
        { status: 422, headers: { 'x-request-id': 'req_1', 'retry-after': '3' } },
      ),
    )
    expect(fault).toMatchObject({
      code: 'VALIDATION_ERROR',
      status: 422,
      requestId: 'req_1',
      retryAfter: 3,
      omitidos: 1,
    })
    expect(fault.of('detalle[2].precio')).toBe('Debe ser positivo')
    expect(fault.of('receptor.rut')).toBeUndefined()
    expect(fault.detalles[0]?.datos).toEqual({ minimo: 0 })
  })

  test('of a proxy, which speaks no JSON, is one that the server never gave', async () => {
    const fault = await readFault(new Response('<h1>Bad Gateway</h1>', { status: 502 }))
    expect(fault).toMatchObject({ code: 'SIN_RESPUESTA', message: 'El servidor no respondió (HTTP 502).' })
    expect(fault).toBeInstanceOf(Fault)
  })
})

test('a message loses the path that stands before it, and nothing else', () => {
  expect(withoutPath({ campo: 'receptor.rut', mensaje: 'receptor.rut: no es válido' })).toBe('No es válido')
  expect(withoutPath({ campo: 'nueva', mensaje: 'Es muy corta' })).toBe('Es muy corta')
  expect(withoutPath({ campo: '', mensaje: 'algo: falta' })).toBe('Algo: falta')
})

test('what came too often goes again when the server says, unless that is too long to wait for', () => {
  expect(repeatAfter({ code: 'RATE_LIMIT', retryAfter: 12 })).toBe(12)
  expect(repeatAfter({ code: 'RATE_LIMIT', retryAfter: null })).toBe(1)
  expect(repeatAfter({ code: 'RATE_LIMIT', retryAfter: 900 })).toBeNull()
  expect(repeatAfter({ code: 'IDEMPOTENCY_IN_PROGRESS', retryAfter: 90 })).toBe(20)
  expect(repeatAfter({ code: 'SERVER_BUSY', retryAfter: 1 })).toBeNull()
})

describe('what is said above a form', () => {
  const fault = (message: string, ...campos: string[]): Fault =>
    new Fault('VALIDATION_ERROR', message, {
      detalles: campos.map((campo) => ({ campo, mensaje: `${campo}: no es válido`, regla: '', datos: {} })),
    })

  test('does not say again what stands at its field', () => {
    expect(headOf(fault('url: no es válido', 'url'), ['url'])).toBe('Revise lo marcado.')
    expect(headOf(fault('La solicitud tiene 2 errores; vea detalles', 'a', 'b'), ['a', 'b'])).toBe(
      'Revise lo marcado.',
    )
  })

  test('leaves out the path and the words of the API where a fault has no field', () => {
    expect(headOf(fault('url: no es válido', 'url'))).toBe('No es válido')
    expect(headOf(fault('La solicitud tiene 2 errores; vea detalles', 'a', 'b'), ['a'])).toBe(
      'Revise estos datos:',
    )
    expect([isPlaced(fault('url: no', 'url'), ['url']), isPlaced(fault('url: no', 'url'))]).toEqual([
      true,
      false,
    ])
    expect(headOf(new Fault('CONFLICT', 'El documento está rechazado'))).toBe('El documento está rechazado')
  })
})
