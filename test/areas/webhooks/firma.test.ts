// The bytes signed (http §12.2).

import { describe, expect, test } from 'bun:test'
import {
  deliveryHeaders,
  isUsableSecret,
  newSecret,
  signBody,
  signStandard,
} from '../../../src/areas/webhooks/firma'

const SECRETO = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='
const BODY = '{"evento":"dte.emitido","data":{"job_id":"job_demo","tipo_dte":39,"folio":1}}'

describe('the signatures of a delivery', () => {
  test('are those of the test vector (http §12.2)', () => {
    expect(signBody(SECRETO, BODY)).toBe(
      'sha256=8022bc90dc4d9ea548a7fbe4a40acec5787a6f39373144ca5f0adff631d25b36',
    )
    expect(signStandard(SECRETO, 'evt_demo', 1700000000, BODY)).toBe(
      'v1,egax6z6ItlkfabyQEJ+qP/Z8PR4npQGb3tRRL87Gf5g=',
    )
  })

  test('take a secret without the whsec_ form as UTF-8', () => {
    const key = 'ñandú con una clave bien larga'
    const mac = new Bun.CryptoHasher('sha256', key).update(`evt_1.1.${BODY}`).digest('base64')
    expect(signStandard(key, 'evt_1', 1, BODY)).toBe(`v1,${mac}`)
  })

  test('stand in every header that http §12.2 names', () => {
    const firmable = {
      evento: 'dte.emitido',
      eventoId: 'evt_demo',
      entregaId: 'dlv_1',
      intento: 3,
      body: BODY,
    }
    const headers = deliveryHeaders(firmable, [SECRETO], new Date(1700000000_999))
    expect(headers).toEqual({
      'content-type': 'application/json',
      'x-service-event': 'dte.emitido',
      'x-service-delivery': 'dlv_1',
      'x-service-attempt': '3',
      'x-webhook-signature': signBody(SECRETO, BODY),
      'x-service-signature': signBody(SECRETO, BODY),
      'webhook-id': 'evt_demo',
      'webhook-timestamp': '1700000000',
      'webhook-signature': 'v1,egax6z6ItlkfabyQEJ+qP/Z8PR4npQGb3tRRL87Gf5g=',
    })
  })
})

describe('a secret', () => {
  test('made by the server carries 32 random bytes in the form of http §12.1', () => {
    const made = newSecret((size) => Buffer.from('0123456789abcdef0123456789abcdef').subarray(0, size))
    expect(made).toBe(SECRETO)
  })

  test('in the whsec_ form must be base64 behind it', () => {
    expect(isUsableSecret(SECRETO)).toBe(true)
    expect(isUsableSecret('cualquier texto de 24 letras')).toBe(true)
    expect(isUsableSecret('whsec_esto no es base64 !!!')).toBe(false)
  })
})
