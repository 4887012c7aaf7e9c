// The events of the quotas (http §12, §16): told to every company of the account, once for each threshold and month.

import { describe, expect, test } from 'bun:test'
import { factura } from '../../support/emisor'
import { siblingOf } from '../../support/personas'
import { nuevaEmpresa, testAppWithFolios } from '../../support/test-app'
import { openStream } from '../eventos/lector'
import { createReceptor, register } from '../webhooks/receptor'

const KINDS = ['cuota.80', 'cuota.agotada']

/** An account of two companies on the plan Gratis, both with a webhook, with so much used of 50 queries and 100 documents. */
async function gratis({ consultas = 0, emisiones = 0 }) {
  const receptor = createReceptor()
  const app = await testAppWithFolios({ folios: { 33: 20 }, receptor: receptor.fetch })
  const sibling = await siblingOf(app, app.tenant, nuevaEmpresa('96790240-3'))
  await register(app, { eventos: KINDS })
  await register(app, { eventos: KINDS }, sibling.key)
  const { client } = app.store
  const { cuentaId } = app.tenant
  client.exec("UPDATE cuenta SET plan = 'Gratis'; DELETE FROM cuota_consulta; DELETE FROM cuota_emision")
  const spend = (table: string, columns: unknown[]) =>
    client.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?')})`).run(...columns)
  if (consultas) spend('cuota_consulta', [cuentaId, '202611', 'rcv', consultas])
  if (emisiones) spend('cuota_emision', [cuentaId, '202611', emisiones])
  const told = async () => {
    await app.drainJobs()
    return receptor.recibidos.splice(0).map(({ body }) => JSON.parse(body))
  }
  return { app, receptor, sibling, told }
}

const solicitar = { tipo_dte: 34, cantidad: 5 }

describe('a quota of queries', () => {
  test('tells 80 % and its end, by webhook to every company of the account and on the stream', async () => {
    const { app, sibling, told } = await gratis({ consultas: 39 })
    const stream = await openStream(app, app.tenant.key)
    await stream.take(2)
    await app.post('/v1/dte/folios/solicitar', solicitar)
    const data = { cuota: 'consultas', periodo: '202611', usadas: 40, limite: 50, restantes: 10 }
    const { empresaId } = app.tenant
    const ofBoth = [empresaId, sibling.id].map((empresa_id) => ({
      evento: 'cuota.80',
      data: { empresa_id, ...data },
    }))
    const byWebhook = await told()
    expect(byWebhook).toHaveLength(2)
    expect(byWebhook).toEqual(expect.arrayContaining(ofBoth))
    const frames = await stream.take(2)
    expect(frames.find(({ event }) => event === 'cuota.80')!.data).toEqual(ofBoth[0])
    await stream.close()
    for (let i = 0; i < 10; i++) await app.post('/v1/dte/folios/solicitar', solicitar)
    expect((await app.post('/v1/dte/folios/solicitar', solicitar)).body.code).toBe('PLAN_LIMIT')
    const last = await told()
    expect(last.map(({ evento }) => evento)).toEqual(['cuota.agotada', 'cuota.agotada'])
    expect(last[0].data).toMatchObject({ usadas: 50, restantes: 0 })
  })

  test('tells again in the next month of Chile', async () => {
    const { app, told } = await gratis({ consultas: 39 })
    await app.post('/v1/dte/folios/solicitar', solicitar)
    expect(await told()).toHaveLength(2)
    app.setNow('2026-12-01T03:00:00.000Z')
    app.store.client.exec("UPDATE cuota_consulta SET periodo = '202612', usadas = 39 WHERE operacion = 'rcv'")
    app.store.client.exec("DELETE FROM cuota_consulta WHERE operacion <> 'rcv'")
    await app.post('/v1/dte/folios/solicitar', solicitar)
    expect((await told()).map(({ data }) => data.periodo)).toEqual(['202612', '202612'])
  })

  test('that a smaller plan leaves exhausted is told within the hour, and once', async () => {
    const { app, told } = await gratis({ consultas: 60 })
    await app.app.services.cron.runAll()
    await app.app.services.cron.runAll()
    const events = await told()
    expect(events.map(({ evento }) => evento)).toEqual(['cuota.agotada', 'cuota.agotada'])
    expect(events[0].data).toMatchObject({ usadas: 60, limite: 50, restantes: 0 })
  })

  test('that a larger plan has moved is told at its own threshold', async () => {
    const { app, told } = await gratis({ consultas: 39 })
    await app.post('/v1/dte/folios/solicitar', solicitar)
    await told()
    app.store.client.exec(
      "UPDATE cuenta SET plan = 'Emprendedor'; UPDATE cuota_consulta SET usadas = 398 WHERE operacion = 'rcv'",
    )
    await app.post('/v1/dte/folios/solicitar', solicitar)
    expect((await told()).map(({ data }) => [data.usadas, data.limite])).toEqual([
      [400, 500],
      [400, 500],
    ])
  })

  test('is not told to a deleted company', async () => {
    const { app, sibling, told } = await gratis({ consultas: 39 })
    await app.delete(`/v1/empresa/${sibling.id}`, undefined, app.tenant.session)
    await app.post('/v1/dte/folios/solicitar', solicitar)
    expect((await told()).map(({ data }) => data.empresa_id)).toEqual([app.tenant.empresaId])
  })
})

describe('the quota of issuing', () => {
  test('tells with the document that reached it', async () => {
    const { app, told } = await gratis({ emisiones: 98 })
    await app.post('/v1/dte/emitir', factura())
    await app.post('/v1/dte/emitir', factura())
    const events = await told()
    expect(events.map(({ evento, data }) => [evento, data.cuota, data.usadas])).toEqual([
      ['cuota.agotada', 'emisiones', 100],
      ['cuota.agotada', 'emisiones', 100],
    ])
  })

  test('tells nothing of a document that was not accepted: event and count are of one transaction', async () => {
    const { app, told } = await gratis({ emisiones: 79 })
    app.store.client.exec(
      "CREATE TRIGGER lleno BEFORE INSERT ON documento BEGIN SELECT RAISE(ABORT, 'no'); END",
    )
    expect((await app.post('/v1/dte/emitir', factura())).status).toBe(500)
    expect(await told()).toEqual([])
    app.store.client.exec('DROP TRIGGER lleno')
    expect((await app.post('/v1/dte/emitir', factura())).status).toBe(202)
    expect((await told()).map(({ evento }) => evento)).toEqual(['cuota.80', 'cuota.80'])
  })
})
