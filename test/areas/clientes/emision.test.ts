import { beforeAll, describe, expect, test } from 'bun:test'
import { boleta, factura } from '../../support/emisor'
import { exportacion, notaExportacion } from '../../support/solicitudes'
import { type CompanyApp, loadFolios, testAppWithCompany } from '../../support/test-app'
import { createReceptor } from '../webhooks/receptor'

let app: CompanyApp
const RIO = {
  rut: '77123456-9',
  razon_social: 'Constructora Río Claro SpA',
  giro: 'Obras de edificación',
  direccion: 'Camino a Pelarco Km 3,5',
  comuna: 'Pelarco',
  ciudad: 'Talca',
  email: 'facturas@example.cl',
  telefono: '+56712345678',
  contacto: 'Marta Peña',
}
let rio: string
let harbor: string
beforeAll(async () => {
  app = await testAppWithCompany({ receptor: createReceptor().fetch })
  await loadFolios(app, app.tenant, { 33: 20, 39: 5, 110: 5, 112: 5 })
  rio = (await app.post('/v1/clientes', RIO)).body.data.id
  harbor = (
    await app.post('/v1/clientes', {
      rut: '55555555-5',
      razon_social: 'Blue Harbor Cloud LLC',
      direccion: '1200 Pier 9',
      ciudad: 'Seattle',
      extranjero: { num_id: '98-7654321', nacionalidad: '225' },
    })
  ).body.data.id
})

const emitted = async (body: object) => {
  const answer = await app.post('/v1/dte/emitir', body)
  expect([answer.status, answer.body.detalles]).toEqual([202, undefined])
  const { tipo_dte, folio, advertencias } = answer.body.data
  const { body: read } = await app.get(`/v1/documentos/${tipo_dte}/${folio}`)
  return { receptor: read.data.receptor, advertencias, folio }
}

describe('a receiver that is a customer (areas/clientes §5)', () => {
  test('takes what it lacks from the customer of its RUT, and says what', async () => {
    const { receptor, advertencias } = await emitted(factura({ receptor: { rut: '77.123.456-9' } }))
    const { telefono: _, ...carried } = RIO
    expect(receptor).toEqual(carried)
    expect(advertencias).toEqual([
      {
        code: 'RECEIVER_FROM_CUSTOMER',
        campo: 'receptor',
        mensaje: expect.stringMatching(/razon_social.*giro.*contacto.*email.*direccion.*comuna.*ciudad/),
      },
    ])
  })

  test('keeps what was sent, under either name, and takes nothing that its type cannot carry', async () => {
    const { receptor } = await emitted(
      factura({ receptor: { RUTRecep: RIO.rut, GiroRecep: 'Otro giro', ciudad: 'Linares' } }),
    )
    expect(receptor).toMatchObject({ giro: 'Otro giro', ciudad: 'Linares', razon_social: RIO.razon_social })
    const ticket = await emitted(boleta({ receptor: { rut: RIO.rut } }))
    expect(ticket.receptor).toMatchObject({ telefono: RIO.telefono, razon_social: RIO.razon_social })
    expect(ticket.receptor.contacto).toBe(RIO.contacto)
  })

  test('is as it was sent where it has a name', async () => {
    const receptor = { rut: RIO.rut, razon_social: 'Otro nombre' }
    const { status, body } = await app.post('/v1/dte/emitir', factura({ receptor }))
    expect(status).toBe(422)
    expect(body.detalles.map(({ campo }: { campo: string }) => campo).sort()).toEqual([
      'receptor.comuna',
      'receptor.direccion',
      'receptor.giro',
    ])
    const named = await emitted(factura({ receptor: { ...receptor, cliente_id: rio } }))
    expect(named.receptor).toMatchObject({ razon_social: 'Otro nombre', giro: RIO.giro })
  })

  test('is refused as ever when nobody has its RUT, and told so when nobody has its id', async () => {
    const unknown = await app.post('/v1/dte/emitir', factura({ receptor: { rut: '76192083-9' } }))
    expect(unknown.body.detalles.map(({ campo }: { campo: string }) => campo)).toContain(
      'receptor.razon_social',
    )
    for (const [receptor, regla] of [
      [{ cliente_id: 'cli_nadie' }, 'valor'],
      [{ cliente_id: 7 }, 'tipo'],
      [{ cliente_id: rio, rut: '76192083-9' }, 'contradiccion'],
    ] as const) {
      const { status, body } = await app.post('/v1/dte/validar', factura({ receptor }))
      expect(status).toBe(422)
      expect(body.detalles).toContainEqual(expect.objectContaining({ campo: 'receptor.cliente_id', regla }))
    }
    const { key } = await app.registerCompany()
    const strange = await app.post('/v1/dte/validar', factura({ receptor: { cliente_id: rio } }), key)
    expect(strange.body.detalles).toContainEqual(expect.objectContaining({ campo: 'receptor.cliente_id' }))
  })

  test('is a foreigner by id alone, and counts for that one though its document says no number', async () => {
    const anybody = await app.post('/v1/dte/validar', exportacion({}, { receptor: { rut: '55555555-5' } }))
    expect(anybody.status).toBe(422)
    const { receptor } = await emitted(exportacion({}, { receptor: { cliente_id: harbor } }))
    expect(receptor).toMatchObject({ rut: '55555555-5', razon_social: 'Blue Harbor Cloud LLC' })
    const { body } = await app.get(`/v1/clientes/${harbor}`)
    expect(body.data).toMatchObject({ num_documentos: 1 })
    expect(body.data.total_facturado).toBeGreaterThan(0)
  })

  test('has its notes counted though neither they nor their request say whose they are, and the same document again', async () => {
    const billed = async () => (await app.get(`/v1/clientes/${harbor}`)).body.data
    const before = await billed()
    const { folio } = await emitted(exportacion({}, { receptor: { cliente_id: harbor } }))
    const sold = (await billed()).total_facturado - before.total_facturado
    const nota = await emitted(notaExportacion(112, { folio }))
    const { total_facturado, num_documentos } = await billed()
    expect(total_facturado).toBeLessThan(before.total_facturado + sold)
    expect(num_documentos).toBe(before.num_documentos + 2)
    const { body: own } = await app.get(`/v1/clientes/${harbor}/documentos?tipo_dte=112`)
    expect(own.data.map((one: { folio: number }) => one.folio)).toEqual([nota.folio])
    const again = (await app.get(`/v1/documentos/110/${folio}/solicitud`)).body.data
    expect(again.receptor).toMatchObject({ rut: '55555555-5', cliente_id: harbor })
    await emitted(again)
    expect((await billed()).num_documentos).toBe(before.num_documentos + 3)
  })

  test('is answered again as it was under its key, though its customer changed or went meanwhile', async () => {
    const { body: made } = await app.post('/v1/clientes', { ...RIO, rut: '78123450-8' })
    const headers = (key: string) => ({ ...app.tenant.key, 'idempotency-key': key })
    for (const receptor of [{ rut: '78123450-8' }, { cliente_id: made.data.id }]) {
      const key = JSON.stringify(receptor)
      const issue = () => app.post('/v1/dte/emitir', factura({ receptor }), headers(key))
      const first = await issue()
      expect(first.status).toBe(202)
      await app.put(`/v1/clientes/${made.data.id}`, { razon_social: `Otro nombre ${key.length}` })
      expect((await issue()).body).toEqual(first.body)
      await app.delete(`/v1/clientes/${made.data.id}`)
      expect((await issue()).body).toEqual(first.body)
      const anew = await app.post('/v1/dte/emitir', factura({ receptor }))
      expect(anew.status).toBe(422)
      await app.post(`/v1/clientes/${made.data.id}/restaurar`, {})
    }
  })

  test('has its documents listed as all are, with every filter, by page and by cursor, and in every format', async () => {
    await emitted(factura({ receptor: { cliente_id: rio }, referencia_externa: 'pedido-77' }))
    const own = `/v1/clientes/${rio}/documentos?`
    const all = `/v1/documentos?rut_receptor=${RIO.rut}&`
    for (const query of [
      '',
      'q=pedido-77',
      'orden=folio&limite=1&pagina=2',
      'cursor=&limite=2',
      'tipo_dte=39',
    ]) {
      const [mine, theirs] = [(await app.get(own + query)).body, (await app.get(all + query)).body]
      expect(mine.data.length).toBeGreaterThan(0)
      const { siguiente: next, ...paginacion } = theirs.paginacion
      expect(mine).toEqual({
        ok: true,
        data: theirs.data,
        paginacion: { ...paginacion, siguiente: next && expect.stringContaining(rio) },
      })
    }
    expect((await app.get(`${own}formato=csv`)).body).toBe((await app.get(`${all}formato=csv`)).body)
    await app.settle()
    const { body } = await app.post(
      '/v1/apikeys',
      {
        nombre: 'libro',
        empresa_id: app.tenant.empresaId,
        scopes: ['clientes:leer'],
        ambiente: 'simulacion',
      },
      app.tenant.session,
    )
    const reader = { 'x-api-key': body.data.api_key }
    expect((await app.get(own, reader)).status).toBe(200)
    for (const formato of ['zip', 'pdf']) {
      expect((await app.get(`${own}formato=${formato}`)).status).toBe(200)
      const { status, body } = await app.get(`${own}formato=${formato}`, reader)
      expect([status, body.code]).toEqual([403, 'SCOPE_REQUIRED'])
    }
  })

  test('is filled in a preview, in a lot and in what waits for its hour, whose customer may go meanwhile', async () => {
    const asked = factura({ receptor: { rut: RIO.rut } })
    expect((await app.post('/v1/dte/previsualizar', asked)).status).toBe(200)
    const lot = await app.post('/v1/dte/emitir/lote', {
      documentos: [asked, factura({ receptor: { rut: '76192083-9' } })],
    })
    expect(lot.body.data.documentos.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, false])
    const para = '2026-11-21T14:00:00Z'
    const byRut = await app.post('/v1/dte/emitir', { ...asked, programar_para: para })
    const byId = await app.post(
      '/v1/dte/emitir',
      factura({ receptor: { cliente_id: rio }, programar_para: para }),
    )
    expect([byRut.status, byId.status]).toEqual([202, 202])
    await app.delete(`/v1/clientes/${rio}`)
    app.time.now = new Date(para)
    await app.settle()
    for (const { body } of [byRut, byId]) {
      const { folio } = (await app.get(`/v1/dte/emision/${body.data.job_id}`)).body.data
      const read = await app.get(`/v1/documentos/33/${folio}`)
      expect(read.body.data.receptor).toMatchObject({ razon_social: RIO.razon_social, giro: RIO.giro })
    }
    const gone = await app.post('/v1/dte/validar', asked)
    expect(gone.status).toBe(422)
  })
})
