// Folios at the simulated SII's site, through its pages, by plain fetch (simulator §14).

import { describe, expect, test } from 'bun:test'
import { annul, ask, COMPANY, forms, list, listed, request, ventanilla, words } from './folios-visita'
import { consumoFolios } from './rcof-hecho'
import { dte, EMPRESA, PERSONA, sobre } from './sobres'
import { type Portal, usePortals } from './visita'

const SKIPPED = 'LIBRUD-OFSF-DTE-3-1-02'

const scene = usePortals()
const fail = (p: Portal, servicio: string, falla: string, over: object = {}) =>
  p.desk('POST', 'fallas', null, { servicio, falla, ...over })
const isFirstPage = (text: string): boolean =>
  forms(text)[0]?.action.endsWith('/of_solicita_folios_dcto') === true
const range = (file: string) => {
  const [, desde, hasta] = /<RNG><D>(\d+)<\/D><H>(\d+)<\/H><\/RNG>/.exec(file)!
  return [Number(desde), Number(hasta)]
}

describe('a request for folios', () => {
  test('goes through its pages to a file whose folios the SII accepts, the next one where it ended', async () => {
    const p = scene()
    const v = await ventanilla(p)
    const { first, chosen } = await ask(v)
    expect(first).toBe(true)
    expect(forms(chosen)[0]).toMatchObject({
      action: '/cvc_cgi/dte/of_confirma_folio',
      values: { CONTROL: 'S', MAX_AUTOR: '1000', COD_DOCTO: '33' },
    })
    const caf = await request(v, { cantidad: 5 })
    expect(range(caf.file)).toEqual([1, 5])
    expect(caf.file).toContain(`<RE>${EMPRESA}</RE>`)
    expect(caf.file).toContain('<FA>2026-03-02</FA>')
    const { documentos } = await p.e.judge(sobre([dte({ folio: 5, caf })]))
    expect(documentos).toMatchObject([{ folio: 5, veredicto: 'aceptado' }])
    expect((await ask(v, { cantidad: 5 })).first).toBe(false)
    expect(range((await request(v, { cantidad: 7 })).file)).toEqual([6, 12])
    // The desk's are of the same sequence.
    expect((await p.e.caf(33, 10)).desde).toBe(13)
  })

  test('offers the types that the company may issue, and the date of the file is what the last page is sent', async () => {
    const p = scene()
    await p.e.register(EMPRESA, { tipos_dte: [33, 61] })
    const v = await ventanilla(p)
    const { types, proposed } = await ask(v)
    expect(forms(types)[0]!.options.COD_DOCTO).toEqual(['', '33', '61'])
    expect(await v.fill(await v.fill(proposed), { FECHA: '2026-03-03' })).toContain('<FA>2026-03-03</FA>')
  })

  test('begins where the first of its type is told to', async () => {
    const v = await ventanilla(scene())
    expect(range((await request(v, { cantidad: 2, inicial: '501' })).file)).toEqual([501, 502])
    expect(range((await request(v, { tipo: 34, cantidad: 2, inicial: '0' })).file)).toEqual([1, 2])
  })

  test('whose page was skipped meets the error of a skipped page, and nothing is granted', async () => {
    const v = await ventanilla(scene())
    expect(words(await v.get('of_solicita_folios_dcto'))).toContain(SKIPPED)
    const range = { ...COMPANY, COD_DOCTO: '33', CANT_DOCTOS: '1', FOLIO_INI: '1', FOLIO_FIN: '1' }
    for (const page of [
      'of_solicita_folios_dcto',
      'of_confirma_folio',
      'of_genera_folio',
      'of_genera_archivo',
    ])
      expect(words(await v.post(page, range))).toContain(SKIPPED)
    expect(listed(await list(v, 'rf'))).toEqual([])
  })

  test('with a quantity on the third page sees no limits, and is later refused without a word', async () => {
    const v = await ventanilla(scene())
    const types = await v.fill(await v.get('of_solicita_folios'), COMPANY)
    const chosen = await v.fill(types, { COD_DOCTO: '33', CANT_DOCTOS: '10' })
    const [form] = forms(chosen)
    expect(form!.values).not.toHaveProperty('MAX_AUTOR')
    expect(form!.values).not.toHaveProperty('CONTROL')
    const proposed = await v.fill(await v.fill(chosen, { CANT_DOCTOS: '10' }), { FOLIO_INICIAL: '1' })
    expect(isFirstPage(await v.fill(proposed))).toBe(true)
    expect(listed(await list(v, 'rf'))).toEqual([])
  })

  test('for too many, or for a range that does not add up, is the first page again', async () => {
    const v = await ventanilla(scene())
    expect(isFirstPage((await ask(v, { cantidad: 1001 })).proposed)).toBe(true)
    const { proposed } = await ask(v, { cantidad: 10 })
    expect(isFirstPage(await v.fill(proposed, { FOLIO_FIN: '5' }))).toBe(true)
    const less = await ask(v, { cantidad: 10 })
    const granted = await v.fill(less.proposed, { FOLIO_FIN: '5', CANT_DOCTOS: '5' })
    expect(range(await v.fill(granted))).toEqual([1, 5])
  })

  test('that comes back in the middle finds its type chosen, and the form leads on', async () => {
    const v = await ventanilla(scene())
    await ask(v, { tipo: 61 })
    const types = await v.fill(await v.get('of_solicita_folios'), COMPANY)
    expect(forms(types)[0]).toMatchObject({
      action: '/cvc_cgi/dte/of_confirma_folio',
      values: { COD_DOCTO: '61', CONTROL: 'S' },
    })
  })

  test('stands apart by session: what one was shown another may not go on with', async () => {
    const p = scene()
    const { proposed } = await ask(await ventanilla(p))
    expect(words(await (await ventanilla(p)).fill(proposed))).toContain(SKIPPED)
  })

  test('is granted once: whoever asks the same page again is told the range, and may still fetch it', async () => {
    const p = scene()
    const v = await ventanilla(p)
    await fail(p, 'folios', 'corte_despues_de_otorgar', { veces: 1 })
    const { proposed } = await ask(v, { cantidad: 10 })
    expect(await v.fill(proposed).catch((cut) => String(cut))).toMatch(/socket|closed|ECONNRESET/i)
    expect(words(await v.fill(proposed))).toContain('Ya fue autorizado el rango desde 1 hasta 10')
    const fields = {
      ...COMPANY,
      COD_DOCTO: '33',
      FOLIO_INI: '1',
      FOLIO_FIN: '10',
      FECHA: '2026-03-02',
      ACEPTAR: 'AQUI',
    }
    const file = await v.post('of_genera_archivo', fields)
    expect(range(file)).toEqual([1, 10])
    expect(await v.post('of_genera_archivo', fields)).toBe(file)
    expect(listed(await list(v, 'rf'))).toEqual([[1, 10]])
  })

  test('meets what was asked to go wrong, each on its own page', async () => {
    const p = scene()
    const v = await ventanilla(p)
    await fail(p, 'folios', 'no_autoriza', { veces: 1 })
    const refused = (await ask(v)).proposed
    expect(words(refused)).toContain('NO SE AUTORIZA TIMBRAJE')
    expect(forms(refused)).toEqual([])
    await fail(p, 'folios', 'ofga')
    const granted = await v.fill((await ask(v)).proposed)
    for (let i = 0; i < 2; i++) expect(words(await v.fill(granted))).toContain('DTE-OFGA')
    expect(range(await v.fill(granted))).toEqual([1, 10])
    await fail(p, 'folios', 'pagina_ajena', { veces: 1 })
    expect(words(await v.get('of_solicita_folios'))).toContain('Mesa de ayuda')
    await fail(p, 'folios', 'firewall', { veces: 1 })
    expect(await v.get('rf_reobtencion1_folios')).toContain('The requested URL was rejected')
    await fail(p, 'folios_anular', 'cola', { veces: 1 })
    expect(await v.get('af_anular1')).toContain('Queue-it')
    await fail(p, 'folios', 'sesion_vencida', { veces: 1 })
    expect((await v.visita.go('maullin/cvc_cgi/dte/of_solicita_folios')).status).toBe(302)
    expect((await p.desk('POST', 'fallas', null, { servicio: 'rcv', falla: 'ofga' })).status).toBe(422)
  })

  test('reads differently at each load, in Latin-1, with a script that names other forms', async () => {
    const p = scene()
    const v = await ventanilla(p)
    const loads = await Promise.all(Array.from({ length: 6 }, async () => (await ask(v)).proposed))
    expect(new Set(loads).size).toBeGreaterThan(1)
    expect(
      new Set(loads.map((text) => JSON.stringify(Object.entries(forms(text)[0]!.values).sort()))).size,
    ).toBe(1)
    expect(loads[0]).toMatch(/<script>[\s\S]*of_solicita_folios_dcto[\s\S]*<\/script>/)
    expect(loads[0]).toMatch(/NUMERACI|Obtener/)
  })
})

describe('who may not', () => {
  const told = async (p: Portal) =>
    words(await (await ventanilla(p)).post('of_solicita_folios_dcto', { ...COMPANY, ACEPTAR: 'Continuar' }))

  test.each([
    ['for a company that is no issuer', { emisor: false }, 'no está autorizada para operar'],
    [
      'whom the company did not name',
      { personas: ['9876543-3'] },
      'no está autorizado para ingresar a esta opción',
    ],
  ])('ask %s is told so', async (_, contribuyente, text) => {
    const p = scene()
    await p.e.register(EMPRESA, contribuyente)
    expect(await told(p)).toContain(text)
  })

  test('ask because the SII does not know the person is told code 106', async () => {
    const p = scene()
    await p.e.register(PERSONA.rut, { inscrito: false })
    expect(await told(p)).toContain('106')
  })

  test.each([
    ['ended its business', '76000001', '9', 'no registra Verificacion de Actividades'],
    ['is unknown', '76000000', '0', 'deberá presentarse en la oficina'],
  ])('ask for a company that %s is told so', async (_, RUT_EMP, DV_EMP, text) => {
    const v = await ventanilla(scene())
    expect(words(await v.post('of_solicita_folios_dcto', { RUT_EMP, DV_EMP }))).toContain(text)
  })

  test('ask without a certificate is sent to the door, or told to come with one', async () => {
    const p = scene()
    const nobody = p.visit()
    expect((await nobody.go('maullin/cvc_cgi/dte/of_solicita_folios')).status).toBe(302)
    await nobody.clave(PERSONA.rut, await p.newClave(PERSONA.rut))
    expect((await nobody.go('maullin/cvc_cgi/dte/of_solicita_folios')).text).toContain('39</b>')
  })
})

describe('rationed folios', () => {
  const rationed = async () => {
    const p = scene()
    expect((await p.desk('PUT', 'ajustes', null, { caf_racionado: true })).json.data.caf_racionado).toBe(true)
    return { p, v: await ventanilla(p) }
  }
  const limits = async (v: Awaited<ReturnType<typeof ventanilla>>) => {
    const types = await v.fill(await v.get('of_solicita_folios'), COMPANY)
    const text = await v.post('of_solicita_folios_dcto', {
      ...COMPANY,
      ...forms(types)[0]!.values,
      COD_DOCTO: '33',
      CANT_DOCTOS: '',
    })
    const { MAX_AUTOR, FOLIOS_DISP } = forms(text)[0]?.values ?? {}
    return MAX_AUTOR === undefined ? words(text) : [Number(MAX_AUTOR), Number(FOLIOS_DISP)]
  }

  test('of a company without history: a hundred, one beside two unused ones, none beside more', async () => {
    const { v } = await rationed()
    expect(await limits(v)).toEqual([100, 0])
    await request(v, { cantidad: 2 })
    expect(await limits(v)).toEqual([1, 2])
    await request(v, { cantidad: 1 })
    expect(await limits(v)).toContain('NO SE AUTORIZA TIMBRAJE')
  })

  test('of a company that uses them: what is left to a hundred, however much it annuls', async () => {
    const { p, v } = await rationed()
    const caf = await request(v, { cantidad: 30 })
    await p.e.judge(sobre([1, 2].map((folio) => dte({ folio, caf }))))
    expect(await limits(v)).toEqual([72, 28])
    p.e.advance(1000)
    await annul(v, 21, 30)
    expect(await limits(v)).toEqual([72, 28])
    p.e.advance(1000)
    await p.e.judge(sobre([dte({ folio: 3, caf })]))
    // A document came after: what was annulled no longer counts.
    expect(await limits(v)).toEqual([83, 17])
  })

  test('are part of the faithful preset', async () => {
    const p = scene()
    const { data } = (await p.desk('PUT', 'ajustes', null, { preset: 'fiel' })).json
    expect(data).toMatchObject({
      ...{ preset: 'fiel', caf_racionado: true, captcha: true, rcv_refresco: 'diario' },
    })
    const own = (await p.desk('PUT', 'ajustes', null, { captcha: false })).json
    expect([own.data.preset, own.data.caf_racionado]).toEqual([null, true])
    await p.desk('PUT', 'ajustes', null, { preset: 'rapido' })
    expect((await p.desk('GET', 'ajustes')).json.data.preset).toBe('rapido')
  })
})

describe('fetching again', () => {
  test('lists every range, ten to a page, and gives the very file, also of one that nobody fetched', async () => {
    const p = scene()
    const v = await ventanilla(p)
    const { file } = await request(v, { cantidad: 2 })
    // Granted, and never fetched.
    await v.fill((await ask(v, { cantidad: 3 })).proposed)
    for (let i = 0; i < 10; i++) await p.e.caf(33, 1)
    await p.e.caf(39, 1)
    const first = await v.fill(await v.get('rf_reobtencion1_folios'), { ...COMPANY, COD_DOCTO: '33' })
    expect(listed(first)).toHaveLength(10)
    expect(first).toContain('cambiapag(2)')
    const second = await list(v, 'rf', 33, 2)
    expect(listed(second)).toEqual([
      [3, 5],
      [1, 2],
    ])
    const fetch = async (which: number) => v.fill(await v.fill(await v.fill(second, {}, which)))
    expect(await fetch(1)).toBe(file)
    const lost = await fetch(0)
    expect(range(lost)).toEqual([3, 5])
    expect(await fetch(0)).toBe(lost)
  })

  test('tells a range that was annulled whole at its third page alone', async () => {
    const v = await ventanilla(scene())
    await request(v, { cantidad: 3 })
    await annul(v, 1, 2)
    const page = () => list(v, 'rf')
    expect(forms(await v.fill(await page()))[0]!.action).toBe('/cvc_cgi/dte/rf_genera_folio')
    await annul(v, 3, 3)
    expect(listed(await page())).toEqual([[1, 3]])
    const told = await v.fill(await page())
    expect(words(told)).toContain('ha sido anulado completamente')
    expect(forms(told)).toEqual([])
  })

  test('by a page that was skipped, or of a range that is not there, is the error of a skipped page', async () => {
    const p = scene()
    await p.e.caf(33, 5)
    const v = await ventanilla(p)
    const fields = {
      ...COMPANY,
      COD_DOCTO: '33',
      FOLIO_INI: '1',
      FOLIO_FIN: '5',
      DIA: '02',
      MES: '03',
      ANO: '2026',
      FECHA: '2026-03-02',
    }
    for (const page of [
      'rf_reobtencion3_folios',
      'rf_genera_folio',
      'rf_genera_archivo',
      'af_anular3',
      'af_anular',
    ])
      expect(words(await v.post(page, fields))).toContain(SKIPPED)
    await list(v, 'rf')
    expect(words(await v.post('rf_reobtencion3_folios', { ...fields, FOLIO_FIN: '4' }))).toContain(SKIPPED)
  })
})

describe('annulling', () => {
  test('takes folios of a range out of use: refused in a document, and the list goes on as if nothing were', async () => {
    const p = scene()
    const v = await ventanilla(p)
    const caf = await request(v, { cantidad: 10 })
    const done = await annul(v, 4, 10, 0, 'Ñandú')
    expect(done).toContain('<title>SOLICITUD ANULACION DE FOLIOS</title>')
    expect(words(done)).toContain('ha autorizado la anulación de los folios 4 a 10')
    expect(words(await list(v, 'af'))).toMatch(/02-03-2026 10 1 10 11111111-1/)
    const { documentos } = await p.e.judge(sobre([3, 4].map((folio) => dte({ folio, caf }))))
    expect(documentos).toMatchObject([
      { folio: 3, veredicto: 'aceptado' },
      { folio: 4, veredicto: 'rechazado', razones: [{ codigo: 'DTE-3-601' }] },
    ])
    expect(p.e.db.prepare('SELECT DISTINCT motivo FROM sim_folio_anulado').pluck().all()).toEqual([
      'Ã\u0091andÃº',
    ])
  })

  test('with one received folio among them is refused for all, also while it is still looked at', async () => {
    const p = scene()
    const v = await ventanilla(p)
    const caf = await request(v, { cantidad: 5 })
    await p.e.upload(sobre([dte({ folio: 3, caf })]))
    expect(words(await annul(v, 1, 5))).toContain('El folio 3 ya fue recepcionado')
    p.e.advance(5000)
    expect(words(await annul(v, 3, 4))).toContain('recepcionado')
    expect(words(await annul(v, 4, 5))).toContain('ha autorizado')
  })

  test('twice is refused; so are folios beyond the range and a reason that is missing', async () => {
    const p = scene()
    const v = await ventanilla(p)
    await request(v, { cantidad: 5 })
    await annul(v, 2, 2)
    expect(words(await annul(v, 1, 3))).toContain('El folio 2 ya fue anulado anteriormente')
    expect(words(await annul(v, 4, 6))).toContain('deben ser del rango')
    expect(words(await annul(v, 4, 5, 0, ' '))).toContain('motivo')
    expect(p.e.db.prepare('SELECT count(*) FROM sim_folio_anulado').pluck().get()).toBe(1)
  })

  test('goes on by single folios from the page of the range', async () => {
    const v = await ventanilla(scene())
    await request(v, { cantidad: 5 })
    const page = await v.fill(await list(v, 'af'))
    for (const folio of ['1', '3'])
      expect(words(await v.fill(page, { FOLIO_INI_A: folio, FOLIO_FIN_A: folio, MOTIVO: 'x' }))).toContain(
        'ha autorizado',
      )
  })
})

test('an annulled folio may be told as annulled in the report of its day, and one that is not may not', async () => {
  const p = scene()
  const v = await ventanilla(p)
  const caf = await request(v, { tipo: 39, cantidad: 5 })
  await p.e.judge(sobre([1, 2].map((folio) => dte({ tipo: 39, folio, caf }))))
  const report = async (anulados: [number, number][], secuencia: number) => {
    await p.e.upload(consumoFolios([{ tipo: 39, total: 2380, rangos: [[1, 2]], anulados }], { secuencia }))
    p.e.advance(5000)
    const [{ estado, razones }] = (await p.desk('GET', 'rcof')).json.data
    return [estado, ...razones.map(({ mensaje }: { mensaje: string }) => mensaje)]
  }
  expect(await report([[4, 5]], 1)).toEqual([
    'RPR',
    '39-4 se informa anulado y no lo está',
    '39-5 se informa anulado y no lo está',
  ])
  const page = await v.fill(await list(v, 'af', 39))
  await v.fill(page, { FOLIO_INI_A: '4', FOLIO_FIN_A: '5', MOTIVO: 'Sin uso' })
  expect(await report([[4, 5]], 2)).toEqual(['EPR'])
})

describe('two accounts with one RUT', () => {
  test('see their own ranges alone, of one sequence, whether asked for here or at the desk', async () => {
    const p = scene()
    const [one, other] = [await ventanilla(p, 'cta_1'), await ventanilla(p, 'cta_2')]
    await request(one, { cantidad: 3 })
    await p.desk('POST', 'caf', 'cta_2', { rut: EMPRESA, tipo_dte: 33, cantidad: 4 })
    expect(range((await request(one, { cantidad: 5 })).file)).toEqual([8, 12])
    for (const clase of ['rf', 'af'] as const) {
      expect(listed(await list(one, clase))).toEqual([
        [8, 12],
        [1, 3],
      ])
      expect(listed(await list(other, clase))).toEqual([[4, 7]])
    }
    const form = forms(await list(one, 'rf'))[0]!
    expect(words(await other.post('rf_reobtencion3_folios', form.values))).toContain(SKIPPED)
  })

  test('both see a range of which nobody told whose it is', async () => {
    const p = scene()
    await p.e.caf(33, 5)
    for (const dueno of ['cta_1', 'cta_2', null])
      expect(listed(await list(await ventanilla(p, dueno), 'rf'))).toEqual([[1, 5]])
  })

  test('learn a range from elsewhere with whoever sends a document of it', async () => {
    const elsewhere = scene()
    const caf = await elsewhere.e.caf(33, 5)
    const p = scene()
    await p.e.judge(sobre([dte({ folio: 2, caf })]), { headers: { 'x-simulador-dueno': 'cta_1' } })
    expect(listed(await list(await ventanilla(p, 'cta_1'), 'af'))).toEqual([[1, 5]])
    expect(listed(await list(await ventanilla(p, 'cta_2'), 'af'))).toEqual([])
  })
})

test('the sides know nothing of each other, and the data of a company are those of certification', async () => {
  const p = scene()
  await request(await ventanilla(p), { cantidad: 3 })
  const there = await ventanilla(p, null, 'palena')
  expect(listed(await list(there, 'rf'))).toEqual([])
  const v = await ventanilla(p)
  const told = words(await v.fill(await v.get('ad_empresa1'), COMPANY))
  expect(told).toMatch(
    new RegExp(
      `RUT ${EMPRESA} Razón Social .+ Número de Resolución 0 Fecha de Resolución \\d\\d-\\d\\d-\\d{4}`,
    ),
  )
  expect((await there.visita.go('palena/cvc_cgi/dte/ad_empresa1')).status).toBe(404)
})
