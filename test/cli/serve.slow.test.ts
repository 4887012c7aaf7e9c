// `timbre serve` and the commands beside it, as processes: start, hints, signals, locks (http §23).

import { expect, test } from 'bun:test'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '../../src/store/driver'
import { inTempDir, start, timbre } from './spawn'

const ANY_PORT = ['--addr', '127.0.0.1:0']
const READY = 'servidor.iniciado'

const post = (url: string, body: object): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

test('serves, gives a first person a link to register by, and stops cleanly at SIGTERM', () =>
  inTempDir(async (cwd) => {
    const server = await start(['serve', ...ANY_PORT], { cwd, ready: READY })
    expect((await fetch(`${server.url}/salud`)).status).toBe(200)
    expect((await fetch(`${server.url}/listo`)).status).toBe(200)
    const hint = server.logs.find(({ event }) => event === 'servidor.sin_usuarios')
    // A browser takes passkeys under the name, and under no number (WebAuthn Level 3 §5.1.2).
    const pages = server.url.replace('127.0.0.1', 'localhost')
    expect(hint?.enlace).toStartWith(`${pages}/instalar/`)
    const started = server.logs.find(({ event }) => event === READY)
    expect(started).toMatchObject({ manual: `${pages}/manual`, documentacion: `${pages}/docs` })
    const page = await fetch(String(hint!.enlace))
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Crear la cuenta')
    expect(await server.stop()).toBe(0)
    expect(server.logs.at(-1)).toMatchObject({ event: 'servidor.detenido' })
    // Everything was written back: nothing is left beside the database.
    const files = [...new Bun.Glob('*').scanSync(join(cwd, 'datos'))].sort()
    expect(files).toEqual(['clave.maestra', 'timbre.db', 'timbre.lock', 'timbre.marca'])
  }))

test('lives on when its log cannot be written, and counts the lines', () =>
  inTempDir(async (cwd) => {
    const probe = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('') })
    const addr = `127.0.0.1:${probe.port}`
    await probe.stop(true)
    const main = join(import.meta.dir, '../../src/main.ts')
    const child = Bun.spawn([process.execPath, main, 'serve', '--addr', addr], {
      cwd,
      env: { PATH: process.env.PATH ?? '', TIMBRE_LOG_LEVEL: 'debug' },
      stdout: 'pipe',
    })
    // The reader goes after the first line, as a log collector that ends.
    for await (const chunk of child.stdout) {
      if (new TextDecoder().decode(chunk).includes(READY)) break
    }
    for (let i = 0; i < 20; i++) expect((await fetch(`http://${addr}/salud`)).status).toBe(200)
    const figures = await (await fetch(`http://${addr}/metrics`)).text()
    expect(Number(/^timbre_log_lines_dropped_total (\d+)$/m.exec(figures)?.[1])).toBeGreaterThan(0)
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
  }))

test('keeps its log in a file as well, until it has stopped (http §23)', () =>
  inTempDir(async (cwd) => {
    const args = ['serve', ...ANY_PORT, '--registro', 'datos/timbre.log']
    const server = await start(args, { cwd, ready: READY })
    expect(await server.stop()).toBe(0)
    const lines = readFileSync(join(cwd, 'datos/timbre.log'), 'utf8').trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(server.logs)
    expect(server.logs.at(-1)).toMatchObject({ event: 'servidor.detenido' })
  }))

test('serves without the file of its log where that cannot be written, which doctor tells until it can (http §23)', () =>
  inTempDir(async (cwd) => {
    writeFileSync(join(cwd, 'registro'), 'a file where a folder should be')
    const args = ['serve', ...ANY_PORT, '--registro', 'registro/timbre.log']
    const told = async () => (await timbre(['doctor', '--data', 'datos'], { cwd })).out
    const server = await start(args, { cwd, ready: READY })
    expect((await fetch(`${server.url}/listo`)).status).toBe(200)
    expect(await told()).toContain('AVISO  Registro: No se puede escribir el registro')
    expect(await server.stop()).toBe(0)
    rmSync(join(cwd, 'registro'))
    const next = await start(args, { cwd, ready: READY })
    expect(await told()).not.toContain('Registro:')
    expect(await next.stop()).toBe(0)
  }))

test('is found by the commands beside its folder wherever it listens (http §23)', () =>
  inTempDir(async (cwd) => {
    const server = await start(['serve', ...ANY_PORT], { cwd, ready: READY })
    const person = [
      '--email',
      'ana@example.cl',
      '--nombre',
      'Ana',
      '--rut',
      '76543210-3',
      '--razon-social',
      'Uno',
    ]
    await timbre(['usuario', 'crear', ...person], { cwd, input: 'una clave larga\n' })
    expect(await timbre(['documentos'], { cwd })).toMatchObject({
      status: 0,
      err: 'No hay documentos así\n',
    })
    expect(await server.stop()).toBe(0)
    const elsewhere = { TIMBRE_ADDR: '127.0.0.1:9' }
    const { status, err } = await timbre(['documentos'], { cwd, env: elsewhere })
    expect([status, err]).toEqual([1, expect.stringContaining('No hay un servidor en http://127.0.0.1:9')])
  }))

test('creates the owner that the environment names, once', () =>
  inTempDir(async (cwd) => {
    const env = { TIMBRE_ADMIN_EMAIL: 'ana@example.cl', TIMBRE_ADMIN_PASSWORD: 'una clave larga' }
    for (let round = 0; round < 2; round++) {
      const server = await start(['serve', ...ANY_PORT], { cwd, env, ready: READY })
      const login = { email: env.TIMBRE_ADMIN_EMAIL, password: env.TIMBRE_ADMIN_PASSWORD }
      expect((await post(`${server.url}/auth/login`, login)).status).toBe(200)
      expect(server.logs.some(({ event }) => event === 'servidor.sin_usuarios')).toBe(false)
      expect(await server.stop()).toBe(0)
    }
  }))

test('people and keys are made beside a running server, which knows them at once', () =>
  inTempDir(async (cwd) => {
    const server = await start(['serve', ...ANY_PORT], { cwd, ready: READY })
    const run = (args: string[], input = '') => timbre(args, { cwd, input })
    const company = ['--rut', '76.543.210-3', '--razon-social', 'Ferretería Ñuble Limitada']
    const person = ['--email', 'ana@example.cl', '--nombre', 'Ana Muñoz']
    expect(await run(['usuario', 'crear', ...person, ...company], 'corta\n')).toMatchObject({ status: 2 })
    expect(await run(['usuario', 'crear', ...person, ...company], 'una clave larga\n')).toMatchObject({
      status: 0,
      out: expect.stringMatching(/complétela con PUT \/v1\/empresa\/emp_\w+$/m),
    })
    expect(await run(['usuario', 'crear', ...person], 'una clave larga\n')).toMatchObject({
      status: 1,
      err: expect.stringContaining('Ya existe un usuario'),
    })
    const login = (password: string) =>
      post(`${server.url}/auth/login`, { email: 'ana@example.cl', password })
    const { access_token } = (await (await login('una clave larga')).json()) as { access_token: string }

    expect(await run(['usuario', 'clave', '--email', 'ana@example.cl'], 'otra clave larga\n')).toMatchObject({
      status: 0,
    })
    expect((await login('una clave larga')).status).toBe(401)
    expect((await login('otra clave larga')).status).toBe(200)
    // Whoever had the old one is out.
    const me = await fetch(`${server.url}/auth/me`, { headers: { authorization: `Bearer ${access_token}` } })
    expect(me.status).toBe(401)

    const created = await run(['apikey', 'crear', '--empresa', '76543210-3', '--nombre', 'ERP'])
    expect(created.out).toMatch(/^dte_sim_[A-Za-z0-9]{38}\n$/)
    const withKey = () =>
      fetch(`${server.url}/v1/empresa/actual`, { headers: { 'x-api-key': created.out.trim() } })
    expect((await withKey()).status).toBe(200)
    const id = /key_\w+/.exec(created.err)![0]
    expect(await run(['apikey', 'revocar', id])).toMatchObject({ status: 0 })
    expect((await withKey()).status).toBe(401)
    expect(await run(['apikey', 'revocar', 'key_NOESTA'])).toMatchObject({ status: 1 })
    expect(await run(['doctor', '--data', 'datos'])).toMatchObject({ status: 0 })
    expect(await server.stop()).toBe(0)
  }))

test('a second server on the same folder, and one on the same port, are refused', () =>
  inTempDir(async (cwd) => {
    const server = await start(['serve', ...ANY_PORT], { cwd, ready: READY })
    const same = await timbre(['serve', ...ANY_PORT], { cwd })
    expect(same).toMatchObject({ status: 1, err: expect.stringContaining('Otro proceso de Timbre') })
    const port = await timbre(['serve', '--addr', new URL(server.url).host, '--data', 'otra'], { cwd })
    expect(port).toMatchObject({ status: 1, err: expect.stringContaining('ya está en uso') })
    expect((await fetch(`${server.url}/salud`)).status).toBe(200)
    // The lock dies with its holder, however it dies.
    await server.stop('SIGKILL')
    const next = await start(['serve', ...ANY_PORT], { cwd, ready: READY })
    expect(await next.stop()).toBe(0)
  }))

test('a second signal ends the server at once, though an answer is under way', () =>
  inTempDir(async (cwd) => {
    const server = await start(['serve', ...ANY_PORT], { cwd, ready: READY })
    // A body that never ends keeps its request open.
    const endless = new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode('{')) })
    const pending = fetch(`${server.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: endless,
    }).catch(() => 'cut')
    await fetch(`${server.url}/salud`)
    void server.stop()
    await server.logged('servidor.deteniendo')
    expect(await server.stop()).toBe(1)
    expect(await pending).toBe('cut')
  }))

test('simulador serves on a port of its own, over a file of its own', () =>
  inTempDir(async (cwd) => {
    const simulador = await start(['simulador', '--port', '0', '--data', 'sim'], {
      cwd,
      ready: 'simulador.iniciado',
    })
    expect((await fetch(`${simulador.url}/simulador/receptores`)).status).toBe(200)
    const caf = await post(`${simulador.url}/simulador/caf`, { rut: '76543210-3', tipo_dte: 33, cantidad: 5 })
    expect(caf.ok).toBe(true)
    const second = await timbre(['simulador', '--port', '0', '--data', 'sim'], { cwd })
    expect(second).toMatchObject({ status: 1, err: expect.stringContaining('Otro proceso de Timbre') })
    expect(await simulador.stop()).toBe(0)
    const db = connect(join(cwd, 'sim/simulador.db'), { readonly: true })
    expect(db.prepare('SELECT count(*) FROM migracion').pluck().get()).toBeGreaterThan(0)
    db.close()
  }))
