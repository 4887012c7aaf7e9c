// A company with series, whose clock a test moves.

import { factura } from '../../support/emisor'
import { type CompanyApp, loadFolios, type TestAppOptions, testAppWithCompany } from '../../support/test-app'

/** The request of a series. */
export const soporte = (over: object = {}) =>
  factura({ detalle: [{ nombre: 'Soporte {mes} de {anio}', precio: '45000' }], ...over })

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Json = any

export type Escena = Awaited<ReturnType<typeof openEscena>>

export async function openEscena(options: TestAppOptions = {}, folios = 50) {
  const app: CompanyApp = await testAppWithCompany({ now: '2026-12-01T12:00:00Z', ...options })
  app.speakAs(app.tenant)
  await loadFolios(app, app.tenant, folios ? { 33: folios } : {})
  const regla = (over: object = {}) => ({ cada: 'mes', dias: [31], desde: '2026-12-01', veces: 12, ...over })
  return {
    app,
    post: (body: object = {}) =>
      app.post('/v1/recurrentes', { nombre: 'Soporte', regla: regla(), solicitud: soporte(), ...body }),
    regla,
    /** A series that is there. */
    async serie(body: object = {}): Promise<Json> {
      const reply = await this.post(body)
      if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
      return reply.body.data
    },
    get: async (id: string): Promise<Json> => (await app.get(`/v1/recurrentes/${id}`)).body.data,
    proximas: async (id: string, n = 12): Promise<Json[]> =>
      (await app.get(`/v1/recurrentes/${id}/proximas?n=${n}`)).body.data,
    ocurrencias: async (id: string): Promise<Json[]> =>
      (await app.get(`/v1/recurrentes/${id}/ocurrencias?orden=fecha`)).body.data,
    borradores: async (query = ''): Promise<Json[]> => (await app.get(`/v1/borradores${query}`)).body.data,
    documentos: async (): Promise<Json[]> => (await app.get('/v1/documentos?orden=folio')).body.data,
    /** The minute's look, at an instant of Chile. */
    async at(local: string, zone = '-03:00'): Promise<void> {
      app.setNow(new Date(`${local}${zone}`).toISOString())
      await app.app.services.recurrentes.look()
    },
  }
}
