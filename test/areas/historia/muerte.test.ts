// An import that breaks off anywhere leaves a whole state, and goes on from there (areas/historia §2).

import { describe, expect, test } from 'bun:test'
import { verifyTodo } from '../../../src/cli/verificar-datos'
import { document, emit, linea, nota } from '../../support/emision'
import { factura } from '../../support/emisor'
import { archiveOf, importFiles } from '../../support/historia'
import { testAppWithFolios } from '../../support/test-app'

async function elsewhere(): Promise<Record<string, Buffer>> {
  const app = await testAppWithFolios({ folios: { 33: 20, 61: 20 } })
  for (let i = 0; i < 4; i++) await emit(app, factura(linea(100_000)))
  await app.settle()
  await emit(app, nota(3, 2, linea(40_000)))
  await app.settle()
  return archiveOf(app)
}
let made: Promise<Record<string, Buffer>> | undefined
const files = () => (made ??= elsewhere())

/** Where each step is cut off: no row of these comes in while the trigger stands. */
const CORTES: [step: string, when: string][] = [
  ['leyendo', 'BEFORE INSERT ON importacion_archivo WHEN NEW.n > 2'],
  ['folios', 'BEFORE UPDATE OF siguiente ON caf WHEN NEW.tipo_dte = 61'],
  ['guardando', 'BEFORE INSERT ON documento WHEN NEW.folio > 2'],
  ['enlazando', 'BEFORE INSERT ON documento_referencia'],
  ['the end', "BEFORE UPDATE OF estado ON importacion WHEN NEW.estado = 'terminada'"],
]

describe('an import that is cut off', () => {
  test.each(CORTES)('while it is at %s comes to the same end', async (_, when) => {
    const app = await testAppWithFolios({ folios: { 33: 20, 61: 20 } })
    const { client, secrets } = app.store
    client.exec(`CREATE TRIGGER corte ${when} BEGIN SELECT RAISE(ABORT, 'corte'); END`)
    await importFiles(app, await files(), '?esperar=0')
    await app.drainJobs()
    const unwell = () => [...verifyTodo(client, secrets)].filter(({ estado }) => estado === 'falla')
    expect(unwell()).toEqual([])
    // Whatever was reached, no folio of elsewhere is taken: either none was passed over yet, or all were.
    client.exec('DROP TRIGGER corte')
    app.advance(3_600_000)
    await app.drainJobs()
    const [importacion] = (await app.get('/v1/historia')).body.data
    expect(importacion).toMatchObject({ estado: 'terminada', documentos: { nuevo: 5 }, archivos: 5 })
    expect((await document(app, 33, 2)).saldo).toBe(71_400)
    expect((await app.post('/v1/dte/emitir', factura())).body.data.folio).toBe(5)
    expect(unwell()).toEqual([])
  })

  test('beside emission takes no folio twice: what was issued here meanwhile is a conflict', async () => {
    const app = await testAppWithFolios({ folios: { 33: 20, 61: 20 } })
    await importFiles(app, await files(), '?esperar=0')
    await emit(app, factura())
    await app.drainJobs()
    const [importacion] = (await app.get('/v1/historia')).body.data
    expect(importacion.documentos).toMatchObject({ conflicto: 1, nuevo: 4 })
    expect((await app.post('/v1/dte/emitir', factura())).body.data.folio).toBe(5)
    expect((await app.get('/v1/documentos?origen=importado')).body.paginacion.total).toBe(4)
  })

  test('counts nothing against the quota', async () => {
    const app = await testAppWithFolios({ folios: { 33: 20, 61: 20 } })
    const used = async () => (await app.get('/v1/cuenta/uso', app.tenant.session)).body.data
    const before = await used()
    await importFiles(app, await files())
    expect(await used()).toEqual(before)
  })
})
