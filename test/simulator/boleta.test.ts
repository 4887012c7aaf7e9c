// The boleta REST and its habits (sii §6).

import { describe, expect, test } from 'bun:test'
import { AGENT, BASE, type Escena, escena } from './escena'
import { dte, sobre } from './sobres'

const PATH = '/recursos/v1/boleta.electronica'
const boletas = async (e: Escena, folios = [1]) => {
  const caf = await e.caf(39)
  return sobre(folios.map((folio) => dte({ tipo: 39, folio, caf, receptor: '66666666-6' })))
}
const get = async (e: Escena, path: string, init: RequestInit = {}) => {
  const response = await e.sim.fetch(new Request(`${BASE}${path}`, init))
  return { status: response.status, text: await response.text() }
}
const cookie = async (e: Escena) => ({
  headers: { cookie: `TOKEN=${await e.token('apicert')}`, 'user-agent': AGENT },
})

describe('envío', () => {
  test('answers JSON with a numeric track id and the state REC (sii §6.3)', async () => {
    const e = escena()
    const json = JSON.parse(await e.upload(await boletas(e), { host: 'pangal' }))
    expect(json).toEqual({
      rut_emisor: '76543210-3',
      rut_envia: '11111111-1',
      trackid: 1,
      fecha_recepcion: '02/03/2026 10:00:00',
      estado: 'REC',
      file: 'envio.xml',
    })
  })

  test('without cookie 400, with a bad token or another User-Agent 401 (sii §6.6)', async () => {
    const e = escena()
    expect(await get(e, `/pangal${PATH}.envio`, { method: 'POST' })).toEqual({
      status: 400,
      text: 'No trae TOKEN',
    })
    const xml = await boletas(e)
    expect(await e.upload(xml, { host: 'pangal', token: 'nadie' })).toBe('NO ESTA AUTENTICADO')
    expect(await e.upload(xml, { host: 'pangal', agent: 'Mozilla/5.0' })).toBe('NO ESTA AUTENTICADO')
    expect(await e.upload(xml, { host: 'pangal', token: await e.token() })).toBe('NO ESTA AUTENTICADO')
  })

  test('belongs to pangal: on apicert it is denied, and queries do not exist on pangal', async () => {
    const e = escena()
    const wrong = await e.upload(await boletas(e), { host: 'apicert', token: 'x', path: `${PATH}.envio` })
    expect(wrong).toContain('Acceso Denegado (from client)')
    expect((await get(e, `/apicert${PATH}.otro`)).status).toBe(500)
    expect((await get(e, `/pangal${PATH}.semilla`)).status).toBe(404)
    expect((await get(e, `/pangal${PATH}.envio`)).status).toBe(405)
  })

  test('refuses a file of another kind with SCH-00001', async () => {
    const e = escena()
    const factura = sobre([dte({ folio: 1, caf: await e.caf() })])
    expect(await e.upload(factura, { host: 'pangal' })).toContain('SCH-00001')
  })

  test('refuses more than 500 boletas', async () => {
    const e = escena()
    const caf = await e.caf(39, 501)
    const one = dte({ tipo: 39, folio: 1, caf })
    expect(await e.upload(sobre(Array.from({ length: 501 }, () => one)), { host: 'pangal' })).toContain(
      'LSX-00214',
    )
  })

  test('a schema fault ends in RSC, with its reason in the detail', async () => {
    const e = escena()
    const caf = await e.caf(39)
    const alter = (t: string) => t.replace('<IndServicio>3</IndServicio>\n', '')
    const { estado, razones, trackId } = await e.judge(sobre([dte({ tipo: 39, folio: 1, caf })], { alter }), {
      host: 'pangal',
    })
    expect(estado).toBe('RSC')
    expect(razones[0]!.mensaje).toContain('IndServicio')
    const { text } = await get(e, `/apicert${PATH}.envio/76543210-3-${trackId}`, await cookie(e))
    expect(JSON.parse(text)).toMatchObject({
      estado: 'RSC',
      estadistica: [],
      detalle_rep_rech: [{ tipo: null, folio: null }],
    })
  })

  test('the same bytes again get a Track ID of their own, which ends in RPT', async () => {
    const e = escena()
    const xml = await boletas(e)
    expect((await e.judge(xml, { host: 'pangal' })).estado).toBe('EPR')
    expect(await e.judge(xml, { host: 'pangal' })).toMatchObject({ trackId: '2', estado: 'RPT' })
  })
})

describe('estado de envío', () => {
  test('lists counters and only the documents with a problem (sii §6.4)', async () => {
    const e = escena()
    const caf = await e.caf(39)
    const bad = dte({ tipo: 39, folio: 2, caf, alter: (t) => t.replace('<QtyItem>1<', '<QtyItem>2<') })
    const { trackId } = await e.judge(sobre([dte({ tipo: 39, folio: 1, caf }), bad]), { host: 'pangal' })
    const { text } = await get(e, `/apicert${PATH}.envio/76543210-3-${trackId}`, await cookie(e))
    expect(JSON.parse(text)).toMatchObject({
      estado: 'EPR',
      trackid: 1,
      estadistica: [{ tipo: 39, informados: 2, aceptados: 1, rechazados: 1, reparos: 0 }],
      detalle_rep_rech: [
        { tipo: 39, folio: 2, estado: 'RCH', error: [{ seccion: 'DTE', nivel: 3, codigo: 505 }] },
      ],
    })
  })

  test('404 for an unknown track, 401 without a good token, null lists on demand', async () => {
    const e = escena({ rarezas: { listasNulas: true } })
    const auth = await cookie(e)
    expect((await get(e, `/apicert${PATH}.envio/76543210-3-9`, auth)).status).toBe(404)
    expect((await get(e, `/apicert${PATH}.envio/76543210-3-9`)).status).toBe(401)
    await e.upload(await boletas(e), { host: 'pangal' })
    const { text } = await get(e, `/apicert${PATH}.envio/76543210-3-1`, auth)
    expect(JSON.parse(text)).toMatchObject({ estado: 'REC', estadistica: null, detalle_rep_rech: null })
    expect((await get(e, `/apicert${PATH}.envio/76192083-9-1`, auth)).status).toBe(404)
  })
})

describe('estado de boleta', () => {
  test('DOK for one that matches, DNK for another amount, and says what is missing in plain text (sii §6.5)', async () => {
    const e = escena()
    await e.judge(await boletas(e), { host: 'pangal' })
    const auth = await cookie(e)
    const ask = (query: string) => get(e, `/apicert${PATH}/76543210-3-39-1/estado?${query}`, auth)
    const who = 'rut_receptor=66666666&dv_receptor=6'
    expect(JSON.parse((await ask(`${who}&monto=1190&fechaEmision=02-03-2026`)).text).codigo).toBe('DOK')
    expect(JSON.parse((await ask(`${who}&monto=1191&fechaEmision=02-03-2026`)).text).codigo).toBe('DNK')
    expect(await ask(`${who}&fechaEmision=02-03-2026`)).toEqual({ status: 200, text: 'falta monto' })
  })
})
