// Reading the register at the SII: what is asked, what is kept when it goes wrong, and that no run does twice what one did (domain/rcv §7).

import { describe, expect, test } from 'bun:test'
import { resultOf } from '../../../src/areas/rcv/sync/resultado'
import { createBanco, PERIODO, TENANT } from './sync-banco'

const DAY = 86_400_000

const some = () => {
  const b = createBanco()
  b.put(
    { folio: 1, waits: true, emision: '2026-11-18' },
    { folio: 2, neto: 2000, emision: '2026-11-11' },
    { folio: 3, tipo: 61, neto: 500, datos: { referencia: { tipo: 33, folios: '2' } } },
    { folio: 10, operacion: 'VENTA', contraparte: '77123456-9', neto: 5000 },
    { folio: 11, operacion: 'VENTA', contraparte: '66666666-6', tipo: 39, neto: 700 },
  )
  return b
}
const present = (b: ReturnType<typeof createBanco>, periodo?: string) =>
  b
    .rows(periodo)
    .filter((row) => row.ausente_desde === null)
    .map((row) => `${row.lado} ${row.estado_contable} ${row.folio}`)

describe('a month that was never read', () => {
  test('comes whole: documents by state, the sums of the SII, links, the event and one unit', async () => {
    const b = some()
    const { data } = await b.sync()
    expect(data).toEqual({
      periodo: PERIODO,
      estado: 'sincronizado',
      compras: { documentos: 3, nuevos: 3, modificados: 0, ausentes: 0 },
      ventas: { documentos: 1, nuevos: 1, modificados: 0, ausentes: 0 },
      vinculaciones_creadas: 1,
      actualizado_sii: '2026-11-10T15:00:00Z',
      sincronizado_en: '2026-11-20T12:00:00.000Z',
      advertencias: [],
    })
    expect(present(b)).toEqual([
      'compra PENDIENTE 1',
      'compra REGISTRO 2',
      'compra REGISTRO 3',
      'venta REGISTRO 10',
    ])
    expect(b.rows().every(({ origen }) => origen === 'sii')).toBe(true)
    const totals = b.rcv.periodos.totales(TENANT, PERIODO)
    expect(totals.map((one) => [one.lado, one.tipoDte, one.detalle, one.documentos, one.montoTotal])).toEqual(
      [
        ['compra', 33, 'electronico', 1, 1190],
        ['compra', 33, 'electronico', 1, 2380],
        ['compra', 61, 'electronico', 1, 595],
        ['venta', 33, 'electronico', 1, 5950],
        ['venta', 39, 'resumen', 1, 833],
      ],
    )
    expect(b.estado()).toMatchObject({ estado: 'sincronizado', sincronizado_en: '2026-11-20T12:00:00.000Z' })
    expect(b.used()).toBe(1)
    expect(b.told.find(({ evento }) => evento === 'rcv.sincronizado')?.data).toMatchObject({
      periodo: PERIODO,
      estado: 'sincronizado',
      vinculaciones_creadas: 1,
    })
  })

  test('of which only the sales are asked stays partial', async () => {
    const b = some()
    const { data } = await b.sync(PERIODO, { tipos: ['venta'] })
    expect([data.estado, data.compras.documentos, data.ventas.documentos]).toEqual(['parcial', 0, 1])
    expect(b.asked).toEqual(['getResumen', 'getDetalleVenta'])
  })
})

describe('a month that was read before', () => {
  test('is asked for its summaries alone while nothing changed, and whole when that is wanted', async () => {
    const b = some()
    await b.sync()
    b.advance(60_000)
    const { data } = await b.sync()
    expect(b.asked).toEqual(Array(5).fill('getResumen'))
    expect(data).toMatchObject({ estado: 'sincronizado', sincronizado_en: '2026-11-20T12:01:00.000Z' })
    b.advance(60_000)
    expect((await b.sync(PERIODO, { completa: true })).data.compras).toEqual({
      documentos: 3,
      nuevos: 0,
      modificados: 0,
      ausentes: 0,
    })
    expect(b.asked.length).toBeGreaterThan(5)
  })

  test('that shrank marks what went as absent, and deletes nothing', async () => {
    const b = some()
    await b.sync()
    b.advance(60_000)
    b.take(2)
    const { data } = await b.sync()
    expect(data.compras).toEqual({ documentos: 2, nuevos: 0, modificados: 0, ausentes: 1 })
    expect(b.rows().find(({ folio }) => folio === 2)?.ausente_desde).not.toBeNull()
    expect(present(b)).not.toContain('compra REGISTRO 2')
  })

  test('follows a purchase that is accepted by time into another state, though nothing is absent meanwhile', async () => {
    const b = some()
    await b.sync()
    b.advance(7 * DAY)
    const { data } = await b.sync()
    expect(data.compras).toEqual({ documentos: 3, nuevos: 0, modificados: 1, ausentes: 0 })
    expect(present(b)).toContain('compra REGISTRO 1')
  })

  test('follows one into the next month', async () => {
    const b = createBanco()
    b.put({ folio: 5, waits: true, emision: '2026-11-19', recibido: '2026-11-28T15:00:00Z' })
    b.advance(9 * DAY)
    await b.sync()
    expect(present(b)).toEqual(['compra PENDIENTE 5'])
    b.advance(8 * DAY)
    await b.sync('202612')
    expect([present(b), present(b, '202612')]).toEqual([[], ['compra REGISTRO 5']])
    b.advance(1000)
    expect((await b.sync()).data.compras).toEqual({ documentos: 0, nuevos: 0, modificados: 0, ausentes: 0 })
  })
})

describe('what does not add up', () => {
  test('is not taken over: the rows of before stay, the month is partial and says where', async () => {
    const b = some()
    await b.sync()
    b.advance(60_000)
    b.put({ folio: 4, neto: 900, emision: '2026-11-12' })
    await b.fail('demora', { ms: 0, veces: 5 })
    await b.fail('fila_menos', { veces: 2 })
    const { data } = await b.sync()
    expect(data.estado).toBe('parcial')
    expect(data.advertencias[0].mensaje).toContain(
      'compras REGISTRO: el resumen del SII dice 2 documentos del tipo 33 y su detalle trae 1',
    )
    expect(present(b)).toContain('compra REGISTRO 2')
    expect(present(b)).not.toContain('compra REGISTRO 4')
    expect(b.estado().estado).toBe('parcial')
    expect(b.estado().tramos.find(({ estado_contable }) => estado_contable === 'REGISTRO')).toMatchObject({
      sincronizado_en: '2026-11-20T12:00:00.000Z',
      incompleto: expect.stringContaining('tipo 33'),
    })
    b.advance(60_000)
    expect((await b.sync()).data).toMatchObject({ estado: 'sincronizado', compras: { nuevos: 1 } })
  })

  test('but for a copy in zero beside its whole row, which is left out, counted by the summary or not', async () => {
    for (const counted of [false, true]) {
      const b = some()
      b.after.run = (metodo, text) => {
        const answer = JSON.parse(text) as { data: Record<string, unknown>[] }
        const [row] = answer.data
        if (metodo === 'getResumen' && counted) row!.rsmnTotDoc = 2
        if (metodo === 'getDetalleVenta') {
          const zero = Object.entries(row!).map(([name, value]) => [name, /Mnt|IVA/.test(name) ? 0 : value])
          answer.data.push({ ...Object.fromEntries(zero), detFecRecepcion: null })
        }
        return JSON.stringify(answer)
      }
      const { data } = await b.sync(PERIODO, { tipos: ['venta'] })
      expect([data.ventas.nuevos, data.advertencias]).toEqual([1, []])
    }
  })

  test('is asked once more first, since documents come in meanwhile', async () => {
    const b = some()
    await b.fail('demora', { ms: 0, veces: 5 })
    await b.fail('fila_repetida')
    expect((await b.sync()).data.estado).toBe('sincronizado')
  })
})

describe('a fault on the way', () => {
  const stopped = async (falla: string, more: object = {}, silent = 0) => {
    const b = some()
    b.before.run = () => {
      if (b.asked.length === 7) b.advance(silent)
    }
    // The summaries and one detail pass.
    await b.fail('demora', { ms: 0, veces: 6 })
    await b.fail(falla, more)
    const answer = await b.sync()
    return { b, answer }
  }

  for (const falla of ['json_truncado', 'corte_antes', 'firewall'])
    test(`${falla}: waits, and goes on with what is missing; the unit was taken once`, async () => {
      const { b, answer } = await stopped(falla)
      expect(answer.data.estado).toBe('pending')
      expect(b.estado().estado).toBe('sincronizando')
      const written = b.rows().length
      expect(written).toBeGreaterThan(0)
      b.asked.length = 0
      b.advance(3_600_000)
      await b.drain()
      expect(b.job(answer.data.job_id).estado).toBe('completed')
      // Five summaries, and the types that were not there yet.
      expect(b.asked.length).toBeLessThan(5 + 4)
      expect(present(b)).toHaveLength(4)
      expect(b.used()).toBe(1)
      expect(b.estado().estado).toBe('sincronizado')
    })

  test('a page with 200 of a session long silent and one that died: one new login, and nothing is lost (sii §11.5)', async () => {
    for (const [falla, silent] of [
      ['json_html', 10 * 60_000],
      ['sesion_vencida', 0],
    ] as const) {
      const { b, answer } = await stopped(falla, {}, silent)
      expect(answer.data).toMatchObject({ estado: 'sincronizado', compras: { nuevos: 3 } })
      expect(b.keeper.ingresos).toHaveLength(2)
    }
  })

  test('a process that dies in the middle: the next one goes on', async () => {
    const b = some()
    let calls = 0
    b.before.run = () => {
      // As if the process had gone: nothing comes back.
      if (++calls === 7) throw new TypeError('gone')
    }
    const answer = await b.sync()
    b.before.run = () => {}
    const after = createBanco({ store: b.store })
    after.advance(3_600_000)
    await after.drain()
    expect(after.job(answer.data.job_id).estado).toBe('completed')
    expect(after.asked.filter((metodo) => metodo !== 'getResumen').length).toBeLessThan(4)
    expect(present(after)).toHaveLength(4)
    expect(after.used()).toBe(1)
  })

  test('an unknown code is told; the month failed when all attempts did', async () => {
    const b = some()
    await b.fail('cod', { codigo: '98', veces: 1000 })
    const answer = await b.sync()
    for (let i = 0; i < 12; i++) {
      b.advance(3_700_000)
      await b.drain()
    }
    const job = b.job(answer.data.job_id)
    expect([job.estado, job.error?.code]).toEqual(['dlq', 'SII_ERROR'])
    expect(job.error?.error).toContain('98')
    expect(b.estado().estado).toBe('fallido')
  })
})

describe('a list that is too long', () => {
  test('comes as a file, whose charset and lost tries make no difference', async () => {
    const b = some()
    b.put(...Array.from({ length: 30 }, (_, i) => ({ folio: 100 + i, emision: '2026-11-09', neto: 100 + i })))
    await b.settings({ rcv_maximo: 3 })
    for (let i = 0; i < 6; i++) {
      const { data } = await b.sync(PERIODO, { completa: true })
      expect([data.estado, data.compras.documentos]).toEqual(['sincronizado', 33])
      expect(data.compras.nuevos + data.compras.modificados).toBe(i === 0 ? 33 : 0)
      b.advance(60_000)
    }
  })

  test('that the SII does not get ready is asked for again later, the same file', async () => {
    const b = some()
    b.put(...Array.from({ length: 5 }, (_, i) => ({ folio: 100 + i, emision: '2026-11-09' })))
    await b.settings({ rcv_maximo: 3 })
    await b.fail('sin_blob', { servicio: 'rcv_diferido', veces: 8 })
    const answer = await b.sync()
    expect(answer.data.estado).toBe('pending')
    b.advance(3_600_000)
    await b.drain()
    expect(b.job(answer.data.job_id).estado).toBe('completed')
    await b.fail('gzip_roto', { servicio: 'rcv_diferido', veces: 1 })
  })
})

test('in certification it is said that the SII keeps no register there', async () => {
  const b = some()
  await b.sync()
  const said = (ambiente: 'certificacion' | 'produccion') =>
    resultOf({
      titular: { empresaId: 'emp_1', ambiente },
      periodo: PERIODO,
      counts: [],
      vinculadas: 0,
      incompletos: [],
      sincronizacion: b.estado(),
      resumen: [],
    }).advertencias.map(({ code }) => code)
  expect([said('certificacion'), said('produccion')]).toEqual([['REGISTER_NOT_KEPT'], []])
})

describe('owners', () => {
  test('of one RUT read their own registers alone', async () => {
    const b = some()
    b.put({ folio: 77, dueno: 'cta_2' })
    await b.sync()
    expect(b.rows().some(({ folio }) => folio === 77)).toBe(false)
  })
})

describe('a request', () => {
  test('for the same month joins the one under way', async () => {
    const b = some()
    const one = await b.sync(PERIODO, { esperar: '0' })
    const two = await b.sync(PERIODO, { esperar: '0' })
    expect(two.data.job_id).toBe(one.data.job_id)
    await b.drain()
    expect(b.used()).toBe(1)
  })
})
