// Answers about one document that say opposite things, and answers of who is not its receiver or did not sign (areas/recibidos/intercambio §4).

import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { changed, recepcionOf, reciboOf, resultadoOf, unsigned } from '../../support/intercambio'
import { respuestasApp } from '../../support/respuestas'

let app: Awaited<ReturnType<typeof respuestasApp>>
/** The document that is answered, a new one in each test. */
let F: Parameters<typeof resultadoOf>[0]
beforeAll(async () => {
  app = await respuestasApp()
})
beforeEach(async () => {
  F = await app.issue()
})

const MORNING = '2026-11-20T08:00:00'
const LATER = '2026-11-20T09:00:00'
const intercambio = async () => (await app.detail(F.folio)).intercambio

describe('of two answers that say the opposite', () => {
  test('the one signed last stands, whichever came first, and the other is named', async () => {
    await app.bring(await resultadoOf(F, 0, 'Todo conforme', LATER))
    expect((await intercambio()).resultado).toMatchObject({
      firmada_en: '2026-11-20T12:00:00.000Z',
      conflicto: null,
    })
    await app.bring(await resultadoOf(F, 2, 'Faltó todo', MORNING))
    expect((await intercambio()).resultado).toMatchObject({
      codigo: 0,
      glosa: 'Todo conforme',
      conflicto: 'Resultado comercial · 2 · Faltó todo',
    })
    expect(await app.told(F.folio)).toEqual([
      'Resultado comercial: 0, Todo conforme (firma correcta de 11.111.111-1)',
      'Resultado comercial: 2, Faltó todo (firma correcta de 11.111.111-1). CONTRADICE: Resultado comercial · 0 · Todo conforme',
    ])
  })

  test('in one file both are kept', async () => {
    const one = (await resultadoOf(F, 2, 'No')).toString('latin1')
    const [said] = /<ResultadoDTE>[\s\S]*?<\/ResultadoDTE>/.exec(one)!
    const other = said.replace('<EstadoDTE>2<', '<EstadoDTE>0<')
    await app.bring(Buffer.from(one.replace(said, said + other + said), 'latin1'))
    expect(await app.told(F.folio)).toHaveLength(2)
    expect((await intercambio()).resultado.conflicto).not.toBeNull()
  })

  test('a receipt of goods that were refused is told on both', async () => {
    await app.bring(await resultadoOf(F, 2, 'Faltó todo'))
    await app.bring(await reciboOf(F))
    expect(await intercambio()).toMatchObject({
      resultado: { codigo: 2, conflicto: 'Recibo de mercaderías o servicios · Bodega "Ñuñoa" & Cía' },
      recibo: { conflicto: 'Resultado comercial · 2 · Faltó todo' },
    })
    expect((await app.told(F.folio)).at(-1)).toContain('CONTRADICE: Resultado comercial · 2 · Faltó todo')
  })

  test('a time of signing that has not come yet is not believed', async () => {
    await app.bring(await resultadoOf(F, 2, 'Desde el futuro', '2031-01-01T00:00:00'))
    app.advance(60_000)
    await app.bring(await resultadoOf(F, 0, 'Después', '2031-01-01T00:00:00'))
    expect((await intercambio()).resultado).toMatchObject({ codigo: 0, glosa: 'Después' })
  })
})

test('a file that came before is no opposite of one that was received', async () => {
  await app.bring(await recepcionOf([{ ...F, estado: 0, glosa: 'Recibido' }]))
  await app.bring(await recepcionOf([{ ...F, estado: 4, glosa: 'Repetido' }]))
  expect((await intercambio()).recepcion.conflicto).toBeNull()
  await app.bring(await recepcionOf([{ ...F, estado: 1, glosa: 'Mala firma' }]))
  expect((await intercambio()).recepcion.conflicto).toBe('Recepción · 0 · Recibido')
})

describe('an answer that nobody signed', () => {
  test('is told as such wherever it is shown, stands behind a signed one and contradicts none', async () => {
    await app.bring(unsigned(await resultadoOf(F, 2, 'Rechazo anónimo')))
    expect((await intercambio()).resultado).toMatchObject({ codigo: 2, firma: 'ausente', rut_firmante: null })
    expect((await app.told(F.folio))[0]).toContain('(SIN FIRMA: cualquiera pudo escribirla)')
    expect((await app.came())[0]).toMatchObject({ firma: 'ausente', rut_firmante: null, propia: true })
    await app.bring(await resultadoOf(F, 0, 'Todo conforme', MORNING))
    app.advance(60_000)
    await app.bring(unsigned(await resultadoOf(F, 1, 'Otra vez anónimo', LATER)))
    expect((await intercambio()).resultado).toMatchObject({ codigo: 0, firma: 'valida', conflicto: null })
  })

  test('changes no state of the document, and no mark of it in lists', async () => {
    const before = await app.detail(F.folio)
    await app.bring(unsigned(await resultadoOf(F, 2, 'Rechazo anónimo')))
    const { intercambio: _, historial: __, ...after } = await app.detail(F.folio)
    expect(before).toMatchObject(after)
  })
})

describe('a code that does not exist (areas/recibidos/intercambio §4)', () => {
  test('is set aside with its reason, and replaces nothing that is possible', async () => {
    await app.bring(unsigned(await resultadoOf(F, 0, 'Todo conforme')))
    await app.bring(await recepcionOf([{ ...F, estado: 0, glosa: 'Recibido' }]))
    const before = await app.detail(F.folio)
    const resultado = unsigned(await resultadoOf(F, 1, 'Imposible'))
    for (const codigo of ['9', '100', ''])
      await app.bring(changed(resultado, '<EstadoDTE>1<', `<EstadoDTE>${codigo}<`))
    // 90 is of a file and 4 of a document.
    await app.bring(await recepcionOf([{ ...F, estado: 90, glosa: 'Imposible' }]))
    const nombre = `EnvioDTE_${F.rutEmisor}_T33F${F.folio}.xml`
    await app.bring(
      await recepcionOf(
        [F].map((one) => ({ ...one, estado: 0, glosa: '' })),
        {
          nombre,
          estado: 4,
          glosa: 'Imposible',
          documentos: [],
        },
      ),
    )
    expect((await app.came('?propias=false')).slice(0, 5)).toMatchObject(
      Array.from({ length: 5 }, () => ({ folio: F.folio, motivo: 'codigo_desconocido' })),
    )
    expect(await app.detail(F.folio)).toEqual(before)
  })

  test('and 91 of a file stands', async () => {
    const nombre = `EnvioDTE_${F.rutEmisor}_T33F${F.folio}.xml`
    await app.bring(
      await recepcionOf([{ ...F, estado: 0, glosa: '' }], { nombre, estado: 91, glosa: '', documentos: [] }),
    )
    expect((await intercambio()).recepcion.codigo).toBe(91)
  })
})

describe('an answer of somebody else', () => {
  test.each<[string, (made: Buffer) => Buffer]>([
    ['who answers is not the receiver', (b) => changed(b, /<RutResponde>[^<]*/, '<RutResponde>90000012-K')],
    ['nobody says who answers', (b) => changed(b, /<RutResponde>[^<]*<\/RutResponde>/, '')],
    [
      'it is for another issuer, and names none',
      (b) =>
        changed(changed(b, /<RutRecibe>[^<]*/, '<RutRecibe>90000012-K'), /<RUTEmisor>[^<]*<\/RUTEmisor>/, ''),
    ],
  ])('is held against no document: %s', async (_, change) => {
    const before = await app.detail(F.folio)
    await app.bring(change(await resultadoOf(F, 2, 'Rechazo ajeno')))
    expect((await app.came('?propias=false'))[0]).toMatchObject({ folio: F.folio, propia: false })
    expect(await app.detail(F.folio)).toEqual(before)
  })
})
