// The duties of every command of the table to who calls it from a program: `--json`, and no data folder made by looking (http §23).

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COMANDOS } from '../../src/cli/cli'
import { GOLDEN_DIR } from '../golden/golden'
import { emit, fail } from '../support/emision'
import { factura } from '../support/emisor'
import { testAppWithFolios } from '../support/test-app'
import { runHere } from './in-process'
import { inTempDir } from './spawn'

const KEY = '07'.repeat(32)
const ELSEWHERE = mkdtempSync(join(tmpdir(), 'timbre-json-'))
afterAll(() => rmSync(ELSEWHERE, { recursive: true, force: true }))
const at = (name: string): string => join(ELSEWHERE, name)
const RUT = '76543210-3'

/** A line of every command, and of each of its actions; those that end badly are told by their status, and those that here take no folder as bare. */
const LINES: Record<string, { argv: string[]; status?: number; creates?: true; free?: true; bare?: true }[]> =
  {
    'validar-xml': [
      { argv: [join(GOLDEN_DIR, '033_004_descuento_global.xml')] },
      { argv: ['--recibido', join(GOLDEN_DIR, '033_004_descuento_global.xml')] },
    ],
    config: [
      { argv: [], free: true },
      { argv: ['--variables'], free: true },
    ],
    doctor: [{ argv: [] }],
    verificar: [{ argv: [] }],
    respaldo: [{ argv: [at('copia.db')] }, { argv: ['crear-clave', at('clave.txt')], free: true }],
    cola: [{ argv: ['listar'] }, { argv: ['reintentar', 'FAILED'] }],
    apikey: [{ argv: ['crear', '--empresa', RUT, '--nombre', 'ERP'] }, { argv: ['revocar', 'MADE'] }],
    empresa: [{ argv: ['importar', at('empresas.json')] }],
    emitir: [{ argv: ['-'], status: 1 }],
    estado: [{ argv: ['33', '1', '--empresa', RUT], status: 1 }],
    documentos: [{ argv: ['--empresa', RUT], status: 1 }],
    xml: [{ argv: ['33', '1', '--empresa', RUT], status: 1 }],
    pdf: [{ argv: ['33', '1', '--empresa', RUT], status: 1 }],
    certificar: [{ argv: ['estado', '--empresa', RUT], status: 1 }],
    historia: [{ argv: ['estado', '--empresa', RUT], status: 1 }],
    folios: [
      { argv: ['conciliar', '--empresa', RUT] },
      { argv: ['listar', '--empresa', RUT], status: 1 },
      { argv: ['--empresa', RUT], status: 1 },
    ],
    'tipos-cambio': [{ argv: ['cargar', at('tipos.csv')] }],
    portal: [{ argv: ['listar'] }],
    billing: [{ argv: ['listar'] }],
    usuario: [
      { argv: ['crear', '--email', 'otra@example.cl', '--nombre', 'Otra'], creates: true },
      { argv: ['clave', '--email', 'otra@example.cl'] },
      { argv: ['restablecer', '--email', 'otra@example.cl'] },
      { argv: ['segundo-factor', '--email', 'otra@example.cl'] },
    ],
    cuenta: [
      { argv: ['exportar', '--cuenta', 'dueno0@example.cl', at('cuenta.zip')] },
      { argv: ['verificar', at('cuenta.zip')], free: true },
      // A copy is none that enters.
      { argv: ['importar', at('cuenta.zip')], status: 1, free: true },
    ],
    'rotar-clave': [{ argv: [] }],
    'clave-maestra': [{ argv: ['hoja'] }, { argv: ['leer'], status: 1 }],
    restaurar: [{ argv: [at('intacta.db')], creates: true }],
    actualizar: [{ argv: [at('programa'), '--programa', at('en-uso'), '--ensayar'], free: true }],
    demo: [{ argv: ['--salida', at('demo')], free: true }],
    'verificar-descarga': [{ argv: [at('entrega'), '--sin-firma'], free: true }],
    servicio: [{ argv: [], free: true, bare: true }],
    instalar: [{ argv: ['--proxy', 'caddy'], free: true }],
    licencias: [{ argv: [], free: true }],
    version: [{ argv: [], free: true }],
  }

/** They make a folder, or never end, for a reason that each says of itself. */
const WITHOUT_LINE = COMANDOS.filter(({ sinJson }) => sinJson !== undefined).map(({ nombre }) => nombre)

let data: string
let failed: string

beforeAll(async () => {
  const app = await testAppWithFolios({ folios: { 33: 10 } })
  await emit(app, factura())
  await app.drainJobs()
  await fail(app, 'envio', 'sin_permiso')
  failed = await emit(app, factura({ detalle: [{ nombre: 'Otro', precio: 4000 }] }))
  await app.drainJobs()
  data = at('datos')
  mkdirSync(data)
  app.store.client.prepare('VACUUM INTO ?').run(join(data, 'timbre.db'))
  writeFileSync(join(data, 'clave.maestra'), `${KEY}\n`, { mode: 0o600 })
  copyFileSync(join(data, 'timbre.db'), at('intacta.db'))
  copyFileSync(join(data, 'clave.maestra'), at('intacta.clave'))
  const empresa = {
    rut: '96790240-3',
    razon_social: 'Minera',
    giro: 'Minas',
    direccion: 'A 1',
    comuna: 'Calama',
  }
  writeFileSync(at('empresas.json'), JSON.stringify([{ ...empresa, actividades_economicas: [1] }]))
  writeFileSync(at('programa'), '#!/bin/sh\n[ "$1" != --version ] || echo 9.9.9\n', { mode: 0o755 })
  mkdirSync(at('entrega'))
  writeFileSync(
    at('entrega/SHA256SUMS'),
    `${new Bun.CryptoHasher('sha256').update('hola').digest('hex')}  hola\n`,
  )
  writeFileSync(at('entrega/hola'), 'hola')
  writeFileSync(at('tipos.csv'), 'moneda;fecha;valor\nUSD;2026-11-02;950,25\n')
})

const flagsFor = (nombre: string, dir: string): string[] =>
  COMANDOS.find((one) => one.nombre === nombre)!.flags.data ? ['--data', dir] : []

describe('every command of the table', () => {
  test('has a line here, or says why it has no --json', () => {
    const known = [...Object.keys(LINES), ...WITHOUT_LINE].sort()
    expect(COMANDOS.map(({ nombre }) => nombre).sort()).toEqual(known)
    for (const { sinJson } of COMANDOS) expect(sinJson?.length ?? 20).toBeGreaterThan(15)
  })

  test(
    'that works on a folder makes none by looking',
    () =>
      inTempDir(async (cwd) => {
        for (const [nombre, lines] of Object.entries(LINES))
          for (const { argv, creates, free } of lines) {
            if (creates || free || !flagsFor(nombre, cwd).length) continue
            const { status } = await runHere([nombre, ...argv, ...flagsFor(nombre, join(cwd, 'datos'))], {
              input: 'una clave larga',
            })
            expect({ nombre, made: readdirSync(cwd) }).toEqual({ nombre, made: [] })
            expect({ nombre, argv, ended: status !== 0 }).toEqual({ nombre, argv, ended: true })
          }
      }),
    300_000,
  )

  // One after the other over one folder: a key that is made is revoked, a backup that is made is restored.
  test('with --json prints one value of its own and nothing else', async () => {
    let made = ''
    for (const [nombre, lines] of Object.entries(LINES))
      for (const { argv, status = 0, bare } of lines) {
        const words = argv.map((word) => ({ FAILED: failed, MADE: made })[word] ?? word)
        const ended = await runHere([nombre, ...words, '--json', ...(bare ? [] : flagsFor(nombre, data))], {
          // Where no server listens.
          env: { TIMBRE_ADDR: '127.0.0.1:9' },
          input: 'una clave larga',
        })
        if (nombre === 'rotar-clave') copyFileSync(at('intacta.clave'), join(data, 'clave.maestra'))
        const value = JSON.parse(ended.out) as { id?: string }
        made = value.id ?? made
        const line = [nombre, ...argv].join(' ')
        expect({ line, status: ended.status, err: ended.err }).toMatchObject({ line, status })
        expect({ line, value }).not.toMatchObject({ line, value: { lineas: expect.anything() } })
      }
  }, 300_000)
})

test('what goes wrong is a value too, and words on standard error', async () => {
  const { status, out, err } = await runHere(['verificar', '--json', '--data', '/nonexistent'])
  expect({ status, value: JSON.parse(out) }).toEqual({ status: 1, value: { error: err } })
  const usage = await runHere(['cola', '--json'])
  expect(usage.status).toBe(2)
  expect(JSON.parse(usage.out)).toEqual({ error: 'Faltan argumentos' })
})

test('a command that stays, or is for who looks, takes no --json', async () => {
  for (const nombre of WITHOUT_LINE) {
    const { status, err } = await runHere([nombre, '--json'])
    expect({ nombre, status, err }).toMatchObject({ nombre, status: 2 })
    expect(err).toContain('No existe la opción --json')
  }
})
