// The events of /openapi.json (`webhooks`): each kind is made to happen, and its delivery fits the
// description. `testApp` holds every delivery of every test to the same; here every kind must have come.

import { beforeAll, describe, expect, test } from 'bun:test'
import { Ajv2020 } from 'ajv/dist/2020'
import { createAvisos } from '../../../src/areas/respaldo/avisos'
import { EVENTOS, SIGNIFICADO_EVENTO } from '../../../src/domain/eventos'
import { makeExport } from '../../support/asientos'
import { discard, emit, fail, heal, pass } from '../../support/emision'
import { factura, RECEPTOR } from '../../support/emisor'
import { openImapServer } from '../../support/imap'
import { described as describedBy } from '../../support/openapi'
import { type TestAppOptions, testApp, testAppWithFolios } from '../../support/test-app'
import { pendientes } from '../acuse/escena'
import { SET_DE_UNO } from '../certificacion/set-de-uno'
import { enCola } from '../compras-internacionales/escena'
import { importar } from '../rcv/archivos'
import { createReceptor, type Recibido, register } from './receptor'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const URL_MUERTA = 'http://127.0.0.1:9009/'

/** All that came, in the order of the scenes. */
const recibidos: Recibido[] = []
// biome-ignore lint/suspicious/noExplicitAny: a document of many shapes
let document: any

/** A company whose every event is delivered. */
async function scene(folios: Record<number, number>, options: TestAppOptions = {}) {
  const receptor = createReceptor(({ url }) => new Response('', { status: url === URL_MUERTA ? 410 : 200 }))
  const app = await testAppWithFolios({ folios, receptor: receptor.fetch, ...options })
  const { id } = await register(app)
  const done = async () => {
    await app.drainJobs()
    recibidos.push(...receptor.recibidos.splice(0))
  }
  return { app, id, done }
}

const para = (rut: string) => factura({ receptor: { ...RECEPTOR, rut } })

async function documents(): Promise<void> {
  const { app, id, done } = await scene({ 33: 20 })
  await app.post(`/v1/webhooks/${id}/rotar-secreto`)
  await app.post(`/v1/webhooks/${id}/probar`)
  await app.post('/v1/dte/folios/solicitar', { tipo_dte: 34, cantidad: 5 })
  await emit(app)
  await app.settle()
  await emit(app, para('90000002-2'))
  await emit(app, para('90000004-9'))
  await app.settle()
  await discard(app, await emit(app, factura({ programar_para: '2026-11-21T15:00:00Z' })), false)
  const { empresaId, session } = app.tenant
  const failed = await emit(app)
  await app.delete(`/v1/empresa/${empresaId}/certificado`, undefined, session)
  await app.drainJobs()
  await discard(app, failed, true)
  await done()
}

async function folios(): Promise<void> {
  const { app, done } = await scene({ 33: 2 })
  await emit(app)
  await emit(app)
  await done()
}

async function incident(): Promise<void> {
  const { app, done } = await scene({ 33: 5 })
  await fail(app, 'todos', 'http_503')
  await emit(app)
  for (let i = 0; i < 10; i++) {
    await app.drainJobs()
    app.advance(60_000)
  }
  await heal(app)
  app.advance(HOUR)
  await app.drainJobs()
  await done()
}

async function expiry(): Promise<void> {
  const { app, done } = await scene({ 33: 5 })
  const { data } = (await app.get(`/v1/empresa/${app.tenant.empresaId}/certificado`)).body
  const [{ vence_el }] = (await app.get('/v1/dte/folios')).body.data
  const hasta = Date.parse(data.valido_hasta)
  for (const at of [Date.parse(vence_el) - 10 * DAY, hasta - 10 * DAY, hasta + DAY]) {
    app.setNow(new Date(at).toISOString())
    await app.app.services.cron.runAll()
    await app.drainJobs()
  }
  await done()
}

async function refusal(): Promise<void> {
  const { app, done } = await scene({ 33: 5 })
  const { empresaId, session } = app.tenant
  const portal = `/v1/empresa/${empresaId}/portal`
  await app.put(`${portal}/clave`, { rut: '76543210-3', clave: 'otra' }, session)
  await app.post(`${portal}/probar`, { metodo: 'clave' }, session)
  await app.post(`${portal}/desbloquear`, { metodo: 'clave' }, session)
  await done()
}

/** A mailbox whose password is wrong. */
async function mailbox(): Promise<void> {
  const imap = await openImapServer()
  const { app, done } = await scene({}, { caCorreo: imap.ca })
  const { empresaId, session } = app.tenant
  const where = { host: 'erp.example.cl', puerto: imap.puerto, seguridad: 'tls', usuario: 'a', clave: 'b' }
  await app.put(`/v1/empresa/${empresaId}/buzon`, { tipo: 'imap', ...where }, session)
  await app.post(`/v1/empresa/${empresaId}/buzon/probar`, undefined, session)
  await done()
  await imap.close()
}

/** The SII's answers about folios: some annulled, none given. */
async function foliosAtSii(): Promise<void> {
  const { app, done } = await scene({ 33: 5 })
  await app.post('/v1/dte/folios/anular', { tipo_dte: 33, desde: 4, hasta: 5, motivo: 'Sin uso' })
  await fail(app, 'folios', 'no_autoriza')
  await app.post('/v1/dte/folios/solicitar', { tipo_dte: 33, cantidad: 5 })
  await done()
}

async function quota(): Promise<void> {
  const { app, done } = await scene({ 33: 5 })
  const { client } = app.store
  client.exec("UPDATE cuenta SET plan = 'Gratis'; DELETE FROM cuota_consulta")
  client
    .prepare('INSERT INTO cuota_consulta (cuenta_id, periodo, operacion, usadas) VALUES (?, ?, ?, ?)')
    .run(app.tenant.cuentaId, '202611', 'rcv', 39)
  for (let i = 0; i < 11; i++) await app.post('/v1/dte/folios/solicitar', { tipo_dte: 34, cantidad: 5 })
  await done()
}

/** It issues to itself, and so stands at both sides of the SII's registry. */
async function acceptance(): Promise<void> {
  const { app, done } = await scene({ 33: 5 })
  const rut_emisor = '76543210-3'
  await emit(app, { ...para(rut_emisor), forma_pago: 2 })
  await app.settle()
  await app.post('/v1/dte/acuse', { rut_emisor, tipo_dte: 33, folio: 1, accion: 'ACD' })
  await app.get('/v1/dte/acuse/33/1')
  await importar(app, '202611', pendientes(app.time.now, [1, 180]))
  await app.app.services.cron.runAll()
  await done()
}

/** It issues to itself, and takes in what it issued. */
async function reception(): Promise<void> {
  const { app, done } = await scene({ 33: 5 })
  await emit(app, para('76543210-3'))
  await app.settle()
  const { empresaId, cuentaId } = app.tenant
  const { documentos } = app.app.services.dte
  const xml = documentos.xml(documentos.byFolio({ empresaId, ambiente: 'simulacion' }, 33, 1)!)!
  const como = { nombre: 'f.xml', origen: 'archivo', mensajeId: null, responderA: null } as const
  const entrar = (text: string) =>
    app.app.services.recibidos.entrar(
      { cuentaId, empresaId, ambiente: 'simulacion' },
      { ...como, bytes: Buffer.from(text, 'latin1'), recibidoEn: app.time.now },
    )
  const [{ id } = { id: '' }] = (await entrar(xml)).documentos
  const recibo = { tipo: 'recibo', recinto: 'Bodega' }
  const respuesta = (await app.post(`/v1/recibidos/${id}/respuestas`, recibo)).body.data.id
  await app.drainJobs()
  await entrar((await app.get(`/v1/recibidos/respuestas/${respuesta}/xml`)).body)
  await done()
}

async function reports(): Promise<void> {
  const { app, done } = await scene({})
  await app.post('/v1/dte/rcof', { fecha: '2026-11-19' })
  await app.settle()
  await app.post('/v1/dte/rcof', { fecha: '2026-11-18' })
  app.store.client.exec("UPDATE sim_rcof SET estado = 'RFR' WHERE fecha = '2026-11-18'")
  await app.settle()
  await done()
}

/** One that is issued and annulled, one that the SII refuses. */
async function fees(): Promise<void> {
  const { app, done } = await scene({})
  const { empresaId, session } = app.tenant
  await app.put(`/v1/empresa/${empresaId}/portal/clave`, { simulado: true }, session)
  const beneficiario = { rut: '9876543-3', nombre: 'José Ñancupil', direccion: 'Parcela 12', comuna: 'Talca' }
  const servicios = [{ descripcion: 'Riego', monto: 100_000 }]
  await app.post('/v1/bte/emitir', { fecha: '2026-11-20', beneficiario, servicios })
  await app.post('/v1/bte/1/anular')
  const other = { ...beneficiario, rut: '96543210-8' }
  await app.post('/v1/bte/emitir', { fecha: '2026-11-20', beneficiario: other, servicios })
  await done()
}

async function register202610(): Promise<void> {
  const { app, done } = await scene({ 33: 5 })
  await app.post('/v1/rcv/202610/sync', {})
  await app.post('/v1/historia', { archivo_base64: btoa('<nada/>') })
  await app.drainJobs()
  await done()
}

/** A scheduled task fails three days in a row. */
async function schedule(): Promise<void> {
  const { app, done } = await scene({})
  await fail(app, 'rcv', 'json_html')
  for (let day = 0; day < 5; day++) {
    await app.app.services.cron.runAll()
    await pass(app, 1)
  }
  await app.app.services.cron.runAll()
  await done()
}

/** A draft, and two series ahead of their day: one ends with a draft, one stops without folios. */
async function series(): Promise<void> {
  const { app, done } = await scene({})
  const solicitud = factura()
  await app.post('/v1/borradores', { solicitud })
  const regla = { cada: 'mes', desde: '2026-12-01', veces: 1 }
  for (const modo of ['borrador', 'automatico']) {
    const { id } = (await app.post('/v1/recurrentes', { nombre: modo, regla, solicitud, modo })).body.data
    await app.post(`/v1/recurrentes/${id}/adelantar`)
  }
  await done()
}

/** Vouchers of a sale. */
async function vouchers(): Promise<void> {
  const { app, done } = await scene({ 33: 5 })
  await makeExport(app)
  await done()
}

async function switchedOff(): Promise<void> {
  const { app, done } = await scene({ 33: 5 })
  await register(app, { url: URL_MUERTA })
  await emit(app)
  await app.drainJobs()
  await done()
}

/** A file of a purchase from abroad that nobody can read. */
async function abroad(): Promise<void> {
  const { app, done } = await scene({})
  await enCola(app, app.tenant.session)
  await app.drainJobs()
  await done()
}

/** The server's copies are late. */
async function copies(): Promise<void> {
  const { app, done } = await scene({})
  const { store, eventos } = app.app.services
  const notify = createAvisos({ store, eventos, sendMail: null, publicUrl: null })
  await notify([
    { motivo: 'atrasado', desde: '2026-11-20T06:15:00.000Z', mensaje: 'No se hizo la de su hora' },
  ])
  await app.drainJobs()
  await done()
}

/** A set is judged, its road goes on, and another's term ends. */
async function certification(): Promise<void> {
  const { app, done } = await scene({ 33: 5 })
  const camino = async (alcance: string, texto: string) => {
    const { id } = (await app.post('/v1/certificacion', { alcance })).body.data
    await app.post(`/v1/certificacion/${id}/sets`, { texto_base64: texto })
    return id
  }
  const id = await camino('factura', SET_DE_UNO)
  const set = `/v1/certificacion/${id}/sets/basico`
  await app.put(`${set}/ajustes`, { receptores: [RECEPTOR] })
  await app.post(`${set}/emitir`)
  await app.settle()
  await app.post(`${set}/veredicto`, { estado: 'SOK' })
  app.advance(51 * DAY)
  await app.app.services.cron.runAll()
  await app.drainJobs()
  await done()
}

beforeAll(async () => {
  document = describedBy(await testApp())
  for (const play of [
    documents,
    folios,
    incident,
    expiry,
    refusal,
    mailbox,
    foliosAtSii,
    quota,
    acceptance,
    reception,
    reports,
    fees,
    register202610,
    schedule,
    series,
    vouchers,
    switchedOff,
    abroad,
    copies,
    certification,
  ])
    await play()
}, 60_000)

const described = (): string[] => Object.keys(document.webhooks).toSorted()
const kinds = (): string[] => [...new Set(recibidos.map(({ evento }) => evento))].toSorted()

describe('the webhooks of /openapi.json', () => {
  test('are the kinds of events that happen, no more and no fewer', () => {
    expect(described()).toEqual(kinds())
    expect(described()).toEqual(EVENTOS.toSorted())
  })

  test('describe every body that was delivered, and their examples are such bodies', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
    ajv.addSchema({ $id: 'api', ...document })
    const faults = (kind: string, body: unknown) => {
      const place = `webhooks/${kind}/post/requestBody/content/application~1json/schema`
      const validate = ajv.compile({ $ref: `api#/${place}` })
      return validate(body)
        ? []
        : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`)
    }
    for (const { evento, body } of recibidos)
      expect([body, faults(evento, JSON.parse(body))]).toEqual([body, []])
    for (const kind of described()) {
      const { example } = document.webhooks[kind].post.requestBody.content['application/json']
      expect([kind, example.evento, faults(kind, example)]).toEqual([kind, kind, []])
      expect(JSON.stringify(example)).not.toContain('"texto"')
      expect([kind, faults(kind, { ...example, otro: 1 })]).not.toEqual([kind, []])
    }
  })

  test('name every header of a delivery, those of the signature among them', () => {
    for (const kind of described()) {
      const { parameters } = document.webhooks[kind].post
      const told: { name: string; required: boolean }[] = parameters
      const known = told.map(({ name }) => name.toLowerCase())
      expect(known).toContain('x-webhook-signature')
      for (const { headers } of recibidos.filter(({ evento }) => evento === kind)) {
        const sent = Object.keys(headers).map((name) => name.toLowerCase())
        expect(sent.filter((name) => !['host', 'content-type', ...known].includes(name))).toEqual([])
        for (const { name, required } of told) if (required) expect(sent).toContain(name.toLowerCase())
      }
    }
    expect(recibidos.some(({ headers }) => 'x-webhook-signature-old' in headers)).toBe(true)
  })

  test('say what each event is, and what an answer does', () => {
    for (const kind of described()) {
      const { summary, responses } = document.webhooks[kind].post
      expect(summary.toLowerCase()).toBe(SIGNIFICADO_EVENTO[kind as 'dte.emitido'].toLowerCase())
      expect(Object.keys(responses)).toEqual(['410', '429', '503', '2XX', 'default'])
    }
  })
})
