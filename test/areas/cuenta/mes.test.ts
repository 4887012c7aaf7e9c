// The turn of a month in Chile for both quotas, in the seasons of both clocks and past their changes, by a server that was off
// at that moment (http §16.3).

import { describe, expect, test } from 'bun:test'
import { factura } from '../../support/emisor'
import { PASSWORD, testApp, testAppWithFolios } from '../../support/test-app'

/** An account on the plan Gratis whose quotas were spent under way, at an instant before the turn. */
async function spent(now: string, periodo: string) {
  const app = await testAppWithFolios({ now, folios: { 33: 20 } })
  await app.post('/v1/dte/emitir', factura({ fecha_emision: now.slice(0, 10) }))
  await app.settle()
  const { client } = app.store
  client.exec("UPDATE cuenta SET plan = 'Gratis'; DELETE FROM cuota_consulta; DELETE FROM cuota_emision")
  client
    .prepare('INSERT INTO cuota_consulta (cuenta_id, periodo, operacion, usadas) VALUES (?, ?, ?, 50)')
    .run(app.tenant.cuentaId, periodo, 'rcv')
  client
    .prepare('INSERT INTO cuota_emision (cuenta_id, periodo, usadas) VALUES (?, ?, 100)')
    .run(app.tenant.cuentaId, periodo)
  return app
}

// The clock goes back in the night after 2026-04-04, the hour 23:00 comes twice, and forward in that of 2026-09-06, which has no
// midnight: -03:00 in summer, -04:00 in winter.
const TURNS = [
  ['2026-03-20T12:00:00Z', '202603', '2026-04-01T03:00:00.000Z', '202604'],
  ['2026-04-04T12:00:00Z', '202604', '2026-05-01T04:00:00.000Z', '202605'],
  ['2026-08-20T12:00:00Z', '202608', '2026-09-01T04:00:00.000Z', '202609'],
  ['2026-09-05T12:00:00Z', '202609', '2026-10-01T03:00:00.000Z', '202610'],
] as const

const OTRAS = ['2026-04-05T02:59:59.999Z', '2026-04-05T03:30:00.000Z', '2026-04-05T04:00:00.000Z']
const SALTO = ['2026-09-06T03:59:59.999Z', '2026-09-06T04:00:00.000Z', '2026-09-06T05:00:00.000Z']

describe('both quotas', () => {
  test.each(TURNS)(
    'spent since %s in %s are whole again at %s, not a millisecond before, on a server that was off',
    async (now, periodo, turn, next) => {
      const app = await spent(now, periodo)
      const consulta = '/v1/dte/consulta/33/1'
      const millisecondBefore = new Date(Date.parse(turn) - 1).toISOString()
      for (const [instant, asked, issued, of, left] of [
        [millisecondBefore, 403, 403, periodo, '0'],
        [turn, 200, 202, next, '49'],
      ] as const) {
        // A start of its own: nothing that a running server would have done at midnight has been done.
        const server = await testApp({ store: app.store, beside: app, now: instant })
        server.setNow(instant)
        const answer = await server.get(consulta, app.tenant.key)
        expect([instant, answer.status]).toEqual([instant, asked])
        expect(answer.headers.get('x-quota-period')).toBe(of)
        expect(answer.headers.get('x-quota-remaining')).toBe(left)
        const emitted = await server.post('/v1/dte/emitir', factura(), app.tenant.key)
        expect([instant, emitted.status]).toEqual([instant, issued])
        expect(emitted.headers.get('x-emission-remaining')).toBe(issued === 202 ? '99' : '0')
      }
      const login = await app.post('/auth/login', { email: 'dueno0@example.cl', password: PASSWORD }, {})
      const uso = await app.get('/v1/cuenta/uso', { authorization: `Bearer ${login.body.access_token}` })
      expect(uso.body.data.historial.slice(0, 2)).toEqual([
        { periodo: next, consultas: 1, emisiones: 1 },
        { periodo, consultas: 50, emisiones: 100 },
      ])
    },
  )

  test('stay spent in every hour of the nights in which the clock changes', async () => {
    for (const [now, periodo, instants] of [
      ['2026-04-04T12:00:00Z', '202604', OTRAS],
      ['2026-09-05T12:00:00Z', '202609', SALTO],
    ] as const) {
      const app = await spent(now, periodo)
      for (const instant of instants) {
        app.setNow(instant)
        const { status, body, headers } = await app.get('/v1/dte/consulta/33/1')
        expect([instant, status, body.code]).toEqual([instant, 403, 'PLAN_LIMIT'])
        expect(headers.get('x-quota-period')).toBe(periodo)
        expect((await app.post('/v1/dte/emitir', factura())).body.code).toBe('EMISSION_LIMIT')
      }
    }
  })
})
