// One person for many companies (sii §11.1, §11.5, §11.7): one login, one pace and one lock, whichever of its certificates a company holds.

import { describe, expect, test } from 'bun:test'
import { chileTimestamp } from '../../src/domain/fecha'
import type { Acceso, Credencial, Espera } from '../../src/sii/portal'
import { PERSONA } from '../simulator/sobres'
import { acceso, CERTIFICADO, fault, home, MINUTE, RUT, scene } from './portal-escena'

const EMPRESAS = Array.from({ length: 12 }, (_, i) => `empresa-${i + 1}`)
/** Another certificate of the same person: another fingerprint. */
const pfx = (n: number): Credencial => ({ ...CERTIFICADO, id: `huella-${n}` })
const SII = { ambiente: 'produccion', prioridad: 'programada' } as const
const job = (credencial: Credencial, para: string, over: Partial<Acceso> = {}) =>
  acceso([credencial], { ...SII, para, ...over })

/** A scene whose SII knows a person's clave, and has it log in as production does. */
async function real(virtual = false) {
  const s = scene({ virtual })
  return { ...s, clave: await s.clave(RUT, ''), other: await s.clave('11222333-9', '') }
}

/** Each company's works of six pages or so, as a request for folios is one, one after another; who is told to come again does. */
async function morning(
  s: Awaited<ReturnType<typeof real>>,
  empresas: readonly string[],
  works: number,
  pages = 6,
) {
  const began = s.e.now()
  /** Companies in the order in which their works were done, and what those that waited were told. */
  const found = { done: [] as string[], told: [] as Espera[], minutes: 0 }
  const onEspera: Acceso['onEspera'] = (espera) => void (espera && found.told.push(espera))
  const all = empresas.map(async (para) => {
    for (let left = works; left > 0; ) {
      const refused = await fault(
        s.portal.use(job(s.clave, para, { onEspera }), async (sii) => {
          for (let i = 0; i < pages; i++) await home(sii)
        }),
      )
      if (refused) await s.sleep(Number(refused.headers['retry-after']) * 1000)
      else {
        found.done.push(para)
        left -= 1
      }
    }
  })
  await s.run(Promise.all(all))
  found.minutes = (s.e.now() - began) / MINUTE
  return found
}

describe('twelve companies', () => {
  test('with one certificate log in once', async () => {
    const s = scene()
    const pages = await Promise.all(
      EMPRESAS.map((para) => s.portal.use(acceso([CERTIFICADO], { para }), home)),
    )
    expect([pages.length, s.logins()]).toEqual([12, 1])
  })

  test('with twelve certificates of one person log in once', async () => {
    const s = scene()
    for (const [i, para] of EMPRESAS.entries()) await s.portal.use(acceso([pfx(i)], { para }), home)
    await Promise.all(EMPRESAS.map((para, i) => s.portal.use(acceso([pfx(i)], { para }), home)))
    expect(s.logins()).toBe(1)
    const [person] = (await s.desk('GET', 'sesiones')).data.personas
    expect(person).toMatchObject({ rut: PERSONA.rut, logins: 1, rechazados: 0, abiertas: 1 })
  })

  test('are not kept out by the one whose certificate is bad: that one alone is', async () => {
    const s = scene()
    await s.fail('login', 'codigo', { codigo: '36' })
    const [bad, good] = await Promise.all(
      [pfx(1), pfx(2)].map((one) => fault(s.portal.use(acceso([one]), home))),
    )
    expect([bad.code, bad.detalles[0].motivo, good]).toEqual(['PORTAL_LOCKED', 'CERTIFICADO_RECHAZADO', null])
    expect((await fault(s.portal.use(acceso([pfx(1)]), home))).code).toBe('PORTAL_LOCKED')
  })

  test('with two persons have two sessions, and neither waits for the other’s pace', async () => {
    const s = await real()
    const { other } = s
    await s.portal.use(acceso([s.clave], { ambiente: 'produccion' }), async (sii) => {
      for (let i = 0; i < 150; i++) await home(sii)
    })
    const ask = (one: Credencial) => fault(s.portal.use(acceso([one], { ambiente: 'produccion' }), home))
    expect((await ask(s.clave)).code).toBe('RATE_LIMIT')
    expect(await ask(other)).toBeNull()
    expect(s.logins()).toBe(2)
  })
})

describe('a morning of forty companies by one person', () => {
  test('ends in bounded time, is fair among them, logs in once, and meets no front end', async () => {
    const s = await real(true)
    const empresas = Array.from({ length: 40 }, (_, i) => `empresa-${i + 1}`)
    const { done, told, minutes } = await morning(s, empresas, 3)
    expect([done.length, s.logins()]).toEqual([120, 1])
    // 720 pages, 138 in five minutes.
    expect(minutes).toBeLessThan(35)
    // When one has had its third turn, all the others have had a second: one more only where the pace stopped everybody.
    for (const turn of [1, 2, 3]) {
      const least = Math.min(
        ...empresas.map((one) => done.slice(0, turn * 40 + 10).filter((d) => d === one).length),
      )
      expect(least).toBeGreaterThanOrEqual(turn)
    }
    const at = s.calls.filter(({ path }) => path.endsWith('siihome.cgi')).map((call) => call.at)
    expect(at.slice(1).every((one, i) => one - at[i]! >= 1000)).toBe(true)
    const [{ motivo, reservado, hasta }] = told as [Espera]
    expect(motivo).toMatch(
      /^Espera su turno: Timbre pregunta ahora en el SII por empresa-\d+ con la misma persona \(15432198-5\).*; le toca hacia las \d\d:\d\d:\d\d \(hora de Chile\)$/,
    )
    expect(reservado).toMatch(/^Espera su turno: Timbre pregunta ahora en el SII por otra empresa con/)
    expect(reservado).not.toContain('empresa-')
    expect(motivo).toContain(chileTimestamp(hasta).slice(11))
  })

  test('with thirty requests of folios, of seven pages each, ends within seven minutes at the SII’s own pace', async () => {
    const s = await real(true)
    const { done, told, minutes } = await morning(s, EMPRESAS.slice(0, 10), 3, 7)
    expect([done.length, s.logins()]).toEqual([30, 1])
    expect(told.length).toBeGreaterThan(0)
    expect(minutes).toBeLessThan(7)
  })

  test('serves no company’s second work before another’s first, though the pace stops them in between', async () => {
    const s = await real(true)
    const began = s.e.now()
    const empresas = Array.from({ length: 40 }, (_, i) => `empresa-${i + 1}`)
    const done: string[] = []
    async function work(para: string): Promise<void> {
      const walk = () =>
        s.portal.use(job(s.clave, para), async (sii) => {
          for (let i = 0; i < 6; i++) await home(sii)
        })
      for (let refused = await fault(walk()); refused; refused = await fault(walk()))
        await s.sleep(Number(refused.headers['retry-after']) * 1000)
      done.push(para)
    }
    await s.run(Promise.all(empresas.flatMap((para) => [work(para), work(para)])))
    expect(new Set(done.slice(0, 40)).size).toBe(40)
    expect((s.e.now() - began) / MINUTE).toBeLessThan(17)
  })

  test('each job is told its own turn, behind those before it, and has it then', async () => {
    const s = await real(true)
    const began = s.e.now()
    const rows: { started: number; told: number[]; words: string[] }[] = []
    async function work(para: string): Promise<void> {
      const row = { started: 0, told: [] as number[], words: [] as string[] }
      const walk = () =>
        s.portal.use(job(s.clave, para, { prioridad: 'pedida' }), async (sii) => {
          row.started = s.e.now()
          for (let i = 0; i < 8; i++) await home(sii)
        })
      for (let refused = await fault(walk()); refused; refused = await fault(walk())) {
        const ms = Number(refused.headers['retry-after']) * 1000
        row.told.push(s.e.now() + ms)
        row.words.push(refused.message)
        await s.sleep(ms)
      }
      rows.push(row)
    }
    await s.run(Promise.all(EMPRESAS.flatMap((para) => [work(para), work(para), work(para), work(para)])))
    const waited = rows.filter(({ told }) => told.length > 0)
    expect(waited.length).toBe(32)
    const off = waited.map(({ started, told }) => Math.abs(started - told[0]!))
    expect(Math.max(...off)).toBeLessThanOrEqual(2000)
    expect(new Set(waited.map(({ told }) => told[0])).size).toBe(32)
    expect(waited[0]!.words[0]).toMatch(/: sigue hacia las [\d:]+ \(hora de Chile\)$/)
    const [, ...behind] = waited.map(({ words }) =>
      Number(/después de (\d+|uno) que espera/.exec(words[0]!)?.[1] ?? 0),
    )
    expect(behind.slice(1)).toEqual(Array.from({ length: 30 }, (_, i) => i + 2))
    // 384 requests, 138 in five minutes.
    expect((s.e.now() - began) / MINUTE).toBeLessThan(13)
  })

  test('one that comes too early keeps its place before the rest of its company', async () => {
    const s = await real(true)
    const done: string[] = []
    async function work(para: string, pages: number): Promise<void> {
      const walk = () =>
        s.portal.use(job(s.clave, para, { prioridad: 'pedida' }), async (sii) => {
          for (let i = 0; i < pages; i++) await home(sii)
        })
      for (let refused = await fault(walk()); refused; refused = await fault(walk()))
        await s.sleep(Number(refused.headers['retry-after']) * 1000)
      done.push(para)
    }
    // The longer ones come last, so that turns are told too early.
    await s.run(Promise.all(EMPRESAS.flatMap((para) => [4, 6, 9, 12].map((pages) => work(para, pages)))))
    expect(done.length).toBe(48)
    for (const round of [1, 2, 3, 4])
      for (const para of EMPRESAS)
        expect(done.slice(0, round * 12 + 3).filter((one) => one === para).length).toBeGreaterThanOrEqual(
          round,
        )
  })

  test('one company’s pile keeps another’s one work waiting for a turn, not for the pile', async () => {
    const s = await real()
    let other = -1
    const pile = { done: 0 }
    const walk = (para: string, over: Partial<Acceso> = {}) =>
      fault(
        s.portal.use(job(s.clave, para, over), async (sii) => {
          for (let i = 0; i < 6; i++) await home(sii)
          if (para === 'uno') other = pile.done
          else pile.done += 1
        }),
      )
    await Promise.all([walk('montón'), walk('montón'), walk('uno'), walk('montón')])
    expect(other).toBe(1)
  })

  test('what a request asked for goes before schedules, which go all the same in the end', async () => {
    const s = await real()
    const order: string[] = []
    const walk = (para: string, prioridad: Acceso['prioridad']) =>
      fault(
        s.portal.use(job(s.clave, para, { prioridad }), async (sii) => {
          await home(sii)
          order.push(`${para} ${prioridad}`)
        }),
      )
    await Promise.all([walk('a', 'programada'), walk('b', 'programada'), walk('c', 'pedida')])
    expect(order).toEqual(['a programada', 'c pedida', 'b programada'])
  })

  test('a kill in the middle forgets neither the session nor what was asked: the SII never sees too much', async () => {
    const s = await real()
    const asks = (portal: typeof s.portal, times: number) =>
      fault(
        portal.use(job(s.clave, 'empresa-1'), async (sii) => {
          for (let i = 0; i < times; i++) await home(sii)
        }),
      )
    expect(await asks(s.portal, 130)).toBeNull()
    const after = s.make()
    const refused = await asks(after, 130)
    expect([refused.code, Number(refused.headers['retry-after']) > 60]).toEqual(['RATE_LIMIT', true])
    s.e.advance(5 * MINUTE)
    expect(await asks(after, 1)).toBeNull()
    expect(s.logins()).toBe(1)
  })
})

describe('two accounts with one person', () => {
  const ask = (s: Awaited<ReturnType<typeof real>>, dueno: string, over: Partial<Acceso> = {}) =>
    fault(s.portal.use(acceso([s.clave], { ambiente: 'produccion', dueno, ...over }), home))

  test('share its pace and no session, and neither is told of the other', async () => {
    const s = await real()
    await s.portal.use(acceso([s.clave], { ambiente: 'produccion', para: 'secreta' }), async (sii) => {
      for (let i = 0; i < 150; i++) await home(sii)
    })
    const refused = await ask(s, 'cta_2')
    expect([refused.code, s.logins()]).toEqual(['RATE_LIMIT', 2])
    expect(JSON.stringify([refused.message, refused.detalles ?? null])).not.toMatch(/secreta|cta_1/)
    const tokens = s.keeper.all().map(({ cookies }) => new Map(cookies).get('TOKEN'))
    expect(new Set(tokens).size).toBe(2)
  })

  test('are not kept out by who only claims to be that person', async () => {
    const s = await real()
    for (let i = 0; i < 4; i++) {
      const wrong = { ...s.clave, clave: `mala ${i}`, id: `mala ${i}` } as Credencial
      await fault(s.portal.use(acceso([wrong], { ambiente: 'produccion', dueno: 'cta_2' }), home))
    }
    expect(s.logins()).toBe(4)
    expect(await ask(s, 'cta_1')).toBeNull()
  })

  test('share the SII’s own lock of the person, and no other', async () => {
    for (const [codigo, shared] of [
      ['27', true],
      ['72', false],
    ] as const) {
      const s = await real()
      await s.fail('login', 'codigo', { codigo })
      expect((await ask(s, 'cta_1')).code).toBe('PORTAL_LOCKED')
      expect((await ask(s, 'cta_2'))?.code).toBe(shared ? 'PORTAL_LOCKED' : undefined)
    }
  })
})

describe('a person between jobs that the pace keeps waiting', () => {
  // Milliseconds after the first of five minutes' requests until the next, for which the second job waits once more.
  for (const gap of [9_000, 150_000])
    test(`goes on at once, though what a job waited for is taken and the next is free ${gap / 1000} s later`, async () => {
      const s = await real(true)
      const person = () => fault(s.portal.use(acceso([s.clave], { ambiente: 'produccion' }), home))
      const go = Promise.withResolvers<void>()
      const told: (Espera | null)[] = []
      const begin = async (dueno: string) => {
        const begun = Promise.withResolvers<void>()
        const asked = s.portal.use(
          job(s.clave, dueno, { dueno, onEspera: (espera) => void told.push(espera) }),
          async (sii) => {
            begun.resolve()
            await go.promise
            return home(sii)
          },
        )
        await begun.promise
        return { asked }
      }
      await s.run(
        (async () => {
          const jobs = [await begin('cta_1'), await begin('cta_2')].map(({ asked }) => asked)
          await person()
          const first = s.e.now()
          s.e.advance(gap)
          for (let i = 0; i < 137; i++) expect(await person()).toBeNull()
          go.resolve()
          await Promise.race(jobs)
          expect(s.e.now() - first).toBe(5 * MINUTE)
          await s.sleep(500)
          const asked = s.e.now()
          expect(await person()).toBeNull()
          expect(s.e.now() - asked).toBeLessThanOrEqual(1000)
          expect((await Promise.all(jobs)).every((page) => page.length > 0)).toBe(true)
          // The person's own requests count as well, each a second from the next.
          expect(s.e.now() - first).toBe(5 * MINUTE + gap + 1000)
          // Each once, and the one that came second once more.
          expect(told.filter(Boolean)).toHaveLength(3)
        })(),
      )
    })
})

describe('what keeps a person out', () => {
  const ask = (s: ReturnType<typeof scene>) => fault(s.portal.use(acceso([CERTIFICADO]), home))
  const codigo = (s: ReturnType<typeof scene>, par: string) => s.fail('login', 'codigo', { codigo: par })

  test('and is not the SII’s own lock ends by itself, later each time, and is forgotten once it is in', async () => {
    const s = scene()
    for (const minutes of [15, 60, 240, 1440, 1440]) {
      await codigo(s, '72')
      const refused = await ask(s)
      expect(refused.detalles[0]).toMatchObject({
        motivo: 'DESCONOCIDO',
        hasta: new Date(s.e.now() + minutes * MINUTE).toISOString(),
      })
      s.e.advance(minutes * MINUTE - 1000)
      expect((await ask(s)).code).toBe('PORTAL_LOCKED')
      s.e.advance(1000)
    }
    expect(s.logins()).toBe(5)
    expect(await ask(s)).toBeNull()
    expect(s.keeper.guardados.size).toBe(0)
  })

  test('for the SII’s own hour ends with it', async () => {
    const s = scene()
    await codigo(s, '27')
    expect((await ask(s)).headers['retry-after']).toBe('3600')
    s.e.advance(60 * MINUTE)
    expect(await ask(s)).toBeNull()
  })

  test('is one lock for all its certificates', async () => {
    const s = scene()
    await codigo(s, '72')
    for (const [i, para] of EMPRESAS.entries())
      expect((await fault(s.portal.use(acceso([pfx(i)], { para }), home))).code).toBe('PORTAL_LOCKED')
    expect(s.logins()).toBe(1)
  })

  test('is no lock where the SII wants the browser closed: it waits ten minutes, and goes on', async () => {
    const s = scene()
    await codigo(s, '52')
    const refused = await ask(s)
    expect([refused.code, refused.headers['retry-after']]).toEqual(['RATE_LIMIT', '600'])
    expect([(await ask(s)).code, s.logins(), s.keeper.guardados.size]).toEqual(['RATE_LIMIT', 1, 0])
    s.e.advance(10 * MINUTE)
    expect(await ask(s)).toBeNull()
  })

  test('is no lock where a form’s data were lost or the certificate is to be shown again: one more login', async () => {
    for (const par of ['34', '71', '76', '85']) {
      const s = scene()
      await codigo(s, par)
      expect([await ask(s), s.logins()]).toEqual([null, 2])
    }
  })
})
