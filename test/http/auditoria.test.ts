// Every route that changes something against the log of changes (http §22.3): it is called and its line looked for, or it
// stands below with the reason why it leaves none. A new route needs a line in one of the two. Since each is called here once
// with success, each POST is also repeated with its Idempotency-Key (http §9): the first answer comes again and nothing is done.

import { beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { intercambioDeUno, SET_DE_UNO } from '../areas/certificacion/set-de-uno'
import { BASE, CONFIRMADA, confirmada, DATOS, leerEstado } from '../areas/compras-internacionales/escena'
import { archivo } from '../areas/rcv/archivos'
import { createRegistrados } from '../areas/rcv/registrados'
import { createReceptor } from '../areas/webhooks/receptor'
import { recibidoPor } from '../support/archivos-recibidos'
import { ASIENTO, readyToExport } from '../support/asientos'
import { cafFile } from '../support/caf'
import { fail, heal } from '../support/emision'
import { factura, RECEPTOR } from '../support/emisor'
import { JOB_BASES, loadClave, stoppedJob } from '../support/jobs'
import { png } from '../support/logo'
import { browserOf } from '../support/navegador'
import { beginKey, confirmBy, createAuthenticator, enter, finishKey, loginOptions } from '../support/passkey'
import { invitePerson, tokenOf } from '../support/personas'
import { receiveFactura } from '../support/recibidos'
import { bodyOf, makeOne, play, RESOURCES } from '../support/resources'
import { secondStep, ticketOf, withFactor } from '../support/segundo-factor'
import { guia } from '../support/solicitudes'
import {
  type CompanyApp,
  loadFolios,
  nuevaEmpresa,
  PASSWORD,
  type Reply,
  testAppWithCompany,
} from '../support/test-app'
import { codeOf } from '../support/totp'

const ISSUING =
  'the document, its job and its history are the record; its transaction is the one place where every write is felt'
const NOTHING_CHANGES = 'it stores nothing'
const PARTS = 'parts of a file count for nothing until it is begun, which is told'
const QUESTION = 'a question to a passkey counts for nothing until it is answered'
const SIMULATED = 'it changes the simulated SII, which is nobody’s account'
const GATEWAY = 'no person acts: what the gateway says is asked of it, and kept as a charge'

/** Routes that leave no line, with their reasons. */
const SILENT: Record<string, string> = {
  'POST /v1/dte/emitir': ISSUING,
  'POST /v1/dte/emitir/lote': ISSUING,
  'POST /v1/dte/guias/facturar': ISSUING,
  'POST /v1/empresa/autocompletar': NOTHING_CHANGES,
  'POST /v1/dte/validar': NOTHING_CHANGES,
  'POST /v1/dte/previsualizar': NOTHING_CHANGES,
  'POST /v1/bte/previsualizar': NOTHING_CHANGES,
  'POST /v1/dte/pdf/lote': NOTHING_CHANGES,
  'POST /v1/certificacion/:id/muestras': NOTHING_CHANGES,
  'POST /v1/plantilla/previsualizar': NOTHING_CHANGES,
  'POST /v1/contabilidad/plantillas/leer': NOTHING_CHANGES,
  'POST /v1/events/ticket': NOTHING_CHANGES,
  'POST /v1/firma/aviso-diario/probar': NOTHING_CHANGES,
  'POST /auth/segundo-factor': 'a secret that was shown counts for nothing until it is confirmed',
  'POST /auth/llaves-acceso/comenzar': QUESTION,
  'POST /auth/llaves-acceso/confirmar/comenzar': QUESTION,
  'POST /auth/login/llave-acceso/comenzar': QUESTION,
  'POST /auth/refresh': 'a session goes on; its beginning and its end are told',
  'POST /auth/cookie': 'a session goes on; its beginning and its end are told',
  'POST /v1/empresa/seleccionar': 'which of his companies a person looks at changes nothing of them',
  'POST /v1/respaldos': 'the copy stands in the list of copies, and is the server’s',
  'POST /v1/historia/partes': PARTS,
  'PUT /v1/historia/:id/partes/:n': PARTS,
  'DELETE /v1/historia/:id': PARTS,
  'POST /v1/webhooks/:id/probar': 'the delivery stands in the webhook’s own log',
  'POST /v1/webhooks/:id/entregas/:entregaId/reenviar': 'the delivery stands in the webhook’s own log',
  'POST /billing/flow/confirmacion': GATEWAY,
  'POST /billing/flow/retorno': GATEWAY,
  'POST /simulador/certificados': SIMULATED,
  'POST /simulador/caf': SIMULATED,
  'POST /simulador/claves': SIMULATED,
  'DELETE /simulador/claves/:rut/bloqueo': SIMULATED,
  'DELETE /simulador/sesiones': SIMULATED,
  'POST /simulador/acuse': SIMULATED,
  'POST /simulador/correo': SIMULATED,
  'POST /simulador/reloj': SIMULATED,
  'POST /simulador/historia': SIMULATED,
  'POST /simulador/vecindario': SIMULATED,
  'DELETE /simulador/vecindario': SIMULATED,
  'PUT /simulador/vecinos/:rut': SIMULATED,
  'POST /simulador/vecinos/:rut/emitir': SIMULATED,
  ...Object.fromEntries(
    ['avance', 'declaracion', 'intercambio', 'intercambio/respuestas', 'muestras', 'sets', 'siguiente'].map(
      (what) => [`POST /simulador/certificacion/${what}`, SIMULATED],
    ),
  ),
  'POST /simulador/fallas': SIMULATED,
  'DELETE /simulador/fallas': SIMULATED,
  'PUT /simulador/contribuyentes/:rut': SIMULATED,
  'PUT /simulador/ajustes': SIMULATED,
  'DELETE /simulador/contribuyentes/:rut': SIMULATED,
}

const READS = 'it only reads: a repeat is the same answer'
const TOKENS = 'it hands out or spends a token, which is never handed out twice'
const WORLD = 'the simulated SII is no part of an account'

/** POST routes that take no Idempotency-Key, and why. */
const SEEN = 'a repeat finds it seen to, and changes nothing'
const UNKEYED: Record<string, string> = {
  'POST /v1/dte/validar': READS,
  'POST /v1/dte/previsualizar': READS,
  'POST /v1/dte/pdf/lote': READS,
  'POST /v1/certificacion/:id/muestras': READS,
  'POST /v1/plantilla/previsualizar': READS,
  'POST /v1/contabilidad/plantillas/leer': READS,
  'POST /v1/libros/asientos/:periodo': 'what an export has leaves no other time (409)',
  'POST /v1/libros/asientos/exportaciones/:id/confirmar': 'a repeat finds it so (409)',
  'POST /v1/libros/asientos/exportaciones/:id/anular': 'a repeat finds it so (409)',
  ...Object.fromEntries(
    ['pausar', 'reanudar', 'terminar'].map((verb) => [
      `POST /v1/recurrentes/:id/${verb}`,
      'a repeat finds it so, and changes nothing',
    ]),
  ),
  'POST /v1/borradores/:id/emitir': 'the draft is the key: it is issued once, for ever',
  'POST /v1/borradores/emitir': 'each draft is its key',
  'POST /v1/empresa/seleccionar': 'a repeat chooses the same company',
  'POST /v1/cuenta/exportaciones': 'it asks for the password; a repeat is one more right to the same',
  'POST /v1/firma/operaciones': 'a repeat joins the jobs that are under way',
  ...Object.fromEntries(
    ['cancelar', 'reintentar'].map((verb) => [
      `POST /v1/firma/operaciones/:id/${verb}`,
      'a repeat finds it so (409), and changes nothing',
    ]),
  ),
  'POST /v1/firma/aviso-diario/probar': 'each sends one mail to the person who asks',
  'POST /v1/firma/calendario': 'an address is told once: a repeat makes another in its place',
  'POST /v1/documentos/:tipo/:folio/atender': SEEN,
  'POST /v1/documentos/atender': SEEN,
  'POST /v1/events/ticket': TOKENS,
  'POST /v1/historia/:id/resolver': 'a repeat finds them decided (422)',
  'POST /v1/respaldos': 'a repeat meets the copy under way (409)',
  'POST /billing/flow/confirmacion': GATEWAY,
  'POST /billing/flow/retorno': GATEWAY,
}
const unkeyed = (route: string): string | undefined =>
  UNKEYED[route] ??
  (route.startsWith('POST /auth/') ? TOKENS : route.startsWith('POST /simulador/') ? WORLD : undefined)

const RUT = '76543210-3'
/** The owner's second password. */
const NUEVA = 'otra clave de prueba'

let app: CompanyApp
const device = createAuthenticator()
/** Texts of the mails that left. */
const mails: string[] = []
const ids: Record<string, string> = {}
const operacion = () => ({ tipo: 'rcv.sincronizar', empresas: [ids.empresa] })
/** Acts on the one operation that was made. */
const act = (verb: string) => {
  const id = app.store.client.prepare<[], string>('SELECT id FROM firma_operacion').pluck().get()
  return post(`/v1/firma/operaciones/${id}/${verb}`)
}
const declared = () => `/v1/firma/f29/${ids.empresa}/202610`
const portal = () => `/v1/empresa/${ids.empresa}/portal`
const buzon = () => `/v1/empresa/${app.tenant.empresaId}/buzon`

beforeAll(async () => {
  app = await testAppWithCompany({
    correo: { send: async ({ texto }) => void mails.push(texto), verify: async () => {} },
    receptor: createReceptor().fetch,
    publicUrl: 'https://timbre.example.cl',
  })
  await loadFolios(app, app.tenant, { 33: 20, 46: 5, 52: 5, 61: 5 })
  await app.post('/v1/dte/emitir', factura())
  await app.post('/v1/dte/emitir', guia())
  // To itself: it is the receiver too.
  await app.post('/v1/dte/emitir', factura({ receptor: { ...RECEPTOR, rut: RUT }, forma_pago: 2 }))
  await app.settle()
  await fail(app, 'envio', 'sin_permiso')
  for (const name of ['retried', 'discarded'])
    ids[name] = (await app.post('/v1/dte/emitir', factura())).body.data.job_id
  await app.drainJobs()
  await heal(app)
})

const owner = () => app.tenant.session
/** Keeps what later calls name. */
const keep = async (name: string, reply: Promise<Reply>): Promise<Reply> => {
  const answer = await reply
  ids[name] = answer.body.data?.id
  return answer
}
/** The last POST: sent again it has the same key. */
let last: { path: string; body: unknown; headers: Record<string, string> }
let keys = 0
const post = (path: string, body?: unknown) => {
  last = { path, body, headers: { ...(owner() as Record<string, string>), 'idempotency-key': `k${++keys}` } }
  return app.post(path, body, last.headers)
}
const put = (path: string, body?: unknown) => app.put(path, body, owner())
const remove = (path: string) => app.delete(path, undefined, owner())
const BTE = {
  fecha: '2026-11-20',
  beneficiario: { rut: '9876543-3', nombre: 'José Ñancupil', direccion: 'Parcela 12', comuna: 'Talca' },
  servicios: [{ descripcion: 'Riego', monto: 100_000 }],
}
/** With the clave loaded, by which boletas de terceros are asked for. */
async function withClave(work: () => Promise<Reply>): Promise<Reply> {
  await loadClave(app)
  return work()
}
/** A range that the SII granted to somebody else's program. */
async function grantElsewhere(tipo: number, cantidad: number) {
  const body = { rut: RUT, tipo_dte: tipo, cantidad }
  return (await post('/simulador/caf', body)).body.data as { desde: number; hasta: number }
}
let secreto: string
/** A code that was not spent yet. */
function nextCode(): string {
  app.advance(30_000)
  return codeOf(secreto, app.clock())
}
const tokenInMail = (): string => tokenOf(/\S+#token=clave_\S+/.exec(mails.at(-1)!)![0])

/** The rows of `support/resources`. */
const ofResources = Object.entries(RESOURCES).flatMap(([path, { accion, acts }]): typeof TOLD => [
  [`POST ${path}`, accion, () => post(path, bodyOf(path, app.tenant))],
  ...Object.entries(acts).map(([route, act]): (typeof TOLD)[number] => [
    route,
    act.accion,
    async () => {
      const id = await makeOne(app, path, { route })
      const [method, at = ''] = route.split(' ')
      return method === 'POST'
        ? post(at.replace(':id', id), act.body)
        : play(app, route, id, owner(), act.body)
    },
  ]),
])

/** The rows of `support/jobs`. */
const ofJobs = JOB_BASES.flatMap((base): typeof TOLD => [
  [
    `POST ${base}/trabajos/:jobId/reintentar`,
    'trabajo.reintentado',
    async () => post(`${base}/trabajos/${await stoppedJob(app, base)}/reintentar`),
  ],
  [
    `POST ${base}/trabajos/:jobId/descartar`,
    'trabajo.descartado',
    async () => post(`${base}/trabajos/${await stoppedJob(app, base)}/descartar`),
  ],
  [
    `POST ${base}/trabajos/descartar`,
    'trabajo.descartado',
    async () => {
      const id = await stoppedJob(app, base)
      const answer = await post(`${base}/trabajos/descartar`, { ids: [id, 'job_nada'] })
      expect(answer.body.data).toMatchObject({ descartados: 1, resultados: [{ id }, { code: 'NOT_FOUND' }] })
      return answer
    },
  ],
])

/** The call of each route, in an order in which each succeeds, and the action that tells of it. */
const TOLD: [route: string, accion: string, call: () => Promise<Reply>][] = [
  ...ofResources,
  ...(['POST /v1/borradores/:id/emitir', 'POST /v1/borradores/emitir'] as const).map(
    (route): [string, string, () => Promise<Reply>] => [
      route,
      'borrador.emitido',
      async () => {
        const { id } = (await post('/v1/borradores', { solicitud: factura() })).body.data
        return route.includes(':id')
          ? post(`/v1/borradores/${id}/emitir`)
          : post('/v1/borradores/emitir', { ids: [id] })
      },
    ],
  ),
  ['PUT /v1/contabilidad', 'contabilidad.ajustada', () => put('/v1/contabilidad', { redondeo_max: 2 })],
  [
    'PUT /v1/contabilidad/cuentas',
    'contabilidad.cuentas_cargadas',
    () => put('/v1/contabilidad/cuentas', { archivo_base64: btoa('codigo;nombre\n') }),
  ],
  [
    'POST /v1/contabilidad/reglas/copiar',
    'contabilidad.reglas_copiadas',
    async () => {
      for (const { id } of (await app.get('/v1/contabilidad/reglas', owner())).body.data)
        await app.delete(`/v1/contabilidad/reglas/${id}`, undefined, owner())
      return post('/v1/contabilidad/reglas/copiar', { desde_empresa: app.tenant.empresaId })
    },
  ],
  [
    'POST /v1/libros/asientos/:periodo',
    'asientos.exportados',
    async () => {
      await readyToExport(app, owner())
      return keep('asientos', post('/v1/libros/asientos/202611', ASIENTO))
    },
  ],
  [
    'POST /v1/libros/asientos/exportaciones/:id/confirmar',
    'asientos.confirmados',
    () => post(`/v1/libros/asientos/exportaciones/${ids.asientos}/confirmar`),
  ],
  [
    'POST /v1/libros/asientos/exportaciones/:id/anular',
    'asientos.anulados',
    () => post(`/v1/libros/asientos/exportaciones/${ids.asientos}/anular`, { motivo: 'Otro plan' }),
  ],
  [
    'PUT /v1/recurrentes/:id/ocurrencias/:fecha',
    'recurrente.fecha_cambiada',
    async () => {
      ids.serie = (await post('/v1/recurrentes', bodyOf('/v1/recurrentes', app.tenant))).body.data.id
      return put(`/v1/recurrentes/${ids.serie}/ocurrencias/2026-12-31`, { omitir: true })
    },
  ],
  [
    'DELETE /v1/recurrentes/:id/ocurrencias/:fecha',
    'recurrente.fecha_repuesta',
    () => app.delete(`/v1/recurrentes/${ids.serie}/ocurrencias/2026-12-31`, undefined, owner()),
  ],
  ['PUT /v1/cuenta', 'cuenta.cambiada', () => put('/v1/cuenta', { nombre: 'Otra' })],
  [
    'POST /v1/empresa',
    'empresa.creada',
    () => keep('empresa', post('/v1/empresa', nuevaEmpresa('96790240-3'))),
  ],
  [
    'PUT /v1/empresa/:id',
    'empresa.cambiada',
    () => put(`/v1/empresa/${ids.empresa}`, { telefono: '+56 2 1' }),
  ],
  [
    'POST /v1/empresa/:id/certificado',
    'certificado.cargado',
    () => post(`/v1/empresa/${ids.empresa}/certificado`, { simulado: true }),
  ],
  [
    'DELETE /v1/empresa/:id/certificado',
    'certificado.borrado',
    () => remove(`/v1/empresa/${ids.empresa}/certificado`),
  ],
  [
    'PUT /v1/empresa/:id/portal/clave',
    'portal.clave_cargada',
    () => put(`/v1/empresa/${ids.empresa}/portal/clave`, { simulado: true }),
  ],
  [
    'PUT /v1/firma/empresas/:id',
    'firma.empresa_ajustada',
    () => put(`/v1/firma/empresas/${ids.empresa}`, { etiquetas: ['pyme'] }),
  ],
  [
    'PUT /v1/firma/f29/:empresa_id/:periodo',
    'firma.f29_declarado',
    () => put(declared(), { declarado_el: '2026-11-12' }),
  ],
  ['POST /v1/firma/operaciones', 'firma.operacion_creada', () => post('/v1/firma/operaciones', operacion())],
  ['POST /v1/firma/operaciones/:id/cancelar', 'firma.operacion_cancelada', () => act('cancelar')],
  [
    'POST /v1/firma/operaciones/:id/reintentar',
    'firma.operacion_reintentada',
    async () => {
      app.store.client
        .prepare(
          `UPDATE firma_operacion_empresa SET estado = 'fallida', motivo = NULL, codigo = 'FORBIDDEN', mensaje = 'x'`,
        )
        .run()
      return act('reintentar')
    },
  ],
  [
    'PUT /v1/firma/aviso-diario',
    'firma.aviso_ajustado',
    () => put('/v1/firma/aviso-diario', { activo: false, hora: '07:30', dias: 'habiles', minima: 'mal' }),
  ],
  ['POST /v1/firma/calendario', 'firma.calendario_creado', () => post('/v1/firma/calendario', undefined)],
  ['DELETE /v1/firma/calendario', 'firma.calendario_borrado', () => remove('/v1/firma/calendario')],
  ['DELETE /v1/firma/f29/:empresa_id/:periodo', 'firma.f29_desmarcado', () => remove(declared())],
  ['POST /v1/empresa/:id/portal/probar', 'portal.probado', () => post(`${portal()}/probar`, {})],
  [
    'POST /v1/empresa/:id/portal/cerrar',
    'portal.sesion_cerrada',
    () => post(`${portal()}/cerrar`, undefined),
  ],
  [
    'POST /v1/empresa/:id/portal/desbloquear',
    'portal.desbloqueado',
    async () => {
      await put(`${portal()}/clave`, { rut: '76543210-3', clave: 'otra' })
      await post(`${portal()}/probar`, { metodo: 'clave' })
      return post(`${portal()}/desbloquear`, { metodo: 'clave' })
    },
  ],
  ['DELETE /v1/empresa/:id/portal/clave', 'portal.clave_borrada', () => remove(`${portal()}/clave`)],
  ['PUT /v1/empresa/:id/buzon', 'buzon.guardado', () => put(buzon(), { tipo: 'simulador' })],
  ['POST /v1/empresa/:id/buzon/probar', 'buzon.probado', () => post(`${buzon()}/probar`, undefined)],
  ['POST /v1/recibidos/buzon/leer', 'buzon.leido', () => post('/v1/recibidos/buzon/leer', undefined)],
  ['DELETE /v1/empresa/:id/buzon', 'buzon.borrado', () => remove(buzon())],
  [
    'PUT /v1/empresa/:id/programacion',
    'programacion.cambiada',
    () => put(`/v1/empresa/${ids.empresa}/programacion`, { rcof: { hora: '04:20' } }),
  ],
  [
    'POST /v1/empresa/:id/programacion/:tarea/ejecutar',
    'programacion.ejecutada',
    () => post(`/v1/empresa/${app.tenant.empresaId}/programacion/rcv/ejecutar`, undefined),
  ],
  ['DELETE /v1/empresa/:id', 'empresa.eliminada', () => remove(`/v1/empresa/${ids.empresa}`)],
  [
    'POST /v1/empresa/:id/restaurar',
    'empresa.restaurada',
    () => post(`/v1/empresa/${ids.empresa}/restaurar`, undefined),
  ],
  [
    'POST /v1/dte/folios',
    'folios.cargados',
    () => post('/v1/dte/folios', { caf_base64: cafFile({ td: 34 }).toString('base64') }),
  ],
  [
    'POST /v1/dte/folios/solicitar',
    'folios.solicitados',
    () => post('/v1/dte/folios/solicitar', { tipo_dte: 39, cantidad: 3 }),
  ],
  [
    'POST /v1/dte/folios/reobtener',
    'folios.reobtenidos',
    async () => {
      const { desde, hasta } = await grantElsewhere(41, 5)
      return post('/v1/dte/folios/reobtener', { tipo_dte: 41, desde, hasta })
    },
  ],
  [
    'POST /v1/dte/folios/anular',
    'folios.anulados',
    () => post('/v1/dte/folios/anular', { tipo_dte: 39, desde: 3, hasta: 3, motivo: 'Sin uso' }),
  ],
  [
    'PUT /v1/dte/folios/:tipo/alerta',
    'folios.alerta_cambiada',
    () => put('/v1/dte/folios/33/alerta', { umbral: 3 }),
  ],
  [
    'POST /v1/dte/folios/:tipo/saltar',
    'folios.saltados',
    () => post('/v1/dte/folios/33/saltar', { hasta: 12 }),
  ],
  [
    'POST /v1/dte/folios/:tipo/retomar',
    'folios.retomados',
    async () => {
      app.store.client.exec(
        "UPDATE folio_apartado SET estado = 'emitido_fuera', dicho_por = 'persona', anulado_en = NULL",
      )
      return post('/v1/dte/folios/33/retomar', { desde: 1, hasta: 12 })
    },
  ],
  [
    'POST /v1/dte/emision/:jobId/reintentar',
    'emision.reintentada',
    () => post(`/v1/dte/emision/${ids.retried}/reintentar`),
  ],
  [
    'POST /v1/dte/emision/:jobId/descartar',
    'emision.descartada',
    () => post(`/v1/dte/emision/${ids.discarded}/descartar`, {}),
  ],
  [
    'POST /v1/dte/emision/descartar',
    'emision.descartada',
    async () => {
      app.store.client.prepare("UPDATE job SET estado = 'failed' WHERE id = ?").run(ids.retried)
      const answer = await post('/v1/dte/emision/descartar', { ids: [ids.retried, 'job_nada'] })
      expect(answer.body.data.resultados[1]).toMatchObject({ descartado: false, code: 'NOT_FOUND' })
      return answer
    },
  ],
  [
    'POST /v1/documentos/:tipo/:folio/atender',
    'documento.atendido',
    () => {
      app.store.client.exec(
        "UPDATE documento SET estado_sii = 'aceptado_con_reparos' WHERE tipo_dte = 33 AND folio = 1",
      )
      return post('/v1/documentos/33/1/atender')
    },
  ],
  [
    'POST /v1/documentos/atender',
    'documento.atendido',
    async () => {
      await post('/v1/documentos/33/1/atender', { atendido: false })
      const fechas = { fecha_desde: '2026-01-01', fecha_hasta: '2026-12-31' }
      return post('/v1/documentos/atender', { estado_sii: 'aceptado_con_reparos', ...fechas })
    },
  ],
  [
    'POST /v1/documentos/:tipo/:folio/enviar',
    'documento.copia_pedida',
    () => post('/v1/documentos/33/1/enviar', { email: 'compras@example.cl' }),
  ],
  [
    'POST /v1/dte/:tipo/:folio/anular',
    'documento.anulacion_pedida',
    () => post('/v1/dte/33/1/anular', { motivo: 'Error de cliente' }),
  ],
  [
    'POST /v1/dte/guias/:folio/anular',
    'guia.anulada',
    () => post('/v1/dte/guias/1/anular', { motivo: 'No salió' }),
  ],
  [
    'POST /v1/certificacion',
    'certificacion.abierta',
    async () => {
      const reply = await post('/v1/certificacion', { alcance: 'factura' })
      ids.camino = reply.body.data.id
      return reply
    },
  ],
  [
    'POST /v1/certificacion/:id/sets',
    'certificacion.set_cargado',
    () => post(`/v1/certificacion/${ids.camino}/sets`, { texto_base64: SET_DE_UNO }),
  ],
  [
    'PUT /v1/certificacion/:id/sets/:clase/ajustes',
    'certificacion.ajustada',
    () => put(`/v1/certificacion/${ids.camino}/sets/basico/ajustes`, { receptores: [RECEPTOR] }),
  ],
  [
    'POST /v1/certificacion/:id/sets/:clase/emitir',
    'certificacion.emitida',
    () => post(`/v1/certificacion/${ids.camino}/sets/basico/emitir`),
  ],
  [
    'POST /v1/certificacion/:id/sets/:clase/declarado',
    'certificacion.avance_declarado',
    async () => {
      await app.settle()
      return post(`/v1/certificacion/${ids.camino}/sets/basico/declarado`, {})
    },
  ],
  [
    'POST /v1/certificacion/:id/sets/:clase/veredicto',
    'certificacion.veredicto',
    () => post(`/v1/certificacion/${ids.camino}/sets/basico/veredicto`, { estado: 'SOK' }),
  ],
  [
    'POST /v1/certificacion/:id/folios',
    'folios.solicitados',
    () => post(`/v1/certificacion/${ids.camino}/folios`, { cantidad: 100 }),
  ],
  [
    'POST /v1/certificacion/:id/simulacion',
    'certificacion.emitida',
    () => post(`/v1/certificacion/${ids.camino}/simulacion`, {}),
  ],
  [
    'POST /v1/certificacion/:id/intercambio',
    'certificacion.intercambio_respondido',
    async () => {
      await post(`/v1/certificacion/${ids.camino}/avanzar`, { etapa: 'intercambio' })
      return post(`/v1/certificacion/${ids.camino}/intercambio`, intercambioDeUno(RUT))
    },
  ],
  [
    'POST /v1/certificacion/:id/avanzar',
    'certificacion.avanzada',
    () => post(`/v1/certificacion/${ids.camino}/avanzar`, { etapa: 'declaracion' }),
  ],
  [
    'POST /v1/certificacion/:id/declarada',
    'certificacion.autorizada',
    () => post(`/v1/certificacion/${ids.camino}/declarada`, { fecha: '2026-11-20' }),
  ],
  [
    'POST /v1/certificacion/:id/deshacer',
    'certificacion.deshecha',
    () => post(`/v1/certificacion/${ids.camino}/deshacer`, { motivo: 'Aún no se declara' }),
  ],
  [
    'POST /v1/certificacion/:id/rcof',
    'rcof.enviado',
    async () => {
      ids.boletas = (await post('/v1/certificacion', { alcance: 'boleta' })).body.data.id
      const texto = (await post('/simulador/certificacion/sets', { sets: ['boleta'] })).body
      const camino = `/v1/certificacion/${ids.boletas}`
      await post(`${camino}/sets`, { texto_base64: Buffer.from(texto).toString('base64') })
      await post(`${camino}/folios`, {})
      await post(`${camino}/sets/boleta/emitir`)
      await app.settle()
      return post(`${camino}/rcof`, {})
    },
  ],
  [
    'POST /v1/certificacion/:id/abandonar',
    'certificacion.abandonada',
    () => post(`/v1/certificacion/${ids.boletas}/abandonar`),
  ],
  ['POST /v1/bte/emitir', 'bte.emitida', () => withClave(() => post('/v1/bte/emitir', BTE))],
  ['POST /v1/bte/:folio/anular', 'bte.anulada', () => withClave(() => post('/v1/bte/1/anular'))],
  ['POST /v1/bte/:folio/sync', 'bte.sincronizada', () => withClave(() => post('/v1/bte/202611/sync'))],
  [
    'POST /v1/tipos-cambio',
    'tipos_cambio.cargados',
    () => post('/v1/tipos-cambio', { tipos: [{ moneda: 'USD', fecha: '2026-11-05', valor: '945.32' }] }),
  ],
  ['POST /v1/compras-internacionales', 'compra_int.creada', () => keep('compra', post(BASE, DATOS))],
  [
    'PUT /v1/compras-internacionales/:id',
    'compra_int.corregida',
    () => put(`${BASE}/${ids.compra}`, { numero: 'A-1' }),
  ],
  [
    'PUT /v1/compras-internacionales/:id/clasificacion',
    'compra_int.clasificada',
    () => put(`${BASE}/${ids.compra}/clasificacion`, CONFIRMADA),
  ],
  [
    'POST /v1/compras-internacionales/:id/emitir',
    'compra_int.emitida',
    () => post(`${BASE}/${ids.compra}/emitir`, {}),
  ],
  [
    'POST /v1/compras-internacionales/:id/descartar',
    'compra_int.descartada',
    async () => post(`${BASE}/${await confirmada(app, {}, owner())}/descartar`),
  ],
  [
    'POST /v1/compras-internacionales/estados-cuenta',
    'compra_int.estado_cargado',
    () => post(`${BASE}/estados-cuenta`, { archivo_base64: Buffer.from('a;b').toString('base64') }),
  ],
  [
    'POST /v1/compras-internacionales/estados-cuenta/:id/filas/:n/compra',
    'compra_int.creada',
    () => post(`${BASE}/estados-cuenta/${leerEstado(app, app.tenant)}/filas/1/compra`),
  ],
  [
    'POST /v1/recibidos/:id/respuestas',
    'intercambio.respondido',
    async () => {
      const id = await receiveFactura(app, app.tenant, RUT, { folio: 77 })
      return post(`/v1/recibidos/${id}/respuestas`, { tipo: 'recibo', recinto: 'Bodega' })
    },
  ],
  ['POST /v1/dte/rcof', 'rcof.enviado', () => post('/v1/dte/rcof', { fecha: '2026-11-19' })],
  [
    'POST /v1/dte/acuse',
    'acuse.registrado',
    () => post('/v1/dte/acuse', { rut_emisor: RUT, tipo_dte: 33, folio: 2, accion: 'ERM' }),
  ],
  [
    'POST /v1/dte/acuse/lote',
    'acuse.registrado',
    async () => {
      const documentos = [{ rut_emisor: RUT, tipo_dte: 33, folio: 2 }]
      const answer = await post('/v1/dte/acuse/lote', { accion: 'ACD', documentos })
      await app.drainJobs()
      return answer
    },
  ],
  [
    'POST /v1/rcv/:periodo/importar',
    'rcv.importado',
    () =>
      post('/v1/rcv/202611/importar', { archivo_base64: Buffer.from(archivo('venta')).toString('base64') }),
  ],
  [
    'POST /v1/rcv/:periodo/sync',
    'rcv.sincronizado',
    () => {
      createRegistrados(app.store.client, app.tenant.cuentaId).put([{ folio: 9001, emision: '2026-10-05' }])
      return post('/v1/rcv/202610/sync', {})
    },
  ],
  [
    'PUT /v1/rcv/:periodo/compras/:rut/:tipo/:folio/tipo-compra',
    'rcv.tipo_compra',
    () => put('/v1/rcv/202610/compras/90000012-K/33/9001/tipo-compra', { tipo_compra: 4 }),
  ],
  [
    'DELETE /v1/rcv/vinculacion/:id',
    'rcv.desvinculado',
    async () => {
      const { body } = await app.get('/v1/rcv/202611/vinculaciones', owner())
      return remove(`/v1/rcv/vinculacion/${body.data[0].id}`)
    },
  ],
  [
    'POST /v1/rcv/vinculacion',
    'rcv.vinculado',
    () => {
      const rut = '77123456-9'
      const pair = { nc: { rut, tipo_dte: 61, folio: 77 }, factura: { rut, tipo_dte: 33, folio: 1042 } }
      return post('/v1/rcv/vinculacion', pair)
    },
  ],
  [
    'POST /v1/recibidos',
    'recibido.cargado',
    () => keep('recibido', post('/v1/recibidos', { archivo_base64: recibidoPor(RUT).toString('base64') })),
  ],
  ['DELETE /v1/recibidos/:id', 'recibido.borrado', () => remove(`/v1/recibidos/${ids.recibido}`)],
  [
    'POST /v1/clientes/importar',
    'cliente.importado',
    () => post('/v1/clientes/importar', { archivo_base64: btoa('rut;razon_social\n76192083-9;Uno\n') }),
  ],
  [
    'POST /v1/historia',
    'historia.pedida',
    async () => {
      const answer = await post('/v1/historia', { archivo_base64: btoa('<nada/>'), nombre: 'nada.xml' })
      ids.historia = answer.body.data.id
      return answer
    },
  ],
  [
    'POST /v1/historia/:id/iniciar',
    'historia.pedida',
    async () => {
      const archivo = Buffer.from('<otra/>')
      const sha256 = createHash('sha256').update(archivo).digest('hex')
      const { id } = (await post('/v1/historia/partes', { nombre: 'a.xml', bytes: archivo.length, sha256 }))
        .body.data
      await put(`/v1/historia/${id}/partes/1`, { archivo_base64: archivo.toString('base64') })
      return post(`/v1/historia/${id}/iniciar`, undefined)
    },
  ],
  [
    'POST /v1/historia/:id/resolver',
    'historia.resuelta',
    () => {
      const dudar = "UPDATE importacion_archivo SET estado = 'en_duda' WHERE importacion_id = ?"
      app.store.client.prepare(dudar).run(ids.historia)
      const decision = { archivos: [1], decision: 'descartar', motivo: 'No es nuestro' }
      return post(`/v1/historia/${ids.historia}/resolver`, decision)
    },
  ],
  [
    'PUT /v1/historia/ajustes',
    'historia.ajustada',
    () => put('/v1/historia/ajustes', { guias_facturables_desde: '2026-10-01' }),
  ],
  ...ofJobs,
  [
    'POST /v1/plantilla/logo',
    'plantilla.logo_cargado',
    () => post('/v1/plantilla/logo', { logo_base64: png(4, 4, () => [0, 0, 0]).toString('base64') }),
  ],
  ['DELETE /v1/plantilla/logo', 'plantilla.logo_borrado', () => remove('/v1/plantilla/logo')],
  [
    'POST /auth/invite/accept',
    'usuario.invitacion_aceptada',
    async () => {
      const { body } = await post('/v1/usuarios/invitar', {
        email: 'b@example.cl',
        rol: 'lector',
        empresas: [],
      })
      const answer = { token: tokenOf(body.data.enlace), nombre: 'B', password: PASSWORD }
      const accepted = await app.post('/auth/invite/accept', answer, {})
      ids.person = accepted.body.data.usuario.id
      return accepted
    },
  ],
  ['PUT /v1/usuarios/:id', 'usuario.cambiado', () => put(`/v1/usuarios/${ids.person}`, { rol: 'emisor' })],
  ['DELETE /v1/usuarios/:id', 'usuario.eliminado', () => remove(`/v1/usuarios/${ids.person}`)],
  ['PUT /v1/cuenta/plan', 'cuenta.plan_cambiado', () => put('/v1/cuenta/plan', { plan: 'Profesional' })],
  [
    'POST /v1/billing/checkout',
    'billing.orden_abierta',
    () => keep('order', post('/v1/billing/checkout', { plan: 'Empresa', ciclo: 'mensual' })),
  ],
  [
    'DELETE /v1/billing/checkout/:id',
    'billing.orden_anulada',
    () => remove(`/v1/billing/checkout/${ids.order}`),
  ],
  [
    'POST /v1/billing/checkout/:id/confirmar',
    'billing.orden_confirmada',
    async () => {
      await keep('order', post('/v1/billing/checkout', { plan: 'Empresa', ciclo: 'mensual' }))
      return post(`/v1/billing/checkout/${ids.order}/confirmar`)
    },
  ],
  ['POST /v1/billing/cancelar', 'billing.cancelado', () => post('/v1/billing/cancelar')],
  ['POST /v1/billing/reactivar', 'billing.reactivado', () => post('/v1/billing/reactivar')],
  [
    'POST /auth/register',
    'auth.registro',
    async () => {
      const registered = await app.post(
        '/auth/register',
        { nombre: 'X', email: 'x@example.cl', password: PASSWORD },
        {},
      )
      ids.stranger = registered.body.data.cuenta.id
      return registered
    },
  ],
  [
    'POST /auth/login',
    'auth.login',
    async () => {
      const login = await app.post('/auth/login', { email: 'dueno0@example.cl', password: PASSWORD }, {})
      const sessions = await app.get('/auth/sesiones', owner())
      ids.session = sessions.body.data.find((s: { actual: boolean }) => !s.actual).id
      ids.refresh = login.body.refresh_token
      return login
    },
  ],
  ['DELETE /auth/sesiones/:id', 'auth.sesion_cerrada', () => remove(`/auth/sesiones/${ids.session}`)],
  [
    'POST /auth/password/olvidada',
    'auth.clave_olvidada',
    async () => {
      const asked = await app.post('/auth/password/olvidada', { email: 'dueno0@example.cl' }, {})
      for (let i = 0; i < 20; i++) await new Promise(setImmediate)
      return asked
    },
  ],
  [
    'POST /auth/password/restablecer',
    'auth.clave_restablecida',
    async () => app.post('/auth/password/restablecer', { token: tokenInMail(), nueva: PASSWORD }, {}),
  ],
  [
    'DELETE /auth/cookie',
    'auth.sesion_cerrada',
    async () => app.delete('/auth/cookie', undefined, (await browserOf(app)).headers),
  ],
  [
    'PUT /auth/password',
    'auth.clave_cambiada',
    async () => {
      const { body } = await app.post('/auth/login', { email: 'dueno0@example.cl', password: PASSWORD }, {})
      app.tenant.session = { authorization: `Bearer ${body.access_token}` }
      ids.refresh = body.refresh_token
      return put('/auth/password', { actual: PASSWORD, nueva: NUEVA })
    },
  ],
  [
    'POST /auth/logout',
    'auth.sesion_cerrada',
    () => app.post('/auth/logout', { refresh_token: ids.refresh }, {}),
  ],
  [
    'POST /auth/segundo-factor/activar',
    'auth.segundo_factor_activado',
    async () => {
      const { body } = await app.post('/auth/login', { email: 'dueno0@example.cl', password: NUEVA }, {})
      app.tenant.session = { authorization: `Bearer ${body.access_token}` }
      secreto = (await post('/auth/segundo-factor', { password: NUEVA })).body.data.secreto
      return post('/auth/segundo-factor/activar', { codigo: codeOf(secreto, app.clock()) })
    },
  ],
  [
    'POST /auth/login/segundo-factor',
    'auth.login',
    async () => {
      const ticket = await ticketOf(app, 'dueno0@example.cl', {}, NUEVA)
      return secondStep(app, ticket, nextCode())
    },
  ],
  [
    'POST /auth/segundo-factor/confirmar',
    'auth.segundo_factor_confirmado',
    () => post('/auth/segundo-factor/confirmar', { codigo: nextCode() }),
  ],
  [
    'PUT /v1/cuenta/segundo-factor',
    'cuenta.segundo_factor_exigido',
    async () => {
      await put('/v1/cuenta/segundo-factor', { exigido: true })
      return put('/v1/cuenta/segundo-factor', { exigido: false })
    },
  ],
  [
    'DELETE /v1/usuarios/:id/segundo-factor',
    'usuario.segundo_factor_quitado',
    async () => {
      const { id, session } = await invitePerson(app, owner() as Record<string, string>, 'contador')
      await withFactor(app, session)
      return remove(`/v1/usuarios/${id}/segundo-factor`)
    },
  ],
  [
    'POST /auth/segundo-factor/codigos',
    'auth.codigos_renovados',
    () => post('/auth/segundo-factor/codigos', { password: NUEVA, codigo: nextCode() }),
  ],
  [
    'POST /auth/segundo-factor/quitar',
    'auth.segundo_factor_quitado',
    () => post('/auth/segundo-factor/quitar', { password: NUEVA, codigo: nextCode() }),
  ],
  [
    'POST /auth/llaves-acceso',
    'auth.llave_acceso_creada',
    async () => {
      const { opciones } = (await beginKey(app, owner(), NUEVA)).body.data
      return keep('llave', finishKey(app, owner(), device.create(opciones)))
    },
  ],
  [
    'POST /auth/login/llave-acceso',
    'auth.login',
    async () => enter(app, device.get(await loginOptions(app))),
  ],
  [
    'POST /auth/llaves-acceso/confirmar',
    'auth.segundo_factor_confirmado',
    () => confirmBy(app, owner(), device),
  ],
  [
    'PUT /auth/llaves-acceso/:id',
    'auth.llave_acceso_renombrada',
    () => put(`/auth/llaves-acceso/${ids.llave}`, { nombre: 'Otro teléfono' }),
  ],
  [
    'DELETE /auth/llaves-acceso/:id',
    'auth.llave_acceso_eliminada',
    () => remove(`/auth/llaves-acceso/${ids.llave}`),
  ],
]

/** POST routes that leave no line and are repeated all the same. */
const REPEATED: [route: string, call: () => Promise<Reply>][] = [
  [
    'POST /v1/historia/partes',
    () => post('/v1/historia/partes', { nombre: 'a.zip', bytes: 9, sha256: '0'.repeat(64) }),
  ],
  ['POST /v1/dte/emitir', () => post('/v1/dte/emitir', factura())],
  ['POST /v1/dte/emitir/lote', () => post('/v1/dte/emitir/lote', { documentos: [factura()] })],
  [
    'POST /v1/dte/guias/facturar',
    async () => {
      const { folio } = (await post('/v1/dte/emitir', guia())).body.data
      return post('/v1/dte/guias/facturar', { guias: [folio] })
    },
  ],
  ['POST /v1/empresa/autocompletar', () => post('/v1/empresa/autocompletar', { rut: RUT })],
  ['POST /v1/bte/previsualizar', () => withClave(() => post('/v1/bte/previsualizar', BTE))],
  [
    'POST /v1/webhooks/:id/probar',
    async () => {
      await keep('hook', post('/v1/webhooks', { url: 'http://127.0.0.1:9/' }))
      return keep('entrega', post(`/v1/webhooks/${ids.hook}/probar`))
    },
  ],
  [
    'POST /v1/webhooks/:id/entregas/:entregaId/reenviar',
    async () => {
      await app.drainJobs()
      return post(`/v1/webhooks/${ids.hook}/entregas/${ids.entrega}/reenviar`)
    },
  ],
]

/** The last POST sent once more is answered as it was the first time. */
async function expectReplay(first: Reply): Promise<void> {
  const before = lines().length
  const again = await app.post(last.path, last.body, last.headers)
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([first.status, 'true'])
  expect(again.body).toEqual(first.body)
  expect(lines()).toHaveLength(before)
}

const lines = () =>
  app.store.client.prepare('SELECT rowid, accion, objeto, detalle FROM auditoria ORDER BY rowid').all() as {
    accion: string
    detalle: string
  }[]

describe('the log of changes', () => {
  test('has a line here for every route that changes something, or the reason why not', () => {
    const routes = app.app.elysia.routes
      .filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method))
      .map(({ method, path }) => `${method} ${path}`)
    expect([...TOLD.map(([route]) => route), ...Object.keys(SILENT)].sort()).toEqual(routes.sort())
  })

  test('has a POST here to be repeated for every one there is, or the reason why it takes no key', () => {
    const posts = app.app.elysia.routes
      .filter(({ method }) => method === 'POST')
      .map(({ path }) => `POST ${path}`)
    const repeated = new Set([...TOLD, ...REPEATED].map(([route]) => route))
    expect(posts.filter((route) => !repeated.has(route) && !unkeyed(route))).toEqual([])
    expect(Object.keys(UNKEYED).filter((route) => !posts.includes(route))).toEqual([])
  })

  test.each(REPEATED)('%s is repeated under one key', async (_, call) => {
    const first = await call()
    expect([first.status < 300, first.body]).toEqual([true, first.body])
    await expectReplay(first)
  })

  test.each(TOLD)('%s is told as %s', async (route, accion, call) => {
    const before = lines().length
    const first = await call()
    const { status, body } = first
    expect([status < 300, body]).toEqual([true, body])
    expect(
      lines()
        .slice(before)
        .map((line) => line.accion),
    ).toContain(accion)
    if (route.startsWith('POST ') && !unkeyed(route)) await expectReplay(first)
  })

  test('names of a webhook’s address the host alone, and never its secret', () => {
    const text = JSON.stringify(lines())
    expect(text).toContain('example.cl')
    for (const secret of ['oculto', 'un secreto de veinticuatro', 'whsec_'])
      expect(text).not.toContain(secret)
  })
})
