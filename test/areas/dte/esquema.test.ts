// A document that the SII's schema refuses is found before it is frozen: it stops alone, and no file is refused for it.

import { describe, expect, test } from 'bun:test'
import { discard, document, emit, job, libro, linea, retry } from '../../support/emision'
import { boleta, factura } from '../../support/emisor'
import { longGiro, tamper } from '../../support/tamper'
import { successor, testAppWithFolios } from '../../support/test-app'

/** Three facturas that wait, the second of them against a rule tightened since. */
async function oneWrong() {
  const before = await testAppWithFolios({ folios: { 33: 9 } })
  const ids = [await emit(before), await emit(before, factura(linea(7))), await emit(before)]
  const mend = tamper(before, 2, longGiro)
  const app = await successor(before)
  await app.settle()
  return { app, ids, mend }
}

describe('a document that the schema refuses', () => {
  test('fails before it is signed, in stage esquema, by element and rule; its neighbours are sent', async () => {
    const { app, ids } = await oneWrong()
    expect(await job(app, ids[1]!)).toMatchObject({
      estado: 'failed',
      intentos: 1,
      folio_estado: 'retenido',
      error: {
        code: 'VALIDATION_ERROR',
        etapa: 'esquema',
        error: `El documento no cumple el esquema del SII: Encabezado/Receptor/GiroRecep «${'G'.repeat(41)}» tiene 41 caracteres y el máximo es 40`,
        reintentable: false,
        sii: null,
        accion: expect.stringContaining('Descarte el trabajo'),
      },
    })
    expect((await document(app, 33, 2)).firmado_at).toBeNull()
    for (const folio of [1, 3])
      expect(await document(app, 33, folio)).toMatchObject({ estado: 'completed', estado_sii: 'aceptado' })
    expect((await libro(app)).envios).toHaveLength(1)
  })

  test('goes out by a retry once the rule, or what it holds, was mended, with its folio', async () => {
    const { app, ids, mend } = await oneWrong()
    mend()
    expect((await retry(app, ids[1]!)).status).toBe(202)
    await app.settle()
    expect(await document(app, 33, 2)).toMatchObject({ estado: 'completed', estado_sii: 'aceptado' })
  })

  test('gives its folio back when it is discarded', async () => {
    const { app, ids } = await oneWrong()
    const { body } = await discard(app, ids[1]!, true)
    expect(body.data).toMatchObject({ estado: 'discarded', folio_estado: 'libre' })
  })

  test('may be a boleta, and lack what it must have', async () => {
    const before = await testAppWithFolios({ folios: { 39: 9 } })
    const ids = [await emit(before, boleta()), await emit(before, boleta())]
    tamper(before, 1, (dte: object) => ({ ...dte, totales: {} }))
    const app = await successor(before)
    await app.settle()
    expect((await job(app, ids[0]!)).error).toMatchObject({
      etapa: 'esquema',
      error: 'El documento no cumple el esquema del SII: Encabezado/Totales falta',
    })
    expect(await job(app, ids[1]!)).toMatchObject({ estado: 'completed' })
  })
})
