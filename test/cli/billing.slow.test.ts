// `timbre billing`: payments and plans in the hands of whoever runs the server, beside a running one (http §22.4).

import { expect, test } from 'bun:test'
import { connect } from '../../src/store/driver'
import { nuevaEmpresa, PASSWORD } from '../support/test-app'
import { inTempDir, start, timbre } from './spawn'

const ENV = { TIMBRE_BILLING: 'operador', TIMBRE_DEFAULT_PLAN: 'Gratis', TIMBRE_OPEN_REGISTRATION: 'true' }
const PRECIO = '$29990'

/** A running server whose plans are paid to its operator, with accounts to pay them. */
async function scene(cwd: string) {
  const server = await start(['serve', '--addr', '127.0.0.1:0'], {
    cwd,
    env: ENV,
    ready: 'servidor.iniciado',
  })
  const ask = async (method: string, path: string, session: Record<string, string> = {}, body?: object) => {
    const headers = { 'content-type': 'application/json', ...session }
    const response = await fetch(server.url + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    const text: any = await response.json()
    return { status: response.status, ...text }
  }
  return {
    server,
    ask,
    run: (...words: string[]) => timbre(['billing', ...words], { cwd, env: ENV }),
    async account(email: string) {
      const person = { nombre: 'Ana', email, password: PASSWORD }
      const { access_token, data } = await ask('POST', '/auth/register', {}, person)
      const session = { authorization: `Bearer ${access_token}` }
      return {
        id: data.cuenta.id as string,
        session,
        order: async () =>
          (await ask('POST', '/v1/billing/checkout', session, { plan: 'Profesional', ciclo: 'mensual' })).data
            .id as string,
        plan: async () => (await ask('GET', '/v1/cuenta', session)).data.plan as string,
      }
    },
  }
}

test('lists what waits to be paid, of every account, and confirms it once, beside the running server', () =>
  inTempDir(async (cwd) => {
    const { server, run, ask, account } = await scene(cwd)
    expect(await run('listar')).toEqual({ status: 0, out: '', err: 'No hay órdenes de pago por resolver\n' })
    const [ana, juan] = [await account('ana@example.cl'), await account('juan@example.cl')]
    const [first, second] = [await ana.order(), await juan.order()]
    const listed = (await run('listar')).out.trimEnd().split('\n')
    expect(listed).toHaveLength(2)
    for (const part of [
      first,
      'abierto',
      ana.id,
      'ana@example.cl',
      '(Gratis)',
      'Profesional mensual',
      PRECIO,
    ])
      expect(listed[0]).toContain(part)
    expect(listed[1]).toContain(second)

    // The account cannot say that it paid; the operator can.
    const own = await ask('POST', `/v1/billing/checkout/${first}/confirmar`, ana.session)
    expect([own.status, own.code]).toEqual([403, 'FORBIDDEN'])
    const confirmed = await run('confirmar', first)
    expect(confirmed).toMatchObject({ status: 0, err: '' })
    expect(confirmed.out).toContain(
      `${first}: pagada; la cuenta ${ana.id} tiene o tendrá el plan Profesional`,
    )
    expect([await ana.plan(), await juan.plan()]).toEqual(['Profesional', 'Gratis'])
    expect((await run('confirmar', first)).status).toBe(0)
    const cobros = (await ask('GET', '/v1/billing/cobros', ana.session)).data
    expect(cobros.map((cobro: { checkout_id: string }) => cobro.checkout_id)).toEqual([first])
    expect((await run('listar')).out).not.toContain(first)
    expect(await server.stop()).toBe(0)
  }))

test('confirms what its account may no more: an order that was annulled or has expired', () =>
  inTempDir(async (cwd) => {
    const { server, run, ask, account } = await scene(cwd)
    const ana = await account('ana@example.cl')
    const annulled = await ana.order()
    const expired = await ana.order()
    const db = connect(`${cwd}/datos/timbre.db`)
    db.prepare("UPDATE checkout SET expira_en = '2020-01-01T00:00:00.000Z' WHERE id = ?").run(expired)
    db.close()
    expect((await ask('GET', `/v1/billing/checkout/${annulled}`, ana.session)).data.estado).toBe('anulado')
    expect((await ask('GET', `/v1/billing/checkout/${expired}`, ana.session)).data.estado).toBe('vencido')
    for (const id of [annulled, expired]) expect((await run('confirmar', id)).status).toBe(0)
    expect(await ana.plan()).toBe('Profesional')
    expect((await ask('GET', '/v1/billing/cobros', ana.session)).data).toHaveLength(2)
    expect(await server.stop()).toBe(0)
  }))

test('gives a plan to an account at once, whatever that has', () =>
  inTempDir(async (cwd) => {
    const { server, run, ask, account } = await scene(cwd)
    const ana = await account('ana@example.cl')
    expect(await run('plan', ana.id, 'Empresa')).toEqual({
      status: 0,
      out: `${ana.id}: plan Empresa\n`,
      err: '',
    })
    expect(await ana.plan()).toBe('Empresa')
    for (const rut of ['76543210-3', '77123456-9'])
      expect((await ask('POST', '/v1/empresa', ana.session, nuevaEmpresa(rut))).status).toBe(201)
    expect((await run('plan', ana.id, 'Gratis')).status).toBe(0)
    expect(await ana.plan()).toBe('Gratis')
    // And its account does not raise it again by itself.
    expect((await ask('PUT', '/v1/cuenta/plan', ana.session, { plan: 'Emprendedor' })).status).toBe(409)
    expect(await server.stop()).toBe(0)
  }))

test('says in one Spanish line what there is not, and what was typed wrong', () =>
  inTempDir(async (cwd) => {
    const { server, run } = await scene(cwd)
    for (const [words, status, why] of [
      [['confirmar', 'chk_nada'], 1, 'No existe una orden de pago con ese id'],
      [['plan', 'cta_nada', 'Empresa'], 1, 'La cuenta no existe'],
      [['plan', 'cta_nada', 'Premium'], 2, 'El plan es uno de Gratis, Emprendedor, Profesional, Empresa'],
      [['plan', 'cta_nada'], 2, 'Diga listar, confirmar ID o plan CUENTA PLAN'],
      [['confirmar'], 2, 'Diga listar, confirmar ID o plan CUENTA PLAN'],
      [['listar', 'todo'], 2, 'Diga listar, confirmar ID o plan CUENTA PLAN'],
      [['pagar', 'chk_nada'], 2, 'Diga listar, confirmar ID o plan CUENTA PLAN'],
      [['toString'], 2, 'Diga listar, confirmar ID o plan CUENTA PLAN'],
    ] as const) {
      const ended = await run(...words)
      expect([words.join(' '), ended.status, ended.out]).toEqual([words.join(' '), status, ''])
      expect(ended.err).toContain(why)
      expect(ended.err).not.toContain('    at ')
    }
    expect(await server.stop()).toBe(0)
  }))
