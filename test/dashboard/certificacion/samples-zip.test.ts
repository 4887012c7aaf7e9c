// The samples' archive as the rehearsal reads it (areas/certificacion §8).

import { expect, test } from 'bun:test'
import { readPdfs } from '../../../src/dashboard/certificacion/samples-zip'
import { type ArchivoZip, zipResponse } from '../../../src/http/zip'

async function* archivos(): AsyncGenerator<ArchivoZip, void, undefined> {
  const fecha = '2026-11-20T12:00:00'
  const pdf = (letter: string) => Buffer.from(`%PDF-1.7 ${letter.repeat(300)}`)
  yield { nombre: 'muestras/33_1.pdf', bytes: pdf('a'), fecha, compress: true }
  yield { nombre: 'lista.csv', bytes: Buffer.from('archivo'), fecha, compress: true }
  yield { nombre: '61_2.pdf', bytes: pdf('b'), fecha, compress: false }
}

test('gives each PDF, packed or not, and nothing else', async () => {
  const zip = await zipResponse('muestras.zip', archivos()).blob()
  const pdfs = await readPdfs(zip)
  expect(pdfs.map(({ nombre }) => nombre)).toEqual(['33_1.pdf', '61_2.pdf'])
  expect(Buffer.from(pdfs[0]!.pdf_base64, 'base64').toString()).toBe(`%PDF-1.7 ${'a'.repeat(300)}`)
  expect(Buffer.from(pdfs[1]!.pdf_base64, 'base64').toString()).toBe(`%PDF-1.7 ${'b'.repeat(300)}`)
})

test('refuses what is no archive', () => {
  expect(readPdfs(new Blob(['nothing of the kind, and long enough']))).rejects.toThrow('no archive')
})
