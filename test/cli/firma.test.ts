// Whether the system's libcrypto signs (src §3.8): tried in a process of its own, whatever becomes of that.

import { describe, expect, test } from 'bun:test'
import { chooseFirma } from '../../src/cli/firma'
import { libcryptoHere } from '../support/firma'
import { timbre } from './spawn'

const child = (script: string): string[] => ['/bin/sh', '-c', script]
const says = (found: object): string[] => child(`echo '${JSON.stringify(found)}'`)

describe.skipIf(process.platform !== 'linux')('the choice', () => {
  test('falls on the library that is quicker, and on one that is not only where that is asked for', async () => {
    const quick = { version: '3.0.19', veces: 2.06 }
    expect(await chooseFirma('auto', { command: says(quick) })).toEqual({
      libcrypto: quick,
      detalle: 'libcrypto 3.0.19 del sistema, 2,1 veces lo que firma el programa',
    })
    const equal = { version: '3.0.19', veces: 1.4 }
    expect((await chooseFirma('auto', { command: says(equal) })).libcrypto).toBeNull()
    expect((await chooseFirma('sistema', { command: says(equal) })).libcrypto).toEqual(equal)
  })

  test('falls on the program at once when the server stops meanwhile', async () => {
    const stop = new AbortController()
    const chosen = chooseFirma('sistema', { command: child('exec sleep 60'), signal: stop.signal })
    stop.abort()
    expect((await chosen).libcrypto).toBeNull()
  })

  test('falls on the program, with no process started, where that is asked for', async () => {
    expect(await chooseFirma('propia', { command: says({ version: '3.0.19', veces: 9 }) })).toMatchObject({
      libcrypto: null,
    })
  })

  test.each([
    ['says why not', child(`echo '{"motivo":"firma distinto"}'; exit 1`), 'firma distinto'],
    ['crashes', child('kill -SEGV $$'), 'terminó mal'],
    [
      'crashes after its answer',
      child(`echo '{"version":"3.0.19","veces":2}'; kill -SEGV $$`),
      'terminó mal',
    ],
    ['says nonsense', child('echo hola'), 'terminó mal'],
    ['cannot start', ['/no/such/program'], 'terminó mal'],
  ])('falls on the program when the process that tries %s', async (_, command, motivo) => {
    const { libcrypto, detalle } = await chooseFirma('sistema', { command })
    expect(libcrypto).toBeNull()
    expect(detalle).toContain(motivo)
  })
})

test.skipIf(!libcryptoHere)(
  'the program tries the library of this system, and doctor says who signs',
  async () => {
    const tried = await timbre(['probar-firma'])
    expect(tried.status).toBe(0)
    expect(JSON.parse(tried.out)).toMatchObject({ version: libcryptoHere!.version })
    const { out } = await timbre(['doctor'], { env: { TIMBRE_FIRMA: 'sistema' } })
    expect(out).toContain(`libcrypto ${libcryptoHere!.version} del sistema`)
  },
)
