// The data folder: what a first start makes, and every refusal that leaves it as it was (http §23).

import { describe, expect, test } from 'bun:test'
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { createLog } from '../../src/base/log'
import { openCarpeta } from '../../src/cli/carpeta'
import { Falla } from '../../src/cli/comando'
import { copyTo } from '../../src/cli/copia'
import { checkPages } from '../../src/cli/integridad'
import { connect, openDatabase } from '../../src/store/driver'
import { MIGRACIONES, type Migracion } from '../../src/store/migrate'
import { inTempDir } from './spawn'

const clock = () => new Date('2026-11-20T14:02:11.000Z')
const KEY = new Uint8Array(32).fill(7)

/** Opens a folder as `serve` does; the log's lines come along. */
function open(
  dataDir: string,
  over: {
    masterKey?: Uint8Array | null
    shared?: boolean
    migraciones?: readonly Migracion[]
    /** Seconds after the clock's. */
    at?: number
  } = {},
) {
  const { shared = false, masterKey = null, migraciones, at = 0 } = over
  const now = () => new Date(clock().getTime() + at * 1000)
  const logs: { event: string; archivo?: string }[] = []
  const log = createLog({ level: 'info', clock: now, write: (line) => void logs.push(JSON.parse(line)) })
  const random = (size: number) => new Uint8Array(size).fill(9)
  return {
    ...openCarpeta({ dataDir, masterKey }, { clock: now, random, log, shared, migraciones, create: true }),
    logs,
  }
}

/** The message of a refusal. */
function refusal(dataDir: string, over: Parameters<typeof open>[1] = {}): string {
  try {
    open(dataDir, over).close()
  } catch (fault) {
    if (fault instanceof Falla) return fault.message
    throw fault
  }
  return ''
}

/** A folder after a first start and a clean stop. */
function used(dir: string): { data: string; db: string; key: string } {
  const data = join(dir, 'datos')
  open(data).close()
  return { data, db: join(data, 'timbre.db'), key: join(data, 'clave.maestra') }
}

const files = (dir: string): Record<string, string> =>
  Object.fromEntries(readdirSync(dir).map((name) => [name, readFileSync(join(dir, name)).toString('base64')]))

describe('a first start', () => {
  test('makes a key that only its owner reads and says to back it up', () =>
    inTempDir((dir) => {
      const { logs, close } = open(join(dir, 'datos'))
      close()
      const key = join(dir, 'datos/clave.maestra')
      expect(readFileSync(key, 'utf8')).toBe(`${'09'.repeat(32)}\n`)
      for (const name of ['clave.maestra', 'timbre.db'])
        expect(statSync(join(dir, 'datos', name)).mode & 0o777).toBe(0o600)
      expect(logs).toMatchObject([{ event: 'clave_maestra.creada', archivo: key }])
      expect(open(join(dir, 'datos')).logs).toEqual([])
    }))

  test('that died before it had a database leaves nothing that keeps the next one from starting', () =>
    inTempDir((dir) => {
      // Not yet by its name, under which it would say that a database was lost.
      writeFileSync(join(dir, 'clave.maestra.nueva'), `${'ab'.repeat(32)}\n`, { mode: 0o600 })
      open(dir).close()
      expect(readFileSync(join(dir, 'clave.maestra'), 'utf8')).toBe(`${'09'.repeat(32)}\n`)
      expect(existsSync(join(dir, 'clave.maestra.nueva'))).toBe(false)
    }))

  test('that died with a database and before its key had its name is ended by the next one', () =>
    inTempDir((dir) => {
      const { data, key } = used(dir)
      renameSync(key, `${key}.nueva`)
      expect(open(data).logs).toMatchObject([{ event: 'clave_maestra.rotada', archivo: key }])
      expect(readFileSync(key, 'utf8')).toBe(`${'09'.repeat(32)}\n`)
    }))

  test('over an emptied file without a key says so, and lets only its owner read it', () =>
    inTempDir((dir) => {
      const db = join(dir, 'timbre.db')
      writeFileSync(db, '', { mode: 0o644 })
      expect(open(dir).logs).toMatchObject([
        { event: 'base_de_datos.vacia', archivo: db },
        { event: 'clave_maestra.creada' },
      ])
      expect(statSync(db).mode & 0o777).toBe(0o600)
    }))

  test('with TIMBRE_MASTER_KEY makes no file', () =>
    inTempDir((dir) => {
      open(dir, { masterKey: KEY }).close()
      expect(existsSync(join(dir, 'clave.maestra'))).toBe(false)
      expect(refusal(dir, { masterKey: KEY })).toBe('')
    }))

  test('warns of a key that others can read', () =>
    inTempDir((dir) => {
      const { data, key } = used(dir)
      chmodSync(key, 0o644)
      expect(open(data).logs).toMatchObject([{ event: 'clave_maestra.expuesta' }])
    }))
})

describe('a refusal leaves the folder as it was', () => {
  test('a database of another program gets no lock beside it', () =>
    inTempDir((dir) => {
      sql(join(dir, 'timbre.db'), 'CREATE TABLE ajena (x)')
      const before = files(dir)
      expect(refusal(dir, { masterKey: KEY })).toContain('timbre.db')
      expect(files(dir)).toEqual(before)
    }))

  test.each([
    ['the key is gone', ({ key }) => rmSync(key), 'Falta '],
    ['the key is another', ({ key }) => writeFileSync(key, `${'ab'.repeat(32)}\n`), 'La clave maestra de '],
    ['the key is damaged', ({ key }) => writeFileSync(key, 'hola\n'), 'está dañado'],
    ['the database is cut short', ({ db }) => truncateSync(db, 8192), 'está incompleto'],
    [
      'the database is something else',
      ({ db }) => writeFileSync(db, 'x'.repeat(9000)),
      'no es una base de datos',
    ],
    [
      'the database is newer',
      ({ db }) => sql(db, "INSERT INTO migracion VALUES ('9999_futuro', '2030-01-01', '')"),
      'es de una versión más nueva',
    ],
    [
      'the database is from before the first version',
      ({ db }) => sql(db, "INSERT INTO migracion VALUES ('0002_simulador', '2026-01-01', '')"),
      'anterior a la primera, y no se actualiza',
    ],
    [
      'the database is of another program',
      ({ db }) => {
        rmSync(db)
        sql(db, 'CREATE TABLE agenda (nombre TEXT)')
      },
      'no es una base de datos de Timbre',
    ],
    ['its first page is garbage', ({ db }) => overwrite(db, 100, 3900), 'está dañado'],
    ['pages in its midst are garbage', ({ db }) => overwrite(db, 5 * 4096, 20 * 4096), 'está dañado'],
    ['the database was emptied and its key is there', ({ db }) => truncateSync(db, 0), 'está vacío'],
    [
      'the database is gone and its key is there',
      ({ db }) => rmSync(db),
      'timbre restaurar ARCHIVO; si de verdad quiere empezar de nuevo, mueva la clave a otro lugar',
    ],
  ] as [string, (folder: ReturnType<typeof used>) => void, string][])('%s', (_, spoil, message) =>
    inTempDir((dir) => {
      const folder = used(dir)
      spoil(folder)
      const before = files(folder.data)
      expect(refusal(folder.data)).toContain(message)
      const after = files(folder.data)
      for (const name of ['timbre.db', 'clave.maestra']) expect(after[name]).toBe(before[name] as string)
      // And the lock was given back: the next one is refused for the same reason.
      expect(refusal(folder.data)).toContain(message)
    }),
  )

  test('another process has it', () =>
    inTempDir((dir) => {
      const holder = open(dir)
      expect(refusal(dir)).toContain('Otro proceso de Timbre')
      holder.close()
      expect(refusal(dir)).toBe('')
    }))

  test('a folder has the name of the database', () =>
    inTempDir((dir) => {
      mkdirSync(join(dir, 'timbre.db'))
      expect(refusal(dir)).toContain('timbre.db es una carpeta y no una base de datos')
    }))

  test('it cannot be made', () =>
    inTempDir((dir) => {
      writeFileSync(join(dir, 'archivo'), '')
      expect(refusal(join(dir, 'archivo/datos'))).toContain('archivo es un archivo y no una carpeta')
    }))
})

describe('a checkpoint that a full disk or a kill cut short', () => {
  /** The first page says how long the file is to be; the pages past its end stand in the log alone. */
  function cutShort(dir: string): { data: string; log: string } {
    const { data, db } = used(dir)
    const copy = join(dir, 'copia')
    const server = openDatabase(db)
    server.exec('CREATE TABLE relleno (bytes BLOB); INSERT INTO relleno VALUES (zeroblob(200000))')
    cpSync(data, copy, { recursive: true, filter: (name) => !name.endsWith('-shm') })
    server.pragma('wal_checkpoint(TRUNCATE)')
    const file = openSync(join(copy, 'timbre.db'), 'r+')
    writeSync(file, readFileSync(db), 0, 4096)
    closeSync(file)
    server.close()
    return { data: copy, log: join(copy, 'timbre.db-wal') }
  }

  test('opens with all that its log holds', () =>
    inTempDir((dir) => {
      const { data } = cutShort(dir)
      const { store, close } = open(data)
      expect(store.client.prepare('SELECT length(bytes) FROM relleno').pluck().get()).toBe(200_000)
      close()
      expect(refusal(data)).toBe('')
    }))

  test.each([
    ['is gone', (log: string) => rmSync(log)],
    ['is cut short too', (log: string) => truncateSync(log, statSync(log).size - 100_000)],
    ['is of an earlier round', (log: string) => overwrite(log, 16, 8)],
  ])('is refused when its log %s', (_, spoil) =>
    inTempDir((dir) => {
      const { data, log } = cutShort(dir)
      spoil(log)
      expect(refusal(data)).toContain('está incompleto')
    }),
  )
})

test('a database too large to be read whole is refused when a table cannot be read, else left to a look beside', () =>
  inTempDir((dir) => {
    const { db } = used(dir)
    expect(checkPages(db)).toBe(true)
    expect(checkPages(db, 0)).toBe(false)
    overwrite(db, 4096, statSync(db).size - 4096)
    expect(() => checkPages(db, 0)).toThrow('malformed')
  }))

test('a command beside a server opens the folder without its lock', () =>
  inTempDir((dir) => {
    const server = open(dir)
    const beside = open(dir, { shared: true })
    expect(beside.store.client.prepare('SELECT count(*) FROM usuario').pluck().get()).toBe(0)
    beside.close()
    server.close()
  }))

/** The migration of a later version. */
const SIGUIENTE: Migracion = { nombre: '9999_siguiente', sql: 'CREATE TABLE siguiente (id TEXT) STRICT' }
const OURS = MIGRACIONES.map(({ nombre }) => nombre)
const LATER = { masterKey: KEY, migraciones: [...MIGRACIONES, SIGUIENTE] }

/** A database as this version leaves it, which a later one has to migrate. */
function older(dir: string): string {
  open(dir, { masterKey: KEY }).close()
  const path = join(dir, 'timbre.db')
  // No page to spare, as a copy has none.
  sql(path, 'VACUUM')
  return path
}

const copies = (dir: string): string[] =>
  readdirSync(dir)
    .filter((name) => name.includes('.antes-de-'))
    .sort()

test('the copy before a migration has its name once it is whole, also beside another of the same second', () =>
  inTempDir((dir) => {
    const path = older(dir)
    const first = 'timbre.db.antes-de-9999_siguiente-20261120140211'
    // A person's own file, and what a start that was killed while it copied has left.
    mkdirSync(join(dir, first))
    writeFileSync(join(dir, `${first}-2.parcial`), 'half', { mode: 0o644 })
    open(dir, LATER).close()
    expect(copies(dir)).toEqual([first, `${first}-2`])
    expect(namesIn(join(dir, `${first}-2`))).toEqual(OURS)
    expect(statSync(join(dir, `${first}-2`)).mode & 0o777).toBe(0o600)
    expect(namesIn(path)).toEqual([...OURS, SIGUIENTE.nombre])
  }))

const COPIA = /^timbre\.db\.antes-de-(\d+)_\w+-(\d+)$/
/** The first pending migration and the second of each copy. */
const made = (dir: string): string[] =>
  copies(dir).map((name) => name.replace(COPIA, (_, first, stamp) => `${first} ${stamp.slice(-2)}`))

test('a start that fails again and again to migrate leaves the first copy and the last', () =>
  inTempDir((dir) => {
    const path = older(dir)
    // The next migration cannot be applied.
    sql(path, 'CREATE TABLE siguiente (id TEXT)')
    for (let at = 0; at < 5; at++) expect(() => open(dir, { ...LATER, at })).toThrow()
    expect(made(dir)).toEqual(['9999 11', '9999 15'])
    expect(namesIn(join(dir, copies(dir)[0]!))).toEqual(OURS)
  }))

test('no start that failed costs the copy before the upgrade, and one that succeeded keeps the newest three', () =>
  inTempDir((dir) => {
    const path = older(dir)
    for (let n = 1; n <= 3; n++) writeFileSync(`${path}.antes-de-000${n}_vieja-2025010100000${n}`, 'old')
    writeFileSync(`${path}.antes-de-actualizar-20250101000000`, 'of the command')
    const names = ['9997_una', '9998_otra', '9999_siguiente']
    const migraciones = [
      ...MIGRACIONES,
      ...names.map((nombre) => ({ nombre, sql: `CREATE TABLE x${nombre} (id TEXT) STRICT` })),
    ]
    const over = { masterKey: KEY, migraciones }
    // The last of three cannot be applied: each start comes as far as that.
    sql(path, 'CREATE TABLE x9999_siguiente (id TEXT)')
    for (let at = 0; at < 5; at++) expect(() => open(dir, { ...over, at })).toThrow()
    const ofCommand = 'timbre.db.antes-de-actualizar-20250101000000'
    expect(made(dir)).toEqual(['0001 01', '0002 02', '0003 03', '9997 11', '9999 12', '9999 15', ofCommand])
    sql(path, 'DROP TABLE x9999_siguiente')
    const { logs, close } = open(dir, { ...over, at: 9 })
    close()
    expect(made(dir)).toEqual(['9997 11', '9999 12', '9999 20', ofCommand])
    const events = logs.map(({ event }) => event)
    expect(events.filter((event) => event === 'base_de_datos.copia_borrada')).toHaveLength(4)
    expect(namesIn(join(dir, copies(dir)[0]!))).toEqual(OURS)
  }))

test('a copy is its owner’s alone from its first byte, and bears its name only when it is whole', () =>
  inTempDir((dir) => {
    const path = older(dir)
    const target = join(dir, 'copia.db')
    const finish = (partial: string): void => {
      expect(statSync(partial)).toMatchObject({ size: statSync(path).size })
      expect(statSync(partial).mode & 0o777).toBe(0o600)
      expect(existsSync(target)).toBe(false)
    }
    copyTo(path, target, finish)
    expect(namesIn(target)).toEqual(OURS)
    rmSync(target)
    const stop = (): void => {
      throw new Error('stopped')
    }
    expect(() => copyTo(path, target, stop)).toThrow('stopped')
    expect(readdirSync(dir).filter((name) => name.startsWith('copia'))).toEqual([])
  }))

test('before a pending migration the database is copied', () =>
  inTempDir((dir) => {
    const path = older(dir)
    const { logs, close } = open(dir, LATER)
    close()
    expect(logs).toMatchObject([{ event: 'base_de_datos.copiada' }])
    const copia = logs[0]!.archivo!
    expect(namesIn(copia)).toEqual(OURS)
    expect(namesIn(path)).toEqual([...OURS, SIGUIENTE.nombre])
    expect(statSync(copia).mode & 0o777).toBe(0o600)
  }))

function namesIn(path: string): string[] {
  const db = connect(path, { readonly: true })
  const names = db.prepare<[], string>('SELECT nombre FROM migracion').pluck().all()
  db.close()
  return names
}

function sql(path: string, text: string): void {
  const db = connect(path)
  db.exec(text)
  db.close()
}

function overwrite(path: string, from: number, length: number): void {
  const bytes = readFileSync(path)
  bytes.fill(0xee, from, from + length)
  writeFileSync(path, bytes)
}
