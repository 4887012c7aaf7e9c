// The bodies that cost most of each route, found by trying many: what is wrong in as many places as fit, what is right and as long as
// it may be, and files that are none. With each request, the tokens of the rate limit that it pays.

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokensOfBytes, tokensOfDocumentos } from '../../src/http/body'
import { RECEPTOR } from '../support/emisor'

export interface Worst {
  /** `POST /v1/…`, what of it. */
  name: string
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: string
  /** By the session of the owner instead of the key. */
  session?: boolean
}

const MIB = 1024 * 1024
const many = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))
/** Misspelt names enough for a body of a megabyte. */
const misspelt = (bytes = MIB - 2000) =>
  Object.fromEntries(many(Math.floor(bytes / 16), (i) => [`precio${i.toString(36).padStart(4, 'x')}`, 1]))
const linea = (i: number, descripcion?: string) => ({
  nombre: `Clavo ${i}`,
  cantidad: 1,
  precio: 100,
  ...(descripcion && { descripcion }),
})
const vacia = { tipo_dte: 39, detalle: many(1000, () => ({})) }
const boleta = { tipo_dte: 39, detalle: many(1000, (i) => linea(i)) }
const larga = { tipo_dte: 39, detalle: many(1000, (i) => linea(i, 'ñandú & cía. '.repeat(60))) }
const factura = { tipo_dte: 33, receptor: RECEPTOR, detalle: many(60, (i) => linea(i, 'áé & '.repeat(190))) }
const pfx = readFileSync(join(import.meta.dir, '../fixtures/pfx/iteraciones.b64'), 'utf8').replace(/\s/g, '')
const junk = Buffer.from('<AUTORIZACION>'.padEnd(7 * MIB, '<a>')).toString('base64')

const post = (path: string, what: string, body: unknown, session = false): Worst => ({
  name: `POST ${path.replace(/emp_\w+/, ':id')}, ${what}`,
  method: 'POST',
  path,
  body: JSON.stringify(body),
  session,
})

const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64')
const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(7 * MIB)]).toString('base64')

/** Uploads of a stranger's file: what its text in base64 may be made of, what the file may, and what is kept of it. */
const uploads = (): Worst[] => [
  ...Object.entries({
    'nine megabytes of blanks before a mistake': `A${' '.repeat(9 * MIB)}!`,
    'four million escapes': `1e5A${'\\/'.repeat(4.5 * MIB)}`,
    '400,000 elements with an ID': base64(`<DTE>${'<a ID="abcd1234"/>'.repeat(400_000)}</DTE>`),
    '1.4 million character references': base64(`<DTE><a>${'&#65;'.repeat(1_400_000)}</a></DTE>`),
    '100,000 documents': base64(`<EnvioDTE>${'<DTE><Documento ID="a"/></DTE>'.repeat(100_000)}</EnvioDTE>`),
  }).map(([what, text]) => upload('/v1/recibidos', what, text)),
  upload('/v1/compras-internacionales?esperar=0', 'seven megabytes that are kept', pdf),
  upload('/v1/clientes/importar?esperar=0', 'a header of a million cells', base64('abcd;'.repeat(1.4 * MIB))),
]

const upload = (path: string, what: string, text: string): Worst => ({
  name: `POST ${path}, ${what}`,
  method: 'POST',
  path,
  body: `{"archivo_base64":"${text}"}`,
  session: true,
})

/** The document that is printed and read is `33/1`. */
export const FACTURA = JSON.stringify(factura)

export const worstOf = (empresaId: string): Worst[] => [
  ...uploads(),
  ...['emitir', 'validar', 'previsualizar'].flatMap((route) => [
    post(`/v1/dte/${route}`, 'a thousand empty lines', vacia),
    post(`/v1/dte/${route}`, 'misspelt fields', { tipo_dte: 33, ...misspelt() }),
    post(`/v1/dte/${route}`, 'one blank text', { tipo_dte: 33, observaciones: ' '.repeat(MIB - 100) }),
    post(`/v1/dte/${route}`, 'foreign characters', {
      tipo_dte: 39,
      detalle: many(330, () => ({ nombre: '☃'.repeat(1000) })),
    }),
  ]),
  post('/v1/dte/validar', 'a thousand good lines', boleta),
  post('/v1/dte/validar', 'a megabyte of good lines', larga),
  post('/v1/dte/previsualizar', 'a thousand good lines', boleta),
  post('/v1/dte/previsualizar', 'a megabyte of good lines', larga),
  post('/v1/dte/previsualizar?formato=80mm', 'a megabyte of good lines', larga),
  post('/v1/dte/emitir/lote', 'a hundred of a thousand empty lines', { documentos: many(100, () => vacia) }),
  post('/v1/dte/emitir/lote', 'a hundred of misspelt fields', {
    documentos: many(100, () => misspelt(10_000)),
  }),
  post('/v1/dte/emitir/lote', 'eleven long invoices', { documentos: many(11, () => factura) }),
  post('/v1/dte/guias/facturar', 'a megabyte of folios', { guias: many(100_000, (i) => i + 1) }),
  post('/v1/dte/33/1/anular', 'misspelt fields', misspelt()),
  post('/v1/dte/folios', 'seven megabytes that are no CAF', { caf_base64: junk }),
  post('/v1/dte/folios', 'misspelt fields', misspelt()),
  post('/v1/dte/folios', 'nine megabytes of misspelt fields', misspelt(9 * MIB)),
  {
    name: 'POST /v1/dte/folios, nine megabytes of brackets',
    method: 'POST',
    path: '/v1/dte/folios',
    body: '['.repeat(9 * MIB),
  },
  post(
    `/v1/empresa/${empresaId}/certificado`,
    'a PFX of 600,000 rounds',
    { pfx_base64: pfx, clave: 'otra' },
    true,
  ),
  post(
    `/v1/empresa/${empresaId}/certificado`,
    'seven megabytes that are no PFX',
    { pfx_base64: junk, clave: 'x' },
    true,
  ),
  post('/v1/empresa', 'misspelt fields', misspelt(), true),
  {
    name: 'PUT /v1/cuenta, misspelt fields',
    method: 'PUT',
    path: '/v1/cuenta',
    body: JSON.stringify(misspelt()),
    session: true,
  },
  post(
    '/v1/apikeys',
    'seventy thousand addresses',
    { nombre: 'x', empresa_id: empresaId, ips: many(70_000, () => '10.0.0.1') },
    true,
  ),
  post(
    '/v1/apikeys',
    'scopes that are none',
    { nombre: 'x', empresa_id: empresaId, scopes: many(200_000, () => 1) },
    true,
  ),
  post(
    '/v1/usuarios/invitar',
    'companies that are none',
    { email: 'a@b.cl', rol: 'lector', empresas: many(200_000, () => 1) },
    true,
  ),
  post('/v1/webhooks', 'events that are none', { url: 'http://127.0.0.1/', eventos: many(200_000, () => 1) }),
  post('/v1/plantilla', 'misspelt fields', { nombre: 'x', config: misspelt() }, true),
  post('/v1/plantilla/logo', 'seven megabytes that are no image', { logo_base64: junk }, true),
  {
    name: 'GET /v1/dte/pdf, sixty long lines, ten copies',
    method: 'GET',
    path: '/v1/dte/pdf/33/1?copias=10&cedible=true',
  },
  {
    name: 'GET /v1/documentos, any text',
    method: 'GET',
    path: '/v1/documentos?q=a&limite=100&orden=-monto_total',
  },
  { name: 'GET /v1/documentos, as CSV', method: 'GET', path: '/v1/documentos?formato=csv' },
]

/** The tokens of a request. */
export const tokensOf = ({ body = '' }: Worst): number =>
  Math.max(
    tokensOfBytes(Buffer.byteLength(body)),
    body.length < MIB && body ? tokensOfDocumentos(JSON.parse(body)) : 1,
  )
