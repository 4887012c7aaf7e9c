// A company with one of everything that has an address, and the ids that stand in the paths of the API.

import { SET_DE_UNO } from '../areas/certificacion/set-de-uno'
import { leerEstado } from '../areas/compras-internacionales/escena'
import { archivo, importar } from '../areas/rcv/archivos'
import { recibidoPor } from './archivos-recibidos'
import { makeExport } from './asientos'
import { factura, RECEPTOR } from './emisor'
import { JOB_BASES, loadClave, queuedJob } from './jobs'
import { withPasskey } from './passkey'
import { invitePerson } from './personas'
import { makeOne, RESOURCES } from './resources'
import { guia } from './solicitudes'
import { type CompanyApp, loadFolios } from './test-app'

/** By the beginning of a path: what stands in the place of its parameters. The longest that fits counts. */
export type Ids = Record<string, Record<string, string>>

/** `mark`: a text in what it wrote. `secrets` are the texts that no answer to a stranger may hold. */
export async function furnishAll(app: CompanyApp, MARK: string): Promise<{ ids: Ids; secrets: string[] }> {
  const { session, empresaId } = app.tenant
  await app.put(`/v1/empresa/${empresaId}`, { razon_social: MARK }, session)
  await loadFolios(app, app.tenant, { 33: 5, 52: 5 })
  const receptor = { ...RECEPTOR, razon_social: MARK }
  const guide = (await app.post('/v1/dte/emitir', guia({}, { receptor }))).body.data
  const { job_id, folio } = (await app.post('/v1/dte/emitir', factura({ receptor }))).body.data
  await app.settle()
  const trackId = (await app.get(`/v1/dte/emision/${job_id}`)).body.data.result.track_id
  const rcof = (await app.post('/v1/dte/rcof', { fecha: '2026-11-19' })).body.data
  const persona = await invitePerson(app, session, 'emisor', { email: 'victima@example.cl' })
  const llave = await withPasskey(app, persona.session)
  const ses = (await app.get('/auth/sesiones', session)).body.data[0].id
  const order = await app.post('/v1/billing/checkout', { plan: 'Profesional', ciclo: 'mensual' }, session)
  const compras = archivo('compra-registro').replaceAll('Aceros del Maule S.A.', MARK)
  await importar(app, '202611', compras)
  await importar(app, '202611', archivo('venta'))
  const rut = '90000012-K'
  const pair = { nc: { rut, tipo_dte: 61, folio: 410 }, factura: { rut, tipo_dte: 33, folio: 88123 } }
  await loadClave(app)
  const boleta = await app.post('/v1/bte/emitir', {
    fecha: '2026-11-20',
    beneficiario: { rut: '9876543-3', nombre: MARK, direccion: 'Parcela 12', comuna: 'Talca' },
    servicios: [{ descripcion: 'Riego', monto: 100_000 }],
  })
  const link = await app.post('/v1/rcv/vinculacion', pair)
  const resources: Record<string, { id: string }> = {}
  for (const [path, { at }] of Object.entries(RESOURCES))
    resources[`${at}/`] = { id: await makeOne(app, path, { mark: MARK }) }
  const hook = resources['/v1/webhooks/']!.id
  await app.post(`/v1/webhooks/${hook}/probar`, undefined, session)
  const entregaId = (await app.get(`/v1/webhooks/${hook}/entregas`, session)).body.data[0].id
  const jobs: Record<string, { jobId: string }> = {}
  for (const base of JOB_BASES) jobs[`${base}/trabajos/`] = { jobId: await queuedJob(app, base) }
  await app.drainJobs()
  const compra = (await app.get('/v1/compras-internacionales', session)).body.data[0]
  await app.put(`/v1/compras-internacionales/${compra.id}`, { descripcion: MARK }, session)
  const cartola = leerEstado(app, app.tenant)
  const received = recibidoPor('76543210-3')
    .toString('latin1')
    .replace(/<RznSoc>[^<]*/, `<RznSoc>${MARK}`)
  const archivo_base64 = Buffer.from(received, 'latin1').toString('base64')
  const recibido = (await app.post('/v1/recibidos', { archivo_base64 })).body.data.id
  const nada = { archivo_base64: btoa('<nada/>'), nombre: `${MARK}.xml` }
  const historia = (await app.post('/v1/historia', nada)).body.data.id
  const respuesta = (await app.post(`/v1/recibidos/${recibido}/respuestas`, { tipo: 'recepcion' })).body.data
  const asientos = await makeExport(app)
  const bulk = { tipo: 'buzon.leer', empresas: [empresaId] }
  const operacion = (await app.post('/v1/firma/operaciones', bulk, session)).body.data.id
  const camino = (await app.post('/v1/certificacion', { alcance: 'factura' })).body.data.id
  await app.post(`/v1/certificacion/${camino}/sets`, { texto_base64: SET_DE_UNO })
  const ids: Ids = {
    ...resources,
    ...jobs,
    '/v1/recurrentes/': { ...resources['/v1/recurrentes/'], fecha: '2026-12-31' },
    '/v1/empresa/': { id: empresaId, tarea: 'rcof' },
    '/v1/libros/asientos/': { periodo: '202611' },
    '/v1/libros/asientos/exportaciones/': { id: asientos },
    '/v1/firma/empresas/': { id: empresaId },
    '/v1/firma/operaciones/': { id: operacion },
    '/v1/firma/f29/': { empresa_id: empresaId, periodo: '202610' },
    '/v1/usuarios/': { id: persona.id },
    '/auth/sesiones/': { id: ses },
    '/auth/llaves-acceso/': { id: llave.id },
    '/v1/dte/emision/': { jobId: job_id },
    '/v1/dte/estado/': { trackId },
    '/v1/dte/guias/': { folio: String(guide.folio) },
    '/v1/dte/': { tipo: '33', folio: String(folio) },
    '/v1/documentos/': { tipo: '33', folio: String(folio) },
    '/v1/billing/checkout/': { id: order.body.data.id },
    '/v1/dte/rcof/': { fecha: '2026-11-19' },
    '/v1/bte/': { folio: '1' },
    '/v1/bte/resumen/': { periodo: '202611' },
    '/v1/rcv/': { periodo: '202611' },
    '/v1/libros/': { periodo: '202611' },
    '/v1/dte/folios/': { tipo: '33' },
    '/v1/dte/emitidos/': { periodo: '202611' },
    '/v1/dte/recibidos/': { periodo: '202611' },
    '/v1/dte/acuse/recibidos/': { rut, tipo: '33', folio: '88123' },
    '/v1/recibidos/': { id: recibido },
    '/v1/recibidos/respuestas/': { id: respuesta.id },
    '/v1/contribuyente/': { rut },
    '/v1/sii/situacion/': { rut },
    '/v1/rcv/:periodo/compras/': { periodo: '202611', rut, tipo: '33', folio: '88123' },
    '/v1/rcv/vinculacion/': { id: link.body.data.id },
    '/v1/compras-internacionales/': { id: compra.id },
    '/v1/compras-internacionales/estados-cuenta/': { id: cartola, n: '1' },
    '/v1/historia/': { id: historia, n: '1' },
    '/v1/certificacion/': { id: camino, clase: 'basico', caso: '1', cual: 'procedimientos' },
    '/v1/webhooks/': { id: hook, entregaId },
  }
  const secrets = [
    MARK,
    empresaId,
    job_id,
    rcof.id,
    boleta.body.data.id,
    persona.id,
    ses,
    llave.id,
    entregaId,
    recibido,
    respuesta.id,
    persona.email,
    ...Object.values(resources).map(({ id }) => id),
  ]
  return { ids, secrets }
}

/** The path of a route with those ids; null where one lacks. */
export function pathWithIds(ids: Ids, path: string): string | null {
  const key = Object.keys(ids)
    .filter((start) => path.startsWith(start))
    .sort((a, b) => b.length - a.length)[0]
  const values = key && ids[key]
  if (!values || [...path.matchAll(/:(\w+)/g)].some(([, name]) => values[name!] === undefined)) return null
  return path.replace(/:(\w+)/g, (_, name) => values[name]!)
}
