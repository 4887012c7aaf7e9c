// Unknown parameters are refused in queries as in bodies: one passed over is an invoice that was not meant
// (http §0.2). `routes.test.ts` walks all routes.

import { beforeAll, describe, expect, test } from 'bun:test'
import { AJENA } from '../../src/http/query'
import { factura } from '../support/emisor'
import { type CompanyApp, testAppWithFolios } from '../support/test-app'

let app: CompanyApp
beforeAll(async () => {
  app = await testAppWithFolios()
})

type Detalle = { campo: string; regla: string; mensaje: string }

const isOpen = ({ hooks }: { hooks: { query?: unknown } }) => hooks.query === AJENA

describe('a parameter that a route does not know', () => {
  test('passes only where others write into the address: links of mails, pages and the gateway of payments', async () => {
    const open = app.app.elysia.routes.filter(isOpen)
    expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'GET /billing/flow/retorno',
      'GET /docs',
      'GET /instalar/:clave',
      'GET /invitacion',
      'GET /llms.txt',
      'GET /manual',
      'GET /manual/:pagina',
      'GET /restablecer',
      'GET /ver/:clave',
      'GET /ver/:clave/pdf',
      'GET /ver/:clave/xml',
      'POST /billing/flow/confirmacion',
      'POST /billing/flow/retorno',
    ])
    expect((await app.get('/invitacion?utm_source=correo', {})).status).toBe(200)
  })

  test('issues nothing', async () => {
    const refused = await app.post('/v1/dte/emitir?dry=1', factura(), app.tenant.key)
    expect(refused.status).toBe(400)
    expect(refused.body.detalles).toEqual([
      {
        campo: 'dry',
        regla: 'desconocido',
        mensaje: 'dry: parámetro desconocido; esta ruta no admite ninguno',
      },
    ])
    expect((await app.get('/v1/documentos', app.tenant.key)).body.paginacion.total).toBe(0)
  })

  test('is answered with the name that comes closest', async () => {
    const { body } = await app.get('/v1/documentos?pagna=2&rut_recptor=1&estado=x', app.tenant.key)
    expect(body.detalles.map(({ mensaje }: Detalle) => mensaje)).toEqual([
      'pagna: parámetro desconocido; ¿quiso decir «pagina»?',
      'rut_recptor: parámetro desconocido; ¿quiso decir «rut_receptor»?',
      expect.stringContaining('estado'),
    ])
  })

  test('is answered with those that the route takes where none comes close, aliases left out', async () => {
    const { body } = await app.get('/v1/dte/folios?xyzzy=33', app.tenant.key)
    expect(body.detalles).toEqual([
      {
        campo: 'xyzzy',
        regla: 'desconocido',
        mensaje: 'xyzzy: parámetro desconocido; esta ruta admite pagina, limite, q, orden',
      },
    ])
  })

  test('is told on every route of reading what it takes, or that it takes none', async () => {
    const untold: string[] = []
    let refused = 0
    for (const { method, path } of app.app.elysia.routes) {
      if (method !== 'GET' || !path.startsWith('/v1/')) continue
      const { status, body } = await app.get(`${path.replaceAll(/:\w+/g, 'x')}?xyzzy=1`, app.tenant.session)
      const own = (body?.detalles ?? []).find(({ campo }: Detalle) => campo === 'xyzzy')
      if (status !== 400 || !own) continue
      refused += 1
      if (!/; esta ruta (admite \w|no admite ninguno)/.test(own.mensaje)) untold.push(path)
    }
    expect(refused).toBeGreaterThan(80)
    expect(untold).toEqual([])
  })
})
