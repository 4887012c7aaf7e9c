// The file of configuration and `timbre config`: variables beat the file, which beats what holds where nothing is said (http §23).

import { describe, expect, test } from 'bun:test'
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mergeConfigFile, plainEnv } from '../../src/cli/config-file'
import { keyOf, VARIABLES } from '../../src/cli/variables'
import { runHere } from './in-process'
import { inTempDir } from './spawn'

interface Valor {
  variable: string
  clave: string
  valor: string | null
  origen: string
}

/** `timbre config --json` over a folder with this file. */
const configured = (toml: string, env: Record<string, string> = {}, mode = 0o600) =>
  inTempDir(async (dir) => {
    const path = join(dir, 'timbre.toml')
    writeFileSync(path, toml)
    chmodSync(path, mode)
    const { status, out, err } = await runHere(['config', '--json', '--data', dir], { env })
    const value = JSON.parse(out) as {
      valores: Valor[]
      error?: string
      faltas: string[]
      desconocidas: string[]
    }
    const of = (name: string) => value.valores.find(({ variable }) => variable === `TIMBRE_${name}`)
    return { status, err, value, of, path }
  })

describe('timbre.toml', () => {
  test('gives what no variable says, and says of each value where it comes from', async () => {
    const { status, of } = await configured(
      'addr = "127.0.0.1:4100"\nrate_login = 7\nopen_registration = true',
      {
        TIMBRE_RATE_LOGIN: '9',
      },
    )
    expect(status).toBe(0)
    expect(of('ADDR')).toMatchObject({ valor: '127.0.0.1:4100', origen: 'archivo' })
    expect(of('RATE_LOGIN')).toMatchObject({ valor: '9', origen: 'variable' })
    expect(of('OPEN_REGISTRATION')).toMatchObject({ valor: 'true', origen: 'archivo' })
    expect(of('STREAMS_USER')).toMatchObject({ valor: '5', origen: 'omision' })
    expect(of('DATA_DIR')).toMatchObject({ origen: 'opcion' })
  })

  test('is what the manual shows of it', async () => {
    const page = readFileSync(join(import.meta.dir, '../../src/manual/variables.md'), 'utf8')
    const [, shown] = /```toml\n(.*?)```/s.exec(page)!
    const { status, value } = await configured(shown!)
    expect({ status, faltas: value.faltas }).toEqual({ status: 0, faltas: [] })
    const given = value.valores.filter(({ origen }) => origen === 'archivo')
    expect(given).toHaveLength(shown!.trim().split('\n').length)
  })

  test('takes a list where a variable has commas', async () => {
    const { of } = await configured('trusted_proxies = ["10.0.0.0/8", "::1"]')
    expect(of('TRUSTED_PROXIES')!.valor).toBe('10.0.0.0/8,::1')
  })

  test.each([
    ['adr = "x"', '¿quiso decir «addr»?'],
    ['TIMBRE_ADDR = "x"', '¿quiso decir «addr»?'],
    ['[rate]\nlogin = 7', 'no existe «rate»'],
    ['addr = {a = 1}', 'addr es un texto'],
    ['data_dir = "/otra"', 'data_dir no va en este archivo'],
    ['addr = ', 'no es TOML'],
  ])('%p is refused before anything is done', async (toml, why) => {
    const { status, value, path } = await configured(toml)
    expect(status).toBe(1)
    expect(value.error).toContain(why)
    expect(value.error).toStartWith(path)
  })

  test('with a secret that others may read is told; the secret itself never is', async () => {
    const toml = 'metrics_token = "0123456789abcdef"'
    const { err, of, value } = await configured(toml, {}, 0o644)
    expect(err).toContain('Otros usuarios pueden leer')
    expect(err).toContain('metrics_token: chmod 600')
    expect(of('METRICS_TOKEN')!.valor).toBe('********')
    expect(JSON.stringify(value)).not.toContain('0123456789abcdef')
    expect((await configured(toml)).err).not.toContain('Otros')
    expect((await configured('addr = ":3000"', {}, 0o644)).err).not.toContain('Otros')
  })

  test('is named by --config or TIMBRE_CONFIG, must be there then, and may name the folder', () =>
    inTempDir(async (dir) => {
      const file = join(dir, 'mi.toml')
      writeFileSync(file, `data_dir = "${join(dir, 'otra')}"`)
      for (const [argv, env] of [
        [['--config', file], {}],
        [[], { TIMBRE_CONFIG: file }],
      ] as const) {
        const { out } = await runHere(['config', '--json', ...argv], { env })
        expect(JSON.parse(out).valores[0]).toMatchObject({ valor: join(dir, 'otra'), origen: 'archivo' })
        const { err } = await runHere(['verificar', ...argv], { env })
        expect(err).toContain(`No hay una base de datos en ${join(dir, 'otra')}`)
      }
      const { status, err } = await runHere(['config', '--config', join(dir, 'no-esta.toml')])
      expect({ status, err }).toMatchObject({ status: 1, err: expect.stringContaining('no existe') })
      expect(readdirSync(dir)).toEqual(['mi.toml'])
    }))
})

test('a value that makes no sense is told beside the others, as is a variable that nobody reads', async () => {
  const { status, value, of } = await configured('max_backlog = 0', { TIMBRE_ADRR: 'x' })
  expect({ status, faltas: value.faltas }).toEqual({
    status: 1,
    faltas: ['TIMBRE_MAX_BACKLOG: debe ser un entero de 1 o más'],
  })
  expect(of('MAX_BACKLOG')).toMatchObject({ valor: '0', origen: 'archivo' })
  expect(value.desconocidas).toEqual(['TIMBRE_ADRR'])
})

test('who asks for a server started with another folder reads its file, and nothing of the own one', () =>
  inTempDir((dir) => {
    writeFileSync(join(dir, 'timbre.toml'), 'addr = "127.0.0.1:4100"')
    const own = {
      env: { TIMBRE_ADDR: ':1', TIMBRE_FIRMA: 'propia' },
      configFile: { path: '/x', names: ['TIMBRE_ADDR'] },
    }
    const { env } = mergeConfigFile(plainEnv(own), { data: dir })
    expect(env).toEqual({ TIMBRE_FIRMA: 'propia', TIMBRE_ADDR: '127.0.0.1:4100' })
  }))

test('a value of the file that makes no sense is told with its file', () =>
  inTempDir(async (dir) => {
    const path = join(dir, 'timbre.toml')
    writeFileSync(path, 'max_backlog = 0')
    const { status, err } = await runHere(['verificar', '--data', dir])
    const max = 'TIMBRE_MAX_BACKLOG'
    // Before the database is looked for.
    expect({ status, err }).toEqual({
      status: 1,
      err: `${max}: debe ser un entero de 1 o más\n${max} está en ${path}`,
    })
  }))

test('the table names every variable that the program reads, and no other', () => {
  const read = new Set<string>()
  const src = join(import.meta.dir, '../../src')
  for (const file of new Bun.Glob('**/*.ts').scanSync(src)) {
    if (file === 'cli/variables.ts') continue
    for (const [name] of readFileSync(join(src, file), 'utf8').matchAll(/\bTIMBRE_[A-Z0-9_]*[A-Z0-9]\b/g))
      read.add(name)
  }
  for (const name of ['KEY', 'TENANT', 'EMISSION', 'LOGIN', 'LOOKUP']) read.add(`TIMBRE_RATE_${name}`)
  const named = VARIABLES.map(({ nombre }) => nombre)
  expect(named.filter((name) => !read.has(name))).toEqual([])
  expect([...read].filter((name) => !named.includes(name)).sort()).toEqual(NOT_SETTINGS)
  expect(new Set(VARIABLES.map(keyOf)).size).toBe(VARIABLES.length)
})

/** Names in words alone, and what a build reads. */
const NOT_SETTINGS = ['TIMBRE_PLATFORM', 'TIMBRE_RELEASE_KEY', 'TIMBRE_X']
