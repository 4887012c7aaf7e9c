// The file of a JSON body (http §16.4): decoded from the body's bytes in pieces, to the bytes that the whole text stands for.

import { beforeAll, describe, expect, test } from 'bun:test'
import { cutFile } from '../../src/http/file-of-json'
import { FACTURA, latin1, testAppWithReceiver } from '../support/recibidos'
import { type CompanyApp, testAppWithCompany } from '../support/test-app'

const KIB = 1024
const bytesOf = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, i) => (i * 7919) >> 3))
const body = (text: string): Buffer =>
  Buffer.from(`{"clave" : "ñ", "pfx_base64" :\n "${text}","simulado":false}`)

async function read(text: string): Promise<{ pieces: number; file: Buffer | null; rest: string }> {
  let pieces = 0
  const cut = await cutFile(body(text), 'pfx_base64', () => void pieces++)
  return { pieces, file: cut!.file && Buffer.from(cut!.file), rest: cut!.rest.toString() }
}

describe('a text in base64', () => {
  const plain = bytesOf(400 * KIB + 1)
  const base64 = plain.toString('base64')

  test('is the bytes that it stands for, however it is written', async () => {
    for (const [how, text] of Object.entries({
      'in one line': base64,
      'in lines of 76': base64.replace(/.{76}/g, '$&\\r\\n'),
      'in lines of 60, with blanks': base64.replace(/.{60}/g, '$&\\n\\t '),
      'as PHP writes it': base64.replaceAll('/', '\\/'),
      'with every slash by its number': base64.replaceAll('/', '\\u002F'),
      'without padding': base64.replaceAll('=', ''),
      'with a blank behind its padding': `${base64} `,
    })) {
      const { file, rest } = await read(text)
      expect([how, file?.equals(plain), rest]).toEqual([how, true, body('').toString()])
    }
  })

  test('is the same wherever its pieces are cut', async () => {
    for (let shift = 0; shift < 14; shift++) {
      const text = ' '.repeat(shift) + base64.replaceAll('/', '\\u002f')
      expect([shift, (await read(text)).file?.equals(plain)]).toEqual([shift, true])
    }
  })

  test('is decoded in pieces, between which the event loop may turn', async () => {
    expect((await read(bytesOf(3000 * KIB).toString('base64'))).pieces).toBeGreaterThanOrEqual(4000 / 128)
  })
})

test('a file is the same request as a form and as base64, for the key of idempotency too', async () => {
  const app = await testAppWithReceiver()
  const long = (folio: number) =>
    latin1(FACTURA.replace('<Folio>1<', `<Folio>${folio}<`) + ' '.repeat(100 * KIB))
  const send = (folio: number, how: 'form' | 'base64') => {
    const form = new FormData()
    form.set('archivo', new File([new Uint8Array(long(folio))], 'f.xml'))
    const json = JSON.stringify({ archivo_base64: long(folio).toString('base64'), nombre: 'f.xml' })
    return app.request('POST', '/v1/recibidos', {
      headers: {
        ...app.tenant.key,
        'idempotency-key': 'k1',
        ...(how === 'base64' && { 'content-type': 'application/json' }),
      },
      body: how === 'form' ? form : json,
    })
  }
  const first = await send(1, 'base64')
  const again = await send(1, 'form')
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
  expect((await send(2, 'form')).body.code).toBe('IDEMPOTENCY_MISMATCH')
})

describe('what is no base64', () => {
  let app: CompanyApp
  beforeAll(async () => {
    app = await testAppWithCompany()
  })
  const load = (text: string) =>
    app.request('POST', '/v1/dte/folios', {
      headers: { 'content-type': 'application/json', ...app.tenant.session },
      body: `{"caf_base64":"${text}"}`,
    })

  test('is told at its field, short or long, wherever it goes wrong', async () => {
    for (const length of [100, 20 * KIB, 600 * KIB, 3000 * KIB]) {
      const good = 'QUJD'.repeat(length / 4)
      for (const text of [`${good}!`, `*${good}`, `${good}==QUJD`, `${good}===`, `${good}\\u00e1`]) {
        const { status, body } = await load(text)
        expect([length, text.slice(-6), status, body.detalles]).toEqual([
          length,
          text.slice(-6),
          422,
          [{ campo: 'caf_base64', regla: 'base64', mensaje: 'caf_base64: no es un texto en base64' }],
        ])
      }
    }
  })

  test('is refused in one pass over it, also with a million blanks before what is wrong', async () => {
    for (const blank of [' ', '\\n', '= ']) {
      const { status, body } = await load(`A${blank.repeat(400_000)}!`)
      expect([blank, status, body.detalles[0].regla]).toEqual([blank, 422, 'base64'])
    }
  })

  test('is INVALID_JSON where it is not even a text of JSON', async () => {
    for (const text of [`${'QUJD'.repeat(10 * KIB)}\n`, `${'QUJD'.repeat(10 * KIB)}\\x`]) {
      const { status, body } = await load(text)
      expect([status, body.code]).toEqual([400, 'INVALID_JSON'])
    }
  })

  test('and no text at all is told as such', async () => {
    const { status, body } = await app.request('POST', '/v1/dte/folios', {
      headers: { 'content-type': 'application/json', ...app.tenant.session },
      body: '{"caf_base64":5}',
    })
    expect([status, body.detalles]).toEqual([
      422,
      [{ campo: 'caf_base64', regla: 'tipo', mensaje: 'caf_base64: debe ser texto' }],
    ])
  })
})
