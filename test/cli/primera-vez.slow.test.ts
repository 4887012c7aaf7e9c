// First contact with the command line: what makes a data folder and what does not, and who gets an account (http §23).

import { describe, expect, test } from 'bun:test'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { explained } from '../../src/cli/carpeta'
import { Falla } from '../../src/cli/comando'
import { connect } from '../../src/store/driver'
import { runHere } from './in-process'
import { inTempDir } from './spawn'

const PASSWORD = 'una frase larga y propia'

/** Runs a command in this process over the data folder `dir`. */
const timbre = (dir: string, argv: readonly string[], env: Record<string, string> = {}) =>
  runHere([...argv, '--data', join(dir, 'datos')], { env, input: PASSWORD })

const owner = ['usuario', 'crear', '--email', 'ana@example.cl', '--nombre', 'Ana Muñoz']

const ON_A_DATABASE = [
  ['cola', 'listar'],
  ['cola', 'descartar', 'job_1'],
  ['apikey', 'crear', '--empresa', '76543210-3', '--nombre', 'ERP'],
  ['apikey', 'revocar', 'key_1'],
  ['empresa', 'crear', '/dev/null'],
  ['folios', 'saltar', '76543210-3', '33', '9'],
  ['billing', 'listar'],
  ['usuario', 'clave', '--email', 'ana@example.cl'],
  ['usuario', 'restablecer', '--email', 'ana@example.cl'],
  ['rotar-clave'],
  ['respaldo', '/dev/null/copia.db'],
  ['verificar'],
]

test.each(ON_A_DATABASE.map((argv) => [argv.join(' '), argv] as const))(
  '%s, in a folder without a database, says that there is none and makes nothing',
  (_, argv) =>
    inTempDir(async (dir) => {
      const { status, err } = await timbre(dir, argv)
      expect(readdirSync(dir)).toEqual([])
      expect(status).not.toBe(0)
      if (status === 1) expect(err).toContain('No hay una base de datos en')
    }),
)

test('a port in use leaves neither folder nor key of a first start', () =>
  inTempDir(async (dir) => {
    const taken = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
    const addr = ['--addr', `127.0.0.1:${taken.port}`]
    for (const command of ['serve', 'simulador'])
      expect(await timbre(dir, [command, ...addr])).toMatchObject({
        status: 1,
        err: expect.stringContaining('ya está en uso'),
      })
    taken.stop(true)
    expect(readdirSync(dir)).toEqual([])
  }))

test('a folder that the system keeps from this user is told as such, and not as one without a database', () => {
  const refused = () => {
    throw Object.assign(new Error("EACCES: permission denied, access '/var/lib/timbre'"), { code: 'EACCES' })
  }
  expect(() => explained('/var/lib/timbre/timbre.db', refused)).toThrow(Falla)
  expect(() => explained('/var/lib/timbre/timbre.db', refused)).toThrow(
    /no tiene permiso sobre \/var\/lib\/timbre \(EACCES\)/,
  )
})

describe('usuario crear', () => {
  test('makes the first account of a folder, and says of a second one that it is another', () =>
    inTempDir(async (dir) => {
      const first = await timbre(dir, owner)
      expect(first).toMatchObject({ status: 0, err: '' })
      expect(first.out).toContain('Aún no tiene una empresa: entre con ese correo en la página /app/')
      const id = /cta_\w+/.exec(first.out)![0]
      const second = await timbre(dir, ['usuario', 'crear', '--email', 'eva@example.cl', '--nombre', 'Eva'])
      expect(second.err).toContain(`Es una cuenta nueva, aparte de ${id} (Ana Muñoz)`)
      expect(second.out).not.toContain(id)
    }))

  test('adds a colleague to the account that an id or an e-mail in it names', () =>
    inTempDir(async (dir) => {
      const id = /cta_\w+/.exec((await timbre(dir, owner)).out)![0]
      for (const [cuenta, email] of [
        [id, 'uno@example.cl'],
        ['ANA@example.cl', 'dos@example.cl'],
      ] as const) {
        const colleague = ['usuario', 'crear', '--email', email, '--nombre', 'Colega', '--cuenta', cuenta]
        expect(await timbre(dir, colleague)).toMatchObject({
          status: 2,
          err: expect.stringContaining('--rol es uno de propietario, administrador'),
        })
        const made = await timbre(dir, [...colleague, '--rol', 'contador'])
        expect(made).toMatchObject({ status: 0, err: '' })
        expect(made.out).toContain(`como contador en la cuenta ${id} (Ana Muñoz)`)
      }
      const unknown = [
        '--cuenta',
        'cta_NOESTA',
        '--rol',
        'lector',
        '--email',
        'x@example.cl',
        '--nombre',
        'X',
      ]
      expect(await timbre(dir, ['usuario', 'crear', ...unknown])).toMatchObject({
        status: 1,
        err: expect.stringContaining('No hay una cuenta con el id cta_NOESTA'),
      })
    }))
})

describe('respaldo', () => {
  test('writes into the copy which program made it', () =>
    inTempDir(async (dir) => {
      await timbre(dir, owner)
      await timbre(dir, ['respaldo', join(dir, 'copia.db')])
      const copy = connect(join(dir, 'copia.db'), { readonly: true })
      const made = copy.prepare("SELECT valor FROM meta WHERE clave = 'copiada_por'").pluck().get()
      copy.close()
      expect(made).toMatch(/^Timbre \d+\.\d+\.\d+/)
    }))

  test('names the key that is really in force: the file, or the variable', () =>
    inTempDir(async (dir) => {
      await timbre(dir, owner)
      const file = join(dir, 'datos/clave.maestra')
      expect((await timbre(dir, ['respaldo', join(dir, 'uno.db')])).err).toContain(`Guarde también ${file}`)
      // Made under the variable, and asked for without it: no such file was ever there.
      rmSync(file)
      const { err } = await timbre(dir, ['respaldo', join(dir, 'dos.db')])
      expect(err).not.toContain(file)
      expect(err).toContain('el valor de TIMBRE_MASTER_KEY')
    }))
})
