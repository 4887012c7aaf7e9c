// `timbre historia`: a folder of another program's XML goes to the server by the command, and is told of.

import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { factura } from '../support/emisor'
import { archiveOf } from '../support/historia'
import { testAppWithFolios } from '../support/test-app'
import { runHere } from './in-process'
import { inTempDir } from './spawn'

test('a folder, a try of it first, becomes the company’s documents; a wrong word or file is told', () =>
  inTempDir(async (dir) => {
    const there = await testAppWithFolios({ folios: { 33: 5 } })
    for (let n = 0; n < 2; n++) await there.post('/v1/dte/emitir', factura())
    await there.settle()
    mkdirSync(join(dir, 'respaldo/año 2019'), { recursive: true })
    const files = Object.values(await archiveOf(there))
    for (const [n, bytes] of files.entries()) writeFileSync(join(dir, `respaldo/año 2019/ñ${n}.xml`), bytes)

    const here = await testAppWithFolios()
    let closed = false
    const server = Bun.serve({
      port: 0,
      fetch: (request) =>
        closed && request.method === 'PUT' ? new Response('{}', { status: 503 }) : here.app.handle(request),
    })
    const env = { TIMBRE_LLAVE: here.tenant.apiKey, TIMBRE_URL: `http://127.0.0.1:${server.port}` }
    const timbre = (...argv: string[]) => runHere(['historia', ...argv], { env })
    try {
      expect((await timbre('estado')).err).toBe('No hay importaciones')
      const tried = await timbre('importar', join(dir, 'respaldo'), '--simular')
      expect(tried).toMatchObject({ status: 0, err: '' })
      await here.drainJobs()
      const made = await timbre('importar', join(dir, 'respaldo'))
      expect(made.out).toContain('respaldo.zip en marcha')
      await here.drainJobs()
      const id = /imp_\w+/.exec(made.out)![0]
      const state = await timbre('estado', id)
      expect(state.out).toContain('terminada')
      expect(state.out).toContain('nuevo 2')
      expect((await here.get('/v1/documentos?origen=importado')).body.paginacion.total).toBe(2)
      expect((await timbre('estado')).out.split('\n')).toHaveLength(2)
      expect((await timbre('importar', join(dir, 'nada'))).err).toContain('no existe')
      writeFileSync(join(dir, 'vacio.zip'), '')
      expect((await timbre('importar', join(dir, 'vacio.zip'))).err).toContain('está vacío')
      expect((await timbre('traer', dir)).status).toBe(2)
      mkdirSync(join(dir, 'vacia'))
      expect((await timbre('importar', join(dir, 'vacia'))).err).toContain('no tiene archivos')
      // One that breaks off leaves nothing half sent.
      closed = true
      expect((await timbre('importar', join(dir, 'respaldo'))).status).toBe(1)
      expect((await timbre('estado')).out).not.toContain('recibiendo')
    } finally {
      await server.stop(true)
    }
  }))
