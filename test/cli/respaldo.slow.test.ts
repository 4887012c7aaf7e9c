// Copies at their destination, as a person and the server make, list and try them.

import { describe, expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FRASE, respaldado } from './respaldado'
import { inTempDir, timbre } from './spawn'

const copias = (dir: string): string[] => readdirSync(dir).filter((name) => name.endsWith('.tar.age'))

describe('timbre respaldo', () => {
  test('writes an encrypted copy, which a trial opens and verifies, and lists it with what came of that', () =>
    inTempDir(async (cwd) => {
      const { donde, destino } = await respaldado(cwd)
      const env = { ...donde, ...FRASE }
      expect((await timbre(['respaldo', 'ensayar'], { cwd, env })).err).toContain('aún no tiene copias')
      const made = await timbre(['respaldo'], { cwd, env })
      expect(made).toMatchObject({
        status: 0,
        out: expect.stringContaining('cifrada y con la clave maestra'),
      })
      expect(copias(destino)).toHaveLength(1)
      expect(readdirSync(join(cwd, 'datos')).filter((name) => /respaldo$|ensayo$/.test(name))).toEqual([])
      expect((await timbre(['respaldo', 'listar'], { cwd, env })).out).toContain('sin ensayar')
      const tried = await timbre(['respaldo', 'ensayar'], { cwd, env })
      expect(tried).toMatchObject({ status: 0, out: expect.stringContaining('la encontró en orden') })
      expect((await timbre(['respaldo', 'listar'], { cwd, env })).out).toMatch(
        /^timbre-[0-9a-f]{8}-\d{8}T\d{6}Z\.tar\.age {2}\d+ bytes {2}ensayada el /,
      )
    }))

  test('for a public key is tried without being opened, which it says, and is opened by who has the private one', () =>
    inTempDir(async (cwd) => {
      const { donde } = await respaldado(cwd)
      const { out } = await timbre(['respaldo', 'crear-clave', 'clave.txt'], { cwd })
      const env = { ...donde, TIMBRE_RESPALDO_PARA: /age1\S+/.exec(out)![0] }
      expect((await timbre(['respaldo'], { cwd, env })).status).toBe(0)
      expect((await timbre(['respaldo', 'ensayar'], { cwd, env })).out).toContain('No se abrió')
      const opened = await timbre(['respaldo', 'ensayar', '--identidad', 'clave.txt'], { cwd, env })
      expect(opened).toMatchObject({ status: 0, out: expect.stringContaining('la encontró en orden') })
      expect((await timbre(['respaldo', 'crear-clave', 'clave.txt'], { cwd })).err).toContain('ya existe')
    }))

  test('whose bytes changed at the destination fails its trial, with or without a key', () =>
    inTempDir(async (cwd) => {
      const { env, destino } = await respaldado(cwd)
      await timbre(['respaldo'], { cwd, env })
      const path = join(destino, copias(destino)[0]!)
      const bytes = readFileSync(path)
      bytes[bytes.length - 100]! ^= 1
      writeFileSync(path, bytes)
      expect(await timbre(['respaldo', 'ensayar'], { cwd, env })).toMatchObject({
        status: 1,
        out: expect.stringContaining('no son los que se escribieron'),
      })
      expect((await timbre(['respaldo', 'ensayar', '--identidad', 'identidad'], { cwd, env })).out).toContain(
        'dañada',
      )
      writeFileSync(path, bytes.subarray(0, -1))
      expect((await timbre(['respaldo', 'ensayar'], { cwd, env })).out).toContain('y se escribieron')
      rmSync(path)
      expect((await timbre(['respaldo', 'ensayar'], { cwd, env })).out).toContain('no existe')
    }))

  test('that is no copy is named by who would restore it, with how to choose another', () =>
    inTempDir(async (cwd) => {
      const { donde, destino } = await respaldado(cwd)
      const env = { ...donde, ...FRASE }
      await timbre(['respaldo'], { cwd, env })
      const later = copias(destino)[0]!.replace(/\d{8}T/, '20991231T')
      writeFileSync(join(destino, later), 'age-encryption.org/v1\nbasura')
      const { status, err } = await timbre(['restaurar', destino, '--data', 'otra'], {
        cwd,
        env,
      })
      expect([status, err]).toEqual([1, expect.stringContaining(later)])
      expect(err).toContain('--copia')
    }))

  test('removes what is no longer to be kept of its own, and nothing that it did not write', () =>
    inTempDir(async (cwd) => {
      const { env: base, destino } = await respaldado(cwd)
      const env = { ...base, TIMBRE_RESPALDO_CONSERVAR: '1/0/0/0' }
      await timbre(['respaldo'], { cwd, env })
      const [first] = copias(destino)
      // Another server's, and so old that no policy would keep it.
      const foreign = 'timbre-00000000-20200101T000000Z.tar.age'
      for (const name of [foreign, 'notas.txt']) copyFileSync(join(destino, first!), join(destino, name))
      const { out } = await timbre(['respaldo'], { cwd, env })
      expect(out).toContain('Se borró una copia')
      expect(readdirSync(destino)).toHaveLength(3)
      expect(readdirSync(destino)).not.toContain(first)
      expect((await timbre(['respaldo', 'listar'], { cwd, env })).out).toContain(`${foreign}  `)
    }))

  test('keeps beside the newest copy the newest that a trial opened', () =>
    inTempDir(async (cwd) => {
      const { env: base, destino } = await respaldado(cwd)
      const env = { ...base, TIMBRE_RESPALDO_CONSERVAR: '1/0/0/0' }
      await timbre(['respaldo'], { cwd, env })
      const [proven] = copias(destino)
      expect((await timbre(['respaldo', 'ensayar'], { cwd, env })).status).toBe(0)
      for (let i = 0; i < 2; i++) await timbre(['respaldo'], { cwd, env })
      expect(copias(destino)).toHaveLength(2)
      expect(copias(destino)).toContain(proven!)
    }))

  test('into a folder that is not there fails, says so and leaves nothing', () =>
    inTempDir(async (cwd) => {
      const { env, destino } = await respaldado(cwd)
      rmSync(destino, { recursive: true })
      const { status, err } = await timbre(['respaldo'], { cwd, env })
      expect([status, err]).toEqual([
        1,
        expect.stringContaining('no existe; cree la carpeta, o monte su disco'),
      ])
      mkdirSync(destino)
      expect((await timbre(['respaldo'], { cwd, env })).status).toBe(0)
    }))

  test('without a destination names the variables, and takes no option of another', () =>
    inTempDir(async (cwd) => {
      await respaldado(cwd)
      expect((await timbre(['respaldo'], { cwd })).err).toContain('TIMBRE_RESPALDO_DESTINO')
      expect((await timbre(['respaldo', '--identidad', 'x'], { cwd })).status).toBe(2)
      expect((await timbre(['respaldo', 'listar', 'x'], { cwd })).status).toBe(2)
    }))
})
