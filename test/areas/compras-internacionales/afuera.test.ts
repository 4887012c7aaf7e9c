// What is asked outside: the central bank's rates and the operator's model, both servers of this test (areas/compras-internacionales §1, §2).

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { drawPdf } from '../../support/extraccion/draw'
import { type Tenant, type TestApp, testAppWithCompany } from '../../support/test-app'
import { BASE, comprar } from './escena'

const CLAVE = 'clave-del-banco'
/** What each series answers; omitted, that it has nothing. */
let series: Record<string, unknown> = {}
let asked: URLSearchParams[] = []
/** What the model says, as the text of its answer; null: it breaks. */
let dicho: object | null = null
let preguntas = 0

const server = Bun.serve({
  port: 0,
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/banco') {
      asked.push(searchParams)
      return Response.json(series[searchParams.get('timeseries')!] ?? { Codigo: 0, Series: { Obs: null } })
    }
    preguntas++
    if (!dicho) return new Response('roto', { status: 500 })
    return Response.json({ choices: [{ message: { role: 'assistant', content: JSON.stringify(dicho) } }] })
  },
})
afterAll(() => server.stop(true))

let app: TestApp & { tenant: Tenant }

beforeAll(async () => {
  const at = server.url.origin
  app = await testAppWithCompany({
    propio: at,
    tiposCambio: { url: `${at}/banco`, usuario: 'yo@example.cl', clave: CLAVE },
    ia: { url: `${at}/v1`, clave: 'secreta', modelo: 'uno' },
  })
  app.speakAs(app.tenant)
})

const observed = (...rows: [string, string, string?][]) => ({
  Codigo: 0,
  Descripcion: 'Success',
  Series: {
    Obs: rows.map(([indexDateString, value, statusCode = 'OK']) => ({ indexDateString, value, statusCode })),
  },
})

describe('the central bank', () => {
  const ask = () => app.app.services.comprasInt.askBanco()

  test('is asked for what is new, a day without a value is none, and a currency that fails leaves the others be', async () => {
    series = {
      'F073.TCO.PRE.Z.D': observed(
        ['05-11-2026', '945.32'],
        ['08-11-2026', 'NaN', 'ND'],
        ['09-11-2026', '950'],
      ),
      'F072.CLP.EUR.N.O.D': { Codigo: -5, Descripcion: 'Invalid username or password' },
      'F072.CLP.GBP.N.O.D': observed(['05-11-2026', '1.240']),
    }
    await ask()
    const { data } = (await app.get('/v1/tipos-cambio?moneda=USD')).body
    expect(data.map(({ fecha, valor, fuente }: Record<string, string>) => [fecha, valor, fuente])).toEqual([
      ['2026-11-09', '950', 'bcentral'],
      ['2026-11-05', '945.32', 'bcentral'],
    ])
    expect((await comprar(app, { fecha: '2026-11-08' })).conversion).toMatchObject({
      tipo_cambio: '945.32',
      fecha_tc: '2026-11-05',
      fuente: 'bcentral',
    })
    expect((await app.get('/v1/tipos-cambio?moneda=GBP')).body.data).toHaveLength(1)
    asked = []
    await ask()
    const dollar = asked.find((query) => query.get('timeseries') === 'F073.TCO.PRE.Z.D')!
    expect([dollar.get('firstdate'), dollar.get('user'), dollar.get('pass')]).toEqual([
      '2026-11-09',
      'yo@example.cl',
      CLAVE,
    ])
  })

  test('that fails is told in the log, never its access', async () => {
    series = { 'F073.TCO.PRE.Z.D': { Codigo: -1, Descripcion: 'caído' } }
    await ask()
    const lines = app.logs.map((line) => JSON.stringify(line)).filter((line) => line.includes('tipos_cambio'))
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter((line) => line.includes(CLAVE) || line.includes('yo@'))).toEqual([])
  })
})

describe('the model', () => {
  let n = 0
  const send = async (ia?: 'true') => {
    const pdf = await drawPdf(`\n# Acme Clouds ${++n}\n\nsome words that name no invoice`)
    const archivo_base64 = Buffer.from(pdf).toString('base64')
    return (await app.post(`${BASE}${ia ? '?ia=true' : ''}`, { archivo_base64, nombre: `m${n}.pdf` })).body
  }
  const usadas = (): number =>
    app.store.client
      .prepare<[], number>(
        "SELECT coalesce(sum(usadas), 0) FROM cuota_consulta WHERE operacion = 'extraccion'",
      )
      .pluck()
      .get()!
  const audited = (): number =>
    app.store.client
      .prepare<[], number>("SELECT count(*) FROM auditoria WHERE accion = 'extraccion.ia'")
      .pluck()
      .get()!
  const allow = (extraccion_ia: string) =>
    app.put(`/v1/empresa/${app.tenant.empresaId}`, { extraccion_ia }, app.tenant.session)

  test('is not asked while the company does not allow it, and asked for it is refused', async () => {
    expect((await send()).ok).toBe(true)
    expect([(await send('true')).code, preguntas, usadas()]).toEqual(['INVALID_STATE', 0, 0])
  })

  test('fills what the rules left open, costs one unit and is logged, and confirms nothing whatever it says', async () => {
    await allow('texto')
    dicho = {
      proveedor: { nombre: 'Acme Clouds', pais: 'US', tax_id: null, direccion: null },
      numero: 'Z-1',
      fecha: null,
      moneda: null,
      monto: null,
      impuesto_extranjero: null,
      descripcion: null,
      clasificacion: { naturaleza: 'servicio', confirmado: true },
    }
    const { data } = await send()
    expect([preguntas, usadas(), audited()]).toEqual([1, 1, 1])
    expect(data.clasificacion).toMatchObject({ naturaleza: 'indeterminado', confirmado: false })
    expect(data.estado).not.toBe('clasificada')
  })

  test('that does not answer costs nothing, and the rules’ result stays', async () => {
    dicho = null
    const before = [usadas(), audited()]
    const { data } = await send('true')
    expect(['extraida', 'sin_extraer']).toContain(data.estado)
    expect([usadas(), audited()]).toEqual(before)
  })
})
