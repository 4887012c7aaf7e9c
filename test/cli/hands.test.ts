// Documents from the command line, over HTTP: with a key, and beside the data folder with one made for this machine (http §23).

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, like } from 'drizzle-orm'
import { setNote } from '../../src/cli/server-notes'
import { openStore } from '../../src/store/store'
import { auditoria } from '../../src/store/tables/cuenta'
import { apiKey } from '../../src/store/tables/empresa'
import { annulAtSii } from '../support/emision'
import { factura } from '../support/emisor'
import { type Tenant, type TestApp, testApp, testAppWithFolios } from '../support/test-app'
import { runHere } from './in-process'

const KEY = '07'.repeat(32)
const RUT = '76543210-3'
const dir = mkdtempSync(join(tmpdir(), 'timbre-manos-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const at = (name: string): string => join(dir, name)

let app: TestApp & { tenant: Tenant }
let url: string
let llave: string

beforeAll(async () => {
  const first = await testAppWithFolios({ folios: { 33: 20, 34: 5 } })
  first.store.client.prepare('VACUUM INTO ?').run(at('timbre.db'))
  writeFileSync(at('clave.maestra'), `${KEY}\n`, { mode: 0o600 })
  const store = openStore({
    path: at('timbre.db'),
    masterKey: Buffer.from(KEY, 'hex'),
    clock: () => first.time.now,
  })
  const { tenant } = first
  const next = await testApp({ store, now: first.time.now.toISOString() })
  next.speakAs(tenant)
  app = Object.assign(next, { tenant })
  ;({ url } = app.app.start({ hostname: '127.0.0.1', port: 0 }))
  llave = (tenant.key as Record<string, string>)['x-api-key']!
})
afterAll(() => app.app.stop(0))

/** Sends what waits, and asks the SII some minutes later. */
async function verdicts(): Promise<void> {
  await app.drainJobs()
  app.advance(300_000)
  await app.drainJobs()
}

/** A command with `--json` and a key from the environment. */
async function ask(
  argv: readonly string[],
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
) {
  const ended = await runHere([...argv, '--json'], {
    input,
    env: { TIMBRE_URL: url, TIMBRE_LLAVE: llave, ...env },
  })
  return { ...ended, value: JSON.parse(ended.out) }
}

const bill = (precio: number): string => JSON.stringify(factura({ detalle: [{ nombre: 'Uno', precio }] }))

test('a server of this machine is asked without the proxy of the environment, which would be shown the key', async () => {
  const seen: string[] = []
  const proxy = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) => {
      seen.push(url)
      return new Response(null, { status: 502 })
    },
  })
  const before = process.env.HTTP_PROXY
  process.env.HTTP_PROXY = `http://127.0.0.1:${proxy.port}`
  try {
    const { status } = await runHere(['documentos', '--json'], {
      env: { TIMBRE_URL: url, TIMBRE_LLAVE: llave },
    })
    expect([status, seen]).toEqual([0, []])
  } finally {
    if (before === undefined) delete process.env.HTTP_PROXY
    else process.env.HTTP_PROXY = before
    await proxy.stop(true)
  }
})

describe('timbre emitir', () => {
  test('issues what stands on its input, and says by which key a repetition is known', async () => {
    const { status, value } = await ask(['emitir', '-'], { input: bill(1001) })
    expect({ status, ...value }).toMatchObject({ status: 0, tipo_dte: 33, repetida: false })
    expect(value.clave_idempotencia).toMatch(/^timbre-[0-9a-f]{64}$/)
  })

  test('repeated, gives the same document; with another key, another one', async () => {
    writeFileSync(at('dos.json'), bill(1002))
    const first = await ask(['emitir', at('dos.json')])
    const again = await ask(['emitir', at('dos.json')])
    expect(again.value).toMatchObject({
      folio: first.value.folio,
      job_id: first.value.job_id,
      repetida: true,
    })
    expect(again.err).toContain('no se emitió otro')
    const other = await ask(['emitir', at('dos.json'), '--clave-idempotencia', 'otra'])
    expect(other.value.folio).toBe(first.value.folio + 1)
  })

  test('--esperar ends with 4 while nobody knows, and with 0 once the SII accepts', async () => {
    const unknown = await ask(['emitir', '-', '--esperar', '--plazo', '0'], { input: bill(1003) })
    expect(unknown.status).toBe(4)
    await verdicts()
    const known = await ask(['emitir', '-', '--esperar'], { input: bill(1003) })
    expect(known.status).toBe(0)
    expect(known.value.documento).toMatchObject({ folio: unknown.value.folio, estado_sii: 'aceptado' })
  })

  test('--esperar waits for the verdict, and ends with 3 when the SII rejects', async () => {
    const { value } = await ask(['folios', 'listar'])
    const { siguiente } = value.find((one: { tipo_dte: number }) => one.tipo_dte === 33)
    annulAtSii(app, 33, siguiente)
    let ended = false
    const waiting = ask(['emitir', '-', '--esperar'], { input: bill(1004) }).finally(() => {
      ended = true
    })
    while (!ended) {
      await verdicts()
      await Bun.sleep(0)
    }
    const { status, value: rejected, err } = await waiting
    expect({ status, ...rejected.documento }).toMatchObject({
      status: 3,
      folio: siguiente,
      estado_sii: 'rechazado',
    })
    expect(err).toContain('El SII dijo')
  })

  test('tells every fault of a document, and takes no folio', async () => {
    const { status, value, err } = await ask(['emitir', '-'], {
      input: JSON.stringify(factura({ detalle: [] })),
    })
    expect({ status, code: value.code }).toEqual({ status: 1, code: 'VALIDATION_ERROR' })
    expect(value.detalles[0].campo).toBe('detalle')
    expect(err).toBe('detalle debe tener al menos 1 elemento')
  })

  test('--tipo gives a document the type that it does not say, and contradicts none', async () => {
    const { tipo_dte: _, ...body } = factura({ detalle: [{ nombre: 'Libro', precio: 900 }] }) as {
      tipo_dte: number
    }
    const { value } = await ask(['emitir', '-', '--tipo', '34'], { input: JSON.stringify(body) })
    expect(value).toMatchObject({ tipo_dte: 34, folio: 1 })
    const { status, err } = await ask(['emitir', '-', '--tipo', '34'], { input: bill(1) })
    expect({ status, err }).toMatchObject({ status: 2, err: expect.stringContaining('contradice') })
  })

  test('where the answer is lost, ends with 4 and says that repeating is safe', async () => {
    const silent = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: { data: (socket) => void socket.end() },
    })
    const { status, value } = await ask(['emitir', '-', '--url', `http://127.0.0.1:${silent.port}`], {
      input: bill(1),
    })
    silent.stop(true)
    expect(status).toBe(4)
    expect(value.error).toContain('Repita la misma orden: no emite otro')
    expect(value.clave_idempotencia).toStartWith('timbre-')
  })

  test('a server that is not there is one sentence', async () => {
    const free = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
    const { port } = free
    free.stop(true)
    const { status, value } = await ask(['emitir', '-', '--url', `http://127.0.0.1:${port}`], {
      input: bill(1),
    })
    expect({ status, error: value.error }).toMatchObject({
      status: 1,
      error: expect.stringContaining('No hay un servidor'),
    })
  })
})

describe('what was issued', () => {
  test('is found by the filters of the API', async () => {
    const { value } = await ask(['documentos', '--tipo', '34', '--limite', '1'])
    expect(value.documentos).toMatchObject([{ tipo_dte: 34, folio: 1 }])
    expect(value.paginacion).toMatchObject({ total: 1 })
    const { status, value: refused } = await ask(['documentos', '--desde', 'ayer'])
    expect({ status, code: refused.code }).toEqual({ status: 1, code: 'INVALID_PARAMETER' })
    const env = { TIMBRE_URL: url, TIMBRE_LLAVE: llave }
    const words = await runHere(['documentos', '--tipo', '34'], { env })
    expect(words.out).toMatch(/^ *Tipo +Folio +Fecha/)
    const once = await runHere(['documentos', '--estado-sii', 'nada'], { env })
    expect(once.err.match(/estado_sii/g)).toHaveLength(1)
  })

  test('gives its files byte by byte', async () => {
    await verdicts()
    const { value } = await ask(['xml', '33', '1', '--salida', at('uno.xml')])
    const bytes = readFileSync(at('uno.xml'))
    expect(value).toMatchObject({ archivo: at('uno.xml'), bytes: bytes.length })
    expect(bytes.toString('latin1')).toContain('<Folio>1</Folio>')
    const streamed = await runHere(['xml', '33', '1', '--salida', '-'], {
      env: { TIMBRE_URL: url, TIMBRE_LLAVE: llave },
    })
    expect(streamed.out).toBe(bytes.toString('latin1'))
    for (const more of [[], ['--cedible']])
      await ask(['pdf', '33', '1', '--salida', at(`uno${more}.pdf`), ...more])
    expect(readFileSync(at('uno--cedible.pdf')).length).toBeGreaterThan(readFileSync(at('uno.pdf')).length)
    const { status, value: refused } = await ask(['pdf', '33', '1', '--salida', at('falta/uno.pdf')])
    expect({ status, error: refused.error }).toEqual({
      status: 1,
      error: `No se puede escribir ${at('falta/uno.pdf')}: no existe la carpeta`,
    })
  })

  test('is told by type and folio, and by its job', async () => {
    const { value } = await ask(['estado', '33', '1'])
    expect(value.documento).toMatchObject({ folio: 1, estado_sii: 'aceptado' })
    expect(await ask(['estado', value.trabajo.job_id])).toMatchObject({ status: 0, value })
    const { status, value: none } = await ask(['estado', '33', '999'])
    expect({ status, code: none.code }).toEqual({ status: 1, code: 'NOT_FOUND' })
  })
})

describe('the credential', () => {
  const beside = (argv: readonly string[]) =>
    runHere([...argv, '--json', '--data', dir], {
      input: bill(2001),
      env: { TIMBRE_ADDR: new URL(url).host },
    })

  test('comes from a file too, and stands on no command line', async () => {
    writeFileSync(at('llave'), `${llave}\n`)
    const { status } = await ask(['documentos', '--llave-archivo', at('llave')], {
      env: { TIMBRE_LLAVE: '' },
    })
    expect(status).toBe(0)
    const { status: none, err } = await ask(['documentos'], { env: { TIMBRE_LLAVE: '' } })
    expect({ none, err }).toMatchObject({ none: 2, err: expect.stringContaining('TIMBRE_LLAVE') })
  })

  test('of who holds the data folder is one key a day, for this machine and two days', async () => {
    const issued = await beside(['emitir', '-'])
    expect({ status: issued.status, err: issued.err }).toEqual({ status: 0, err: '' })
    expect((await beside(['documentos', '--empresa', RUT])).status).toBe(0)
    const own = app.store.db.select().from(apiKey).where(like(apiKey.nombre, 'Línea de comandos%')).all()
    expect(own).toMatchObject([
      {
        ips: ['127.0.0.1'],
        scopes: [
          ...['dte:emitir', 'dte:leer', 'folios:leer', 'folios:administrar', 'rcof:enviar'],
          ...['empresa:leer', 'empresa:administrar', 'historia:gestionar'],
        ],
      },
    ])
    expect(Date.parse(own[0]!.expiresAt!) - Date.now()).toBeLessThan(2 * 86_400_000 + 1000)
    const log = app.store.db.select().from(auditoria).where(eq(auditoria.objeto, own[0]!.id)).all()
    expect(log).toMatchObject([{ accion: 'apikey.creada' }])
  })

  test('of who holds the data folder goes where the server of that folder said that it answers', async () => {
    const named = { env: { TIMBRE_ADDR: '127.0.0.1:9' } }
    const asked = ['folios', '--json', '--data', dir]
    expect((await runHere(asked, named)).err).toContain('No hay un servidor en http://127.0.0.1:9')
    setNote(app.store.db, 'servidor_direccion', url)
    try {
      const { status, out } = await runHere(asked, named)
      expect([status, JSON.parse(out)[0].tipo_dte]).toEqual([0, 33])
    } finally {
      setNote(app.store.db, 'servidor_direccion', null)
    }
  })

  test('of who holds the data folder is refused by another server, which is said', async () => {
    const other = await testApp()
    const at = other.app.start({ hostname: '127.0.0.1', port: 0 }).url
    try {
      const { status, err } = await runHere(['folios', '--data', dir], {
        env: { TIMBRE_ADDR: new URL(at).host },
      })
      expect([status, err]).toEqual([1, expect.stringContaining(`En ${at} atiende otro servidor`)])
    } finally {
      await other.app.stop(0)
    }
  })

  test('drives a certification too, and names the line of a set that cannot be read', async () => {
    expect((await beside(['certificar', 'iniciar'])).status).toBe(0)
    writeFileSync(at('set.txt'), 'SET BASICO - NUMERO DE ATENCION: 5123401\r\n\r\nCUALQUIER COSA\r\n')
    const { status, err } = await beside(['certificar', 'set', at('set.txt')])
    expect(status).toBe(1)
    expect(err).toMatch(/^ {2}Línea \d+: /m)
    // Refused for the road's stage, not for what the key may not.
    expect((await beside(['certificar', 'folios'])).err).toContain('cárguelo primero')
    expect((await beside(['certificar', 'iniciar', '--alcance', 'boleta'])).status).toBe(0)
    expect((await beside(['certificar', 'rcof'])).err).toContain('primero el SII tiene que aceptar')
  })

  test('is made in no folder that has no database', async () => {
    const { status, err } = await runHere(['documentos', '--data', at('nada')])
    expect({ status, err }).toMatchObject({
      status: 1,
      err: expect.stringContaining('No hay una base de datos'),
    })
    expect(existsSync(at('nada'))).toBe(false)
  })
})

test('timbre latido, which an image asks with, ends with 0 beside a server that answers and else with 1', async () => {
  const beside = (TIMBRE_ADDR: string) => runHere(['latido'], { env: { TIMBRE_ADDR } })
  expect(await beside(new URL(url).host)).toMatchObject({ status: 0, out: '', err: '' })
  const { status, err } = await beside('127.0.0.1:9')
  expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining('no responde') })
})
