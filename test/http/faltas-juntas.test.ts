// All faults of a request come together: those of its path, its query and its body, and what a rule has against one field (http §8).

import { beforeAll, describe, expect, test } from 'bun:test'
import { Kind, type TSchema } from '@sinclair/typebox'
import { described } from '../support/openapi'
import { type CompanyApp, type Reply, testAppWithCompany } from '../support/test-app'

let app: CompanyApp
beforeAll(async () => {
  app = await testAppWithCompany()
})

/** Status, code, and each fault as its place and rule. */
const told = ({ status, body }: Reply) => [
  status,
  body.code,
  body.detalles.map(({ campo, regla }: { campo: string; regla: string }) => `${campo} ${regla}`),
]
const session = () => app.tenant.session

describe('one answer', () => {
  test('tells what is wrong with path, query and body', async () => {
    const sync = await app.post('/v1/rcv/209901/sync?esperar=x&otro=1', {
      tipos: ['compras'],
      completa: 'si',
    })
    expect(told(sync)).toEqual([
      422,
      'VALIDATION_ERROR',
      ['periodo rango', 'otro desconocido', 'esperar formato', 'tipos[0] valor', 'completa tipo'],
    ])
    expect(sync.body.detalles[0].mensaje).toMatch(/^periodo: debe ser AAAAMM/)
    expect(sync.body.detalles[2].mensaje).toBe('esperar: debe ser un entero entre 0 y 20')
  })

  test('is 400 where only path and query are wrong, or the body is missing', async () => {
    const jobs = await app.get('/v1/dte/acuse/trabajos?limite=x&estado=zzz&tipo=rcv.sincronizar')
    expect(told(jobs)).toEqual([
      400,
      'INVALID_PARAMETER',
      ['limite formato', 'estado formato', 'tipo formato'],
    ])
    const waiting = await app.get('/v1/dte/acuse/pendientes?limite=101&rut=1-1&vence_antes=ayer&orden=folio')
    expect(told(waiting)).toEqual([
      400,
      'INVALID_PARAMETER',
      ['limite rango', 'orden valor', 'vence_antes fecha', 'rut rut'],
    ])
    const month = await app.get('/v1/rcv/203001?tipo=x&monto_min=y&orden=z&cursor=w&formato=xls')
    expect(told(month).slice(0, 2)).toEqual([400, 'INVALID_PARAMETER'])
    expect(month.body.detalles).toHaveLength(6)
    const bare = await app.post('/v1/dte/acuse?esperar=21', undefined)
    expect([bare.status, bare.body.code]).toEqual([400, 'INVALID_JSON'])
  })

  test('has the rules of a field beside the faults of others', async () => {
    const rcof = await app.post('/v1/dte/rcof?esperar=-1', { fecha: '2026-12-24', forzar: 1 })
    expect(told(rcof)).toEqual([422, 'VALIDATION_ERROR', ['esperar formato', 'fecha futura', 'forzar tipo']])
    const alone = await app.post('/v1/dte/rcof', { fecha: '2026-12-24' })
    expect(told(alone)).toEqual([400, 'INVALID_PARAMETER', ['fecha futura']])
    const acuse = { rut_emisor: '76543210-3', tipo_dte: 39, folio: 1 }
    const lote = await app.post('/v1/dte/acuse/lote', { accion: 'SI', documentos: [acuse, acuse] })
    expect(told(lote)).toEqual([
      422,
      'VALIDATION_ERROR',
      [
        'accion valor',
        'documentos[0].tipo_dte valor',
        'documentos[1].tipo_dte valor',
        'documentos[1] repetido',
      ],
    ])
    const one = await app.post('/v1/dte/acuse', { ...acuse, accion: 'ACD' })
    expect(told(one)).toEqual([422, 'DOCUMENT_TYPE_NOT_ALLOWED', ['tipo_dte valor']])
    const link = await app.post('/v1/rcv/vinculacion', {
      nc: { rut: '77123456-0', tipo_dte: 61, folio: 0 },
      factura: { rut: '77123456-9', tipo_dte: 33 },
      monto: -1,
      lado: 'x',
    })
    expect(told(link)[2]).toEqual([
      'nc.rut rut',
      'nc.folio minimo',
      'factura.folio requerido',
      'lado valor',
      'monto minimo',
    ])
    const clave = await app.put(
      `/v1/empresa/${app.tenant.empresaId}/portal/clave`,
      { rut: '76543210-9', clave: 'clave 🔑', usuario: 'x' },
      session(),
    )
    expect(told(clave)).toEqual([
      422,
      'VALIDATION_ERROR',
      ['usuario desconocido', 'rut rut', 'clave formato'],
    ])
  })

  test('has what fields say against each other beside what has no shape', async () => {
    const { empresaId } = app.tenant
    const cases: [path: string, body: object, wanted: string[], method?: 'put'][] = [
      [
        '/v1/clientes',
        { rut: '55555555-5', razon_social: '', forma_pago_defecto: 'x', zzz: 1 },
        [
          'zzz desconocido',
          'razon_social requerido',
          'forma_pago_defecto tipo',
          'extranjero.num_id requerido',
        ],
      ],
      [
        '/v1/clientes/importar',
        { periodo_desde: '202611', periodo_hasta: '202609', sincronizar: 'si' },
        ['sincronizar tipo', 'origen requerido', 'periodo_hasta orden'],
      ],
      [
        '/v1/compras-internacionales',
        { nombre: 'x.pdf', monto: '10', impuesto_extranjero: '11', moneda: 1, fecha: '2027-11-20' },
        ['moneda tipo', 'nombre sobra', 'fecha futura', 'impuesto_extranjero maximo'],
      ],
      [
        '/v1/recibidos/rec_0/respuestas',
        { tipo: 'recibo', estado: 0, enviar: 'no', glosa: 'x' },
        ['enviar tipo', 'estado sobra', 'glosa sobra', 'recinto requerido'],
      ],
      [
        `/v1/empresa/${empresaId}/buzon`,
        { tipo: 'imap', host: 'http://x', puerto: 'x', seguridad: 'tls', despues: 'mover' },
        [
          'puerto tipo',
          'usuario requerido',
          'host formato',
          'clave requerido',
          'carpeta_procesados requerido',
        ],
        'put',
      ],
      [
        '/v1/webhooks',
        { url: 'ftp://x', secreto: 'whsec_no es base64 ni con mucho', eventos: 'todos' },
        ['url url', 'eventos tipo', 'secreto base64'],
      ],
    ]
    for (const [path, body, wanted, method = 'post'] of cases) {
      const reply = await app[method](path, body, session())
      expect([path, reply.status, told(reply)[2].toSorted()]).toEqual([path, 422, wanted.toSorted()])
    }
  })

  test('of a list, or without what must be there, tells the shape first', async () => {
    const none = await app.post('/v1/recibidos/rec_0/respuestas', { tipo: 'x', recinto: 'Bodega' }, session())
    expect(told(none)[2]).toEqual(['tipo valor'])
    const list = await app.post('/v1/dte/acuse/lote', { accion: 'ERM', documentos: [{ tipo_dte: 39 }, 1] })
    expect(told(list)[2]).not.toContain('documentos[1] repetido')
  })

  test('is so on every route that takes a body', async () => {
    const both = app.app.elysia.routes.filter(
      // Its body is read against the table of names, once it is there to be read (http §0.2).
      ({ hooks }) => hooks.body && !['Unknown', 'Leido'].includes((hooks.body as TSchema)[Kind]),
    )
    expect(both.length).toBeGreaterThan(30)
    for (const { method, path } of both) {
      const url = `${path.replace(/:\w+/g, '202611')}?qqq=1`
      const { body } = await app.request(method, url, {
        headers: { ...(session() as Record<string, string>), 'content-type': 'application/json' },
        body: JSON.stringify({ zzz: 1 }),
      })
      const campos = body.detalles.map(({ campo }: { campo: string }) => campo)
      expect([path, campos.includes('qqq'), campos.includes('zzz')]).toEqual([path, true, true])
    }
  })
})

/** Every schema within one. */
function* within(schema: TSchema): Generator<TSchema> {
  yield schema
  for (const inner of Object.values<TSchema>(schema.properties ?? {})) yield* within(inner)
  for (const inner of (schema.anyOf ?? []) as TSchema[]) yield* within(inner)
  if (schema.items) yield* within(schema.items)
}

test('no pattern is told as it stands: each has its words', async () => {
  const taken = app.app.elysia.routes.flatMap(({ hooks }) =>
    [hooks.params, hooks.query, hooks.body].filter(Boolean).flatMap((one) => [...within(one as TSchema)]),
  )
  // The others only document what an area reads by its own hand.
  const patterns = taken.filter((one) => Kind in one && one.pattern !== undefined)
  expect(patterns.length).toBeGreaterThan(5)
  const silent = patterns.filter(({ mensaje }) => !/^[A-ZÁÉÍÓÚ][^\\^$[\]]+$/.test(mensaje ?? ''))
  expect(silent.map(({ pattern }) => pattern)).toEqual([])
  const { body } = await app.put(
    `/v1/empresa/${app.tenant.empresaId}/programacion`,
    { rcv: { hora: '24:00' } },
    session(),
  )
  expect(body.detalles).toEqual([
    {
      campo: 'rcv.hora',
      regla: 'formato',
      mensaje:
        'rcv.hora: debe ser una hora de Chile entre 00:00 y 23:59 con la forma HH:MM, por ejemplo 03:30',
    },
  ])
})

/** Fields that a route finds wrong. */
async function wrong(path: string): Promise<string[]> {
  const { status, body } = await app.get(path, session())
  return status === 400 ? body.detalles.map(({ campo }: { campo: string }) => campo) : []
}

test('what a parameter of path or query is refused for alone, it is refused for beside another', async () => {
  const hidden: string[] = []
  const { paths } = described(app)
  for (const [path, { get }] of Object.entries<{ get?: { parameters: { in: string; name: string }[] } }>(
    paths,
  )) {
    const names = get?.parameters.filter((one) => one.in === 'query').map(({ name }) => name) ?? []
    // The simulator is asked, as the program of its own that it is, once all names are known.
    if (!names.length || path.startsWith('/simulador')) continue
    const odd = path.replace(/\{\w+\}/g, '%01z')
    for (const campo of await wrong(odd))
      if (!(await wrong(`${odd}?qqq=1`)).includes(campo)) hidden.push(`${path} ${campo}`)
    const url = path.replace('{periodo}', '202611').replace(/\{\w+\}/g, '33')
    for (const name of names) {
      const alone = await wrong(`${url}?${name}=%01z`)
      if (!alone.includes(name)) continue
      if (!(await wrong(`${url}?qqq=1&${name}=%01z`)).includes(name)) hidden.push(`${path} ${name}`)
    }
  }
  expect(hidden).toEqual([])
})
