// An encrypted copy back in its place: the newest of a folder, on an empty machine or over what is there, key and all.

import { describe, expect, test } from 'bun:test'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '../../src/store/driver'
import { KEY } from './folder'
import { FRASE, respaldado } from './respaldado'
import { inTempDir, start, timbre } from './spawn'

const copias = (dir: string): string[] => readdirSync(dir).filter((name) => name.endsWith('.tar.age'))
const IDENTIDAD = ['--identidad', 'identidad']

const ask = (db: string, sql: string): unknown => {
  const client = connect(db)
  try {
    return client.prepare(sql).pluck().get()
  } finally {
    client.close()
  }
}

/** A copy at its destination, and a machine that is to get it. */
async function lost(cwd: string) {
  const made = await respaldado(cwd)
  expect((await timbre(['respaldo'], { cwd, env: made.env })).status).toBe(0)
  return { ...made, nueva: join(cwd, 'nueva') }
}

describe('timbre restaurar of copies', () => {
  test('brings the newest back to an empty machine, key and all, and its folios are asked about before the next', () =>
    inTempDir(async (cwd) => {
      const { env, destino, db, nueva } = await lost(cwd)
      const client = connect(db)
      client.exec("UPDATE documento SET referencia_externa = 'recien'")
      client.close()
      await timbre(['respaldo'], { cwd, env })
      const { status, out, err } = await timbre(['restaurar', destino, ...IDENTIDAD, '--data', nueva], {
        cwd,
      })
      expect({ status, out, err }).toMatchObject({
        status: 0,
        out: expect.stringContaining(`restaurado en ${nueva}`),
        err: expect.stringContaining('por conciliar'),
      })
      expect(readFileSync(join(nueva, 'clave.maestra'), 'utf8')).toBe(`${KEY}\n`)
      expect(statSync(join(nueva, 'clave.maestra')).mode & 0o777).toBe(0o600)
      expect(readdirSync(nueva).sort()).toEqual(['clave.maestra', 'timbre.db', 'timbre.lock'])
      expect((await timbre(['verificar', '--data', nueva], { cwd })).status).toBe(0)
      expect(ask(join(nueva, 'timbre.db'), 'SELECT referencia_externa FROM documento')).toBe('recien')
      const server = await start(['serve', '--data', nueva, '--addr', '127.0.0.1:0'], {
        cwd,
        ready: 'servidor.iniciado',
      })
      await server.logged('folios.por_conciliar')
      await server.stop()
    }))

  test('opens one under a passphrase of the environment, or typed', () =>
    inTempDir(async (cwd) => {
      const { donde, destino, nueva } = await lost(cwd)
      for (const name of copias(destino)) rmSync(join(destino, name))
      await timbre(['respaldo'], { cwd, env: { ...donde, ...FRASE } })
      const typed = await timbre(['restaurar', destino, '--data', nueva], {
        cwd,
        input: `${FRASE.TIMBRE_RESPALDO_FRASE}\n`,
      })
      expect(typed.status).toBe(0)
      rmSync(nueva, { recursive: true })
      const wrong = await timbre(['restaurar', destino, '--data', nueva], {
        cwd,
        env: { TIMBRE_RESPALDO_FRASE: 'otra frase cualquiera' },
      })
      expect([wrong.status, wrong.err]).toEqual([1, expect.stringContaining('La frase no abre la copia')])
      expect(existsSync(nueva)).toBe(false)
    }))

  test('takes an older one by its name, or the file itself', () =>
    inTempDir(async (cwd) => {
      const { env, destino, nueva } = await lost(cwd)
      const [older] = copias(destino)
      // Else the day's last would take its place.
      await timbre(['respaldo', 'ensayar'], { cwd, env })
      await timbre(['respaldo'], { cwd, env })
      const named = ['restaurar', destino, '--copia', older!, ...IDENTIDAD, '--data', nueva]
      expect((await timbre(named, { cwd })).out).toContain(older!)
      const file = ['restaurar', join(destino, older!), ...IDENTIDAD, '--data', join(cwd, 'otra')]
      expect((await timbre(file, { cwd })).status).toBe(0)
    }))

  test('over a database with another key keeps both that were there', () =>
    inTempDir(async (cwd) => {
      const { destino } = await lost(cwd)
      expect((await timbre(['rotar-clave'], { cwd })).status).toBe(0)
      const rotated = readFileSync(join(cwd, 'datos/clave.maestra'), 'utf8')
      const { status, out } = await timbre(['restaurar', destino, ...IDENTIDAD], { cwd })
      expect([status, out]).toEqual([0, expect.stringContaining('La clave maestra anterior')])
      expect((await timbre(['verificar'], { cwd })).status).toBe(0)
      const names = readdirSync(join(cwd, 'datos'))
      const [base, clave] = ['timbre.db.antes', 'clave.maestra.antes'].map(
        (begin) => names.find((name) => name.startsWith(begin))!,
      )
      expect(readFileSync(join(cwd, 'datos', clave!), 'utf8')).toBe(rotated)
      // The pair that was there is a pair still.
      const env = { TIMBRE_MASTER_KEY: rotated.trim() }
      const back = await timbre(['restaurar', join('datos', base!), '--data', 'vuelta'], { cwd, env })
      expect(back.status).toBe(0)
    }))

  test('is ended by the next start when it died before the key had its name', () =>
    inTempDir(async (cwd) => {
      const { destino, nueva } = await lost(cwd)
      await timbre(['restaurar', destino, ...IDENTIDAD, '--data', nueva], { cwd })
      copyFileSync(join(nueva, 'clave.maestra'), join(nueva, 'clave.maestra.nueva'))
      writeFileSync(join(nueva, 'clave.maestra'), `${'01'.repeat(32)}\n`)
      const server = await start(['serve', '--data', nueva, '--addr', '127.0.0.1:0'], {
        cwd,
        ready: 'servidor.iniciado',
      })
      await server.stop()
      expect(readFileSync(join(nueva, 'clave.maestra'), 'utf8')).toBe(`${KEY}\n`)
    }))

  test.each([
    [
      'of another private key',
      async (cwd: string) => {
        await timbre(['respaldo', 'crear-clave', 'otra'], { cwd })
        return ['copias', '--identidad', 'otra']
      },
      'La clave privada no abre la copia',
    ],
    ['without any key', async () => ['copias'], '--identidad'],
    [
      'that was cut short',
      async (cwd: string) => {
        const path = join(cwd, 'copias', copias(join(cwd, 'copias'))[0]!)
        writeFileSync(path, readFileSync(path).subarray(0, -5000))
        return ['copias', ...IDENTIDAD]
      },
      'dañada o incompleta',
    ],
    [
      'of several servers',
      async (cwd: string) => {
        const [name] = copias(join(cwd, 'copias'))
        copyFileSync(
          join(cwd, 'copias', name!),
          join(cwd, 'copias', name!.replace(/-[0-9a-f]{8}-/, '-00000000-')),
        )
        return ['copias', ...IDENTIDAD]
      },
      'copias de 2 servidores',
    ],
    [
      'of an empty folder',
      async (cwd: string) => {
        for (const name of copias(join(cwd, 'copias'))) rmSync(join(cwd, 'copias', name))
        return ['copias', ...IDENTIDAD]
      },
      'No hay copias en',
    ],
    ['of a bucket without its keys', async () => ['s3://respaldos/casa'], 'TIMBRE_RESPALDO_S3_LLAVE'],
  ] as const)('%s is refused, and nothing changes', (_, spoil, message) =>
    inTempDir(async (cwd) => {
      const { db, nueva } = await lost(cwd)
      const words = await spoil(cwd)
      const before = readFileSync(db)
      for (const folder of ['datos', nueva]) {
        const { status, err } = await timbre(['restaurar', ...words, '--data', folder], { cwd })
        expect([status, err]).toEqual([1, expect.stringContaining(message)])
      }
      expect(readFileSync(db).equals(before)).toBe(true)
      expect(readdirSync(join(cwd, 'datos')).filter((name) => /descarga|nueva/.test(name))).toEqual([])
      expect(existsSync(nueva)).toBe(false)
    }),
  )
})
