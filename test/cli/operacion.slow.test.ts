// The operator's work on the data folder without a server: backup, restore, verify, new master key, queue
// (http §23).

import { describe, expect, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { explained } from '../../src/cli/carpeta'
import { connect, openDatabase } from '../../src/store/driver'
import { createSecrets } from '../../src/store/secrets'
import { resealAll, SELLADOS } from '../../src/store/sellados'
import { openStore } from '../../src/store/store'
import { emit, fail } from '../support/emision'
import { factura } from '../support/emisor'
import { testAppWithFolios } from '../support/test-app'
import { KEY, writeFolder } from './folder'
import { inTempDir, start, timbre } from './spawn'

/** A data folder with three documents at the SII and one job that stopped, as a stopped server leaves it. */
async function used(cwd: string): Promise<{ db: string; key: string; failed: string }> {
  const app = await testAppWithFolios({ folios: { 33: 10 } })
  for (const price of [1000, 2000, 3000])
    await emit(app, factura({ detalle: [{ nombre: 'Uno', precio: price }] }))
  // Kept answers are sealed too: one of a company's scope, one of an account's.
  const once = { 'idempotency-key': 'uno' }
  await app.post('/v1/dte/emitir', factura(), { ...app.tenant.key, ...once })
  const otra = {
    rut: '96790240-3',
    razon_social: 'Otra',
    giro: 'Venta',
    actividades_economicas: [1],
    direccion: 'A 1',
    comuna: 'Santiago',
  }
  await app.post('/v1/empresa', otra, { ...app.tenant.session, ...once })
  await app.drainJobs()
  await fail(app, 'envio', 'sin_permiso')
  const failed = await emit(app, factura({ detalle: [{ nombre: 'Otro', precio: 4000 }] }))
  await app.drainJobs()
  // A session of the portal, as a running server has it.
  await app.post(`/v1/empresa/${app.tenant.empresaId}/portal/probar`, {}, app.tenant.session)
  return { ...writeFolder(app, cwd), failed }
}

const sealedXml = (db: string): Buffer => {
  const client = connect(db, { readonly: true })
  try {
    return client
      .prepare('SELECT xml_cifrado FROM documento_xml ORDER BY documento_id LIMIT 1')
      .pluck()
      .get() as Buffer
  } finally {
    client.close()
  }
}

const edit = (db: string, sql: string): void => {
  const client = connect(db)
  client.pragma('foreign_keys = OFF')
  client.exec(sql)
  client.close()
}

describe('respaldo and restaurar', () => {
  test('a backup put back has every document, and what was there is kept', () =>
    inTempDir(async (cwd) => {
      const { db } = await used(cwd)
      const made = await timbre(['respaldo', 'copia.db'], { cwd })
      expect(made).toMatchObject({ status: 0, err: expect.stringContaining('clave.maestra') })
      expect(statSync(join(cwd, 'copia.db')).mode & 0o777).toBe(0o600)
      edit(db, 'DELETE FROM documento_xml')
      expect((await timbre(['verificar'], { cwd })).status).toBe(1)

      const { status, out } = await timbre(['restaurar', 'copia.db'], { cwd })
      expect({ status, out }).toMatchObject({ status: 0, out: expect.stringContaining('antes-de-restaurar') })
      expect((await timbre(['verificar'], { cwd })).status).toBe(0)
      const aside = readdirSync(join(cwd, 'datos')).find((name) => name.includes('antes-de-restaurar'))!
      const old = connect(join(cwd, 'datos', aside), { readonly: true })
      expect(old.prepare('SELECT count(*) FROM documento_xml').pluck().get()).toBe(0)
      old.close()
    }))

  test('a backup is restored over a database that no longer opens', () =>
    inTempDir(async (cwd) => {
      const { db } = await used(cwd)
      await timbre(['respaldo', 'copia.db'], { cwd })
      writeFileSync(db, 'rubbish')
      expect((await timbre(['restaurar', 'copia.db'], { cwd })).status).toBe(0)
      expect((await timbre(['verificar'], { cwd })).status).toBe(0)
    }))

  test('a folder copied as it stood is restored with what its journal holds', () =>
    inTempDir(async (cwd) => {
      const { db } = await used(cwd)
      await timbre(['respaldo', 'copia.db'], { cwd })
      const copy = join(cwd, 'copia.db')
      const writing = connect(copy)
      writing.pragma('journal_mode = WAL')
      writing.pragma('wal_autocheckpoint = 0')
      // Any write will do: what is looked at is the journal that holds it.
      writing.exec("UPDATE documento SET referencia_externa = 'recien' WHERE folio = 1")
      mkdirSync(join(cwd, 'vieja'))
      for (const journal of ['', '-wal'])
        copyFileSync(copy + journal, join(cwd, 'vieja', `timbre.db${journal}`))
      writing.close()

      expect((await timbre(['restaurar', 'vieja/timbre.db'], { cwd })).status).toBe(0)
      const client = connect(db, { readonly: true })
      expect(client.prepare('SELECT referencia_externa FROM documento WHERE folio = 1').pluck().get()).toBe(
        'recien',
      )
      client.close()
    }))

  test('a database or backup from before the first version is refused by name, and everything stays as it is', () =>
    inTempDir(async (cwd) => {
      const { db } = await used(cwd)
      await timbre(['respaldo', 'copia.db'], { cwd })
      const old = (file: string) => edit(file, "INSERT INTO migracion VALUES ('0002_simulador', '2026', '')")
      old(join(cwd, 'copia.db'))
      const before = readFileSync(db)
      const refused = 'anterior a la primera, y no se actualiza'
      const restored = await timbre(['restaurar', 'copia.db'], { cwd })
      expect(restored).toMatchObject({ status: 1, err: expect.stringContaining(refused) })
      expect(readFileSync(db)).toEqual(before)
      old(db)
      const left = readFileSync(db)
      for (const command of [['serve'], ['verificar'], ['cola', 'listar']])
        expect(await timbre(command, { cwd })).toMatchObject({
          status: 1,
          err: expect.stringContaining(refused),
        })
      expect((await timbre(['doctor'], { cwd })).out).toMatch(new RegExp(`FALLA.*Base de datos.*${refused}`))
      expect(readFileSync(db)).toEqual(left)
    }))

  test('a backup into a folder that is not there names that folder', () =>
    inTempDir(async (cwd) => {
      await used(cwd)
      const { status, err } = await timbre(['respaldo', 'otra/copia.db'], { cwd })
      expect(status).toBe(1)
      expect(err).toMatch(/^No se puede trabajar en la carpeta \/[^\n]*\/otra \(/)
    }))

  test('two restores in one second keep both databases that were there', () =>
    inTempDir(async (cwd) => {
      await used(cwd)
      await timbre(['respaldo', 'copia.db'], { cwd })
      const folder = join(cwd, 'datos')
      for (let i = 0; i < 3; i++) {
        // Every name of the next seconds is taken.
        for (let s = 0; s < 60; s++) {
          const second = new Date(Date.now() + s * 1000).toISOString().replace(/\D/g, '').slice(0, 14)
          const name = join(folder, `timbre.db.antes-de-restaurar-${second}`)
          if (!existsSync(name)) writeFileSync(name, 'precious')
        }
        expect((await timbre(['restaurar', 'copia.db'], { cwd })).status).toBe(0)
      }
      const asides = readdirSync(folder).filter((name) => name.includes('antes-de-restaurar'))
      expect(asides.filter((name) => /\d{14}-\d$/.test(name))).toHaveLength(3)
    }))

  test('a restore beside a server is refused, though somebody deleted its lock file', () =>
    inTempDir(async (cwd) => {
      const { db } = await used(cwd)
      await timbre(['respaldo', 'copia.db'], { cwd })
      const server = openDatabase(db)
      server.prepare('SELECT count(*) FROM documento').get()
      expect(await timbre(['restaurar', 'copia.db'], { cwd })).toMatchObject({
        status: 1,
        err: expect.stringContaining('Otro programa tiene abierta'),
      })
      server.close()
      expect((await timbre(['restaurar', 'copia.db'], { cwd })).status).toBe(0)
    }))

  test('a key without its database is put right by a restore, and doctor says so', () =>
    inTempDir(async (cwd) => {
      const { db } = await used(cwd)
      await timbre(['respaldo', 'copia.db'], { cwd })
      rmSync(db)
      const env = { TIMBRE_ADDR: '127.0.0.1:0' }
      const { status, err } = await timbre(['serve'], { cwd, env })
      expect({ status, err }).toMatchObject({ status: 1, err: expect.stringContaining('timbre restaurar') })
      expect(existsSync(db)).toBe(false)
      expect((await timbre(['doctor'], { cwd })).out).toContain('es de una instalación anterior')
      expect((await timbre(['restaurar', 'copia.db'], { cwd })).status).toBe(0)
      expect((await timbre(['verificar'], { cwd })).status).toBe(0)
    }))

  test('a backup never overwrites a file', () =>
    inTempDir(async (cwd) => {
      await used(cwd)
      writeFileSync(join(cwd, 'copia.db'), 'precious')
      expect(await timbre(['respaldo', 'copia.db'], { cwd })).toMatchObject({
        status: 1,
        err: expect.stringContaining('ya existe'),
      })
      expect(readFileSync(join(cwd, 'copia.db'), 'utf8')).toBe('precious')
    }))

  test.each([
    [
      'that is no database',
      (copy: string) => writeFileSync(copy, 'x'.repeat(5000)),
      'no es una base de datos',
    ],
    ['with damaged pages', (copy: string) => damage(copy), 'dañado'],
    ['of another master key', (copy: string) => otherKey(copy), 'no abre'],
    ['without a table, whose journal was left behind', (copy: string) => empty(copy), 'no tiene datos'],
  ] as const)('a backup %s is refused and nothing changes', (_, spoil, message) =>
    inTempDir(async (cwd) => {
      const { db } = await used(cwd)
      const copy = join(cwd, 'copia.db')
      copyFileSync(db, copy)
      spoil(copy)
      const before = readFileSync(db)
      const { status, err } = await timbre(['restaurar', 'copia.db'], { cwd })
      expect(status).toBe(1)
      expect(err).toContain(message)
      expect(readFileSync(db).equals(before)).toBe(true)
    }),
  )
})

function damage(file: string): void {
  const bytes = readFileSync(file)
  bytes.fill(0xee, 5 * 4096, 25 * 4096)
  writeFileSync(file, bytes)
}

function empty(file: string): void {
  writeFileSync(file, '')
  const client = connect(file)
  client.exec('CREATE TABLE t (x); DROP TABLE t')
  client.close()
}

function otherKey(file: string): void {
  edit(file, "UPDATE meta SET valor = replace(valor, 'A', 'B') WHERE clave = 'clave_maestra'")
}

describe('verificar', () => {
  test('says that a sound database is sound', () =>
    inTempDir(async (cwd) => {
      await used(cwd)
      const { status, out } = await timbre(['verificar'], { cwd })
      expect(out).not.toContain('FALLA')
      expect(status).toBe(0)
    }))

  test.each([
    ['UPDATE documento_xml SET xml_cifrado = zeroblob(99)', 'Secretos de documento_xml.xml_cifrado'],
    ['UPDATE caf SET siguiente = siguiente + 2', 'sin explicación'],
    ['UPDATE documento SET folio = 900 WHERE folio = 3', 'fuera de su rango'],
    ['DELETE FROM envio_marco', 'sin su envío'],
    ['DELETE FROM documento_xml', 'sin su XML'],
    ['UPDATE documento_cuenta SET total = total + 1', 'no son los que hay'],
    ['DELETE FROM job_cuenta', 'no son los que hay'],
    ['DELETE FROM caf', 'una fila de documento sin su caf'],
    [
      'INSERT INTO folio_libre (empresa_id, ambiente, tipo_dte, folio, caf_id) SELECT empresa_id, ambiente, tipo_dte, folio, caf_id FROM documento WHERE folio = 1',
      'libres y usados a la vez',
    ],
  ])('%s is found', (sql, message) =>
    inTempDir(async (cwd) => {
      const { db } = await used(cwd)
      edit(db, sql)
      const { status, out } = await timbre(['verificar'], { cwd })
      expect(status).toBe(1)
      expect(out).toContain(message)
    }),
  )

  test('pages that nothing leads to are told, each on the one line of SQLite', () =>
    inTempDir(async (cwd) => {
      const { db } = await used(cwd)
      // Two pages more, in the file and in the count of its header (file format of SQLite, §1.3.7).
      const bytes = Buffer.concat([readFileSync(db), Buffer.alloc(2 * 4096)])
      bytes.writeUInt32BE(bytes.length / 4096, 28)
      writeFileSync(db, bytes)
      const { status, out } = await timbre(['verificar'], { cwd })
      expect(status).toBe(1)
      expect(out.split('\n')[0]).toMatch(/^FALLA {2}SQLite: .*never used.*, .* → restaure/)
    }))

  test('a damaged table is told, and beside it what of the others is sound and what is not', () =>
    inTempDir(async (cwd) => {
      const { db } = await used(cwd)
      edit(db, 'UPDATE caf SET siguiente = siguiente + 2')
      overwriteTable(db, 'documento_xml')
      const { status, out, err } = await timbre(['verificar'], { cwd })
      expect([status, err]).toEqual([1, ''])
      const lines = out.trimEnd().split('\n')
      expect(lines[0]).toMatch(/^FALLA {2}SQLite: /)
      const lineOf = (que: string) => lines.find((text) => text.includes(`  ${que}: `))
      expect(lineOf('Secretos de documento_xml.xml_cifrado')).toMatch(
        /^FALLA .*páginas están dañadas → restaure/,
      )
      expect(lineOf('Secretos de caf.xml_cifrado')).toMatch(/^bien /)
      expect(lineOf('Folios')).toMatch(/^FALLA .*sin explicación/)
      expect(lineOf('Totales de listas')).toMatch(/^bien /)
    }))

  test('an emptied database is no older version', () =>
    inTempDir(async (cwd) => {
      const { db } = await used(cwd)
      writeFileSync(db, '')
      expect(await timbre(['verificar'], { cwd })).toMatchObject({
        status: 1,
        err: expect.stringContaining('está vacío'),
      })
    }))
})

/** Garbage over every page that holds rows of a table. */
function overwriteTable(file: string, table: string): void {
  const client = connect(file, { readonly: true })
  const root = client
    .prepare('SELECT rootpage FROM sqlite_master WHERE name = ?')
    .pluck()
    .get(table) as number
  client.close()
  const bytes = readFileSync(file)
  bytes.fill(0xee, (root - 1) * 4096, root * 4096)
  writeFileSync(file, bytes)
}

/** Owner, group and mode of everything in a folder. */
const owners = (dir: string): string[] =>
  readdirSync(dir)
    .sort()
    .map((name) => {
      const { uid, gid, mode } = statSync(join(dir, name))
      return `${name.replace(/\d{14}/, '')} ${uid}:${gid} ${(mode & 0o777).toString(8)}`
    })

test('a restaurar that is refused leaves the wrong folder as it was, which a doctor of a named folder tells', () =>
  inTempDir(async (cwd) => {
    writeFileSync(join(cwd, 'copia.db'), 'x'.repeat(5000))
    mkdirSync(join(cwd, 'equivocada'))
    for (const folder of ['equivocada', 'ninguna/aquí']) {
      const there = existsSync(join(cwd, folder))
      expect((await timbre(['restaurar', 'copia.db', '--data', folder], { cwd })).status).toBe(1)
      expect(existsSync(join(cwd, folder))).toBe(there)
      const { status, out } = await timbre(['doctor', '--data', folder], { cwd })
      expect([status, out]).toEqual([1, expect.stringMatching(/FALLA {2}Base de datos: no hay una en /)])
    }
    expect(readdirSync(join(cwd, 'equivocada'))).toEqual([])
    expect(existsSync(join(cwd, 'ninguna'))).toBe(false)
  }))

// Only root can give files away; whoever else runs the tests has nothing to give.
describe.skipIf(process.geteuid?.() !== 0)('a command that root runs for the user of the server', () => {
  const [UID, GID] = [12_345, 12_346]

  /** A folder of that user's, its files readable for a group as somebody set them. */
  async function foreign(cwd: string): Promise<string> {
    const { db, key } = await used(cwd)
    const folder = join(cwd, 'datos')
    for (const path of [db, key]) chmodSync(path, 0o640)
    for (const path of [db, key, folder]) chownSync(path, UID, GID)
    return folder
  }

  test('restaurar leaves every file to that user, in the mode it had', () =>
    inTempDir(async (cwd) => {
      const folder = await foreign(cwd)
      await timbre(['respaldo', 'copia.db'], { cwd })
      expect((await timbre(['restaurar', 'copia.db'], { cwd })).status).toBe(0)
      expect(owners(folder)).toEqual([
        `clave.maestra ${UID}:${GID} 640`,
        `timbre.db ${UID}:${GID} 640`,
        `timbre.db.antes-de-restaurar- ${UID}:${GID} 640`,
        `timbre.lock ${UID}:${GID} 644`,
      ])
    }))

  test('restaurar into a folder without a database gives it to the owner of the folder', () =>
    inTempDir(async (cwd) => {
      const folder = await foreign(cwd)
      await timbre(['respaldo', 'copia.db'], { cwd })
      rmSync(join(folder, 'timbre.db'))
      // As root copied it there.
      chownSync(join(folder, 'clave.maestra'), 0, 0)
      chmodSync(join(folder, 'clave.maestra'), 0o600)
      writeFileSync(join(folder, 'notas.txt'), 'de otra persona')
      expect((await timbre(['restaurar', 'copia.db'], { cwd })).status).toBe(0)
      expect(owners(folder)).toEqual([
        `clave.maestra ${UID}:${GID} 600`,
        'notas.txt 0:0 644',
        `timbre.db ${UID}:${GID} 600`,
        `timbre.lock ${UID}:${GID} 644`,
      ])
    }))

  test('a file that its user may not read is named with whose it is', () =>
    inTempDir(async (cwd) => {
      const folder = await foreign(cwd)
      const key = join(folder, 'clave.maestra')
      const refused = Object.assign(new Error('no'), { code: 'EACCES', path: key })
      expect(() =>
        explained(join(folder, 'timbre.db'), () => {
          throw refused
        }),
      ).toThrow(`no tiene permiso sobre ${key}, que es del usuario ${UID} (EACCES)`)
    }))

  test('rotar-clave leaves key and database to that user, in the mode they had', () =>
    inTempDir(async (cwd) => {
      const folder = await foreign(cwd)
      expect((await timbre(['rotar-clave'], { cwd })).status).toBe(0)
      expect(owners(folder)).toEqual([
        `clave.maestra ${UID}:${GID} 640`,
        expect.stringMatching(new RegExp(`^clave\\.maestra\\.anterior-\\d{8}T\\d{6} ${UID}:${GID} 640$`)),
        `timbre.db ${UID}:${GID} 640`,
        `timbre.lock ${UID}:${GID} 644`,
      ])
    }))

  test('a command beside the server leaves journals that the server can write', () =>
    inTempDir(async (cwd) => {
      const folder = await foreign(cwd)
      const server = openDatabase(join(folder, 'timbre.db'))
      // Any write will do, by whoever has the database open as the server has.
      server.exec("UPDATE documento SET referencia_externa = 'x' WHERE folio = 1")
      expect((await timbre(['cola', 'listar'], { cwd })).status).toBe(0)
      expect(owners(folder).filter((line) => !line.includes(`${UID}:${GID}`))).toEqual([])
      server.close()
    }))
})

describe('rotar-clave', () => {
  test('is refused while a server runs, though somebody deleted its lock file', () =>
    inTempDir(async (cwd) => {
      const { db, key } = await used(cwd)
      const env = { TIMBRE_ADDR: '127.0.0.1:0' }
      const server = await start(['serve'], { cwd, env, ready: 'servidor.iniciado' })
      rmSync(join(cwd, 'datos/timbre.lock'))
      const { status, err } = await timbre(['rotar-clave'], { cwd })
      expect({ status, err }).toMatchObject({
        status: 1,
        err: expect.stringContaining(`tiene abierta ${db}`),
      })
      expect(readFileSync(key, 'utf8')).toBe(`${KEY}\n`)
      expect(existsSync(`${key}.nueva`)).toBe(false)
      expect(await server.stop()).toBe(0)
      expect((await timbre(['rotar-clave'], { cwd })).status).toBe(0)
      expect((await timbre(['verificar'], { cwd })).status).toBe(0)
    }))

  test('the new key opens everything, the old one nothing', () =>
    inTempDir(async (cwd) => {
      const { db, key } = await used(cwd)
      const before = sealedXml(db)
      expect((await timbre(['rotar-clave'], { cwd })).status).toBe(0)
      expect(readFileSync(key, 'utf8')).not.toContain(KEY)
      // Copies of before open with it alone.
      const [kept] = readdirSync(join(cwd, 'datos')).filter((name) => name.includes('anterior'))
      expect(readFileSync(join(cwd, 'datos', kept!), 'utf8')).toBe(`${KEY}\n`)
      expect(statSync(key).mode & 0o777).toBe(0o600)
      expect(sealedXml(db).equals(before)).toBe(false)
      expect((await timbre(['verificar'], { cwd })).status).toBe(0)
      writeFileSync(key, `${KEY}\n`)
      expect((await timbre(['verificar'], { cwd })).err).toContain('no abre')
    }))

  test('a stop after the database was written is made good by the next start', () =>
    inTempDir(async (cwd) => {
      const { key } = await used(cwd)
      await timbre(['rotar-clave'], { cwd })
      renameSync(key, `${key}.nueva`)
      writeFileSync(key, `${KEY}\n`)
      expect((await timbre(['verificar'], { cwd })).err).toContain('quedó a medias')
      expect(
        (
          await timbre(['usuario', 'clave', '--email', 'nadie@example.cl'], {
            cwd,
            input: 'una clave larga\n',
          })
        ).err,
      ).toContain('clave_maestra.rotada')
      expect(existsSync(`${key}.nueva`)).toBe(false)
      expect((await timbre(['verificar'], { cwd })).status).toBe(0)
    }))

  test('a stop before it was written leaves the old key in force', () =>
    inTempDir(async (cwd) => {
      const { key } = await used(cwd)
      writeFileSync(`${key}.nueva`, `${'ab'.repeat(32)}\n`)
      expect((await timbre(['verificar'], { cwd })).status).toBe(0)
      expect((await timbre(['rotar-clave'], { cwd })).status).toBe(0)
      expect((await timbre(['verificar'], { cwd })).status).toBe(0)
    }))

  test('a stop while the new key was being written leaves the old one in force', () =>
    inTempDir(async (cwd) => {
      const { key } = await used(cwd)
      writeFileSync(`${key}.nueva.parcial`, 'abab')
      expect((await timbre(['cola', 'listar'], { cwd })).status).toBe(0)
      expect((await timbre(['rotar-clave'], { cwd })).status).toBe(0)
      expect((await timbre(['verificar'], { cwd })).status).toBe(0)
      const keys = readdirSync(join(cwd, 'datos')).filter((name) => name.startsWith('clave.maestra'))
      expect(keys.sort()).toEqual(['clave.maestra', expect.stringContaining('.anterior-')])
    }))

  test('a key from the environment needs the new one there too', () =>
    inTempDir(async (cwd) => {
      await used(cwd)
      const env = { TIMBRE_MASTER_KEY: KEY }
      expect(await timbre(['rotar-clave'], { cwd, env })).toMatchObject({
        status: 1,
        err: expect.stringContaining('TIMBRE_MASTER_KEY_NUEVA'),
      })
      const nueva = 'cd'.repeat(32)
      expect(
        (await timbre(['rotar-clave'], { cwd, env: { ...env, TIMBRE_MASTER_KEY_NUEVA: nueva } })).status,
      ).toBe(0)
      expect((await timbre(['verificar'], { cwd, env: { TIMBRE_MASTER_KEY: nueva } })).status).toBe(0)
    }))

  test('one secret that does not open stops it, and nothing was changed', () => {
    const masterKey = new Uint8Array(32).fill(7)
    const { client, secrets } = openStore({ path: ':memory:', masterKey, clock: () => new Date(0) })
    client.pragma('foreign_keys = OFF')
    const place = (id: string) => ({ table: 'documento_xml', column: 'xml_cifrado', id })
    client
      .prepare('INSERT INTO documento_xml (documento_id, xml_cifrado) VALUES (?, ?), (?, ?)')
      .run('a', secrets.seal(place('a'), 'x'), 'b', Buffer.alloc(40))
    const all = () => client.prepare('SELECT * FROM documento_xml').all()
    const before = all()
    const other = createSecrets(new Uint8Array(32).fill(8))
    expect(() => client.transaction(() => resealAll(client, secrets, other))()).toThrow(
      'documento_xml.xml_cifrado of b',
    )
    expect(all()).toEqual(before)
  })

  test('every BLOB of the schema is among the sealed values, but for a logo and a digest, which are no secrets', () => {
    const { client } = openStore({
      path: ':memory:',
      masterKey: new Uint8Array(32),
      clock: () => new Date(0),
    })
    const blobs = client
      .prepare<[], string>(
        `SELECT t.name || '.' || c.name FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table' AND c.type = 'BLOB' AND t.name <> 'logo' AND c.name <> 'clave_sha256'`,
      )
      .pluck()
      .all()
    expect(SELLADOS.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(blobs.sort())
  })
})

describe('portal', () => {
  test('shows the logins that the SII refused, as doctor does, and lifts one that is not the SII’s own', () =>
    inTempDir(async (cwd) => {
      const { db } = await used(cwd)
      expect((await timbre(['doctor'], { cwd })).out).toContain('Portal del SII: ningún ingreso bloqueado')
      const client = openDatabase(db)
      const insert = client.prepare(
        `INSERT INTO portal_bloqueo (ambito, credencial, metodo, motivo, codigo_sii, glosa, desde, hasta)
         VALUES ('sii', ?, 'certificado', ?, '01.01.200.500.772.72', 'Llame a la mesa de ayuda', '2026-11-20T14:00:00.000Z', ?)`,
      )
      const cuentaId = client.prepare('SELECT id FROM cuenta').pluck().get() as string
      client
        .prepare(
          "INSERT INTO portal_pausa VALUES (?, 'sii', 'certificado 15432198-5', 'FIREWALL', '2999-01-01T12:00:00.000Z')",
        )
        .run(cuentaId)
      insert.run(`certificado 15432198-5 ${cuentaId}`, 'DESCONOCIDO', '2999-01-01T12:00:00.000Z')
      // Kept by the secret alone: the person is in the row, the companies are those that hold the clave.
      client.exec(
        `INSERT INTO portal_clave SELECT id, 'sii', '9876543-3', 'resumen', x'00', '2026', NULL FROM empresa;
         UPDATE empresa SET ambiente = 'certificacion';
         INSERT INTO portal_bloqueo (ambito, credencial, metodo, motivo, glosa, desde, rut)
         VALUES ('sii', 'resumen', 'clave', 'CLAVE_INCORRECTA', 'La clave no es correcta', '2026-11-21T14:00:00.000Z', '9876543-3')`,
      )
      insert.run('certificado 15432198-5', 'DEMASIADAS_SESIONES', '2999-01-01T12:00:00.000Z')
      insert.run('certificado 11111111-1 cta_1', 'DESCONOCIDO', '2026-11-20T14:15:00.000Z')
      client.close()
      const { out: told } = await timbre(['doctor'], { cwd })
      expect(told).toMatch(
        /AVISO {2}Portal del SII: .*15432198-5 en la cuenta \S+: DESCONOCIDO, .* hasta el 2999-01-01 .*termina solo/,
      )
      expect(told).toMatch(
        /AVISO {2}Portal del SII: 15432198-5, cuenta \S+: el SII rechaza por ahora .* hasta el 2999-01-01/,
      )
      expect(told).not.toContain('11111111-1 en la cuenta cta_1: DESCONOCIDO')
      const lines = (await timbre(['portal', 'listar'], { cwd })).out.trim().split('\n')
      expect(lines).toHaveLength(4)
      expect(lines[2]).toMatch(/ingreso por clave de 9876543-3, por 76543210-3, 96790240-3: CLAVE_INCORRECTA/)
      expect(lines[3]).toMatch(/^en espera {2}15432198-5/)
      const numberOf = (motivo: string) => lines.find((line) => line.includes(motivo))!.split(' ')[0]!
      const lift = (numero: string) => timbre(['portal', 'desbloquear', numero], { cwd })
      expect(await lift(numberOf('DEMASIADAS'))).toMatchObject({
        status: 1,
        err: expect.stringContaining('repita con --resuelto'),
      })
      expect((await lift('15432198-5')).err).toContain('Hay varios')
      // Another that begins meanwhile is not taken for it.
      const later = openDatabase(db)
      later.exec(
        "UPDATE portal_bloqueo SET desde = '2026-11-20T13:00:00.000Z' WHERE motivo = 'DEMASIADAS_SESIONES'",
      )
      later.exec(
        `INSERT INTO job (id, kind, empresa_id, ambiente, grupo, estado, run_at, error, created_at, queued_at)
         SELECT 'job_espera', 'rcv.sincronizar', id, ambiente, 'g', 'pending', 32472144000000, '{"code":"PORTAL_LOCKED"}', 0, 0
         FROM empresa LIMIT 1`,
      )
      later.close()
      expect((await lift(numberOf('DESCONOCIDO'))).status).toBe(0)
      expect((await timbre(['portal', 'listar'], { cwd })).out.trim().split('\n')).toHaveLength(3)
      const audited = openDatabase(db)
      const row = audited
        .prepare("SELECT actor, detalle FROM auditoria WHERE accion = 'portal.desbloqueado'")
        .get()
      const wait = audited.prepare("SELECT run_at FROM job WHERE id = 'job_espera'").pluck().get()
      audited.close()
      // Whoever waited for it tries now.
      expect(wait).toBeNull()
      expect(row).toMatchObject({ actor: 'operador', detalle: expect.stringContaining('15432198-5') })
      const resuelto = ['portal', 'desbloquear', numberOf('DEMASIADAS'), '--resuelto']
      expect((await timbre(resuelto, { cwd })).status).toBe(0)
    }))

  test('shows whom the pace keeps waiting, until when and how many jobs, as doctor does', () =>
    inTempDir(async (cwd) => {
      const { db } = await used(cwd)
      const client = openDatabase(db)
      const { id, cuenta_id: cuentaId } = client.prepare('SELECT id, cuenta_id FROM empresa').get() as {
        id: string
        cuenta_id: string
      }
      const rut = client.prepare('SELECT rut_titular FROM certificado').pluck().get()
      client
        .prepare('INSERT INTO portal_ritmo (ambito, rut, hasta, consultas) VALUES (?, ?, ?, 127)')
        .run(`simulacion:${cuentaId}`, rut, Date.now())
      const job = client.prepare(
        `INSERT INTO job (id, kind, empresa_id, ambiente, grupo, estado, run_at, created_at, queued_at, error)
         VALUES (?, ?, ?, 'simulacion', 'g', 'pending', ?, 0, 0, '{"code":"RATE_LIMIT"}')`,
      )
      const later = Date.now() + 240_000
      job.run('job_a', 'rcv.sincronizar', id, later)
      job.run('job_b', 'folios.solicitar', id, later)
      job.run('job_c', 'dte.emitir', id, later)
      client.close()
      const told = new RegExp(
        `${rut} \\(simulación\\): esa persona ya hizo .*, hasta el .*; esperan 2 trabajos, por turnos: el último hacia el \\d{4}-\\d\\d-\\d\\d [\\d:]{8}`,
      )
      expect((await timbre(['portal', 'listar'], { cwd })).out).toMatch(told)
      expect((await timbre(['doctor'], { cwd })).out).toMatch(told)
    }))

  test.each([[['portal']], [['portal', 'desbloquear']], [['portal', 'listar', 'x']]])(
    '%p is wrong usage',
    async (words) => {
      expect((await timbre(words)).status).toBe(2)
    },
  )
})

describe('cola', () => {
  test('shows what stopped, retries it and discards it', () =>
    inTempDir(async (cwd) => {
      const { failed, db } = await used(cwd)
      const written = connect(db)
      written.prepare("INSERT INTO trozo VALUES ('recibido_archivo', 'rec_1', 0, x'00')").run()
      written.close()
      const { out } = await timbre(['cola', 'listar', '--estado', 'failed'], { cwd })
      expect(out).toMatch(new RegExp(`^${failed}  failed .* 33 folio 5 `))
      expect((await timbre(['cola', 'reintentar', failed], { cwd })).status).toBe(0)
      expect(await timbre(['cola', 'descartar', failed], { cwd })).toMatchObject({
        status: 1,
        err: expect.stringContaining('estado pending'),
      })
      // The session at the SII is the server's, and so is a file that it is about to finish writing.
      const client = connect(db, { readonly: true })
      expect(client.prepare('SELECT count(*) FROM portal_sesion').pluck().get()).toBe(1)
      expect(client.prepare('SELECT count(*) FROM trozo').pluck().get()).toBe(1)
      client.close()
    }))

  test('a discarded job gives its folio back unless told otherwise', () =>
    inTempDir(async (cwd) => {
      const { failed, db } = await used(cwd)
      const several = ['cola', 'descartar', '--tipo', 'dte.emitir', '--retener-folio']
      // How many they are is told, and nothing is done before the person says so.
      expect(await timbre(several, { cwd })).toMatchObject({
        status: 1,
        err: expect.stringMatching(new RegExp(`^${failed}  dte\\.emitir  [\\s\\S]*--confirmar 1`)),
      })
      expect((await timbre([...several, '--ambiente', 'produccion'], { cwd })).err).toContain(
        'No hay trabajos',
      )
      expect((await timbre([...several, '--estado', 'failed'], { cwd })).status).toBe(2)
      const done = await timbre([...several, '--confirmar', '1'], { cwd })
      expect([done.status, done.out]).toEqual([0, `${failed}: descartado\n`])
      expect(await timbre(['cola', 'descartar', failed, 'job_nada'], { cwd })).toMatchObject({
        status: 1,
        err: expect.stringContaining('job_nada: No hay un trabajo'),
      })
      const client = connect(db, { readonly: true })
      expect(client.prepare('SELECT folio_estado FROM documento WHERE folio = 5').pluck().get()).toBe(
        'por_anular',
      )
      expect(
        client.prepare("SELECT actor FROM auditoria WHERE accion = 'emision.descartada'").pluck().get(),
      ).toBe('operador')
      client.close()
      expect((await timbre(['verificar'], { cwd })).status).toBe(0)
    }))

  test.each([
    [['cola', 'listar', '--estado', 'roto'], 2],
    [['cola', 'reintentar'], 2],
    [['cola', 'reintentar', 'job_nada'], 1],
  ])('%p is refused', (args, status) =>
    inTempDir(async (cwd) => {
      await used(cwd)
      expect((await timbre(args, { cwd })).status).toBe(status)
    }),
  )
})

describe('empresa importar and folios cargar', () => {
  const EMPRESA = {
    rut: '77123456-9',
    razon_social: 'Otra Limitada',
    giro: 'Venta',
    actividades_economicas: [475201],
    direccion: 'Calle 1',
    comuna: 'Santiago',
  }
  const importing = async (cwd: string, list: unknown) => {
    writeFileSync(join(cwd, 'empresas.json'), JSON.stringify(list))
    return timbre(['empresa', 'importar', 'empresas.json'], { cwd })
  }

  test('creates every company of the list', () =>
    inTempDir(async (cwd) => {
      await used(cwd)
      expect(await importing(cwd, [EMPRESA])).toMatchObject({
        status: 0,
        out: expect.stringContaining('77123456-9'),
      })
    }))

  test('tells every fault with its place and creates none', () =>
    inTempDir(async (cwd) => {
      await used(cwd)
      const { status, err } = await importing(cwd, [EMPRESA, { ...EMPRESA, rut: '1-1', gira: 'x' }, EMPRESA])
      expect(status).toBe(1)
      for (const part of ['[1].rut', '[1].gira', '[2].rut', 'No se creó ninguna']) expect(err).toContain(part)
      expect(await importing(cwd, [EMPRESA])).toMatchObject({ status: 0 })
    }))

  test('names a list that is not there, and one that is no JSON', () =>
    inTempDir(async (cwd) => {
      await used(cwd)
      const from = async (file: string) => (await timbre(['empresa', 'importar', file], { cwd })).err
      expect(await from('falta.json')).toContain('No se puede leer falta.json: no existe')
      writeFileSync(join(cwd, 'malo.json'), '{"rut":')
      expect(await from('malo.json')).toContain('malo.json no es JSON')
    }))

  test('a CAF that cannot be read or is none is named, the others are loaded', () =>
    inTempDir(async (cwd) => {
      await used(cwd)
      writeFileSync(join(cwd, 'malo.xml'), '<hola/>')
      const { status, err } = await timbre(
        ['folios', 'cargar', '--empresa', '76543210-3', 'malo.xml', 'falta.xml'],
        { cwd },
      )
      expect(status).toBe(1)
      expect(err).toContain('malo.xml: ')
      expect(err).toContain('falta.xml: no se puede leer: no existe')
    }))
})
