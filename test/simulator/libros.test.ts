// Books at the simulated SII's door, and what it makes of them (simulator §24).

import { beforeAll, describe, expect, test } from 'bun:test'
import { type Escena, escena, leaf, type Razones } from './escena'
import { COMPRAS, GUIAS, libro } from './libro-hecho'
import { EMPRESA, PERSONA } from './sobres'

const compras = (datos: Parameters<typeof libro>[2] = {}) =>
  libro(COMPRAS.resumen, COMPRAS.detalle, { operacion: 'COMPRA', ...datos })
const guias = (datos: Parameters<typeof libro>[2] = {}) =>
  libro(GUIAS.resumen, GUIAS.detalle, { operacion: 'GUIA', ...datos })

const state = async (e: Escena, trackId: string): Promise<string> => {
  const [rut, dv] = EMPRESA.split('-') as [string, string]
  const answer = await e.soap('/DTEWS/QueryEstUp.jws', 'getEstUp', [
    ['RutCompania', rut],
    ['DvCompania', dv],
    ['TrackId', trackId],
    ['Token', await e.token()],
  ])
  return leaf(answer, 'ESTADO')!
}

/** Uploads a book, lets its time come, and says its verdict with the reasons. */
async function judge(e: Escena, xml: Buffer, headers = {}): Promise<{ estado: string; razones: Razones }> {
  const answer = await e.upload(xml, { headers })
  expect([leaf(answer, 'STATUS'), answer]).toEqual(['0', answer])
  e.advance(2000)
  const estado = await state(e, leaf(answer, 'TRACKID')!)
  const { json } = await e.api('GET', 'libros')
  expect(json.data[0].estado).toBe(estado)
  return { estado, razones: json.data[0].razones }
}

/** One simulator for the tables, whose books have each a number of its own. */
let tables: Escena
let used = 0
beforeAll(() => {
  tables = escena()
})

async function spoiled(make: typeof compras, from: string | RegExp, to: string) {
  used++
  const before = (text: string) => text.replace(from, to)
  const { estado, razones } = await judge(tables, make({ before, folioNotificacion: used }))
  return [estado, razones.map(({ mensaje }) => mensaje).join()]
}

describe('a book', () => {
  test('that adds up is LSO before its time, and then closed', async () => {
    const e = escena()
    const trackId = leaf(await e.upload(compras()), 'TRACKID')!
    expect(await state(e, trackId)).toBe('LSO')
    e.advance(2000)
    expect(await state(e, trackId)).toBe('LTC')
    expect((await judge(e, guias())).estado).toBe('LTC')
    const [guia, compra] = (await e.api('GET', 'libros')).json.data
    expect(guia).toMatchObject({
      track_id: '2',
      clase: 'GUIA',
      periodo: '2026-03',
      razones: [],
      documentos: 3,
    })
    expect(compra).toMatchObject({ track_id: '1', clase: 'COMPRA', folio_notificacion: '1' })
  })

  test('that comes again with the same bytes is 99 with the first Track ID', async () => {
    const e = escena()
    const first = await e.upload(guias())
    const again = await e.upload(guias())
    expect([leaf(first, 'STATUS'), leaf(again, 'STATUS')]).toEqual(['0', '99'])
    expect(again).toContain(leaf(first, 'TRACKID')!)
  })

  test('with a number that was used in its period is LNC, that of another kind or owner is not', async () => {
    const e = escena()
    const other = (text: string) => text.replace('T10:00:00', 'T10:00:01')
    expect((await judge(e, compras())).estado).toBe('LTC')
    const { estado, razones } = await judge(e, compras({ before: other }))
    expect([estado, razones[0]!.mensaje]).toEqual(['LNC', 'FolioNotificacion 1 ya se usó en el período'])
    expect((await judge(e, compras({ before: other, folioNotificacion: 2 }))).estado).toBe('LTC')
    expect((await judge(e, guias())).estado).toBe('LTC')
    const later = (text: string) => text.replace('T10:00:00', 'T10:00:02')
    expect((await judge(e, compras({ before: later }), { 'x-simulador-dueno': 'cta_2' })).estado).toBe('LTC')
  })

  test('of another month is its own, and one of a month to come is refused', async () => {
    const e = escena()
    await judge(e, guias())
    const of = (month: string) => guias({ before: (t) => t.replaceAll('2026-03', month) })
    expect((await judge(e, of('2026-02'))).estado).toBe('LTC')
    expect(await judge(e, of('2026-04'))).toEqual({
      estado: 'LRC',
      razones: [{ codigo: 'LRC', mensaje: 'El período 2026-04 es futuro' }],
    })
  })

  test('with a broken signature, that of another element, or of another person is LRF', async () => {
    const e = escena()
    expect((await judge(e, compras({ alter: (t) => t.replace('>1190<', '>1191<') }))).estado).toBe('LRF')
    expect((await judge(e, compras({ alter: (t) => t.replace('ID="L"', 'ID="M"') }))).estado).toBe('LRF')
    expect((await judge(e, compras({ firma: { ...PERSONA, rut: '12345678-5' } }))).estado).toBe('LRF')
  })

  const CARATULAS: [string, string | RegExp, string][] = [
    ['RutEmisorLibro dice 77666555-K', 'RutEmisorLibro>76543210-3', 'RutEmisorLibro>77666555-K'],
    ['TipoLibro dice MENSUAL', 'ESPECIAL', 'MENSUAL'],
    ['TipoEnvio dice PARCIAL', 'TOTAL', 'PARCIAL'],
    ['La resolución 80', '<NroResol>0', '<NroResol>80'],
    ['Falta FolioNotificacion', /<Folio.*\n/, ''],
    ['es posterior al período', '<FchDoc>2026-03', '<FchDoc>2026-04'],
  ]
  test.each(CARATULAS)('whose cover is wrong is LRC: %s', async (mensaje, from, to) => {
    expect(await spoiled(compras, from, to)).toEqual(['LRC', expect.stringContaining(mensaje)])
  })

  test('without a zero or with a negative amount is LRS', async () => {
    const e = escena()
    const missing = await judge(e, compras({ before: (t) => t.replace('<MntExe>0</MntExe>\n', '') }))
    expect(missing).toEqual({ estado: 'LRS', razones: [{ codigo: 'LBR-3', mensaje: '30-7: falta MntExe' }] })
    const before = (t: string) => t.replace('<MntNeto>1000', '<MntNeto>-1000')
    expect((await judge(e, compras({ before, folioNotificacion: 2 }))).razones).toEqual([
      { codigo: 'LBR-2', mensaje: 'Tipo 30: MntNeto es negativo' },
    ])
  })

  const SUMAS: [string, string, string][] = [
    ['TotDoc dice 3 y el detalle suma 2', '<TotDoc>2', '<TotDoc>3'],
    ['TotMntExe dice 1', '<TotMntExe>0', '<TotMntExe>1'],
    ['TotMntNeto dice 1501 y el detalle suma 1500', '<TotMntNeto>1500', '<TotMntNeto>1501'],
    ['TotMntIVA dice 1', '<TotMntIVA>0', '<TotMntIVA>1'],
    ['TotIVANoRec 4 dice 96 y el detalle suma 95', '<TotMntIVANoRec>95', '<TotMntIVANoRec>96'],
    ['TotOpIVAUsoComun dice 2', '<TotOpIVAUsoComun>1', '<TotOpIVAUsoComun>2'],
    ['TotIVAUsoComun dice 191', '<TotIVAUsoComun>190', '<TotIVAUsoComun>191'],
    ['el crédito del IVA de uso común', '<FctProp>0.6', '<FctProp>0.5'],
    ['TotOtrosImp 15 dice 381', '<TotMntImp>380', '<TotMntImp>381'],
    ['TotMntTotal dice 1620', '<TotMntTotal>2000', '<TotMntTotal>1620'],
    ['46-9: MntTotal dice 2380 y sus montos suman 2000', '<MntTotal>2000', '<MntTotal>2380'],
    ['30-7: 18 % de 1000 no es el IVA informado, 190', '<TasaImp>19', '<TasaImp>18'],
    [
      'Tipo 45: debe tener una línea de resumen',
      '<TpoDoc>46</TpoDoc>\n<NroDoc>',
      '<TpoDoc>45</TpoDoc>\n<NroDoc>',
    ],
  ]
  test.each(SUMAS)('of purchases that does not add up is LRH: %s', async (mensaje, from, to) => {
    expect(await spoiled(compras, from, to)).toEqual(['LRH', expect.stringContaining(mensaje)])
  })

  const GUIAS_MALAS: [string, string, string][] = [
    ['TotGuiaAnulada dice 2', '<TotGuiaAnulada>1', '<TotGuiaAnulada>2'],
    ['TotGuiaVenta dice 2 y el detalle suma 1', '<TotGuiaVenta>1', '<TotGuiaVenta>2'],
    ['TotMntGuiaVta dice 1309', '<TotMntGuiaVta>1190', '<TotMntGuiaVta>1309'],
    ['TotTraslado 5, CantGuia dice 2', '<CantGuia>1', '<CantGuia>2'],
    [
      'TotMntModificado dice 9',
      '<TotMntGuiaVta>1190</TotMntGuiaVta>\n',
      '<TotMntGuiaVta>1190</TotMntGuiaVta>\n<TotMntModificado>9</TotMntModificado>\n',
    ],
    ['TotFolAnulado dice 0 y el detalle suma 1', '<Anulado>2', '<Anulado>1'],
  ]
  test.each(GUIAS_MALAS)('of guides that does not add up is LRH: %s', async (mensaje, from, to) => {
    expect(await spoiled(guias, from, to)).toEqual(['LRH', expect.stringContaining(mensaje)])
  })

  test('whose elements are not those of the schema is refused at the door, and every book by that of production', async () => {
    const e = escena()
    const spoil: ((t: string) => string)[] = [
      (t) => t.replace('LibroCV_v10.xsd', 'LibroGuia_v10.xsd'),
      (t) => t.replace(/(<TipoLibro>.*)\n(<TipoEnvio>.*)\n/, '$2\n$1\n'),
      (t) => t.replace('<TotMntNeto>1500</TotMntNeto>\n', ''),
      (t) => t.replace('<IVAUsoComun>190', '<IVAUsoComun>-190'),
      (t) => t.replace('</MntTotal>', '</MntTotal><Otro>1</Otro>'),
      (t) => t.replace('ID="L"', ''),
      (t) => t.replace(/<Signature[\s\S]*<\/Signature>/, ''),
      (t) => t.replace('</LibroCompraVenta>', ''),
    ]
    for (const alter of spoil)
      expect([String(alter), leaf(await e.upload(compras({ alter })), 'STATUS')]).toEqual([
        String(alter),
        '7',
      ])
    expect(leaf(await e.upload(compras(), { host: 'palena' }), 'STATUS')).toBe('7')
    const filled = compras({
      alter: (t) => t.replace('\n<EnvioLibro', `${'\n'.repeat(1024 * 1024)}<EnvioLibro`),
    })
    expect(leaf(await e.upload(filled), 'STATUS')).toBe('2')
    expect((await e.api('GET', 'libros')).json.data).toEqual([])
  })

  test('of one owner is not shown to another, nor to another company', async () => {
    const e = escena()
    await judge(e, compras(), { 'x-simulador-dueno': 'cta_1' })
    expect((await e.api('GET', 'libros?rut=77666555-K')).json.data).toEqual([])
    expect((await e.api('GET', 'libros?rut=nada')).status).toBe(400)
    expect((await escena({ db: e.db, aparte: true }).api('GET', 'libros')).json.data).toEqual([])
  })
})
