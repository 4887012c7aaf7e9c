// One thing at the SII for many companies (areas/firma §5): a result for each, four at a time, by the rights of the moment.

import { describe, expect, test } from 'bun:test'
import { invitePerson } from '../../support/personas'
import {
  type CompanyApp,
  type Headers0,
  loadFolios,
  nuevaEmpresa,
  testAppWithFolios,
} from '../../support/test-app'
import { rutOf } from '../rcv/archivos'
import { addCompanies } from './empresas'

const RUTA = '/v1/firma/operaciones'

async function firma(others = 5) {
  const app = await testAppWithFolios({ now: '2026-11-27T14:00:00.000Z' })
  const ids = addCompanies(app, others)
  const post = (empresas: readonly string[], over: object = {}, session: Headers0 = app.tenant.session) =>
    app.post(RUTA, { tipo: 'rcv.sincronizar', empresas, ...over }, session)
  return {
    ...{ app, ids, own: app.tenant.empresaId, post },
    look: () => app.app.services.operaciones.look(),
    get: async (id: string) => (await app.get(`${RUTA}/${id}`, app.tenant.session)).body.data,
  }
}
// biome-ignore lint/suspicious/noExplicitAny: an answer as it comes
const statesOf = ({ empresas }: any) => empresas.map(({ estado, error }: any) => error?.code ?? estado)

const waiting = (app: CompanyApp): number =>
  app.store.client
    .prepare<[], number>("SELECT count(*) FROM firma_operacion_empresa WHERE estado = 'espera'")
    .pluck()
    .get()!

describe('an operation', () => {
  test('does for each company what it would do alone, and one that cannot stops no other', async () => {
    const { app, ids, own, post, look, get } = await firma()
    const { status, body } = await post([ids[0]!, own, ...ids.slice(1)])
    expect([status, body.data.estado, body.data.cuantas.espera]).toEqual([202, 'en_curso', 6])
    await look()
    const running = await get(body.data.id)
    expect(statesOf(running)).toEqual([
      'PORTAL_CREDENTIALS_MISSING',
      'en_curso',
      ...Array(4).fill('PORTAL_CREDENTIALS_MISSING'),
    ])
    expect(running.empresas[1].job_ids).toHaveLength(1)
    await app.settle()
    await look()
    expect(await get(body.data.id)).toMatchObject({ estado: 'terminada', cuantas: { ok: 1, fallida: 5 } })
    // In the person's name, and as a run of the company's own schedule.
    const { estado } = (await app.get(`/v1/empresa/${own}/programacion`, app.tenant.session)).body.data
    expect(estado.find(({ tarea }: { tarea: string }) => tarea === 'rcv').resultado).toBe('ok')
  })

  test('asks the SII for four companies at once, the next when one has ended', async () => {
    const { app, post, look, get } = await firma(0)
    const empresas = [app.tenant.empresaId]
    for (let i = 1; i < 6; i++) {
      const { body } = await app.post('/v1/empresa', nuevaEmpresa(rutOf(76_500_000 + i)), app.tenant.session)
      const empresaId = body.data.id
      empresas.push(empresaId)
      // A certificate alone.
      await loadFolios(app, { ...app.tenant, empresaId }, {})
    }
    const { id } = (await post(empresas)).body.data
    await look()
    expect(statesOf(await get(id)).filter((one: string) => one === 'en_curso')).toHaveLength(4)
    expect(waiting(app)).toBe(2)
    await app.settle()
    await look()
    await app.settle()
    await look()
    expect(await get(id)).toMatchObject({ estado: 'terminada', cuantas: { ok: 6 } })
  })

  test('can be tried before: what it would do, spend, and fail at, and nothing is made', async () => {
    const { app, ids, own, post } = await firma(1)
    const { status, body } = await post([own, ids[0]!], {}, app.tenant.session)
    expect(status).toBe(202)
    const tried = await app.post(
      `${RUTA}?simular=true`,
      { tipo: 'rcv.sincronizar', empresas: [own, ids[0]] },
      app.tenant.session,
    )
    expect([tried.status, tried.body.data.unidades]).toEqual([200, 1])
    expect(
      tried.body.data.empresas.map(({ error }: { error: { code: string } | null }) => error?.code),
    ).toEqual([undefined, 'PORTAL_CREDENTIALS_MISSING'])
    expect((await app.get(RUTA, app.tenant.session)).body.data).toMatchObject([{ id: body.data.id }])
  })

  test('is cancelled for those that wait, and tried again for those that failed', async () => {
    const { app, ids, own, post, look, get } = await firma()
    const { id } = (await post(ids)).body.data
    const act = (verb: string) => app.post(`${RUTA}/${id}/${verb}`, undefined, app.tenant.session)
    expect((await act('cancelar')).body.data).toMatchObject({ estado: 'cancelada', cuantas: { omitida: 5 } })
    expect((await act('cancelar')).body.code).toBe('INVALID_STATE')
    expect((await act('reintentar')).body.code).toBe('INVALID_STATE')

    const other = (await post([own, ids[0]!])).body.data.id
    await look()
    const again = await app.post(`${RUTA}/${other}/reintentar`, undefined, app.tenant.session)
    expect(again.body.data.cuantas).toMatchObject({ espera: 1, en_curso: 1 })
    await look()
    expect(statesOf(await get(other))).toEqual(['en_curso', 'PORTAL_CREDENTIALS_MISSING'])
  })

  test('is refused whole, each company by its place, where one is not within reach', async () => {
    const { app, ids, own, post } = await firma(3)
    const email = 'contadora@example.cl'
    const { session } = await invitePerson(app, app.tenant.session, 'contador', {
      email,
      empresas: [ids[0]!],
    })
    const { status, body } = await post([own, ids[0]!, 'emp_de_nadie'], {}, session)
    expect([status, body.detalles.map(({ campo }: { campo: string }) => campo)]).toEqual([
      422,
      ['empresas[0]', 'empresas[2]'],
    ])
    // Another's operation is not there.
    const mine = (await post([own])).body.data.id
    expect((await app.get(`${RUTA}/${mine}`, session)).status).toBe(404)
    expect((await app.get(RUTA, session)).body.data).toEqual([])
  })

  test('asks for the right of what it does, then and when its turn comes', async () => {
    const { app, own, post, look } = await firma(0)
    const email = 'lectora@example.cl'
    const { session } = await invitePerson(app, app.tenant.session, 'lector', { email })
    expect((await post([own], {}, session)).body.code).toBe('FORBIDDEN')

    const people = (await app.get('/v1/usuarios', app.tenant.session)).body.data
    const { id } = people.find((one: { email: string }) => one.email === email)
    const give = (permisos_extra: string[]) =>
      app.put(`/v1/usuarios/${id}`, { permisos_extra }, app.tenant.session)
    await give(['rcv:sincronizar'])
    const made = await post([own], {}, session)
    expect(made.status).toBe(202)
    await give([])
    await look()
    const seen = await app.get(`${RUTA}/${made.body.data.id}`, session)
    expect(statesOf(seen.body.data)).toEqual(['FORBIDDEN'])
  })

  test('asks nothing for a company that moved into another server', async () => {
    const { app, own, post, look, get } = await firma(0)
    const { id } = (await post([own])).body.data
    app.store.client.prepare('UPDATE empresa SET mudada = 1 WHERE id = ?').run(own)
    await look()
    expect(statesOf(await get(id))).toEqual(['ACCOUNT_MOVED'])
  })

  test('gives the places of companies that moved meanwhile to others', async () => {
    const { app, own, ids, post, look, get } = await firma(4)
    const { id } = (await post(ids)).body.data
    // Their jobs wait here in vain (areas/exportaciones §5).
    const wait = app.store.client.prepare(
      `UPDATE firma_operacion_empresa SET estado = 'en_curso', trabajos = json_array(?) WHERE operacion_id = ? AND orden = ?`,
    )
    const job = app.store.client.prepare<[string, string], string>(
      `INSERT INTO job (id, kind, estado, mudado, empresa_id, ambiente, grupo, created_at, queued_at) VALUES (?, 'x', 'pending', 1, ?, 'simulacion', 'x', 0, 0)`,
    )
    for (const [orden, empresa] of ids.entries()) {
      job.run(`job_mudado${orden}`, empresa)
      wait.run(`job_mudado${orden}`, id, orden)
    }
    const other = (await post([own])).body.data.id
    await look()
    expect(statesOf(await get(other))).toEqual(['en_curso'])
  })

  test('leaves out a company that was deleted while it waited, and is forgotten after ninety days', async () => {
    const { app, ids, post, look, get } = await firma(1)
    const { id } = (await post([ids[0]!])).body.data
    app.store.client.prepare('UPDATE empresa SET deleted_at = ? WHERE id = ?').run('2026-11-27', ids[0])
    await look()
    expect((await get(id)).empresas[0]).toMatchObject({ estado: 'omitida', motivo: 'eliminada' })
    expect(app.app.services.operaciones.forget(new Date('2026-11-27T14:00:00.001Z'), 10)).toBe(1)
  })
})
