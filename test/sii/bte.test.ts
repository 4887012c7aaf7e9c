// The client of the SII's pages about boletas de terceros, over pages written here from what is known of them (sii §16): Latin-1,
// attributes without quotes, a script between the cells.

import { describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import type { MontosBte, PedidoBte } from '../../src/domain/bte/boleta'
import type { AppError } from '../../src/domain/errors'
import {
  annulBte,
  type BteSession,
  draftBte,
  issueBte,
  openBte,
  RespuestaPerdida,
  readMonth,
} from '../../src/sii/bte'
import { type Acceso, createPortal } from '../../src/sii/portal'
import { memoria } from './keeper'

const NOW = new Date('2026-11-20T14:00:00.000Z')
const RUT = '76543210-3'
const CREDENCIAL = {
  metodo: 'clave',
  id: 'clave',
  rut: RUT,
  clave: 'secreta',
} as unknown as Acceso['credenciales'][number]
const PEDIDO: PedidoBte = {
  fecha: '2026-11-20',
  beneficiario: { rut: '9876543-3', nombre: 'José Ñancupil', direccion: 'Parcela 12', comuna: 'Talca' },
  servicios: [
    { descripcion: 'Mantención de jardín', monto: 400_000 },
    { descripcion: 'Riego', monto: 100_000 },
  ],
}

const page = (body: string) =>
  `<html><head><title>Boletas de terceros</title></head><body bgcolor=white>${body}</body></html>`
const hidden = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `<INPUT type=hidden name=${name} value="${value}">`)
    .join('')
const ING = page(
  `<form method=POST action=/cvc_cgi/bte/bte_indiv_ing2>${hidden({ RUT: '76543210', DV: '3', OTRO: 'x' })}
   <select name=cod_comuna><option value="">Elija<option value=07101>TALCA<option value=13101>SANTIAGO</select></form>`,
)
const BORRADOR = page(
  `<form method=POST action='bte_indiv_ing3'>${hidden({ BRT: '500000', IMP: '76250', NET: '423750', CLAVE: 'q' })}</form>`,
)
const EMITIDA = page(`<h1>Boleta de Prestaci&oacute;n de Servicios de Terceros</h1>${hidden({})}
  <form action="bte_indiv_cons3">${hidden({ NUMBOL: '118' })}</form> C76543210118A7F3`)

const font = (text: string) => `<td><font class="reporte">${text}</font></td>`
const fila = (folio: number, over: { estado?: string; rut?: string } = {}) =>
  `<tr><td><a href="bte_indiv_cons3?FOLIO=${folio}&amp;DV=3"><img src=x></a></td>${font(String(folio))}
   ${font(over.estado ?? 'VIGENTE')}${font('20-11-2026')}${font('76.543.210-3')}${font('LA EMPRESA')}${font('19-11-2026')}
   ${font(over.rut ?? '9.876.543-3')}${font('JOSÉ ÑANCUPIL')}${font('500.000')}${font('76.250')}${font('423.750')}</tr>`
const informe = (filas: string, pie: string) =>
  page(`<b>INFORME BTE's EMITIDAS</b><table><tr><th>N°</th><th>Estado</th></tr>${filas}</table>${pie}`)

interface Asked {
  programa: string
  campos: Record<string, string>
}
type Answer = string | ((campos: Record<string, string>) => string)

function scene(answers: Record<string, Answer>) {
  const keeper = memoria()
  const asked: Asked[] = []
  const marks: unknown[] = []
  const portal = createPortal({
    clock: () => NOW,
    keeper,
    random: randomBytes,
    sleep: async () => {},
    async fetch(url, init) {
      const { pathname, hostname } = new URL(url)
      const programa = pathname.split('/').at(-1)!
      expect(hostname).toBe('zeus.sii.cl')
      const pairs = String(init.body ?? '')
        .split('&')
        .filter(Boolean)
        .map((pair) => pair.split('=').map((part) => unescape(part.replaceAll('+', ' '))))
      const campos = Object.fromEntries(pairs as [string, string][])
      asked.push({ programa, campos })
      const answer = answers[programa]
      if (answer === undefined) throw new Error(`nobody wrote ${programa}`)
      const html = typeof answer === 'string' ? answer : answer(campos)
      if (html === '') throw new TypeError('the answer is lost')
      return new Response(Buffer.from(html, 'latin1'), { headers: { 'content-type': 'text/html' } })
    },
  })
  keeper.put({
    ...{ dueno: 'cta_1', ambito: 'sii', credencial: 'clave', metodo: 'clave', ambiente: 'produccion' },
    ...{ abiertaCon: null, abiertaEn: NOW, usadaEn: NOW, cookies: [['TOKEN', 'ABC']] },
  })
  const acceso: Acceso = {
    ...{ ambiente: 'produccion', dueno: 'cta_1', para: RUT },
    ...{ credenciales: [CREDENCIAL], prioridad: 'programada' },
  }
  const use = <T>(work: (session: BteSession) => Promise<T>): Promise<T> =>
    portal.use(acceso, (sii) => work({ sii, rut: RUT, pay: (ask) => ask() }))
  const marcas = {
    emit: (montos: MontosBte) => void marks.push(montos),
    refused: () => void marks.push('rehusada'),
  }
  const issue = () => use(async (session) => issueBte(session, await draftBte(session, PEDIDO), marcas))
  return {
    use,
    issue,
    asked,
    marks,
    keeper,
    times: (name: string) => asked.filter((one) => one.programa === name).length,
  }
}
const fault = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => {
      throw new Error('it went through')
    },
    (error) => error,
  )
const EMISION = { bte_indiv_ing: ING, bte_indiv_ing2: BORRADOR, bte_indiv_ing3: EMITIDA }

describe('issuing', () => {
  test('fills the form, takes the amounts of the SII, and writes down before the page that issues (sii §16.1)', async () => {
    const s = scene(EMISION)
    expect(await s.issue()).toEqual({ folio: 118, codigoBarras: 'C76543210118A7F3' })
    expect(s.marks).toEqual([{ bruto: 500_000, retencion: 76_250, liquido: 423_750 }])
    expect(s.asked[1]!.campos).toEqual({
      ...{
        RUT: '76543210',
        DV: '3',
        OTRO: 'x',
        DIA: '20',
        MES: '11',
        ANO: '2026',
        RUT_TERC: '9876543',
        DV_TERC: '3',
      },
      ...{
        NOMBRE_TERC: 'José Ñancupil',
        DOMICILIO_TER: 'Parcela 12',
        cod_comuna: '07101',
        DESC_COMUNA: 'Talca',
      },
      ...{ PRESTA1: 'Mantención de jardín', VALOR1: '400000', PRESTA2: 'Riego', VALOR2: '100000' },
      ...{ PRESTA3: '', VALOR3: '', PRESTA4: '', VALOR4: '', ACEPTAR: 'Continuar' },
    })
    // The draft goes back as it came.
    expect(s.asked[2]!.campos).toEqual({
      ...{ BRT: '500000', IMP: '76250', NET: '423750', CLAVE: 'q', ACEPTAR: 'Emitir la Boleta' },
    })
  })

  test('a number in words is the one behind the name of the document, not that of a house', async () => {
    const text =
      'Se emitió la Boleta de Prestación de Servicios de Terceros N&ordm; 4711 a José, Los Pinos N° 12'
    expect(await scene({ ...EMISION, bte_indiv_ing3: page(text) }).issue()).toEqual({
      folio: 4711,
      codigoBarras: null,
    })
  })

  test.each([
    ['nothing came', ''],
    ['a page without a number came', page('Gracias, Los Pinos N° 12')],
    ['the session had ended', page('Usted no se encuentra autenticado')],
    ['the front end answered', page('The requested URL was rejected. Support ID 1')],
    [
      'its number came beside words of refusal',
      EMITIDA.replace('</h1>', '</h1>No ha sido posible enviar el correo'),
    ],
    [
      'its number came to whom a link is forbidden',
      EMITIDA.replace('</h1>', '</h1>No está autorizado a reenviarla'),
    ],
  ])('the issuing page is sent once, and nothing is known, when %s', async (_, html) => {
    const s = scene({ ...EMISION, bte_indiv_ing3: html })
    expect(await fault(s.issue())).toBeInstanceOf(RespuestaPerdida)
    expect([s.times('bte_indiv_ing3'), s.marks]).toEqual([
      1,
      [{ bruto: 500_000, retencion: 76_250, liquido: 423_750 }],
    ])
  })

  test('a refusal in words is one, and not a lost answer', async () => {
    const s = scene({ ...EMISION, bte_indiv_ing3: page('<p>No ha sido posible emitir la boleta</p>') })
    expect(await fault(s.issue())).toMatchObject({
      code: 'SII_REFUSED',
      detalles: [{ glosa: 'No ha sido posible emitir la boleta' }],
    })
    expect(s.marks.at(-1)).toBe('rehusada')
    const forbidden = scene({ ...EMISION, bte_indiv_ing: page('Usted no está autorizado para esta opción') })
    expect(await fault(forbidden.issue())).toMatchObject({ code: 'PORTAL_FORBIDDEN' })
    const NO = 'Usted no se encuentra habilitado para realizar este tr&aacute;mite.'
    const disabled = scene({ ...EMISION, bte_indiv_ing: page(`<h3>Estimado:</h3><p>${NO}</p>`) })
    expect(await fault(disabled.issue())).toMatchObject({
      code: 'PORTAL_FORBIDDEN',
      detalles: [{ glosa: 'Usted no se encuentra habilitado para realizar este trámite.' }],
    })
  })

  test('a comuna that the form does not have is refused before anything is asked for', async () => {
    const s = scene({ ...EMISION, bte_indiv_ing: ING.replace('TALCA', 'CURICÓ') })
    expect(await fault(s.issue())).toMatchObject({
      code: 'VALIDATION_ERROR',
      detalles: [{ campo: 'beneficiario.comuna' }],
    })
    expect(s.times('bte_indiv_ing2')).toBe(0)
  })

  test('a draft that comes cut is none: what is sent to issue would lack the rest of it', async () => {
    const s = scene({ ...EMISION, bte_indiv_ing2: BORRADOR.slice(0, BORRADOR.indexOf('</form>')) })
    expect(await fault(s.issue())).toMatchObject({ code: 'SII_ERROR', detalles: [{ paso: 'borrador' }] })
    expect(s.asked.some(({ programa }) => programa === 'bte_indiv_ing3')).toBe(false)
  })

  test('amounts that do not add up are no draft', async () => {
    const s = scene({ ...EMISION, bte_indiv_ing2: BORRADOR.replace('423750', '423751') })
    expect(await fault(s.issue())).toMatchObject({ code: 'SII_ERROR', detalles: [{ paso: 'borrador' }] })
    expect(s.keeper.paginas).toHaveLength(1)
  })

  test('a draft of another gross than was asked for is not issued', async () => {
    const cut = BORRADOR.replace('500000', '50000').replace('76250', '7625').replace('423750', '42375')
    const s = scene({ ...EMISION, bte_indiv_ing2: cut })
    expect(await fault(s.issue())).toMatchObject({ code: 'SII_ERROR', detalles: [{ paso: 'borrador' }] })
    expect(s.asked.some(({ programa }) => programa === 'bte_indiv_ing3')).toBe(false)
  })
})

describe('a month', () => {
  test('is read page by page, states told by text or by the word of a picture (sii §16.2)', async () => {
    const pages: Record<string, string> = {
      1: informe(
        fila(118) + fila(117, { estado: `<img onmouseover="return overlib('ANULADA');">` }),
        'Página 1 de 2',
      ),
      2: informe(
        fila(116, { rut: '12.345.678-5' }) + fila(115, { estado: 'ANULACIÓN SOLICITADA' }),
        'Página 2 de 2 Total Boletas: 4',
      ),
    }
    const s = scene({ bte_indiv_cons: page('menú'), bte_indiv_cons2: ({ PAGINA }) => pages[PAGINA!]! })
    const rows = await s.use((session) => readMonth(session, '202611'))
    expect(rows.map(({ folio, estado, anulada, rut }) => [folio, estado, anulada, rut])).toEqual([
      [115, 'ANULACIÓN SOLICITADA', false, '9876543-3'],
      [116, 'VIGENTE', false, '12345678-5'],
      [117, 'ANULADA', true, '9876543-3'],
      [118, 'VIGENTE', false, '9876543-3'],
    ])
    expect(rows[3]).toMatchObject({
      fecha: '2026-11-20',
      fechas: ['2026-11-20', '2026-11-19'],
      nombre: 'JOSÉ ÑANCUPIL',
      montos: { bruto: 500_000, retencion: 76_250, liquido: 423_750 },
      enlace: 'bte_indiv_cons3?FOLIO=118&DV=3',
    })
    expect(s.asked[1]!.campos).toEqual({
      ...{ CNTR: '1', AUTEN: 'RUTCLAVE', TIPO: 'mensual', DIA: '1', MESM: '11', ANOM: '2026', PAGINA: '1' },
    })
  })

  test('adds up whether its pages tell the boletas of the month or their own, and not where one is missing', async () => {
    const read = (first: string, totals: [number, number]) => {
      const pages: Record<string, string> = {
        1: informe(first, `Página 1 de 2 Total Boletas: ${totals[0]}`),
        2: informe(fila(116), `Página 2 de 2 Total Boletas: ${totals[1]}`),
      }
      const s = scene({ bte_indiv_cons: page('menú'), bte_indiv_cons2: ({ PAGINA }) => pages[PAGINA!]! })
      return s.use((session) => readMonth(session, '202611'))
    }
    const whole = fila(118) + fila(117)
    expect(await read(whole, [3, 3])).toHaveLength(3)
    expect(await read(whole, [2, 1])).toHaveLength(3)
    for (const totals of [
      [3, 3],
      [2, 1],
    ] as [number, number][])
      expect(await fault(read(fila(118), totals))).toMatchObject({ code: 'SII_ERROR' })
  })

  test('that comes cut between two rows is a fault, and not a shorter month', async () => {
    const whole = informe(fila(118) + fila(117), '')
    const cut = whole.slice(0, whole.indexOf('<tr><td><a href="bte_indiv_cons3?FOLIO=117') + 20)
    const read = (html: string) =>
      scene({ bte_indiv_cons: page('menú'), bte_indiv_cons2: html }).use((session) =>
        readMonth(session, '202611'),
      )
    expect(await read(whole)).toHaveLength(2)
    expect(await fault(read(cut))).toMatchObject({ code: 'SII_ERROR', detalles: [{ paso: 'informe' }] })
  })

  test('without any is empty, and fewer rows than it says is a fault, never a short month', async () => {
    const empty = scene({ bte_indiv_cons: page('menú'), bte_indiv_cons2: page('NO REGISTRA MOVIMIENTOS') })
    expect(await empty.use((session) => readMonth(session, '202611'))).toEqual([])
    const short = scene({
      bte_indiv_cons: page('menú'),
      bte_indiv_cons2: informe(fila(118), 'Total Boletas: 2'),
    })
    expect(await fault(short.use((session) => readMonth(session, '202611')))).toMatchObject({
      code: 'SII_ERROR',
    })
    const other = scene({ bte_indiv_cons: page('menú'), bte_indiv_cons2: page('otra cosa') })
    expect(await fault(other.use((session) => readMonth(session, '202611')))).toMatchObject({
      code: 'SII_ERROR',
    })
  })

  test('with a row that cannot be read, or more pages than are asked for, is a fault: what is left out would be issued again', async () => {
    const month = (html: string) =>
      scene({ bte_indiv_cons: page('menú'), bte_indiv_cons2: html }).use((session) =>
        readMonth(session, '202611'),
      )
    const nobody = fila(119).replace('9.876.543-3', '').replace('500.000', '')
    expect(await month(informe(fila(118), ''))).toHaveLength(1)
    for (const html of [informe(fila(118) + nobody, ''), informe(fila(118), 'Página 1 de 250')])
      expect(await fault(month(html))).toMatchObject({ code: 'SII_ERROR' })
  })

  test('reads the RUT of an old person too, and takes no number beside a name for one', async () => {
    const filas = [fila(1, { rut: '999.999-K' }), fila(2, { rut: '1-9' })].map((one) =>
      one.replace('LA EMPRESA', 'LOCAL 1-9'),
    )
    const s = scene({
      bte_indiv_cons: page('menú'),
      bte_indiv_cons2: informe(filas.join(''), 'Total Boletas: 2'),
    })
    const rows = await s.use((session) => readMonth(session, '202611'))
    expect(rows.map(({ rut, nombre }) => [rut, nombre])).toEqual([
      ['999999-K', 'JOSÉ ÑANCUPIL'],
      ['1-9', 'JOSÉ ÑANCUPIL'],
    ])
  })

  test.each([
    ['more withheld than earned', ['76.250', '500.001']],
    ['a sum that is another', ['423.750', '423.751']],
    ['more than can be counted', ['500.000', '9.007.199.254.740.993.000']],
    ['a day that is none', ['20-11-2026', '31-11-2026']],
    ['no number', ['>119<', '>0<']],
  ] as const)(
    'with a row that has %s is a fault of the report, and nothing of it is written',
    async (_, [from, to]) => {
      const html = informe(fila(118) + fila(119).replace(from, to), '')
      const s = scene({ bte_indiv_cons: page('menú'), bte_indiv_cons2: html })
      expect(await fault(s.use((session) => readMonth(session, '202611')))).toMatchObject({
        code: 'SII_ERROR',
      })
      expect(s.keeper.paginas).toHaveLength(1)
    },
  )

  test('leads to the page of each boleta', async () => {
    const s = scene({ bte_indiv_cons3: page('la boleta') })
    const found = await s.use((session) => openBte(session, { enlace: 'bte_indiv_cons3?FOLIO=118' }))
    expect(found!.html).toContain('la boleta')
    expect(await s.use((session) => openBte(session, { enlace: null }))).toBeNull()
  })
})

describe('annulling', () => {
  const MOTIVOS = `<input type=radio name=MOTIVO value=1>No se realizó la prestación<br>
    <input type=radio name=MOTIVO value=2>Error de digitación`
  const form = (inner: string) => page(`<form method=POST action=bte_indiv_anula>${inner}</form>`)
  const annul = (s: ReturnType<typeof scene>, causa: 1 | 2 | 3) =>
    s.use((session) => annulBte(session, 118, causa, () => void s.marks.push('antes')))

  test('chooses the cause by the words of the form, in one page or two (sii §16.3)', async () => {
    const two = scene({
      bte_indiv_anula: (campos) =>
        campos.MOTIVO
          ? page('<p>La boleta N° 118 ha sido anulada</p>')
          : campos.NUMERO
            ? form(`${hidden({ NUMERO: '118' })}${MOTIVOS}`)
            : form('<input name=NUMERO>'),
    })
    expect(await annul(two, 3)).toEqual({ resultado: 'anulada', glosa: 'La boleta N° 118 ha sido anulada' })
    expect(two.asked.at(-1)!.campos).toEqual({ NUMERO: '118', MOTIVO: '2' })
    const one = scene({
      bte_indiv_anula: (campos) =>
        campos.MOTIVO
          ? page('La anulación debe ser confirmada por el prestador')
          : form(`<input name=NUMBOL>${MOTIVOS}`),
    })
    expect(await annul(one, 2)).toMatchObject({ resultado: 'solicitada' })
    expect([one.asked.at(-1)!.campos, one.marks]).toEqual([{ NUMBOL: '118', MOTIVO: '1' }, ['antes']])
  })

  test('sends the form by which a page asks for a confirmation, and takes it for no outcome', async () => {
    const s = scene({
      bte_indiv_anula: ({ MOTIVO, SEGURO }) =>
        SEGURO
          ? page('La boleta N° 118 ha sido anulada')
          : form(
              MOTIVO
                ? `Debe confirmar la anulación ${hidden({ NUMBOL: '118', SEGURO: 'SI' })}`
                : `<input name=NUMBOL>${MOTIVOS}`,
            ),
    })
    expect(await annul(s, 3)).toMatchObject({ resultado: 'anulada' })
    expect([s.times('bte_indiv_anula'), s.marks]).toEqual([3, ['antes']])
  })

  test('a request that waits is one also where its page has a form for another', async () => {
    const s = scene({
      bte_indiv_anula: ({ MOTIVO }) =>
        form(MOTIVO ? 'Queda sujeta a confirmación <input name=NUMBOL>' : `<input name=NUMBOL>${MOTIVOS}`),
    })
    expect(await annul(s, 3)).toMatchObject({ resultado: 'solicitada' })
  })

  test('a cause that the form lacks is refused with those that it has, before anything is annulled', async () => {
    const s = scene({ bte_indiv_anula: form(`<input name=NUMBOL>${MOTIVOS}`) })
    expect(await fault(annul(s, 1))).toMatchObject({
      code: 'VALIDATION_ERROR',
      detalles: [{ campo: 'causa', disponibles: [2, 3] }],
    })
    expect(s.marks).toEqual([])
  })

  test('an answer in unknown words is unknown; one in words of refusal is a refusal', async () => {
    const answers = (html: string) =>
      scene({
        bte_indiv_anula: ({ MOTIVO }) => (MOTIVO ? page(html) : form(`<input name=NUMBOL>${MOTIVOS}`)),
      })
    expect(await annul(answers('Muchas gracias'), 3)).toMatchObject({ resultado: 'desconocido' })
    expect(await fault(annul(answers('No ha sido posible anular'), 3))).toMatchObject({ code: 'SII_REFUSED' })
    expect(await annul(answers('La boleta ya se encuentra anulada'), 3)).toMatchObject({
      resultado: 'anulada',
    })
  })
})
