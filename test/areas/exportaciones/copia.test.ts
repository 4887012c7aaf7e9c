// An account leaves with all that is its own, in open files (areas/exportaciones).

import { beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { findDifferences, openArchivo } from '../../../src/cli/cuenta-archivo'
import { SECRETOS, SOLO_EN_MUDANZA } from '../../../src/store/llevadas'
import { recibidoPor } from '../../support/archivos-recibidos'
import { type LeidoZip, leerZip } from '../../support/leer-zip'
import { invitePerson } from '../../support/personas'
import { type CompanyApp, nuevaEmpresa } from '../../support/test-app'
import { archivoOf, ask, fetchArchivo, testAppToLeave, withFile } from './escena'

let app: CompanyApp
let zip: Buffer
let files: Map<string, LeidoZip>

beforeAll(async () => {
  app = await testAppToLeave()
  zip = await archivoOf(app)
  files = new Map(leerZip(zip).map((one) => [one.nombre, one]))
})

const text = (nombre: string): string => files.get(nombre)!.bytes.toString()
const rows = (tabla: string) =>
  text(`tablas/${tabla}.jsonl`)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe('the archive of an account', () => {
  test('has each issued XML byte for byte, and the file of each received one as it came', async () => {
    const request = new Request('http://localhost/v1/dte/xml/33/1', { headers: app.tenant.key })
    const own = Buffer.from(await (await app.app.handle(request)).arrayBuffer())
    expect(files.get('empresas/76543210-3/simulacion/emitidos/33/1.xml')!.bytes).toEqual(own)
    const [{ rut_emisor, tipo_dte, folio }] = rows('recibido')
    const received = files.get(
      `empresas/76543210-3/simulacion/recibidos/${rut_emisor}/${tipo_dte}-${folio}.xml`,
    )!
    expect(received.bytes).toEqual(recibidoPor('76543210-3'))
  })

  test('has every row open, with what was sealed in it', () => {
    expect(
      rows('documento')
        .map(({ folio }) => folio)
        .sort(),
    ).toEqual([1, 2])
    // In the order in which they were signed.
    expect(
      rows('documento_xml')
        .map(({ xml_cifrado }) => xml_cifrado.archivo)
        .sort(),
    ).toEqual([1, 2].map((folio) => `empresas/76543210-3/simulacion/emitidos/33/${folio}.xml`))
    expect(JSON.parse(rows('documento_contenido')[0].contenido_cifrado)).toHaveProperty(
      'dte.idDoc.tipoDte',
      33,
    )
    expect(rows('cliente').map(({ razon_social }) => razon_social)).toContain('Maestranza Ñuñoa Ltda.')
    expect(rows('empresa')).toHaveLength(1)
    expect(rows('webhook_intento').length).toBeGreaterThan(0)
  })

  test('names each file with its length and SHA-256, in an index whose own sum stands beside it', () => {
    const indice = JSON.parse(text('indice.json'))
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    const told = [...files.values()].filter(({ nombre }) => !nombre.startsWith('indice.'))
    expect(indice.archivos).toEqual(
      told.map(({ nombre, bytes }) => ({ ruta: nombre, bytes: bytes.length, sha256: hash(bytes) })),
    )
    expect(indice.tablas.find(({ nombre }: { nombre: string }) => nombre === 'documento').filas).toBe(2)
    expect(text('indice.sha256')).toBe(`${hash(files.get('indice.json')!.bytes)}  indice.json\n`)
  })

  test('has no secret: no column of the list, and none of their values anywhere', () => {
    for (const tabla of SOLO_EN_MUDANZA) expect(files.has(`tablas/${tabla}.jsonl`)).toBe(false)
    for (const [tabla, columnas] of Object.entries(SECRETOS).filter(
      ([name]) => !SOLO_EN_MUDANZA.includes(name),
    ))
      for (const row of rows(tabla)) for (const name of columnas) expect(row).not.toHaveProperty(name)
    const all =
      zip.toString('latin1') + [...files.values()].map(({ bytes }) => bytes.toString('latin1')).join('')
    expect(all).not.toContain('PRIVATE KEY')
    expect(all).not.toContain('RSASK')
    expect(all).not.toContain('argon2id')
    expect(all).not.toContain(createHash('sha256').update(app.tenant.apiKey).digest('hex'))
  })

  test('is found whole, and one altered byte is named', async () => {
    const differences = (bytes: Buffer) =>
      withFile(bytes, async (path) => {
        const archivo = await openArchivo(path)
        const found: string[] = []
        for await (const one of findDifferences(archivo)) found.push(one)
        archivo.close()
        return found
      })
    expect(await differences(zip)).toEqual([])
    const at = zip.indexOf('empresas/76543210-3/simulacion/emitidos/33/2.xml') + 200
    const bad = Buffer.from(zip)
    bad[at]! ^= 1
    const told = await differences(bad)
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('emitidos/33/2.xml')
  })

  test('is none where it was cut', async () => {
    for (const part of [0.3, 0.9, 0.999])
      await withFile(zip.subarray(0, Math.floor(zip.length * part)), async (path) => {
        await expect(openArchivo(path)).rejects.toThrow('No es un ZIP entero')
      })
  })
})

describe('who may take it', () => {
  test('an owner with the password, for a day, again and again; then nobody', async () => {
    const { tenant } = app
    const wrong = await app.post('/v1/cuenta/exportaciones', { password: 'otra' }, tenant.session)
    expect(wrong).toMatchObject({ status: 422, body: { detalles: [{ campo: 'password' }] } })
    const lector = await invitePerson(app, tenant.session, 'administrador', { email: 'admin@example.cl' })
    expect((await ask(app, lector)).body.code).toBe('FORBIDDEN')
    const made = await ask(app, tenant)
    expect(made).toMatchObject({ status: 201, body: { data: { estado: 'vigente', empresas: [] } } })
    const { id } = made.body.data
    expect(leerZip(await fetchArchivo(app, tenant, id)).length).toBeGreaterThan(100)
    expect(leerZip(await fetchArchivo(app, tenant, id)).length).toBeGreaterThan(100)
    expect((await app.delete(`/v1/cuenta/exportaciones/${id}`, undefined, tenant.session)).status).toBe(204)
    expect(JSON.parse((await fetchArchivo(app, tenant, id)).toString()).code).toBe('NOT_FOUND')
    const lines = (await app.get('/v1/auditoria?accion=cuenta', tenant.session)).body.data
    expect(lines.slice(0, 4).map(({ accion }: { accion: string }) => accion)).toEqual([
      'cuenta.exportacion_borrada',
      'cuenta.exportacion_descargada',
      'cuenta.exportacion_descargada',
      'cuenta.exportada',
    ])
  })

  test('a second one waits while one is taken, and one that breaks off leaves the way free', async () => {
    const { tenant } = app
    const { id } = (await ask(app, tenant)).body.data
    const url = `http://localhost/v1/cuenta/exportaciones/${id}/archivo`
    const take = () => app.app.handle(new Request(url, { headers: tenant.session }))
    const { elysia } = app.app as unknown as { elysia: { handle(request: Request): Promise<Response> } }
    const first = await elysia.handle(new Request(url, { headers: tenant.session }))
    const reader = first.body!.getReader()
    await reader.read()
    expect((await take()).status).toBe(409)
    await reader.cancel()
    expect((await take()).status).toBe(200)
  })
})

test('a company that leaves takes its own and nothing of the others or of the account', async () => {
  const { tenant } = app
  const other = await app.post('/v1/empresa', nuevaEmpresa('96790240-3'), tenant.session)
  const { id } = other.body.data
  const unknown = await ask(app, tenant, { empresas: [id, 'emp_no'] })
  expect(unknown.body.detalles).toMatchObject([{ campo: 'empresas[1]', regla: 'no_existe' }])
  const archivo = leerZip(await archivoOf(app, { empresas: [id] }))
  const has = (tabla: string) =>
    archivo.find(({ nombre }) => nombre === `tablas/${tabla}.jsonl`)!.bytes.length
  expect(has('empresa')).toBeGreaterThan(0)
  for (const tabla of ['cuenta', 'usuario', 'documento', 'documento_xml', 'cliente'])
    expect(has(tabla)).toBe(0)
  expect(archivo.some(({ nombre }) => nombre.includes('76543210-3'))).toBe(false)
})
