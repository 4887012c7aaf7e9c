import { describe, expect, test } from 'bun:test'
import { createSii, type Fetch, SiiFault } from '../../src/sii'
import { untilAborted } from '../../src/sii/wire'
import { CTX, client, LOGIN, MAINTENANCE, NOON, rejection, respuesta, scripted, soap } from './scripted'

const REC = soap('getEstUp', respuesta('<ESTADO>REC</ESTADO>'))
const RESET = new Error('ECONNRESET')
const GOOD_UPLOAD = '<RECEPCIONDTE><STATUS>0</STATUS><TRACKID>0000000039</TRACKID></RECEPCIONDTE>'

/** Answers as scripted, but never for URLs with that piece, and without heeding the signal. */
function deaf(piece: string, reached: () => void = () => {}): Fetch {
  const { fetch } = scripted({ ...LOGIN, QueryEstUp: REC })
  return (url, init) => {
    if (!url.includes(piece)) return fetch(url, init)
    reached()
    return new Promise(() => {})
  }
}

describe('attempts (sii §1.4)', () => {
  test('a query is tried three times at most while the SII is down, pausing briefly', async () => {
    const { sii, count, pauses } = client({ QueryEstUp: [RESET, { status: 503, body: MAINTENANCE }, REC] })
    expect((await sii.queryEnvio(CTX, 'EnvioDTE', '39')).codigo).toBe('REC')
    expect(count('QueryEstUp')).toBe(3)
    expect(pauses).toEqual([250, 1000])

    const down = client({ QueryEstUp: RESET })
    const fault = await rejection(down.sii.queryEnvio(CTX, 'EnvioDTE', '39'))
    expect(fault).toBeInstanceOf(SiiFault)
    expect(fault).toMatchObject({ code: 'SII_UNAVAILABLE', answered: false, etapa: 'consulta' })
    expect(down.count('QueryEstUp')).toBe(3)
  })

  test('an answer that makes no sense is not asked for again', async () => {
    const { sii, count } = client({ QueryEstUp: 'hola' })
    expect(await rejection(sii.queryEnvio(CTX, 'EnvioDTE', '39'))).toMatchObject({ code: 'SII_ERROR' })
    expect(count('QueryEstUp')).toBe(1)
  })

  test('signing in is repeated from the seed on, for a lost answer may have spent it', async () => {
    const token = LOGIN.GetTokenFromSeed as string[]
    const { sii, count } = client({ QueryEstUp: REC, GetTokenFromSeed: [RESET, token[0]!] })
    expect((await sii.queryEnvio(CTX, 'EnvioDTE', '39')).codigo).toBe('REC')
    expect([count('CrSeed'), count('GetTokenFromSeed')]).toEqual([2, 2])
  })

  test('an upload leaves once, whatever happens to it', async () => {
    for (const sobre of ['EnvioDTE', 'EnvioBOLETA'] as const) {
      const { sii, count, pauses } = client({ DTEUpload: RESET, 'boleta.electronica.envio': RESET })
      expect(await rejection(sii.uploadEnvio(CTX, sobre, Buffer.from('<x/>'), 'x.xml'))).toMatchObject({
        code: 'SII_UNAVAILABLE',
        retryable: true,
        etapa: 'envio',
      })
      expect(count('DTEUpload') + count('boleta.electronica.envio')).toBe(1)
      expect(pauses).toEqual([])
    }
  })

  test('a failure to sign in is told apart from one of the operation', async () => {
    const { sii, count } = client({ CrSeed: RESET, DTEUpload: GOOD_UPLOAD })
    const fault = await rejection(sii.uploadEnvio(CTX, 'EnvioDTE', Buffer.from('<x/>'), 'x.xml'))
    expect(fault).toMatchObject({ code: 'SII_UNAVAILABLE', etapa: 'autenticacion_sii' })
    expect(count('DTEUpload')).toBe(0)
  })
})

describe('deadlines', () => {
  test('a silent SII is an SII_TIMEOUT, not tried again, even when the fetch ignores its signal', async () => {
    const stages = { QueryEstUp: 'consulta', CrSeed: 'autenticacion_sii' }
    for (const [piece, etapa] of Object.entries(stages)) {
      let pauses = 0
      const sii = createSii({
        fetch: deaf(piece),
        clock: () => NOON,
        timeouts: { soap: 30 },
        sleep: async () => {
          pauses++
        },
      })
      expect(await rejection(sii.queryEnvio(CTX, 'EnvioDTE', '39'))).toMatchObject({
        code: 'SII_TIMEOUT',
        retryable: true,
        answered: false,
        etapa,
      })
      expect(pauses).toBe(0)
    }
  })

  test('a body that never ends is a timeout as well', async () => {
    const { fetch } = scripted(LOGIN)
    const endless: Fetch = async (url, init) =>
      url.includes('QueryEstUp')
        ? new Response(new ReadableStream({ pull: () => new Promise(() => {}) }))
        : fetch(url, init)
    const sii = createSii({ fetch: endless, clock: () => NOON, timeouts: { soap: 30 } })
    expect(await rejection(sii.queryEnvio(CTX, 'EnvioDTE', '39'))).toMatchObject({ code: 'SII_TIMEOUT' })
  })

  test("the caller's abort rejects at once with its own reason", async () => {
    for (const piece of ['QueryEstUp', 'CrSeed', 'DTEUpload']) {
      const abort = new AbortController()
      const { promise, resolve } = Promise.withResolvers<void>()
      const sii = createSii({ fetch: deaf(piece, resolve), clock: () => NOON })
      const ctx = { ...CTX, signal: abort.signal }
      const work = rejection(
        piece === 'DTEUpload'
          ? sii.uploadEnvio(ctx, 'EnvioDTE', Buffer.from('<x/>'), 'x.xml')
          : sii.queryEnvio(ctx, 'EnvioDTE', '39'),
      )
      await promise
      const reason = new Error('shutting down')
      abort.abort(reason)
      expect(await work).toBe(reason)
    }
  })

  test('waiting on a signal that has aborted already does not hang', async () => {
    const reason = new Error('gone')
    expect(await rejection(untilAborted(new Promise(() => {}), AbortSignal.abort(reason)))).toBe(reason)
  })

  test('nothing leaves for a caller that has already given up', async () => {
    const { sii, calls } = client({ QueryEstUp: REC })
    const signal = AbortSignal.abort(new Error('gone'))
    expect(await rejection(sii.queryEnvio({ ...CTX, signal }, 'EnvioDTE', '39'))).toBe(signal.reason)
    expect(calls).toEqual([])
  })
})

describe('the User-Agent (sii §1.3)', () => {
  test('without PROG 1.0 is refused when the client is made', () => {
    expect(() => createSii({ fetch, clock: () => NOON, userAgent: 'Timbre/1.0' })).toThrow('PROG 1.0')
  })
})
