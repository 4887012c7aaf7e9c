// The operations on boletas de terceros, and our knowledge of them (areas/bte §1, §3).

import { describe, expect, test } from 'bun:test'
import { createBoletas } from '../../../src/areas/bte/boletas'
import { createMergeMonths } from '../../../src/areas/bte/mes'
import { type App, BASE, company, end, issue, list, PEDIDO, used } from './banco'

/** As a person makes one on the SII's own page: from another account, whose company has the same RUT. */
async function elsewhere(app: App, over: object = {}) {
  const { status } = await issue(app, over)
  expect(status).toBe(201)
  app.store.client.prepare('DELETE FROM bte').run()
}
const annul = (app: App, folio: number, body?: object) => app.post(`${BASE}/${folio}/anular`, body)

describe('annulling', () => {
  test('by the default cause: 200, one unit, and out of the month’s sums', async () => {
    const app = await company()
    await issue(app)
    await issue(app, { servicios: [{ descripcion: 'Riego', monto: 100_000 }] })
    const { status, body } = await annul(app, 1)
    expect([status, body.data]).toMatchObject([
      200,
      { folio: 1, estado: 'anulada', causa: 3, anulada_en: app.clock().toISOString() },
    ])
    expect(await used(app)).toBe(3)
    expect((await annul(app, 1)).body.code).toBe('INVALID_STATE')
    expect((await app.get(`${BASE}/resumen/202611`)).body.data).toMatchObject({
      ...{ periodo: '202611', vigentes: 1, anuladas: 1, bruto: 100_000, retencion: 15_250, liquido: 84_750 },
      ...{ inciertas: 0, por_beneficiario: [{ rut: '9876543-3', boletas: 1, bruto: 100_000 }] },
    })
    expect((await list(app, '?anulada=true')).length).toBe(1)
  })

  test('by a cause that the form lacks: 422 with those that it has, and it stands', async () => {
    const app = await company()
    await issue(app)
    const { status, body } = await annul(app, 1, { causa: 1 })
    expect([status, body.detalles]).toMatchObject([422, [{ campo: 'causa', disponibles: [2, 3] }]])
    expect(await list(app)).toMatchObject([{ estado: 'vigente', causa: null }])
    const annulled = (await annul(app, 1, { causa: 2, glosa: 'No vino' })).body.data
    expect([annulled.estado, annulled.glosa]).toEqual(['anulada', 'No vino'])
  })

  const audited = (app: App): number =>
    app.store.client
      .prepare<[], number>("SELECT count(*) FROM auditoria WHERE accion = 'bte.anulada'")
      .pluck()
      .get()!

  test('what waits to be confirmed is not asked for again, nor said to have been', async () => {
    const app = await company()
    await issue(app)
    app.advance(45 * 24 * 3_600_000)
    await annul(app, 1)
    const { status, body } = await annul(app, 1, { causa: 2 })
    expect([status, body.code]).toEqual([409, 'INVALID_STATE'])
    expect(body.error).toContain('espera que la otra parte la confirme')
    expect([audited(app), (await list(app))[0].causa]).toEqual([1, 3])
  })

  test('that the SII refused waits for nobody once another cause was taken', async () => {
    const app = await company()
    await issue(app)
    const stopped = async () =>
      (await app.get(`${BASE}/trabajos?estado=failed,dlq`)).body.data.map(
        ({ tipo }: { tipo: string }) => tipo,
      )
    expect((await annul(app, 1, { causa: 1 })).status).toBe(422)
    const before = await stopped()
    expect((await annul(app, 1, { causa: 2 })).status).toBe(200)
    expect([before, await stopped()]).toEqual([['bte.anular'], []])
    const { body } = await app.get('/v1/resumen')
    expect(JSON.stringify(body.data)).not.toContain('operaciones_detenidas')
  })

  test('under way is joined by the same cause, and another is told which it is', async () => {
    const app = await company()
    await issue(app)
    const ask = (body?: object) => app.post(`${BASE}/1/anular?esperar=0`, body)
    const { job_id } = (await ask({ causa: 2 })).body.data
    expect((await ask({ causa: 2 })).body.data.job_id).toBe(job_id)
    for (const other of [{ causa: 1 }, undefined]) {
      const { status, body } = await ask(other)
      expect([status, body.code]).toEqual([409, 'INVALID_STATE'])
      expect(body.error).toContain('ya se está anulando por otra causa (2: el servicio no se prestó)')
    }
    await end(app, job_id)
    expect([(await list(app))[0].causa, audited(app), await used(app)]).toEqual([2, 1, 2])
  })

  test('one that was annulled elsewhere before its turn is told as annulled, and nobody here as who did it', async () => {
    const app = await company()
    await issue(app)
    const { job_id } = (await app.post(`${BASE}/1/anular?esperar=0`)).body.data
    app.store.client
      .prepare("UPDATE bte SET estado = 'anulada', anulada_at = ?")
      .run(app.clock().toISOString())
    expect(await end(app, job_id)).toMatchObject({ estado: 'completed', result: { estado: 'anulada' } })
    expect(audited(app)).toBe(0)
  })

  test('in a later month the other party must confirm it, and it counts until then', async () => {
    const app = await company()
    await issue(app)
    app.advance(45 * 24 * 3_600_000)
    expect((await annul(app, 1)).body.data.estado).toBe('anulacion_solicitada')
    await app.post(`${BASE}/202611/sync`)
    expect(await list(app)).toMatchObject([{ estado: 'anulacion_solicitada' }])
    expect((await app.get(`${BASE}/resumen/202611`)).body.data.vigentes).toBe(1)
  })
})

describe('what the report says of an annulment', () => {
  /** As the SII has it from now on, whatever was asked for. */
  const report = (app: App, sets: string) => app.store.client.prepare(`UPDATE sim_bte SET ${sets}`).run()
  const read = async (app: App) => {
    await app.post(`${BASE}/202611/sync`)
    return (await list(app))[0].estado
  }

  test('within an hour may be older than the page that annulled, and takes nothing back; later it holds', async () => {
    const app = await company()
    await issue(app)
    await annul(app, 1)
    report(app, 'anulada_at = NULL')
    app.advance(59 * 60_000)
    expect(await read(app)).toBe('anulada')
    report(app, 'anulacion_at = NULL, causa = NULL')
    expect(await read(app)).toBe('anulada')
    app.advance(2 * 60_000)
    expect(await read(app)).toBe('vigente')
    expect(await list(app)).toMatchObject([{ anulada_en: null }])
  })

  test('makes one vigente again whose annulment the other party refused, and it can be asked for anew', async () => {
    const app = await company()
    await issue(app)
    app.advance(45 * 24 * 3_600_000)
    expect((await annul(app, 1)).body.data.estado).toBe('anulacion_solicitada')
    report(app, 'anulacion_at = NULL, causa = NULL')
    expect(await read(app)).toBe('anulacion_solicitada')
    app.advance(61 * 60_000)
    expect(await read(app)).toBe('vigente')
    expect((await annul(app, 1)).body.data.estado).toBe('anulacion_solicitada')
    report(app, 'anulada_at = anulacion_at')
    expect(await read(app)).toBe('anulada')
  })

  test('of one annulled elsewhere holds at once, in either direction', async () => {
    const app = await company()
    await issue(app)
    report(app, "anulacion_at = emitida_at, anulada_at = emitida_at, causa = 'Error'")
    expect(await read(app)).toBe('anulada')
    report(app, 'anulada_at = NULL')
    expect(await read(app)).toBe('anulacion_solicitada')
  })
})

describe('a month', () => {
  test('brings what was made elsewhere, once, over all pages of the report', async () => {
    const app = await company()
    for (let i = 0; i < 17; i++) await elsewhere(app)
    const sync = async () => (await app.post(`${BASE}/202611/sync`)).body.data
    expect(await sync()).toEqual({ periodo: '202611', boletas: 17, nuevas: 17, modificadas: 0 })
    expect(await sync()).toEqual({ periodo: '202611', boletas: 17, nuevas: 0, modificadas: 0 })
    const [newest] = await list(app)
    expect(newest).toMatchObject({
      ...{ folio: 17, fecha: '2026-11-20', origen: 'sii', estado: 'vigente', servicios: null },
      ...{ total_bruto: 500_000, total_retencion: 76_250, tasa_retencion: 0.1525 },
      beneficiario: { rut: '9876543-3', direccion: null, comuna: null },
    })
    expect((await app.get(`${BASE}/resumen/202611`)).body.data).toMatchObject({
      vigentes: 17,
      leido_en: app.clock().toISOString(),
    })
  })

  test('of a thousand is written in turns: the server answers others between two', async () => {
    const { app, store, clock, tenant } = await company()
    let n = 0
    const boletas = createBoletas({
      store,
      clock,
      newId: (kind) => `${kind}_${++n}`,
      eventos: app.services.eventos,
    })
    const merge = createMergeMonths(boletas)
    const filas = Array.from({ length: 1000 }, (_, i) => ({
      ...{ folio: i + 1, estado: 'VIGENTE', anulada: false, fecha: '2026-11-20', fechas: ['2026-11-20'] },
      ...{ rut: '9876543-3', nombre: 'José', enlace: null },
      montos: { bruto: 100, retencion: 15, liquido: 85 },
    }))
    let turns = 0
    let open = true
    const count = (): void => {
      turns++
      if (open) setImmediate(count)
    }
    setImmediate(count)
    const titular = { empresaId: tenant.empresaId, ambiente: 'simulacion' } as const
    const read = () => merge(titular, ['202611'], filas, clock())
    expect(await read()).toEqual({ nuevas: 1000, modificadas: 0 })
    open = false
    expect(turns).toBeGreaterThan(8)
    expect(await read()).toEqual({ nuevas: 0, modificadas: 0 })
  })

  test('tells of an annulment made elsewhere', async () => {
    const app = await company()
    await issue(app)
    app.store.client.prepare("UPDATE bte SET estado = 'vigente'").run()
    await annul(app, 1)
    app.store.client.prepare("UPDATE bte SET estado = 'vigente', anulada_at = NULL").run()
    expect((await app.post(`${BASE}/202611/sync`)).body.data).toMatchObject({ nuevas: 0, modificadas: 1 })
    expect(await list(app)).toMatchObject([{ estado: 'anulada' }])
  })

  test('without the clave nor a way in is refused with what to load', async () => {
    const app = await company()
    await app.delete(`/v1/empresa/${app.tenant.empresaId}/portal/clave`, undefined, app.tenant.session)
    expect((await app.post(`${BASE}/202611/sync`)).body.code).toBe('PORTAL_CREDENTIALS_MISSING')
  })
})

describe('one of them', () => {
  test('is listed by month, person, state and words, printed here, and shown as the SII shows it', async () => {
    const app = await company()
    await issue(app)
    await issue(app, {
      fecha: '2026-10-31',
      beneficiario: { ...PEDIDO.beneficiario, rut: '12345678-5', nombre: 'Ana Soto' },
    })
    const folios = async (query: string) =>
      (await list(app, query)).map(({ folio }: { folio: number }) => folio)
    expect(await folios('')).toEqual([1, 2])
    expect(await folios('?periodo=202610')).toEqual([2])
    expect(await folios('?rut=12.345.678-5')).toEqual([2])
    expect(await folios('?fecha_hasta=2026-10-31')).toEqual([2])
    expect(await folios('?fecha_desde=2026-11-01')).toEqual([1])
    expect(await folios('?fecha_desde=2026-10-31&fecha_hasta=2026-12-01&periodo=202610')).toEqual([2])
    expect(await folios('?fecha_desde=2026-11-01&periodo=202610')).toEqual([])
    expect(await folios('?q=nancupil')).toEqual([1])
    expect(await folios('?q=9876')).toEqual([1])
    expect(await folios('?q=9.876.543-')).toEqual([1])
    expect(await folios('?estado=anulada,fallida')).toEqual([])
    expect((await app.get(`${BASE}/2`)).body.data.beneficiario.nombre).toBe('Ana Soto')
    expect((await app.get(`${BASE}/3`)).status).toBe(404)
    const pdf = await app.get(`${BASE}/1/pdf`)
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const html = await app.get(`${BASE}/1/html`)
    expect(html.headers.get('content-security-policy')).toStartWith('sandbox')
    expect([html.status, html.body.includes('423.750') || html.body.includes('423750')]).toEqual([200, true])
  })

  test('is nobody else’s', async () => {
    const app = await company()
    await issue(app)
    const other = await app.registerCompany({ rut: '77888999-4' })
    expect((await app.get(`${BASE}/1`, other.key)).status).toBe(404)
    expect((await app.get(BASE, other.key)).body.data).toEqual([])
  })
})

test('at the turn of the year the day is Chile’s: its rate, its month, and no day that has not come', async () => {
  const app = await company({ now: '2027-01-01T02:30:00.000Z' })
  expect((await issue(app, { fecha: '2027-01-01' })).body.detalles).toMatchObject([{ campo: 'fecha' }])
  expect((await issue(app, { fecha: '2026-12-31' })).body.data).toMatchObject({ tasa_retencion: 0.1525 })
  app.advance(3_600_000)
  expect((await issue(app, { fecha: '2027-01-01' })).body.data).toMatchObject({
    ...{ folio: 2, tasa_retencion: 0.16, total_retencion: 80_000 },
  })
  // Paid in the old year and issued in the new one: at the old rate.
  expect((await issue(app, { fecha: '2026-12-31' })).body.data).toMatchObject({ total_retencion: 76_250 })
  const months = await Promise.all(
    ['202612', '202701'].map(async (mes) => (await app.get(`${BASE}/resumen/${mes}`)).body.data.vigentes),
  )
  expect(months).toEqual([2, 1])
})
