// The billing of each customer, after every kind of event, against a slow recount (areas/clientes §3).

import { beforeAll, describe, expect, test } from 'bun:test'
import type { Ambiente } from '../../../src/domain/ambiente'
import type { Titular } from '../../../src/domain/titular'
import { type CompanyApp, loadFolios, testAppWithCompany } from '../../support/test-app'
import { createSucesos, dice, FOLIOS, pass, RUTS } from './sucesos'

let app: CompanyApp

beforeAll(async () => {
  app = await testAppWithCompany()
  await loadFolios(app, app.tenant, FOLIOS)
})

interface Row {
  id: string
  tipo_dte: number
  folio: number
  fecha_emision: string
  created_at: string
  ambiente: string
  rut_receptor: string
  num_id: string
  monto_total: number
  folio_estado: string
  estado_sii: string
  anulado_por: string | null
}

const COUNTED = [33, 34, 39, 41, 43, 56, 61, 110, 111, 112]

/** From the documents alone, one by one. */
function recount({ empresaId, ambiente }: Titular, rut: string, numId: string) {
  const all = app.store.client
    .prepare<[string, string], Row>(
      `SELECT *, coalesce(num_id_receptor, '') AS num_id FROM documento WHERE empresa_id = ? AND ambiente = ?`,
    )
    .all(empresaId, ambiente)
  const voiders = new Set(all.map(({ anulado_por }) => anulado_por))
  const own = all.filter(
    (d) =>
      d.rut_receptor === rut &&
      d.num_id === numId &&
      COUNTED.includes(d.tipo_dte) &&
      !['libre', 'por_anular'].includes(d.folio_estado) &&
      d.estado_sii !== 'rechazado' &&
      d.anulado_por === null &&
      !voiders.has(d.id),
  )
  const key = (d: Row) => `${d.fecha_emision} ${d.created_at} ${d.id}`
  const last = own.toSorted((a, b) => (key(a) < key(b) ? 1 : -1))[0]
  return {
    total_facturado: own.reduce(
      (sum, d) => sum + (d.tipo_dte === 61 || d.tipo_dte === 112 ? -1 : 1) * d.monto_total,
      0,
    ),
    num_documentos: own.length,
    ultimo_dte: last ? { tipo_dte: last.tipo_dte, folio: last.folio, fecha: last.fecha_emision } : null,
  }
}

/** Checks that the API says of every customer what a recount does, and that the order follows it. */
async function check(ambiente: Ambiente, eliminados = false): Promise<void> {
  const { empresaId, session } = app.tenant
  const path = `/v1/clientes?limite=100&orden=-total_facturado&eliminados=${eliminados}`
  const { body } = await app.get(path, { ...session, 'x-ambiente': ambiente })
  const totals: number[] = []
  for (const { rut, extranjero, total_facturado, num_documentos, ultimo_dte } of body.data) {
    const slow = recount({ empresaId, ambiente }, rut, extranjero?.num_id ?? '')
    expect({ rut, total_facturado, num_documentos, ultimo_dte }).toEqual({ rut, ...slow })
    totals.push(total_facturado)
  }
  expect(totals).toEqual(totals.toSorted((a, b) => b - a))
}

describe('what was billed to a customer', () => {
  test('is null below the plan Profesional, where no order by it is had', async () => {
    const small = await testAppWithCompany({ planInicial: 'Emprendedor' })
    const made = await small.post('/v1/clientes', { rut: RUTS[0], razon_social: 'Uno' })
    expect(made.body.data).toMatchObject({
      total_facturado: null,
      num_documentos: null,
      ultimo_dte: null,
      metricas_al: null,
    })
    const { status, body } = await small.get('/v1/clientes?orden=-ultimo_dte')
    expect([status, body.code, body.detalles[0].campo]).toEqual([403, 'PLAN_FEATURE', 'orden'])
    expect((await small.get('/v1/clientes?orden=-razon_social')).status).toBe(200)
  })

  test('is right after every step of random sequences of events, of which each kind came', async () => {
    const roll = dice(20261120)
    const sucesos = createSucesos(app, roll)
    const names = Object.keys(sucesos) as (keyof typeof sucesos)[]
    const came = new Set<string>()
    const first = ['crear', 'factura', 'extranjero', 'exportacion'] as const
    for (let step = 0; step < 180; step++) {
      const name = first[step] ?? names[roll(names.length)]!
      if (await sucesos[name]()) came.add(name)
      await check('simulacion')
      if (name === 'otroAmbiente' || name === 'borrar') {
        await check('certificacion')
        await check('simulacion', true)
      }
    }
    await pass(app, 40)
    await check('simulacion')
    await check('certificacion')
    expect(names.filter((name) => !came.has(name))).toEqual([])
    const { body } = await app.get('/v1/clientes?limite=100')
    expect(body.data.some(({ num_documentos }: { num_documentos: number }) => num_documentos > 5)).toBe(true)
    const seen = (where: string) =>
      app.store.client.prepare(`SELECT 1 FROM documento d WHERE ${where}`).get() !== undefined
    const voids = `EXISTS (SELECT 1 FROM documento_referencia r WHERE r.documento_id = d.id AND r.codigo = 1)`
    for (const where of [
      "ambiente = 'simulacion' AND estado_sii = 'rechazado' AND tipo_dte = 33",
      "ambiente = 'certificacion' AND estado_sii = 'rechazado'",
      'anulado_por IS NOT NULL',
      `${voids} AND estado_sii = 'aceptado'`,
      `${voids} AND estado_sii = 'rechazado'`,
      "folio_estado = 'libre'",
      "folio_estado = 'por_anular'",
    ])
      expect({ where, seen: seen(where) }).toEqual({ where, seen: true })
    const types = app.store.client.prepare('SELECT count(DISTINCT tipo_dte) FROM documento').pluck().get()
    expect(types).toBe(12)
  }, 60_000)
})
