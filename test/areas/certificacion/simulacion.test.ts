// The simulación of the company's own documents, whole or completed with those of the approved sets (areas/certificacion §3).

import { beforeAll, describe, expect, test } from 'bun:test'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'
import { emitir, leer, onSet, RECEPTORES } from './escena'

const venta = (nombre: string) => ({
  ...{ tipo_dte: 33, receptor: RECEPTORES[1] },
  detalle: [{ nombre, cantidad: 2, precio: 45_000 }],
})
const anula = (caso: number) => ({
  ...venta('Flete a Osorno'),
  ...{ tipo_dte: 61, referencias: [{ caso, codigo: 1, razon: 'ANULA FACTURA' }] },
})

let app: CompanyApp
let camino: string
const simular = (body: object) => app.post(`${camino}/simulacion`, body)
const folios = async (body: object) => (await app.post(`${camino}/folios?esperar=0`, body)).body

/** A road whose set of eight documents is conforme: 33, 61 and 56. */
beforeAll(async () => {
  app = await testAppWithFolios({ folios: { 33: 30, 61: 10, 56: 4 } })
  const { id } = await onSet(app, 'basico')
  camino = `/v1/certificacion/${id}`
  await emitir(app, id, 'basico')
  await app.settle()
  await app.post(`${camino}/sets/basico/veredicto`, { estado: 'SOK' })
})

describe('is refused', () => {
  test.each([
    ['documentos: son 1, y el SII pide al menos 20', { documentos: [venta('Flete')] }],
    ['cantidad: va sin documentos', { documentos: Array(20).fill(venta('Flete')), cantidad: 20 }],
    ['completar: va con documentos', { completar: true }],
    ['con los que se completan son 107', { documentos: Array(99).fill(venta('Flete')), completar: true }],
    ['documentos', { documentos: [] }],
  ])('with %p', async (words, body) => {
    expect(await simular(body)).toMatchObject({
      ...{ status: 422, body: { code: 'VALIDATION_ERROR', error: expect.stringContaining(words) } },
    })
  })

  test('with its faults under the place of each document', async () => {
    const { receptor: _, ...nadie } = venta('Flete')
    const { status, body } = await simular({ documentos: [venta('Flete'), nadie], completar: true })
    expect([status, body.detalles]).toMatchObject([
      422,
      [{ campo: 'documentos[1].receptor', mensaje: expect.stringMatching(/^documentos\[1\]: /) }],
    ])
  })

  test('before any folio is asked for, in the same words', async () => {
    expect(await folios({ documentos: [venta('Flete')] })).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect((await leer(app, camino.split('/').at(-1)!)).sets).toHaveLength(1)
  })
})

describe('of a few sales and a note on one of them', () => {
  const documentos = [venta('Flete a Osorno'), venta('Arriendo de andamio'), anula(1)]

  test('asks for the folios of all that will be issued: its own, and those that complete it', async () => {
    const { data } = await folios({ documentos, completar: true })
    expect(data.folios).toMatchObject([
      // Three of the company, and the set thrice: for the 56 that is missing, and twice on the way to twenty.
      ...[
        { tipo_dte: 33, necesita: 14 },
        { tipo_dte: 61, necesita: 10 },
        { tipo_dte: 56, necesita: 3 },
      ],
    ])
    await app.settle()
  })

  test('goes in one envelope, the own ones first, with every type of the sets and no word of a set', async () => {
    const { status, body } = await simular({ documentos, completar: true })
    expect([status, body.data.intento.documentos.length]).toEqual([202, 27])
    expect(body.data.intento.documentos.slice(0, 3)).toMatchObject([
      ...[
        { caso: 1, tipo_dte: 33 },
        { caso: 2, tipo_dte: 33 },
        { caso: 3, tipo_dte: 61 },
      ],
    ])
    await app.settle()
    const { sets } = await leer(app, camino.split('/').at(-1)!)
    expect(sets.at(-1)).toMatchObject({ clase: 'simulacion', estado: 'validado' })
    const [first, , note] = body.data.intento.documentos
    const xml = (await app.get(`/v1/dte/xml/61/${note.folio}`)).body
    expect(xml).toContain(`<TpoDocRef>33</TpoDocRef>\n<FolioRef>${first.folio}</FolioRef>`)
    expect(xml).not.toContain('<TpoDocRef>SET')
  })
})
