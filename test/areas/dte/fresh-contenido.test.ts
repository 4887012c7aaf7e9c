// Accepted documents kept until they are signed: as many as a bound allows, and nothing that the disk lacks.

import { describe, expect, test } from 'bun:test'
import { createFreshContenido } from '../../../src/areas/dte/documento/fresh-contenido'
import { document, emit, job } from '../../support/emision'
import { successor, testAppWithFolios } from '../../support/test-app'

describe('contents kept in memory', () => {
  test('are given once', () => {
    const fresh = createFreshContenido()
    fresh.put('a', 'one')
    expect(fresh.consume('a')).toBe('one')
    expect(fresh.consume('a')).toBeUndefined()
  })

  test('are the first two thousand: those come to be signed first', () => {
    const fresh = createFreshContenido()
    for (let i = 0; i < 2001; i++) fresh.put(`d${i}`, 'text')
    expect(fresh.consume('d0')).toBe('text')
    expect(fresh.consume('d1999')).toBe('text')
    expect(fresh.consume('d2000')).toBeUndefined()
  })

  test('are none of a long document', () => {
    const fresh = createFreshContenido()
    fresh.put('long', 'x'.repeat(8193))
    expect(fresh.consume('long')).toBeUndefined()
  })

  test('that nobody comes for give way in the end', () => {
    const fresh = createFreshContenido()
    for (let i = 0; i < 2000; i++) fresh.put(`stuck${i}`, 'text')
    for (let i = 0; i < 20_000; i++) fresh.put(`left${i}`, 'text')
    fresh.put('new', 'text')
    expect(fresh.consume('new')).toBe('text')
    expect(fresh.consume('stuck0')).toBeUndefined()
  })
})

test('a document is signed alike by the server that accepted it and by its successor', async () => {
  const texts: string[] = []
  for (const dies of [false, true]) {
    const before = await testAppWithFolios({ folios: { 33: 9 } })
    const id = await emit(before)
    const app = dies ? await successor(before) : before
    await app.settle()
    expect(await job(app, id)).toMatchObject({ estado: 'completed' })
    expect(await document(app, 33, 1)).toMatchObject({ estado_sii: 'aceptado' })
    const xml = (await app.get('/simulador/libro/33/1/xml', app.tenant.session)).body as string
    // The stamp's key and the certificate are each server's own.
    texts.push(xml.slice(xml.indexOf('<Encabezado>'), xml.indexOf('<TED')))
  }
  expect(texts[0]).toContain('<Detalle>')
  expect(texts[1]).toBe(texts[0]!)
})
