// A simulator in memory with a clock that stands still, and the few calls of a client that every test makes.

import { randomBytes } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { createNewId } from '../../src/base/id'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/simulator'
import { openDatabase } from '../../src/store/driver'
import { emptyDatabase } from '../support/empty-database'
import { type CafUsado, cafUsado, EMPRESA, type Firma, getToken, PERSONA } from './sobres'

export const BASE = 'http://simulador.invalid'
export const AGENT = 'Mozilla/4.0 ( compatible; PROG 1.0; Windows NT)'
export const NOW = '2026-03-02T13:00:00Z'

export interface Escena {
  db: Database
  sim: Simulator
  /** The base clock, in milliseconds. */
  now(): number
  /** Moves the base clock. */
  advance(ms: number): void
  api(method: string, path: string, body?: unknown): Promise<{ status: number; json: Json }>
  soap(path: string, operation: string, params: [string, string][], host?: string): Promise<string>
  token(host?: string, firma?: Firma): Promise<string>
  /** Puts a RUT into the registry of taxpayers. */
  register(rut: string, contribuyente: object): Promise<void>
  /** Grants a CAF to the company. */
  caf(tipo?: number, cantidad?: number): Promise<CafUsado & { desde: number; hasta: number }>
  upload(xml: Buffer, over?: Upload): Promise<string>
  /** Uploads, lets the SII work, and returns the ledger's rows of that envelope. */
  judge(
    xml: Buffer,
    over?: Upload,
  ): Promise<{ trackId: string; estado: string; razones: Razones; documentos: Fila[] }>
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, asserted field by field
export type Json = any
export type Razones = { codigo: string; mensaje: string }[]
export interface Fila {
  folio: number
  veredicto: string
  razones: Razones
  veces: number
}

export interface Upload {
  host?: string
  token?: string
  agent?: string
  company?: string
  sender?: string
  headers?: Record<string, string>
  path?: string
}

/** A SOAP request as a client of the SII writes it. */
export const soapBody = (
  operation: string,
  params: [string, string][],
  ns = 'http://DefaultNamespace',
): string =>
  `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><${operation}${ns && ` xmlns="${ns}"`}>${params
    .map(([k, v]) => `<${k}>${v.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${k}>`)
    .join('')}</${operation}></soapenv:Body></soapenv:Envelope>`

/** The inner document of a SOAP answer. */
export const inner = (text: string): string =>
  (/Return[^>]*>([\s\S]*?)<\/[^>]*Return>/.exec(text)?.[1] ?? text)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#xd;', '')
    .replaceAll('&amp;', '&')

/** The first element of that name in an answer; null without it. */
export const leaf = (xml: string, name: string): string | null =>
  new RegExp(`<(?:\\w+:)?${name}>([^<]*)<`).exec(xml)?.[1] ?? null

export const multipart = (xml: Buffer, fields: [string, string][], boundary = 'limite'): Buffer =>
  Buffer.concat([
    Buffer.from(
      `${fields.map(([k, v]) => `--${boundary}\r\nContent-Disposition: form-data; name="${k}"\r\n\r\n${v}\r\n`).join('')}--${boundary}\r\nContent-Disposition: form-data; name="archivo"; filename="envio.xml"\r\nContent-Type: text/xml\r\n\r\n`,
    ),
    xml,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])

export const uploadFields = (sender: string, company: string): [string, string][] => {
  const [rutSender, dvSender] = sender.split('-') as [string, string]
  const [rutCompany, dvCompany] = company.split('-') as [string, string]
  return [
    ['rutSender', rutSender],
    ['dvSender', dvSender],
    ['rutCompany', rutCompany],
    ['dvCompany', dvCompany],
  ]
}

export const memoryDb = (): Database => openDatabase(emptyDatabase())

export function escena(options: Partial<SimulatorOptions> = {}): Escena {
  const db = options.db ?? memoryDb()
  let now = Date.parse(NOW)
  const newId = createNewId(
    (bytes) => bytes.fill(7),
    () => now,
  )
  const sim = createSimulator({ db, clock: () => new Date(now), newId, random: randomBytes, ...options })
  const call = (url: string, init: RequestInit) => sim.fetch(new Request(url, init))

  const scene: Escena = {
    db,
    sim,
    now: () => now,
    advance(ms) {
      now += ms
    },
    async api(method, path, body) {
      const response = await call(`${BASE}/simulador/${path}`, {
        method,
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      return { status: response.status, json: await response.json() }
    },
    async register(rut, contribuyente) {
      const { status, json } = await scene.api('PUT', `contribuyentes/${rut}`, contribuyente)
      if (status !== 200) throw new Error(JSON.stringify(json))
    },
    async soap(path, operation, params, host = 'maullin') {
      const response = await call(`${BASE}/${host}${path}`, {
        method: 'POST',
        headers: { soapaction: '""', 'content-type': 'text/xml' },
        body: soapBody(operation, params),
      })
      return inner(await response.text())
    },
    async token(host = 'maullin', firma = PERSONA) {
      if (host === 'apicert') {
        const base = `${BASE}/apicert/recursos/v1/boleta.electronica`
        const seed = leaf(await (await call(`${base}.semilla`, {})).text(), 'SEMILLA')!
        const answer = await call(`${base}.token`, { method: 'POST', body: getToken(seed, firma) })
        return leaf(await answer.text(), 'TOKEN')!
      }
      const seed = leaf(await scene.soap('/DTEWS/CrSeed.jws', 'getSeed', [], host), 'SEMILLA')!
      const params: [string, string][] = [['pszXml', getToken(seed, firma)]]
      return leaf(await scene.soap('/DTEWS/GetTokenFromSeed.jws', 'getToken', params, host), 'TOKEN')!
    },
    async caf(tipo = 33, cantidad = 100) {
      const { json } = await scene.api('POST', 'caf', { rut: EMPRESA, tipo_dte: tipo, cantidad })
      return { ...cafUsado(json.data.xml), desde: json.data.desde, hasta: json.data.hasta }
    },
    async upload(xml, over = {}) {
      const host = over.host ?? 'maullin'
      const token = over.token ?? (await scene.token(host === 'pangal' ? 'apicert' : host))
      const path = host === 'pangal' ? '/recursos/v1/boleta.electronica.envio' : '/cgi_dte/UPL/DTEUpload'
      const response = await call(`${BASE}/${host}${over.path ?? path}`, {
        method: 'POST',
        headers: {
          'user-agent': over.agent ?? AGENT,
          cookie: `TOKEN=${token}`,
          'content-type': 'multipart/form-data; boundary=limite',
          ...over.headers,
        },
        body: new Uint8Array(
          multipart(xml, uploadFields(over.sender ?? PERSONA.rut, over.company ?? EMPRESA)),
        ),
      })
      return response.text()
    },
    async judge(xml, over = {}) {
      const answer = await scene.upload(xml, over)
      const track = leaf(answer, 'TRACKID') ?? /"trackid":(\d+)/.exec(answer)?.[1]
      if (!track) throw new Error(`no Track ID: ${answer}`)
      now += 2000
      await sim.drain()
      const { json } = await scene.api('GET', `libro?track_id=${Number(track)}`)
      const [envio] = json.data.envios
      const documentos = [...json.data.documentos].reverse()
      return { trackId: String(Number(track)), estado: envio.estado, razones: envio.razones, documentos }
    },
  }
  return scene
}
