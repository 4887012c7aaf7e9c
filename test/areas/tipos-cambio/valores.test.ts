// UF and UTM beside the currencies, each by the rule of its day, from each source (areas/tipos-cambio §1 to §3).

import { beforeAll, describe, expect, test } from 'bun:test'
import { createBanco } from '../../../src/areas/tipos-cambio/bcentral'
import { createTiposCambio } from '../../../src/areas/tipos-cambio/tipos-cambio'
import { createLog } from '../../../src/base/log'
import { type CompanyApp, testAppWithCompany } from '../../support/test-app'

let app: CompanyApp
beforeAll(async () => {
  app = await testAppWithCompany({ feriados: ['2026-11-22'] })
  app.speakAs(app.tenant)
})

const cargar = (...tipos: [moneda: string, fecha: string, valor: string][]) =>
  app.post('/v1/tipos-cambio', {
    tipos: tipos.map(([moneda, fecha, valor]) => ({ moneda, fecha, valor })),
  })
const valores = () => createTiposCambio({ store: app.store, clock: app.clock })
const valorDe = (moneda: string, fecha: string) =>
  valores().find(app.tenant.cuentaId, moneda, fecha)?.tipoCambio ?? null

describe('a UF (areas/tipos-cambio §1)', () => {
  test('is of its very day, under its name and under ISO’s', async () => {
    expect((await cargar(['UF', '2026-11-20', '39842.15'])).body.data).toMatchObject({ nuevos: 1 })
    expect((await cargar(['CLF', '2026-11-20', '39842.15'])).body.data).toMatchObject({ iguales: 1 })
    for (const moneda of ['UF', 'CLF'])
      expect([valorDe(moneda, '2026-11-20'), valorDe(moneda, '2026-11-21')]).toEqual(['39842.15', null])
    for (const moneda of ['UF', 'CLF']) {
      const { data } = (await app.get(`/v1/tipos-cambio?moneda=${moneda}`)).body
      expect(data.map((one: { moneda: string }) => one.moneda)).toEqual(['UF'])
    }
    expect((await app.get('/v1/tipos-cambio?q=uf')).body.data).toHaveLength(1)
  })

  test('may lie 45 days ahead and no more, told with all else that is wrong', async () => {
    expect((await cargar(['UF', '2027-01-04', '40000'])).status).toBe(201)
    const bad = await cargar(['UF', '2027-01-05', '40000'], ['USD', '2026-11-28', 'x'])
    expect([bad.status, bad.body.detalles]).toMatchObject([
      422,
      [
        { campo: 'tipos[0].fecha', regla: 'futura' },
        { campo: 'tipos[1].valor' },
        { campo: 'tipos[1].fecha', regla: 'futura' },
      ],
    ])
  })
})

describe('a UTM (areas/tipos-cambio §1)', () => {
  test('is of its month, whichever day of it is written or asked', async () => {
    await cargar(['UTM', '2026-11-17', '69542'])
    expect(
      ['2026-11-01', '2026-11-30', '2026-10-31', '2026-12-01'].map((day) => valorDe('UTM', day)),
    ).toEqual(['69542', '69542', null, null])
    const { data } = (await app.get('/v1/tipos-cambio?moneda=UTM')).body
    expect(data).toMatchObject([{ moneda: 'UTM', fecha: '2026-11-01', valor: '69542', fuente: 'tabla' }])
  })

  test('two of one month that differ are refused', async () => {
    const bad = await cargar(['UTM', '2026-12-01', '69700'], ['UTM', '2026-12-09', '69701'])
    expect(bad.body.detalles).toMatchObject([{ campo: 'tipos[1].valor', regla: 'contradiccion' }])
  })
})

test('a table brings them all, as Chilean spreadsheets write them', async () => {
  const csv = 'moneda;fecha;valor\nuf;21-11-2026;39.844,20\nutm;13-12-2026;69700\nUSD;20-11-2026;951,5\n'
  const sent = await app.post('/v1/tipos-cambio', { archivo_base64: Buffer.from(csv).toString('base64') })
  expect(sent.body.data).toMatchObject({ nuevos: 3 })
  expect([valorDe('UF', '2026-11-21'), valorDe('UTM', '2026-12-31'), valorDe('USD', '2026-11-25')]).toEqual([
    '39844.2',
    '69700',
    '951.5',
  ])
})

test('a key that reads documents reads the values, and loads none', async () => {
  const made = await app.post(
    '/v1/apikeys',
    { nombre: 'lee', empresa_id: app.tenant.empresaId, scopes: ['dte:leer'] },
    app.tenant.session,
  )
  const key = { 'x-api-key': made.body.data.api_key }
  expect((await app.get('/v1/tipos-cambio', key)).status).toBe(200)
  const refused = await app.post(
    '/v1/tipos-cambio',
    { tipos: [{ moneda: 'UF', fecha: '2026-11-20', valor: '1' }] },
    key,
  )
  expect(refused.status).toBe(403)
})

describe('the simulated central bank (areas/tipos-cambio §3)', () => {
  const bank = (tipos = valores()) =>
    createBanco({
      clock: app.clock,
      log: createLog({ level: 'error', clock: app.clock, write: () => {} }),
      fetch: (url) => app.simulator.fetch(new Request(url)),
      acceso: { url: 'http://localhost/simulador/valores', usuario: 'uno', clave: 'dos' },
      tipos,
    })

  test('is asked like the real one, and tells UF to the next 9th, the UTM of the next month and no dollar of a Sunday', async () => {
    const one = bank()
    await one.ask()
    expect(one.estado()!.monedas.filter(({ motivo }) => motivo)).toEqual([])
    const last = (moneda: string) => valores().lastOfBank(moneda)
    expect([last('UF'), last('UTM'), last('USD')]).toEqual(['2026-12-09', '2026-12-01', '2026-11-20'])
    const said = (await app.get('/simulador/valores?timeseries=F073.TCO.PRE.Z.D&firstdate=2026-11-14')).body
    expect(said.Series.Obs.map(({ statusCode }: { statusCode: string }) => statusCode)).toEqual([
      'ND',
      'ND',
      'OK',
      'OK',
      'OK',
      'OK',
      'OK',
    ])
  })

  test('knows more as its clock goes on, and says the same of what it said', async () => {
    const before = valorDe('UF', '2026-12-09')
    expect(valorDe('UF', '2026-12-10')).toBeNull()
    app.advance(20 * 86_400_000)
    await bank().ask()
    expect([valorDe('UF', '2026-12-09'), valorDe('UF', '2027-01-09') === null]).toEqual([before, false])
  })

  test('has no other series, and refuses a day that is none', async () => {
    expect((await app.get('/simulador/valores?timeseries=NADA', app.tenant.key)).body.Codigo).toBe(-50)
    const bad = await app.get('/simulador/valores?firstdate=ayer', app.tenant.key)
    expect([bad.status, bad.body.code]).toEqual([400, 'INVALID_PARAMETER'])
  })
})

describe('GET /v1/feriados', () => {
  test('tells those of the law and those that the operator added', async () => {
    const { data } = (await app.get('/v1/feriados?anio=2026&limite=100')).body
    expect(data).toContainEqual({ fecha: '2026-09-18', nombre: 'Independencia Nacional', fuente: 'ley' })
    expect(data).toContainEqual({ fecha: '2026-11-22', nombre: 'Feriado', fuente: 'servidor' })
    expect((await app.get('/v1/feriados')).body.data[0].fecha).toBe('2026-01-01')
  })
})
