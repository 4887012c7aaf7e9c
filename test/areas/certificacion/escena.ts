// The steps of a company on its road: a set of the simulated SII is taken in, answered, issued and judged.

import { expect } from 'bun:test'
import { SIMULADOR_URL } from '../../../src/sii'
import { buzonDe } from '../../../src/simulator/correo/direcciones'
import { leerZip } from '../../support/leer-zip'
import type { CompanyApp } from '../../support/test-app'
import { SET_DE_UNO } from './set-de-uno'

export const RECEPTORES = ['76192083-9', '96790240-3', '78123450-8', '77123456-9'].map((rut, i) => ({
  rut,
  razon_social: `Cliente ${i + 1} SpA`,
  giro: 'Comercio',
  direccion: 'Los Aromos 12',
  comuna: 'Maipú',
}))

export const open = async (app: CompanyApp, alcance = 'factura'): Promise<string> => {
  const reply = await app.post('/v1/certificacion', { alcance })
  expect(reply).toMatchObject({ status: 201 })
  return reply.body.data.id
}

/** Asks the simulated SII in the company's name, as its page would. */
export async function enSii(app: CompanyApp, path: string, body?: object): Promise<Response> {
  const { rut } = (await app.get(`/v1/empresa/${app.tenant.empresaId}`)).body.data
  return app.simulator.fetch(
    new Request(`${SIMULADOR_URL}/simulador/certificacion/${path}?rut=${rut}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', 'x-simulador-dueno': app.tenant.cuentaId },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
}

/** A text of the simulated SII for the company. */
export async function texto(app: CompanyApp, sets: readonly string[], semilla = 'uno', dialecto = 'actual') {
  const response = await enSii(app, 'sets', { sets, semilla, dialecto })
  const bytes = Buffer.from(await response.arrayBuffer())
  if (!response.ok) throw new Error(bytes.toString())
  return bytes
}

export const load = (app: CompanyApp, id: string, bytes: Uint8Array) =>
  app.post(`/v1/certificacion/${id}/sets`, { texto_base64: Buffer.from(bytes).toString('base64') })

/** A road with that set loaded and its doubts answered. */
export async function onSet(app: CompanyApp, clase: string, semilla = 'uno') {
  const id = await open(app, clase === 'boleta' ? 'boleta' : 'factura')
  expect(await load(app, id, await texto(app, [clase], semilla))).toMatchObject({ status: 201 })
  const ajustes = await app.put(`/v1/certificacion/${id}/sets/${clase}/ajustes`, { receptores: RECEPTORES })
  expect(ajustes).toMatchObject({ status: 200 })
  return { id, set: ajustes.body.data }
}

export const emitir = (app: CompanyApp, id: string, clase: string) =>
  app.post(`/v1/certificacion/${id}/sets/${clase}/emitir`)

export const leer = async (app: CompanyApp, id: string) =>
  (await app.get(`/v1/certificacion/${id}`)).body.data

let cartas = 0
/** The SII's mail about a review, as few have seen it. */
export const carta = (atencion: string, envio: string, resultado: string, rut = '76543210-3'): string =>
  [
    `Message-ID: <set-${++cartas}@sii.cl>`,
    'From: Servicio de Impuestos Internos <siidte@sii.cl>',
    `Subject: SETMAIL000${atencion} Resultado de Revision del Set de Prueba`,
    'Content-Type: text/plain; charset=ISO-8859-1',
    '',
    'Resultado de Revision del Set de Prueba',
    `Rut Empresa : ${rut}`,
    `Número de Atención: ${atencion}`,
    'Tipo de Set: SET BASICO - Version 1',
    `Número de Envío: ${envio}`,
    `Resultado: ${resultado}`,
    '',
  ].join('\r\n')

/** Leaves a letter in the company's box, and reads the box. */
export async function mail(app: CompanyApp, eml: string): Promise<void> {
  const left = await app.post(`/simulador/correo?para=${buzonDe('76543210-3')}`, {
    archivo_base64: Buffer.from(eml, 'latin1').toString('base64'),
  })
  expect(left).toMatchObject({ status: 201 })
  await app.post('/v1/recibidos/buzon/leer?esperar=0')
  await app.drainJobs()
}

/** A road of one case whose set is conforme, at a later stage of the SII's site. */
export async function onEtapa(
  app: CompanyApp,
  etapa: 'intercambio' | 'muestras' | 'declaracion',
): Promise<string> {
  const id = await open(app)
  const camino = `/v1/certificacion/${id}`
  await app.post(`${camino}/sets`, { texto_base64: SET_DE_UNO })
  await app.put(`${camino}/sets/basico/ajustes`, { receptores: RECEPTORES })
  await emitir(app, id, 'basico')
  await app.settle()
  await app.post(`${camino}/sets/basico/veredicto`, { estado: 'SOK' })
  expect(await app.post(`${camino}/avanzar`, { etapa })).toMatchObject({ body: { data: { estado: etapa } } })
  return id
}

/** The files of an archive that the server answers with, in its order. */
export async function unzip(app: CompanyApp, method: string, path: string): Promise<Map<string, Buffer>> {
  const url = `http://localhost${path}`
  const response = await app.app.handle(new Request(url, { method, headers: app.tenant.key }))
  const files = leerZip(Buffer.from(await response.arrayBuffer()))
  return new Map(files.map(({ nombre, bytes }) => [nombre, bytes]))
}

/** The rows of a CSV without quotes, by the names of its columns. */
export function rowsOf(csv: Buffer): Record<string, string>[] {
  const [names, ...rows] = csv
    .toString()
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(';'))
  return rows.map((cells) => Object.fromEntries(cells.map((cell, i) => [names![i]!, cell])))
}
