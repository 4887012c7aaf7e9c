// The firm's dates: in a list, and in a calendar whose address is its only credential (areas/firma §3).

import { describe, expect, test } from 'bun:test'
import { writeIcs } from '../../../src/domain/firma/ics'
import { invitePerson } from '../../support/personas'
import { type CompanyApp, PASSWORD, type TestAppOptions, testAppWithFolios } from '../../support/test-app'
import { pendientes } from '../acuse/escena'
import { importar } from '../rcv/archivos'

async function firma(options: TestAppOptions = {}) {
  const app = await testAppWithFolios({
    ...options,
    now: '2026-11-27T14:00:00.000Z',
    publicUrl: 'https://timbre.example.cl',
  })
  await importar(app, '202611', pendientes(app.clock(), [100, 10, 9]))
  await app.app.services.tableros.look()
  return app
}
const subscribe = async (app: CompanyApp, session = app.tenant.session): Promise<string> => {
  const { status, body } = await app.post('/v1/firma/calendario', undefined, session)
  expect(status).toBe(201)
  expect(body.data.url).toMatch(/^https:\/\/timbre\.example\.cl\/firma\/calendario\/[\w-]{24}\.ics$/)
  return new URL(body.data.url).pathname
}
const summaries = (text: string): string[] =>
  text
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .flatMap((line) => (line.startsWith('SUMMARY:') ? [line.slice(8)] : []))

describe('the dates', () => {
  test('are those of the F29, of purchases that wait and of what expires, oldest first, and narrowed', async () => {
    const app = await firma()
    const ask = async (query = '') =>
      (await app.get(`/v1/firma/vencimientos${query}`, app.tenant.session)).body.data
    const all = await ask()
    expect(
      all.map(({ fecha, clase, texto }: Record<string, string>) => [fecha, clase, texto]).slice(0, 3),
    ).toEqual([
      ['2026-12-01', 'acuse', '1 compra por aceptar o reclamar'],
      ['2026-12-05', 'acuse', '2 compras por aceptar o reclamar'],
      ['2026-12-21', 'f29', 'F29 de noviembre de 2026'],
    ])
    // Every month whose day is within ninety days (areas/firma §3).
    expect((await ask('?clase=f29')).map(({ fecha }: { fecha: string }) => fecha)).toEqual([
      ...['2026-12-21', '2027-01-20', '2027-02-22'],
    ])
    expect(await ask('?desde=2026-12-02&hasta=2026-12-20')).toHaveLength(1)
    expect(await ask('?q=noviembre')).toHaveLength(1)
    expect((await ask('?orden=-fecha')).at(-1).fecha).toBe('2026-12-01')
    await app.put(
      `/v1/firma/f29/${app.tenant.empresaId}/202611`,
      { declarado_el: '2026-11-27' },
      app.tenant.session,
    )
    expect(await ask('?clase=f29')).toHaveLength(2)
  })
})

describe('the calendar', () => {
  test('dies with the password, for it opens without a session', async () => {
    const app = await firma()
    const path = await subscribe(app)
    const body = { actual: PASSWORD, nueva: 'otra clave de prueba' }
    expect((await app.put('/auth/password', body, app.tenant.session)).status).toBeLessThan(300)
    expect((await app.get(path, {})).status).toBe(404)
  })

  test('counts the purchases of every day, beyond those that are kept one by one', async () => {
    const app = await firma()
    await importar(app, '202611', pendientes(app.clock(), [...Array(205).fill(100), 10]))
    await app.app.services.tableros.look()
    const { data } = (await app.get('/v1/firma/vencimientos?clase=acuse', app.tenant.session)).body
    expect(data.map(({ fecha, texto }: Record<string, string>) => [fecha, texto])).toEqual([
      ['2026-12-01', '205 compras por aceptar o reclamar'],
      ['2026-12-05', '1 compra por aceptar o reclamar'],
    ])
  })

  test('has one event of a day’s purchases, however many they come to be', () => {
    const at = new Date('2026-11-27T14:00:00.000Z')
    const uid = (texto: string) =>
      writeIcs(
        [
          {
            ...{ clase: 'acuse', fecha: '2026-12-01', texto, tipo_dte: null },
            ...{ empresaId: 'emp_1', razonSocial: 'Ñuble' },
          },
        ],
        at,
      ).match(/UID:.*/)![0]
    expect(uid('1 compra por aceptar o reclamar')).toBe(uid('2 compras por aceptar o reclamar'))
  })

  test('has names and days, no amounts, no other parties and no links', async () => {
    const app = await firma()
    const path = await subscribe(app)
    const { status, body, headers } = await app.get(path, {})
    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(summaries(body)).toContain(
      'F29 de noviembre de 2026 · Comercial Ñandú & Compañía Limitada (simulación)',
    )
    expect(body).not.toMatch(/https?:|\$|1190|2380|Comercial Ñandú(?! & Comp)/)
    expect(body.startsWith('BEGIN:VCALENDAR\r\n')).toBe(true)
    for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(new Set(body.match(/UID:.*/g)).size).toBe(body.match(/BEGIN:VEVENT/g).length)
    expect((await app.get('/v1/firma/calendario', app.tenant.session)).body.data.creado_en).toBe(
      app.clock().toISOString(),
    )
  })

  test('is read as far as its person may at that moment, and is dead with its address', async () => {
    const app = await firma()
    const { session, id } = await invitePerson(app, app.tenant.session, 'contador')
    const path = await subscribe(app, session)
    expect(summaries((await app.get(path, {})).body).length).toBeGreaterThan(2)
    await app.put(`/v1/usuarios/${id}`, { permisos_quitados: ['rcv:leer'] }, app.tenant.session)
    const left = summaries((await app.get(path, {})).body)
    expect(left.filter((one) => /F29|compra/.test(one))).toEqual([])
    const next = await subscribe(app, session)
    expect((await app.get(path, {})).status).toBe(404)
    expect((await app.get(next, {})).status).toBe(200)
    expect((await app.get(next.replace('.ics', ''), {})).status).toBe(404)
    expect((await app.delete('/v1/firma/calendario', undefined, session)).status).toBe(204)
    expect((await app.get(next, {})).status).toBe(404)
    expect((await app.delete('/v1/firma/calendario', undefined, session)).status).toBe(404)
  })

  test('keeps nothing of its key but a digest, in the log neither', async () => {
    const app = await firma({ logLevel: 'debug' })
    const path = await subscribe(app)
    expect((await app.get(path, {})).status).toBe(200)
    const key = path.split('/').at(-1)!.replace('.ics', '')
    const kept = app.store.client.prepare('SELECT hash FROM firma_calendario').pluck().all()
    expect(kept).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
    expect(JSON.stringify(app.logs)).not.toContain(key)
  })
})

test('a line is folded between letters, and what has a meaning there is escaped', () => {
  const text = writeIcs(
    [
      {
        ...{
          clase: 'caf',
          fecha: '2026-12-31',
          texto: 'Vencen folios del tipo 33',
          tipo_dte: 33,
          empresaId: 'emp_1',
        },
        razonSocial: `Ñuble; Hijos, Cía\\ ${'ñ'.repeat(60)}`,
      },
    ],
    new Date('2026-11-27T14:00:00.000Z'),
  )
  expect(text).toContain('DTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101')
  expect(summaries(text)).toEqual([`Vencen folios del tipo 33 · Ñuble\\; Hijos\\, Cía\\\\ ${'ñ'.repeat(60)}`])
})
