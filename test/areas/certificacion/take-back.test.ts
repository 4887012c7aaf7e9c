// A step noted by mistake as declared at the SII is taken back with a reason, and nothing that follows is lost (areas/certificacion §4).

import { describe, expect, test } from 'bun:test'
import { factura } from '../../support/emisor'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'
import { emitir, leer, onEtapa, onSet, open } from './escena'

const MOTIVO = 'Se anotó el set que no era'
const undo = (app: CompanyApp, id: string, body: object = {}) =>
  app.post(`/v1/certificacion/${id}/deshacer`, { motivo: MOTIVO, ...body })
const logged = async (app: CompanyApp) =>
  (await app.get('/v1/auditoria?accion=certificacion.deshecha', app.tenant.session)).body.data

describe('a set', () => {
  /** The SII took its envelope, and a person noted that it was declared. */
  async function declared() {
    const app = await testAppWithFolios({ folios: { 33: 4, 61: 3, 56: 1 } })
    const { id } = await onSet(app, 'basico')
    await emitir(app, id, 'basico')
    await app.settle()
    const note = (what: string, body: object) => app.post(`/v1/certificacion/${id}/sets/basico/${what}`, body)
    expect(await note('declarado', { fecha: '2026-11-19' })).toMatchObject({ status: 200 })
    return { app, id, note }
  }

  test('waits to be declared again, by the day that is right', async () => {
    const { app, id, note } = await declared()
    expect(await undo(app, id, { clase: 'basico' })).toMatchObject({
      status: 200,
      body: {
        data: {
          sets: [{ estado: 'validado', intentos: 1, intento: { declarado_fecha: null } }],
          pendientes: [{ quien: 'persona', codigo: 'declarar_avance', datos: { track_id: '1' } }],
        },
      },
    })
    expect(await logged(app)).toMatchObject([
      { objeto: id, detalle: { clase: 'basico', fecha: '2026-11-19', motivo: MOTIVO } },
    ])
    expect((await note('declarado', {})).body.data.sets).toMatchObject([
      { estado: 'declarado', intento: { declarado_fecha: '2026-11-20' } },
    ])
    expect((await note('veredicto', { estado: 'SOK' })).body.data.estado).toBe('simulacion')
  })

  test('that nobody declared, or that is judged, is told what else corrects it', async () => {
    const { app, id, note } = await declared()
    await undo(app, id, { clase: 'basico' })
    expect(await undo(app, id, { clase: 'basico' })).toMatchObject({
      ...{ status: 409, body: { code: 'INVALID_STATE', error: expect.stringContaining('está validado') } },
    })
    await note('veredicto', { estado: 'SRH' })
    expect(await undo(app, id, { clase: 'basico' })).toMatchObject({
      ...{ status: 409, body: { code: 'INVALID_STATE', error: expect.stringContaining('anote el otro') } },
    })
    expect(await undo(app, id, { clase: 'guia' })).toMatchObject({ status: 404 })
    expect(await undo(app, id, { clase: 'basico', motivo: ' ' })).toMatchObject({ status: 422 })
    await app.post(`/v1/certificacion/${id}/abandonar`)
    expect(await undo(app, id, { clase: 'basico' })).toMatchObject({ body: { code: 'CERT_CLOSED' } })
  })
})

describe('the declaration of compliance', () => {
  async function authorised() {
    const app = await testAppWithFolios({ folios: { 33: 2 } })
    const id = await onEtapa(app, 'declaracion')
    const declare = (body: object) => app.post(`/v1/certificacion/${id}/declarada`, body)
    const resolucion = { numero: 80, fecha: '2014-08-22' }
    expect(await declare({ fecha: '2026-11-20', resolucion })).toMatchObject({ status: 200 })
    return { app, id, declare }
  }

  test('is open again where it stood, and is noted anew', async () => {
    const { app, id, declare } = await authorised()
    expect((await undo(app, id)).body.data).toMatchObject({
      ...{ estado: 'declaracion', declarada_fecha: null, resolucion: null },
      ...{ pendientes: [{ codigo: 'declaracion' }], sets: [{ estado: 'conforme', intentos: 1 }] },
    })
    expect(await logged(app)).toMatchObject([
      { objeto: id, detalle: { fecha: '2026-11-20', resolucion: { numero: 80 }, motivo: MOTIVO } },
    ])
    expect(await undo(app, id)).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect((await declare({ fecha: '2026-11-20' })).body.data).toMatchObject({
      ...{ estado: 'autorizada', resolucion: null },
    })
  })

  test('leads back to a result that was wrong, and on from there', async () => {
    const { app, id } = await authorised()
    const note = async (estado: string) =>
      (await app.post(`/v1/certificacion/${id}/sets/basico/veredicto`, { estado })).body
    expect(await note('SRH')).toMatchObject({ code: 'CERT_CLOSED' })
    await undo(app, id)
    expect((await note('SRH')).data.estado).toBe('set')
    expect((await note('SOK')).data.estado).toBe('declaracion')
  })

  test('stays once the company issues in production from that day on, of types of that road', async () => {
    const { app, id } = await authorised()
    expect((await app.post('/v1/dte/emitir', factura())).status).toBe(202)
    // By hand: no test issues in production.
    const issued = (tipo: number, fecha: string) =>
      app.store.client
        .prepare("UPDATE documento SET ambiente = 'produccion', tipo_dte = ?, fecha_emision = ?")
        .run(tipo, fecha)
    issued(33, '2026-11-19')
    expect(await undo(app, id)).toMatchObject({ status: 200 })
    const again = () => app.post(`/v1/certificacion/${id}/declarada`, { fecha: '2026-11-20' })
    await again()
    issued(39, '2026-11-20')
    expect(await undo(app, id)).toMatchObject({ status: 200 })
    expect(await again()).toMatchObject({ status: 200 })
    issued(61, '2026-11-20')
    expect(await undo(app, id)).toMatchObject({
      ...{
        status: 409,
        body: { code: 'INVALID_STATE', error: expect.stringContaining('ya emite en producción') },
      },
    })
  })

  test('stays while another road of the company is open, and of one that was left', async () => {
    const { app, id } = await authorised()
    const other = await open(app)
    expect(await undo(app, id)).toMatchObject({ status: 409, body: { code: 'ALREADY_EXISTS' } })
    expect((await leer(app, id)).estado).toBe('autorizada')
    await app.post(`/v1/certificacion/${other}/abandonar`)
    expect(await undo(app, other)).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect(await undo(app, id)).toMatchObject({ status: 200 })
  })
})
