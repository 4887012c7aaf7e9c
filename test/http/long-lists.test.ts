// Lists that grow for ever are searched row behind row, and find what their pages show (http §10.1).

import { beforeAll, describe, expect, test } from 'bun:test'
import { type Tenant, type TestApp, testAppWithCompany } from '../support/test-app'

const ROWS = 450
/** Numbers, three to an instant. */
const MANY = `WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})`
const AT = `strftime('%Y-%m-%dT%H:%M:%fZ', '2026-11-20T10:00:00Z', '+' || (i / 3) || ' seconds')`
const MS = `${Date.parse('2026-11-20T10:00:00Z')} + i / 3 * 1000`

let app: TestApp & { tenant: Tenant }
beforeAll(async () => {
  app = await testAppWithCompany()
  const { empresaId } = app.tenant
  const ambiente = app.store.client
    .prepare('SELECT ambiente FROM empresa WHERE id = ?')
    .pluck()
    .get(empresaId)
  const { body } = await app.post('/v1/webhooks', {
    url: 'https://erp.example.cl/a',
    eventos: ['dte.emitido'],
  })
  paths.push(`/v1/webhooks/${body.data.id}/entregas?q=dte`)
  app.store.client.pragma('foreign_keys = OFF')
  app.store.client.exec(`
    ${MANY} INSERT INTO auditoria (id, cuenta_id, actor, accion, created_at)
      SELECT 'aud_' || i, (SELECT cuenta_id FROM empresa WHERE id = '${empresaId}'), 'robot', 'rcv.vinculado', ${AT} FROM n;
    ${MANY} INSERT INTO acuse (id, empresa_id, ambiente, rut_emisor, tipo_dte, folio, accion, estado, job_id, codigo_sii, creado_en, registrado_en)
      SELECT 'acu_' || i, '${empresaId}', '${ambiente}', '77123456-9', 33, i, 'ERM', 'registrado', 'job', '0', ${AT}, ${AT} FROM n;
    ${MANY} INSERT INTO mensaje (id, empresa_id, ambiente, huella, de, asunto, recibido_en, leido_en, bytes, resultado)
      SELECT 'msj_' || i, '${empresaId}', '${ambiente}', i, 'a@example.cl', 'Envío', ${AT}, ${AT}, 1, 'ignorado' FROM n;
    ${MANY} INSERT INTO evento (id, empresa_id, ambiente, numero, evento, cuerpo, created_at)
      SELECT 'evt_' || i, '${empresaId}', '${ambiente}', 1000 + i, 'dte.emitido', '{}', i / 3 FROM n;
    ${MANY} INSERT INTO job (id, kind, empresa_id, ambiente, grupo, estado, created_at, queued_at, completed_at)
      SELECT 'dlv_' || i, 'webhook.entregar', '${empresaId}', '${ambiente}', 'webhook.entregar:x', 'completed', i / 3, 0, 1 FROM n;
    ${MANY} INSERT INTO job (id, kind, empresa_id, ambiente, grupo, estado, created_at, queued_at, completed_at)
      SELECT 'job_' || i, 'buzon.leer', '${empresaId}', '${ambiente}', 'buzon.leer', 'completed', ${MS}, 0, 1 FROM n;
    ${MANY} INSERT INTO trabajo (job_id, objeto) SELECT 'job_' || i, 'buzón' FROM n;
    ${MANY} INSERT INTO webhook_entrega SELECT 'dlv_' || i, '${body.data.id}', 'evt_' || i, 1, i / 3 FROM n;`)
})

const paths = [
  '/v1/auditoria?accion=rcv&q=robot',
  '/v1/dte/acuse?q=ERM',
  '/v1/recibidos/mensajes?q=envio',
  '/v1/recibidos/trabajos?q=buzon',
]

const idsOf = async (path: string): Promise<[ids: string[], total: number]> => {
  const { body } = await app.get(path, app.tenant.session)
  return [body.data.map(({ id }: { id: string }) => id), body.paginacion.total]
}

describe('a list that grows for ever', () => {
  test('has the same rows in the same order searched as not', async () => {
    for (const path of paths)
      for (const pagina of [1, 3, 5]) {
        const found = await idsOf(`${path}&limite=100&pagina=${pagina}`)
        expect([path, found]).toEqual([
          path,
          await idsOf(`${path.replace(/&?q=\w+/, '')}&limite=100&pagina=${pagina}`),
        ])
        expect(found[1]).toBe(ROWS)
        expect(found[0]).toHaveLength(pagina === 5 ? 50 : 100)
      }
  })

  test('is cut by a span, and by the other party', async () => {
    for (const path of ['/v1/dte/acuse', '/v1/recibidos/mensajes', '/v1/recibidos/trabajos'])
      for (const [query, total] of [
        ['fecha_desde=2026-11-20T10:01:00Z', 271],
        ['fecha_hasta=2026-11-20T10:01:00Z', 179],
        ['desde=2026-11-20T10:01:00Z&hasta=2026-11-20T10:01:01Z', 3],
        ['fecha_desde=2026-11-21', 0],
      ] as const)
        expect([path, query, (await idsOf(`${path}?${query}`))[1]]).toEqual([path, query, total])
    expect((await idsOf('/v1/dte/acuse?rut=77.123.456-9&limite=1'))[1]).toBe(ROWS)
    expect((await idsOf('/v1/dte/acuse?rut=76543210-3'))[1]).toBe(0)
  })
})
