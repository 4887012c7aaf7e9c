// The scheduler's minute looks at due tasks, on a real queue and quota (jobs §7).

import { describe, expect, test } from 'bun:test'
import type { Tarea } from '../../../src/areas/programacion'
import { createProgramacion } from '../../../src/areas/programacion/area'
import { AppError } from '../../../src/domain/errors'
import { createBanco } from '../trabajos/banco'

const HOUR = 3_600_000
const TITULAR = { empresaId: 'emp_1', ambiente: 'simulacion' } as const

/** The tasks of `emp_1` alone, each run one job. */
function banco({ plan = 'Empresa' } = {}) {
  const b = createBanco({ plan })
  b.store.client.prepare("UPDATE empresa SET ambiente = 'certificacion' WHERE id <> 'emp_1'").run()
  let impedimento: 'PORTAL_LOCKED' | null = null
  let termina: Date | null = null
  let meanwhile = async () => {}
  const tarea: Tarea<'rcof'> = {
    nombre: 'rcof',
    operacion: 'acuse',
    permiso: 'rcof:enviar',
    encargos: async (_, { dias_atras }) => {
      await meanwhile()
      return Array.from({ length: dias_atras - 6 }, (_, n) => ({
        ...{ tipo: 'acuse.registrar' as const, operacion: 'acuse' as const },
        ...{ clave: String(n), objeto: String(n), args: { n } },
      }))
    },
    check() {
      const hasta = termina?.toISOString() ?? null
      if (impedimento && (!termina || b.clock() < termina))
        throw new AppError(impedimento, 'no', { detalles: [{ hasta }] })
    },
    pausedUntil: () => null,
  }
  const programacion = createProgramacion({ ...b, tareas: [tarea] })
  const jobs = () => b.store.client.prepare('SELECT count(*) FROM job').pluck().get()
  return {
    ...b,
    ...programacion,
    jobs,
    row: () => programacion.programaciones.row(TITULAR, 'rcof')!,
    /** Happens while the clock looks at what there is to do. */
    while(happens: () => void) {
      meanwhile = async () => happens()
    },
    hinder(by: 'PORTAL_LOCKED' | null, until: Date | null = null) {
      impedimento = by
      termina = until
    },
    /** A minute at a time is not needed: a look finds whatever is due. */
    async pass(hours: number) {
      b.advance(hours * HOUR)
      await programacion.reloj.look()
      await b.runner.drain()
      await programacion.reloj.look()
    },
  }
}
const fails = async () => {
  throw new AppError('FORBIDDEN', 'no')
}

describe('a task of a company in simulacion', () => {
  test('begins on, is due at its hour, and its end is read', async () => {
    const b = banco()
    b.says(async () => ({}))
    await b.reloj.look()
    // 12:00 UTC is 09:00 in Chile: tomorrow at 04:10, and the company's minutes.
    expect(b.row().proxima).toBeWithin(Date.parse('2026-11-21T07:10:00Z'), Date.parse('2026-11-21T07:30:00Z'))
    expect(b.jobs()).toBe(0)
    await b.pass(20)
    expect(b.jobs()).toBe(1)
    expect(b.row()).toMatchObject({ resultado: 'ok', fallas: 0, trabajos: null, omitida: null })
    await b.pass(1)
    expect(b.jobs()).toBe(1)
  })

  test('that was missed for days runs once when the server is back', async () => {
    const b = banco()
    b.says(async () => ({}))
    await b.reloj.look()
    await b.pass(24 * 9)
    expect(b.jobs()).toBe(1)
    expect(b.row().proxima! - b.clock().getTime()).toBeWithin(0, 24 * HOUR)
  })

  test('under way is not queued again', async () => {
    const b = banco()
    await b.reloj.look()
    b.advance(24 * HOUR)
    await b.reloj.look()
    b.advance(24 * HOUR)
    await b.reloj.look()
    expect(b.jobs()).toBe(1)
    expect(b.row().resultado).toBe('en_curso')
  })

  test('is off elsewhere, until it is set', async () => {
    const b = banco()
    await b.reloj.look()
    const otra = { empresaId: 'emp_2', ambiente: 'certificacion' } as const
    expect(b.programaciones.row(otra, 'rcof')).toBeUndefined()
    b.programaciones.change(otra, { rcof: { activo: true } })
    expect(b.programaciones.row(otra, 'rcof')).toMatchObject({ activo: true, proxima: expect.any(Number) })
    b.programaciones.change(otra, { rcof: { activo: false } })
    expect(b.programaciones.row(otra, 'rcof')).toMatchObject({ activo: false, proxima: null })
  })

  test('waits while the company is in another environment, or deleted', async () => {
    const b = banco()
    await b.reloj.look()
    b.store.client.prepare("UPDATE empresa SET ambiente = 'produccion' WHERE id = 'emp_1'").run()
    await b.pass(48)
    expect(b.jobs()).toBe(0)
    b.store.client
      .prepare("UPDATE empresa SET ambiente = 'simulacion', deleted_at = '2026' WHERE id = 'emp_1'")
      .run()
    await b.pass(48)
    expect(b.jobs()).toBe(0)
  })
})

describe('what keeps a task from asking', () => {
  test('is told, and looked at anew a day later', async () => {
    const b = banco()
    b.says(async () => ({}))
    await b.reloj.look()
    b.hinder('PORTAL_LOCKED')
    await b.pass(24)
    expect(b.jobs()).toBe(0)
    expect(b.row()).toMatchObject({ omitida: 'PORTAL_LOCKED', ultima: null })
    b.hinder(null)
    await b.pass(24)
    expect(b.jobs()).toBe(1)
    expect(b.row().omitida).toBeNull()
  })

  test('that ends by itself keeps it waiting until then: nothing is left out', async () => {
    const b = banco()
    b.says(async () => ({}))
    await b.reloj.look()
    b.hinder('PORTAL_LOCKED', new Date(b.clock().getTime() + 25 * HOUR))
    await b.pass(24)
    expect([b.jobs(), b.row().omitida]).toEqual([0, null])
    await b.pass(1.1)
    expect(b.jobs()).toBe(1)
  })

  test('are four fifths of the plan: the rest is for people', async () => {
    const b = banco({ plan: 'Gratis' })
    await b.reloj.look()
    const { limite } = b.cuota.estado('cta_1')
    for (let used = 0; used < Math.ceil(limite! * 0.8); used++)
      b.cuota.reserve({ cuentaId: 'cta_1', empresaId: 'emp_1', set: null }, 'acuse').confirm()
    await b.pass(24)
    expect(b.row()).toMatchObject({ omitida: 'PLAN_LIMIT' })
    expect(b.jobs()).toBe(0)
    // A person may still.
    const [tarea] = b.tareas
    const solicitante = { ...TITULAR, cuentaId: 'cta_1', usuarioId: 'usr_1', apiKeyId: null, ip: null }
    expect(b.run.queue(solicitante, await b.run.encargos(tarea!, solicitante))).toHaveLength(1)
  })
})

describe('a task that fails', () => {
  test('goes on daily, and is told of once, at the third time in a row', async () => {
    const b = banco()
    b.says(fails)
    await b.reloj.look()
    for (let day = 0; day < 5; day++) await b.pass(24)
    expect(b.jobs()).toBe(5)
    expect(b.row()).toMatchObject({ resultado: 'fallida', fallas: 5 })
    expect(b.told.filter(({ evento }) => evento === 'programacion.fallida')).toMatchObject([
      { data: { tarea: 'rcof', empresa_id: 'emp_1', error: { code: 'FORBIDDEN' } } },
    ])
    b.says(async () => ({}))
    await b.pass(24)
    expect(b.row()).toMatchObject({ resultado: 'ok', fallas: 0 })
  })
})

describe('one that cannot be queued at all', () => {
  function broken() {
    const b = banco()
    const tarea: Tarea<'rcv'> = {
      nombre: 'rcv',
      operacion: null,
      permiso: 'rcv:sincronizar',
      encargos: async () => {
        throw new AppError('INVALID_STATE', 'a company of which nothing can be read')
      },
      check: () => {},
      pausedUntil: () => null,
    }
    return { ...b, ...createProgramacion({ ...b, tareas: [tarea, ...b.tareas] }) }
  }

  test('keeps no other waiting, though it is the first', async () => {
    const b = broken()
    await b.reloj.look()
    b.programaciones.change(TITULAR, { rcv: { hora: '01:00' } })
    b.advance(20 * HOUR)
    await expect(b.reloj.look()).rejects.toThrow('nothing can be read')
    expect(b.row().resultado).toBe('en_curso')
    // Nor at the next look, of which it would be the first again: its turn is the next day.
    await b.reloj.look()
  })

  test('failed, as one whose jobs did', async () => {
    const b = broken()
    await b.reloj.look()
    for (let day = 0; day < 4; day++) {
      b.advance(24 * HOUR)
      await expect(b.reloj.look()).rejects.toThrow('nothing can be read')
    }
    expect(b.programaciones.row(TITULAR, 'rcv')).toMatchObject({
      resultado: 'fallida',
      fallas: 4,
      ultima: b.clock().getTime(),
    })
    expect(b.told.filter(({ evento }) => evento === 'programacion.fallida')).toMatchObject([
      { data: { tarea: 'rcv', error: { code: 'INVALID_STATE' } } },
    ])
  })
})

describe('over a change of Chile’s clocks', () => {
  // Put back at the end of 3 April 2027, so that 23:30 comes twice; put forward at that of 4 September, so that 00:30 does not come.
  test.each([
    ['23:30', '2027-04-02T12:00:00Z'],
    ['00:30', '2027-09-03T12:00:00Z'],
    ['23:59', '2027-04-02T12:00:00Z'],
    ['00:00', '2027-09-03T12:00:00Z'],
  ])('a task of %s runs once a day', async (hora, from) => {
    const b = banco()
    b.says(async () => ({}))
    await b.reloj.look()
    b.programaciones.change(TITULAR, { rcof: { hora } })
    b.advance(Date.parse(from) - b.clock().getTime())
    await b.reloj.look()
    await b.runner.drain()
    const before = b.jobs() as number
    const runs: number[] = []
    for (let minute = 0; minute < 4 * 24 * 60; minute += 5) {
      b.advance(5 * 60_000)
      const had = b.jobs()
      await b.reloj.look()
      if (b.jobs() !== had) runs.push(b.clock().getTime())
      await b.runner.drain()
    }
    expect((b.jobs() as number) - before).toBe(4)
    for (const [i, at] of runs.slice(1).entries()) expect(at - runs[i]!).toBeWithin(22.5 * HOUR, 25.5 * HOUR)
  })
})

test('what is switched off while it is looked at queues nothing, and is due no more', async () => {
  const b = banco()
  await b.reloj.look()
  b.advance(24 * HOUR)
  b.while(() => b.programaciones.change(TITULAR, { rcof: { activo: false } }))
  await b.reloj.look()
  expect(b.jobs()).toBe(0)
  expect(b.row()).toMatchObject({ activo: false, proxima: null })
})

test('what a run left under way is still told of by the next, which had nothing to queue', async () => {
  const b = banco()
  b.says(fails)
  await b.reloj.look()
  b.advance(24 * HOUR)
  await b.reloj.look()
  // Days before today none of which is missing.
  b.programaciones.change(TITULAR, { rcof: { dias_atras: 6 } })
  b.advance(24 * HOUR)
  await b.reloj.look()
  expect(b.row().resultado).toBe('en_curso')
  await b.pass(1)
  expect(b.row()).toMatchObject({ resultado: 'fallida', fallas: 1 })
})

test('one with many jobs queues those that leave people their fifth of the plan', async () => {
  const b = banco({ plan: 'Gratis' })
  b.says(async (ctx) => {
    await ctx.charge(async () => {})
    return {}
  })
  await b.reloj.look()
  b.programaciones.change(TITULAR, { rcof: { dias_atras: 12 } })
  const { limite } = b.cuota.estado('cta_1')
  while (b.used() < Math.ceil(limite! * 0.8) - 2)
    b.cuota.reserve({ cuentaId: 'cta_1', empresaId: 'emp_1', set: null }, 'acuse').confirm()
  await b.pass(24)
  expect(b.jobs()).toBe(2)
  expect(b.used()).toBe(Math.ceil(limite! * 0.8))
})

test('a time that was written under a clock since put back is written anew', async () => {
  const b = banco()
  b.says(async () => ({}))
  await b.reloj.look()
  b.advance(40 * 24 * HOUR)
  await b.reloj.look()
  await b.runner.drain()
  b.advance(-40 * 24 * HOUR)
  await b.reloj.look()
  expect(b.row().proxima! - b.clock().getTime()).toBeWithin(0, 24 * HOUR)
  expect(b.jobs()).toBe(1)
})
