// The purchase invoice of a purchase from abroad: looked at before any job and folio, and one alone (areas/compras-internacionales §3).

import { beforeAll, describe, expect, test } from 'bun:test'
import { BLOQUEOS } from '../../../src/domain/compra-internacional'
import { discard, fail, heal } from '../../support/emision'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'
import { BASE, CONFIRMADA, cargarDolar, comprar, confirmada } from './escena'

let app: CompanyApp
let next = 0
/** A purchase that is no other's. */
const own = (datos: object = {}) => ({ numero: `INV-${++next}`, ...datos })

beforeAll(async () => {
  app = await testAppWithFolios({ folios: { 46: 40, 61: 5 } })
  await cargarDolar(app)
})

const emitir = (id: string, body: object = {}) => app.post(`${BASE}/${id}/emitir`, body)
const compra = async (id: string) => (await app.get(`${BASE}/${id}`)).body.data
/** The traces of an emission: jobs, documents, the next folio and the quota. */
const taken = () => {
  const one = (sql: string) => app.store.client.prepare(sql).all()
  return JSON.stringify([
    one('SELECT count(*) AS n FROM job'),
    one('SELECT count(*) AS n FROM documento'),
    one('SELECT tipo_dte, siguiente FROM caf ORDER BY id'),
    one('SELECT usadas FROM cuota_emision'),
  ])
}

describe('emitir looks before job and folio', () => {
  const clasificada = async (clasificacion: object, datos: object = {}): Promise<string> => {
    const { id } = await comprar(app, own(datos))
    await app.put(`${BASE}/${id}/clasificacion`, { ...CONFIRMADA, ...clasificacion })
    return id
  }
  const CASES: [name: string, motivo: keyof typeof BLOQUEOS, make: () => Promise<string>][] = [
    ['nobody confirmed it', 'SIN_CONFIRMAR', () => clasificada({ confirmado: false })],
    ['it went through customs', 'BIEN_IMPORTADO', () => clasificada({ naturaleza: 'bien_importado' })],
    ['Chilean VAT was charged', 'IVA_CHILENO_COBRADO', () => clasificada({ iva_chileno_cobrado: true })],
    ['who serves lives in Chile', 'PRESTADOR_RESIDENTE', () => clasificada({ prestador_residente: true })],
    [
      'its nature is unknown',
      'INFORMACION_INDETERMINADA',
      () => clasificada({ naturaleza: 'indeterminado' }),
    ],
    ['residence is unknown', 'INFORMACION_INDETERMINADA', () => clasificada({ prestador_residente: null })],
    ['VAT is unknown', 'INFORMACION_INDETERMINADA', () => clasificada({ iva_chileno_cobrado: null })],
    ['the amount is unknown', 'INFORMACION_INDETERMINADA', () => clasificada({}, { monto: null })],
    ['the number is unknown', 'INFORMACION_INDETERMINADA', () => clasificada({}, { numero: null })],
    [
      'a doubt is open',
      'INFORMACION_INDETERMINADA',
      async () => {
        const id = await clasificada({})
        const dudoso = { campo: 'fecha', motivo: 'admite dos lecturas', alternativas: ['2026-05-11'] }
        app.app.services.comprasInt.compras.change(id, { dudosos: [dudoso] })
        return id
      },
    ],
  ]
  for (const [name, motivo, make] of CASES) {
    test(`and refuses where ${name}, nothing taken`, async () => {
      const id = await make()
      const before = taken()
      const { status, body } = await emitir(id)
      expect([status, body.code, body.detalles.map((one: { motivo: string }) => one.motivo)]).toEqual([
        422,
        'INTL_PURCHASE_BLOCKED',
        [motivo],
      ])
      expect(taken()).toBe(before)
      const seen = await compra(id)
      expect([seen.emitible, seen.bloqueos[0].motivo, seen.dte]).toEqual([false, motivo, null])
    })
  }

  test('and tells every reason at once', async () => {
    const { id } = await comprar(app, own())
    const todo = {
      naturaleza: 'bien_importado',
      prestador_residente: true,
      iva_chileno_cobrado: true,
      confirmado: false,
    }
    await app.put(`${BASE}/${id}/clasificacion`, todo)
    await app.put(`${BASE}/${id}`, { monto: null })
    const before = taken()
    const { body } = await emitir(id)
    const motivos = body.detalles.map((one: { motivo: string }) => one.motivo).sort()
    expect(motivos).toEqual(Object.keys(BLOQUEOS).sort())
    expect(taken()).toBe(before)
  })

  test('and refuses without a rate of that day or the seven before', async () => {
    const id = await confirmada(app, own({ fecha: '2026-11-13' }))
    const before = taken()
    const { status, body } = await emitir(id)
    expect([status, body.code, body.detalles]).toEqual([
      422,
      'EXCHANGE_RATE_MISSING',
      [{ moneda: 'USD', fecha: '2026-11-13' }],
    ])
    expect((await compra(id)).conversion).toBeNull()
    expect(taken()).toBe(before)
  })

  test('and refuses what does not come to a peso, or comes to more than can be counted', async () => {
    for (const [datos, code] of [
      [{ monto: '0.0001' }, 'INTL_PURCHASE_BLOCKED'],
      [{ monto: '999999999999.99', tipo_cambio: '999999999999.99' }, 'EXCHANGE_RATE_MISSING'],
    ] as const) {
      const id = await confirmada(app, own(datos))
      const before = taken()
      const { status, body } = await emitir(id)
      expect([status, body.code]).toEqual([422, code])
      expect(taken()).toBe(before)
      // Whoever reads it first learns the same.
      const { emitible, bloqueos } = await compra(id)
      expect([emitible, bloqueos]).toEqual([false, code === 'INTL_PURCHASE_BLOCKED' ? body.detalles : []])
    }
  })

  test('and refuses letters that the SII cannot read, each field named, until a person writes Latin ones', async () => {
    const ajena = {
      proveedor: { nombre: 'Łódź Chmura Sp. z o.o. Ωmega', pais: 'PL', direccion: 'ul. Główna 1' },
      numero: `№ ${++next}/α`,
      descripcion: 'Usługa 日本',
    }
    const id = await confirmada(app, ajena)
    const before = taken()
    const { status, body } = await emitir(id)
    expect([status, body.code, body.detalles]).toEqual([
      422,
      'INTL_PURCHASE_BLOCKED',
      [{ motivo: 'INFORMACION_INDETERMINADA', mensaje: expect.any(String) }],
    ])
    for (const said of [
      'proveedor.nombre («Ł» (U+0141), «ź» (U+017A), «Ω» (U+03A9))',
      'proveedor.direccion («ł» (U+0142))',
      'numero («№» (U+2116), «α» (U+03B1))',
      'descripcion («ł» (U+0142), «日» (U+65E5), «本» (U+672C))',
    ])
      expect(body.detalles[0].mensaje).toContain(said)
    expect(taken()).toBe(before)
    const seen = await compra(id)
    expect(seen).toMatchObject({ emitible: false, bloqueos: body.detalles, propuesta: ajena })
    await app.put(`${BASE}/${id}`, {
      proveedor: { nombre: 'Lodz Chmura', direccion: 'ul. Glowna 1' },
      numero: `${next}/a`,
    })
    await app.put(`${BASE}/${id}/clasificacion`, CONFIRMADA)
    expect((await emitir(id)).body.detalles[0].mensaje).not.toMatch(/proveedor|numero/)
    await app.put(`${BASE}/${id}`, { descripcion: 'Servicio de Japón' })
    await app.put(`${BASE}/${id}/clasificacion`, CONFIRMADA)
    expect((await compra(id)).emitible).toBe(true)
    const issued = await emitir(id)
    expect([issued.status, issued.body.data.advertencias]).toEqual([202, undefined])
    await app.settle()
    const { data } = (await app.get(`/v1/documentos/46/${issued.body.data.folio}`)).body
    expect([data.receptor.razon_social, data.detalle[0].nombre]).toEqual(['Lodz Chmura', 'Servicio de Japón'])
  })

  test('and refuses a name that is no letter at all', async () => {
    const id = await confirmada(app, own({ proveedor: { nombre: '\u200b', pais: 'US' } }))
    expect((await emitir(id)).body.detalles[0].mensaje).toContain('proveedor.nombre (en blanco)')
  })

  test('and refuses a supplier of Chile who is said not to live there, until one of the two is mended', async () => {
    const chileno = { proveedor: { nombre: 'Nube Andina SpA', pais: 'CL' } }
    const id = await confirmada(app, own(chileno))
    const before = taken()
    const { status, body } = await emitir(id)
    expect([status, body.detalles]).toEqual([
      422,
      [{ motivo: 'INFORMACION_INDETERMINADA', mensaje: expect.stringContaining('proveedor.pais') }],
    ])
    expect([taken(), (await compra(id)).emitible]).toEqual([before, false])
    await app.put(`${BASE}/${id}/clasificacion`, { ...CONFIRMADA, prestador_residente: true })
    expect((await compra(id)).bloqueos).toMatchObject([{ motivo: 'PRESTADOR_RESIDENTE' }])
    await app.put(`${BASE}/${id}`, { proveedor: { pais: 'US' } })
    await app.put(`${BASE}/${id}/clasificacion`, CONFIRMADA)
    expect((await emitir(id)).status).toBe(202)
  })
})

describe('the document', () => {
  test('is a 46 whose total is its net, with all of its VAT withheld, and the SII takes it', async () => {
    const id = await confirmada(app, own({ numero: 'INV-2231' }))
    const { status, body, headers } = await emitir(id)
    expect([status, body.data.tipo_dte, headers.get('location')]).toEqual([
      202,
      46,
      `/v1/dte/emision/${body.data.job_id}`,
    ])
    expect([(await compra(id)).estado, (await compra(id)).dte.folio]).toEqual(['emitiendo', body.data.folio])
    await app.settle()
    const { data } = (await app.get(`/v1/documentos/46/${body.data.folio}`)).body
    expect(data.totales).toMatchObject({ monto_neto: 1181650, monto_iva: 224514, monto_total: 1181650 })
    expect(data.totales.impuestos).toEqual([{ codigo: 15, tasa: 19, monto: 224514 }])
    expect(data.receptor).toEqual({
      rut: '55555555-5',
      razon_social: 'Blue Harbor Cloud LLC',
      giro: 'Servicios desde el extranjero',
      direccion: '1200 Pier 9, Seattle',
      comuna: 'Extranjero',
      extranjero: { nacionalidad: '225' },
    })
    expect(data.detalle[0].descripcion).toBe(
      'Factura INV-2231 del 2026-11-05: USD 1250.00 a 945.32 pesos (tipo de cambio del 2026-11-05)',
    )
    expect([data.estado_sii, data.referencia_externa]).toEqual(['aceptado', id])
    expect(await compra(id)).toMatchObject({
      estado: 'emitida',
      iva_retenido: 224514,
      dte: { tipo_dte: 46, folio: data.folio, estado_sii: 'aceptado' },
    })
  })

  test('tells at the field of the purchase which of its letters were replaced by others', async () => {
    const id = await confirmada(
      app,
      own({
        proveedor: { nombre: 'Blue “Harbor” Škoda', pais: 'US', direccion: 'Calle Ñuñoa 1' },
        descripcion: 'Hosting — noviembre…',
      }),
    )
    const { status, body } = await emitir(id)
    const told = body.data.advertencias.map(({ code, campo }: { code: string; campo: string }) => [
      code,
      campo,
    ])
    expect([status, told]).toEqual([
      202,
      [
        ['TRANSLITERATED', 'proveedor.nombre'],
        ['TRANSLITERATED', 'descripcion'],
      ],
    ])
    await app.settle()
    const { data } = (await app.get(`/v1/documentos/46/${body.data.folio}`)).body
    expect([data.receptor.razon_social, data.receptor.direccion, data.detalle[0].nombre]).toEqual([
      'Blue "Harbor" Skoda',
      'Calle Ñuñoa 1',
      'Hosting - noviembre...',
    ])
    expect((await compra(id)).propuesta.proveedor.nombre).toBe('Blue “Harbor” Škoda')
  })

  test('says before and after what is too long for its field, and what is left of it', async () => {
    const long = {
      proveedor: { nombre: 'Blue Harbor', pais: 'US', direccion: `${'1200 Pier 9, '.repeat(6)}Seattle` },
      descripcion: `Cloud hosting ${'and more '.repeat(10)}`,
    }
    const id = await confirmada(app, own(long))
    const told = [
      { code: 'TEXT_CUT', campo: 'proveedor.direccion' },
      { code: 'TEXT_CUT', campo: 'descripcion' },
    ]
    const before = (await compra(id)).advertencias
    expect(before).toMatchObject(told)
    const { body } = await emitir(id)
    expect(body.data.advertencias).toEqual(before)
    await app.settle()
    const { data } = (await app.get(`/v1/documentos/46/${body.data.folio}`)).body
    expect(before[0].mensaje).toBe(
      `Su dirección no cabe en la factura de compra, que lleva 70 caracteres: queda «${data.receptor.direccion}»`,
    )
    expect(before[1].mensaje).toContain(`«${data.detalle[0].nombre}»`)
  })

  test('warns of additional tax and goes out', async () => {
    const { id } = await comprar(app, own())
    await app.put(`${BASE}/${id}/clasificacion`, { ...CONFIRMADA, afecto_impuesto_adicional: true })
    const { status, body } = await emitir(id)
    expect([status, body.data.advertencias.map(({ code }: { code: string }) => code)]).toEqual([
      202,
      ['ADDITIONAL_TAX'],
    ])
  })

  test('keeps the rate that it went out with', async () => {
    const id = await confirmada(app, own({ fecha: '2026-11-04', tipo_cambio: '900' }))
    await emitir(id)
    expect((await compra(id)).conversion).toMatchObject({
      tipo_cambio: '900',
      fuente: 'manual',
      monto_clp: 1125000,
    })
  })
})

describe('one purchase', () => {
  test('is issued once: a second request, and two at once', async () => {
    const id = await confirmada(app, own())
    const both = await Promise.all([emitir(id), emitir(id)])
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409])
    const { status, body } = await emitir(id)
    expect([status, body.code]).toEqual([409, 'INVALID_STATE'])
    const count = app.store.client
      .prepare<[string], number>('SELECT count(*) FROM documento WHERE referencia_externa = ?')
      .pluck()
    expect(count.get(id)).toBe(1)
  })

  test('is answered the same again to the same Idempotency-Key', async () => {
    const id = await confirmada(app, own())
    const keyed = { ...app.tenant.key, 'idempotency-key': 'una' }
    const first = await app.post(`${BASE}/${id}/emitir`, {}, keyed)
    const again = await app.post(`${BASE}/${id}/emitir`, {}, keyed)
    expect([again.status, again.body]).toEqual([202, first.body])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  test('under two names of one supplier, number and amount is one: the second is refused, nothing taken', async () => {
    const numero = `INV-${++next}`
    const id = await confirmada(app, own({ numero }))
    const twin = await confirmada(app, {
      numero: numero.toLowerCase().replace('-', ' '),
      monto: '1250',
      proveedor: { nombre: 'BLUE HARBOR CLOUD, LLC', pais: 'US' },
    })
    expect((await compra(twin)).posible_repetida).toBe(id)
    await emitir(id)
    const before = taken()
    const { status, body } = await emitir(twin)
    expect([status, body.code, body.detalles[0].compra_id]).toEqual([409, 'ALREADY_EXISTS', id])
    expect(taken()).toBe(before)
  })

  test('under a name with and without its kind of company is one', async () => {
    const same = own({ proveedor: { nombre: 'Tidewater Cloud, Inc.', pais: 'US' } })
    await emitir(await confirmada(app, same))
    const other = await confirmada(app, { ...same, proveedor: { nombre: 'TIDEWATER CLOUD', pais: 'US' } })
    const { status, body } = await emitir(other)
    expect([status, body.code]).toEqual([409, 'ALREADY_EXISTS'])
  })

  test('comes back to clasificada when its job is discarded, and may be issued again', async () => {
    const id = await confirmada(app, own())
    await fail(app, 'envio', 'sin_permiso')
    const { job_id } = (await emitir(id)).body.data
    await app.drainJobs()
    await heal(app)
    await discard(app, job_id, true)
    expect([(await compra(id)).estado, (await compra(id)).dte]).toEqual(['clasificada', null])
    expect((await emitir(id)).status).toBe(202)
    expect((await compra(id)).estado).toBe('emitiendo')
  })

  test('comes back when the SII rejects the document, and when a note voids it', async () => {
    const id = await confirmada(app, own())
    const { folio } = (await emitir(id)).body.data
    await app.settle()
    await app.post(`/v1/dte/46/${folio}/anular`, { motivo: 'Servicio no prestado' })
    expect((await compra(id)).estado).toBe('emitida')
    await app.settle()
    expect([(await compra(id)).estado, (await compra(id)).dte]).toEqual(['clasificada', null])
    const again = (await emitir(id)).body.data.folio
    app.store.client
      .prepare("UPDATE documento SET estado_sii = 'rechazado' WHERE tipo_dte = 46 AND folio = ?")
      .run(again)
    const { estado, dte, advertencias } = await compra(id)
    expect([estado, dte]).toEqual(['clasificada', null])
    // As it is, another would be rejected too.
    expect(advertencias).toEqual([
      {
        code: 'PREVIOUS_REJECTED',
        campo: 'dte',
        mensaje: `El SII rechazó la factura de compra (46, folio ${again}) con que se emitió: vea por qué en ese documento antes de emitir otra`,
      },
    ])
    // One that was discarded in between takes nothing away from that.
    await fail(app, 'envio', 'sin_permiso')
    const { job_id } = (await emitir(id)).body.data
    await app.drainJobs()
    await heal(app)
    await discard(app, job_id, true)
    expect((await compra(id)).advertencias).toEqual(advertencias)
    const last = (await emitir(id)).body.data.folio
    expect([last > again, (await compra(id)).advertencias]).toEqual([true, []])
    const { reemplazado_por } = (await app.get(`/v1/documentos/46/${again}`)).body.data
    expect(reemplazado_por).toEqual({ tipo_dte: 46, folio: last })
  })

  test('whose rejected document was issued again from that document says so, and which', async () => {
    const id = await confirmada(app, own())
    const { folio } = (await emitir(id)).body.data
    app.store.client
      .prepare("UPDATE documento SET estado_sii = 'rechazado' WHERE tipo_dte = 46 AND folio = ?")
      .run(folio)
    const { data } = (await app.get(`/v1/documentos/46/${folio}/solicitud`)).body
    const other = (await app.post('/v1/dte/emitir', data)).body.data.folio
    const { status, body } = await emitir(id)
    expect([status, body.code]).toEqual([409, 'ALREADY_REPLACED'])
    expect(body.error).toContain(`ya se emitió de nuevo como folio ${other}`)
    expect(body.error).not.toContain('forzar_reemplazo')
  })

  test('that is on its way is not corrected, classified or discarded', async () => {
    const id = await confirmada(app, own())
    await emitir(id)
    const tries = [
      await app.put(`${BASE}/${id}`, { numero: 'X' }),
      await app.put(`${BASE}/${id}/clasificacion`, CONFIRMADA),
      await app.post(`${BASE}/${id}/descartar`),
    ]
    expect(tries.map(({ status, body }) => [status, body.code])).toEqual(
      Array(3).fill([409, 'INVALID_STATE']),
    )
  })
})

test('emitir asks both permissions', async () => {
  const id = await confirmada(app, own())
  const { empresaId: empresa_id, session } = app.tenant
  const made = await app.post('/v1/apikeys', { nombre: 'una', empresa_id, scopes: ['dte:emitir'] }, session)
  const { status, body } = await app.post(`${BASE}/${id}/emitir`, {}, { 'x-api-key': made.body.data.api_key })
  expect([status, body.detalles]).toEqual([403, [{ scope: 'compras_int:gestionar' }]])
})
