// A company that was deleted and made anew goes on with its own CAF (http §18): never a folio twice, none lost.

import { describe, expect, test } from 'bun:test'
import { cafFile, newCafKey } from '../../support/caf'
import { discard, emit, fail, linea, nota } from '../../support/emision'
import { factura } from '../../support/emisor'
import { type CompanyApp, nuevaEmpresa, PASSWORD, testAppWithFolios } from '../../support/test-app'
import { EMPRESA, RUT, testLibro } from './libro'

const CAF = { re: '76543210-3', desde: 1, hasta: 5, fa: '2026-11-19' }
const load = (app: CompanyApp, file: Uint8Array, headers = app.tenant.key) =>
  app.post('/v1/dte/folios', { caf_base64: Buffer.from(file).toString('base64') }, headers)

/** A company with one CAF of the folios 1 to 5, and its file. */
async function conCaf(): Promise<{ app: CompanyApp; file: Uint8Array }> {
  const app = await testAppWithFolios({ folios: { 61: 5 } })
  const file = cafFile(CAF)
  expect((await load(app, file)).status).toBe(201)
  return { app, file }
}

/** Deletes the company and makes it anew; requests speak for the new one from then on. */
async function renew(app: CompanyApp, meanwhile = async () => {}): Promise<void> {
  const { session, empresaId } = app.tenant
  expect((await app.delete(`/v1/empresa/${empresaId}`, undefined, session)).status).toBe(204)
  await meanwhile()
  const made = await app.post('/v1/empresa', nuevaEmpresa(), session)
  const id = made.body.data.id
  await app.post('/v1/empresa/seleccionar', { empresa_id: id }, session)
  const key = await app.post(
    '/v1/apikeys',
    { nombre: 'nueva', empresa_id: id, scopes: ['dte:*', 'folios:*', 'empresa:*'] },
    session,
  )
  Object.assign(app.tenant, { empresaId: id, key: { 'x-api-key': key.body.data.api_key } })
  expect((await app.post(`/v1/empresa/${id}/certificado`, { simulado: true })).status).toBe(201)
}

const next = async (app: CompanyApp) => (await app.post('/v1/dte/emitir', factura())).body

describe('the CAF of a company that was deleted and made anew', () => {
  test('goes on at the first folio never taken, to the last one and no further', async () => {
    const { app, file } = await conCaf()
    await emit(app)
    await emit(app)
    await app.settle()
    await renew(app)
    expect((await next(app)).code).toBe('NO_FOLIOS')
    expect(await load(app, file)).toMatchObject({
      status: 201,
      body: {
        data: {
          tipo_dte: 33,
          desde: 1,
          hasta: 5,
          usados: 2,
          estado: 'vigente',
          advertencias: [
            { code: 'INHERITED_FOLIOS', mensaje: expect.stringContaining('se sigue desde el 3') },
          ],
        },
      },
    })
    for (const folio of [3, 4, 5]) expect((await next(app)).data.folio).toBe(folio)
    expect((await next(app)).code).toBe('NO_FOLIOS')
    await app.settle()
    // The SII has each once: none was rejected as a folio used before.
    const { documentos } = (await app.get('/simulador/libro')).body.data
    expect(
      documentos.map(({ folio, veredicto }: { folio: number; veredicto: string }) => [folio, veredicto]),
    ).toEqual([5, 4, 3].map((folio) => [folio, 'aceptado']))
  })

  test('gives the folio again that a discarded document of the former one gave back unseen', async () => {
    const { app, file } = await conCaf()
    await fail(app, 'envio', 'sin_permiso', 1)
    const id = await emit(app)
    await app.drainJobs()
    expect((await discard(app, id, true)).status).toBe(200)
    await renew(app)
    await load(app, file)
    expect((await next(app)).data.folio).toBe(1)
    expect((await next(app)).data.folio).toBe(2)
  })

  test('is refused a second time, by another file of its numbers, and by every other company', async () => {
    const { app, file } = await conCaf()
    const twin = await app.registerCompany({ rut: '76543210-3' })
    await renew(app)
    const codes = [
      await load(app, cafFile({ ...CAF, llave: newCafKey() })),
      await load(app, cafFile({ ...CAF, hasta: 4 })),
      await load(app, file, twin.key),
      await load(app, file),
      await load(app, file),
    ].map(({ status, body }) => body.code ?? status)
    expect(codes).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', 201, 'CONFLICT'])
  })

  test('does not make the former documents unknown ones: a note on them is accepted with a warning', async () => {
    const { app, file } = await conCaf()
    await emit(app)
    await app.settle()
    await renew(app)
    await load(app, file)
    const check = (folio: number) => app.post('/v1/dte/validar', nota(3, folio, linea(100)))
    expect((await check(1)).body.data.advertencias).toMatchObject([{ code: 'REFERENCE_NOT_VERIFIED' }])
    expect((await check(3)).body.code).toBe('REFERENCE_NOT_FOUND')
  })

  test('is not taken back from a row that moved into another server (areas/exportaciones §5)', async () => {
    const { app, file } = await conCaf()
    const { session, empresaId } = app.tenant
    await renew(app, async () => {
      const body = {
        ...{ mudanza: true, frase: 'ocho palabras que nadie más junta' },
        ...{ password: PASSWORD, empresas: [empresaId] },
      }
      expect((await app.post('/v1/cuenta/exportaciones', body, session)).status).toBe(201)
    })
    const refused = await load(app, file)
    expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT'])
    expect((await next(app)).code).toBe('NO_FOLIOS')
  })

  test('counts in the pace of the new company only what that one took', async () => {
    const { app, file } = await conCaf()
    for (let i = 0; i < 3; i++) await emit(app)
    await app.settle()
    await renew(app)
    await load(app, file)
    const stock = async () =>
      (await app.get('/v1/dte/folios')).body.data.find((s: { tipo_dte: number }) => s.tipo_dte === 33)
    expect(await stock()).toMatchObject({ disponibles: 2, siguiente: 4, dias_estimados: null })
    await emit(app)
    expect(await stock()).toMatchObject({ disponibles: 1, dias_estimados: 30 })
  })
})

test('a folio that the former row frees after its range moved goes to the new one', () => {
  const { load, take, release, store } = testLibro()
  const { id } = load({ desde: 1, hasta: 3 })
  expect(take()).toBe(1)
  const { client } = store
  client.prepare("UPDATE empresa SET deleted_at = '2026' WHERE id = ?").run(EMPRESA)
  client.exec(
    `INSERT INTO empresa (id, cuenta_id, rut, razon_social, ambiente, created_at)
     VALUES ('emp_9', 'cta_1', '${RUT}', 'Nueva', 'simulacion', '2026')`,
  )
  expect(load({ desde: 1, hasta: 3 }, 'emp_9')).toMatchObject({ id, siguiente: 2, heredadoHasta: 1 })
  release(1, id)
  expect([1, 2, 3].map(() => take(33, '2026-11-20', 'emp_9'))).toEqual([1, 2, 3])
  expect(() => release(2, id)).toThrow()
})
