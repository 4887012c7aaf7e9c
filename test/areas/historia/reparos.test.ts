// An import that is tried, stopped, asked for again or cut short neither loses a document nor burns a folio (areas/historia §2 to §4).

import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { createDocumentos } from '../../../src/areas/dte/documento/documento-store'
import { createRead } from '../../../src/areas/historia/read-files'
import { AppError, faultsError } from '../../../src/domain/errors'
import { document, emit, linea, nota } from '../../support/emision'
import { factura } from '../../support/emisor'
import { archiveOf, importFiles } from '../../support/historia'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'
import { zipOf } from '../../support/zip'

/** Another program's three invoices, and a note that lowers the second. */
async function elsewhere(): Promise<Record<string, Buffer>> {
  const app = await testAppWithFolios({ folios: { 33: 20, 61: 20 } })
  for (let i = 0; i < 3; i++) await emit(app, factura(linea(100_000)))
  await app.settle()
  await emit(app, nota(3, 2, linea(40_000)))
  await app.settle()
  return archiveOf(app)
}
let made: Promise<Record<string, Buffer>> | undefined
const files = () => (made ??= elsewhere())
const newcomer = () => testAppWithFolios({ folios: { 33: 20, 61: 20 } })

const cut = ({ store }: CompanyApp, when: string) =>
  store.client.exec(`CREATE TRIGGER corte ${when} BEGIN SELECT RAISE(ABORT, 'corte'); END`)
const mend = ({ store }: CompanyApp) => store.client.exec('DROP TRIGGER corte')
const imports = async (app: CompanyApp) => (await app.get('/v1/historia')).body.data
/** Leaves an import stopped where it is, as its job does when it gives up. */
const stop = ({ store }: CompanyApp) =>
  store.client.exec(
    `UPDATE importacion SET paso = estado, estado = 'detenida', terminada_at = '2026-11-20T00:00:00.000Z';
     UPDATE job SET estado = 'failed', clave = NULL, run_at = NULL WHERE kind = 'historia.importar'`,
  )

async function uploadByParts(app: CompanyApp): Promise<string> {
  const bytes = await zipOf(await files())
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { body } = await app.post('/v1/historia/partes', { nombre: 'a.zip', bytes: bytes.length, sha256 })
  await app.put(`/v1/historia/${body.data.id}/partes/1`, { archivo_base64: bytes.toString('base64') })
  return body.data.id
}

describe('an import that was only tried', () => {
  test('is not resolved, and burns no folio', async () => {
    const app = await newcomer()
    const own = (await files())['DTE_33_3.xml']!.toString('latin1')
    const doubtful = own.replace(/<MntTotal>\d+</, '<MntTotal>5<').replace(/<MNT>\d+</, '<MNT>5<')
    const tried = await importFiles(app, { 'a.xml': Buffer.from(doubtful, 'latin1') }, '?simular=true')
    expect(tried.body.data).toMatchObject({ simulada: true, documentos: { en_duda: 1 } })
    const asked = { archivos: [1], decision: 'aceptar', motivo: 'Cotejado con el papel' }
    const { status, body } = await app.post(
      `/v1/historia/${tried.body.data.id}/resolver`,
      asked,
      app.tenant.session,
    )
    expect([status, body.code]).toEqual([409, 'INVALID_STATE'])
    expect(body.error).toContain('sin simular')
    expect((await app.post('/v1/dte/emitir', factura())).body.data.folio).toBe(1)
  })

  test('is not begun again: its file is to be uploaded without simular', async () => {
    const app = await newcomer()
    const id = await uploadByParts(app)
    expect((await app.post(`/v1/historia/${id}/iniciar?simular=true`, undefined)).status).toBe(202)
    const other = await app.post(`/v1/historia/${id}/iniciar`, undefined)
    expect([other.status, other.body.code]).toEqual([409, 'CONFLICT'])
    expect((await app.post(`/v1/historia/${id}/iniciar?simular=true`, undefined)).status).toBe(202)
    await app.drainJobs()
    const { status, body } = await app.post(`/v1/historia/${id}/iniciar`, undefined)
    expect([status, body.code]).toEqual([409, 'INVALID_STATE'])
    expect(body.error).toContain('sin simular')
    expect(await imports(app)).toMatchObject([{ estado: 'terminada', simulada: true }])
  })

  test('is not joined by the same file in earnest', async () => {
    const app = await newcomer()
    await importFiles(app, await files(), '?simular=true&esperar=0')
    const { status, body } = await importFiles(app, await files(), '?esperar=0')
    expect([status, body.code]).toEqual([409, 'CONFLICT'])
    expect((await importFiles(app, await files(), '?simular=true&esperar=0')).status).toBe(202)
  })
})

describe('an import that stopped or ended', () => {
  test('is not begun again, and stays as it is', async () => {
    const app = await newcomer()
    const id = await uploadByParts(app)
    await app.post(`/v1/historia/${id}/iniciar`, undefined)
    await app.drainJobs()
    const ended = await app.post(`/v1/historia/${id}/iniciar`, undefined)
    expect([ended.status, ended.body.code]).toEqual([409, 'INVALID_STATE'])
    expect(await imports(app)).toMatchObject([{ estado: 'terminada', documentos: { nuevo: 4 } }])
    stop(app)
    const stopped = await app.post(`/v1/historia/${id}/iniciar`, undefined)
    expect([stopped.status, stopped.body.code]).toEqual([409, 'INVALID_STATE'])
    expect(stopped.body.error).toContain('reintentar')
  })

  test('is stopped by its own job alone, and not once it ended', async () => {
    const app = await newcomer()
    await importFiles(app, await files())
    const { prepareImportaciones } = await import('../../../src/areas/historia/statements')
    const sql = prepareImportaciones(app.store.client)
    const [{ id }] = await imports(app)
    const job = app.store.client.prepare('SELECT job_id FROM importacion').pluck().get() as string
    sql.stop.run('x', '2026', id, job)
    expect(await imports(app)).toMatchObject([{ estado: 'terminada' }])
    sql.step.run('guardando', id)
    sql.stop.run('x', '2026', id, 'job_otro')
    expect(await imports(app)).toMatchObject([{ estado: 'guardando' }])
    sql.stop.run('x', '2026', id, job)
    expect(await imports(app)).toMatchObject([{ estado: 'detenida' }])
  })

  test('has its notes linked by the later one that finds them repeated', async () => {
    const app = await newcomer()
    cut(app, 'BEFORE INSERT ON documento_referencia')
    await importFiles(app, await files(), '?esperar=0')
    await app.drainJobs()
    mend(app)
    stop(app)
    expect((await document(app, 33, 2)).saldo).toBe(119_000)
    const { body } = await importFiles(app, await files())
    expect(body.data.documentos).toMatchObject({ nuevo: 0, repetido: 4 })
    expect((await document(app, 33, 2)).saldo).toBe(71_400)
  })
})

test('a range loaded while an import is still to write its documents begins behind them', async () => {
  const app = await testAppWithFolios({ folios: { 61: 20 } })
  cut(app, 'BEFORE INSERT ON documento WHEN NEW.tipo_dte = 33')
  await importFiles(app, await files(), '?esperar=0')
  await app.drainJobs()
  expect(await imports(app)).toMatchObject([{ estado: 'guardando' }])
  const asked = await app.post('/v1/dte/folios/solicitar', { tipo_dte: 33, cantidad: 20 }, app.tenant.key)
  expect(asked.body.data).toMatchObject({ desde: 1, hasta: 20 })
  mend(app)
  expect((await app.post('/v1/dte/emitir', factura())).body.data.folio).toBe(4)
  app.advance(3_600_000)
  await app.drainJobs()
  expect(await imports(app)).toMatchObject([{ estado: 'terminada', documentos: { nuevo: 4, conflicto: 0 } }])
  expect(await document(app, 33, 3)).toMatchObject({ origen: 'importado' })
})

test('a document of a form of payment that no law knows is moved in without one', async () => {
  const app = await newcomer()
  await emit(app, factura())
  const documentos = createDocumentos(app.store)
  const titular = { empresaId: app.tenant.empresaId, ambiente: 'simulacion' } as const
  const contenido = structuredClone(documentos.contenido(documentos.byFolio(titular, 33, 1)!))
  Object.assign(contenido.dte.idDoc, { folio: 901, formaPago: 4 })
  documentos.insertImported(
    { ...titular, id: 'doc_901', contenido, referenciaExterna: null, xml: null, firmadoAt: null },
    '2026-11-03T15:00:00.000Z',
  )
  const { client } = app.store
  expect(client.prepare("SELECT forma_pago FROM documento WHERE id = 'doc_901'").pluck().get()).toBeNull()
})

describe('a file that could not be read', () => {
  const archivo = (bytes: Uint8Array) => ({ entrada: 0, siguiente: 1, nombre: 'a.xml', bytes, motivo: null })
  /** Reads one file with a reader that throws. */
  async function readWith(fault: Error): Promise<string[]> {
    const app = await newcomer()
    const { prepareImportaciones, prepareLineas } = await import('../../../src/areas/historia/statements')
    const { client } = app.store
    await importFiles(app, await files())
    const [{ id }] = await imports(app)
    client.exec('DELETE FROM importacion_archivo')
    const importaciones = prepareImportaciones(client)
    const read = createRead({
      ...{ store: app.store, importaciones, lineas: prepareLineas(client) },
      readHistoria: () => Promise.reject(fault),
      classify: () => {
        throw new Error('nothing was read')
      },
    })
    const titular = { empresaId: app.tenant.empresaId, ambiente: 'simulacion', cuentaId: 'x' } as const
    const fuente = {
      async *from() {
        yield archivo(Buffer.from('<a/>'))
      },
    }
    const row = { ...importaciones.get.get(id)!, posicion: 0 }
    await read(titular, '76543210-3', row, fuente as never, () => true)
    return client.prepare<[], string>('SELECT estado FROM importacion_archivo').pluck().all()
  }

  test('for a fault of its own is told as such', async () => {
    const fault = faultsError([{ campo: 'archivo', regla: 'formato', mensaje: 'Tarda demasiado' }])
    expect(await readWith(fault)).toEqual(['ilegible'])
  })

  test('for one of the moment stops the turn, so that the job comes again', async () => {
    await expect(readWith(new AppError('SERVER_BUSY', 'Ocupado'))).rejects.toThrow('Ocupado')
    await expect(readWith(new Error('the thread ended'))).rejects.toThrow('the thread ended')
  })
})
