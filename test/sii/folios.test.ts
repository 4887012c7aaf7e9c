// The client of the SII's pages about folios, over pages written here from what is known of them (sii §15): a script that names other
// forms, attributes without quotes, Latin-1, fields in any order.

import { describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import type { AppError } from '../../src/domain/errors'
import {
  ANULACION,
  annulFolios,
  downloadFolios,
  type FoliosSession,
  findGranted,
  listOtorgados,
  type Marcas,
  RangoOtorgado,
  requestFolios,
} from '../../src/sii/folios'
import { type Acceso, createPortal } from '../../src/sii/portal'
import { memoria } from './keeper'

const NOW = new Date('2026-11-21T01:30:00.000Z')
const HOY = '2026-11-20'
const RUT = '76543210-3'
const CREDENCIAL = {
  metodo: 'certificado',
  id: 'huella',
  rut: '11111111-1',
  firmante: { id: 'huella', rut: '11111111-1', llave: '', certificado: '' },
} as unknown as Acceso['credenciales'][number]

/** The fields of a test page's form: hidden ones, or the options of a choice. */
type Campos = Record<string, string | string[]>

const form = (action: string, campos: Campos = {}, name = 'form1') => {
  const fields = Object.entries(campos).map(([nombre, valor]) =>
    typeof valor === 'string'
      ? `<INPUT type=hidden name=${nombre}   value="${valor}">`
      : `<select name="${nombre}">${valor.map((one) => `<option value=${one}>tipo ${one}`).join('')}</select>`,
  )
  return `<form name='${name}' method=POST action=/cvc_cgi/dte/${action}>${fields.join('\n')}</form>`
}
const page = (body: string) =>
  `<html><head><title>Folios</title><script>document.write('<form action="of_confirma_folio">COD_DOCTO</form>')</script></head>
   <body bgcolor=white>Emisi&oacute;n electrónica<br>${body}</body></html>`
const CAF = '<?xml version="1.0"?>\n<AUTORIZACION><CAF version="1.0"><RS>Ñandú</RS></CAF></AUTORIZACION>'

interface Asked {
  programa: string
  campos: Record<string, string>
}
type Answer = string | ((campos: Record<string, string>, times: number) => string)

function scene(answers: Record<string, Answer>) {
  const keeper = memoria()
  const asked: Asked[] = []
  const slept: number[] = []
  const marks: unknown[] = []
  const portal = createPortal({
    clock: () => NOW,
    keeper,
    random: randomBytes,
    sleep: async () => {},
    fetch: async (url, init) => {
      const programa = new URL(url).pathname.split('/').at(-1)!
      const campos = Object.fromEntries(
        String(init.body ?? '')
          .split('&')
          .filter(Boolean)
          .map((pair) =>
            pair
              .split('=')
              .map((part) => Buffer.from(unescape(part!.replaceAll('+', ' ')), 'latin1').toString('latin1')),
          ) as [string, string][],
      )
      asked.push({ programa, campos })
      const answer = answers[programa]
      if (answer === undefined) throw new Error(`nobody wrote ${programa}`)
      const times = asked.filter((one) => one.programa === programa).length
      const html = typeof answer === 'string' ? answer : answer(campos, times)
      if (html === '') throw new TypeError('the answer is lost')
      const type = html.startsWith('<?xml') ? 'text/xml' : 'text/html'
      return new Response(Buffer.from(html, 'latin1'), { headers: { 'content-type': type } })
    },
  })
  keeper.put({
    ...{ dueno: 'cta_1', ambito: 'sii', credencial: `certificado ${CREDENCIAL.rut}`, metodo: 'certificado' },
    ...{
      ambiente: 'certificacion',
      abiertaCon: null,
      abiertaEn: NOW,
      usadaEn: NOW,
      cookies: [['TOKEN', 'ABC']],
    },
  })
  const marcas: Marcas = {
    confirm: (...args) => void marks.push(['confirma', ...args]),
    grant: (rango) => void marks.push(['otorga', rango]),
    answered: () => void marks.push(['respondió']),
    granted: (rango) => void marks.push(['otorgado', rango]),
  }
  const acceso: Acceso = {
    ...{ ambiente: 'certificacion', dueno: 'cta_1', para: RUT },
    ...{ credenciales: [CREDENCIAL], prioridad: 'programada' },
  }
  const use = <T>(work: (session: FoliosSession) => Promise<T>): Promise<T> =>
    portal.use(acceso, (sii) =>
      work({ sii, rut: RUT, tipoDte: 33, pay: (ask) => ask(), sleep: async (ms) => void slept.push(ms) }),
    )
  return { use, asked, slept, marks, marcas, keeper, programs: () => asked.map(({ programa }) => programa) }
}

const EMPRESA = { DV_EMP: '', RUT_EMP: '' }
/** The flow of a grant; `over` puts other pages in place of some. */
const grants = (over: Record<string, Answer> = {}): Record<string, Answer> => ({
  of_solicita_folios: page(form('of_solicita_folios_dcto', EMPRESA)),
  of_solicita_folios_dcto: (campos) =>
    'COD_DOCTO' in campos
      ? page(
          form('of_confirma_folio', {
            ...{ CONTROL: 'S', RUT_EMP: '76543210', DV_EMP: '3', COD_DOCTO: '33' },
            ...{ FOLIOS_DISP: '4', MAX_AUTOR: '60', CANT_DOCTOS: '' },
          }),
        )
      : page(
          form('of_solicita_folios_dcto', {
            COD_DOCTO: ['33', '34', '61'],
            CANT_DOCTOS: '',
            RUT_EMP: '76543210',
          }),
        ),
  of_confirma_folio: ({ CANT_DOCTOS }) =>
    page(
      form('of_genera_folio', {
        ...{ NOMUSU: 'Pérez', CANT_DOCTOS: CANT_DOCTOS!, FOLIO_INI: '101' },
        ...{ FOLIO_FIN: String(100 + Number(CANT_DOCTOS)), MAX_AUTOR: '60' },
      }),
    ),
  of_genera_folio: ({ FOLIO_INI, FOLIO_FIN }) =>
    page(form('of_genera_archivo', { FECHA: '2026-11-21', FOLIO_INI: FOLIO_INI!, FOLIO_FIN: FOLIO_FIN! })),
  of_genera_archivo: CAF,
  ...over,
})
const fault = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => {
      throw new Error('it went through')
    },
    (error) => error,
  )

describe('asking for folios', () => {
  test('walks the pages, each step told before its page, with Chile’s date and the bytes as they came (sii §15.2)', async () => {
    const s = scene(grants())
    const { xml, ...rango } = await s.use((session) => requestFolios(session, 20, HOY, s.marcas))
    expect(rango).toEqual({ desde: 101, hasta: 120 })
    expect(Buffer.from(xml)).toEqual(Buffer.from(CAF, 'latin1'))
    expect(s.marks).toEqual([
      ['confirma', 20, { maxAutorizado: 60, sinUsar: 4 }],
      ['otorga', { desde: 101, hasta: 120 }],
      ['otorgado', { desde: 101, hasta: 120 }],
    ])
    const [, empresa, tipo, cantidad, otorga, archivo] = s.asked
    expect(empresa!.campos).toMatchObject({ RUT_EMP: '76543210', DV_EMP: '3', ACEPTAR: 'Continuar' })
    // With an amount here the SII would leave its limits out.
    expect(tipo!.campos).toMatchObject({ COD_DOCTO: '33', CANT_DOCTOS: '', RUT_EMP: '76543210' })
    expect(cantidad!.campos).toMatchObject({
      CANT_DOCTOS: '20',
      CONTROL: 'S',
      ACEPTAR: 'Solicitar Numeración',
    })
    expect(otorga!.campos).toMatchObject({ NOMUSU: 'Pérez', ACEPTAR: 'Obtener Folios', FOLIO_FIN: '120' })
    expect(archivo!.campos).toMatchObject({ FECHA: HOY, ACEPTAR: 'AQUI', COD_DOCTO: '33', FOLIO_INI: '101' })
  })

  test('asks for no more than the SII states, and for as many as it states where all are wanted', async () => {
    for (const wanted of [5000, 'max'] as const) {
      const s = scene(grants())
      expect(await s.use((session) => requestFolios(session, wanted, HOY, s.marcas))).toMatchObject({
        hasta: 160,
      })
    }
  })

  test('says the first folio of a type that never had any', async () => {
    const s = scene(
      grants({
        of_confirma_folio: ({ FOLIO_INICIAL }) =>
          page(
            FOLIO_INICIAL === '1'
              ? form('of_genera_folio', { FOLIO_INI: '1', FOLIO_FIN: '5' })
              : form('of_confirma_folio', { FOLIO_INICIAL: '', CANT_DOCTOS: '5' }),
          ),
      }),
    )
    expect(await s.use((session) => requestFolios(session, 5, HOY, s.marcas))).toMatchObject({
      desde: 1,
      hasta: 5,
    })
    expect(s.asked[4]!.campos).toMatchObject({ ACEPTAR: 'Confirmar Folio Inicial', CANT_DOCTOS: '5' })
  })

  test('lowers an amount that is too much, said or shown by the first page without a word', async () => {
    for (const refusal of [
      page('La cantidad debe ser menor o igual al m&aacute;ximo autorizado'),
      page(form('of_solicita_folios_dcto', EMPRESA)),
    ]) {
      const able = grants()
      const s = scene({
        ...able,
        of_solicita_folios_dcto: (campos) =>
          'COD_DOCTO' in campos
            ? page(form('of_confirma_folio', { CONTROL: 'S' }))
            : page(form('of_solicita_folios_dcto', { COD_DOCTO: ['33'] })),
        of_confirma_folio: (campos, times) =>
          Number(campos.CANT_DOCTOS) > 30
            ? refusal
            : (able.of_confirma_folio as (c: object, t: number) => string)(campos, times),
      })
      const { hasta } = await s.use((session) => requestFolios(session, 100, HOY, s.marcas))
      expect(hasta).toBe(125)
      expect(
        s.marks.filter((mark) => (mark as string[])[0] === 'confirma').map((mark) => (mark as number[])[1]),
      ).toEqual([100, 50, 25])
    }
  })

  test('asks for the file again after 3, 6 and 9 seconds, and for nothing else', async () => {
    const s = scene(grants({ of_genera_archivo: (_, times) => (times < 4 ? page('Error DTE-OFGA') : CAF) }))
    expect(await s.use((session) => requestFolios(session, 5, HOY, s.marcas))).toMatchObject({ desde: 101 })
    expect(s.slept).toEqual([3000, 6000, 9000])
    expect(s.programs().filter((one) => one === 'of_genera_folio')).toHaveLength(1)
    const never = scene(grants({ of_genera_archivo: page('Error DTE-OFGA') }))
    expect(await fault(never.use((session) => requestFolios(session, 5, HOY, never.marcas)))).toMatchObject({
      code: 'SII_UNAVAILABLE',
    })
  })

  test('refuses as the SII does, with what it said and the way out', async () => {
    const said: [string, string][] = [
      ['<h2>NO SE AUTORIZA TIMBRAJE ELECTR&Oacute;NICO</h2> por folios sin usar. Fin.', 'SII_REFUSED'],
      ['El contribuyente no registra Verificacion de Actividades.', 'SII_REFUSED'],
      ['Usted no est&aacute; autorizado para ingresar a esta opci&oacute;n.', 'PORTAL_FORBIDDEN'],
      ['La empresa no está autorizada para operar.', 'SII_REFUSED'],
      ['LA EMPRESA INGRESADA NO ESTA AUTORIZADA A OPERAR EN EL SISTEMA', 'SII_REFUSED'],
      ['Su solicitud fue rechazada, c&oacute;digo 106', 'PORTAL_FORBIDDEN'],
      ['Deber&aacute; presentarse en la oficina de su jurisdicción.', 'SII_REFUSED'],
    ]
    for (const [html, code] of said) {
      const s = scene(grants({ of_solicita_folios_dcto: page(html) }))
      const { code: found, detalles } = await fault(
        s.use((session) => requestFolios(session, 5, HOY, s.marcas)),
      )
      expect([html, found]).toEqual([html, code])
      expect(detalles![0]).toMatchObject({ operacion: 'solicitud de folios', codigo_sii: null })
      expect(Object.values(detalles![0]!).slice(2).every(Boolean)).toBe(true)
      // Its own words, and not the page's heading.
      expect((detalles![0] as { glosa: string }).glosa).not.toContain('Folios')
      expect(s.marks).toEqual([])
    }
    const s = scene(
      grants({ of_solicita_folios_dcto: page(form('of_solicita_folios_dcto', { COD_DOCTO: ['34', '61'] })) }),
    )
    expect((await fault(s.use((session) => requestFolios(session, 5, HOY, s.marcas)))).code).toBe(
      'SII_REFUSED',
    )
  })

  test('a range that was granted before is told, wherever the SII says so', async () => {
    for (const programa of ['of_confirma_folio', 'of_genera_folio']) {
      const s = scene(grants({ [programa]: page('Ya fue autorizado el rango desde 81 hasta 90') }))
      const found = await fault(s.use((session) => requestFolios(session, 5, HOY, s.marcas)))
      expect(found).toBeInstanceOf(RangoOtorgado)
      expect((found as unknown as RangoOtorgado).rango).toEqual({ desde: 81, hasta: 90 })
    }
  })

  test('a refusal in words of every window is one here too; a page that nobody knows says how it begins (sii §1.5)', async () => {
    const at = async (html: string) => {
      const s = scene(grants({ of_solicita_folios: page(html) }))
      return fault(s.use((session) => requestFolios(session, 5, HOY, s.marcas)))
    }
    const refused = await at(
      '<p>Estimado:</p><p>Su RUT no posee autorizaci&oacute;n para este tr&aacute;mite.</p>',
    )
    expect([refused.code, refused.detalles]).toEqual([
      'SII_REFUSED',
      [
        {
          operacion: 'solicitud de folios',
          codigo_sii: null,
          glosa: 'Su RUT no posee autorización para este trámite.',
          causa: null,
          solucion: null,
        },
      ],
    ])
    expect((await at('Estamos en mantenimiento')).code).toBe('SII_UNAVAILABLE')
    expect((await at('Novedades')).message).toStartWith(
      'El portal del SII respondió otra cosa en el paso «inicio»: ',
    )
    expect((await at('Novedades')).message).toEndWith('Novedades')
  })

  test('a page that its step should not give is kept for support, and an answer to the grant is told from its loss', async () => {
    const s = scene(grants({ of_genera_folio: page('Bienvenido a otra página') }))
    const found = await fault(s.use((session) => requestFolios(session, 5, HOY, s.marcas)))
    expect([found.code, found.detalles]).toEqual([
      'SII_ERROR',
      [{ paso: 'otorgamiento', esperado: 'la autorización con el formulario del archivo' }],
    ])
    expect(s.keeper.paginas.map(({ paso }) => paso)).toEqual(['otorgamiento'])
    expect(s.marks.at(-1)).toEqual(['respondió'])

    const lost = scene(grants({ of_genera_folio: '' }))
    expect((await fault(lost.use((session) => requestFolios(session, 5, HOY, lost.marcas)))).code).toBe(
      'SII_UNAVAILABLE',
    )
    expect(lost.marks.at(-1)).toEqual(['otorga', { desde: 101, hasta: 105 }])

    const dead = scene(grants({ of_genera_folio: page('<title>x</title>NO ESTA AUTENTICADO') }))
    await fault(dead.use((session) => requestFolios(session, 5, HOY, dead.marcas)))
    expect(dead.marks.filter((mark) => (mark as string[])[0] === 'respondió').length).toBeGreaterThan(0)
  })
})

const row = (desde: number, hasta: number, action: string, n: number) =>
  form(
    action,
    {
      ...{ FOLIO_FIN: String(hasta), DIA: '05', CANT_DOCTOS: String(hasta - desde + 1), ANO: '2026' },
      ...{ FOLIO_INI: String(desde), MES: '3', RUT_EMP: '76543210', DV_EMP: '3', COD_DOCTO: '33' },
    },
    `frm${n}`,
  )
const LINK = (n: number) => `<a href="javascript:cambiapag(${n})">${n}</a>`

describe('the ranges that the SII granted', () => {
  test('are read over all pages, with their dates (sii §15.3)', async () => {
    const s = scene({
      af_anular1: page(form('af_anular2', { ...EMPRESA, COD_DOCTO: ['33', '61'] })),
      af_anular2: ({ PAGINA }) =>
        PAGINA === '1'
          ? page(row(201, 300, 'af_anular3', 1) + LINK(2))
          : page(row(1, 200, 'af_anular3', 1) + LINK(1)),
    })
    const found = await s.use((session) => listOtorgados(session, ANULACION))
    expect(found.map(({ desde, hasta, fecha }) => [desde, hasta, fecha])).toEqual([
      [1, 200, '2026-03-05'],
      [201, 300, '2026-03-05'],
    ])
  })

  test('are none where the SII says so, and a fault where it shows something else', async () => {
    const list = (html: string) =>
      scene({ af_anular1: page(form('af_anular2', EMPRESA)), af_anular2: page(html) }).use((session) =>
        listOtorgados(session, ANULACION),
      )
    expect(await list('La empresa no registra folios autorizados.')).toEqual([])
    expect((await fault(list('Bienvenido'))).code).toBe('SII_ERROR')
  })

  test('are downloaded once more by their folios; one that is not there is none, one annulled whole a refusal', async () => {
    const pages = (third: string): Record<string, Answer> => ({
      rf_reobtencion1_folios: page(form('rf_reobtencion2_folios', EMPRESA)),
      rf_reobtencion2_folios: page(
        row(1, 50, 'rf_reobtencion3_folios', 1) + row(51, 60, 'rf_reobtencion3_folios', 2),
      ),
      rf_reobtencion3_folios: page(third),
      rf_genera_folio: page(form('rf_genera_archivo', { FOLIO_INI: '51' })),
      rf_genera_archivo: CAF,
    })
    const s = scene(pages(form('rf_genera_folio', { FOLIO_INI: '51' })))
    expect(await s.use((session) => downloadFolios(session, { desde: 51, hasta: 60 }))).toEqual(
      Buffer.from(CAF, 'latin1'),
    )
    expect(s.asked[2]!.campos).toMatchObject({ FOLIO_INI: '51', FOLIO_FIN: '60' })
    expect(s.asked[3]!.campos).toMatchObject({ ACEPTAR: 'Solicitar Folios' })
    expect(await s.use((session) => downloadFolios(session, { desde: 51, hasta: 61 }))).toBeNull()
    const gone = scene(pages('El rango ha sido anulado completamente.'))
    expect((await fault(gone.use((session) => downloadFolios(session, { desde: 51, hasta: 60 })))).code).toBe(
      'SII_REFUSED',
    )
  })
})

describe('annulling folios', () => {
  const pages = (answer: string, motivo: string | string[] = ''): Record<string, Answer> => ({
    af_anular1: page(form('af_anular2', EMPRESA)),
    af_anular2: page(row(1, 50, 'af_anular3', 1)),
    af_anular3: page(
      form('af_anular', { MOTIVO: motivo, FOLIO_FIN_A: '', FOLIO_INI_A: '', COD_DOCTO: '33' }),
    ),
    af_anular: page(answer),
  })
  const annul = (s: ReturnType<typeof scene>, motivo = 'No utilizados') =>
    s.use(async (session) => {
      const range = { desde: 7, hasta: 9 }
      return annulFolios(session, await findGranted(session, range), range, motivo, () =>
        s.marks.push('antes'),
      )
    })

  test('tells what the SII made of it, the last page told before (sii §15.4)', async () => {
    const said: [string, string][] = [
      ['El SII ha autorizado la anulaci&oacute;n de los folios', 'anulado'],
      ['<h3>SOLICITUD ANULACION DE FOLIOS</h3> El folio 8 ya fue recepcionado por el SII', 'recibido'],
      ['El rango fue anulado anteriormente', 'antes'],
      ['El tr&aacute;mite ya ha sido efectuado anteriormente', 'antes'],
    ]
    for (const [html, resultado] of said) {
      const s = scene(pages(html))
      expect(await annul(s)).toMatchObject({ resultado })
      expect(s.marks).toEqual(['antes'])
      expect(s.asked.at(-1)!.campos).toMatchObject({
        FOLIO_INI_A: '7',
        FOLIO_FIN_A: '9',
        MOTIVO: 'No utilizados',
      })
    }
  })

  test('takes the reason as the form has it, and tells its choices where it has others', async () => {
    const ok = 'El SII ha autorizado la anulaci&oacute;n'
    const s = scene(pages(ok, ['1', '2']))
    await annul(s, 'TIPO 2')
    expect(s.asked.at(-1)!.campos.MOTIVO).toBe('2')
    const other = scene(pages(ok, ['1', '2']))
    expect(await fault(annul(other, 'porque sí'))).toMatchObject({
      code: 'VALIDATION_ERROR',
      detalles: [{ campo: 'motivo', regla: 'valor' }],
    })
    expect(other.marks).toEqual([])
  })

  test('of folios that no granted range holds is refused', async () => {
    const s = scene({ ...pages(''), af_anular2: page(row(1, 8, 'af_anular3', 1)) })
    expect((await fault(annul(s))).code).toBe('SII_REFUSED')
  })
})
