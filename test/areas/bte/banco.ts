// Boletas de terceros at the simulated SII, for tests: a company with its clave, what it asks for, and what the SII has.

import { type CompanyApp, type TestAppOptions, testAppWithCompany } from '../../support/test-app'

export const BASE = '/v1/bte'
const MINUTE = 60_000

export const PEDIDO = {
  fecha: '2026-11-20',
  beneficiario: {
    rut: '9876543-3',
    nombre: 'José Ñancupil Cárdenas',
    direccion: 'Parcela 12',
    comuna: 'Talca',
  },
  servicios: [{ descripcion: 'Mantención de jardín', monto: 500_000 }],
}

export type App = CompanyApp

/** With the clave of the simulated SII loaded. */
export async function company(options: TestAppOptions = {}): Promise<App> {
  const app = await testAppWithCompany(options)
  await app.put(`/v1/empresa/${app.tenant.empresaId}/portal/clave`, { simulado: true }, app.tenant.session)
  return app
}

export const issue = (app: App, over: object = {}, query = '', headers: Record<string, string> = {}) =>
  app.post(`${BASE}/emitir${query}`, { ...PEDIDO, ...over }, { ...app.tenant.key, ...headers })

export const list = async (app: App, query = '') => (await app.get(`${BASE}${query}`)).body.data

/** The number that the simulated SII has issued, for anybody. */
export const atSii = (app: App): number =>
  app.store.client.prepare<[], number>('SELECT count(*) FROM sim_bte').pluck().get()!

export const trabajo = async (app: App, id: string) => (await app.get(`${BASE}/trabajos/${id}`)).body.data

/** Runs what is ready, minute after minute, until the job has ended. */
export async function end(app: App, id: string) {
  for (let i = 0; i < 60; i++) {
    await app.drainJobs()
    const found = await trabajo(app, id)
    if (!['pending', 'processing'].includes(found.estado)) return found
    app.advance(MINUTE)
  }
  throw new Error('it did not end')
}

export const used = async (app: App): Promise<number> =>
  (await app.get('/v1/cuenta/uso', app.tenant.session)).body.data.consultas.por_operacion.bte ?? 0
