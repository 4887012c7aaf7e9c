// A move: what goes only reads here, goes into another server whole, and goes on there (areas/exportaciones §5, §6).

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../../src/store/store'
import { runHere } from '../../cli/in-process'
import { factura } from '../../support/emisor'
import { leerZip } from '../../support/leer-zip'
import { type CompanyApp, loadFolios, nuevaEmpresa, PASSWORD, testApp } from '../../support/test-app'
import { ask, fetchArchivo, testAppToLeave } from './escena'

const FRASE = 'ocho palabras que nadie más junta'
const CLAVE = 'ab'.repeat(32)
const dir = mkdtempSync(join(tmpdir(), 'timbre-mudanza-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const SERIE = {
  nombre: 'Soporte',
  modo: 'automatico',
  regla: { cada: 'mes', dias: [1], desde: '2026-12-01' },
  solicitud: factura(),
}

const move = (app: CompanyApp, body: object = {}) =>
  ask(app, app.tenant, { mudanza: true, frase: FRASE, ...body })

let servers = 0
/** Another server, stopped, with nobody in it. */
function folder(): string {
  const at = join(dir, `datos${servers++}`)
  mkdirSync(at, { mode: 0o700 })
  writeFileSync(join(at, 'clave.maestra'), `${CLAVE}\n`, { mode: 0o600 })
  openFolder(at).close()
  return at
}
const openFolder = (at: string) =>
  openStore({
    path: join(at, 'timbre.db'),
    masterKey: Buffer.from(CLAVE, 'hex'),
    clock: () => new Date('2026-11-20T15:00:00.000Z'),
  })
function fileOf(bytes: Uint8Array): string {
  const path = join(dir, `${servers++}.zip`)
  writeFileSync(path, bytes)
  return path
}
const importar = (path: string, at: string, input = FRASE, ...more: string[]) =>
  runHere(['cuenta', 'importar', path, '--data', at, ...more], { input })

/** Its tables' sums, but for what this server adds by itself. */
function tables(zip: Buffer): Record<string, string> {
  const files = leerZip(zip).filter(({ nombre }) => nombre.startsWith('tablas/'))
  return Object.fromEntries(
    files.map(({ nombre, bytes }) => [
      nombre,
      createHash('sha256').update(normalized(nombre, bytes)).digest('hex'),
    ]),
  )
}
function normalized(nombre: string, bytes: Buffer): string {
  const rows = bytes
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  if (nombre === 'tablas/auditoria.jsonl')
    return JSON.stringify(rows.filter(({ accion }) => !/^(cuenta|auth)\./.test(accion)))
  // Its ranges wait for the SII's word, and the line of those that wait is this server's own.
  return JSON.stringify(
    rows.map((row) => ({
      ...row,
      ...('por_conciliar' in row && { por_conciliar: 0 }),
      ...('conciliar' in row && { conciliar: 0 }),
      ...(nombre === 'tablas/job.jsonl' && { lugar: 0 }),
    })),
  )
}

describe('what moved', () => {
  test('goes into another server, row by row, and goes on there with the next folio', async () => {
    const app = await testAppToLeave()
    const { id } = (await move(app)).body.data
    const zip = await fetchArchivo(app, app.tenant, id)
    const path = fileOf(zip)
    expect(await runHere(['cuenta', 'verificar', path])).toMatchObject({ status: 0, err: '' })
    const at = folder()
    const done = await importar(path, at)
    expect([done.status, done.err]).toEqual([0, expect.stringContaining('por conciliar')])
    const store = openFolder(at)
    const nuevo = await testApp({ store, now: app.time.now.toISOString() })
    // The key of before, and the password of before.
    expect((await nuevo.get('/v1/dte/xml/33/1', app.tenant.key)).body).toBe(
      (await app.get('/v1/dte/xml/33/1')).body,
    )
    const login = await nuevo.post('/auth/login', { email: 'dueno0@example.cl', password: PASSWORD })
    expect(login.status).toBe(200)
    const session = { authorization: `Bearer ${login.body.access_token}` }
    const again = (
      await nuevo.post(
        '/v1/cuenta/exportaciones',
        { password: PASSWORD, mudanza: true, frase: FRASE },
        session,
      )
    ).body.data
    expect(tables(await fetchArchivo(nuevo, { session }, again.id))).toEqual(tables(zip))
    await nuevo.delete(`/v1/cuenta/exportaciones/${again.id}`, undefined, session)
    const issued = await nuevo.post('/v1/dte/emitir', factura(), app.tenant.key)
    expect([issued.status, issued.body.data?.folio ?? issued.body]).toEqual([202, 3])
    nuevo.close()
    app.close()
  })

  test('reads here and does nothing more: no route, no job, no hour, no series, and no folio is taken', async () => {
    const app = await testAppToLeave()
    const { session, key, empresaId } = app.tenant
    const other = await app.registerCompany()
    await loadFolios(app, other, { 33: 5 })
    // A document that waits for its hour goes along, and is not released here.
    const hora = new Date(app.time.now.getTime() + 3_600_000).toISOString()
    const waiting = await app.post('/v1/dte/emitir', { ...factura(), programar_para: hora })
    expect(waiting.status).toBe(202)
    await app.post('/v1/recurrentes', SERIE, session)
    const { id } = (await move(app)).body.data
    const before = app.store.client.prepare('SELECT tipo_dte, siguiente FROM caf ORDER BY id').all()
    for (const [method, path, body, headers] of [
      ['post', '/v1/dte/emitir', factura(), key],
      ['post', '/v1/clientes', { rut: '77123456-9', razon_social: 'Otra' }, key],
      ['put', `/v1/empresa/${empresaId}`, { giro: 'Otro' }, session],
      ['post', '/v1/empresa', nuevaEmpresa('96790240-3'), session],
      ['post', '/v1/cuenta/exportaciones', { password: PASSWORD }, session],
      ['post', '/simulador/caf', { tipo_dte: 33, cantidad: 5 }, session],
    ] as const) {
      const answer = await app[method](path, body, headers)
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 409, 'ACCOUNT_MOVED'])
    }
    // A query is asked by GET, and goes to the SII all the same.
    expect((await app.get('/v1/dte/consulta/33/1', key)).body.code).toBe('ACCOUNT_MOVED')
    expect((await app.get('/v1/documentos', key)).body.paginacion.total).toBe(2)
    expect((await app.post('/v1/empresa/seleccionar', { empresa_id: empresaId }, session)).status).toBe(200)

    app.advance(400 * 86_400_000)
    await app.app.services.cron.runAll()
    await app.drainJobs()
    expect(app.logs.filter(({ level }) => level === 'error')).toEqual([])
    expect((await app.get(`/v1/dte/emision/${waiting.body.data.job_id}`, key)).body.data.estado).toBe(
      'scheduled',
    )
    expect(app.store.client.prepare('SELECT tipo_dte, siguiente FROM caf ORDER BY id').all()).toEqual(before)
    // Beside it the others work on.
    app.setNow('2026-11-20T14:10:00.000Z')
    expect((await app.post('/v1/dte/emitir', factura(), other.key)).status).toBe(202)
    expect(id).toStartWith('exp_')
  })

  test('holds back by the database itself what was let in before', async () => {
    const app = await testAppToLeave()
    await move(app)
    const { client } = app.store
    const again = (tabla: string) => () =>
      client.exec(
        `CREATE TEMP TABLE otra AS SELECT * FROM ${tabla} LIMIT 1; INSERT INTO ${tabla} SELECT * FROM otra`,
      )
    for (const tabla of ['job', 'documento', 'caf']) {
      expect(again(tabla)).toThrow('ACCOUNT_MOVED')
      client.exec('DROP TABLE otra')
    }
    expect(() => client.exec('UPDATE caf SET siguiente = siguiente + 1')).toThrow('ACCOUNT_MOVED')
  })

  test('is opened here again by DELETE, and its folios wait for what the SII has by then', async () => {
    const app = await testAppToLeave()
    const { session } = app.tenant
    const { id } = (await move(app)).body.data
    expect((await app.delete(`/v1/cuenta/exportaciones/${id}`, undefined, session)).status).toBe(204)
    const [range] = (await app.get('/v1/dte/folios')).body.data.filter(
      ({ tipo_dte }: { tipo_dte: number }) => tipo_dte === 33,
    )
    expect(range.por_conciliar).toBe(true)
    expect((await app.post('/v1/dte/emitir', factura())).body.data.folio).toBe(3)
    const lines = (await app.get('/v1/auditoria?accion=cuenta', session)).body.data
    expect(lines.slice(0, 2).map(({ accion }: { accion: string }) => accion)).toEqual([
      'cuenta.reabierta',
      'cuenta.mudada',
    ])
  })

  test('waits for the jobs that run, and names them; needs a phrase, and takes none for a copy', async () => {
    const app = await testAppToLeave()
    await app.post('/v1/dte/emitir', factura())
    app.store.client.exec(
      "UPDATE job SET estado = 'processing', lease_id = 'l', lease_until = 9e12 WHERE estado = 'pending'",
    )
    const busy = await move(app)
    expect([busy.status, busy.body.code]).toEqual([409, 'CONFLICT'])
    expect(busy.body.detalles.map(({ tipo }: { tipo: string }) => tipo)).toContain('dte.linea')
    for (const body of [
      { frase: undefined },
      { mudanza: false },
      { frase: 'corta' },
      { frase: 'una frase\nde dos líneas' },
    ]) {
      const wrong = await move(app, body)
      expect([wrong.status, wrong.body.detalles?.[0].campo]).toEqual([422, 'frase'])
    }
    expect((await app.get('/v1/cuenta/exportaciones', app.tenant.session)).body.data).toEqual([])
  })
})

describe('an archive', () => {
  let app: CompanyApp
  let zip: Buffer
  beforeAll(async () => {
    app = await testAppToLeave()
    zip = await fetchArchivo(app, app.tenant, (await move(app)).body.data.id)
  })
  const empty = (at: string) => {
    const { client } = openFolder(at)
    const count = client
      .prepare('SELECT (SELECT count(*) FROM cuenta) + (SELECT count(*) FROM job)')
      .pluck()
      .get()
    client.close()
    return count === 0
  }
  async function refused(bytes: Uint8Array, frase = FRASE): Promise<string> {
    const at = folder()
    const { status, err } = await importar(fileOf(bytes), at, frase)
    expect([status, empty(at)]).toEqual([1, true])
    return err
  }

  test('has no secret in the open', () => {
    const all = leerZip(zip)
      .flatMap(({ nombre, bytes }) => (nombre === 'secretos.jsonl' ? [] : bytes.toString('latin1')))
      .join('')
    expect(/PRIVATE KEY|RSASK|argon2id/.test(all)).toBe(false)
    const lines = leerZip(zip)
      .find(({ nombre }) => nombre === 'secretos.jsonl')!
      .bytes.toString()
    const tablas = new Set(
      lines
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).tabla),
    )
    for (const tabla of ['certificado', 'caf', 'webhook', 'usuario', 'api_key'])
      expect(tablas).toContain(tabla)
    expect(/PRIVATE KEY|RSASK|argon2id/.test(lines)).toBe(false)
  })

  test('is refused whole for another phrase, one altered byte, a cut, or an index that its phrase did not sign', async () => {
    expect(await refused(zip, 'otra frase cualquiera')).toContain('La frase no es la de')
    const at = zip.indexOf('empresas/76543210-3/simulacion/emitidos/33/2.xml') + 200
    const bad = Buffer.from(zip)
    bad[at]! ^= 1
    expect(await refused(bad)).toContain('emitidos/33/2.xml')
    expect(await refused(zip.subarray(0, zip.length - 40))).toContain('No es un ZIP entero')
    const unsigned = Buffer.from(zip.toString('latin1').replaceAll('indice.firma', 'indice.firmb'), 'latin1')
    expect(await refused(unsigned)).toContain('no se hizo con esa frase')
    expect((await runHere(['cuenta', 'verificar', fileOf(unsigned)])).err).toContain('Falta indice.firma')
  })

  test('that is a copy is not imported, and says what to do instead', async () => {
    const other = await testAppToLeave()
    const copy = await fetchArchivo(other, other.tenant, (await ask(other, other.tenant)).body.data.id)
    expect(await refused(copy)).toContain('timbre historia importar')
  })

  test('is refused where its people, companies and CAFs are already, all of them told at once', async () => {
    const at = folder()
    const path = fileOf(zip)
    expect((await importar(path, at)).status).toBe(0)
    const again = await importar(path, at)
    expect(again.status).toBe(1)
    for (const word of ['La cuenta', 'dueno0@example.cl', '76543210-3 ya está', 'El CAF del tipo 33'])
      expect(again.err).toContain(word)
  })

  test('leaves the rules of the database as they were', async () => {
    const [at, untouched] = [folder(), folder()]
    await importar(fileOf(zip), at)
    const schema = (one: string) => {
      const { client } = openFolder(one)
      const all = client.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY type, name').all()
      client.close()
      return all
    }
    expect(schema(at)).toEqual(schema(untouched))
    expect(readdirSync(at).some((name) => name.includes('parte'))).toBe(false)
  })

  test('of which the import is killed in its midst leaves the server as it was', async () => {
    const at = folder()
    const program = join(import.meta.dir, 'import-until-killed.ts')
    const child = Bun.spawn([process.execPath, program, join(at, 'timbre.db'), CLAVE, fileOf(zip), FRASE], {
      stdout: 'pipe',
      stderr: 'inherit',
    })
    const { value } = await child.stdout.getReader().read()
    expect(Buffer.from(value!).toString()).toBe('2\n')
    child.kill('SIGKILL')
    await child.exited
    expect(empty(at)).toBe(true)
    expect((await importar(fileOf(zip), at)).status).toBe(0)
  })

  test('of one company enters an account that is there', async () => {
    const one = await testAppToLeave()
    const { empresaId } = one.tenant
    const bytes = await fetchArchivo(
      one,
      one.tenant,
      (await move(one, { empresas: [empresaId] })).body.data.id,
    )
    // The account itself works on.
    expect((await one.post('/v1/empresa', nuevaEmpresa('96790240-3'), one.tenant.session)).status).toBe(201)
    // However its id is written: the router reads the word decoded.
    for (const id of [empresaId, `%65${empresaId.slice(1)}`]) {
      const answer = await one.put(`/v1/empresa/${id}`, { giro: 'Otro' }, one.tenant.session)
      expect([id, answer.body.code]).toEqual([id, 'ACCOUNT_MOVED'])
    }
    const [llave] = (await one.get('/v1/apikeys', one.tenant.session)).body.data
    const nueva = { nombre: 'otra', empresa_id: empresaId, scopes: ['dte:leer'] }
    for (const answer of [
      await one.post('/v1/apikeys', nueva, one.tenant.session),
      await one.post(`/v1/apikeys/${llave.id}/rotar`, undefined, one.tenant.session),
      await one.delete(`/v1/apikeys/${llave.id}`, undefined, one.tenant.session),
    ])
      expect(answer.body.code).toBe('ACCOUNT_MOVED')
    const at = folder()
    const path = fileOf(bytes)
    expect((await importar(path, at)).status).toBe(2)
    const owner = ['--email', 'otra@example.cl', '--nombre', 'Otra', '--data', at]
    expect((await runHere(['usuario', 'crear', ...owner], { input: PASSWORD })).status).toBe(0)
    expect((await importar(path, at, FRASE, '--cuenta', 'otra@example.cl')).status).toBe(0)
    const nuevo = await testApp({ store: openFolder(at), now: one.time.now.toISOString() })
    expect((await nuevo.get('/v1/documentos', one.tenant.key)).body.paginacion.total).toBe(2)
    const login = await nuevo.post('/auth/login', { email: 'otra@example.cl', password: PASSWORD })
    const session = { authorization: `Bearer ${login.body.access_token}` }
    expect((await nuevo.get('/v1/empresa', session)).body.data).toMatchObject([{ id: empresaId }])
  })
})
