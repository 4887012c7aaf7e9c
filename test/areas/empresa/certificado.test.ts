// The certificate of a company (http §17).

import { beforeEach, describe, expect, test } from 'bun:test'
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { issueCertificate } from '../../../src/simulator/certificados'
import { openCertificado } from '../../../src/store/certificado-cifrado'
import { type CompanyApp, testAppWithCompany } from '../../support/test-app'

const pfx = (name: string) =>
  readFileSync(join(import.meta.dir, `../../fixtures/pfx/${name}.b64`), 'utf8').replace(/\s/g, '')
const CLAVE = 'clave123'

let app: CompanyApp
let path: string
beforeEach(async () => {
  app = await testAppWithCompany()
  path = `/v1/empresa/${app.tenant.empresaId}/certificado`
})

const form = (fields: Record<string, string | Uint8Array<ArrayBuffer>>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    data.set(name, typeof value === 'string' ? value : new File([value], 'firma.pfx'))
  }
  return app.request('POST', path, { body: data, headers: app.tenant.key })
}

describe('POST /v1/empresa/:id/certificado', () => {
  test('loads a PFX and tells whose it is and until when, never its key', async () => {
    const { status, body } = await app.post(path, { pfx_base64: pfx('moderno-aes256'), clave: CLAVE })
    expect(status).toBe(201)
    expect(Object.keys(body.data).sort()).toEqual([
      'dias_restantes',
      'emisor',
      'nombre',
      'rut_titular',
      'valido_desde',
      'valido_hasta',
    ])
    expect((await app.get(path)).body).toEqual(body)
    const row = app.store.client.prepare('SELECT * FROM certificado').get() as Record<string, string | Buffer>
    // In clear stay whose it is and until when; neither a name nor a certificate.
    const clear = Object.entries(row).filter(([, value]) => typeof value === 'string')
    expect(clear.map(([name]) => name).sort()).toEqual([
      'created_at',
      'empresa_id',
      'rut_titular',
      'valido_desde',
      'valido_hasta',
    ])
    for (const name of ['certificado_cifrado', 'llave_cifrada']) {
      const bytes = row[name] as Buffer
      for (const text of ['PRIVATE KEY', 'CERTIFICATE', body.data.nombre])
        expect(bytes.includes(text)).toBe(false)
    }
    const { secrets } = app.store
    const sealed = openCertificado(secrets, app.tenant.empresaId, row.certificado_cifrado as Buffer)
    expect(new X509Certificate(sealed.pem).subject).toContain('CN=')
    const place = { table: 'certificado', column: 'llave_cifrada', id: app.tenant.empresaId }
    expect(secrets.open(place, row.llave_cifrada as Buffer).toString()).toContain('PRIVATE KEY')
  })

  test('takes the same as a multipart form with archivo and clave', async () => {
    const reply = await form({ archivo: Buffer.from(pfx('moderno-aes256'), 'base64'), clave: CLAVE })
    const json = await app.post(path, { pfx_base64: pfx('moderno-aes256'), clave: CLAVE })
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual(json.body)
  })

  test('asks the simulator for one with {"simulado":true}, and it takes the place of the one before', async () => {
    await app.post(path, { pfx_base64: pfx('moderno-aes256'), clave: CLAVE })
    const { status, body } = await app.post(path, { simulado: true })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({ rut_titular: '11111111-1', dias_restantes: 365 })
    expect((await app.get(path)).body).toEqual(body)
  })

  test('gives a simulated one only to a company in simulacion', async () => {
    const certificacion = await app.registerCompany({ rut: '96790240-3', ambiente: 'certificacion' })
    expect(
      await app.post(
        `/v1/empresa/${certificacion.empresaId}/certificado`,
        { simulado: true },
        certificacion.key,
      ),
    ).toMatchObject({ status: 422, body: { detalles: [{ campo: 'simulado', regla: 'ambiente' }] } })
  })

  test.each(['certificacion', 'produccion'])('refuses a file of the simulator in %s', async (ambiente) => {
    const other = await app.registerCompany({ rut: '96790240-3' })
    const resolucion = { numero: ambiente === 'produccion' ? 80 : 0, fecha: '2025-01-01' }
    const change = { ambiente, resolucion }
    expect((await app.put(`/v1/empresa/${other.empresaId}`, change, other.session)).status).toBe(200)
    const issued = await issueCertificate({
      rut: '11111111-1',
      nombre: 'Persona de Prueba',
      now: app.time.now,
      clave: CLAVE,
      random: (size) => new Uint8Array(size).fill(3),
    })
    const body = { pfx_base64: issued.pfx.toString('base64'), clave: CLAVE }
    const refused = await app.post(`/v1/empresa/${other.empresaId}/certificado`, body, other.session)
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'CERTIFICATE_INVALID', detalles: [{ campo: 'archivo', regla: 'simulado' }] },
    })
    // A person's is taken there, and the simulator's in simulacion.
    const real = { pfx_base64: pfx('moderno-aes256'), clave: CLAVE }
    expect((await app.post(`/v1/empresa/${other.empresaId}/certificado`, real, other.session)).status).toBe(
      201,
    )
    expect((await app.post(path, body)).status).toBe(201)
  })

  test('refuses a wrong password, a file that is none and one that has expired, each with its code', async () => {
    const load = async (name: string, clave: string) =>
      (await app.post(path, { pfx_base64: pfx(name), clave })).body.code
    expect(await load('moderno-aes256', 'otra')).toBe('CERTIFICATE_INVALID')
    expect(await load('sin-llave', CLAVE)).toBe('CERTIFICATE_INVALID')
    expect(await load('vencido', CLAVE)).toBe('CERTIFICATE_EXPIRED')
    expect(await app.post(path, { pfx_base64: 'bm8gZXMgdW4gcGZ4', clave: 'x' })).toMatchObject({
      status: 422,
      body: { code: 'CERTIFICATE_INVALID', detalles: [{ campo: 'archivo' }] },
    })
    expect((await app.get(path)).status).toBe(404)
  })

  test('names the clock that takes one for a certificate to come', async () => {
    app.setNow('1970-01-01T12:00:00.000Z')
    const { status, body } = await app.post(path, { pfx_base64: pfx('moderno-aes256'), clave: CLAVE })
    expect([status, body.code]).toEqual([422, 'CERTIFICATE_INVALID'])
    expect(body.error).toContain('y el reloj de este servidor marca el 1970-01-01 0')
  })

  test('names all that is missing or too much', async () => {
    const faults = async (body: object) =>
      (await app.post(path, body)).body.detalles.map(({ campo, regla }: Record<string, string>) => [
        campo,
        regla,
      ])
    expect(await faults({})).toEqual([
      ['pfx_base64', 'requerido'],
      ['clave', 'requerido'],
    ])
    expect(await faults({ simulado: true, pfx_base64: 'AAAA', clave: 'x' })).toEqual([
      ['pfx_base64', 'sobra'],
      ['clave', 'sobra'],
    ])
    expect(await faults({ pfx_base64: '¡no!', contraseña: 'x' })).toEqual([
      ['contraseña', 'desconocido'],
      ['pfx_base64', 'base64'],
    ])
    expect((await form({ clave: 'x' })).body.detalles).toMatchObject([{ campo: 'pfx_base64' }])
    expect((await form({ archivo: 'firma.pfx', clave: 'x' })).body.detalles).toMatchObject([
      { campo: 'archivo', regla: 'tipo' },
    ])
    expect((await form({ archivo: new Uint8Array(), clave: 'x' })).body.detalles).toMatchObject([
      { campo: 'archivo', regla: 'vacio' },
    ])
  })

  test('is answered 413 for a form beyond 10 MiB and 415 where no form is taken', async () => {
    expect((await form({ archivo: new Uint8Array(10 * 1024 * 1024), clave: 'x' })).status).toBe(413)
    const data = new FormData()
    data.set('giro', 'X')
    const reply = await app.request('PUT', `/v1/empresa/${app.tenant.empresaId}`, {
      body: data,
      headers: app.tenant.key,
    })
    expect(reply).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } })
  })

  test('writes neither the password nor the key to the log', async () => {
    await app.post(path, { pfx_base64: pfx('vencido'), clave: CLAVE })
    expect(JSON.stringify(app.logs)).not.toContain(CLAVE)
  })
})

describe('DELETE /v1/empresa/:id/certificado', () => {
  test('forgets it; then there is none to look at or delete', async () => {
    await app.post(path, { simulado: true })
    expect((await app.delete(path)).status).toBe(204)
    expect((await app.get(path)).body.code).toBe('NOT_FOUND')
    expect((await app.delete(path)).body.code).toBe('NOT_FOUND')
  })
})
