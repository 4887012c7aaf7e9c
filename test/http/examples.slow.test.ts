// Whoever tries a route with the example that /openapi.json shows gets what it promises: every operation is sent
// its example, or each of its examples, on a server that has what the example speaks of. `testApp` holds every answer against
// the document.

import { afterAll, beforeAll, expect, test } from 'bun:test'
import { intercambioDeUno, SET_DE_UNO } from '../areas/certificacion/set-de-uno'
import { comprar, confirmada, leerEstado } from '../areas/compras-internacionales/escena'
import { archivo, importar } from '../areas/rcv/archivos'
import { createRegistrados } from '../areas/rcv/registrados'
import { recibidoPor } from '../support/archivos-recibidos'
import { makeExport, readyToExport } from '../support/asientos'
import { emit } from '../support/emision'
import { factura, RECEPTOR } from '../support/emisor'
import { FLOW_KEYS, startFlow } from '../support/flow'
import { jobBaseOf, queuedJob, stoppedJob } from '../support/jobs'
import { described } from '../support/openapi'
import {
  beginKey,
  confirmOptions,
  createAuthenticator,
  LOCAL,
  loginOptions,
  withPasskey,
} from '../support/passkey'
import { invitePerson, tokenOf } from '../support/personas'
import { receiveFactura } from '../support/recibidos'
import { makeOne, resourceOf } from '../support/resources'
import { ticketOf, withFactor } from '../support/segundo-factor'
import { guia } from '../support/solicitudes'
import {
  type CompanyApp,
  type Headers0,
  loadFolios,
  nuevaEmpresa,
  PASSWORD,
  type Reply,
  type Tenant,
  type TestApp,
  testApp,
  testAppWithCompany,
} from '../support/test-app'
import { codeOf } from '../support/totp'

const TODOS = { 33: 9, 34: 9, 39: 9, 41: 9, 43: 9, 46: 9, 52: 9, 56: 9, 61: 9, 110: 9, 111: 9, 112: 9 }

/** The request of an operation beside its example. */
interface Caso {
  /** In the place of the path's parameters. */
  ids?: Record<string, string>
  query?: string
  /** Fields of the example that name something which only one server has: an id, a secret, a file. */
  propio?: Record<string, unknown>
  /** Another server than the one of all, with the headers there. */
  en?: { app: TestApp & { tenant?: Tenant }; headers: Headers0 }
  headers?: Headers0
  /** A form, where the operation takes no JSON. */
  form?: Record<string, string>
  /** A step that is not due there: 404 or 409. */
  untimely?: boolean
}

type Documento = Record<string, Record<string, Operacion>>
interface Operacion {
  security: object[]
  parameters: { name: string; in: string; required: boolean }[]
  requestBody?: {
    content: Record<string, { example?: object; examples?: Record<string, { value: object }> }>
  }
}

let app: CompanyApp
/** Takes payments by hand, on the plan Gratis: there is something to buy. */
let caja: CompanyApp
let pasarela: CompanyApp
let paths: Documento
const flow = startFlow()
const mails: string[] = []
afterAll(() => void flow.stop())

beforeAll(async () => {
  const correo = {
    send: async ({ texto }: { texto: string }) => void mails.push(texto),
    verify: async () => {},
  }
  app = await testAppWithCompany({
    correo: correo as never,
    publicUrl: 'https://timbre.example.cl',
    // Another account's company issues what is accepted and claimed.
    simuladorCompartido: true,
  })
  const { empresaId, session } = app.tenant
  await loadFolios(app, app.tenant, TODOS)
  await app.put(`/v1/empresa/${empresaId}`, { consulta_publica: true }, session)
  await emit(app, factura({ forma_pago: 2 }))
  for (let i = 0; i < 4; i++) await emit(app, guia())
  await app.settle()
  await app.post('/v1/plantilla/logo', (await example('post', '/v1/plantilla/logo'))!, session)
  caja = await testAppWithCompany({ planInicial: 'Gratis', publicUrl: 'https://timbre.example.cl' })
  pasarela = await testAppWithCompany({
    planInicial: 'Gratis',
    cobranza: { tipo: 'flow', url: flow.url, ...FLOW_KEYS, publicUrl: 'https://timbre.example.cl' },
  })
})

async function example(method: string, path: string): Promise<object | undefined> {
  paths ??= described(app).paths
  return paths[path]![method]!.requestBody?.content['application/json']?.example
}

/** The data of an answer that must come. */
async function data(reply: Promise<Reply>) {
  const { status, body } = await reply
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.data
}

const bearer = (token: string): Headers0 => ({ authorization: `Bearer ${token}` })
const session = () => app.tenant.session
const make = (path: string, body?: object) => data(app.post(path, body, session()))
const otra = async (rut?: string) => app.registerCompany({ ...(rut && { rut }) })
/** An operation of one company, which waits. */
const operacion = async () => {
  const body = { tipo: 'buzon.leer', empresas: [app.tenant.empresaId] }
  return { ids: { id: (await app.post('/v1/firma/operaciones', body, session())).body.data.id as string } }
}
/** A new account's session. */
const nueva = async (): Promise<Caso> => ({ headers: (await otra()).session })
/** A server of one account, whose clock and faults are its own, without mail. */
const solo = async () => {
  const alone = await testAppWithCompany()
  return { app: alone, headers: alone.tenant.session }
}
/** A RUT whose clave five wrong tries locked. */
async function bloqueado({ simulator, tenant }: Awaited<ReturnType<typeof solo>>['app']): Promise<string> {
  const init = {
    method: 'POST',
    headers: { 'x-simulador-dueno': tenant.cuentaId },
    body: 'rut=76543210&dv=3&clave=otra',
  }
  for (let i = 0; i < 5; i++)
    await simulator.fetch(new Request('http://simulador.invalid/zeusr/cgi_AUT2000/CAutInicio.cgi', init))
  return '76543210-3'
}
/** A step that is not due in a company's first hour, or needs a place that the operator names: understood, and refused for that alone. */
const untimely = async (): Promise<Caso> => ({ en: await solo(), ids: { trackId: '17' }, untimely: true })
const enSolo = async (): Promise<Caso> => ({ en: await solo() })
/** A server whose company has neighbours, without a past. */
const conVecinos = async (): Promise<Caso> => {
  const en = await solo()
  await data(en.app.post('/simulador/vecindario', { meses: 0 }, en.headers))
  return { en, ids: { rut: '90000011-1', periodo: '202611' } }
}
/** A server whose company has a mailbox. */
const conBuzon = async (): Promise<Caso> => {
  const en = await solo()
  const { empresaId, session } = en.app.tenant
  await data(en.app.put(`/v1/empresa/${empresaId}/buzon`, { tipo: 'simulador' }, session))
  return { en, ids: { id: empresaId } }
}
const empresa = () => ({ ids: { id: app.tenant.empresaId } })
const declarado = async () => {
  const ids = { empresa_id: app.tenant.empresaId, periodo: '202610' }
  await app.put(`/v1/firma/f29/${ids.empresa_id}/202610`, { declarado_el: '2026-11-12' }, session())
  return { ids }
}
const compra = async () => ({ ids: { id: (await comprar(app, {}, session())).id } })
const FACTURA = { tipo: '33', folio: '1' }
const factura1 = (): Caso => ({ ids: FACTURA })
/** The secret in the address of the public page. */
const ver = async (): Promise<Caso> => {
  const { links } = await data(app.get('/v1/documentos/33/1'))
  return { ids: { clave: links.publico.split('/').pop() } }
}
/** The answer of a login of the account's owner. */
const entrada = () =>
  app.post('/auth/login', { email: 'dueno0@example.cl', password: PASSWORD }, {}).then(({ body }) => body)
/** A server whose owner has a second factor. */
async function conFactor() {
  const en = await solo()
  return { en, ...(await withFactor(en.app, en.app.tenant.session)) }
}
/** A server whose owner has a passkey, asked as a page of it asks. */
async function conLlave() {
  const { app, headers } = await solo()
  const llave = await withPasskey(app, headers)
  return { ...llave, en: { app, headers: { ...headers, ...LOCAL } } }
}
const trabajo = async (): Promise<Caso> => ({ ids: { jobId: await emit(app) } })
/** An emission that stopped and waits for a person. Stopped by hand: a fault at the SII would stop those of other examples too. */
const detenido = async (): Promise<Caso> => {
  const caso = await trabajo()
  app.store.client.prepare("UPDATE job SET estado = 'failed' WHERE id = ?").run(caso.ids!.jobId)
  return caso
}
let facturas = 0
/** A factura of a supplier, that came. */
const facturaRecibida = () => receiveFactura(app, app.tenant, '76543210-3', { folio: ++facturas })
/** An answer to it, as it ended. */
async function respuesta() {
  const made = await make(`/v1/recibidos/${await facturaRecibida()}/respuestas`, { tipo: 'recepcion' })
  await app.drainJobs()
  return made
}

const persona = async (email: string) => invitePerson(app, session(), 'emisor', { email })
const invitacion = (email: string) => make('/v1/usuarios/invitar', { email, rol: 'lector', empresas: [] })
/** A road that stands so far; one before it is left. */
async function camino(hasta: 'abierta' | 'set' | 'enviado' | 'simulacion' | 'intercambio' | 'declaracion') {
  for (const { id, estado } of await data(app.get('/v1/certificacion', session())))
    if (!['autorizada', 'abandonada'].includes(estado))
      await app.post(`/v1/certificacion/${id}/abandonar`, undefined, session())
  const { id } = await make('/v1/certificacion', { alcance: 'factura' })
  const set = `/v1/certificacion/${id}/sets/basico`
  if (hasta !== 'abierta') {
    await make(`/v1/certificacion/${id}/sets`, { texto_base64: SET_DE_UNO })
    await app.put(`${set}/ajustes`, { receptores: [RECEPTOR] }, session())
  }
  if (!['abierta', 'set'].includes(hasta)) {
    await make(`${set}/emitir`)
    await app.settle()
  }
  if (!['abierta', 'set', 'enviado'].includes(hasta)) await make(`${set}/veredicto`, { estado: 'SOK' })
  if (hasta === 'intercambio' || hasta === 'declaracion')
    await make(`/v1/certificacion/${id}/avanzar`, { etapa: hasta })
  return { ids: { id, clase: 'basico', caso: '1', cual: 'procedimientos' } }
}
const conSet = () => camino('set')
/** A road of boletas that the SII took, and whose day is not reported. */
async function boletas(): Promise<Caso> {
  const { id } = await make('/v1/certificacion', { alcance: 'boleta' })
  const { body } = await app.post('/simulador/certificacion/sets', { sets: ['boleta'] }, session())
  await make(`/v1/certificacion/${id}/sets`, { texto_base64: Buffer.from(body).toString('base64') })
  await make(`/v1/certificacion/${id}/folios`)
  await make(`/v1/certificacion/${id}/sets/boleta/emitir`)
  await app.settle()
  return { ids: { id } }
}

/** A file of the past of which no part has come. */
async function anunciado(): Promise<Caso> {
  const { id } = await make('/v1/historia/partes', { nombre: 'a.zip', bytes: 22, sha256: '0'.repeat(64) })
  return { ids: { id, n: '1' } }
}

/** One of which all have. */
async function completo(): Promise<Caso> {
  const caso = await anunciado()
  const archivo_base64 = 'UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA=='
  await app.put(`/v1/historia/${caso.ids!.id}/partes/1`, { archivo_base64 })
  return caso
}

/** One that was moved in; its seventh line is in doubt. */
async function importado(): Promise<Caso> {
  // One of a company at a time: that of an earlier example ends first.
  await app.settle()
  const { id } = await make('/v1/historia', { archivo_base64: btoa(`<nada n="${Math.random()}"/>`) })
  const dudar = "UPDATE importacion_archivo SET n = 7, estado = 'en_duda' WHERE importacion_id = ?"
  app.store.client.prepare(dudar).run(id)
  return { ids: { id, n: '7' } }
}

let recibidos = 0
/** A document received, one that no other case has. */
async function recibido(): Promise<Caso> {
  const file = recibidoPor('76543210-3')
    .toString('latin1')
    .replace(/<Folio>[^<]*/, `<Folio>${500 + ++recibidos}`)
  const archivo_base64 = Buffer.from(file, 'latin1').toString('base64')
  return { ids: { id: (await make('/v1/recibidos', { archivo_base64 })).id } }
}

const entrega = async (): Promise<Caso> => {
  const id = await makeOne(app, '/v1/webhooks')
  const { id: entregaId } = await make(`/v1/webhooks/${id}/probar`)
  // Nobody listens there: it waits for its next attempt.
  await app.drainJobs()
  return { ids: { id, entregaId } }
}
const enCaja = (): Caso => ({ en: { app: caja, headers: caja.tenant.session } })
const orden = async (): Promise<Caso> => {
  const { session: headers } = caja.tenant
  const pedido = { plan: 'Profesional', ciclo: 'mensual' }
  return { ...enCaja(), ids: { id: (await data(caja.post('/v1/billing/checkout', pedido, headers))).id } }
}
const pagada = async (): Promise<Caso> => {
  const caso = await orden()
  await data(caja.post(`/v1/billing/checkout/${caso.ids!.id}/confirmar`, undefined, caja.tenant.session))
  return caso
}
/** Flow's call about an order of its own. */
const avisoDeFlow = async (): Promise<Caso> => {
  const { session: headers } = pasarela.tenant
  await data(pasarela.post('/v1/billing/checkout', { plan: 'Profesional', ciclo: 'mensual' }, headers))
  return { en: { app: pasarela, headers: {} }, form: { token: flow.orders.at(-1)!.token } }
}

/** The month whose sales were imported. */
/** A day that was reported, and has its Track ID. */
const informado = async (): Promise<Caso> => {
  await app.post('/v1/dte/rcof', { fecha: '2026-11-18' }, session())
  return { ids: { fecha: '2026-11-18' } }
}
/** With the clave loaded, by which boletas de terceros are asked for. */
const conClave = async (): Promise<Caso> => {
  // Another example may have loaded a wrong one.
  await app.put(`/v1/empresa/${app.tenant.empresaId}/portal/clave`, { simulado: true }, session())
  return {}
}
/** One of today, which may be annulled. */
const boletaDeTerceros = async (): Promise<Caso> => {
  await conClave()
  const { folio } = await make('/v1/bte/emitir', (await example('post', '/v1/bte/emitir'))!)
  return { ids: { folio: String(folio) } }
}
const mes = async (): Promise<Caso> => {
  await importar(app, '202611', archivo('venta'), '', session())
  return { ids: { periodo: '202611' } }
}

/** The same without the links of its notes. */
const sinVinculo = async (): Promise<Caso> => {
  const { ids } = await mes()
  for (const { id } of await data(app.get('/v1/rcv/202611/vinculaciones', session())))
    await app.delete(`/v1/rcv/vinculacion/${id}`, undefined, session())
  return { ids: ids! }
}

/** The receiver of the first factura. */
const receptor = async (): Promise<Headers0> => {
  const tenant = await otra(RECEPTOR.rut)
  await loadFolios(app, tenant, {})
  return tenant.session
}
// Its receipt is another example.
const RECIBIDA = { rut_emisor: '76543210-3', tipo_dte: 33, folio: 1, accion: 'ACD' }
const contribuyente = (): Caso => ({ ids: { rut: '90000012-K' } })

/** One date of a series. */
const unaFecha = async () => ({
  ids: { id: await makeOne(app, '/v1/recurrentes'), fecha: '2026-12-31' },
})

/** An export of vouchers, in an account of its own. */
const exportada = async () => {
  const en = await solo()
  await loadFolios(en.app, en.app.tenant, { 33: 5 })
  return { en, ids: { id: await makeExport(en.app, en.headers) } }
}

/** Operations whose example is not enough by itself, besides those of `support/resources` and `support/jobs`. All others are sent it with the owner's session. */
const CASOS: Record<string, () => Caso | Promise<Caso>> = {
  // The example's person, registered by the example before.
  'POST /auth/login': () => ({}),
  'POST /auth/login/segundo-factor': async () => {
    const { en, now } = await conFactor()
    return { en, propio: { ticket: await ticketOf(en.app, 'dueno0@example.cl'), codigo: now() } }
  },
  'POST /auth/segundo-factor': async () => ({ ...(await nueva()), propio: { password: PASSWORD } }),
  'POST /auth/segundo-factor/activar': async () => {
    const caso = await nueva()
    const { body } = await app.post('/auth/segundo-factor', { password: PASSWORD }, caso.headers)
    return { ...caso, propio: { codigo: codeOf(body.data.secreto, app.clock()) } }
  },
  'POST /auth/segundo-factor/confirmar': async () => {
    const { en, now } = await conFactor()
    return { en, propio: { codigo: now() } }
  },
  'POST /v1/cuenta/exportaciones': () => ({ propio: { password: PASSWORD } }),
  'PUT /v1/cuenta/segundo-factor': async () => ({ en: (await conFactor()).en }),
  'DELETE /v1/usuarios/{id}/segundo-factor': async () => {
    const { id, session: own } = await persona('telefono@example.cl')
    await withFactor(app, own)
    return { ids: { id } }
  },
  'POST /auth/segundo-factor/codigos': async () => {
    const { en, now } = await conFactor()
    return { en, propio: { password: PASSWORD, codigo: now() } }
  },
  'POST /auth/segundo-factor/quitar': async () => {
    const { en, now } = await conFactor()
    return { en, propio: { password: PASSWORD, codigo: now() } }
  },
  'POST /auth/llaves-acceso/comenzar': async () => {
    const { en } = await conLlave()
    return { en, propio: { password: PASSWORD } }
  },
  'POST /auth/llaves-acceso': async () => {
    const { en } = await conLlave()
    const { opciones } = (await beginKey(en.app, en.headers)).body.data
    return { en, propio: { credencial: createAuthenticator().create(opciones) } }
  },
  'PUT /auth/llaves-acceso/{id}': async () => {
    const { en, id } = await conLlave()
    return { en, ids: { id } }
  },
  'DELETE /auth/llaves-acceso/{id}': async () => {
    const { en, id } = await conLlave()
    return { en, ids: { id } }
  },
  'POST /auth/llaves-acceso/confirmar/comenzar': conLlave,
  'POST /auth/llaves-acceso/confirmar': async () => {
    const { en, device } = await conLlave()
    return { en, propio: { credencial: device.get(await confirmOptions(en.app, en.headers)) } }
  },
  'POST /auth/login/llave-acceso/comenzar': async () => ({ en: { app: (await solo()).app, headers: LOCAL } }),
  'POST /auth/login/llave-acceso': async () => {
    const { en, device } = await conLlave()
    return { en: { ...en, headers: LOCAL }, propio: { credencial: device.get(await loginOptions(en.app)) } }
  },
  'POST /auth/refresh': async () => ({ propio: { refresh_token: (await entrada()).refresh_token } }),
  'POST /auth/logout': async () => ({ propio: { refresh_token: (await entrada()).refresh_token } }),
  'POST /auth/cookie': async () => ({ headers: bearer((await entrada()).access_token) }),
  'DELETE /auth/cookie': async () => ({ headers: bearer((await entrada()).access_token) }),
  'DELETE /auth/sesiones/{id}': async () => {
    const { access_token } = await entrada()
    const sesiones = await data(app.get('/auth/sesiones', bearer(access_token)))
    const { id } = sesiones.find(({ actual }: { actual: boolean }) => actual)
    return { ids: { id } }
  },
  'PUT /auth/password': async () => ({ ...(await nueva()), propio: { actual: PASSWORD } }),
  'POST /auth/password/restablecer': async () => {
    await app.post('/auth/password/olvidada', { email: 'dueno1@example.cl' }, {})
    await new Promise((done) => setImmediate(done))
    return { propio: { token: /clave_[\w-]+/.exec(mails.at(-1)!)![0] } }
  },
  'GET /instalar/{clave}': async () => {
    const vacio = await testApp()
    return { en: { app: vacio, headers: {} }, ids: { clave: vacio.app.installerPath()!.split('/').pop()! } }
  },
  'PUT /v1/cuenta': nueva,
  'PUT /v1/cuenta/plan': nueva,
  'POST /v1/usuarios/invitar': async () => {
    const en = await solo()
    return { en, propio: { empresas: [en.app.tenant.empresaId] } }
  },
  'POST /auth/invite/accept': async () => ({
    propio: { token: tokenOf((await invitacion('marta@example.cl')).enlace) },
  }),
  'PUT /v1/usuarios/{id}': async () => ({
    ids: { id: (await persona('cambia@example.cl')).id },
    propio: { empresas: [app.tenant.empresaId] },
  }),
  'PUT /v1/recurrentes/{id}/ocurrencias/{fecha}': unaFecha,
  'DELETE /v1/recurrentes/{id}/ocurrencias/{fecha}': async () => {
    const { ids } = await unaFecha()
    await app.put(`/v1/recurrentes/${ids.id}/ocurrencias/${ids.fecha}`, { omitir: true })
    return { ids }
  },
  'DELETE /v1/usuarios/{id}': async () => ({ ids: { id: (await persona('sale@example.cl')).id } }),
  // Without mail, as most servers start.
  'POST /v1/empresa': async () => {
    const { app: alone } = await solo()
    const { session: headers } = await alone.registerCompany({ rut: '96790240-3' })
    return { en: { app: alone, headers } }
  },
  'GET /v1/empresa/{id}': empresa,
  'PUT /v1/empresa/{id}': async () => {
    const en = await solo()
    return { en, ids: { id: en.app.tenant.empresaId } }
  },
  'DELETE /v1/empresa/{id}': async () => ({
    ids: { id: (await make('/v1/empresa', nuevaEmpresa('96790240-3'))).id },
  }),
  'POST /v1/empresa/{id}/restaurar': async () => {
    const { id } = await make('/v1/empresa', nuevaEmpresa('96790240-3'))
    await app.delete(`/v1/empresa/${id}`, undefined, session())
    return { ids: { id } }
  },
  'POST /v1/empresa/seleccionar': () => ({ propio: { empresa_id: app.tenant.empresaId } }),
  'POST /v1/empresa/{id}/certificado': async () => {
    const { pfx_base64, clave } = await make('/simulador/certificados', {
      rut: '12345678-5',
      nombre: 'Marta Peña',
    })
    return { ...empresa(), propio: { pfx_base64, clave } }
  },
  'GET /v1/empresa/{id}/certificado': empresa,
  'DELETE /v1/empresa/{id}/certificado': async () => {
    const tenant = await otra()
    await loadFolios(app, tenant, {})
    return { ids: { id: tenant.empresaId }, headers: tenant.session }
  },
  'POST /v1/firma/operaciones': () => ({
    propio: { empresas: [app.tenant.empresaId] },
    headers: session(),
  }),
  'GET /v1/firma/operaciones/{id}': operacion,
  'POST /v1/firma/operaciones/{id}/cancelar': operacion,
  'POST /v1/firma/operaciones/{id}/reintentar': async () => {
    const { ids } = await operacion()
    app.store.client
      .prepare(
        "UPDATE firma_operacion_empresa SET estado = 'fallida', codigo = 'FORBIDDEN', mensaje = 'x' WHERE operacion_id = ?",
      )
      .run(ids.id)
    return { ids }
  },
  'PUT /v1/firma/empresas/{id}': empresa,
  'DELETE /v1/firma/calendario': async () => {
    await app.post('/v1/firma/calendario', undefined, session())
    return {}
  },
  'GET /firma/calendario/{clave}': async () => {
    const { url } = (await app.post('/v1/firma/calendario', undefined, session())).body.data
    return { ids: { clave: new URL(url).pathname.split('/').at(-1)! } }
  },
  'PUT /v1/firma/f29/{empresa_id}/{periodo}': declarado,
  'DELETE /v1/firma/f29/{empresa_id}/{periodo}': declarado,
  'GET /v1/empresa/{id}/programacion': empresa,
  'PUT /v1/empresa/{id}/programacion': empresa,
  'POST /v1/empresa/{id}/programacion/{tarea}/ejecutar': () => ({
    ids: { id: app.tenant.empresaId, tarea: 'rcv' },
  }),
  'GET /v1/empresa/{id}/portal': empresa,
  'PUT /v1/empresa/{id}/buzon': empresa,
  'GET /v1/empresa/{id}/buzon': empresa,
  'DELETE /v1/empresa/{id}/buzon': conBuzon,
  'POST /v1/empresa/{id}/buzon/probar': conBuzon,
  'POST /v1/certificacion': async () => {
    const { ids } = await camino('abierta')
    await app.post(`/v1/certificacion/${ids.id}/abandonar`, undefined, session())
    return {}
  },
  'GET /v1/certificacion/{id}': conSet,
  'POST /v1/certificacion/{id}/abandonar': conSet,
  'POST /v1/certificacion/{id}/sets': () => camino('abierta'),
  'GET /v1/certificacion/{id}/sets/{clase}': conSet,
  'GET /v1/certificacion/{id}/sets/{clase}/casos/{caso}': conSet,
  'PUT /v1/historia/{id}/partes/{n}': anunciado,
  'POST /v1/historia/{id}/iniciar': completo,
  'DELETE /v1/historia/{id}': anunciado,
  'GET /v1/historia/{id}': importado,
  'GET /v1/historia/{id}/archivos': importado,
  'GET /v1/historia/{id}/archivos/{n}/contenido': importado,
  'POST /v1/historia/{id}/resolver': importado,
  'PUT /v1/certificacion/{id}/sets/{clase}/ajustes': conSet,
  'POST /v1/certificacion/{id}/sets/{clase}/emitir': conSet,
  'POST /v1/certificacion/{id}/sets/{clase}/declarado': () => camino('enviado'),
  'POST /v1/certificacion/{id}/sets/{clase}/veredicto': () => camino('enviado'),
  'POST /v1/certificacion/{id}/folios': () => camino('simulacion'),
  'POST /v1/certificacion/{id}/rcof': boletas,
  'POST /v1/certificacion/{id}/simulacion': async () => {
    await app.post('/v1/dte/folios/solicitar', { tipo_dte: 33, cantidad: 40 }, session())
    await app.drainJobs()
    return camino('simulacion')
  },
  'POST /v1/certificacion/{id}/intercambio': async () => ({
    ...(await camino('intercambio')),
    propio: intercambioDeUno('76543210-3'),
  }),
  'POST /v1/certificacion/{id}/muestras': () => camino('simulacion'),
  'POST /v1/certificacion/{id}/avanzar': () => camino('simulacion'),
  'POST /v1/certificacion/{id}/declarada': () => camino('declaracion'),
  'POST /v1/certificacion/{id}/deshacer': async () => {
    const caso = await camino('enviado')
    await make(`/v1/certificacion/${caso.ids.id}/sets/basico/declarado`, {})
    return caso
  },
  'GET /v1/certificacion/{id}/revision': conSet,
  'GET /v1/certificacion/{id}/evidencia': conSet,
  'GET /v1/certificacion/{id}/papeles/{cual}': conSet,
  'POST /v1/recibidos/buzon/leer': conBuzon,
  'PUT /v1/empresa/{id}/portal/clave': empresa,
  'DELETE /v1/empresa/{id}/portal/clave': async () => {
    const tenant = await otra()
    await data(app.put(`/v1/empresa/${tenant.empresaId}/portal/clave`, { simulado: true }, tenant.session))
    return { ids: { id: tenant.empresaId }, headers: tenant.session }
  },
  'POST /v1/empresa/{id}/portal/probar': async () => {
    const tenant = await otra()
    await data(app.put(`/v1/empresa/${tenant.empresaId}/portal/clave`, { simulado: true }, tenant.session))
    return { ids: { id: tenant.empresaId }, headers: tenant.session }
  },
  'POST /v1/empresa/{id}/portal/desbloquear': async () => {
    const tenant = await otra()
    const base = `/v1/empresa/${tenant.empresaId}/portal`
    await data(app.put(`${base}/clave`, { rut: '76543210-3', clave: 'otra' }, tenant.session))
    await app.post(`${base}/probar`, {}, tenant.session)
    return { ids: { id: tenant.empresaId }, headers: tenant.session }
  },
  'POST /v1/empresa/{id}/portal/cerrar': empresa,
  'POST /v1/apikeys': () => ({ propio: { empresa_id: app.tenant.empresaId } }),
  'POST /v1/dte/folios': async () => {
    const tenant = await otra('96790240-3')
    const caf = { rut: '96790240-3', tipo_dte: 33, cantidad: 5 }
    const { caf_base64 } = await data(app.post('/simulador/caf', caf, tenant.session))
    return { headers: tenant.session, propio: { caf_base64, siguiente: 3 } }
  },
  'GET /v1/dte/folios/sii': () => ({ query: '?tipo_dte=33' }),
  'POST /v1/dte/folios/reobtener': async () => {
    const tenant = await otra('90000011-1')
    await loadFolios(app, tenant, { 33: 100 })
    const caf = { rut: '90000011-1', tipo_dte: 33, cantidad: 100 }
    await data(app.post('/simulador/caf', caf, tenant.session))
    return { headers: tenant.session }
  },
  'POST /v1/dte/folios/anular': async () => {
    const tenant = await otra('90000012-K')
    await loadFolios(app, tenant, { 33: 150 })
    return { headers: tenant.session }
  },
  'PUT /v1/dte/folios/{tipo}/alerta': () => ({ ids: { tipo: '33' } }),
  'POST /v1/dte/folios/{tipo}/saltar': async () => {
    const tenant = await otra('96790240-3')
    await loadFolios(app, tenant, { 33: 50 })
    return { ids: { tipo: '33' }, headers: tenant.session }
  },
  'POST /v1/dte/folios/{tipo}/retomar': async () => {
    const tenant = await otra('77123456-9')
    await loadFolios(app, tenant, { 33: 50 })
    await app.post('/v1/dte/folios/33/saltar', { hasta: 40, motivo: 'Por error' }, tenant.session)
    return { ids: { tipo: '33' }, headers: tenant.session }
  },
  // Its notes speak of the first folios of their company.
  'POST /v1/dte/emitir': async () => {
    const tenant = await otra('76192083-9')
    await loadFolios(app, tenant, TODOS)
    return { headers: tenant.session }
  },
  'POST /v1/dte/guias/facturar': () => ({ propio: { guias: [1, 2] } }),
  'POST /v1/dte/guias/{folio}/anular': () => ({ ids: { folio: '3' } }),
  'POST /v1/dte/{tipo}/{folio}/anular': async () => {
    const id = await emit(app)
    await app.settle()
    return { ids: { tipo: '33', folio: String((await data(app.get(`/v1/dte/emision/${id}`))).folio) } }
  },
  'GET /v1/dte/emision/{jobId}': trabajo,
  'POST /v1/dte/emision/{jobId}/reintentar': detenido,
  'POST /v1/dte/emision/{jobId}/descartar': detenido,
  'GET /v1/dte/xml/{tipo}/{folio}': factura1,
  'GET /v1/dte/pdf/{tipo}/{folio}': factura1,
  'GET /v1/documentos/{tipo}/{folio}': factura1,
  'GET /v1/documentos/{tipo}/{folio}/solicitud': factura1,
  'POST /v1/documentos/{tipo}/{folio}/enviar': factura1,
  'POST /v1/documentos/{tipo}/{folio}/atender': async () => {
    app.store.client.exec("UPDATE documento SET estado_sii = 'rechazado' WHERE tipo_dte = 33 AND folio = 3")
    return { ids: { tipo: '33', folio: '3' } }
  },
  'GET /manual/{pagina}': async () => ({ ids: { pagina: 'emitir-factura' } }),
  'GET /ver/{clave}': ver,
  'GET /ver/{clave}/pdf': ver,
  'GET /ver/{clave}/xml': ver,
  'GET /v1/dte/consulta/{tipo}/{folio}': factura1,
  'GET /v1/dte/estado/{trackId}': async () => ({
    ids: { trackId: (await data(app.get('/v1/documentos/33/1'))).track_id },
  }),
  'POST /v1/recibidos/{id}/respuestas': async () => ({ ids: { id: await facturaRecibida() } }),
  'GET /v1/recibidos/respuestas/{id}/xml': async () => ({ ids: { id: (await respuesta()).id } }),
  'POST /v1/dte/acuse': async () => ({ headers: await receptor(), propio: RECIBIDA }),
  'GET /v1/dte/acuse/{tipo}/{folio}': factura1,
  'GET /v1/dte/acuse/recibidos/{rut}/{tipo}/{folio}': async () => ({
    headers: await receptor(),
    ids: { rut: '76543210-3', ...FACTURA },
  }),
  'POST /v1/bte/emitir': conClave,
  'POST /v1/bte/previsualizar': conClave,
  'GET /v1/bte/{folio}': boletaDeTerceros,
  'GET /v1/bte/{folio}/pdf': boletaDeTerceros,
  'GET /v1/bte/{folio}/html': boletaDeTerceros,
  'POST /v1/bte/{folio}/anular': boletaDeTerceros,
  'POST /v1/bte/{periodo}/sync': async () => ({ ...(await conClave()), ids: { periodo: '202611' } }),
  'GET /v1/bte/resumen/{periodo}': () => ({ ids: { periodo: '202611' } }),
  'GET /v1/dte/rcof/{fecha}': informado,
  'GET /v1/dte/rcof/{fecha}/previa': informado,
  'GET /v1/dte/rcof/{fecha}/xml': informado,
  'GET /v1/dte/rcof/{fecha}/estado': informado,
  'GET /v1/rcv/{periodo}': mes,
  'GET /v1/rcv/{periodo}/cambios': mes,
  'POST /v1/rcv/{periodo}/importar': () => ({ ids: { periodo: '202611' } }),
  'POST /v1/rcv/{periodo}/sync': () => ({ ids: { periodo: '202609' } }),
  'PUT /v1/rcv/{periodo}/compras/{rut}/{tipo}/{folio}/tipo-compra': async () => {
    const compra = { folio: 9001, emision: '2026-08-05', recibido: '2026-08-05T15:00:00Z' }
    createRegistrados(app.store.client, app.tenant.cuentaId).put([compra])
    await app.post('/v1/rcv/202608/sync', {}, session())
    return { ids: { periodo: '202608', rut: '90000012-K', tipo: '33', folio: '9001' } }
  },
  'GET /v1/compras-internacionales/{id}': compra,
  'GET /v1/compras-internacionales/{id}/archivo': async () => {
    const id = await queuedJob(app, '/v1/compras-internacionales')
    await app.drainJobs()
    return { ids: (await data(app.get(`/v1/compras-internacionales/trabajos/${id}`, session()))).result }
  },
  'PUT /v1/compras-internacionales/{id}': compra,
  'PUT /v1/compras-internacionales/{id}/clasificacion': compra,
  'POST /v1/compras-internacionales/{id}/descartar': compra,
  'POST /v1/compras-internacionales/{id}/emitir': async () => {
    await app.post('/v1/tipos-cambio', (await example('post', '/v1/tipos-cambio'))!, session())
    const propio = { numero: 'INV-1' }
    return { ids: { id: await confirmada(app, propio, session()) } }
  },
  'GET /v1/compras-internacionales/estados-cuenta/{id}': () => ({ ids: { id: leerEstado(app, app.tenant) } }),
  'POST /v1/compras-internacionales/estados-cuenta/{id}/filas/{n}/compra': () => ({
    ids: { id: leerEstado(app, app.tenant), n: '1' },
  }),
  'GET /v1/dte/emitidos/{periodo}': () => ({ ids: { periodo: '202611' } }),
  'GET /v1/dte/recibidos/{periodo}': () => ({ ids: { periodo: '202611' } }),
  'GET /v1/rcv/{periodo}/cuadratura': mes,
  'GET /v1/libros/ventas/{periodo}': mes,
  'GET /v1/libros/compras/{periodo}': async () => {
    await importar(app, '202611', archivo('compra-registro'), '', session())
    return mes()
  },
  'GET /v1/libros/guias/{periodo}': mes,
  'GET /v1/libros/asientos/{periodo}': async () => {
    const en = await solo()
    for (const name of ['compra-registro', 'venta']) await importar(en.app, '202611', archivo(name))
    return { en, ids: { periodo: '202611' } }
  },
  'POST /v1/libros/asientos/{periodo}': async () => {
    const en = await solo()
    await loadFolios(en.app, en.app.tenant, { 33: 5 })
    await readyToExport(en.app, en.headers)
    return { en, ids: { periodo: '202611' }, propio: { base: 'emitidos' } }
  },
  'GET /v1/libros/asientos/exportaciones/{id}': exportada,
  'GET /v1/libros/asientos/exportaciones/{id}/archivo': exportada,
  'POST /v1/libros/asientos/exportaciones/{id}/confirmar': exportada,
  'POST /v1/libros/asientos/exportaciones/{id}/anular': exportada,
  // Rules give no account that its chart lacks.
  'PUT /v1/contabilidad/cuentas': async () => ({ en: await solo() }),
  'POST /v1/contabilidad/reglas/copiar': async () => {
    const en = await solo()
    return { en, propio: { desde_empresa: en.app.tenant.empresaId } }
  },
  'GET /v1/libros/honorarios/{periodo}': mes,
  'GET /v1/libros/paquete/{periodo}': mes,
  'GET /v1/rcv/{periodo}/f29': mes,
  'GET /v1/rcv/{periodo}/vinculaciones': mes,
  'GET /v1/rcv/{periodo}/nc-pendientes': mes,
  'GET /v1/rcv/vinculaciones': () => ({ query: '?rut=77123456-9&tipo_dte=33&folio=1042' }),
  'GET /v1/rcv/emitidos-fuera': () => ({ query: '?q=77123456-9' }),
  'POST /v1/rcv/vinculacion': sinVinculo,
  'DELETE /v1/rcv/vinculacion/{id}': async () => {
    await sinVinculo()
    return {
      ids: { id: (await make('/v1/rcv/vinculacion', await example('post', '/v1/rcv/vinculacion'))).id },
    }
  },
  'GET /v1/recibidos/{id}': recibido,
  'GET /v1/recibidos/{id}/xml': recibido,
  'GET /v1/recibidos/{id}/pdf': async () => ({ ...(await recibido()), query: '' }),
  'DELETE /v1/recibidos/{id}': recibido,
  'GET /v1/webhooks/{id}/entregas/{entregaId}': entrega,
  'POST /v1/webhooks/{id}/entregas/{entregaId}/reenviar': entrega,
  'POST /v1/billing/checkout': enCaja,
  'GET /v1/billing/checkout/{id}': orden,
  'DELETE /v1/billing/checkout/{id}': orden,
  'POST /v1/billing/checkout/{id}/confirmar': orden,
  'POST /v1/billing/cancelar': async () => (await pagada()) && enCaja(),
  'POST /v1/billing/reactivar': async () => {
    await pagada()
    await caja.post('/v1/billing/cancelar', undefined, caja.tenant.session)
    return enCaja()
  },
  'POST /billing/flow/confirmacion': avisoDeFlow,
  'POST /billing/flow/retorno': avisoDeFlow,
  'GET /simulador/libro/{tipo}/{folio}/xml': factura1,
  'DELETE /simulador/claves/{rut}/bloqueo': async () => {
    const en = await solo()
    return { en, ids: { rut: await bloqueado(en.app) } }
  },
  'GET /simulador/correo/{id}': async () => {
    const carta = (await example('post', '/simulador/correo'))!
    const [{ id }] = await data(app.post('/simulador/correo', carta))
    return { ids: { id } }
  },
  'GET /simulador/registro/{periodo}': () => ({ ids: { periodo: '202611' } }),
  'POST /simulador/vecindario': enSolo,
  'PUT /simulador/vecinos/{rut}': conVecinos,
  'POST /simulador/vecinos/{rut}/emitir': conVecinos,
  'GET /simulador/vecinos/{rut}/bandeja': conVecinos,
  'GET /simulador/vecinos/{rut}/registro/{periodo}': conVecinos,
  ...Object.fromEntries(
    [
      'GET /simulador/certificacion/revision/{trackId}',
      ...['siguiente', 'intercambio', 'intercambio/respuestas', 'muestras', 'declaracion'].map(
        (what) => `POST /simulador/certificacion/${what}`,
      ),
      'POST /v1/respaldos',
    ].map((name) => [name, untimely]),
  ),
  'POST /simulador/reloj': enSolo,
  'POST /simulador/fallas': enSolo,
  'DELETE /simulador/fallas': enSolo,
  'GET /simulador/contribuyentes': enSolo,
  'GET /v1/contribuyente/{rut}': contribuyente,
  'GET /v1/sii/situacion/{rut}': contribuyente,
  'GET /simulador/ajustes': enSolo,
  'PUT /simulador/ajustes': enSolo,
  'PUT /simulador/contribuyentes/{rut}': async () => ({ ...(await enSolo()), ids: { rut: '76192083-9' } }),
  'DELETE /simulador/contribuyentes/{rut}': async () => {
    const en = await solo()
    const put = (await example('put', '/simulador/contribuyentes/{rut}'))!
    await data(en.app.put('/simulador/contribuyentes/76192083-9', put, en.headers))
    return { en, ids: { rut: '76192083-9' } }
  },
  'GET /metrics': async () => ({
    en: { app: await testApp({ metricsToken: 'de las metricas' }), headers: bearer('de las metricas') },
  }),
}

/** A plain resource's own, or a stopped job, for what is done about one of them. */
async function aboutOne(name: string): Promise<Caso | undefined> {
  const base = jobBaseOf(name.split(' ')[1]!)
  if (base) return { ids: { jobId: await stoppedJob(app, base) } }
  const path = resourceOf(name.split(' ')[1]!)
  if (!path) return undefined
  return { ids: { id: await makeOne(app, path, { route: name.replace('{id}', ':id') }) } }
}

/** Sends one example of an operation; what is wrong with the outcome, empty when nothing is. */
async function send(name: string, operation: Operacion, value: object | undefined, caso: Caso) {
  const [method, path] = name.split(' ') as [string, string]
  const { ids = {}, propio = {}, form } = caso
  const missing = operation.parameters.filter(({ name: id, in: place }) => place === 'path' && !ids[id])
  const strange = Object.keys(propio).filter((field) => !(field in (value ?? {})))
  if (missing.length || strange.length)
    return `${name}: the test lacks ${missing.map(({ name: id }) => id)}, the example ${strange}`
  const body = value && JSON.stringify({ ...value, ...propio })
  const own = operation.security.length ? session() : {}
  const headers = caso.en?.headers ?? caso.headers ?? own
  const type = form ? 'application/x-www-form-urlencoded' : body && 'application/json'
  const url = path.replace(/\{(\w+)\}/g, (_, id) => ids[id]!) + (caso.query ?? '')
  const { status, body: answer } = await (caso.en?.app ?? app).request(method, url, {
    headers: { ...headers, ...(type && { 'content-type': type }) },
    body: form ? new URLSearchParams(form).toString() : (body ?? null),
  })
  const text = typeof answer === 'string' ? answer.slice(0, 200) : JSON.stringify(answer)
  if (caso.untimely) return status === 404 || status === 409 ? '' : `${name} ${status}`
  return status >= 200 && status < 300 ? '' : `${name} ${status} ${text} ${body ?? ''}`
}

test('the example of every operation does what it says', async () => {
  await example('get', '/salud')
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
    ),
  )
  const names = operations.map(([name]) => name)
  expect(Object.keys(CASOS).filter((name) => !names.some((one) => one === name))).toEqual([])
  const wrong: string[] = []
  for (const [name, operation] of operations) {
    const media = operation.requestBody?.content['application/json']
    const values = media?.examples
      ? Object.values(media.examples).map(({ value }) => value)
      : [media?.example]
    // The walk logs in more often than one person may.
    app.store.client.exec('DELETE FROM portal_ingreso')
    const caso = await Promise.resolve(CASOS[name]?.() ?? aboutOne(name)).catch((thrown: Error) => {
      wrong.push(`${name} cannot be prepared: ${thrown.message}`)
    })
    for (const value of values) {
      const fault = await send(name, operation, value, caso ?? {}).catch(
        (thrown: Error) => `${name} ${thrown.message}`,
      )
      if (fault) wrong.push(fault)
      // The documents of the next one are at the SII by then.
      if (values.length > 1) await app.settle()
    }
  }
  expect(wrong).toEqual([])
}, 120_000)
