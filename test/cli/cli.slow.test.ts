// The command line as a person types it: exit status 0 done, 1 failed, 2 wrong usage, messages in Spanish (http §23).

import { describe, expect, test } from 'bun:test'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkCertificados, checkFolios, checkReloj } from '../../src/cli/doctor-datos'
import { line, ordered, type Revision } from '../../src/cli/doctor-revision'
import { VERSION } from '../../src/domain/cambios'
import { connect } from '../../src/store/driver'
import { openStore } from '../../src/store/store'
import { GOLDEN_DIR } from '../golden/golden'
import { emit } from '../support/emision'
import { factura } from '../support/emisor'
import { openBuzon } from '../support/smtp'
import { testAppWithFolios } from '../support/test-app'
import { inTempDir, timbre } from './spawn'
import { writeSystemctl } from './systemctl'

describe('usage', () => {
  test('help lists every command and ends with 0', async () => {
    const { status, out } = await timbre(['help'])
    expect(status).toBe(0)
    for (const name of [
      'serve',
      'demo',
      'simulador',
      'validar-xml',
      'doctor',
      'usuario',
      'apikey',
      'respaldo',
      'restaurar',
      'verificar',
      'rotar-clave',
      'empresa',
      'folios',
      'portal',
      'cola',
      'licencias',
      'version',
    ])
      expect(out).toContain(`  timbre ${name}`)
  })

  test('help names every variable that the program reads', async () => {
    const { out } = await timbre(['help'])
    const read = new Set<string>()
    for (const file of new Bun.Glob('src/**/*.ts').scanSync(join(import.meta.dir, '../..')))
      for (const [name] of readFileSync(join(import.meta.dir, '../..', file), 'utf8').matchAll(
        /(?<=['.])TIMBRE_[A-Z_]*[A-Z]\b/g,
      ))
        read.add(name)
    expect([...read].filter((name) => !out.includes(name))).toEqual([])
    expect(read).toContain('TIMBRE_MASTER_KEY_NUEVA')
  })

  test('a command whose output nobody reads ends as it would have, and quietly', async () => {
    const main = join(import.meta.dir, '../../src/main.ts')
    const line = '{ "$0" "$1" help; echo "$?" >&2; } | true'
    const child = Bun.spawn(['sh', '-c', line, process.execPath, main], { stderr: 'pipe' })
    expect(await new Response(child.stderr).text()).toBe('0\n')
  })

  test('version tells the commit and its day too, where git was there at the build', async () => {
    const { status, out, err } = await timbre(['version'])
    for (const flag of ['--version', '-v', '-V']) expect((await timbre([flag])).out).toBe(out)
    expect({ status, err }).toEqual({ status: 0, err: '' })
    const known = existsSync(join(import.meta.dir, '../../.git'))
    expect(out).toMatch(
      known ? /^\d+\.\d+\.\d+ \([0-9a-f]{7,}(-dirty)?, \d{4}-\d\d-\d\d\)\n$/ : /^\d+\.\d+\.\d+\n$/,
    )
    expect(out.split(' ')[0]!.trim()).toBe(VERSION)
  })

  test.each([
    [[], 'Comandos'],
    [['serbe'], '¿quiso decir «serve»?'],
    [['serve', '--dta', 'x'], '¿quiso decir --data?'],
    [['serve', '--addr', 'nada'], '--addr: debe ser HOST:PUERTO'],
    [['serve', '--data'], '--data necesita un valor'],
    [['serve', 'de más'], 'Sobra «de más»'],
    [['validar-xml'], 'Faltan argumentos'],
    [['simulador', '--port', '99999'], '--port'],
    [['usuario', 'borrar'], 'crear, clave, restablecer ni segundo-factor'],
    [['usuario', 'crear', '--nombre', 'Ana'], 'Falta --email'],
    [['usuario', 'clave', '--email', 'a@b.cl', '--quitar'], '--quitar es de segundo-factor'],
    [['apikey', 'revocar'], 'el id de la llave'],
    [['respaldo', 'a', 'b'], 'Sobra «b»'],
    [['restaurar', 'a', 'b'], 'Sobra «b»'],
    [['empresa', 'crear', 'x'], '«crear» no es importar'],
    [['folios', 'cargar', '--empresa', 'x'], 'Falta el archivo'],
    [
      ['apikey', 'crear', '--empresa', 'x', '--nombre', 'y', '--scopes', 'dte:todo'],
      '«dte:todo» no es un alcance',
    ],
  ])('%p is wrong usage', async (args, message) => {
    const { status, out, err } = await timbre(args)
    expect({ status, out }).toEqual({ status: 2, out: '' })
    expect(err).toContain(message)
  })

  test('a variable that makes no sense is named, and the status is 1', async () => {
    const { status, err } = await timbre(['serve'], { env: { TIMBRE_ADDR: 'aquí' } })
    expect(status).toBe(1)
    expect(err).toContain('TIMBRE_ADDR')
  })
})

describe('what the system or SQLite refuses is one Spanish line and status 1', () => {
  test('a folder that cannot be made', async () => {
    const { status, err } = await timbre(['serve', '--data', '/proc/x'])
    expect(status).toBe(1)
    expect(err).toMatch(/^No se puede trabajar en la carpeta [^\n]+\n$/)
  })

  test.each(['serve', 'doctor'])('%s over overwritten pages', (command) =>
    inTempDir(async (cwd) => {
      const key = 'ab'.repeat(32)
      const env = { TIMBRE_MASTER_KEY: key }
      await timbre(['usuario', 'crear', '--email', 'ana@example.cl', '--nombre', 'Ana'], {
        cwd,
        env,
        input: 'una clave larga\n',
      })
      const file = join(cwd, 'datos/timbre.db')
      const bytes = readFileSync(file)
      bytes.fill(0xee, 5 * 4096, 25 * 4096)
      writeFileSync(file, bytes)
      const { status, out, err } = await timbre([command], { cwd, env })
      expect(status).toBe(1)
      expect(out + err).toContain('está dañado')
      expect(out + err).not.toContain('    at ')
      expect(readFileSync(file).equals(bytes)).toBe(true)
    }),
  )
})

describe('validar-xml', () => {
  const golden = join(GOLDEN_DIR, '033_004_descuento_global.xml')

  test('accepts a good document', async () => {
    const { status, out } = await timbre(['validar-xml', golden])
    expect({ status, out }).toMatchObject({ status: 0, out: expect.stringContaining('sin errores') })
  })

  test('says which check fails and where', () =>
    inTempDir(async (dir) => {
      const path = join(dir, 'dte.xml')
      const text = readFileSync(golden, 'latin1').replace('<MntTotal>450852<', '<MntTotal>450853<')
      writeFileSync(path, text, 'latin1')
      const { status, out } = await timbre(['validar-xml', path])
      expect(status).toBe(1)
      expect(out).toContain('MntTotal')
      expect(out.toLowerCase()).toContain('firma')
    }))

  test('judges as the SII, and with --recibido as who gets it from others', () =>
    inTempDir(async (dir) => {
      const path = join(dir, 'dte.xml')
      const text = readFileSync(golden, 'latin1').replace(/<\/DTE>\s*$/, '<DocPersonalizado/></DTE>')
      writeFileSync(path, text, 'latin1')
      expect(await timbre(['validar-xml', path])).toMatchObject({
        status: 1,
        out: expect.stringContaining('<DocPersonalizado> no existe en <DTE>'),
      })
      expect(await timbre(['validar-xml', '--recibido', path])).toMatchObject({
        status: 0,
        out: expect.stringContaining('REPARO ENV-2-913*  DTE/DocPersonalizado'),
      })
    }))

  test('says what is wrong with a file that is no document', () =>
    inTempDir(async (dir) => {
      copyFileSync(join(import.meta.dir, '../../package.json'), join(dir, 'x.xml'))
      expect((await timbre(['validar-xml', join(dir, 'x.xml')])).status).toBe(1)
      for (const [path, why] of [
        [join(dir, 'no-esta.xml'), 'no existe'],
        [join(dir, 'x.xml/dte.xml'), 'no existe'],
        [dir, 'es una carpeta'],
      ] as const)
        expect(await timbre(['validar-xml', path])).toEqual({
          status: 1,
          out: '',
          err: `No se puede leer ${path}: ${why}\n`,
        })
    }))
})

/** A server of the developer's own may stand on the usual one. */
const ANY_PORT = { TIMBRE_ADDR: '127.0.0.1:0' }

describe('doctor', () => {
  test('tells that the brake of the format is pulled (domain/dte §5.2)', () =>
    inTempDir(async (cwd) => {
      const { out } = await timbre(['doctor'], { cwd, env: { TIMBRE_FORMATO_DTE: '2.2' } })
      expect(out).toContain('TIMBRE_FORMATO_DTE=2.2')
      expect((await timbre(['doctor'], { cwd })).out).not.toContain('Formato DTE')
    }))

  // A busy machine takes seconds for each.
  const SEVEN_PROCESSES_MS = 120_000
  test(
    'tells of a service that stands still, and of an upgrade that was cut, to whom the folder is that of the service',
    () =>
      inTempDir(async (cwd) => {
        const [programa, datos] = [join(cwd, 'timbre'), join(cwd, 'datos')]
        const lines = async (dir = datos) => {
          const env = { PATH: `${cwd}:${process.env.PATH}` }
          const { out } = await timbre(['doctor', '--todo', '--data', dir], { cwd, env })
          return out.split('\n').filter((one) => /^\w+ +(Servicio|Actualización):/.test(one))
        }
        writeSystemctl(cwd, { programa, datos, estado: 'active' })
        expect(await lines()).toEqual([])
        writeFileSync(`${programa}.nuevo`, 'x')
        expect(await lines()).toEqual([
          `AVISO  Actualización: en curso, o interrumpida: está ${programa}.nuevo → si nadie actualiza ahora, repita timbre actualizar con la misma entrega: sigue donde quedó`,
        ])
        rmSync(`${programa}.nuevo`)
        writeSystemctl(cwd, { programa, datos, estado: 'inactive' })
        expect(await lines()).toEqual([expect.stringContaining('sudo systemctl start timbre')])
        expect(await lines(join(cwd, 'otra'))).toEqual([])
        writeSystemctl(cwd, { programa, datos, estado: 'inactive', alPartir: 'disabled' })
        expect(await lines()).toEqual([])
        mkdirSync(join(datos, '.ensayo-de-actualizacion'), { recursive: true })
        expect(await lines()).toEqual([expect.stringContaining('.ensayo-de-actualizacion →')])
      }),
    SEVEN_PROCESSES_MS,
  )

  test('finds nothing wrong where there is nothing yet, and makes nothing', () =>
    inTempDir(async (cwd) => {
      const { status, out } = await timbre(['doctor'], { cwd })
      expect(status).toBe(0)
      // Not well: there is nothing yet, and a folder with data may be another.
      expect(out).toMatch(
        /^AVISO {2}Base de datos: aún no hay nada en .*datos → timbre serve crea una nueva/m,
      )
      expect(out).toContain('serve escucharía en 127.0.0.1:3000')
      expect([...new Bun.Glob('*').scanSync({ cwd, onlyFiles: false })]).toEqual([])
    }))

  test.each(['doctor', 'serve'])('%s says that a file stands where the folder is to be', (command) =>
    inTempDir(async (cwd) => {
      writeFileSync(join(cwd, 'datos'), 'x')
      const { status, out, err } = await timbre([command], { cwd, env: ANY_PORT })
      expect(status).toBe(1)
      expect(out + err).toContain('datos es un archivo y no una carpeta: indique otra con --data')
    }),
  )

  // Only root can be another user.
  describe.skipIf(process.geteuid?.() !== 0 || !Bun.which('setpriv'))('of a user that may not', () => {
    const NOBODY = 65_534

    test.each(['doctor', 'serve'])('%s says so of a folder that cannot be written', (command) =>
      inTempDir(async (cwd) => {
        chmodSync(cwd, 0o755)
        const { status, out, err } = await timbre([command], { cwd, env: ANY_PORT, uid: NOBODY })
        expect(status).toBe(1)
        expect(out + err).toContain(`El usuario ${NOBODY} no tiene permiso sobre ${cwd}`)
        expect(out).not.toContain('aún no hay nada')
      }),
    )

    test('says so of a closed key and mark, and looks at the rest', () =>
      inTempDir(async (cwd) => {
        writeFileSync(join(cwd, 'clave.maestra'), `${'07'.repeat(32)}\n`, { mode: 0o600 })
        openStore({
          path: join(cwd, 'timbre.db'),
          masterKey: new Uint8Array(32).fill(7),
          clock: () => new Date(),
        }).close()
        writeFileSync(join(cwd, 'timbre.marca'), '{}', { mode: 0o600 })
        chmodSync(cwd, 0o777)
        chmodSync(join(cwd, 'timbre.db'), 0o644)
        const { status, out } = await timbre(['doctor', '--data', cwd], { cwd, uid: NOBODY })
        expect(status).toBe(1)
        expect(out).toMatch(
          /^FALLA {2}Clave maestra: El usuario 65534 no tiene permiso sobre .*clave\.maestra/m,
        )
        expect(out).toMatch(
          /^FALLA {2}Conciliación con el SII: El usuario 65534 no tiene permiso .*timbre\.marca/m,
        )
        expect(out).not.toContain('llegó sin su marca')
        expect(out).toContain('Reloj')
      }))
  })

  test('names a temporary folder from which SQLite cannot be loaded, or says that it can', () =>
    inTempDir(async (cwd) => {
      const { out } = await timbre(['doctor'], { cwd })
      expect(out).toMatch(/^(bien {3}|FALLA {2})SQLite: .*carpeta temporal/m)
    }))

  test('says what is wrong first, and what is well of every company in one line a kind', () => {
    const folios = (n: number, rest: Partial<Revision> = {}): Revision => ({
      ...{ estado: 'bien', clase: 'Folios', que: `Folios ${n}`, detalle: `quedan ${n}` },
      ...rest,
    })
    const all: Revision[] = [
      { estado: 'bien', que: 'Disco', detalle: 'hay' },
      ...Array.from({ length: 1200 }, (_, i) => folios(i)),
      { estado: 'aviso', que: 'Reloj', detalle: 'atrasado' },
      ...[33, 34].map((n) => folios(n, { estado: 'falla', detalle: 'no quedan', remedio: 'cargue un CAF' })),
      folios(56, { estado: 'aviso', detalle: 'quedan 3' }),
    ]
    expect(ordered(all).map(line)).toEqual([
      'FALLA  Folios: no quedan: Folios 33, Folios 34 → cargue un CAF',
      'AVISO  Reloj: atrasado',
      'AVISO  Folios 56: quedan 3',
      'bien   Disco: hay',
      'bien   Folios: 1.200 en orden',
    ])
  })

  test('fails on a database that is none, with the remedy', () =>
    inTempDir(async (cwd) => {
      writeFileSync(join(cwd, 'timbre.db'), 'x'.repeat(5000))
      const { status, out } = await timbre(['doctor', '--data', cwd])
      expect(status).toBe(1)
      expect(out).toMatch(/^FALLA {2}Base de datos: .*Restaure un respaldo/m)
      expect(readFileSync(join(cwd, 'timbre.db'), 'utf8')).toBe('x'.repeat(5000))
    }))

  test('says what rests in plain text, and what a disk with encryption is for', () =>
    inTempDir(async (cwd) => {
      openStore({
        path: join(cwd, 'timbre.db'),
        masterKey: new Uint8Array(32).fill(7),
        clock: () => new Date(),
      }).close()
      const { out } = await timbre(['doctor', '--data', cwd], { env: { TIMBRE_MASTER_KEY: '07'.repeat(32) } })
      expect(out).toMatch(
        /^AVISO {2}Datos en claro: nombres, RUT y correos de clientes .* webhooks .*→ cifre el disco/m,
      )
    }))

  test('says that the clock stands before what was written already', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    await app.post('/v1/dte/emitir', factura())
    expect(checkReloj(app.store.db, app.clock())).toMatchObject({ estado: 'bien' })
    app.jump(-2 * 3_600_000)
    expect(checkReloj(app.store.db, app.clock())).toMatchObject({
      estado: 'falla',
      detalle: expect.stringContaining('hay documentos del 2026-11-20 11:02:11'),
      remedio: expect.stringContaining('NTP'),
    })
  })

  test('says that the simulator’s certificate serves nobody before the SII itself', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    const certificados = () => [...checkCertificados(app.store.db, app.clock(), app.store.secrets)]
    expect(certificados()).toMatchObject([{ estado: 'bien' }])
    app.store.client.prepare("UPDATE empresa SET ambiente = 'certificacion'").run()
    expect(certificados()).toMatchObject([
      {
        estado: 'falla',
        detalle: expect.stringContaining('del simulador'),
        remedio: expect.stringContaining('cargue'),
      },
    ])
  })

  test('pairs an expiry with the range that it ends, and counts no range that has ended', async () => {
    const app = await testAppWithFolios({ folios: { 33: 10 } })
    const folios = () => [...checkFolios(app.store.db, app.clock())]
    await app.post('/v1/dte/folios/solicitar', { tipo_dte: 33, cantidad: 5 }, app.tenant.session)
    const expire = app.store.client.prepare('UPDATE caf SET vence_el = ? WHERE desde = ?')
    expire.run('2027-05-20', 1)
    expire.run('2026-12-01', 11)
    const clase = 'Folios'
    const que = 'Folios 33 de 76543210-3 (simulacion)'
    expect(folios()).toEqual([
      {
        estado: 'aviso',
        clase,
        que,
        detalle: 'quedan 15; los del 11 al 15 vencen el 2026-12-01',
        remedio: 'úselos antes o anúlelos en el SII',
      },
    ])
    await emit(app)
    expire.run('2026-11-19', 11)
    expect(folios()).toEqual([
      { estado: 'bien', clase, que, detalle: 'quedan 9; los del 2 al 10 vencen el 2027-05-20' },
    ])
    expire.run('2026-11-19', 1)
    expect(folios()).toMatchObject([{ estado: 'falla', detalle: 'no quedan vigentes' }])
  })

  test('counts the folios that were freed, of a range whose new ones are spent too', async () => {
    const app = await testAppWithFolios({ folios: { 33: 3 } })
    const { client, db } = app.store
    client.exec('UPDATE caf SET siguiente = hasta + 1')
    client.exec(`INSERT INTO folio_libre SELECT empresa_id, ambiente, tipo_dte, 2, id FROM caf`)
    expect([...checkFolios(db, app.clock())]).toMatchObject([
      { estado: 'bien', detalle: expect.stringMatching(/^quedan 1/) },
    ])
  })

  test.each([
    ['behind', 7200, /^AVISO {2}SII .*nuestro reloj está atrasado 7[12]\d\d s respecto del suyo → .*NTP/m],
    ['ahead', -7200, /^AVISO {2}SII .*nuestro reloj está adelantado 7[12]\d\d s respecto del suyo → .*NTP/m],
    ['right', 0, /^bien {3}SII .*: responde$/m],
  ])('says that the clock is %s by the SII’s own', async (_, seconds, expected) => {
    const sii = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: () =>
        new Response('', { headers: { date: new Date(Date.now() + seconds * 1000).toUTCString() } }),
    })
    await inTempDir(async (cwd) => {
      const { out } = await timbre(['doctor'], { cwd, env: { TIMBRE_SIMULADOR_URL: sii.url.origin } })
      expect(out).toMatch(expected)
    })
    await sii.stop(true)
  })

  test('says whether the mail server answers, and never its password', async () => {
    const buzon = await openBuzon({ auth: { user: 'ana@example.cl', pass: 'secreta' } })
    await inTempDir(async (cwd) => {
      const { port } = buzon.smtp
      const doctor = (pass: string) =>
        timbre(['doctor'], {
          cwd,
          env: { TIMBRE_SMTP_URL: `smtp://ana%40example.cl:${pass}@127.0.0.1:${port}` },
        })
      const well = await doctor('secreta')
      expect(well.status).toBe(0)
      expect(well.out).toContain(`bien   Correo: 127.0.0.1:${port} responde; se envía desde ana@example.cl`)
      const wrong = await doctor('equivocada')
      expect(wrong.status).toBe(1)
      expect(wrong.out).toMatch(/^FALLA {2}Correo: .*535/m)
      expect(well.out + wrong.out).not.toMatch(/secreta|equivocada/)
    })
    await buzon.close()
    expect(buzon.recibidos).toEqual([])
  })

  test('fails when companies send copies and the server has no mail', () =>
    inTempDir(async (cwd) => {
      const crear = [
        'usuario',
        'crear',
        '--email',
        'ana@example.cl',
        '--nombre',
        'Ana',
        '--rut',
        '76543210-3',
      ]
      await timbre([...crear, '--razon-social', 'Ferretería'], { cwd, input: 'una clave larga\n' })
      expect((await timbre(['doctor'], { cwd })).out).toContain('bien   Correo: sin configurar')
      const db = connect(join(cwd, 'datos/timbre.db'))
      db.exec("UPDATE empresa SET envio_receptor = 'al_emitir'")
      db.close()
      const { status, out } = await timbre(['doctor'], { cwd })
      expect(status).toBe(1)
      expect(out).toMatch(/^FALLA {2}Correo: .*1 empresa.*TIMBRE_SMTP_URL/m)
    }))
})
