import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFolios } from '../../../src/areas/folios'
import { createGroupCommit } from '../../../src/store/group-commit'
import { openStore } from '../../../src/store/store'
import { cafFile } from '../../support/caf'
import { EMPRESA, GEMELA, OTRA, RUT_OTRA, testLibro } from './libro'

describe('reserve', () => {
  test('gives every folio of a range once, in order, and then none', () => {
    const { load, take } = testLibro()
    load({ desde: 5, hasta: 8 })
    expect([take(), take(), take(), take(), take()]).toEqual([5, 6, 7, 8, null])
  })

  test('names the range, its CAF and its date of authorisation', () => {
    const { load, folios } = testLibro()
    const { id } = load({ desde: 1, hasta: 2, fa: '2026-10-05' })
    const expected = { folio: 1, cafId: id, fechaAutorizacion: '2026-10-05' }
    expect(folios.reserve({ empresaId: EMPRESA, ambiente: 'simulacion' }, 33, '2026-11-20')).toEqual(expected)
  })

  test('uses the oldest valid range first, whatever the order of loading (http §18)', () => {
    const { load, take } = testLibro()
    load({ desde: 21, hasta: 22, fa: '2026-11-10' })
    load({ desde: 11, hasta: 12, fa: '2026-08-01' })
    load({ desde: 31, hasta: 31, fa: '2026-11-10' })
    expect([take(), take(), take(), take(), take(), take()]).toEqual([11, 12, 21, 22, 31, null])
  })

  test('skips an expired range, from the day after its last one (xml §4.4)', () => {
    const { load, take, setNow } = testLibro()
    load({ desde: 1, hasta: 10, fa: '2026-06-20' })
    load({ desde: 11, hasta: 20, fa: '2026-11-01' })
    setNow('2026-12-20T15:00:00Z')
    expect(take()).toBe(1)
    setNow('2026-12-21T15:00:00Z')
    expect(take()).toBe(11)
  })

  test('the day is Chile’s: late in the evening there the range is still good', () => {
    const { load, take, setNow } = testLibro()
    load({ desde: 1, hasta: 10, fa: '2026-06-20' })
    setNow('2026-12-21T02:59:59Z')
    expect(take(33, '2026-12-20')).toBe(1)
    setNow('2026-12-21T03:00:00Z')
    expect(take(33, '2026-12-20')).toBeNull()
  })

  test('an old document date does not revive a range: the SII looks at the day of signing (xml §4.4)', () => {
    const { load, take, setNow } = testLibro()
    load({ desde: 1, hasta: 10, fa: '2026-06-20' })
    setNow('2027-01-05T15:00:00Z')
    expect(take(33, '2026-12-01')).toBeNull()
  })

  test('a document dated after the range expires does not take from it', () => {
    const { load, take } = testLibro()
    load({ desde: 1, hasta: 10, fa: '2026-06-20' })
    expect(take(33, '2026-12-21')).toBeNull()
    expect(take(33, '2026-12-20')).toBe(1)
  })

  test('a rolled back transaction returns the folio, new or freed', () => {
    const { load, take, folios, release, store } = testLibro()
    const { id } = load({ desde: 1, hasta: 3 })
    const fail = () =>
      store.client
        .transaction(() => {
          folios.reserve({ empresaId: EMPRESA, ambiente: 'simulacion' }, 33, '2026-11-20')
          throw new Error('the job could not be written')
        })
        .immediate()
    expect(fail).toThrow()
    expect(take()).toBe(1)
    release(1, id)
    expect(fail).toThrow()
    expect([take(), take()]).toEqual([1, 2])
  })

  test('never crosses type, environment or company', () => {
    const { load, take, folios } = testLibro()
    load({ desde: 1, hasta: 9 })
    load({ desde: 100, hasta: 109, td: 39 })
    load({ desde: 500, hasta: 509, re: RUT_OTRA }, OTRA)
    expect(take(34)).toBeNull()
    expect(take(39)).toBe(100)
    expect(take(33, '2026-11-20', OTRA)).toBe(500)
    expect(take(33, '2026-11-20', GEMELA)).toBeNull()
    expect(folios.reserve({ empresaId: EMPRESA, ambiente: 'certificacion' }, 33, '2026-11-20')).toBeNull()
    expect(take()).toBe(1)
  })
})

describe('release', () => {
  test('freed folios are taken again first, lowest first', () => {
    const { load, take, release } = testLibro()
    const { id } = load({ desde: 1, hasta: 5 })
    for (let i = 0; i < 4; i++) take()
    release(3, id)
    release(1, id)
    expect([take(), take(), take(), take()]).toEqual([1, 3, 5, null])
  })

  test('a freed folio of a newer range waits for those of the range in use (http §18)', () => {
    const { load, take, release } = testLibro()
    const { id: older } = load({ desde: 1, hasta: 3, fa: '2026-10-01' })
    const { id } = load({ desde: 4, hasta: 6, fa: '2026-11-01' })
    for (let i = 0; i < 4; i++) take()
    release(2, older)
    release(4, id)
    load({ desde: 7, hasta: 8, fa: '2026-09-01' })
    expect([take(), take(), take(), take(), take()]).toEqual([7, 8, 2, 4, 5])
  })

  test('a freed folio of an expired range is never given again', () => {
    const { load, take, release, setNow } = testLibro()
    const { id } = load({ desde: 1, hasta: 5, fa: '2026-06-20' })
    load({ desde: 6, hasta: 10, fa: '2026-11-01' })
    take()
    release(1, id)
    setNow('2026-12-21T15:00:00Z')
    expect(take()).toBe(6)
  })

  test('refuses a folio that was never taken, is free already, or is of another range or company', () => {
    const { load, take, release, folios } = testLibro()
    const { id } = load({ desde: 1, hasta: 5 })
    const { id: other } = load({ desde: 6, hasta: 9 })
    take()
    expect(() => release(2, id)).toThrow()
    expect(() => release(1, other)).toThrow()
    expect(() =>
      folios.free({ empresaId: OTRA, ambiente: 'simulacion', tipoDte: 33, folio: 1, cafId: id }),
    ).toThrow()
    release(1, id)
    expect(() => release(1, id)).toThrow()
    expect([take(), take()]).toEqual([1, 2])
  })
})

describe('disponibles', () => {
  test('counts what reserve can give, freed ones too, expired ones not', () => {
    const { load, take, release, folios, setNow } = testLibro()
    const { id } = load({ desde: 1, hasta: 5, fa: '2026-06-20' })
    load({ desde: 6, hasta: 10, fa: '2026-11-01' })
    take()
    take()
    const left = () => folios.disponibles({ empresaId: EMPRESA, ambiente: 'simulacion' }, 33)
    expect(left()).toBe(8)
    release(1, id)
    expect(left()).toBe(9)
    setNow('2026-12-21T15:00:00Z')
    expect(left()).toBe(5)
    expect(folios.disponibles({ empresaId: EMPRESA, ambiente: 'simulacion' }, 61)).toBe(0)
  })
})

describe('under load', () => {
  test('500 requests at once over three types: no folio twice, no gap, and freed ones come back', async () => {
    const { load, folios, store, release } = testLibro()
    const tipos = [33, 39, 61] as const
    const cafs = new Map<number, string>()
    for (const td of tipos) {
      // Two ranges of each, so that the change from one to the other happens in the middle.
      cafs.set(td, load({ td, desde: 1, hasta: 100, fa: '2026-10-01' }).id)
      load({ td, desde: 101, hasta: 300, fa: '2026-11-01' })
    }
    const commits = createGroupCommit(store.client)
    const taken = new Map<number, number[]>(tipos.map((td) => [td, []]))
    let rejected = 0
    await Promise.all(
      Array.from({ length: 500 }, (_, i) => {
        const tipo = tipos[i % 3]!
        return commits
          .commit(() => {
            const got = folios.reserve({ empresaId: EMPRESA, ambiente: 'simulacion' }, tipo, '2026-11-20')
            // Every tenth request fails after it took its folio, as one with a rule broken late does.
            if (i % 10 === 9) throw new Error('refused')
            return got!.folio
          })
          .then(
            (folio) => taken.get(tipo)!.push(folio),
            () => rejected++,
          )
      }),
    )
    expect(rejected).toBe(50)
    for (const tipo of tipos) {
      const folios = taken.get(tipo)!.sort((a, b) => a - b)
      expect(folios).toEqual(Array.from({ length: folios.length }, (_, i) => i + 1))
      expect(folios.length).toBe(150)
    }
    release(42, cafs.get(33)!)
    const next = await commits.commit(
      () => folios.reserve({ empresaId: EMPRESA, ambiente: 'simulacion' }, 33, '2026-11-20')!.folio,
    )
    expect(next).toBe(42)
  })

  test('what was reserved is still taken after the process starts anew', () => {
    const dir = mkdtempSync(join(tmpdir(), 'folios-'))
    const clock = () => new Date('2026-11-20T15:00:00Z')
    const open = () =>
      openStore({ path: join(dir, 'timbre.db'), masterKey: new Uint8Array(32).fill(1), clock })
    try {
      let id = 0
      const newId = (prefix: string) => `${prefix}_${++id}`
      const first = open()
      first.client.exec(
        `INSERT INTO cuenta (id, nombre, email, created_at) VALUES ('c', '', '', '');
         INSERT INTO empresa (id, cuenta_id, rut, razon_social, giro, direccion, comuna, ambiente, created_at)
         VALUES ('e', 'c', '76543210-3', '', '', '', '', 'simulacion', '')`,
      )
      const eventos = { emit() {} }
      const folios = createFolios({ store: first, clock, newId, eventos, enqueue: () => 'job_0' })
      folios.load(cafFile(), { empresaId: 'e', ambiente: 'simulacion' }, 'carga', 'primero')
      const take = (f: typeof folios) =>
        f.reserve({ empresaId: 'e', ambiente: 'simulacion' }, 33, '2026-11-20')?.folio
      expect([take(folios), take(folios)]).toEqual([1, 2])
      first.close()
      const second = open()
      const reopened = createFolios({ store: second, clock, newId, eventos, enqueue: () => 'job_0' })
      expect(take(reopened)).toBe(3)
      second.close()
    } finally {
      rmSync(dir, { recursive: true })
    }
  })
})
