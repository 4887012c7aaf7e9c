import { describe, expect, test } from 'bun:test'
import { createPublicKey } from 'node:crypto'
import { createCafOf } from '../../../src/areas/folios/caf-of'
import { SecretUnreadable } from '../../../src/store/secrets'
import { type CafParts, cafFile, newCafKey } from '../../support/caf'
import { refusal } from '../../support/faults'
import { EMPRESA, GEMELA, OTRA, RUT_OTRA, testLibro } from './libro'

describe('load', () => {
  test('puts the range in the ledger with its date of expiry', () => {
    const { load } = testLibro()
    expect(load({ desde: 7, hasta: 19, fa: '2026-08-31' })).toEqual({
      id: 'caf_0001',
      tipoDte: 33,
      desde: 7,
      hasta: 19,
      siguiente: 7,
      fechaAutorizacion: '2026-08-31',
      venceEl: '2027-02-28',
      origen: 'carga',
      libres: 0,
      firstFree: null,
      heredadoHasta: null,
      porConciliar: false,
    })
  })

  test('keeps the file encrypted: neither its private key nor its text is on disk', () => {
    const { load, store } = testLibro()
    const { id } = load()
    const row = store.client.prepare('SELECT xml_cifrado FROM caf WHERE id = ?').pluck().get(id) as Uint8Array
    expect(Buffer.from(row).toString('latin1')).not.toMatch(/PRIVATE|CAF|RSASK/)
  })

  for (const [what, parts, code] of [
    ['of another company', { re: '11111111-1' }, 'CAF_WRONG_COMPANY'],
    ['that has expired', { fa: '2026-05-19' }, 'CAF_EXPIRED'],
    ['of a type that is not issued', { td: 30 }, 'DOCUMENT_TYPE_NOT_ALLOWED'],
    ['of another authority', { autoridad: newCafKey() }, 'CAF_INVALID'],
    ['without its key', { rsask: 'x' }, 'CAF_INVALID'],
  ] as [string, CafParts, string][]) {
    test(`refuses a CAF ${what} and writes nothing`, () => {
      const { load, store } = testLibro()
      expect(refusal(() => load(parts)).code).toBe(code)
      expect(store.client.prepare('SELECT count(*) FROM caf').pluck().get()).toBe(0)
    })
  }

  test('refuses the simulator’s CAF in production and certification (xml §4.3)', () => {
    const { load } = testLibro()
    for (const ambiente of ['produccion', 'certificacion'] as const) {
      expect(refusal(() => load({}, EMPRESA, ambiente))).toMatchObject({
        code: 'CAF_INVALID',
        reglas: ['ambiente'],
      })
    }
  })

  describe('overlap', () => {
    for (const [what, desde, hasta] of [
      ['the same range', 100, 199],
      ['inside', 120, 130],
      ['around', 1, 999],
      ['over the lower edge', 50, 100],
      ['over the upper edge', 199, 250],
    ] as const) {
      test(`refuses ${what} with CONFLICT and names the own range (http §18)`, () => {
        const { load } = testLibro()
        load({ desde: 100, hasta: 199 })
        const { code, reglas, message } = refusal(() => load({ desde, hasta, llave: newCafKey() }))
        expect({ code, reglas }).toEqual({ code: 'CONFLICT', reglas: ['traslape'] })
        expect(message).toContain('100 a 199')
      })
    }

    test('takes what touches without overlapping, and the same folios of another type or company', () => {
      const { load } = testLibro()
      load({ desde: 100, hasta: 199 })
      load({ desde: 50, hasta: 99 })
      load({ desde: 200, hasta: 250 })
      load({ desde: 100, hasta: 199, td: 34 })
      load({ desde: 100, hasta: 199, re: RUT_OTRA }, OTRA)
    })

    test('sees a range spent to the last folio', () => {
      const { load, take } = testLibro()
      load({ desde: 1, hasta: 2 })
      take()
      take()
      expect(refusal(() => load({ desde: 2, hasta: 5 })).code).toBe('CONFLICT')
    })

    test('sees the same RUT in another account, without telling whose it is or which folios', () => {
      const { load } = testLibro()
      load({ desde: 100, hasta: 199 }, GEMELA)
      const { code, message } = refusal(() => load({ desde: 150, hasta: 300 }))
      expect(code).toBe('CONFLICT')
      expect(message).not.toMatch(/100|199|emp_|cta_/)
    })
  })
})

describe('cafOf', () => {
  test('gives back the CAF as it was loaded, parsed once', () => {
    const { load, folios } = testLibro()
    const llave = newCafKey()
    const { id } = load({ llave, rs: 'ÑUÑOA &amp; CÍA' })
    const caf = folios.cafOf(id)
    expect(caf.cafXml).toContain('<RS>ÑUÑOA &amp; CÍA</RS>')
    expect(createPublicKey(caf.llave).equals(createPublicKey(llave))).toBe(true)
    expect(folios.cafOf(id)).toBe(caf)
  })

  test('keeps no more than its bound in memory, the latest used ones', () => {
    const { load, store } = testLibro()
    const [a, b, c] = [1, 2, 3].map((n) => load({ desde: n, hasta: n }).id) as [string, string, string]
    const cafOf = createCafOf(store, 2)
    const first = cafOf(a)
    const second = cafOf(b)
    expect(cafOf(a)).toBe(first)
    cafOf(c)
    expect(cafOf(a)).toBe(first)
    expect(cafOf(b)).not.toBe(second)
  })

  test('refuses an unknown id, and a file moved to another row', () => {
    const { load, store, folios } = testLibro()
    const one = load({ desde: 1, hasta: 1 }).id
    const two = load({ desde: 2, hasta: 2 }).id
    expect(() => folios.cafOf('caf_9999')).toThrow()
    store.client
      .prepare('UPDATE caf SET xml_cifrado = (SELECT xml_cifrado FROM caf WHERE id = ?) WHERE id = ?')
      .run(one, two)
    expect(() => folios.cafOf(two)).toThrow(SecretUnreadable)
    expect(folios.cafOf(one).desde).toBe(1)
  })
})

describe('a file on the way through', () => {
  test('keeps the bytes it had', () => {
    const { load, store } = testLibro()
    const parts = { rs: 'PEÑALOLÉN' }
    const { id } = load(parts)
    const row = store.client.prepare('SELECT xml_cifrado FROM caf WHERE id = ?').pluck().get(id) as Uint8Array
    const kept = store.secrets.open({ table: 'caf', column: 'xml_cifrado', id }, row)
    expect(kept.equals(cafFile(parts))).toBe(true)
  })
})
