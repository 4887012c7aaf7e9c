// Drafts of a company: written with their faults, issued once (areas/borradores).

import { beforeEach, describe, expect, test } from 'bun:test'
import { factura } from '../../support/emisor'
import { type CompanyApp, loadFolios, testAppWithCompany } from '../../support/test-app'

let app: CompanyApp
beforeEach(async () => {
  app = await testAppWithCompany()
  app.speakAs(app.tenant)
  await loadFolios(app, app.tenant, { 33: 20 })
})

const propose = async (solicitud: object = factura()) =>
  (await app.post('/v1/borradores', { solicitud })).body.data
const see = async (id: string) => (await app.get(`/v1/borradores/${id}`)).body.data
const issue = (id: string) => app.post(`/v1/borradores/${id}/emitir`, undefined)
const issued = async () => (await app.get('/v1/documentos')).body.paginacion.total

describe('a draft (areas/borradores §1)', () => {
  test('is kept with all its faults, and judged anew when it is looked at', async () => {
    const half = await propose({ tipo_dte: 33, detalle: [{ codigo: 'TALADRO', cantidad: 2 }] })
    expect([half.estado, half.version, half.juicio.ok, half.juicio.totales]).toEqual([
      'abierto',
      1,
      false,
      null,
    ])
    const campos = (one: { juicio: { faltas: { campo: string }[] } }) =>
      one.juicio.faltas.map(({ campo }) => campo)
    expect(campos(half)).toContain('receptor')
    expect(campos(half)).toContain('detalle[0].nombre')
    await app.post('/v1/catalogo', { codigo: 'TALADRO', nombre: 'Taladro', precio: '1000' })
    expect(campos(await see(half.id))).not.toContain('detalle[0].nombre')
    expect((await propose()).juicio).toMatchObject({ ok: true, faltas: [] })
  })

  test('is as validar says it, to the total', async () => {
    const { juicio } = await propose()
    const { totales, advertencias } = (await app.post('/v1/dte/validar', factura())).body.data
    expect(juicio).toEqual({ ok: true, totales, faltas: [], advertencias })
  })

  test('of any shape is kept, and its total is of nothing', async () => {
    for (const solicitud of [
      {},
      { tipo_dte: 'x' },
      { tipo_dte: 33, detalle: 7, receptor: [] },
      { tipo_dte: 33, receptor: { razon_social: 8 }, detalle: [null, [], { precio: {} }] },
      { programar_para: 'ayer', referencia_externa: {} },
    ]) {
      const { status, body } = await app.post('/v1/borradores', { solicitud })
      expect([status, body.data?.juicio.ok]).toEqual([201, false])
    }
  })

  test('is refused of another environment, too long, or of nothing, each at its place', async () => {
    const refused = async (body: object) => (await app.post('/v1/borradores', body)).body.detalles
    expect(await refused({ solicitud: factura({ ambiente: 'produccion' }) })).toMatchObject([
      { campo: 'solicitud.ambiente', regla: 'contradiccion' },
    ])
    expect(await refused({ solicitud: { nota: 'x'.repeat(66_000) } })).toMatchObject([
      { campo: 'solicitud', regla: 'largo_max' },
    ])
    expect(await refused({})).toMatchObject([{ campo: 'solicitud' }])
    expect(await refused({ solicitud: {}, desde: { tipo_dte: 33, folio: 1 } })).toMatchObject([
      { campo: 'solicitud' },
    ])
  })

  test('lies sealed in the file', async () => {
    const { id } = await propose(factura({ observaciones: 'Secreto a voces' }))
    const row = app.store.client.prepare('SELECT * FROM borrador WHERE id = ?').get(id) as object
    expect(
      Object.values(row)
        .map((one) => Buffer.from(String(one)).toString('latin1'))
        .join(),
    ).not.toContain('Secreto')
  })

  test('is forgotten when nobody touched it in 400 days', async () => {
    const old = await propose()
    app.setNow('2027-10-01T12:00:00Z')
    const young = await propose()
    app.setNow('2027-12-26T12:00:00Z')
    await app.app.services.trimmer.run()
    expect((await app.get(`/v1/borradores/${old.id}`)).status).toBe(404)
    expect((await see(young.id)).id).toBe(young.id)
  })
})

describe('who writes (areas/borradores §2)', () => {
  test('names the version that was seen, or learns which it is now', async () => {
    const { id } = await propose()
    const change = (version: number, extra = {}) =>
      app.put(`/v1/borradores/${id}`, { solicitud: factura(extra), version })
    expect((await change(1, { referencia_externa: 'OC-1' })).body.data.version).toBe(2)
    const stale = await change(1)
    expect([stale.status, stale.body.code, stale.body.detalles[0].campo]).toEqual([
      409,
      'CONFLICT',
      'version',
    ])
    expect((await see(id)).solicitud.referencia_externa).toBe('OC-1')
  })

  test('copies an issued document in one step: issued again, it is the same', async () => {
    const first = (await app.post('/v1/dte/emitir', factura({ observaciones: 'Entrega en bodega' }))).body
      .data
    const { status, body } = await app.post('/v1/borradores', {
      desde: { tipo_dte: 33, folio: first.folio },
    })
    expect([status, body.data.origen, body.data.juicio.ok]).toEqual([201, 'duplicado', true])
    const again = (await issue(body.data.id)).body.data
    const shown = async (folio: number) => {
      const { detalle, totales, receptor, observaciones } = (await app.get(`/v1/documentos/33/${folio}`)).body
        .data
      return { detalle, totales, receptor, observaciones }
    }
    expect(await shown(again.folio)).toEqual(await shown(first.folio))
    expect((await app.post('/v1/borradores', { desde: { tipo_dte: 33, folio: 999 } })).status).toBe(404)
  })

  test('with a key for drafts alone proposes, and neither issues nor reads documents', async () => {
    const { folio } = (await app.post('/v1/dte/emitir', factura())).body.data
    const { api_key } = (
      await app.post(
        '/v1/apikeys',
        { nombre: 'propone', empresa_id: app.tenant.empresaId, scopes: ['borradores:escribir'] },
        app.tenant.session,
      )
    ).body.data
    const headers = { 'x-api-key': api_key }
    const made = await app.post('/v1/borradores', { solicitud: factura() }, headers)
    expect(made.status).toBe(201)
    const { id } = made.body.data
    expect((await app.post(`/v1/borradores/${id}/emitir`, undefined, headers)).status).toBe(403)
    expect((await app.post('/v1/borradores/emitir', { ids: [id] }, headers)).status).toBe(403)
    const copied = await app.post('/v1/borradores', { desde: { tipo_dte: 33, folio } }, headers)
    expect([copied.status, copied.body.code]).toEqual([403, 'FORBIDDEN'])
  })

  test('finds drafts by receiver, reference, origin and state, the last written first', async () => {
    const a = await propose(factura({ referencia_externa: 'Obra Ñuñoa' }))
    app.setNow('2026-11-20T15:00:00Z')
    const b = await propose({ tipo_dte: 33, receptor: { razon_social: 'Ferretería Ñuble', rut: '1-9' } })
    await app.delete(`/v1/borradores/${a.id}`)
    const ids = async (query: string) =>
      (await app.get(`/v1/borradores${query}`)).body.data.map(({ id }: { id: string }) => id)
    expect(await ids('')).toHaveLength(2)
    expect(await ids('?estado=abierto')).toEqual([b.id])
    expect(await ids('?estado=descartado&origen=manual')).toEqual([a.id])
    expect(await ids('?q=nunoa')).toEqual([a.id])
    expect(await ids('?q=FERRETERIA')).toContain(b.id)
    expect(await ids('?origen=duplicado')).toEqual([])
  })
})

describe('a draft is issued once (areas/borradores §3)', () => {
  test('whoever asks again gets the first answer, by one or in a batch', async () => {
    const { id } = await propose()
    const first = await issue(id)
    expect([first.status, first.body.data.folio]).toEqual([202, 1])
    const again = await issue(id)
    expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([first.body, 'true'])
    const { documentos } = (await app.post('/v1/borradores/emitir', { ids: [id] })).body.data
    expect(documentos).toEqual([{ indice: 0, ok: true, data: first.body.data }])
    expect(await issued()).toBe(1)
    const seen = await see(id)
    expect([seen.estado, seen.dte]).toEqual([
      'emitido',
      { tipo_dte: 33, folio: 1, job_id: first.body.data.job_id, estado: 'pending' },
    ])
  })

  test('asked for at once from many sides, it takes one folio', async () => {
    const { id } = await propose()
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => issue(id)),
      app.post('/v1/borradores/emitir', { ids: [id] }),
    ])
    const folios = answers
      .filter(({ status }) => status === 202)
      .map(({ body }) => body.data.folio ?? body.data.documentos[0].data.folio)
    expect(new Set(folios)).toEqual(new Set([1]))
    expect(await issued()).toBe(1)
  })

  test('whoever says which version was seen issues no other', async () => {
    const { id } = await propose()
    await app.put(`/v1/borradores/${id}`, { solicitud: factura({ observaciones: 'Otra' }), version: 1 })
    const { status, body } = await app.post(`/v1/borradores/${id}/emitir`, { version: 1 })
    expect([status, body.code, await issued()]).toEqual([409, 'CONFLICT', 0])
    expect((await app.post(`/v1/borradores/${id}/emitir`, { x: 1 })).status).toBe(422)
    const other = await propose()
    const many = (versiones: number[]) =>
      app.post('/v1/borradores/emitir', { ids: [id, other.id], versiones })
    expect((await many([1])).body.detalles).toMatchObject([{ campo: 'versiones' }])
    expect((await many([1, 1])).body.data.documentos).toMatchObject([
      { indice: 0, code: 'CONFLICT' },
      { indice: 1, ok: true },
    ])
    expect((await app.post(`/v1/borradores/${id}/emitir`, { version: 2 })).status).toBe(202)
  })

  test('one whose emission was discarded before its hour says so, not that it waits', async () => {
    const { id } = await propose(factura({ programar_para: '2026-11-25T12:00:00Z' }))
    const { job_id } = (await issue(id)).body.data
    await app.post(`/v1/dte/emision/${job_id}/descartar`, {})
    expect((await see(id)).dte.estado).toBe('discarded')
    expect((await issue(id)).body.code).toBe('INVALID_STATE')
  })

  test('written between its reading and the transaction, it is CONFLICT and nothing is taken', async () => {
    const { id } = await propose()
    const { emision } = app.app.services.dte
    const { review } = emision
    emision.review = (...asked) => {
      app.store.client.prepare('UPDATE borrador SET version = version + 1 WHERE id = ?').run(id)
      emision.review = review
      return review(...asked)
    }
    const { status, body } = await issue(id)
    expect([status, body.code, body.detalles[0].campo]).toEqual([409, 'CONFLICT', 'version'])
    expect([await issued(), (await see(id)).estado]).toEqual([0, 'abierto'])
    expect((await issue(id)).body.data.folio).toBe(1)
  })

  test('one of several that cannot be opened fails the request, not the server, and the others are kept', async () => {
    const [broken, good] = [await propose(), await propose()]
    app.store.client.prepare("UPDATE borrador SET contenido_cifrado = x'00' WHERE id = ?").run(broken.id)
    const lost: unknown[] = []
    const note = (fault: unknown): void => void lost.push(fault)
    process.on('unhandledRejection', note)
    const ids = [broken.id, ...Array.from({ length: 20 }, () => 'bor_nadie').map((x, i) => x + i), good.id]
    expect((await app.post('/v1/borradores/emitir', { ids })).status).toBe(500)
    process.off('unhandledRejection', note)
    expect(lost).toEqual([])
    expect((await issue(good.id)).body.data.folio).toBe(1)
  })

  test('with faults it is refused with all of them, as a request is, and stays open', async () => {
    const { id } = await propose({ tipo_dte: 33 })
    const { status, body } = await issue(id)
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(body.detalles.length).toBeGreaterThan(1)
    expect((await see(id)).estado).toBe('abierto')
  })

  test('in a batch each is accepted or refused by itself, at its place', async () => {
    const [good, bad, gone] = [await propose(), await propose({ tipo_dte: 33 }), await propose()]
    expect((await app.delete(`/v1/borradores/${gone.id}`)).status).toBe(204)
    const ids = [good.id, bad.id, 'bor_nadie', gone.id]
    const { documentos } = (await app.post('/v1/borradores/emitir', { ids })).body.data
    expect(documentos.map((one: { ok: boolean; code?: string }) => [one.ok, one.code])).toEqual([
      [true, undefined],
      [false, 'VALIDATION_ERROR'],
      [false, 'NOT_FOUND'],
      [false, 'INVALID_STATE'],
    ])
    expect(await issued()).toBe(1)
    const twice = await app.post('/v1/borradores/emitir', { ids: [good.id, good.id] })
    expect(twice.status).toBe(422)
  })

  test('a closed one is neither changed nor discarded nor, when discarded, issued', async () => {
    const { id } = await propose()
    await issue(id)
    const put = await app.put(`/v1/borradores/${id}`, { solicitud: {}, version: 1 })
    expect([put.status, put.body.code]).toEqual([409, 'INVALID_STATE'])
    expect((await app.delete(`/v1/borradores/${id}`)).body.code).toBe('INVALID_STATE')
    const other = await propose()
    for (let i = 0; i < 2; i++) expect((await app.delete(`/v1/borradores/${other.id}`)).status).toBe(204)
    const told = app.store.client.prepare(
      "SELECT count(*) FROM auditoria WHERE accion = 'borrador.descartado'",
    )
    expect(told.pluck().get()).toBe(1)
    expect((await issue(other.id)).body.code).toBe('INVALID_STATE')
  })

  test('without folios it stays open, and is issued when they come', async () => {
    const { id } = await propose({ ...factura(), tipo_dte: 34, detalle: [{ nombre: 'Libro', precio: 1000 }] })
    expect((await issue(id)).body.code).toBe('NO_FOLIOS')
    expect((await see(id)).estado).toBe('abierto')
    await loadFolios(app, app.tenant, { 34: 5 })
    expect((await issue(id)).status).toBe(202)
  })

  test('for a later hour it waits without a folio, and names the document once it is there', async () => {
    const { id } = await propose(factura({ programar_para: '2026-11-25T12:00:00Z' }))
    expect((await issue(id)).body.data.estado).toBe('scheduled')
    expect((await see(id)).dte).toMatchObject({ tipo_dte: null, folio: null })
    app.setNow('2026-11-25T12:00:01Z')
    await app.drainJobs()
    expect((await see(id)).dte).toMatchObject({ tipo_dte: 33, folio: 1 })
  })
})
