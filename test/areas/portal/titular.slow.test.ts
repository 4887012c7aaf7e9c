// Twelve companies of an accountant, who comes to the portal for all of them with a certificate (sii §11.7).

import { describe, expect, test } from 'bun:test'
import { rutDv } from '../../../src/domain/rut'
import { issueCertificate } from '../../../src/simulator/certificados'
import {
  type CompanyApp,
  type Headers0,
  nuevaEmpresa,
  type Reply,
  testAppWithCompany,
} from '../../support/test-app'

const MINUTE = 60_000
const SCOPES = ['folios:leer', 'folios:administrar', 'rcv:leer', 'rcv:sincronizar', 'consultas:ejecutar']
const rutOf = (numero: number): string => `${numero}-${rutDv(String(numero))}`

const file = issueCertificate({
  rut: '11111111-1',
  nombre: 'Persona de Prueba',
  now: new Date('2026-11-01T00:00:00Z'),
  dias: 365,
  clave: 'certificado de prueba',
  random: (size) => crypto.getRandomValues(new Uint8Array(size)),
})

/** An accountant's companies, with his certificate. */
async function firm(companies = 12) {
  const app = await testAppWithCompany()
  const { pfx, clave } = await file
  const certificado = { pfx_base64: pfx.toString('base64'), clave }
  const { session, empresaId, key } = app.tenant
  const all = [{ id: empresaId, key }]
  while (all.length < companies) {
    const { body } = await app.post('/v1/empresa', nuevaEmpresa(rutOf(76_300_010 + all.length)), session)
    const { id } = body.data
    const made = await app.post('/v1/apikeys', { nombre: 'todo', empresa_id: id, scopes: SCOPES }, session)
    all.push({ id, key: { 'x-api-key': made.body.data.api_key as string } })
  }
  for (const { id } of all)
    expect((await app.post(`/v1/empresa/${id}/certificado`, certificado, session)).status).toBe(201)
  return { app, all }
}

const requestFolios = (app: CompanyApp, key: Headers0, tipo_dte: number): Promise<Reply> =>
  app.post('/v1/dte/folios/solicitar?esperar=0', { tipo_dte, cantidad: 20 }, key)

const syncRcv = (app: CompanyApp, key: Headers0): Promise<Reply> =>
  app.post('/v1/rcv/202611/sync?esperar=0', {}, key)

const person = async ({ get, tenant }: CompanyApp) => {
  const { personas } = (await get('/simulador/sesiones', tenant.session)).body.data
  expect(personas).toHaveLength(1)
  return personas[0]
}

interface Waiting {
  estado: string
  error: string | null
  run_at: number
}

/** Lets the clock go from one job's turn to the next until none waits; what each of those that waited was told, and the minutes it took. */
async function work(app: CompanyApp) {
  const began = app.clock().getTime()
  const pending = app.store.client.prepare<[], Waiting>("SELECT * FROM job WHERE estado = 'pending'")
  const told: { mensaje: string; hasta: number; at: number }[] = []
  for (let turns = 0; turns < 500; turns++) {
    await app.drainJobs()
    const left = pending.all()
    const at = app.clock().getTime()
    if (!left.length) return { told, minutes: (at - began) / MINUTE }
    for (const { error, run_at } of left) {
      const { code, mensaje = error! } = JSON.parse(error!)
      expect(code).toBe('RATE_LIMIT')
      told.push({ mensaje, hasta: run_at, at })
    }
    app.advance(Math.max(1000, Math.min(...left.map((one) => one.run_at)) - at))
  }
  throw new Error('they did not end')
}

describe('twelve companies that come to the SII as one person', () => {
  test('log in once for all that they do at the same time, and none is kept out', async () => {
    const { app, all } = await firm()
    for (const { key } of all) {
      expect((await syncRcv(app, key)).status).toBe(202)
      expect((await requestFolios(app, key, 33)).status).toBe(202)
    }
    await work(app)
    const done = app.store.client
      .prepare(
        "SELECT count(*) FROM job WHERE kind IN ('rcv.sincronizar', 'folios.solicitar') AND estado = 'completed'",
      )
      .pluck()
      .get()
    expect(done).toBe(24)
    expect(await person(app)).toMatchObject({ logins: 1, rechazados: 0 })
    const { session } = app.tenant
    for (const { id } of all) {
      const { metodos } = (await app.get(`/v1/empresa/${id}/portal`, session)).body.data
      expect(metodos.certificado).toMatchObject({ estado: 'listo', bloqueo: null })
    }
  })

  test('have thirty requests of folios done in five minutes of the simulator’s clock, and what waits is told for whom and until when', async () => {
    const { app, all } = await firm()
    for (let i = 0; i < 30; i++)
      expect((await requestFolios(app, all[i % 12]!.key, [33, 34, 39][Math.floor(i / 12)]!)).status).toBe(202)
    const { told, minutes } = await work(app)
    expect(minutes).toBe(5)
    expect(told.length).toBeGreaterThan(0)
    for (const { mensaje, hasta, at } of told) {
      expect(mensaje).toContain('11111111-1')
      expect(hasta).toBeGreaterThan(at)
    }
    expect(app.store.client.prepare('SELECT count(*) FROM sim_caf').pluck().get()).toBe(30)
    expect(await person(app)).toMatchObject({ logins: 1, rechazados: 0 })
  })

  test('are kept out by one lock of the SII, and let in by one person who lifts it once', async () => {
    const { app, all } = await firm()
    const { session } = app.tenant
    await app.post(
      '/simulador/fallas',
      { servicio: 'login', falla: 'codigo', codigo: '99', veces: 1 },
      session,
    )
    for (const { key } of all) expect((await syncRcv(app, key)).status).toBe(202)
    await app.drainJobs()
    const portal = async (id: string) => (await app.get(`/v1/empresa/${id}/portal`, session)).body.data
    for (const { id } of all) expect((await portal(id)).metodos.certificado.estado).toBe('bloqueado')
    expect(await person(app)).toMatchObject({ logins: 0, rechazados: 1 })
    const { id } = all[0]!
    expect(
      (await app.post(`/v1/empresa/${id}/portal/desbloquear`, { metodo: 'certificado' }, session)).status,
    ).toBe(200)
    await work(app)
    for (const one of all) expect((await portal(one.id)).metodos.certificado.estado).toBe('listo')
    expect(await person(app)).toMatchObject({ logins: 1, rechazados: 1 })
  })
})
