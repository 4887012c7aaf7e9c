// Payments by Flow (http §22.4; developers.flow.cl): what it reports is asked of it, and money is granted once.

import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { signFlow } from '../../../src/areas/billing/flow'
import { FLOW_KEYS, startFlow } from '../../support/flow'
import { testAppWithCompany } from '../../support/test-app'

const flow = startFlow()
afterAll(() => void flow.stop())
beforeEach(() => {
  flow.orders.length = 0
  flow.setDown(false)
})

async function scene(secretKey = FLOW_KEYS.secretKey) {
  const publicUrl = 'https://timbre.example.cl'
  const app = await testAppWithCompany({
    planInicial: 'Gratis',
    publicUrl,
    cobranza: { tipo: 'flow', url: flow.url, apiKey: FLOW_KEYS.apiKey, secretKey, publicUrl },
  })
  const { session } = app.tenant
  const form = (path: string, token: string) =>
    app.request('POST', path, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token }).toString(),
    })
  return {
    app,
    open: () => app.post('/v1/billing/checkout', { plan: 'Profesional', ciclo: 'mensual' }, session),
    checkout: async (id: string) => (await app.get(`/v1/billing/checkout/${id}`, session)).body.data,
    report: (token: string) => form('/billing/flow/confirmacion', token),
    back: (token: string) => form('/billing/flow/retorno', token),
    look: () => app.get('/billing/flow/retorno?token=NOESTA', {}),
    cobros: async () => (await app.get('/v1/billing/cobros', session)).body.data,
    plan: async () => (await app.get('/v1/cuenta')).body.data.plan,
    session,
  }
}

test('what a gateway posts is a token: a form of more than 16 KiB is refused unread (http §16.4)', async () => {
  const { report } = await scene()
  expect((await report('a'.repeat(16_000))).body.code).toBe('NOT_FOUND')
  expect(await report('a=&'.repeat(6000))).toMatchObject({
    status: 413,
    body: { code: 'PAYLOAD_TOO_LARGE', error: 'El formulario pasa de 16 KiB' },
  })
})

describe('an order by Flow', () => {
  test('is created signed, in pesos, with where to report, and shows the page to pay on', async () => {
    const s = await scene()
    const { status, body } = await s.open()
    expect([status, body.data.estado, body.data.url]).toEqual([
      201,
      'abierto',
      'https://pagos.example.cl/app/web/pay.php?token=TOKEN1',
    ])
    expect(flow.orders[0]!.params).toEqual({
      apiKey: FLOW_KEYS.apiKey,
      commerceOrder: body.data.id,
      subject: 'Timbre, plan Profesional mensual',
      currency: 'CLP',
      amount: '29990',
      email: 'dueno0@example.cl',
      paymentMethod: '9',
      timeout: '86400',
      urlConfirmation: 'https://timbre.example.cl/billing/flow/confirmacion',
      urlReturn: 'https://timbre.example.cl/billing/flow/retorno',
    })
  })

  test('paid and reported gives the plan, once for any number of reports', async () => {
    const s = await scene()
    const { id } = (await s.open()).body.data
    expect((await s.report('TOKEN1')).status).toBe(200)
    expect(await s.plan()).toBe('Gratis')
    expect((await s.back('TOKEN1')).body).toContain('aún no se confirma')
    flow.orders[0]!.status = 2
    const replies = await Promise.all([1, 2, 3].map(() => s.report('TOKEN1')))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect([await s.plan(), (await s.checkout(id)).estado]).toEqual(['Profesional', 'pagado'])
    expect(await s.cobros()).toMatchObject([
      { checkout_id: id, monto: 29_990, estado: 'pagado', proveedor: 'flow', referencia: '8765400' },
    ])
    const page = await s.back('TOKEN1')
    expect([page.headers.get('content-type'), page.body.includes('quedó registrado')]).toEqual([
      'text/html; charset=utf-8',
      true,
    ])
  })

  test('shows a page also to who brings no order, or another, or only opens it', async () => {
    const s = await scene()
    for (const [answer, status, words] of [
      [await s.back('NOESTA'), 404, 'No hay aquí una orden'],
      [await s.back(''), 404, 'No hay aquí una orden'],
      [await s.look(), 200, 'el estado del pago se ve en su plan'],
    ] as const) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        status,
        'text/html; charset=utf-8',
      ])
      expect(answer.body).toContain(words)
    }
  })

  test('rejected or annulled at Flow grants nothing, and paid on a second try it does', async () => {
    const s = await scene()
    const { id } = (await s.open()).body.data
    flow.orders[0]!.status = 3
    await s.report('TOKEN1')
    expect([(await s.checkout(id)).estado, await s.plan()]).toEqual(['rechazado', 'Gratis'])
    flow.orders[0]!.status = 2
    await s.report('TOKEN1')
    expect([(await s.checkout(id)).estado, await s.plan()]).toEqual(['pagado', 'Profesional'])
  })

  test('of another amount or currency waits for a person, who may accept it', async () => {
    for (const wrong of [{ amount: '290' }, { currency: 'USD' }]) {
      const s = await scene()
      flow.orders.length = 0
      const { id } = (await s.open()).body.data
      Object.assign(flow.orders[0]!, wrong, { status: 2 })
      expect((await s.report('TOKEN1')).status).toBe(200)
      expect([await s.plan(), (await s.checkout(id)).estado]).toEqual(['Gratis', 'rechazado'])
      const [cobro] = await s.cobros()
      expect([cobro.estado, cobro.periodo_fin, cobro.motivo.startsWith('se pag')]).toEqual([
        'por_revisar',
        null,
        true,
      ])
      expect(s.app.logs.map(({ event }) => event)).toContain('cobro.por_revisar')
      await s.report('TOKEN1')
      s.app.app.services.billing.checkouts.confirm(null, id)
      expect([await s.plan(), (await s.cobros()).map((c: { estado: string }) => c.estado)]).toEqual([
        'Profesional',
        ['pagado'],
      ])
    }
  })

  test('paid twice, by two orders: the annulled one’s money waits for a person', async () => {
    const s = await scene()
    await s.open()
    await s.open()
    for (const order of flow.orders) order.status = 2
    await s.report('TOKEN2')
    await s.report('TOKEN1')
    expect((await s.cobros()).map((c: { estado: string }) => c.estado).sort()).toEqual([
      'pagado',
      'por_revisar',
    ])
    expect((await s.app.get('/v1/billing/suscripcion', s.session)).body.data.periodo_fin).toBe('2026-12-19')
  })

  test('paid in time but reported late counts, and a report that was lost is caught up', async () => {
    const s = await scene()
    const { id } = (await s.open()).body.data
    flow.orders[0]!.status = 2
    s.app.advance(25 * 3_600_000)
    flow.setDown(true)
    await s.app.app.services.billing.run()
    expect(await s.plan()).toBe('Gratis')
    flow.setDown(false)
    await s.app.app.services.billing.run()
    expect(await s.plan()).toBe('Profesional')
    expect(s.app.store.client.prepare('SELECT estado FROM checkout WHERE id = ?').pluck().get(id)).toBe(
      'pagado',
    )
  })
})

describe('what is no order’s', () => {
  test('is refused without a word to Flow: an unknown token, none, no form', async () => {
    const s = await scene()
    flow.setDown(true)
    expect([(await s.report('OTRO')).status, (await s.report('')).status]).toEqual([404, 400])
    expect((await s.app.post('/billing/flow/confirmacion', { token: 'OTRO' }, {})).status).toBe(415)
  })
})

describe('the page to which Flow sends the payer back', () => {
  test('says whether the payment came, and of a Flow that does not answer that it may still', async () => {
    const s = await scene()
    await s.open()
    flow.setDown(true)
    const waiting = await s.back('TOKEN1')
    expect([waiting.status, waiting.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(waiting.body).toContain('aún no se confirma')
    flow.setDown(false)
    flow.orders[0]!.status = 2
    expect((await s.back('TOKEN1')).body).toContain('quedó registrado')
  })
})

describe('Flow away or unwilling', () => {
  test('is 502 PAYMENT_ERROR, leaves no open order and tells no key', async () => {
    const s = await scene()
    flow.setDown(true)
    const refused = await s.open()
    expect([refused.status, refused.body.code]).toEqual([502, 'PAYMENT_ERROR'])
    expect(
      s.app.store.client.prepare("SELECT count(*) FROM checkout WHERE estado = 'abierto'").pluck().get(),
    ).toBe(0)
    flow.setDown(false)
    const unsigned = await scene('otra clave')
    expect((await unsigned.open()).body.code).toBe('PAYMENT_ERROR')
    const text = JSON.stringify([s.app.logs, unsigned.app.logs, refused.body])
    expect([text.includes(FLOW_KEYS.apiKey), text.includes('otra clave')]).toEqual([false, false])
  })

  test('at a report asks Flow to call again', async () => {
    const s = await scene()
    await s.open()
    flow.setDown(true)
    expect((await s.report('TOKEN1')).status).toBe(502)
  })

  test('leaves the confirmation to Flow alone', async () => {
    const s = await scene()
    const { id } = (await s.open()).body.data
    const refused = await s.app.post(`/v1/billing/checkout/${id}/confirmar`, undefined, s.session)
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN'])
  })
})

test('a signature is HMAC-SHA256 over names and values in the order of the names', () => {
  // The output of `printf 'amount5000apiKeyXXXXcurrencyCLP' | openssl dgst -sha256 -hmac secreto`.
  expect(signFlow({ currency: 'CLP', apiKey: 'XXXX', amount: '5000' }, 'secreto')).toBe(
    '4d115823d01075faafe75369057c26547827ad5468ac94017881c7345190ffb0',
  )
})
