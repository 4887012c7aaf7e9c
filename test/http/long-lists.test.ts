// Lists that grow for ever are searched row behind row, and find what their pages show (http §10.1).

import { beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { type CompanyApp, testAppWithCompany } from '../support/test-app'

const ROWS = 450
/** Numbers, three to an instant. */
const MANY = `WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})`
const AT = `strftime('%Y-%m-%dT%H:%M:%fZ', '2026-11-20T10:00:00Z', '+' || (i / 3) || ' seconds')`
const MS = `${Date.parse('2026-11-20T10:00:00Z')} + i / 3 * 1000`

let app: CompanyApp
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
  app.store.client.pragma('ignore_check_constraints = ON')
  const own = { empresa_id: `'${empresaId}'`, ambiente: `'${ambiente}'` }
  app.store.client.exec(`
    ${fill('respuesta', { ...own, id: "'rsp_' || i", numero: 'i', codigo_envio: 'i', tipo: "'recepcion'", estado: "'enviada'", origen: "'persona'", glosa: "'Recepcionado'", creada_en: AT })}
    ${fill('respuesta_recibida', { ...own, id: "'rrc_' || i", clase: "'recepcion'", glosa: "'Recepcionado'", recibida_en: AT, firma: "'valida'", motivo: "'otro_emisor'" })}
    ${fill('rcof', { ...own, id: "'rcf_' || i", fecha: "date('2024-01-01', '+' || i || ' days')", secuencia: 'i % 3 + 1', estado: "'aceptado'", glosa: "'Recepcionado'", resumen: "'[]'", created_at: AT })}
    ${fill('estado_cuenta', { ...own, id: "'esc_' || i", archivo_nombre: "'visa.csv'", estado: "'extraido'", created_at: AT })}
    ${fill('cobro', { id: "'cob_' || i", cuenta_id: `(SELECT cuenta_id FROM empresa WHERE id = '${empresaId}')`, plan: "'Profesional'", ciclo: "'mensual'", estado: "'pagado'", proveedor: "'manual'", created_at: AT })}
    ${fill('tipo_cambio', { cuenta_id: 'NULL', moneda: "'USD'", fecha: "date('2024-01-01', '+' || (i / 3) || ' days')", fuente: "CASE i % 3 WHEN 0 THEN 'tabla' WHEN 1 THEN 'servidor' ELSE 'bcentral' END", valor: "'900'", created_at: AT })}
    ${fill('caf', { ...own, id: "'caf_' || i", tipo_dte: '32 + i', desde: '1', hasta: '300', siguiente: '1', xml_cifrado: "x'00'" }, 2)}
    ${fill('folio_apartado', { caf_id: "'caf_' || i", desde: 'i', hasta: '250 - 49 * (i - 1)', estado: "'por_anular'", motivo: "'Saltado'" }, 2)}
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

/** Rows of a table: what is not told of a column is its type's plainest value. */
function fill(table: string, told: Record<string, string>, rows = ROWS): string {
  const columns = app.store.client.pragma(`table_info(${table})`) as {
    name: string
    type: string
    notnull: 0 | 1
    dflt_value: unknown
  }[]
  const needed = columns.filter(
    ({ name, notnull, dflt_value }) => name in told || (notnull && dflt_value === null),
  )
  const values = needed.map(({ name, type }) => told[name] ?? (type === 'TEXT' ? "'x' || i" : 'i'))
  return `${MANY} INSERT INTO ${table} (${needed.map(({ name }) => name)}) SELECT ${values} FROM n WHERE i <= ${rows};`
}

const paths = [
  '/v1/recibidos/respuestas?q=recepcionado',
  '/v1/recibidos/respuestas/recibidas?q=recepcionado',
  '/v1/dte/rcof?q=recepcionado',
  '/v1/compras-internacionales/estados-cuenta?q=visa',
  '/v1/tipos-cambio?q=usd',
  '/v1/dte/folios/huecos?q=saltado',
  '/v1/auditoria?accion=rcv&q=robot',
  '/v1/billing/cobros?q=profesional',
  '/v1/dte/acuse?q=ERM',
  '/v1/recibidos/mensajes?q=envio',
  '/v1/recibidos/trabajos?q=buzon',
]

const idsOf = async (path: string): Promise<[ids: string[], total: number]> => {
  const { body } = await app.get(path, app.tenant.session)
  if (!body.data) throw new Error(`${path} ${JSON.stringify(app.logs.slice(-3))}`)
  return [body.data.map((row: { id?: string }) => row.id ?? JSON.stringify(row)), body.paginacion.total]
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
    for (const path of [
      '/v1/dte/acuse',
      '/v1/recibidos/mensajes',
      '/v1/recibidos/trabajos',
      '/v1/billing/cobros',
    ])
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

/** Routes whose search skips what it has seen, and why their rows stay few. */
const FEW: Record<string, string> = {
  'apikeys/apikeys.route.ts': 'keys that live, of an account',
  'auth/llave-acceso.route.ts': 'twenty of one person at most',
  'auth/sesion.route.ts': 'sessions that are open, of one person',
  'catalogo/producto.route.ts': 'what changed in one item',
  'clientes/cliente.route.ts': 'what changed in one customer',
  'empresa/empresa.route.ts': 'companies of an account',
  'plantilla/version.route.ts': 'versions of a paper, of which there may be some tens',
  'rcv/registro.route.ts': 'one row a month',
  'recurrentes/ocurrencia.route.ts': 'the dates of one series, one a day at most',
  'usuarios/invitaciones.route.ts': 'invitations that are open',
  'usuarios/usuarios.route.ts': 'people of an account',
  'webhooks/webhooks.route.ts': 'endpoints of a company, of which there may be some tens',
}

test('a list whose rows are not walked one behind the other has few, whatever is done', () => {
  const areas = join(import.meta.dir, '../../src/areas')
  const found = [...new Glob('**/*.ts').scanSync(areas)].filter((file) =>
    readFileSync(join(areas, file), 'utf8').includes('sourceOfFew('),
  )
  expect(found.toSorted()).toEqual(Object.keys(FEW))
})
