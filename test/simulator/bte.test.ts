// Boletas of third parties at the simulated SII's site, through its pages, by plain fetch (simulator §15).

import { describe, expect, test } from 'bun:test'
import { JOSE, type Pagador, pagador, rows, TYPED, totals } from './bte-visita'
import { forms, words } from './folios-visita'
import { EMPRESA, PERSONA } from './sobres'
import { HOME, type Portal, usePortals } from './visita'

const scene = usePortals()
const fail = (p: Portal, falla: string) =>
  p.desk('POST', 'fallas', null, { servicio: 'bte', falla, veces: 1 })
const settle = (p: Portal, ajustes: object) => p.desk('PUT', 'ajustes', null, ajustes)
const set = (p: Portal, fijar: string) => p.desk('POST', 'reloj', null, { fijar })
const kept = async (p: Portal) => (await p.desk('GET', `bte?rut=${EMPRESA}`)).json.data

/** Gross, withheld, to pay, as the draft hides them. */
const amounts = async (v: Pagador, over: Record<string, string> = {}): Promise<number[]> => {
  const { BRT, IMP, NET } = forms(await v.draft(over))[0]!.values
  return [BRT, IMP, NET].map(Number)
}
const dated = (date: string): Record<string, string> => {
  const [ANO, MES, DIA] = date.split('-') as [string, string, string]
  return { ANO, MES, DIA }
}

describe('a boleta of third parties', () => {
  test('is a draft with the amounts of the SII first, and issued by the page after it, from number 1 on', async () => {
    const p = scene()
    const v = await pagador(p)
    expect(await amounts(v)).toEqual([500_000, 76_250, 423_750])
    expect(await kept(p)).toEqual([])
    expect([await v.issue(), await v.issue({ VALOR1: '1' })]).toEqual([1, 2])
    expect((await kept(p)).at(-1)).toMatchObject({
      folio: 1,
      estado: 'vigente',
      fecha: '2026-03-02',
      codigo_barras: expect.stringMatching(/^C765432101[0-9A-F]{5}$/),
      beneficiario: { rut: JOSE, nombre: 'José Ñancupil Cárdenas', direccion: 'Parcela 12', comuna: 'TALCA' },
      servicios: [{ descripcion: 'Mantención de jardín', monto: 500_000 }],
      total_retencion: 76_250,
    })
  })

  test('is issued once more by whoever sends the last page once more', async () => {
    const p = scene()
    const v = await pagador(p)
    const { values } = forms(await v.draft())[0]!
    await v.post('ing3', values)
    await v.post('ing3', values)
    expect(await kept(p)).toHaveLength(2)
  })

  test('has the rate of its date, half a peso up, over the turn of each year', async () => {
    const v = await pagador(scene())
    const at = async (date: string, VALOR1 = '100000') => (await amounts(v, { ...dated(date), VALOR1 }))[1]
    expect([await at('2019-12-31'), await at('2020-01-01'), await at('2021-07-01')]).toEqual([
      10_000, 10_750, 11_500,
    ])
    expect([await at('2025-12-31'), await at('2026-01-01')]).toEqual([14_500, 15_250])
    // 0.1525 × 2 = 0.305, × 20 = 3.05, × 10 = 1.525, × 18 = 2.745, × 200 = 30.5
    expect(await Promise.all(['2', '20', '10', '18', '200'].map((n) => at('2026-03-02', n)))).toEqual([
      0, 3, 2, 3, 31,
    ])
  })

  test('of four lines of nearly ten thousand million each has amounts that add up, and is issued', async () => {
    const p = scene()
    const v = await pagador(p)
    const lines = Object.fromEntries(
      [1, 2, 3, 4].flatMap((i) => [
        [`PRESTA${i}`, 'Obra'],
        [`VALOR${i}`, '9999999999'],
      ]),
    )
    expect(await amounts(v, lines)).toEqual([39_999_999_996, 6_099_999_999, 33_899_999_997])
    expect(await v.issue(lines)).toBe(1)
    expect(rows(await v.month('03', '2026'))).toMatchObject([{ bruto: 39_999_999_996 }])
  })

  test('withholds three points more of a RUT that ends in 7', async () => {
    const v = await pagador(scene())
    expect(await amounts(v, { RUT_TERC: '11111119', DV_TERC: '7' })).toEqual([500_000, 91_250, 408_750])
  })

  test.each([
    [dated('2026-03-03'), 'no puede ser posterior'],
    [{ MES: '13' }, 'no es válida'],
    [{ RUT_TERC: '76543210', DV_TERC: '3' }, 'persona natural'],
    [{ DV_TERC: '4' }, 'RUT del prestador de servicios no es válido'],
    [{ NOMBRE_TERC: ' ' }, 'nombre'],
    [{ cod_comuna: '' }, 'comuna'],
    [{ PRESTA5: 'Quinta', VALOR5: '1' }, 'hasta 4 prestaciones'],
    [{ VALOR1: '0' }, 'mayor que cero'],
    [{ VALOR2: '10' }, 'describir'],
    [{ PRESTA1: '', VALOR1: '' }, 'al menos una'],
  ])('is refused in words: %j', async (over, reason) => {
    const p = scene()
    const v = await pagador(p)
    const text = words(await v.draft(over))
    expect(text).toContain('No ha sido posible')
    expect(text).toContain(reason)
    const { values } = forms(await v.draft())[0]!
    expect(words(await v.post('ing3', { ...values, ...over }))).toContain(reason)
    expect(await kept(p)).toEqual([])
  })

  test('with other amounts than its draft, or without a draft, is not issued', async () => {
    const p = scene()
    const v = await pagador(p)
    const { values } = forms(await v.draft())[0]!
    for (const over of [{ IMP: '1' }, { BRT: '1' }, { NET: '500000' }] as Record<string, string>[])
      expect(words(await v.post('ing3', { ...values, ...over }))).toContain('No ha sido posible')
    expect(words(await v.post('ing3', { ...TYPED, ACEPTAR: 'Emitir la Boleta' }))).toContain(
      'No ha sido posible',
    )
    expect(await kept(p)).toEqual([])
  })

  test('is not for whom the SII does not let pay so, nor in the name of another', async () => {
    const p = scene()
    const v = await pagador(p)
    const { values } = forms(await v.draft())[0]!
    expect(words(await v.post('ing3', { ...values, RUT: '90000011', DV: '1' }))).toContain(
      'no está autorizado',
    )
    await p.e.register(EMPRESA, { emisor: false })
    expect(words(await v.get('ing'))).toContain('no está autorizado')
    expect(await kept(p)).toEqual([])
  })

  test('is issued by who may act for the company, in its name', async () => {
    const p = scene()
    await p.e.register(EMPRESA, { personas: [PERSONA.rut] })
    const v = await pagador(p, PERSONA.rut)
    expect(await v.issue()).toBe(1)
    expect(await kept(p)).toMatchObject([{ rut: EMPRESA, emitida_por: PERSONA.rut }])
  })

  test('is of the company that who acts for several chose at the door, and of nobody by mistake', async () => {
    const p = scene()
    const OTRA = '90000011-1'
    for (const rut of [EMPRESA, OTRA]) await p.e.register(rut, { personas: [PERSONA.rut] })
    const visita = p.visit()
    const { text } = await visita.clave(PERSONA.rut, await p.newClave(PERSONA.rut))
    expect(text).toContain('ESCOJA COMO DESEA INGRESAR')
    const payer = async () => forms((await visita.go('zeus/cvc_cgi/bte/bte_indiv_ing')).text)[0]!.values.RUT
    expect(await payer()).toBe(PERSONA.rut.split('-')[0]!)
    for (const rut of [OTRA, EMPRESA]) {
      const [, href = ''] = new RegExp(`<a href="([^"]*)">${rut}<`).exec(text)!
      const { status, headers } = await visita.go(`zeusr${href.replaceAll('&#38;', '&')}`)
      expect([status, headers.get('location')]).toEqual([302, HOME])
      expect(await payer()).toBe(rut.split('-')[0]!)
    }
    const foreign = await visita.go(`zeusr/cgi_AUT2000/CAutElige.cgi?96790240-3&${HOME}`)
    expect([foreign.status, await payer()]).toEqual([200, EMPRESA.split('-')[0]!])
  })

  test('wants a clave: who came with a certificate is sent to the login, unless a setting lets it in', async () => {
    const p = scene()
    await p.e.register(EMPRESA, { personas: [PERSONA.rut] })
    const visita = p.visit()
    await visita.certificado(PERSONA)
    const go = () => visita.go('zeus/cvc_cgi/bte/bte_indiv_ing')
    const { status, headers } = await go()
    expect([status, headers.get('location')]).toEqual([
      302,
      'https://zeusr.sii.cl/AUT2000/InicioAutenticacion/IngresoRutClave.html?https://zeus.sii.cl/cvc_cgi/bte/bte_indiv_ing',
    ])
    await settle(p, { bte_certificado: 'si' })
    expect(forms((await go()).text)[0]!.values).toMatchObject({ RUT: '76543210', DV: '3' })
    expect((await p.visit().go('zeus/cvc_cgi/bte/bte_indiv_ing')).status).toBe(302)
  })
})

describe('the month of a payer', () => {
  test('comes in pages of fifteen, and sums what was issued and not annulled', async () => {
    const p = scene()
    const v = await pagador(p)
    expect(words(await v.month('03', '2026'))).toContain('NO REGISTRA MOVIMIENTOS')
    for (let i = 1; i <= 17; i++) await v.issue({ VALOR1: String(1000 * i) })
    await v.issue({ ...dated('2026-02-28'), VALOR1: '7' })
    await v.post('anula', { NUMBOL: '3', MOTIVO: '2' })
    const [first, second] = [await v.month('03', '2026'), await v.month('3', '2026', 2)]
    for (const page of [first, second]) expect(words(page)).toContain("INFORME BTE's EMITIDAS")
    expect(words(first.replace('&aacute;', 'á'))).toContain('Página 1 de 2')
    expect(words(first)).toContain('Total Boletas: 17')
    const all = [...rows(first), ...rows(second)]
    expect(all.map((row) => row.folio)).toEqual(Array.from({ length: 17 }, (_, i) => i + 1))
    expect(all[0]).toMatchObject({
      ...{ estado: 'VIGENTE', fecha: '02-03-2026', emisor: EMPRESA, tecleada: '02-03-2026' },
      ...{ beneficiario: JOSE, nombre: 'José Ñancupil Cárdenas', bruto: 1000, retencion: 153, pagado: 847 },
    })
    expect(all.filter((row) => row.estado.startsWith('ANUL')).map((row) => row.folio)).toEqual([3])
    const alive = all.filter((row) => row.folio !== 3)
    const sum = (field: 'bruto' | 'retencion' | 'pagado') => alive.reduce((so, row) => so + row[field], 0)
    const sums = [sum('bruto'), sum('retencion'), sum('pagado')]
    expect([totals(first), totals(second)]).toEqual([sums, sums])
    const issued = (await kept(p)).filter((one: { folio: number }) => one.folio <= 17 && one.folio !== 3)
    expect(sum('bruto')).toBe(
      issued.reduce((so: number, one: { total_bruto: number }) => so + one.total_bruto, 0),
    )
    expect(rows(await v.month('02', '2026'))).toMatchObject([{ folio: 18, fecha: '28-02-2026' }])
    expect(words(await v.month('03', '2026', 3))).toContain('No ha sido posible')
    expect(words(await v.month('13', '2026'))).toContain('No ha sido posible')
  })

  test('leads to the boleta as a page, and to the file of a year', async () => {
    const p = scene()
    const v = await pagador(p)
    await v.issue({ PRESTA2: 'Poda & riego', VALOR2: '20000' })
    const [row] = rows(await v.month('03', '2026'))
    const boleta = words((await v.visita.go(`zeus${row!.enlace}`)).text)
    for (const word of [EMPRESA, JOSE, 'José Ñancupil Cárdenas', 'Poda & riego', '$ 520.000', '$ 79.300'])
      expect(boleta).toContain(word)
    const menu = forms(await v.get('cons?1')).find(({ name }) => name === 'anual')!
    const year = await v.post('cons4', menu.values)
    expect(year.split('\r\n')[1]).toBe(
      '1;VIGENTE;02-03-2026;76543210-3;9876543-3;José Ñancupil Cárdenas;520000;79300;440700',
    )
  })

  test('is seen by who was paid, and by no other owner of the same RUT', async () => {
    const p = scene()
    const v = await pagador(p, EMPRESA, 'cuenta_1')
    await v.issue()
    const jose = await pagador(p, JOSE, 'cuenta_1')
    const seen = await jose.month('03', '2026', 1, '2')
    expect(rows(seen)).toMatchObject([{ folio: 1, emisor: EMPRESA, bruto: 500_000 }])
    expect(words((await jose.visita.go(`zeus${rows(seen)[0]!.enlace}`)).text)).toContain(
      'Mantención de jardín',
    )
    const other = await pagador(p, EMPRESA, 'cuenta_2')
    expect(words(await other.month('03', '2026'))).toContain('NO REGISTRA MOVIMIENTOS')
    expect(words((await other.visita.go(`zeus${rows(seen)[0]!.enlace}`)).text)).toContain('no existe')
    expect(words(await other.post('anula', { NUMBOL: '1', MOTIVO: '1' }))).toContain('no existe')
    expect((await p.desk('GET', 'bte', 'cuenta_2')).json.data).toEqual([])
  })
})

describe('annulling a boleta', () => {
  const options = (text: string): string[] =>
    [...text.matchAll(/<option [^>]*>([^<]*)/g)].map(([, word]) => words(word!))

  test('offers its reasons in words, whose numbers a setting moves', async () => {
    const p = scene()
    const v = await pagador(p)
    expect(options(await v.get('anula'))).toEqual(['Prestación no efectuada', 'Error de digitación'])
    await settle(p, { bte_causas: 3 })
    const page = await v.get('anula')
    expect(options(page)[0]).toBe('No se efectuó el pago')
    expect(forms(page)[0]!.options.MOTIVO).toEqual(['1', '2', '3'])
    await v.issue()
    await v.post('anula', { NUMBOL: '1', MOTIVO: '3' })
    expect(await kept(p)).toMatchObject([{ estado: 'anulada', causa: 'Error de digitación' }])
  })

  test('is done at once until the tenth of the next month, and afterwards waits for the other party', async () => {
    const p = scene()
    const v = await pagador(p)
    await v.issue()
    await v.issue()
    await set(p, '2026-04-11T03:59:59Z')
    const inTime = await pagador(p)
    expect(words(await inTime.post('anula', { NUMERO: '1', MOTIVO: '1' }))).toContain('ha sido anulada')
    await set(p, '2026-04-11T04:00:00Z')
    expect(words(await inTime.post('anula', { NUMBOL: '2', MOTIVO: '1' }))).toContain('sujeta a confirmación')
    const [uno, dos] = rows(await inTime.month('03', '2026'))
    expect([uno!.estado, dos!.estado]).toEqual(['ANULADA', 'VIGENTE CON SOLICITUD DE ANULACION'])
    expect(totals(await inTime.month('03', '2026'))[0]).toBe(500_000)
  })

  test('of a number that there is not, of one annulled before, or without a reason, is refused', async () => {
    const p = scene()
    const v = await pagador(p)
    await v.issue()
    const annul = async (NUMBOL: string, MOTIVO: string) => words(await v.post('anula', { NUMBOL, MOTIVO }))
    expect(await annul('2', '1')).toContain('no existe')
    expect(await annul('1', '3')).toContain('motivo')
    expect(await annul('1', '1')).toContain('ha sido anulada')
    expect(await annul('1', '1')).toContain('anulada anteriormente')
  })
})

describe('faults of these pages', () => {
  test('a lost answer leaves exactly one boleta, and no other page spends it', async () => {
    const p = scene()
    const v = await pagador(p)
    await fail(p, 'corte_despues_de_emitir')
    const { values } = forms(await v.draft())[0]!
    // Over a port a connection that is cut is an error of the fetch or of the server.
    const answer = await v.send('ing3', values).catch(() => null)
    expect(answer === null || answer.status >= 500).toBe(true)
    expect(rows(await v.month('03', '2026'))).toMatchObject([{ folio: 1, bruto: 500_000 }])
  })

  test('a draft withholds three points more than the table says, and is issued so', async () => {
    const p = scene()
    const v = await pagador(p)
    await fail(p, 'retencion_distinta')
    expect(await v.issue()).toBe(1)
    expect(await kept(p)).toMatchObject([{ total_retencion: 91_250, total_liquido: 408_750 }])
    expect(await amounts(v)).toEqual([500_000, 76_250, 423_750])
  })

  test.each([
    ['firewall', 'requested URL was rejected'],
    ['cola', 'fila de espera'],
    ['pagina_ajena', 'Mesa de ayuda'],
  ])('%s', async (falla, word) => {
    const p = scene()
    const v = await pagador(p)
    await fail(p, falla)
    expect((await v.get('ing')).replace('&aacute;', 'á')).toContain(word)
    expect(forms(await v.get('ing'))[0]!.values.RUT).toBe('76543210')
  })

  test('a session that dies is sent to the login', async () => {
    const p = scene()
    const v = await pagador(p)
    await fail(p, 'sesion_vencida')
    expect((await v.send('cons2', {})).status).toBe(302)
    expect((await v.send('cons2', {})).status).toBe(302)
  })
})
