// The log that `serve` keeps in a file (http §23).

import { describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkRegistro } from '../../src/cli/doctor-registro'
import { openLogFile } from '../../src/cli/log-file'
import { setNote, trySetNote } from '../../src/cli/server-notes'
import { testApp } from '../support/test-app'
import { runHere } from './in-process'
import { inTempDir } from './spawn'

/** A clock that goes a second further at each look. */
function ticking(): () => Date {
  let at = Date.parse('2026-11-20T14:02:10.000Z')
  return () => {
    at += 1000
    return new Date(at)
  }
}

/** Each line in a turn of the loop of its own. */
async function write(path: string, lines: readonly string[], full = 10): Promise<number> {
  const file = openLogFile(path, ticking(), full)
  for (const line of lines) {
    file.add(line)
    await Promise.resolve()
  }
  file.close()
  return file.dropped()
}

const contents = (dir: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(dir)
      .sort()
      .map((name) => [name, readFileSync(join(dir, name), 'utf8')]),
  )

describe('the file of the log', () => {
  test('is its owner’s alone, in a folder that it makes, and goes on where it ended', () =>
    inTempDir(async (dir) => {
      const path = join(dir, 'registro/timbre.log')
      await write(path, ['uno'])
      await write(path, ['dos'])
      expect(readFileSync(path, 'utf8')).toBe('uno\ndos\n')
      expect(statSync(path).mode & 0o777).toBe(0o600)
      expect(statSync(join(dir, 'registro')).mode & 0o777).toBe(0o700)
    }))

  test('is set aside when it is full, under the second, and the last four of those stay', () =>
    inTempDir(async (dir) => {
      writeFileSync(join(dir, 'timbre.log.mio'), 'of a person')
      await write(join(dir, 'timbre.log'), [
        'primera',
        'segunda',
        'tercera',
        'cuarta',
        'quinta',
        'sexta',
        'séptima',
        'octava',
        'novena',
        'décima',
        'undécima',
      ])
      expect(contents(dir)).toEqual({
        'timbre.log': 'undécima\n',
        'timbre.log.20261120140212': 'tercera\ncuarta\n',
        'timbre.log.20261120140213': 'quinta\nsexta\n',
        'timbre.log.20261120140214': 'séptima\noctava\n',
        'timbre.log.20261120140215': 'novena\ndécima\n',
        'timbre.log.mio': 'of a person',
      })
    }))

  test('that a start finds full is set aside too, also in a second that has one', () =>
    inTempDir(async (dir) => {
      for (const name of ['timbre.log', 'timbre.log.20261120140211'])
        writeFileSync(join(dir, name), `${name}\n`)
      await write(join(dir, 'timbre.log'), ['nueva'])
      expect(contents(dir)).toMatchObject({
        'timbre.log': 'nueva\n',
        'timbre.log.20261120140211-2': 'timbre.log\n',
      })
    }))

  test('that was taken away, with its folder, costs lines, which are counted, until it can be written again', () =>
    inTempDir(async (dir) => {
      const folder = join(dir, 'registro')
      const file = openLogFile(join(folder, 'timbre.log'), ticking(), 10)
      const say = async (line: string): Promise<void> => {
        file.add(line)
        await Promise.resolve()
      }
      await say('la primera línea')
      rmSync(folder, { recursive: true })
      // It is full, and neither renamed nor opened anew.
      await say('perdida')
      expect(file.dropped()).toBe(1)
      mkdirSync(folder)
      await say('otra')
      file.close()
      expect(contents(folder)).toEqual({ 'timbre.log': 'otra\n' })
    }))
})

describe('the file of a log that is not as it should be', () => {
  test.each(['a device', 'a folder'])('is never %s, which costs lines and no server', (kind) =>
    inTempDir(async (dir) => {
      const path = kind === 'a device' ? '/dev/null' : dir
      const file = openLogFile(path, ticking(), 10)
      file.add('perdida')
      file.close()
      expect(file.dropped()).toBe(1)
      expect(file.fault()).toStartWith(`No se puede escribir el registro ${path}: `)
    }),
  )

  test('that could not be opened at first is written once it can, behind what it had', () =>
    inTempDir(async (dir) => {
      writeFileSync(join(dir, 'carpeta'), '')
      const path = join(dir, 'carpeta/timbre.log')
      const file = openLogFile(path, ticking(), 1000)
      const say = async (line: string): Promise<void> => {
        file.add(line)
        await Promise.resolve()
      }
      await say('perdida')
      expect([file.dropped(), file.fault()]).toEqual([1, expect.stringContaining('no existe la carpeta')])
      rmSync(join(dir, 'carpeta'))
      mkdirSync(join(dir, 'carpeta'))
      writeFileSync(path, 'cortad')
      await say('otra')
      file.close()
      expect([file.dropped(), file.fault()]).toEqual([1, null])
      expect(readFileSync(path, 'utf8')).toBe('cortad\notra\n')
    }))

  test('that cannot be set aside takes the room of five, keeps the newest lines, and says so', () =>
    inTempDir(async (dir) => {
      // With the second behind it, its name would be longer than a name may be.
      const name = `${'t'.repeat(245)}.log`
      const file = openLogFile(join(dir, name), ticking(), 100)
      let largest = 0
      for (let n = 0; n < 500; n++) {
        file.add(`línea ${n}`)
        await Promise.resolve()
        largest = Math.max(largest, statSync(join(dir, name)).size)
      }
      expect(file.fault()).toContain('no se puede apartar')
      file.close()
      expect(readdirSync(dir)).toEqual([name])
      expect([file.dropped(), largest > 400, largest < 530]).toEqual([0, true, true])
      const lines = readFileSync(join(dir, name), 'utf8').trimEnd().split('\n')
      const first = Number(lines[0]!.replace('línea ', ''))
      expect(lines).toEqual(Array.from({ length: 500 - first }, (_, n) => `línea ${first + n}`))
    }))

  test('is told by doctor as the server last saw it, and no more once it is mended', async () => {
    const { store } = await testApp()
    const told = () => [...checkRegistro(store.db)]
    expect(told()).toEqual([])
    for (const fault of ['No se puede escribir el registro x', 'El registro x no se puede apartar'])
      setNote(store.db, 'registro_falla', fault)
    expect(told()).toEqual([
      expect.objectContaining({
        estado: 'aviso',
        que: 'Registro',
        detalle: 'El registro x no se puede apartar',
      }),
    ])
    setNote(store.db, 'registro_falla', null)
    expect(told()).toEqual([])
  })

  test('whose fault a full disk does not take as a note ends no server', async () => {
    const { store } = await testApp()
    const warned: unknown[] = []
    const log = {
      warn: (event: string, { clave }: Record<string, unknown> = {}) => void warned.push([event, clave]),
    }
    store.client.pragma('query_only = 1')
    trySetNote(store.db, log, 'registro_falla', 'No se puede escribir el registro x')
    store.client.pragma('query_only = 0')
    expect(warned).toEqual([['servidor.sin_nota', 'registro_falla']])
    expect([...checkRegistro(store.db)]).toEqual([])
  })
})

describe('timbre serve --registro', () => {
  test('that cannot be written is told, and the server is begun without it', () =>
    inTempDir(async (dir) => {
      writeFileSync(join(dir, 'archivo'), '')
      const registro = join(dir, 'archivo/timbre.log')
      const datos = join(dir, 'datos')
      // The address is what ends it.
      const { err } = await runHere(['serve', '--data', datos, '--registro', registro, '--addr', 'mal'])
      expect(err.split('\n').slice(0, 2)).toEqual([
        `No se puede escribir el registro ${registro}: no existe la carpeta. Sigue sin él, y lo intenta otra vez con cada línea`,
        expect.stringContaining('--addr'),
      ])
    }))

  const told = (path: string): unknown[] =>
    readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))

  test('tells why it did not start: a wrong variable, also in the file of configuration, or a folder of another program', () =>
    inTempDir(async (dir) => {
      const registro = join(dir, 'timbre.log')
      const serve = async (env: Record<string, string>, datos = 'datos') => {
        const { status, err } = await runHere(['serve', '--data', join(dir, datos)], {
          env: { ...env, TIMBRE_LOG_FILE: registro },
        })
        expect(status).toBe(1)
        return err.split('\n')
      }
      mkdirSync(join(dir, 'rota'))
      writeFileSync(join(dir, 'rota/timbre.toml'), 'no = es = toml')
      mkdirSync(join(dir, 'ajena'))
      writeFileSync(join(dir, 'ajena/timbre.db'), 'x'.repeat(8192))
      const said = [
        ...(await serve({ TIMBRE_RATE_KEY: 'mucho' })),
        ...(await serve({}, 'rota')),
        ...(await serve({}, 'ajena')),
      ]
      expect(said.length).toBeGreaterThanOrEqual(3)
      expect(told(registro)).toEqual(
        said.map((mensaje) => ({ time: expect.any(String), level: 'error', event: 'serve.error', mensaje })),
      )
    }))

  test('may stand in the file of configuration', () =>
    inTempDir(async (dir) => {
      const registro = join(dir, 'timbre.log')
      writeFileSync(join(dir, 'timbre.toml'), `log_file = '${registro}'\nrate_key = 'mucho'\n`)
      expect((await runHere(['serve', '--data', dir])).status).toBe(1)
      expect(told(registro)).toMatchObject([
        { mensaje: expect.stringContaining('TIMBRE_RATE_KEY') },
        { mensaje: expect.stringContaining('timbre.toml') },
      ])
    }))

  test('is no other command’s', () =>
    inTempDir(async (dir) => {
      const registro = join(dir, 'timbre.log')
      await runHere(['config', '--data', dir], { env: { TIMBRE_LOG_FILE: registro } })
      expect((await runHere(['config', '--registro', registro])).status).toBe(2)
      expect(readdirSync(dir)).toEqual([])
    }))

  test.each([
    ['thrown where nobody catches', "setTimeout(() => { throw new Error('roto') })"],
    ['of a promise that nobody awaits', "void Promise.reject(new Error('roto'))"],
  ])('has the fault that ended the process, %s', (_, fault) =>
    inTempDir(async (dir) => {
      const registro = join(dir, 'timbre.log')
      const program = `
        import { keepLog } from ${JSON.stringify(join(import.meta.dir, '../../src/cli/log-file.ts'))}
        const io = { env: { TIMBRE_LOG_FILE: ${JSON.stringify(registro)} }, log: console.log }
        const { io: kept } = keepLog({ flags: { registro: {} } }, { flags: {}, positionals: [] }, io)
        kept.log('antes')
        setTimeout(() => kept.log('nunca'), 60_000)
        ${fault}`
      const script = join(dir, 'programa.ts')
      writeFileSync(script, program)
      const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, script])
      expect([exitCode, stdout.toString()]).toEqual([1, 'antes\n'])
      expect(stderr.toString()).toContain('roto')
      const [antes, roto, ...more] = readFileSync(registro, 'utf8').trimEnd().split('\n')
      expect([antes, more]).toEqual(['antes', []])
      expect(JSON.parse(roto!)).toMatchObject({
        event: 'serve.error',
        error: { message: 'roto', stack: expect.stringContaining('programa.ts') },
      })
    }),
  )
})
