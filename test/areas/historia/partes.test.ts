// A long file comes by parts, in any order (areas/historia).

import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { testAppWithFolios } from '../../support/test-app'
import { zipOf } from '../../support/zip'

const PARTE = 4 * 1024 * 1024

test('a file by parts says what is missing, takes each twice, and begins when it is whole', async () => {
  const app = await testAppWithFolios({ folios: { 33: 5 } })
  const filler = Buffer.alloc(9 * 1024 * 1024, 'x')
  const bytes = await zipOf({ 'relleno.txt': filler }, false)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const opened = await app.post('/v1/historia/partes', { nombre: 'a.zip', bytes: bytes.length, sha256 })
  expect(opened).toMatchObject({ status: 201, body: { data: { parte_bytes: PARTE, faltan: [1, 2, 3] } } })
  const { id } = opened.body.data
  const put = (n: number) =>
    app.put(`/v1/historia/${id}/partes/${n}`, {
      archivo_base64: bytes.subarray((n - 1) * PARTE, n * PARTE).toString('base64'),
    })
  expect((await put(3)).body.data.faltan).toEqual([1, 2])
  expect((await app.post(`/v1/historia/${id}/iniciar`, undefined)).body.code).toBe('INVALID_STATE')
  expect((await put(1)).body.data.faltan).toEqual([2])
  expect((await put(1)).body.data.faltan).toEqual([2])
  expect((await put(2)).body.data.faltan).toEqual([])
  expect((await app.post(`/v1/historia/${id}/iniciar`, undefined)).status).toBe(202)
  await app.drainJobs()
  expect((await app.get(`/v1/historia/${id}`)).body.data).toMatchObject({
    estado: 'terminada',
    documentos: { ilegible: 1 },
  })
  expect(
    app.store.client.prepare("SELECT count(*) FROM trozo WHERE tabla = 'importacion'").pluck().get(),
  ).toBe(0)
})
