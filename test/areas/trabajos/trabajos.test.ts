// How a request queues an operation at the SII and answers with what came of it (jobs §6).

import { describe, expect, test } from 'bun:test'
import { AppError } from '../../../src/domain/errors'
import { SiiFault } from '../../../src/sii'
import { BASE, createBanco, TENANT } from './banco'

const REGISTRADO = { registrado: true }
const yes = (ctx: { charge<T>(ask: () => Promise<T>): Promise<T> }) => ctx.charge(async () => REGISTRADO)
const down = () =>
  Promise.reject(
    new SiiFault('SII_UNAVAILABLE', 'El SII no responde', {
      etapa: 'consulta',
      retryable: true,
      answered: false,
    }),
  )
/** The SII takes the question, and then the way to it is gone. */
const answersAndDies = async (ctx: { charge<T>(ask: () => Promise<T>): Promise<T> }) => {
  await ctx.charge(async () => 'página 1')
  return down()
}
const REFUSED = {
  operacion: 'acuse.registrar',
  codigo_sii: '12',
  glosa: 'No puede aceptar',
  causa: 'El documento fue reclamado antes',
  solucion: 'Acuérdelo con el emisor',
}
const refuses = () =>
  Promise.reject(new AppError('SII_REFUSED', 'El SII no lo admite', { detalles: [REFUSED] }))

const codeOf = async (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'none',
    (fault) => fault.code,
  )

describe('a request that queues an operation', () => {
  test('answers what came of it when it ends in time, with its unit counted', async () => {
    const banco = createBanco()
    banco.says(yes)
    expect(await banco.ask(1)).toEqual({ ok: true, data: REGISTRADO })
    expect(banco.set).toMatchObject({ status: 201, headers: { 'x-quota-remaining': 'unlimited' } })
    expect(banco.used()).toBe(1)
    expect(banco.told).toEqual([
      {
        evento: 'trabajo.terminado',
        data: expect.objectContaining({
          tipo: 'acuse.registrar',
          estado: 'completed',
          objeto: '33-1',
          error: null,
        }),
      },
    ])
  })

  test('answers 202 with the job’s address when it did not, and a second one joins it', async () => {
    const banco = createBanco()
    banco.says(down, yes)
    const first = (await banco.ask(1)) as { data: { job_id: string; estado: string } }
    expect([banco.set.status, first.data.estado]).toEqual([202, 'pending'])
    expect(banco.set.headers.location).toBe(`${BASE}/trabajos/${first.data.job_id}`)
    expect(await banco.ask(1, { esperar: '0' })).toMatchObject({ data: { job_id: first.data.job_id } })
    expect(await banco.ask(2, { esperar: '0' })).not.toMatchObject({ data: { job_id: first.data.job_id } })
    banco.advance(5000)
    await banco.runner.drain()
    expect(banco.job(first.data.job_id)).toMatchObject({
      estado: 'completed',
      result: REGISTRADO,
      intentos: 2,
    })
  })

  test('does not join another company’s job for the same thing', async () => {
    const banco = createBanco()
    banco.says(yes)
    const mine = (await banco.ask(1, { esperar: '0' })) as { data: { job_id: string } }
    const theirs = { ...TENANT, empresaId: 'emp_2' }
    const other = (await banco.ask(1, { esperar: '0', tenant: theirs })) as { data: { job_id: string } }
    expect(other.data.job_id).not.toBe(mine.data.job_id)
  })

  test('is refused with the job’s own reason and what the SII said', async () => {
    const banco = createBanco()
    banco.says(refuses)
    const fault = await banco.ask(1).catch((error) => error)
    expect(fault).toMatchObject({ code: 'SII_REFUSED', detalles: [REFUSED] })
    const list = banco.cola.list({
      kind: 'acuse.registrar',
      empresaId: 'emp_1',
      ambiente: 'simulacion',
    })
    const jobs = list.rows(9, 0)
    const { operacion: _, codigo_sii: codigo, ...sii } = REFUSED
    expect(jobs).toMatchObject([{ estado: 'failed', intentos: 1, error: { sii: { codigo, ...sii } } }])
  })

  test('takes a wait of 0 to 20 seconds and nothing else', async () => {
    const banco = createBanco()
    banco.says(yes)
    for (const esperar of ['21', '-1', 'x', ''])
      expect(await codeOf(banco.ask(1, { esperar }))).toBe('INVALID_PARAMETER')
    expect(await codeOf(banco.ask(1, { esperar: '20' }))).toBe('none')
  })
})

describe('its unit', () => {
  test('is taken once, whatever the number of questions and attempts', async () => {
    const banco = createBanco()
    banco.says(answersAndDies, answersAndDies, yes)
    await banco.ask(1)
    expect(banco.used()).toBe(1)
    for (const ms of [5000, 15_000]) {
      banco.advance(ms)
      await banco.runner.drain()
    }
    expect([banco.runs(), banco.used()]).toEqual([3, 1])
  })

  test('is not taken while nothing answered', async () => {
    const banco = createBanco()
    banco.says((ctx) => ctx.charge(down))
    await banco.ask(1)
    expect(banco.used()).toBe(0)
  })

  test('that is not left refuses before anything is queued', async () => {
    const banco = createBanco({ plan: 'Gratis' })
    const limit = spend(banco)
    banco.says(yes)
    expect(await codeOf(banco.ask(1))).toBe('PLAN_LIMIT')
    expect([banco.used(), banco.runs()]).toEqual([limit, 0])
    expect(banco.store.client.prepare('SELECT count(*) FROM job').pluck().get()).toBe(0)
  })

  test('is another one for a person’s retry, which then runs in the name of that person', async () => {
    const banco = createBanco()
    banco.says(async (ctx) => {
      await ctx.charge(async () => 'página 1')
      return refuses()
    })
    await codeOf(banco.ask(1))
    const key = { kind: 'acuse.registrar', empresaId: 'emp_1', ambiente: 'simulacion' as const, id: 'job_1' }
    let usuarioId: unknown
    banco.says((ctx) => {
      usuarioId = (ctx as unknown as { actor: { usuarioId: string } }).actor.usuarioId
      return yes(ctx)
    })
    banco.cola.retry(key)
    banco.trabajos.renew({ ...TENANT, usuarioId: 'usr_2' }, 'job_1')
    await banco.runner.drain()
    expect([banco.used(), usuarioId, banco.job('job_1').estado]).toEqual([2, 'usr_2', 'completed'])
  })
})

describe('an Idempotency-Key', () => {
  test('gets the first answer again, once it is there', async () => {
    const banco = createBanco()
    banco.says(yes)
    const first = await banco.ask(1, { key: 'a' })
    expect(await banco.ask(1, { key: 'a' })).toEqual(first)
    expect([banco.runs(), banco.set.headers['idempotent-replayed']]).toEqual([1, 'true'])
    expect(await codeOf(banco.ask(2, { key: 'a' }))).toBe('IDEMPOTENCY_MISMATCH')
  })

  test('finds the job that it queued though the process died before it answered', async () => {
    const banco = createBanco()
    banco.says(yes)
    const first = (await banco.ask(1, { key: 'a', esperar: '0' })) as { data: { job_id: string } }
    await banco.runner.drain()
    expect(await banco.ask(1, { key: 'a' })).toEqual(first as never)
    expect(banco.runs()).toBe(1)
  })

  test('is free again after a refusal', async () => {
    const banco = createBanco()
    banco.says(refuses, yes)
    expect(await codeOf(banco.ask(1, { key: 'a' }))).toBe('SII_REFUSED')
    expect(await banco.ask(1, { key: 'a' })).toMatchObject({ data: REGISTRADO })
  })
})

test('while a page of the SII keeps everybody waiting, it looks after 15 minutes and then hourly', async () => {
  const banco = createBanco()
  banco.says(() =>
    Promise.reject(
      new AppError('SII_UNAVAILABLE', 'El SII hace esperar', { headers: { 'retry-after': '30' } }),
    ),
  )
  await banco.ask(1)
  expect(banco.job('job_1').proximoIntento!.toISOString()).toBe('2026-11-20T12:15:00.000Z')
  expect(await banco.ask(1, { esperar: '0' })).toMatchObject({
    data: { espera_hasta: '2026-11-20T12:15:00.000Z' },
  })
  banco.advance(15 * 60_000)
  // Its turn has come: an hour that has passed is no wait.
  expect(await banco.ask(1, { esperar: '0' })).toMatchObject({ data: { espera_hasta: null } })
  await banco.runner.drain()
  expect(banco.job('job_1').proximoIntento!.toISOString()).toBe('2026-11-20T13:15:00.000Z')
})

test('a login that the SII refused until a known time is waited for by a request’s job too; one that a person mends ends it (http §28.3)', async () => {
  const banco = createBanco()
  banco.says(() =>
    Promise.reject(
      new AppError('PORTAL_LOCKED', 'El SII rehusó el ingreso', { headers: { 'retry-after': '3600' } }),
    ),
  )
  const waiting = await banco.ask(1)
  expect(waiting).toMatchObject({ data: { espera_hasta: '2026-11-20T13:00:00.000Z' } })
  expect(banco.job('job_1')).toMatchObject({ estado: 'pending' })
  banco.says(() => Promise.reject(new AppError('PORTAL_LOCKED', 'El SII rehusó el ingreso')))
  banco.advance(60 * 60_000)
  await banco.runner.drain()
  expect(banco.job('job_1')).toMatchObject({ estado: 'failed' })
})

/** Uses up the account's plan; how many units that were. */
function spend({ store }: ReturnType<typeof createBanco>): number {
  store.client
    .prepare(
      "INSERT INTO cuota_consulta (cuenta_id, periodo, operacion, usadas) VALUES ('cta_1', '202611', 'rcv', 50)",
    )
    .run()
  return 50
}
