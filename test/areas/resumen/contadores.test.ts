// The counters behind the summary are what a slow recount finds, after everything that can happen to a document.

import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import fc from 'fast-check'
import { copyOf } from '../../support/copia'
import { annulAtSii, discard, emit, fail, heal, nota, outlastAttempts, retry } from '../../support/emision'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import { guia } from '../../support/solicitudes'
import { testAppWithFolios } from '../../support/test-app'

const KEY = 'empresa_id, ambiente, fecha_emision, tipo_dte, estado_sii'
const SUMS = 'monto_neto, monto_exento, monto_iva, monto_total'

const kept = (client: Database) =>
  client.prepare(`SELECT * FROM documento_dia WHERE documentos <> 0 ORDER BY ${KEY}`).all()
const counted = (client: Database) =>
  client
    .prepare(
      `SELECT ${KEY}, count(*) AS documentos, ${SUMS.replace(/\w+/g, 'sum($&) AS $&')}, sum(atendido) AS atendidos
       FROM documento WHERE folio_estado <> 'libre' GROUP BY ${KEY} ORDER BY ${KEY}`,
    )
    .all()

/** An empty count leaves no row. */
const leftovers = (client: Database) =>
  client
    .prepare(
      'SELECT * FROM documento_dia WHERE documentos = 0 AND (monto_neto, monto_exento, monto_iva, monto_total, atendidos) <> (0, 0, 0, 0, 0)',
    )
    .all()

function expectExact({ store: { client } }: { store: { client: Database } }): void {
  const found = counted(client)
  expect(found.length).toBeGreaterThan(0)
  expect(kept(client)).toEqual(found)
  expect(leftovers(client)).toEqual([])
}

const estados = ({ store }: { store: { client: Database } }): string[] =>
  store.client
    .prepare<[], string>('SELECT DISTINCT estado_sii FROM documento_dia WHERE documentos > 0 ORDER BY 1')
    .pluck()
    .all()

const malo = (rut: string) => factura({ receptor: { ...RECEPTOR, rut } })

describe('the counters', () => {
  test('follow documents from their folio to every verdict', async () => {
    const app = await testAppWithFolios({ folios: { 33: 20, 39: 20, 61: 20 } })
    await emit(app)
    expectExact(app)
    expect(estados(app)).toEqual(['no_enviado'])
    await emit(app, boleta())
    await emit(app, malo('90000002-2'))
    await emit(app, malo('90000004-9'))
    await emit(app, malo('90000001-4'))
    await app.app.services.runner.drain()
    expectExact(app)
    await app.settle()
    expectExact(app)
    expect(estados(app)).toEqual(['aceptado', 'aceptado_con_reparos', 'rechazado'])
  })

  test('follow a void, a note, a guide and its invoice, and a lot', async () => {
    const app = await testAppWithFolios({ folios: { 33: 20, 52: 20, 61: 20 } })
    await emit(app)
    await emit(app)
    await emit(app, guia())
    await emit(app, guia())
    await app.settle()
    expect((await app.post('/v1/dte/guias/facturar', { guias: [1] })).status).toBe(202)
    expectExact(app)
    expect((await app.post('/v1/dte/guias/2/anular', { motivo: 'No salió' })).status).toBe(200)
    expectExact(app)
    expect((await app.post('/v1/dte/33/1/anular', { motivo: 'Error' })).status).toBe(202)
    await emit(app, nota(3, 2, { detalle: [{ nombre: 'Ajuste', precio: 100 }] }))
    expectExact(app)
    const documentos = [factura(), factura({ tipo_dte: 33, detalle: [] }), factura()]
    expect((await app.post('/v1/dte/emitir/lote', { documentos })).status).toBeLessThan(300)
    expectExact(app)
    await app.settle()
    expectExact(app)
  })

  test('follow failures, retries, discards with and without the folio, and one that waited for its hour', async () => {
    const app = await testAppWithFolios({ folios: { 33: 20 } })
    await fail(app, 'semilla', 'http_503')
    const ids = [await emit(app), await emit(app), await emit(app)]
    await outlastAttempts(app)
    expectExact(app)
    await heal(app)
    expect((await discard(app, ids[0]!, true)).status).toBe(200)
    expectExact(app)
    expect((await discard(app, ids[1]!, false)).status).toBe(200)
    expectExact(app)
    expect((await retry(app, ids[2]!)).status).toBe(202)
    // The freed folio goes to another.
    await emit(app)
    expectExact(app)
    await emit(app, factura({ programar_para: new Date(app.clock().getTime() + 3_600_000).toISOString() }))
    expectExact(app)
    app.advance(3_600_000)
    await app.settle()
    expectExact(app)
  })

  test('follow a rejection that the SII tells at the door, and an envelope that it refuses as a whole', async () => {
    const app = await testAppWithFolios({ folios: { 33: 20 } })
    annulAtSii(app, 33, 1)
    await emit(app)
    await app.settle()
    expectExact(app)
    const { empresaId, session } = app.tenant
    const resolucion = (numero: number) =>
      app.put(`/v1/empresa/${empresaId}`, { resolucion: { numero, fecha: '2014-08-22' } }, session)
    expect((await resolucion(80)).status).toBe(200)
    const id = await emit(app)
    await app.settle()
    expectExact(app)
    expect((await resolucion(0)).status).toBe(200)
    expect((await discard(app, id, true)).status).toBe(200)
    expectExact(app)
  })

  test('keep to their company and environment: a deletion, a return and a change of environment lose nothing', async () => {
    const app = await testAppWithFolios({ folios: { 33: 20 } })
    await emit(app)
    await app.settle()
    const { empresaId, session } = app.tenant
    const before = kept(app.store.client)
    expect((await app.delete(`/v1/empresa/${empresaId}`, undefined, session)).status).toBe(204)
    expect((await app.post(`/v1/empresa/${empresaId}/restaurar`, undefined, session)).status).toBe(200)
    expect((await app.put(`/v1/empresa/${empresaId}`, { ambiente: 'certificacion' }, session)).status).toBe(
      200,
    )
    expect(kept(app.store.client)).toEqual(before)
    expectExact(app)
  })

  test('follow an old copy of the database that comes back', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'resumen-'))
    try {
      const app = await testAppWithFolios({ folios: { 33: 20 } })
      await emit(app)
      const back = copyOf(app, dir)
      await app.settle()
      const copy = await back()
      expectExact(copy)
      await emit(copy)
      await copy.settle()
      expectExact(copy)
    } finally {
      rmSync(dir, { recursive: true })
    }
  })

  test('are right after any changes at all, taken back or not', async () => {
    const app = await testAppWithFolios({ folios: { 33: 20, 39: 20 } })
    for (let i = 0; i < 4; i++) await emit(app, i % 2 ? boleta() : factura())
    const { client } = app.store
    client.pragma('foreign_keys = OFF')
    // The counters are the database's own work: right whoever writes, in states that the product reaches one at a time.
    const changes = [
      ...['no_enviado', 'enviado', 'en_proceso', 'aceptado', 'aceptado_con_reparos', 'rechazado'].map(
        (estado) => `UPDATE documento SET estado_sii = '${estado}' WHERE rowid % 3 = @n % 3`,
      ),
      "UPDATE documento SET estado_sii = 'enviado', folio_estado = 'usado' WHERE rowid % 2 = @n % 2",
      "UPDATE documento SET folio_estado = 'libre' WHERE rowid % 5 = @n % 5",
      "UPDATE documento SET folio_estado = 'tomado', folio = 10000 + rowid WHERE folio_estado = 'libre'",
      'UPDATE documento SET saldo = 0, anulado_por = id WHERE rowid % 4 = @n % 4',
      "UPDATE documento SET fecha_emision = '2026-10-0' || (1 + @n % 9), monto_total = monto_total + @n WHERE rowid % 7 = 0",
      'DELETE FROM documento WHERE rowid % 11 = @n % 11 AND (SELECT count(*) FROM documento) > 20',
      `INSERT INTO documento (id, empresa_id, ambiente, tipo_dte, folio, caf_id, job_id, fecha_emision, rut_emisor,
         rut_receptor, monto_neto, monto_total, saldo, created_at)
       SELECT 'n' || @n || '-' || rowid, empresa_id, ambiente, tipo_dte, folio + @n * 1000, caf_id,
         'j' || @n || '-' || rowid, fecha_emision, rut_emisor, rut_receptor, @n, @n, @n, created_at
       FROM documento WHERE rowid % 3 = @n % 3 LIMIT 5`,
    ]
    let n = 0
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(changes.length - 1), fc.boolean()), { minLength: 1, maxLength: 8 }),
        (steps) => {
          for (const [change, taken] of steps) {
            client.exec('BEGIN')
            const sql = changes[change]!
            n++
            client.prepare(sql).run(...(sql.includes('@n') ? [{ n }] : []))
            client.exec(taken ? 'COMMIT' : 'ROLLBACK')
          }
          expectExact(app)
        },
      ),
      { numRuns: 60, seed: 12 },
    )
  })
})
