// Invoicing dispatch guides (http §5): what may be invoiced, the one invoice
// that covers it, and when it is free again.

import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { guia as guiaAlAzar } from '../../conformance/random-others'
import { annulAtSii, discard, document, emit, fail, heal, job, libro, nota } from '../../support/emision'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import { casos } from '../../support/muestra'
import { guia as guiaDe } from '../../support/solicitudes'
import { type CompanyApp, loadFolios, testAppWithFolios } from '../../support/test-app'

const FOLIOS = { 33: 60, 34: 9, 39: 9, 52: 250, 56: 9, 61: 9 }
/** The simulator rejects what goes to this receiver, its folio used (http §24). */
const RECHAZADO = { ...RECEPTOR, rut: '90000002-2' }

const linea = (precio: number, over: object = {}) => ({ nombre: 'Ladrillo fiscal', precio, ...over })
const guia = (over: object = {}, traslado: object = {}) =>
  guiaDe(traslado, { detalle: [linea(1000)], ...over })

const facturar = (app: CompanyApp, guias: number[], over: object = {}, headers?: Record<string, string>) =>
  app.post('/v1/dte/guias/facturar', { guias, ...over }, headers)
const lista = async (app: CompanyApp, query = '') => (await app.get(`/v1/dte/guias${query}`)).body
const una = async (app: CompanyApp, folio: number) =>
  (await lista(app, '?limite=100')).data.find((g: { folio: number }) => g.folio === folio)
const anular = (app: CompanyApp, folio: number, motivo = 'El cliente no recibió') =>
  app.post(`/v1/dte/guias/${folio}/anular`, { motivo })

/** A company with `count` accepted guides of $1,190. */
async function conGuias(count = 2, over: object = {}): Promise<CompanyApp> {
  const app = await testAppWithFolios({ folios: FOLIOS })
  for (let i = 0; i < count; i++) await emit(app, guia(over))
  await app.settle()
  return app
}

interface Fila {
  folio: number
  facturable: boolean
  monto_neto: number
  monto_exento: number
}

const folios = (guias: readonly Fila[]): number[] => guias.map(({ folio }) => folio)

/** Every guide. */
async function pages(app: CompanyApp): Promise<Fila[]> {
  const rows: Fila[] = []
  for (let path: string | null = '/v1/dte/guias?limite=100'; path; ) {
    const { body } = await app.get(path)
    rows.push(...body.data)
    path = body.paginacion.siguiente
  }
  return rows
}

/** Folios of a type that are taken. */
const taken = async (app: CompanyApp, tipo: number): Promise<number> =>
  (await app.get(`/v1/documentos?tipo_dte=${tipo}`)).body.paginacion.total

describe('POST /v1/dte/guias/facturar', () => {
  test('issues one invoice that refers to each guide, accepted by the SII; the guides say so', async () => {
    const app = await conGuias()
    const answer = await facturar(app, [2, 1], { forma_pago: 2, referencia_externa: 'mes-11' })
    expect(answer).toMatchObject({
      status: 202,
      body: { ok: true, data: { folio: 1, tipo_dte: 33, estado: 'pending' } },
    })
    expect(answer.headers.get('location')).toBe(`/v1/dte/emision/${answer.body.data.job_id}`)
    await app.settle()
    expect(await document(app, 33, 1)).toMatchObject({
      estado_sii: 'aceptado',
      monto_neto: 2000,
      monto_total: 2380,
      referencia_externa: 'mes-11',
      guias: [1, 2],
      referencias: [
        { tipo_documento: '52', folio: '2', fecha: '2026-11-20' },
        { tipo_documento: '52', folio: '1', fecha: '2026-11-20' },
      ],
    })
    expect(await document(app, 52, 1)).toMatchObject({ facturada_por: { tipo_dte: 33, folio: 1 }, guias: [] })
    expect(await una(app, 1)).toMatchObject({
      estado: 'vigente',
      facturable: false,
      motivo_no_facturable: 'Ya está facturada: documento tipo 33 folio 1',
      facturada_por: { tipo_dte: 33, folio: 1 },
    })
  })

  test('covers 200 guides with one global reference, accepted without objection', async () => {
    const app = await conGuias(200)
    const folios = Array.from({ length: 200 }, (_, i) => i + 1)
    expect((await facturar(app, folios)).status).toBe(202)
    await app.settle()
    expect(await document(app, 33, 1)).toMatchObject({
      estado_sii: 'aceptado',
      monto_total: 238_000,
      referencias: [{ tipo_documento: '52', folio: '0', global: 1, razon: 'Guías de despacho 1 a 200' }],
    })
    expect((await lista(app, '?facturable=true')).paginacion.total).toBe(0)
  }, 60_000)

  test('of random guides is accepted without objection, for what they are together', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS })
    const bodies = fc.sample(guiaAlAzar, { numRuns: casos(150, 75), seed: 31 }) as { traslado: object }[]
    for (const [i, body] of bodies.entries()) {
      const { guia_exportacion: _, ...rest } = body.traslado as { guia_exportacion?: object }
      const traslado = { ...rest, ind_traslado: 1 + (i % 3) }
      await emit(app, { ...body, receptor: RECEPTOR, traslado, exportacion: null })
    }
    await app.settle()
    const open = (await pages(app)).filter(({ facturable }) => facturable)
    expect(open.length).toBeGreaterThan(casos(50, 25))
    let invoiced = 0
    for (let at = 0, size = 1; at < open.length; at += size, size = (size % 23) + 4) {
      const group = open.slice(at, at + size)
      const answer = await facturar(app, folios(group), { agrupar_lineas: at % 2 === 1 })
      // Several additional taxes beside global discounts (domain/dte §6.4).
      if (answer.body.code === 'GUIDE_NOT_INVOICEABLE') continue
      expect([answer.status, answer.body.error]).toEqual([202, undefined])
      await app.settle()
      const { tipo_dte, folio } = answer.body.data
      const made = await document(app, tipo_dte, folio)
      expect([made.estado_sii, made.glosa]).toEqual(['aceptado', expect.anything()])
      for (const monto of ['monto_neto', 'monto_exento'] as const) {
        expect(made[monto]).toBe(group.reduce((sum, guia) => sum + guia[monto], 0))
      }
      invoiced++
    }
    expect(invoiced).toBeGreaterThan(3)
  }, 60_000)

  test('repeats its answer for the same Idempotency-Key and refuses another body under it (http §9)', async () => {
    const app = await conGuias()
    const headers = { ...app.tenant.key, 'idempotency-key': 'cierre-11' }
    const first = await facturar(app, [1, 2], {}, headers)
    const again = await facturar(app, [1, 2], {}, headers)
    expect(again.body).toEqual(first.body)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true'])
    expect((await facturar(app, [1], {}, headers)).body.code).toBe('IDEMPOTENCY_MISMATCH')
    expect(await taken(app, 33)).toBe(1)
  })

  test('lets one of 50 parallel requests have a guide, and takes one folio', async () => {
    const app = await conGuias(3)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => facturar(app, [1, 2 + (i % 2)])))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
    for (const { status, body } of answers.filter(({ status }) => status !== 202)) {
      expect([status, body.code, body.detalles[0]]).toEqual([
        409,
        'GUIDE_ALREADY_INVOICED',
        { folio: 1, facturada_por: { tipo_dte: 33, folio: 1 } },
      ])
    }
    expect(await taken(app, 33)).toBe(1)
    await app.settle()
    expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'aceptado', monto_total: 2380 })
  })

  test('the database itself refuses a guide in two invoices', async () => {
    const app = await conGuias(1)
    await facturar(app, [1])
    await emit(app)
    const again = app.store.client.prepare(
      `INSERT INTO guia_factura (guia_id, factura_id, created_at) SELECT g.documento_id, d.id, '' FROM guia g, documento d
       WHERE d.tipo_dte = 33 AND d.folio = 2`,
    )
    expect(() => again.run()).toThrow('UNIQUE constraint failed: guia_factura.guia_id')
  })

  test('travels once its guides are accepted, and fails with a word when one is not', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS })
    await emit(app, guia())
    const early = (await facturar(app, [1])).body.data.job_id
    await app.settle()
    expect(await job(app, early)).toMatchObject({ estado: 'completed' })
    expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'aceptado' })
    await emit(app, guia({ receptor: RECHAZADO }))
    const late = (await facturar(app, [2])).body.data.job_id
    await app.settle()
    expect(await job(app, late)).toMatchObject({
      estado: 'failed',
      error: { code: 'INVALID_STATE', error: expect.stringContaining('tipo 52 folio 2') },
    })
  })
})

describe('a guide that cannot be invoiced is refused, and no folio moves', () => {
  const refusal = async (app: CompanyApp, guias: number[], over: object = {}) => {
    const { status, body } = await facturar(app, guias, over)
    expect(await taken(app, 33)).toBe(0)
    return [status, body.code, body.detalles]
  }

  test('because it does not exist, or is of another company', async () => {
    const app = await conGuias(1)
    expect(await refusal(app, [1, 7, 8])).toMatchObject([
      404,
      'GUIDE_NOT_FOUND',
      [
        { campo: 'guias[1]', folio: 7 },
        { campo: 'guias[2]', folio: 8 },
      ],
    ])
    const other = await app.registerCompany()
    await loadFolios(app, other, { 33: 3 })
    const foreign = await app.post('/v1/dte/guias/facturar', { guias: [1] }, other.key)
    expect([foreign.status, foreign.body.code]).toEqual([404, 'GUIDE_NOT_FOUND'])
    expect((await app.get('/v1/dte/guias', other.key)).body.data).toEqual([])
  })

  test('because of its transfer: only 1, 2 and 3 are invoiced', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS })
    for (const ind_traslado of [1, 2, 3, 4, 5, 6, 7]) {
      const tipo_despacho = ind_traslado === 5 ? null : 2
      await emit(app, guia({}, { ind_traslado, tipo_despacho }))
    }
    await app.settle()
    expect((await lista(app, '?facturable=true')).data.map((g: { folio: number }) => g.folio)).toEqual([
      3, 2, 1,
    ])
    expect(await refusal(app, [3, 4, 7])).toMatchObject([
      422,
      'GUIDE_NOT_INVOICEABLE',
      [
        { regla: 'traslado', folio: 4 },
        { regla: 'traslado', folio: 7 },
      ],
    ])
    expect((await facturar(app, [1, 2, 3])).status).toBe(202)
  })

  test('because it has no amounts', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS })
    await emit(app, guia({ detalle: [{ nombre: 'Ladrillo', cantidad: 10 }] }, { ind_traslado: 2 }))
    await app.settle()
    expect(await refusal(app, [1])).toMatchObject([422, 'GUIDE_NOT_INVOICEABLE', [{ regla: 'sin_montos' }]])
  })

  test('because the SII rejected it or its emission was given up', async () => {
    const app = await testAppWithFolios({ folios: FOLIOS })
    await emit(app, guia({ receptor: RECHAZADO }))
    await app.settle()
    expect(await refusal(app, [1])).toMatchObject([422, 'GUIDE_NOT_INVOICEABLE', [{ regla: 'rechazada' }]])
    await fail(app, 'envio', 'sin_permiso', 1)
    const id = await emit(app, guia())
    await app.drainJobs()
    await discard(app, id, false)
    expect(await refusal(app, [2])).toMatchObject([422, 'GUIDE_NOT_INVOICEABLE', [{ regla: 'descartada' }]])
  })

  test('because it is void', async () => {
    const app = await conGuias()
    await anular(app, 1)
    expect(await refusal(app, [1])).toMatchObject([409, 'GUIDE_VOIDED', [{ folio: 1 }]])
  })

  test('because the guides are of two receivers, and all faults come at once', async () => {
    const app = await conGuias(1)
    await emit(app, guia({ receptor: { ...RECEPTOR, rut: '11111111-1' } }))
    await app.settle()
    expect(await refusal(app, [1, 2])).toMatchObject([422, 'GUIDES_MIXED_RECEIVER', [{ folio: 2 }]])
    expect(await refusal(app, [1, 2, 9])).toMatchObject([
      422,
      'VALIDATION_ERROR',
      [{ regla: 'receptor' }, { regla: 'existe' }],
    ])
  })

  test('by a body that says what is wrong with it', async () => {
    const app = await conGuias(1)
    const bad = { guias: ['1'], tipo_dte: 39, agrupar_linea: true, fecha_emision: 'ayer' }
    const { status, body } = await app.post('/v1/dte/guias/facturar', bad)
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(body.detalles.map(({ campo }: { campo: string }) => campo)).toEqual([
      'guias[0]',
      'tipo_dte',
      'agrupar_linea',
      'fecha_emision',
    ])
    expect(body.detalles[2].mensaje).toContain('agrupar_lineas')
    expect(await refusal(app, [1, 1])).toMatchObject([422, 'VALIDATION_ERROR', [{ regla: 'repetido' }]])
    expect(await refusal(app, [])).toMatchObject([422, 'VALIDATION_ERROR', [{ regla: 'cantidad_min' }]])
    expect(await refusal(app, [1], { tipo_dte: 34 })).toMatchObject([
      422,
      'VALIDATION_ERROR',
      [{ campo: 'tipo_dte' }],
    ])
    expect(await refusal(app, [1], { fecha_emision: '2026-11-21' })).toMatchObject([
      422,
      'VALIDATION_ERROR',
      [{ campo: 'fecha_emision', regla: 'futura' }],
    ])
  })
})

test('a guide goes under guias alone: one among the references would be in no ledger and could be invoiced again', async () => {
  const app = await conGuias(2)
  const ref = (folio: number) => ({ tipo_documento: 52, folio, fecha: '2026-11-20' })
  for (const folio of [1, 2]) {
    expect(await facturar(app, [1], { referencias: [ref(folio)] })).toMatchObject({
      status: 422,
      body: { detalles: [{ campo: 'referencias[0].tipo_documento', regla: 'guia' }] },
    })
  }
  expect(folios((await lista(app, '?facturable=true')).data)).toEqual([2, 1])
})

describe('a guide is free again', () => {
  test('when its invoice is discarded', async () => {
    const app = await conGuias(1)
    await fail(app, 'envio', 'sin_permiso', 1)
    const { job_id: id } = (await facturar(app, [1])).body.data
    await app.drainJobs()
    expect((await facturar(app, [1])).body.code).toBe('GUIDE_ALREADY_INVOICED')
    expect((await discard(app, id, true)).status).toBe(200)
    expect(await una(app, 1)).toMatchObject({ facturable: true, facturada_por: null })
    expect((await facturar(app, [1])).status).toBe(202)
    await app.settle()
    expect(await una(app, 1)).toMatchObject({ facturada_por: { tipo_dte: 33, folio: 1 } })
  })

  test('when the SII rejects its invoice', async () => {
    const app = await conGuias(1)
    annulAtSii(app, 33, 1)
    await facturar(app, [1])
    await app.settle()
    expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'rechazado' })
    expect(await una(app, 1)).toMatchObject({ facturable: true, facturada_por: null })
  })

  test('when a credit note that voids its invoice is accepted, not before', async () => {
    const app = await conGuias(1)
    await facturar(app, [1])
    await app.settle()
    expect((await app.post('/v1/dte/33/1/anular', { motivo: 'Precio equivocado' })).status).toBe(202)
    expect((await facturar(app, [1])).body.code).toBe('GUIDE_ALREADY_INVOICED')
    await app.settle()
    expect(await document(app, 61, 1)).toMatchObject({ estado_sii: 'aceptado' })
    expect((await facturar(app, [1])).status).toBe(202)
  })

  test('not when a credit note takes the whole amount without voiding', async () => {
    const app = await conGuias(1)
    await facturar(app, [1])
    await app.settle()
    await emit(app, nota(3, 1, { detalle: [linea(1000)] }))
    await app.settle()
    expect(await document(app, 33, 1)).toMatchObject({ saldo: 0, guias: [1] })
    expect((await facturar(app, [1])).body.code).toBe('GUIDE_ALREADY_INVOICED')
  })

  test('and covered anew when the credit note is itself voided', async () => {
    const app = await conGuias(1)
    await facturar(app, [1])
    await app.settle()
    await app.post('/v1/dte/33/1/anular', { motivo: 'Error' })
    await app.settle()
    expect(await una(app, 1)).toMatchObject({ facturable: true })
    expect((await app.post('/v1/dte/61/1/anular', { motivo: 'Estaba bien' })).body.data.tipo_dte).toBe(56)
    expect(await una(app, 1)).toMatchObject({ facturada_por: { tipo_dte: 33, folio: 1 } })
    await app.settle()
    expect(await document(app, 33, 1)).toMatchObject({ saldo: 1190, anulado_por: null, guias: [1] })
  })

  test('so the note that would bring back an invoice is refused once its guide is in another', async () => {
    const app = await conGuias(1)
    await facturar(app, [1])
    await app.settle()
    await app.post('/v1/dte/33/1/anular', { motivo: 'Error' })
    await app.settle()
    await facturar(app, [1])
    expect(await app.post('/v1/dte/61/1/anular', { motivo: 'Estaba bien' })).toMatchObject({
      status: 409,
      body: { code: 'GUIDE_ALREADY_INVOICED', detalles: [{ folio: 1, facturada_por: { folio: 2 } }] },
    })
    expect(await taken(app, 56)).toBe(0)
  })

  test('again when the debit note that covered it anew comes to nothing', async () => {
    const app = await conGuias(1)
    await facturar(app, [1])
    await app.settle()
    await app.post('/v1/dte/33/1/anular', { motivo: 'Error' })
    await app.settle()
    await fail(app, 'envio', 'sin_permiso', 1)
    const { job_id: id } = (await app.post('/v1/dte/61/1/anular', { motivo: 'Estaba bien' })).body.data
    await app.drainJobs()
    await discard(app, id, true)
    expect(await una(app, 1)).toMatchObject({ facturable: true, facturada_por: null })
  })
})

describe('an invoice written by hand', () => {
  const aMano = (folio: number) =>
    factura({
      ...{ detalle: [linea(1000)] },
      referencias: [{ tipo_documento: 52, folio, fecha: '2026-11-20' }],
    })

  test('covers the guide it refers to', async () => {
    const app = await conGuias(1)
    await emit(app, aMano(1))
    expect(await una(app, 1)).toMatchObject({ facturable: false, facturada_por: { tipo_dte: 33, folio: 1 } })
    expect((await facturar(app, [1])).body.code).toBe('GUIDE_ALREADY_INVOICED')
  })

  test('is warned of a guide to another receiver, which it covers all the same', async () => {
    const app = await conGuias(1, { receptor: { ...RECEPTOR, rut: '11111111-1' } })
    const { body } = await app.post('/v1/dte/emitir', aMano(1))
    expect(body.data.advertencias).toMatchObject([
      {
        code: 'RECEIVER_DIFFERS',
        campo: 'referencias[0].folio',
        mensaje: expect.stringContaining('11111111-1'),
      },
    ])
    expect(await una(app, 1)).toMatchObject({ facturada_por: { tipo_dte: 33, folio: 1 } })
  })

  test('is refused over a guide that another covers, as facturar refuses it', async () => {
    const app = await conGuias(2)
    await facturar(app, [1, 2])
    const before = await taken(app, 33)
    for (const path of ['/v1/dte/emitir', '/v1/dte/validar']) {
      expect(await app.post(path, aMano(1))).toMatchObject({
        status: 409,
        body: {
          code: 'GUIDE_ALREADY_INVOICED',
          detalles: [{ folio: 1, facturada_por: { tipo_dte: 33, folio: 1 } }],
        },
      })
    }
    const lote = await app.post('/v1/dte/emitir/lote', { documentos: [aMano(2)] })
    expect(lote.body.data.documentos[0].code).toBe('GUIDE_ALREADY_INVOICED')
    expect(await taken(app, 33)).toBe(before)
  })

  test('so is the boleta of who took the goods, which covers a free guide as well', async () => {
    const app = await conGuias(1)
    const aBoleta = boleta({ receptor: RECEPTOR, referencias: [{ tipo_documento: 52, folio: 1 }] })
    await emit(app, aBoleta)
    expect(await una(app, 1)).toMatchObject({ facturada_por: { tipo_dte: 39, folio: 1 }, facturable: false })
    expect((await app.post('/v1/dte/emitir', aBoleta)).body).toMatchObject({
      code: 'GUIDE_ALREADY_INVOICED',
      detalles: [{ folio: 1, facturada_por: { tipo_dte: 39, folio: 1 } }],
    })
    expect((await facturar(app, [1])).body.code).toBe('GUIDE_ALREADY_INVOICED')
    await app.settle()
    await app.post('/v1/dte/39/1/anular', { motivo: 'Quería factura' })
    await app.settle()
    expect((await facturar(app, [1])).status).toBe(202)
  })

  test('names a guide once, as `facturar` does: twice is refused with nothing taken', async () => {
    const app = await conGuias(2)
    const [one, other] = [aMano(1), aMano(2)] as { referencias: object[] }[]
    const again = { ...one!.referencias[0], folio: '01', razon: 'Otra vez' }
    const twice = (over: object = {}) => ({
      ...one,
      referencias: [...one!.referencias, ...other!.referencias, again],
      ...over,
    })
    const repetida = [{ campo: 'referencias[2].folio', regla: 'repetido', folio: 1 }]
    for (const body of [
      twice(),
      twice({ forzar_guia: true }),
      boleta({ receptor: RECEPTOR, referencias: [1, 2, 1].map((folio) => ({ tipo_documento: 52, folio })) }),
    ]) {
      expect(await app.post('/v1/dte/emitir', body)).toMatchObject({
        status: 422,
        body: { code: 'VALIDATION_ERROR', detalles: repetida },
      })
    }
    expect(await una(app, 1)).toMatchObject({ facturable: true, facturada_por: null })
    await facturar(app, [1])
    const { detalles } = (await app.post('/v1/dte/emitir', twice())).body
    expect(detalles.map(({ regla }: { regla: string }) => regla)).toEqual(['facturada', 'repetido'])
  })

  test('is told of its guides beside what is wrong with its references', async () => {
    const app = await conGuias(1)
    await facturar(app, [1])
    const two = aMano(1) as { referencias: object[] }
    two.referencias.push({ tipo_documento: 52, folio: 7, fecha: '2026-11-20' })
    const { detalles } = (await app.post('/v1/dte/emitir', two)).body
    expect(detalles.map(({ regla }: { regla: string }) => regla)).toEqual(['referencia', 'facturada'])
  })

  test('covers it beside the first with forzar_guia, warned, and both are in the ledger (http §5)', async () => {
    const app = await conGuias(1)
    await facturar(app, [1])
    const forced = { ...aMano(1), forzar_guia: true }
    for (const path of ['/v1/dte/validar', '/v1/dte/emitir']) {
      const { body } = await app.post(path, forced)
      expect(body.data.advertencias[0]).toMatchObject({
        code: 'GUIDE_ALREADY_INVOICED',
        campo: 'referencias[0].folio',
        mensaje: 'La guía 1 ya está en el documento tipo 33 folio 1: queda en los dos',
      })
    }
    await app.settle()
    expect(await document(app, 33, 2)).toMatchObject({ estado_sii: 'aceptado', guias: [1] })
    const both = { facturada_por: { tipo_dte: 33, folio: 1 }, otras_facturas: [{ tipo_dte: 33, folio: 2 }] }
    expect(await document(app, 52, 1)).toMatchObject(both)
    expect(await una(app, 1)).toMatchObject(both)
    // The first gone, the second covers it still; the first back, both do again.
    await app.post('/v1/dte/33/1/anular', { motivo: 'Estaba dos veces' })
    await app.settle()
    expect(await una(app, 1)).toMatchObject({
      facturable: false,
      facturada_por: { tipo_dte: 33, folio: 2 },
      otras_facturas: [],
    })
    expect((await app.post('/v1/dte/emitir', aMano(1))).body.code).toBe('GUIDE_ALREADY_INVOICED')
    await app.post('/v1/dte/61/1/anular', { motivo: 'Estaba bien' })
    await app.settle()
    expect(await una(app, 1)).toMatchObject(both)
    for (const folio of [1, 2]) await app.post(`/v1/dte/33/${folio}/anular`, { motivo: 'Ninguna' })
    await app.settle()
    expect(await una(app, 1)).toMatchObject({ facturable: true, facturada_por: null, otras_facturas: [] })
  })

  test('cannot force a guide that is void, nor say so in a type that covers none', async () => {
    const app = await conGuias(1)
    await anular(app, 1)
    expect(await app.post('/v1/dte/emitir', { ...aMano(1), forzar_guia: true })).toMatchObject({
      status: 409,
      body: { code: 'GUIDE_VOIDED' },
    })
    expect(
      (await app.post('/v1/dte/validar', nota(3, 1, { forzar_guia: true }))).body.detalles[0],
    ).toMatchObject({ campo: 'forzar_guia', regla: 'desconocido' })
  })
})

test('a scheduled invoice is refused today for a guide that another covers, and fails at its hour for one covered since', async () => {
  const app = await conGuias(2)
  await facturar(app, [1])
  const later = (folio: number) =>
    factura({
      referencias: [{ tipo_documento: 52, folio, fecha: '2026-11-20' }],
      programar_para: '2026-11-21T15:00:00Z',
    })
  expect((await app.post('/v1/dte/emitir', later(1))).body.code).toBe('GUIDE_ALREADY_INVOICED')
  const id = await emit(app, later(2))
  await facturar(app, [2])
  app.setNow('2026-11-21T15:00:01Z')
  await app.drainJobs()
  expect(await job(app, id)).toMatchObject({ estado: 'failed', error: { code: 'GUIDE_ALREADY_INVOICED' } })
})

describe('POST /v1/dte/guias/:folio/anular', () => {
  test('marks the guide, which nothing may refer to from then on', async () => {
    const app = await conGuias()
    expect(await anular(app, 1, 'Carga devuelta')).toMatchObject({
      status: 200,
      body: { data: { folio: 1, estado: 'anulada', facturable: false, motivo_anulacion: 'Carga devuelta' } },
    })
    expect((await lista(app, '?estado=anulada')).data).toHaveLength(1)
    expect((await document(app, 52, 1)).historial.at(-1)).toMatchObject({
      estado: 'anulada',
      detalle: 'Carga devuelta',
    })
    expect((await anular(app, 1)).body.code).toBe('GUIDE_VOIDED')
    const body = factura({ referencias: [{ tipo_documento: 52, folio: 1, fecha: '2026-11-20' }] })
    expect(await app.post('/v1/dte/emitir', body)).toMatchObject({
      status: 409,
      body: { code: 'GUIDE_VOIDED' },
    })
  })

  test('refuses one that is invoiced, unknown, rejected or not yet at the SII', async () => {
    const app = await conGuias(1)
    await facturar(app, [1])
    expect(await anular(app, 1)).toMatchObject({
      status: 409,
      body: {
        code: 'GUIDE_ALREADY_INVOICED',
        detalles: [{ folio: 1, facturada_por: { tipo_dte: 33, folio: 1 } }],
      },
    })
    expect((await anular(app, 9)).body.code).toBe('GUIDE_NOT_FOUND')
    await emit(app, guia({ receptor: RECHAZADO }))
    expect(await anular(app, 2)).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    await app.settle()
    expect(await anular(app, 2)).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect((await anular(app, 2, '')).status).toBe(422)
  })

  test('needs the permission dte:anular', async () => {
    const app = await conGuias(1)
    const body = { nombre: 'emite', empresa_id: app.tenant.empresaId, scopes: ['dte:emitir', 'dte:leer'] }
    const { api_key: key } = (await app.post('/v1/apikeys', body, app.tenant.session)).body.data
    const answer = await app.post('/v1/dte/guias/1/anular', { motivo: 'No' }, { 'x-api-key': key })
    expect([answer.status, answer.body.code]).toEqual([403, 'SCOPE_REQUIRED'])
  })
})

describe('GET /v1/dte/guias', () => {
  test('pages and narrows by receiver, state and date', async () => {
    const app = await conGuias(3)
    await emit(app, guia({ receptor: { ...RECEPTOR, rut: '11111111-1' } }))
    await app.settle()
    expect(await lista(app, '?limite=2')).toMatchObject({
      data: [{ folio: 4 }, { folio: 3 }],
      paginacion: { total: 4, paginas: 2, siguiente: '/v1/dte/guias?pagina=2&limite=2' },
    })
    expect((await lista(app, '?rut=11.111.111-1&facturable=true')).data).toMatchObject([{ folio: 4 }])
    expect((await lista(app, '?fecha_hasta=2026-11-19')).data).toEqual([])
    expect((await app.get('/v1/dte/guias?facturable=si')).body.code).toBe('INVALID_PARAMETER')
    expect((await app.get('/v1/dte/guias?receptor=1-2')).body.code).toBe('INVALID_PARAMETER')
  })
})

test('the simulator has every invoice of guides once', async () => {
  const app = await conGuias(2)
  await heal(app)
  await facturar(app, [1, 2])
  await app.settle()
  const rows = (await libro(app)) as { tipo_dte: number }[]
  expect(JSON.stringify(rows).match(/"tipo_dte":33/g)).toHaveLength(1)
})
