// DTEUpload refuses for the real reasons, in the order of simulator §2.2.

import { describe, expect, test } from 'bun:test'
import { createSecrets } from '../../src/store/secrets'
import { AGENT, BASE, type Escena, escena, leaf, multipart, uploadFields } from './escena'
import { dte, EMPRESA, PERSONA, sobre } from './sobres'

const good = async (e: Escena, folio = 1) => sobre([dte({ folio, caf: await e.caf() })])
const status = (answer: string) => leaf(answer, 'STATUS')

describe('DTEUpload', () => {
  test('takes a good envelope: STATUS 0 and a Track ID of ten digits (sii §3.3)', async () => {
    const e = escena()
    const answer = await e.upload(await good(e))
    expect(status(answer)).toBe('0')
    expect(leaf(answer, 'TRACKID')).toBe('0000000001')
    expect(leaf(answer, 'TIMESTAMP')).toBe('2026-03-02 10:00:00')
    expect(leaf(answer, 'RUTCOMPANY')).toBe(EMPRESA)
  })

  test('1. shows a page to whoever is not PROG 1.0', async () => {
    const e = escena()
    expect(await e.upload(await good(e), { agent: 'Bun/1.4.5', token: 'x' })).toContain('<html>')
  })

  test('2. answers 5 to a bad token, without naming the sender', async () => {
    const e = escena()
    const answer = await e.upload(await good(e), { token: 'nadie' })
    expect(status(answer)).toBe('5')
    expect(leaf(answer, 'RUTSENDER')).toBe('-')
  })

  test('3. answers 6 for a company that is no emitter and 1 for a person without permission', async () => {
    const e = escena()
    await e.register('76192083-9', { emisor: false })
    await e.register(EMPRESA, { personas: ['12345678-5'] })
    const xml = await good(e)
    expect(status(await e.upload(xml, { company: '76192083-9' }))).toBe('6')
    expect(status(await e.upload(xml))).toBe('1')
    expect(status(await e.upload(xml, { sender: '12345678-5' }))).toBe('1')
  })

  test('4. answers 3 to a body of another length than announced, or cut off', async () => {
    const e = escena()
    const xml = await good(e)
    expect(status(await e.upload(xml, { headers: { 'content-length': '10' } }))).toBe('3')
    const token = await e.token()
    const whole = multipart(xml, uploadFields(PERSONA.rut, EMPRESA))
    const cut = await e.sim.fetch(
      new Request(`${BASE}/maullin/cgi_dte/UPL/DTEUpload`, {
        method: 'POST',
        headers: {
          'user-agent': AGENT,
          cookie: `TOKEN=${token}`,
          'content-type': 'multipart/form-data; boundary=limite',
        },
        body: new Uint8Array(whole.subarray(0, whole.length - 100)),
      }),
    )
    expect(status(await cut.text())).toBe('3')
  })

  test('4. answers 2 to an empty file', async () => {
    expect(status(await escena().upload(Buffer.alloc(0)))).toBe('2')
  })

  test('5. answers 99 to the same bytes, with the first Track ID, the count and the wait of 900 s', async () => {
    const e = escena()
    const xml = await good(e)
    await e.upload(xml)
    e.advance(100_000)
    const second = await e.upload(xml)
    expect(status(second)).toBe('99')
    expect(leaf(second, 'TRACKID')).toBeNull()
    expect(leaf(second, 'ERROR')).toBe(
      'El archivo ya fue recibido: TRACKID 0000000001, 2 envios. Espere 800 segundos antes de reintentar',
    )
    expect(leaf(await e.upload(xml), 'ERROR')).toContain('3 envios. Espere 900 segundos')
    const { json } = await e.api('GET', 'libro?track_id=1')
    expect(json.data.envios[0].veces).toBe(3)
    expect(json.data.envios).toHaveLength(1)
  })

  test('5. the same bytes are new to the other side and to another company', async () => {
    const e = escena()
    const xml = await good(e)
    await e.upload(xml)
    expect(status(await e.upload(xml, { host: 'palena' }))).toBe('0')
    expect(status(await e.upload(xml, { company: '76192083-9' }))).toBe('0')
  })

  test('5. of twins that arrive together one is new and the other received before', async () => {
    const e = escena()
    const xml = await good(e)
    const token = await e.token()
    const answers = await Promise.all([e.upload(xml, { token }), e.upload(xml, { token })])
    expect(answers.map(status).sort()).toEqual(['0', '99'])
  })

  test('6. answers 7 to a line over 4090 characters', async () => {
    const e = escena()
    const long = sobre([dte({ folio: 1, caf: await e.caf() })], {
      alter: (t) => t.replace('<SetDTE', `${' '.repeat(4091)}<SetDTE`),
    })
    const answer = await e.upload(long)
    expect(status(answer)).toBe('7')
    expect(answer).toContain('CHR-00002: Line too long (4090)')
  })

  const schema: [string, RegExp, (text: string) => string][] = [
    ['another schema', /SCH-00001/, (t) => t.replace('EnvioDTE_v10.xsd', 'EnvioDTE_v11.xsd')],
    ['another root', /SCH-00001/, (t) => t.replaceAll('EnvioDTE', 'ConsumoFolios')],
    ['a tag that is not closed', /LPX-00007/, (t) => t.replace('</Documento>', '')],
    ['an ampersand', /LPX-00007/, (t) => t.replace('&amp;', '&')],
    ['elements out of order', /LSX-00204/, (t) => t.replace(/(<RUTEmisor>.*\n)(<RznSoc>.*\n)/, '$2$1')],
    ['a missing element', /LSX-00204.*MntTotal/, (t) => t.replace(/<MntTotal>\d+<\/MntTotal>\n/, '')],
    [
      'a date that is none',
      /LSX-00204.*FchEmis/,
      (t) => t.replace('<FchEmis>2026-03-02', '<FchEmis>2026-02-30'),
    ],
    ['a repeated ID', /LSX-00204.*F1T33/, (t) => t.replace(/(<DTE[\s\S]*<\/DTE>)/, '$1\n$1')],
    [
      'an element nobody knows',
      /LSX-00204.*Extra/,
      (t) => t.replace('<Totales>', '<Extra>1</Extra><Totales>'),
    ],
  ]
  for (const [what, detail, alter] of schema) {
    test(`7. answers 7 with DETAIL to ${what}`, async () => {
      const e = escena()
      const answer = await e.upload(sobre([dte({ folio: 1, caf: await e.caf() })], { alter }))
      expect(status(answer)).toBe('7')
      expect(leaf(answer, 'ERROR')).toMatch(detail)
      expect((await e.api('GET', 'libro')).json.data.envios).toEqual([])
    })
  }

  test('does not look at digests, CAFs or folios: that is for later', async () => {
    const e = escena()
    const caf = await e.caf()
    const spoilt = dte({ folio: 999_999, caf, alter: (t) => t.replace('Item uno', 'Item dos') })
    expect(status(await e.upload(sobre([spoilt])))).toBe('0')
  })

  test('asks for the parts in their order', async () => {
    const e = escena()
    const fields = uploadFields(PERSONA.rut, EMPRESA).reverse()
    const response = await e.sim.fetch(
      new Request(`${BASE}/maullin/cgi_dte/UPL/DTEUpload`, {
        method: 'POST',
        headers: {
          'user-agent': AGENT,
          cookie: `TOKEN=${await e.token()}`,
          'content-type': 'multipart/form-data; boundary=limite',
        },
        body: new Uint8Array(multipart(await good(e), fields)),
      }),
    )
    expect(await response.text()).toBe('Error 500')
  })

  test('takes the boletas of a certification set, on that side alone (sii §3.2)', async () => {
    const e = escena()
    const xml = sobre([dte({ tipo: 39, folio: 1, caf: await e.caf(39) })])
    expect(status(await e.upload(xml))).toBe('0')
    expect(status(await e.upload(xml, { host: 'palena' }))).toBe('7')
  })
})

test('an envelope is kept sealed to its row when a key is given, and judged all the same', async () => {
  const secrets = createSecrets(new Uint8Array(32).fill(3))
  const e = escena({ cifrado: secrets })
  const caf = await e.caf()
  for (const folio of [1, 2]) await e.upload(sobre([dte({ folio, caf })]))
  e.advance(10_000)
  await e.sim.drain()
  expect(e.db.prepare('SELECT estado FROM sim_envio').pluck().all()).toEqual(['EPR', 'EPR'])
  const rows = e.db.prepare('SELECT track_id AS id, xml FROM sim_envio_xml').all() as {
    id: number
    xml: Buffer
  }[]
  for (const { id, xml } of rows) {
    expect(Buffer.from(xml).includes('EnvioDTE')).toBe(false)
    const opened = secrets.open({ table: 'sim_envio', column: 'xml', id: String(id) }, xml)
    expect(opened.includes('<EnvioDTE')).toBe(true)
  }
})
