// A reading of the register that goes on after another one of its month ended (domain/rcv §7): nothing of the older mark survives.

import { expect, test } from 'bun:test'
import { createBanco, PERIODO } from './sync-banco'

const DAY = 86_400_000
const TENANT = { empresaId: 'emp_1', ambiente: 'simulacion' } as const

test('a person’s retry of an old job takes what disappeared since, as the SII counts it', async () => {
  const b = createBanco()
  b.put({ folio: 1, emision: '2026-11-18' }, { folio: 2, neto: 2000, emision: '2026-11-11' })
  b.before.run = () => {
    throw new TypeError('no way to the SII')
  }
  await b.sync()
  const old = b.store.client.prepare('SELECT id FROM job').pluck().get() as string
  for (let hour = 0; hour < 20; hour++) {
    b.advance(DAY / 24)
    await b.drain()
  }
  expect(b.job(old).estado).toBe('dlq')
  b.before.run = () => {}
  b.advance(DAY)
  expect((await b.sync()).data.compras.documentos).toBe(2)
  // A success clears what stopped before it; a database of before that has both.
  expect(b.job(old).estado).toBe('discarded')
  b.store.client.prepare("UPDATE job SET estado = 'dlq' WHERE id = ?").run(old)
  b.advance(DAY)
  b.take(2)
  b.cola.retry({ kind: 'rcv.sincronizar', ...TENANT, id: old })
  await b.drain()
  b.advance(1)
  await b.drain()
  expect(b.job(old)).toMatchObject({
    estado: 'completed',
    result: { compras: { documentos: 1, ausentes: 1 } },
  })
  expect(b.rows().map(({ folio, ausente_desde }) => [folio, ausente_desde !== null])).toEqual([
    [1, false],
    [2, true],
  ])
  expect(b.estado(PERIODO)).toMatchObject({ estado: 'sincronizado' })
})
