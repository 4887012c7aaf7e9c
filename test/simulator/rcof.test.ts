// Reports of used folios at the simulated SII's door, and what its ledger makes of them (simulator §20).

import { describe, expect, test } from 'bun:test'
import { type Escena, escena, leaf } from './escena'
import { consumoFolios, type ResumenHecho } from './rcof-hecho'
import { dte, EMPRESA, PERSONA, referencia, sobre } from './sobres'

const DUENO = { 'x-simulador-dueno': 'cta_1' }

/** Boletas of a neto of 1000 each, folios 1 to `count`, received and accepted. */
async function boletas(e: Escena, count = 3, headers = {}) {
  const caf = await e.caf(39)
  const all = Array.from({ length: count }, (_, i) => dte({ tipo: 39, folio: caf.desde + i, caf }))
  const { documentos } = await e.judge(sobre(all), { headers })
  expect(documentos.map(({ veredicto }) => veredicto)).toEqual(all.map(() => 'aceptado'))
  return caf
}

/** Sends a report and lets its time come. */
async function send(e: Escena, resumen: ResumenHecho[], datos = {}, headers = {}) {
  const answer = await e.upload(consumoFolios(resumen, datos), { headers })
  expect(leaf(answer, 'STATUS')).toBe('0')
  e.advance(2000)
  return Number(leaf(answer, 'TRACKID'))
}

const state = async (e: Escena, trackId: number): Promise<string> => {
  const [rut, dv] = EMPRESA.split('-') as [string, string]
  const answer = await e.soap('/DTEWS/QueryEstUp.jws', 'getEstUp', [
    ['RutCompania', rut],
    ['DvCompania', dv],
    ['TrackId', String(trackId)],
    ['Token', await e.token()],
  ])
  return leaf(answer, 'ESTADO')!
}

/** The objections to it, in the window. */
const reasons = async (e: Escena, trackId: number): Promise<string[]> => {
  const { json } = await e.api('GET', 'rcof')
  const row = json.data.find((one: { track_id: string }) => one.track_id === String(trackId))
  return row.razones.map(({ mensaje }: { mensaje: string }) => mensaje)
}

const mail = async (e: Escena, trackId: number): Promise<string> =>
  (await e.sim.fetch(new Request(`http://simulador.invalid/simulador/correos/${trackId}`))).text()

describe('a report of used folios', () => {
  test('that tells of every boleta of the day is processed, and nothing but REC is told before its time', async () => {
    const e = escena()
    await boletas(e)
    const answer = await e.upload(consumoFolios([{ tipo: 39, total: 3570, rangos: [[1, 3]] }]))
    const trackId = Number(leaf(answer, 'TRACKID'))
    expect(await state(e, trackId)).toBe('REC')
    e.advance(2000)
    expect(await state(e, trackId)).toBe('EPR')
    expect(await mail(e, trackId)).toContain('<Estado>CORRECTO</Estado>')
  })

  test('that leaves out one boleta meets an objection that names it; corrected with the next number it is processed', async () => {
    const e = escena()
    await boletas(e)
    const first = await send(e, [
      {
        tipo: 39,
        total: 3570,
        rangos: [
          [1, 1],
          [3, 3],
        ],
      },
    ])
    expect(await state(e, first)).toBe('RPR')
    expect(await reasons(e, first)).toEqual(['39-2 fue recibido y no se informa'])
    expect(await mail(e, first)).toContain('<Detalle>39-2 fue recibido y no se informa</Detalle>')
    const second = await send(e, [{ tipo: 39, total: 3570, rangos: [[1, 3]] }], { secuencia: 2 })
    expect(await state(e, second)).toBe('EPR')
  })

  test('takes its Track ID from the sequence of envelopes, and gives it back to them', async () => {
    const e = escena()
    await boletas(e, 1)
    const report = await send(e, [{ tipo: 39, total: 1190, rangos: [[1, 1]] }])
    const caf = await e.caf(33)
    const { trackId } = await e.judge(sobre([dte({ folio: 1, caf })]))
    expect([report, Number(trackId)]).toEqual([2, 3])
  })

  test('that comes again with the same bytes is 99 with the first Track ID', async () => {
    const e = escena()
    const xml = consumoFolios([{ tipo: 39, total: 0 }])
    const first = await e.upload(xml)
    const again = await e.upload(xml)
    expect([leaf(first, 'STATUS'), leaf(again, 'STATUS')]).toEqual(['0', '99'])
    expect(again).toContain(leaf(first, 'TRACKID')!)
    expect((await e.api('GET', 'rcof')).json.data.map((r: { veces: number }) => r.veces)).toEqual([2])
  })

  test('counts accepted notes over boletas and no other note', async () => {
    const e = escena()
    const boleta = await boletas(e, 1)
    const caf = await e.caf(61)
    const factura = await e.caf(33)
    await e.judge(sobre([dte({ folio: 1, caf: factura })]))
    const note = (folio: number, tipo: number, de: number) =>
      dte({ tipo: 61, folio, caf, referencias: referencia(1, tipo, de, 1) })
    const { documentos } = await e.judge(sobre([note(1, 39, boleta.desde), note(2, 33, 1)]))
    expect(documentos.map(({ veredicto }) => veredicto)).toEqual(['aceptado', 'aceptado'])
    const only39 = await send(e, [{ tipo: 39, total: 1190, rangos: [[1, 1]] }])
    await state(e, only39)
    expect(await reasons(e, only39)).toEqual(['61-1 fue recibido y no se informa'])
    const both: ResumenHecho[] = [
      { tipo: 39, total: 1190, rangos: [[1, 1]] },
      { tipo: 61, total: 1190, rangos: [[1, 1]] },
    ]
    expect(await state(e, await send(e, both, { secuencia: 2 }))).toBe('EPR')
  })

  const WRONG: [string, ResumenHecho[], object, string][] = [
    [
      'an invented folio',
      [{ tipo: 39, total: 3570, rangos: [[1, 4]] }],
      {},
      '39-4 se informa y no fue recibido con esa fecha',
    ],
    [
      'another total',
      [{ tipo: 39, total: 3571, rangos: [[1, 3]] }],
      {},
      'Tipo 39: MntTotal dice 3571 y lo recibido suma 3570',
    ],
    [
      'counters that are not those of its ranges',
      [{ tipo: 39, total: 3570, rangos: [[1, 3]], emitidos: 2 }],
      {},
      'Tipo 39: los contadores no son los de los rangos',
    ],
    [
      'a folio as annulled that is not',
      [{ tipo: 39, total: 3570, rangos: [[1, 3]], anulados: [[9, 9]] }],
      {},
      '39-9 se informa anulado y no lo está',
    ],
    [
      'a folio twice',
      [
        {
          tipo: 39,
          total: 3570,
          rangos: [
            [1, 3],
            [3, 3],
          ],
        },
      ],
      {},
      '39-3 se informa dos veces',
    ],
    [
      'a number that does not follow',
      [{ tipo: 39, total: 3570, rangos: [[1, 3]] }],
      { secuencia: 3 },
      'SecEnvio 3 no sigue a 0',
    ],
    ['no movement at all', [{ tipo: 39, total: 0 }], {}, '39-1 fue recibido y no se informa'],
    [
      'a day on which nothing was',
      [{ tipo: 39, total: 3570, rangos: [[1, 3]] }],
      { fecha: '2026-03-01' },
      '39-1 se informa y no fue recibido con esa fecha',
    ],
  ]
  test.each(WRONG)('that tells %s meets an objection', async (_, resumen, datos, reparo) => {
    const e = escena()
    await boletas(e)
    const trackId = await send(e, resumen, datos)
    expect(await state(e, trackId)).toBe('RPR')
    expect(await reasons(e, trackId)).toContain(reparo)
  })

  test('may tell of folios that were annulled', async () => {
    const e = escena()
    await boletas(e)
    e.db
      .prepare(
        "INSERT INTO sim_folio_anulado (lado, rut, tipo_dte, folio) VALUES ('certificacion', ?, 39, 50)",
      )
      .run(EMPRESA)
    const told: ResumenHecho = { tipo: 39, total: 3570, rangos: [[1, 3]], anulados: [[50, 50]] }
    expect(await state(e, await send(e, [told]))).toBe('EPR')
  })

  test('with a broken signature, or that of another element, is RFR', async () => {
    const e = escena()
    const none: ResumenHecho[] = [{ tipo: 39, total: 0 }]
    const altered = await send(e, none, { alter: (t: string) => t.replace('<MntTotal>0<', '<MntTotal>1<') })
    expect(await state(e, altered)).toBe('RFR')
    const elsewhere = await send(e, none, { alter: (t: string) => t.replace('ID="CF"', 'ID="OTRO"') })
    expect(await state(e, elsewhere)).toBe('RFR')
    expect(await mail(e, elsewhere)).toContain('<Estado>ERRONEO</Estado>')
  })

  test('by who may not act, of another company, of two days or of tomorrow is RCT', async () => {
    const e = escena()
    const none: ResumenHecho[] = [{ tipo: 39, total: 0 }]
    for (const datos of [{ rutEmisor: '76192083-9' }, { hasta: '2026-03-03' }, { fecha: '2026-03-03' }])
      expect([datos, await state(e, await send(e, none, datos))]).toEqual([datos, 'RCT'])
    const other = { ...PERSONA, rut: '12345678-5' }
    expect(await state(e, await send(e, none, { firma: other }))).toBe('RFR')
  })

  test('whose elements are not those of the schema is refused at the door', async () => {
    const e = escena()
    const spoil: ((t: string) => string)[] = [
      (t) => t.replace('ConsumoFolio_v10.xsd', 'EnvioDTE_v10.xsd'),
      (t) => t.replace('<SecEnvio>1</SecEnvio>\n', ''),
      (t) => t.replace(/(<SecEnvio>.*<\/SecEnvio>)\n(<Tmst.*>)\n/, '$2\n$1\n'),
      (t) => t.replace('<TipoDocumento>39', '<TipoDocumento>33'),
      (t) => t.replace('</MntTotal>', '</MntTotal><Otro>1</Otro>'),
      (t) => t.replace(' version="1.0">\n<RutEmisor', '>\n<RutEmisor'),
      (t) => t.replace(/<Signature[\s\S]*<\/Signature>/, ''),
      (t) => t.replace('</ConsumoFolios>', ''),
    ]
    for (const alter of spoil) {
      const answer = await e.upload(consumoFolios([{ tipo: 39, total: 0 }], { alter }))
      expect([alter.toString(), leaf(answer, 'STATUS')]).toEqual([alter.toString(), '7'])
    }
    expect((await e.api('GET', 'rcof')).json.data).toEqual([])
  })

  test('of one owner is held against the envelopes of that owner alone', async () => {
    const e = escena()
    await boletas(e, 2, DUENO)
    const mine = await send(e, [{ tipo: 39, total: 2380, rangos: [[1, 2]] }], {}, DUENO)
    const theirs = await send(e, [{ tipo: 39, total: 0 }], {}, { 'x-simulador-dueno': 'cta_2' })
    expect([await state(e, mine), await state(e, theirs)]).toEqual(['EPR', 'EPR'])
    // Asked by itself the simulator shows all of them, within a server those of who asks.
    expect((await e.api('GET', 'rcof')).json.data).toHaveLength(2)
    expect((await escena({ db: e.db, aparte: true }).api('GET', 'rcof')).json.data).toEqual([])
  })

  test('meets faults of its own, which envelopes do not', async () => {
    const e = escena()
    await e.api('POST', 'fallas', { servicio: 'rcof', falla: 'token_rechazado' })
    const caf = await e.caf()
    expect(leaf(await e.upload(sobre([dte({ folio: 1, caf })])), 'STATUS')).toBe('0')
    expect(leaf(await e.upload(consumoFolios([{ tipo: 39, total: 0 }])), 'STATUS')).toBe('5')
  })
})
