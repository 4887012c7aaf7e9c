// The scheduled questions about own documents on credit (http §27.5), against the simulator.

import { describe, expect, test } from 'bun:test'
import { emit } from '../../support/emision'
import { boleta, factura } from '../../support/emisor'
import type { TestAppOptions } from '../../support/test-app'
import { createReceptor } from '../webhooks/receptor'
import { createEscena } from './escena'

/** `n` facturas received on 2026-11-20; of the tasks of the clock only that of acceptances is on, unless `rcv` says so. */
async function createDias(n = 1, { rcv = false, ...options }: TestAppOptions & { rcv?: boolean } = {}) {
  const hook = createReceptor()
  const escena = await createEscena(n, { receptor: hook.fetch, ...options })
  const { app } = escena
  const { session } = app.tenant
  const path = `/v1/empresa/${app.tenant.empresaId}/programacion`
  await app.post('/v1/webhooks', { url: 'http://127.0.0.1:9000/hook', eventos: ['dte.acuse'] }, session)
  const set = (cambios: object) => app.put(path, cambios, session)
  await app.app.services.cron.runAll()
  await set({ rcv: { activo: rcv }, rcof: { activo: false } })
  return {
    ...escena,
    set,
    path,
    /** The morning of a day of Chile: the clock looks, and all that it queued ends. */
    async morning(date: string): Promise<void> {
      app.setNow(`${date}T09:00:00Z`)
      await app.app.services.cron.runAll()
      for (let second = 0; second < 12; second++) {
        await app.app.services.runner.drain()
        app.advance(1000)
      }
      await app.app.services.cron.runAll()
      await app.drainJobs()
    },
    /** Units that they took of the quota. */
    preguntas: async (): Promise<number> =>
      app.store.client
        .prepare<[], number>(
          "SELECT coalesce(sum(usadas), 0) FROM cuota_consulta WHERE operacion = 'consulta_acuse'",
        )
        .pluck()
        .get()!,
    estado: async () =>
      (await app.get(path)).body.data.estado.find(({ tarea }: { tarea: string }) => tarea === 'acuse'),
    results: async () =>
      (await app.get('/v1/dte/acuse/trabajos?tipo=acuse.refrescar')).body.data.map(
        ({ result }: { result: object }) => result,
      ),
    avisos: () => hook.recibidos.splice(0).map(({ body }) => JSON.parse(body).data),
  }
}

describe('an own invoice on credit', () => {
  test('is asked of on the third and the sixth day, and once after its time was over', async () => {
    const { morning, preguntas, estado, results } = await createDias()
    const asked: [string, number][] = []
    for (let day = 21; day <= 30; day++) {
      const before = await preguntas()
      await morning(`2026-11-${day}`)
      if ((await preguntas()) > before) asked.push([`2026-11-${day}`, (await preguntas()) - before])
    }
    expect(asked).toEqual([
      ['2026-11-23', 1],
      ['2026-11-26', 1],
      ['2026-11-29', 1],
    ])
    expect(await estado()).toMatchObject({ resultado: 'ok', omitida: null })
    expect(await results()).toHaveLength(3)
    expect((await results())[0]).toEqual({ consultados: 1, rehusados: 0, pendientes: 0 })
  })

  test('whose receiver decided is told of once', async () => {
    const { morning, registrar, avisos, app } = await createDias()
    await registrar(1, 'RCD')
    await morning('2026-11-22')
    expect(avisos()).toEqual([])
    await morning('2026-11-23')
    expect(avisos()).toMatchObject([{ folio: 1, resultado: 'reclamado', fuente: 'sii' }])
    await morning('2026-11-26')
    expect(avisos()).toEqual([])
    const { data } = (await app.get('/v1/documentos?estado_acuse=reclamado')).body
    expect(data).toHaveLength(1)
  })

  test('of years is not asked of by who turns it on', async () => {
    const { morning, preguntas } = await createDias()
    await morning('2027-03-01')
    expect(await preguntas()).toBe(0)
  })

  test('that a person asked of meanwhile is not asked of again that day', async () => {
    const { app, morning, emitido, preguntas } = await createDias()
    app.setNow('2026-11-23T06:00:00Z')
    await emitido(1)
    await morning('2026-11-23')
    expect(await preguntas()).toBe(1)
  })
})

test('no other document is asked of: paid at once, free of charge, a boleta, one without its verdict', async () => {
  const { app, morning, preguntas } = await createDias(1, { folios: { 33: 9, 39: 3 } })
  for (const dte of [factura({ forma_pago: 1 }), boleta()]) await emit(app, dte)
  await app.settle()
  await morning('2026-11-23')
  expect(await preguntas()).toBe(1)
})

describe('the register of sales', () => {
  test('spares asking while the schedule reads it, whatever its hour', async () => {
    const { set, morning, preguntas, avisos, registrar } = await createDias(2, { rcv: true })
    await set({ rcv: { hora: '12:00' } })
    await registrar(1, 'RCD')
    for (let day = 21; day <= 30; day++) await morning(`2026-11-${day}`)
    expect(await preguntas()).toBe(0)
    // That told it.
    expect(avisos()).toMatchObject([{ folio: 1, resultado: 'reclamado', fuente: 'rcv' }])
  })

  test('spares nothing once it is read no more', async () => {
    const { app, morning, preguntas } = await createDias(2, { rcv: true })
    for (let day = 21; day <= 24; day++) await morning(`2026-11-${day}`)
    expect(await preguntas()).toBe(0)
    await app.app.services.programacion.programaciones.change(
      { empresaId: app.tenant.empresaId, ambiente: 'simulacion' },
      { rcv: { activo: false } },
    )
    await morning('2026-11-26')
    expect(await preguntas()).toBe(2)
  })
})

describe('what it may spend', () => {
  test('is so many documents a day, the oldest first, and the rest on the days that follow', async () => {
    const { app, set, morning, preguntas } = await createDias(3)
    await set({ acuse: { max_por_dia: 2 } })
    app.setNow('2026-11-21T15:00:00Z')
    await emit(app, factura({ forma_pago: 2 }))
    await app.settle()
    const asked = async () =>
      app.store.client
        .prepare('SELECT folio FROM acuse_documento WHERE consultado_en IS NOT NULL ORDER BY folio')
        .pluck()
        .all()
    await morning('2026-11-23')
    expect([await preguntas(), await asked()]).toEqual([2, [1, 2]])
    await morning('2026-11-24')
    expect([await preguntas(), await asked()]).toEqual([4, [1, 2, 3, 4]])
  })

  test('ends at four fifths of the plan, in the midst of a run too; a person may go on', async () => {
    const { app, morning, preguntas, results, estado, path } = await createDias(3, { planInicial: 'Gratis' })
    const { cuota } = app.app.services
    const { cuentaId, empresaId } = app.tenant
    const { limite } = cuota.estado(cuentaId)
    const spend = () => cuota.reserve({ cuentaId, empresaId, set: null }, 'estado_envio').confirm()
    while (cuota.estado(cuentaId).usadas < Math.ceil(limite! * 0.8) - 1) {
      app.advance(1000)
      spend()
    }
    await morning('2026-11-23')
    expect(await preguntas()).toBe(1)
    expect(await results()).toEqual([{ consultados: 1, rehusados: 0, pendientes: 2 }])
    await morning('2026-11-24')
    expect(await estado()).toMatchObject({ omitida: 'PLAN_LIMIT' })
    expect(await preguntas()).toBe(1)
    const run = await app.post(`${path}/acuse/ejecutar`)
    expect(run.status).toBe(202)
    await morning('2026-11-24')
    expect(await preguntas()).toBe(3)
  })

  test('is nothing while nobody answers, and one unit for a document of which half was answered', async () => {
    let down: string[] = ['listarEventosHistDoc', 'consultarFechaRecepcionSii']
    const wire: TestAppOptions['wire'] = async (_, __, pass, text) => {
      if (down.some((name) => text?.includes(`<ws:${name}>`))) throw new TypeError('no way to the SII')
      return pass()
    }
    const { morning, preguntas, results } = await createDias(2, { wire })
    await morning('2026-11-23')
    expect([await preguntas(), await results()]).toEqual([0, [null]])
    down = ['consultarFechaRecepcionSii']
    await morning('2026-11-24')
    expect([await preguntas(), await results()]).toEqual([1, [null]])
    down = []
    await morning('2026-11-25')
    expect(await preguntas()).toBe(2)
    expect(await results()).toEqual([{ consultados: 2, rehusados: 0, pendientes: 0 }])
  })

  test('is one unit a day on which it is due for a document of which the SII will not say', async () => {
    const { app, morning, preguntas, results } = await createDias(2)
    // One that the registry never had.
    app.store.client.prepare('UPDATE documento SET folio = 900 WHERE tipo_dte = 33 AND folio = 2').run()
    await morning('2026-11-23')
    expect(await results()).toEqual([{ consultados: 1, rehusados: 1, pendientes: 0 }])
    expect(await preguntas()).toBe(2)
    await morning('2026-11-24')
    await morning('2026-11-25')
    expect(await preguntas()).toBe(2)
    await morning('2026-11-26')
    expect(await preguntas()).toBe(4)
  })
})
