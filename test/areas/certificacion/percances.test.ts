// The road disturbed: by another request, a slip of a person, a silent SII (areas/certificacion §3, §4).

import { describe, expect, test } from 'bun:test'
import { createCertificaciones } from '../../../src/areas/certificacion/certificaciones'
import { createRunSet } from '../../../src/areas/certificacion/run-set'
import type { Tenant } from '../../../src/http/tenant'
import { fail } from '../../support/emision'
import { loadFolios, testAppWithFolios } from '../../support/test-app'
import { createReceptor, register } from '../webhooks/receptor'
import { carta, emitir, leer, load, mail, onEtapa, onSet, open, texto, unzip } from './escena'
import { intercambioDeUno } from './set-de-uno'

const FOLIOS = { 33: 8, 61: 6, 56: 2 }
const documentos = async (app: Awaited<ReturnType<typeof testAppWithFolios>>) =>
  (await app.get('/v1/documentos')).body.data

/** A set whose request was let in, and which is issued when that is called. */
async function waiting(folios: Record<number, number> = FOLIOS) {
  const app = await testAppWithFolios({ folios })
  const { id, set } = await onSet(app, 'basico')
  const certificaciones = createCertificaciones(app.store)
  const tenant = { ...app.tenant, ambiente: 'simulacion' } as unknown as Tenant
  const camino = certificaciones.get(tenant, id)
  const [row] = certificaciones.ronda(id)!.sets
  const run = createRunSet({
    ...{ certificaciones, clock: app.clock, newId: (prefix) => `${prefix}_1` },
    ...{ audit: (_, change) => change(), issueSet: app.app.services.dte.issueSet },
  })
  return { app, id, issue: () => run(tenant, camino, { clase: row!.clase, rowOf: () => row! }, set.casos) }
}

describe('a set that waited for its turn takes no folio', () => {
  test('once another text made it void', async () => {
    const { app, id, issue } = await waiting()
    await load(app, id, await texto(app, ['guia'], 'dos'))
    await expect(issue()).rejects.toThrow('sin efecto')
    expect(await documentos(app)).toEqual([])
  })

  test('once its road was left', async () => {
    const { app, id, issue } = await waiting()
    await app.post(`/v1/certificacion/${id}/abandonar`)
    await expect(issue()).rejects.toThrow('se abandonó')
    expect(await documentos(app)).toEqual([])
  })

  test('once another request issued it, though no folio is left', async () => {
    const { app, issue } = await waiting({ 33: 4, 61: 3, 56: 1 })
    const both = await Promise.allSettled([issue(), issue()])
    expect(both).toMatchObject([
      { status: 'fulfilled' },
      {
        status: 'rejected',
        reason: { code: 'INVALID_STATE', message: expect.stringContaining('ya se está emitiendo') },
      },
    ])
    expect(await documentos(app)).toHaveLength(8)
  })

  test('and else is issued', async () => {
    const { app, issue } = await waiting()
    await issue()
    expect(await documentos(app)).toHaveLength(8)
  })
})

test('a text that is only read asks all that it will once it is taken in (areas/certificacion §2)', async () => {
  const app = await testAppWithFolios({ folios: FOLIOS })
  const id = await open(app)
  const bytes = await texto(app, ['basico', 'guia', 'libro_compras'])
  const read = await app.post(`/v1/certificacion/${id}/sets?simular=true`, {
    texto_base64: bytes.toString('base64'),
  })
  expect((await leer(app, id)).ronda).toBeNull()
  await load(app, id, bytes)
  const asked = []
  for (const clase of ['basico', 'guia', 'libro_compras'])
    asked.push(...(await app.get(`/v1/certificacion/${id}/sets/${clase}`)).body.data.preguntas)
  expect(asked.map(({ clave }) => clave)).toContain('basico.receptores')
  expect(read.body.data.dudas).toEqual(asked)
})

test('a verdict that a person noted wrongly is corrected by the other, until the set runs again', async () => {
  const app = await testAppWithFolios({ folios: FOLIOS })
  const { id } = await onSet(app, 'basico')
  const note = (body: object) => app.post(`/v1/certificacion/${id}/sets/basico/veredicto`, body)
  await emitir(app, id, 'basico')
  expect(await note({ estado: 'SOK' })).toMatchObject({ status: 409 })
  await app.settle()
  expect(await note({ estado: 'SRH', glosa: 'Otra cosa' })).toMatchObject({ status: 200 })
  expect((await note({ estado: 'SOK' })).body.data.sets).toMatchObject([
    { estado: 'conforme', intento: { veredicto: 'SOK', razones: [] } },
  ])
  expect(await note({ estado: 'SOK' })).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
  expect((await note({ estado: 'SRH' })).body.data.sets).toMatchObject([{ estado: 'rechazado' }])
  expect(await emitir(app, id, 'basico')).toMatchObject({ status: 202 })
  expect(await note({ estado: 'SOK' })).toMatchObject({ status: 409 })
})

test('believes the SII’s mail before what a person noted by mistake, and keeps it as evidence (areas/certificacion §4)', async () => {
  const app = await testAppWithFolios({ folios: FOLIOS })
  const { empresaId, session } = app.tenant
  await app.put(`/v1/empresa/${empresaId}/buzon`, { tipo: 'simulador' }, session)
  const { id, set } = await onSet(app, 'basico')
  await emitir(app, id, 'basico')
  await app.settle()
  const note = (estado: string) => app.post(`/v1/certificacion/${id}/sets/basico/veredicto`, { estado })
  expect((await note('SOK')).body.data.estado).toBe('simulacion')
  const razon = `CASO ${set.atencion}-2: Los Datos de la Linea 1 del Detalle No Cuadran`
  await mail(app, carta(set.atencion, '1', `SRH - SET CON ERRORES\n\n${razon}`))
  expect(await leer(app, id)).toMatchObject({
    estado: 'set',
    sets: [{ estado: 'rechazado', intento: { veredicto_origen: 'correo', razones: [{ caso: 2 }] } }],
  })
  // A second mail against the first is nobody's correction.
  await mail(app, carta(set.atencion, '1', 'SOK - SET DE PRUEBA CORRECTO'))
  expect((await leer(app, id)).sets[0].estado).toBe('rechazado')
  await note('SRH')
  await mail(app, carta(set.atencion, '1', 'SOK - SET DE PRUEBA CORRECTO'))
  expect(await leer(app, id)).toMatchObject({ estado: 'simulacion', sets: [{ estado: 'conforme' }] })
  const files = await unzip(app, 'GET', `/v1/certificacion/${id}/evidencia`)
  const cartas = [...files].filter(([name]) => name.endsWith('-correo-1.txt'))
  expect(cartas.map(([, bytes]) => bytes.toString().includes(razon)).toSorted()).toEqual([false, true])
})

test('a wrong verdict that ended a stage brings the road back to it', async () => {
  const app = await testAppWithFolios({ folios: { 33: 16, 61: 12, 56: 4 } })
  const { id } = await onSet(app, 'basico')
  const note = async (clase: string, estado: string) =>
    (await app.post(`/v1/certificacion/${id}/sets/${clase}/veredicto`, { estado })).body.data.estado
  await emitir(app, id, 'basico')
  await app.settle()
  expect(await note('basico', 'SOK')).toBe('simulacion')
  expect(await note('basico', 'SRH')).toBe('set')
  expect(await note('basico', 'SOK')).toBe('simulacion')
  await app.post(`/v1/certificacion/${id}/simulacion`, {})
  await app.settle()
  expect(await note('simulacion', 'SOK')).toBe('intercambio')
  const back = await app.post(`/v1/certificacion/${id}/avanzar`, { etapa: 'simulacion' })
  expect(back.body.data.pendientes).toMatchObject([{ codigo: 'anotar_etapa' }])
  expect(await note('simulacion', 'SRH')).toBe('simulacion')
  expect(await app.post(`/v1/certificacion/${id}/simulacion`, {})).toMatchObject({
    body: { code: 'NO_FOLIOS' },
  })
})

test('a declaration before its road was opened is a slip of the keys; the resolution may be older', async () => {
  const app = await testAppWithFolios({ folios: { 33: 1 } })
  const id = await onEtapa(app, 'declaracion')
  const declare = (fecha: string) =>
    app.post(`/v1/certificacion/${id}/declarada`, { fecha, resolucion: { numero: 80, fecha: '2014-08-22' } })
  expect(await declare('2026-11-19')).toMatchObject({
    status: 422,
    body: { code: 'VALIDATION_ERROR', detalles: [{ campo: 'fecha', regla: 'orden' }] },
  })
  expect(await declare('2026-11-21')).toMatchObject({ status: 422 })
  expect((await leer(app, id)).estado).toBe('declaracion')
  expect((await declare('2026-11-20')).body.data).toMatchObject({ estado: 'autorizada' })
})

test('a stage that a person told too early is taken back, and no further than the simulación', async () => {
  const app = await testAppWithFolios({ folios: { 33: 1 } })
  const id = await onEtapa(app, 'declaracion')
  const move = (etapa: string) => app.post(`/v1/certificacion/${id}/avanzar`, { etapa })
  expect((await move('intercambio')).body.data).toMatchObject({
    estado: 'intercambio',
    pendientes: [{ codigo: 'intercambio' }],
  })
  const answered = await app.post(`/v1/certificacion/${id}/intercambio`, intercambioDeUno('76543210-3'))
  expect(answered).toMatchObject({ status: 201 })
  expect(await move('intercambio')).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
  expect(await move('set')).toMatchObject({ status: 422 })
  expect((await move('simulacion')).body.data).toMatchObject({ estado: 'simulacion' })
})

test('the simulación, which has no text, is issued and answered on no page of a set', async () => {
  const app = await testAppWithFolios({ folios: FOLIOS })
  const { id } = await onSet(app, 'basico')
  await emitir(app, id, 'basico')
  await app.settle()
  await app.post(`/v1/certificacion/${id}/sets/basico/veredicto`, { estado: 'SOK' })
  expect(await app.post(`/v1/certificacion/${id}/simulacion`, {})).toMatchObject({
    body: { code: 'NO_FOLIOS' },
  })
  // A refused one leaves no set behind.
  expect((await leer(app, id)).sets).toHaveLength(1)
  await loadFolios(app, app.tenant, { 33: 20, 61: 20, 56: 20 })
  expect(await app.post(`/v1/certificacion/${id}/simulacion`, {})).toMatchObject({ status: 202 })
  const at = `/v1/certificacion/${id}/sets/simulacion`
  expect(await emitir(app, id, 'simulacion')).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
  expect(await app.put(`${at}/ajustes`, { tipo_cambio: '900' })).toMatchObject({ status: 409 })
})

test('an envelope that the SII accepted and never numbered is refused, and its documents keep their verdicts', async () => {
  const app = await testAppWithFolios({ folios: FOLIOS })
  const { id } = await onSet(app, 'basico')
  await emitir(app, id, 'basico')
  await app.drainJobs()
  // As a copy of this server finds it at the SII (http §18).
  app.store.client.prepare('UPDATE envio SET track_id = NULL').run()
  app.store.client.prepare("UPDATE certificacion_intento SET track_id = NULL, estado = 'emitiendo'").run()
  await app.settle()
  expect((await documentos(app)).map(({ estado_sii }: { estado_sii: string }) => estado_sii)).toEqual(
    Array(8).fill('aceptado'),
  )
  const { sets, pendientes } = await leer(app, id)
  expect(sets).toMatchObject([
    { estado: 'rechazado', intento: { razones: [{ texto: expect.stringContaining('número de envío') }] } },
  ])
  expect(pendientes).toMatchObject([{ quien: 'persona', codigo: 'corregir' }])
})

test('a set whose documents a person discarded is told of as every refusal', async () => {
  const receptor = createReceptor()
  const app = await testAppWithFolios({ receptor: receptor.fetch, folios: FOLIOS })
  await register(app, { eventos: ['certificacion.veredicto'] })
  const { id } = await onSet(app, 'basico')
  await fail(app, 'envio', 'sin_permiso', 1)
  const { body } = await emitir(app, id, 'basico')
  await app.settle()
  const jobs = app.store.client.prepare('SELECT job_id FROM documento').pluck().all() as string[]
  expect(jobs).toHaveLength(body.data.intento.documentos.length)
  for (const job of jobs) await app.post(`/v1/dte/emision/${job}/descartar`, {})
  expect((await leer(app, id)).sets[0].estado).toBe('rechazado')
  await app.settle()
  expect(receptor.recibidos.map(({ body }) => JSON.parse(body).data)).toMatchObject([
    { clase: 'basico', estado: 'rechazado', veredicto: null, glosa: expect.stringContaining('descartaron') },
  ])
})

test('a book whose answer was lost is signed anew by no other person: its bytes stay, and the next has another number', async () => {
  const app = await testAppWithFolios({ folios: FOLIOS })
  const id = await open(app)
  await load(app, id, await texto(app, ['libro_compras']))
  const falla = { servicio: 'envio', falla: 'corte_despues_de_guardar', veces: 1 }
  expect(await app.post('/simulador/fallas', falla)).toMatchObject({ status: 201 })
  await emitir(app, id, 'libro_compras')
  await app.drainJobs()
  const { client } = app.store
  const first = () =>
    client.prepare('SELECT xml_cifrado FROM certificacion_libro ORDER BY rowid').pluck().get()
  const before = first()
  expect(before).toBeDefined()
  const { body } = await app.post('/simulador/certificados', { rut: '12345678-5', nombre: 'Otra Persona' })
  app.advance(1000)
  await app.post(`/v1/empresa/${app.tenant.empresaId}/certificado`, body.data)
  await app.settle()
  expect((await leer(app, id)).sets).toMatchObject([
    { estado: 'rechazado', intento: { razones: [{ texto: expect.stringContaining('otra persona') }] } },
  ])
  expect(first()).toEqual(before)
  await emitir(app, id, 'libro_compras')
  await app.settle()
  expect((await leer(app, id)).sets).toMatchObject([{ estado: 'validado', intento: { numero: 2 } }])
})
