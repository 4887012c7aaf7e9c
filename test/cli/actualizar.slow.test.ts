// `timbre actualizar` over programs that a person could have: whole or not at all (http §23). The "older" program is this one under
// another version, the service two commands of a shell.

import { describe, expect, test } from 'bun:test'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { platformLabel } from '../../src/cli/upgrade-source'
import { zipResponse } from '../../src/http/zip'
import { connect } from '../../src/store/driver'
import { commandLine, inTempDir, timbre } from './spawn'
import { writeSystemctl } from './systemctl'

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

const EMPRESA = {
  rut: '76543210-3',
  razon_social: 'Ferretería El Ñandú Limitada',
  giro: 'Venta de materiales',
  actividades_economicas: [475201],
  direccion: 'Av. San Miguel 2380',
  comuna: 'Talca',
}

/** A program of this source that calls itself `version`; `serve` replaces what it does to serve. */
function writeProgram(path: string, version: string | null, serve = ''): void {
  const command = commandLine()
    .map((word) => `'${word}'`)
    .join(' ')
  const named = version ? `[ "$1" = --version ] && { echo ${version}; exit 0; }\n` : ''
  const serving = serve ? `[ "$1" = serve ] && { ${serve}; }\n` : ''
  writeFileSync(path, `#!/bin/sh\n${named}${serving}exec ${command} "$@"\n`)
  chmodSync(path, 0o755)
}

interface Instalado {
  dir: string
  datos: string
  programa: string
  nuevo: string
  base: string
  /** The command that stops the server. */
  detener: string
  actualizar(...args: string[]): ReturnType<typeof timbre>
  /** The same, which believes the server at an address of nobody. */
  atNobody(...args: string[]): ReturnType<typeof timbre>
  /** Version that answers, null where nobody does. */
  answers(): Promise<boolean>
  owners(): number
  /** Makes a company; its id. */
  company(): Promise<string>
}

/** A folder with an older program in service, and data of it. */
async function installed(use: (all: Instalado) => Promise<void>): Promise<void> {
  await inTempDir(async (dir) => {
    const port = await freePort()
    const [programa, nuevo, datos] = [join(dir, 'bin/timbre'), join(dir, 'timbre'), join(dir, 'datos')]
    mkdirSync(join(dir, 'bin'))
    writeProgram(programa, '0.0.9')
    writeProgram(nuevo, null)
    const env = {
      TIMBRE_ADDR: `127.0.0.1:${port}`,
      TIMBRE_ADMIN_EMAIL: 'marta@example.cl',
      TIMBRE_ADMIN_PASSWORD: 'una frase larga y propia',
    }
    const pid = join(dir, 'pid')
    const detener = `[ ! -f ${pid} ] || { kill $(cat ${pid}); while kill -0 $(cat ${pid}) 2> /dev/null; do sleep 0.05; done; rm ${pid}; }`
    const partir = `${programa} serve --data ${datos} > ${dir}/log 2>&1 & echo $! > ${pid}`
    const shell = (orden: string) => Bun.spawnSync(['sh', '-c', orden], { env: { ...process.env, ...env } })
    const answers = async (): Promise<boolean> => {
      const answer = await fetch(`http://127.0.0.1:${port}/salud`).catch(() => null)
      return answer?.ok ?? false
    }
    const upgrade = (variables: Record<string, string>, args: readonly string[]) =>
      timbre(
        [
          ...['actualizar', '--data', datos, '--programa', programa],
          ...['--detener', detener, '--partir', partir, ...args],
        ],
        { cwd: dir, env: variables },
      )
    try {
      shell(partir)
      while (!(await answers())) await Bun.sleep(50)
      await use({
        dir,
        datos,
        programa,
        nuevo,
        base: join(datos, 'timbre.db'),
        detener,
        answers,
        owners() {
          const db = connect(join(datos, 'timbre.db'), { readonly: true })
          const n = db.prepare('SELECT count(*) FROM usuario').pluck().get() as number
          db.close()
          return n
        },
        async company() {
          const post = async (path: string, body: object, token = ''): Promise<Record<string, string>> => {
            const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
              method: 'POST',
              headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
              body: JSON.stringify(body),
            })
            return ((await answer.json()) as { data: Record<string, string> }).data
          }
          const login = { email: env.TIMBRE_ADMIN_EMAIL, password: env.TIMBRE_ADMIN_PASSWORD }
          const { access_token } = await post('/auth/login', login)
          return (await post('/v1/empresa', EMPRESA, access_token)).id!
        },
        actualizar: (...args) => upgrade(env, args),
        atNobody: (...args) => upgrade({ ...env, TIMBRE_ADDR: '127.0.0.1:1' }, args),
      })
    } finally {
      shell(detener)
    }
  })
}

const left = (datos: string): string[] =>
  readdirSync(datos).filter((name) => !/^(timbre\.(db|lock|marca)(-\w+)?|clave\.maestra)$/.test(name))

describe('timbre actualizar', () => {
  test('puts another program in the place of the one in use, which stays beside it with its database', () =>
    installed(async ({ actualizar, answers, programa, nuevo, datos, owners }) => {
      const { status, out, err } = await actualizar(nuevo)
      expect([status, err]).toEqual([0, ''])
      expect(out).toContain('antes, 0.0.9')
      expect(await answers()).toBe(true)
      expect(readFileSync(programa, 'utf8')).toBe(readFileSync(nuevo, 'utf8'))
      expect(readFileSync(`${programa}.anterior`, 'utf8')).toContain('0.0.9')
      expect(existsSync(`${programa}.nuevo`)).toBe(false)
      expect(left(datos)).toEqual([expect.stringMatching(/^timbre\.db\.antes-de-actualizar-\d{14}$/)])
      expect(owners()).toBe(1)
      expect((await actualizar(nuevo)).out).toContain('Ya está instalado')
    }))

  test('keeps three copies of what was before, the newest, and says which it deleted', () =>
    installed(async ({ actualizar, nuevo, datos }) => {
      for (const year of [2021, 2022, 2023, 2024])
        writeFileSync(join(datos, `timbre.db.antes-de-actualizar-${year}0101000000`), 'x')
      const { status, out } = await actualizar(nuevo)
      expect(status).toBe(0)
      expect(left(datos).sort()).toEqual([
        'timbre.db.antes-de-actualizar-20230101000000',
        'timbre.db.antes-de-actualizar-20240101000000',
        expect.stringMatching(/actualizar-20(?!2[0-4])\d{12}$/),
      ])
      expect(out).toMatch(/^Borrada .*-20210101000000/m)
      expect(out).toMatch(/^Borrada .*-20220101000000/m)
    }))

  test('waits for a server that ends after the command which stops it', () =>
    installed(async ({ actualizar, answers, dir, programa, nuevo }) => {
      const stop = `(old=$(cat ${dir}/pid); sleep 2; kill $old) > /dev/null 2>&1 &`
      const { status, err } = await actualizar(nuevo, '--detener', stop)
      expect([status, err]).toEqual([0, ''])
      expect([await answers(), readFileSync(programa, 'utf8')]).toEqual([true, readFileSync(nuevo, 'utf8')])
    }))

  test('takes a program out of the ZIP that a release has for Windows', () =>
    installed(async ({ actualizar, dir, programa, nuevo, datos }) => {
      const zip = join(dir, 'timbre-9.9.9-windows-x64.zip')
      async function* files(nombre: string) {
        const bytes = readFileSync(nuevo)
        yield { nombre: 'timbre-9.9.9/LEAME.txt', bytes, fecha: '2026-11-29T12:45:30', compress: true }
        yield { nombre, bytes, fecha: '2026-11-29T12:45:30', compress: true }
      }
      writeFileSync(zip, await zipResponse('', files('timbre-9.9.9/otro.exe')).bytes())
      expect((await actualizar(zip)).err).toContain('no tiene el programa timbre.exe')
      writeFileSync(zip, 'PK')
      expect((await actualizar(zip)).err).toContain('está dañado')
      expect(left(datos)).toEqual([])
      writeFileSync(zip, await zipResponse('', files('timbre-9.9.9/timbre.exe')).bytes())
      const { status, err } = await actualizar(zip)
      expect([status, err]).toEqual([0, ''])
      expect(readFileSync(programa, 'utf8')).toBe(readFileSync(nuevo, 'utf8'))
    }))

  test('leaves all as it was where the new program does not come up, and says why', () =>
    installed(async ({ actualizar, answers, programa, nuevo, owners }) => {
      const before = readFileSync(programa, 'utf8')
      writeProgram(nuevo, '0.2.0', 'exit 7')
      const { status, err } = await actualizar(nuevo, '--espera', '2')
      expect(status).toBe(1)
      expect(err).toContain('Todo quedó como estaba')
      expect(readFileSync(programa, 'utf8')).toBe(before)
      while (!(await answers())) await Bun.sleep(50)
      expect(owners()).toBe(1)
    }))

  test('does not go back over what the new program has done, and starts it again', () =>
    installed(async ({ actualizar, dir, programa, nuevo, base, company }) => {
      const empresa = await company()
      const db = connect(base)
      // As if it had been taken right before the end.
      db.exec(`INSERT INTO job (id, kind, empresa_id, ambiente, grupo, estado, created_at, queued_at, completed_at)
        VALUES ('job_1', 'dte.emitir', '${empresa}', 'simulacion', 'dte.emitir:${empresa}', 'completed', 9e15, 9e15, 9e15)`)
      db.close()
      const partidas = join(dir, 'partidas')
      writeProgram(nuevo, '0.2.0', `echo una >> ${partidas}; exit 7`)
      const { status, err } = await actualizar(nuevo, '--espera', '2')
      expect(status).toBe(1)
      expect(err).toContain('no se volvió atrás')
      expect(err).toContain('Se partió otra vez')
      while (readFileSync(partidas, 'utf8') !== 'una\nuna\n') await Bun.sleep(50)
      expect(readFileSync(programa, 'utf8')).toBe(readFileSync(nuevo, 'utf8'))
    }))

  test('stops nothing where the new program does not start from a copy of the database', () =>
    installed(async ({ actualizar, answers, programa, nuevo, datos }) => {
      const before = readFileSync(programa, 'utf8')
      for (const [text, said] of [
        ['#!/bin/sh\nexit 3\n', 'no es un programa'],
        [
          '#!/bin/sh\n[ "$1" = --version ] && echo 0.2.0 || { echo le falta algo >&2; exit 1; }\n',
          'le falta algo',
        ],
      ] as const) {
        writeFileSync(nuevo, text)
        const { status, err } = await actualizar(nuevo)
        expect([status, err]).toEqual([1, expect.stringContaining(said)])
        expect(err).toContain('No se cambió nada')
        expect(await answers()).toBe(true)
      }
      expect(readFileSync(programa, 'utf8')).toBe(before)
      expect(left(datos)).toEqual([])
    }))

  test('leaves a server where the command that stops it stops it and fails', () =>
    installed(async ({ actualizar, answers, programa, nuevo, detener }) => {
      const before = readFileSync(programa, 'utf8')
      const { status, err } = await actualizar(nuevo, '--detener', `${detener}; exit 9`)
      expect([status, err]).toEqual([1, expect.stringContaining('No se pudo detener')])
      while (!(await answers())) await Bun.sleep(50)
      expect(readFileSync(programa, 'utf8')).toBe(before)
    }))

  test('rehearses and no more where it is asked to', () =>
    installed(async ({ actualizar, programa, nuevo, datos, answers }) => {
      const before = readFileSync(programa, 'utf8')
      const { status, out } = await actualizar(nuevo, '--ensayar')
      expect([status, out]).toEqual([0, expect.stringContaining('Ensayado')])
      expect([readFileSync(programa, 'utf8'), await answers(), left(datos)]).toEqual([before, true, []])
    }))

  test('takes a release by its folder or its address, whose sums and signature are right, and no other', () =>
    installed(async ({ actualizar, dir, nuevo, programa }) => {
      const entrega = join(dir, 'entrega')
      const archivo = `timbre-9.9.9-${platformLabel()}.tar.gz`
      mkdirSync(join(entrega, 'timbre-9.9.9'), { recursive: true })
      writeFileSync(join(entrega, 'timbre-9.9.9/timbre'), readFileSync(nuevo))
      chmodSync(join(entrega, 'timbre-9.9.9/timbre'), 0o755)
      Bun.spawnSync(['tar', '-czf', archivo, 'timbre-9.9.9'], { cwd: entrega })
      const { publicKey, privateKey } = generateKeyPairSync('ed25519')
      const clave = join(dir, 'clave.pem')
      writeFileSync(clave, publicKey.export({ type: 'spki', format: 'pem' }))
      const sha = createHash('sha256')
        .update(readFileSync(join(entrega, archivo)))
        .digest('hex')
      const sumas = Buffer.from(`${sha}  ${archivo}\n`)
      writeFileSync(join(entrega, 'SHA256SUMS'), sumas)
      expect((await actualizar(entrega)).err).toContain('--clave')
      writeFileSync(join(entrega, 'SHA256SUMS'), `${sha}  timbre-/../../${archivo}\n`)
      expect((await actualizar(entrega)).err).toContain('no hay un programa para esta máquina')
      writeFileSync(join(entrega, 'SHA256SUMS'), sumas)
      expect((await actualizar(entrega, '--clave', clave)).err).toContain('Falta SHA256SUMS.sig')
      writeFileSync(join(entrega, 'SHA256SUMS.sig'), sign(null, Buffer.from('otra'), privateKey))
      expect((await actualizar(entrega, '--clave', clave)).err).toContain('no es de quien entrega')
      writeFileSync(join(entrega, 'SHA256SUMS.sig'), sign(null, sumas, privateKey))
      const good = readFileSync(join(entrega, archivo))
      writeFileSync(join(entrega, archivo), Buffer.concat([good, Buffer.from('x')]))
      expect((await actualizar(join(entrega, archivo), '--clave', clave)).err).toContain('no es el archivo')
      writeFileSync(join(entrega, archivo), good)
      expect(readFileSync(programa, 'utf8')).toContain('0.0.9')
      const server = Bun.serve({
        port: 0,
        fetch: ({ url }) => new Response(Bun.file(join(entrega, new URL(url).pathname))),
      })
      try {
        const { status, err } = await actualizar('--desde', server.url.href, '--clave', clave)
        expect([status, err]).toEqual([0, ''])
      } finally {
        await server.stop(true)
      }
      expect(readFileSync(programa, 'utf8')).toBe(readFileSync(nuevo, 'utf8'))
    }))

  test('stops no service that has another data folder', () =>
    inTempDir(async (dir) => {
      writeSystemctl(dir, { programa: '/usr/bin/timbre', datos: '/var/lib/timbre', estado: 'active' })
      writeProgram(join(dir, 'nuevo'), '0.2.0')
      const { status, err } = await timbre(['actualizar', join(dir, 'nuevo'), '--data', join(dir, 'otros')], {
        cwd: dir,
        env: { PATH: `${dir}:${process.env.PATH}` },
      })
      expect([status, err]).toEqual([1, expect.stringContaining('usa la carpeta /var/lib/timbre')])
      expect(readFileSync(join(dir, 'pedido'), 'utf8')).toBe('show\n')
    }))

  test('says that an earlier one was cut which left the service stopped, and starts it', () =>
    inTempDir(async (dir) => {
      const programa = join(dir, 'bin/timbre')
      mkdirSync(join(dir, 'bin'))
      for (const path of [programa, join(dir, 'nuevo')]) writeProgram(path, '0.2.0')
      const unit = { programa, datos: join(dir, 'datos'), estado: 'inactive' } as const
      writeSystemctl(dir, unit)
      const upgrade = (...more: string[]) =>
        timbre(['actualizar', join(dir, 'nuevo'), ...more], {
          cwd: dir,
          env: { PATH: `${dir}:${process.env.PATH}` },
        })
      const { status, out } = await upgrade()
      expect([status, out]).toEqual([0, expect.stringContaining('Nadie atiende')])
      expect(readFileSync(join(dir, 'pedido'), 'utf8')).toEndWith('start\n')
      expect((await upgrade('--ensayar')).out).not.toContain('Nadie atiende')
      writeSystemctl(dir, { ...unit, estado: 'active' })
      expect((await upgrade()).out).not.toContain('Nadie atiende')
    }))

  test('names the package of the release that is to be installed, where the program is of one', () =>
    inTempDir(async (dir) => {
      const programa = join(dir, 'timbre')
      writeProgram(programa, '0.0.9')
      writeFileSync(join(dir, 'dpkg-query'), `#!/bin/sh\n[ "$2" = ${programa} ]\n`)
      chmodSync(join(dir, 'dpkg-query'), 0o755)
      const entrega = join(dir, 'la entrega')
      mkdirSync(entrega)
      const refusal = async (source = entrega) => {
        const { status, err } = await timbre(['actualizar', source, '--programa', programa], {
          cwd: dir,
          env: { PATH: `${dir}:${process.env.PATH}` },
        })
        expect(status).toBe(1)
        return err.trim()
      }
      const general = 'actualice con sudo apt install ./timbre_….deb'
      expect(await refusal()).toEndWith(general)
      const arch = process.arch === 'x64' ? 'amd64' : 'arm64'
      for (const name of [`timbre_2_${arch}.deb`, 'timbre_2_riscv64.deb', 'timbre-2-linux-x64.tar.gz'])
        writeFileSync(join(entrega, name), 'x')
      const exact = `actualice con sudo apt install '${entrega}/timbre_2_${arch}.deb'`
      expect(await refusal()).toEndWith(exact)
      expect(await refusal(join(entrega, 'timbre-2-linux-x64.tar.gz'))).toEndWith(exact)
      writeFileSync(join(entrega, `timbre_3_${arch}.deb`), 'x')
      expect(await refusal()).toEndWith(general)
      expect(await refusal(join(dir, 'no-hay'))).toEndWith(general)
    }))

  test('stops nothing where the server in service answers at another address, or the file is a package', () =>
    installed(async ({ actualizar, atNobody, answers, nuevo, dir }) => {
      const elsewhere = await atNobody(nuevo)
      expect([elsewhere.status, elsewhere.err]).toEqual([1, expect.stringContaining('TIMBRE_ADDR')])
      const deb = join(dir, 'timbre_1_amd64.deb')
      writeFileSync(deb, 'x')
      expect((await actualizar(deb)).err).toContain('apt install')
      expect(await answers()).toBe(true)
    }))

  test('takes a program by itself with no key, and refuses a key where no sums are signed', () =>
    installed(async ({ actualizar, answers, programa, nuevo, datos }) => {
      const before = readFileSync(programa, 'utf8')
      const { status, err } = await actualizar(nuevo, '--clave', '/no/existe.pem')
      expect([status, err]).toEqual([1, expect.stringContaining('no hay firma que revisar')])
      expect(err).toContain('No se cambió nada')
      expect([readFileSync(programa, 'utf8'), await answers(), left(datos)]).toEqual([before, true, []])
      expect((await actualizar(nuevo, '--sin-firma')).status).toBe(0)
    }))

  test('says what is wrong with its words', async () => {
    for (const [args, said] of [
      [[], 'Indique un archivo'],
      [['a', '--desde', 'http://x'], 'Indique un archivo'],
      [['a', '--detener', 'true'], 'van juntos'],
      [['a', '--clave', 'b.pem', '--sin-firma'], 'no van juntas'],
    ] as const) {
      const { status, err } = await timbre(['actualizar', ...args])
      expect([status, err]).toEqual([2, expect.stringContaining(said)])
    }
  })
})
