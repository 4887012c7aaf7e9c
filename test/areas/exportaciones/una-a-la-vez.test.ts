// A download lets through one of an account at a time, no key of another program, and no damage unnamed (areas/exportaciones §1, §4).

import { expect, test } from 'bun:test'
import { ArchivoInvalido, findDifferences, openArchivo } from '../../../src/cli/cuenta-archivo'
import { cafText } from '../../support/caf'
import { importFiles } from '../../support/historia'
import { leerZip } from '../../support/leer-zip'
import { testAppWithFolios } from '../../support/test-app'
import { archivoOf, ask, testAppToLeave, withFile } from './escena'

test('of several downloads at once one is let in, and the next when it has ended', async () => {
  const app = await testAppToLeave()
  const { id } = (await ask(app, app.tenant, { mudanza: false })).body.data
  const server = app.app.start({ hostname: '127.0.0.1', port: 0 })
  try {
    const take = () =>
      fetch(`${server.url}/v1/cuenta/exportaciones/${id}/archivo`, { headers: app.tenant.session })
    const answers = await Promise.all([1, 2, 3].map(take))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await Promise.all(answers.map((one) => one.arrayBuffer()))
    const next = await take()
    expect(next.status).toBe(200)
    await next.arrayBuffer()
  } finally {
    await app.app.stop(100)
  }
})

test('the private key of a CAF that came among the files of history is in no file of the copy', async () => {
  const app = await testAppWithFolios({ folios: { 33: 20 } })
  await importFiles(app, { 'FoliosSII.xml': Buffer.from(cafText({ td: 34, desde: 1, hasta: 50 }), 'latin1') })
  const texts = leerZip(await archivoOf(app)).flatMap(({ nombre, bytes }) => {
    const text = bytes.toString('latin1')
    const inside = [...text.matchAll(/"base64":"([^"]+)"/g)].map(([, one]) =>
      Buffer.from(one!, 'base64').toString('latin1'),
    )
    return [text, ...inside].map((one) => ({ nombre, one }))
  })
  expect(texts.length).toBeGreaterThan(40)
  expect(texts.filter(({ one }) => /RSASK|PRIVATE KEY/.test(one)).map(({ nombre }) => nombre)).toEqual([])
})

test('a bit turned in the name, the method or the sum of a file is told, as one in its bytes is', async () => {
  const app = await testAppToLeave()
  const zip = await archivoOf(app)
  const told = (bytes: Buffer) =>
    withFile(bytes, async (path) => {
      try {
        const archivo = await openArchivo(path)
        const found: string[] = []
        for await (const one of findDifferences(archivo)) found.push(one)
        archivo.close()
        return found.length
      } catch (fault) {
        if (!(fault instanceof ArchivoInvalido)) throw fault
        return 1
      }
    })
  expect(await told(zip)).toBe(0)
  const name = 'empresas/76543210-3/simulacion/emitidos/33/2.xml'
  const [local, central] = [zip.indexOf(name), zip.lastIndexOf(name)]
  for (const at of [
    local + 5,
    local - 22,
    local + name.length + 20,
    central + 5,
    central - 36,
    central - 30,
    // Lengths in the file's own head, and in the list.
    local - 12,
    local - 8,
    central - 26,
    central - 22,
    // The sums of a table stand behind its bytes: its head, and the last byte before the next file.
    zip.indexOf('tablas/cuenta.jsonl') - 12,
    zip.indexOf('tablas/cuenta.jsonl') + 'tablas/cuenta.jsonl'.length + 6,
    zip.indexOf('tablas/cuota_consulta.jsonl') - 31,
  ]) {
    const copy = Buffer.from(zip)
    copy[at]! ^= 1
    expect([at - local, (await told(copy)) > 0]).toEqual([at - local, true])
  }
})
