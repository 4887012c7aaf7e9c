// An account with something in most of its tables, and its archive.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recibidoPor } from '../../support/archivos-recibidos'
import { factura } from '../../support/emisor'
import {
  type CompanyApp,
  PASSWORD,
  type Tenant,
  type TestApp,
  testAppWithFolios,
} from '../../support/test-app'
import { createReceptor } from '../webhooks/receptor'

/** Documents in two states, a received one, customers, items, a webhook and its delivery. */
export async function testAppToLeave(): Promise<CompanyApp> {
  const app = await testAppWithFolios({ receptor: createReceptor().fetch })
  const { session } = app.tenant
  await app.post('/v1/webhooks', { url: 'https://example.cl/gancho' }, session)
  for (const over of [{}, { referencia_externa: 'pedido-ñ' }]) await app.post('/v1/dte/emitir', factura(over))
  await app.settle()
  await app.post('/v1/clientes', { rut: '77123456-9', razon_social: 'Maestranza Ñuñoa Ltda.' }, session)
  await app.post('/v1/catalogo', { codigo: 'AND-07', nombre: 'Arriendo de andamio', precio: '2.5' }, session)
  await app.post('/v1/recibidos', {
    archivo_base64: recibidoPor('76543210-3').toString('base64'),
    nombre: 'envío.xml',
  })
  return app
}

export async function ask(app: TestApp, { session }: Pick<Tenant, 'session'>, body: object = {}) {
  return app.post('/v1/cuenta/exportaciones', { password: PASSWORD, ...body }, session)
}

export async function fetchArchivo(app: TestApp, { session }: Pick<Tenant, 'session'>, id: string) {
  const request = new Request(`http://localhost/v1/cuenta/exportaciones/${id}/archivo`, { headers: session })
  const response = await app.app.handle(request)
  return Buffer.from(await response.arrayBuffer())
}

/** The archive of a whole account. */
export async function archivoOf(app: CompanyApp, body: object = {}): Promise<Buffer> {
  return fetchArchivo(app, app.tenant, (await ask(app, app.tenant, body)).body.data.id)
}

/** A file with those bytes while `work` lasts. */
export async function withFile<T>(bytes: Uint8Array, work: (path: string) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'timbre-salida-'))
  try {
    const path = join(dir, 'cuenta.zip')
    writeFileSync(path, bytes)
    return await work(path)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
