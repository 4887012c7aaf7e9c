// Copies that fail, as a person hears of them: one event a company and one mail an owner, once each; and their figures.

import { describe, expect, test } from 'bun:test'
import { createRespaldoStore, type RespaldoProgramado } from '../../../src/areas/respaldo'
import { createAvisos } from '../../../src/areas/respaldo/avisos'
import type { Problema } from '../../../src/areas/respaldo/situacion'
import { testAppWithCompany } from '../../support/test-app'

const PROBLEMA: Problema = {
  motivo: 'atrasado',
  desde: '2026-11-20T06:15:00.000Z',
  mensaje: 'No se hizo la de su hora; no hay ninguna copia',
}
const OTRO: Problema = { ...PROBLEMA, motivo: 'ensayo_fallido', mensaje: 'timbre-1: no se abrió' }

async function telling(fails = false) {
  const app = await testAppWithCompany()
  const events: unknown[] = []
  const mails: { para: string; asunto: string; texto: string }[] = []
  const state = { fails }
  const notify = createAvisos({
    store: app.store,
    eventos: {
      emitOnce: (origen, clave, { evento, data }) =>
        void events.push({ empresaId: origen.empresaId, clave, evento, data: data() }),
    },
    async sendMail(mensaje) {
      if (state.fails) throw new Error('El servidor de correo no respondió a tiempo')
      mails.push(mensaje)
    },
    publicUrl: 'https://dte.example.cl',
  })
  return { app, notify, events, mails, state }
}

describe('a problem of the copies', () => {
  test('is an event of each company of the first account, and a mail to its owners', async () => {
    const { app, notify, events, mails } = await telling()
    await app.registerCompany()
    await notify([PROBLEMA])
    expect(events).toEqual([
      {
        empresaId: app.tenant.empresaId,
        clave: 'respaldo atrasado 2026-11-20T06:15:00.000Z',
        evento: 'respaldo.fallido',
        data: { empresa_id: app.tenant.empresaId, ...PROBLEMA },
      },
    ])
    expect(mails).toHaveLength(1)
    expect(mails[0]!.texto).toContain('No se hizo la de su hora')
    expect(mails[0]!.texto).toContain('https://dte.example.cl/app/')
  })

  test('is mailed once, and a new one beside it again', async () => {
    const { notify, mails } = await telling()
    for (let i = 0; i < 3; i++) await notify([PROBLEMA])
    expect(mails).toHaveLength(1)
    await notify([PROBLEMA, OTRO])
    await notify([PROBLEMA, OTRO])
    expect(mails).toHaveLength(2)
  })

  test('whose mail was not taken is mailed when asked again', async () => {
    const { notify, mails, state } = await telling(true)
    await expect(notify([PROBLEMA])).rejects.toThrow('no respondió')
    state.fails = false
    await notify([PROBLEMA])
    expect(mails).toHaveLength(1)
  })

  test('is nothing to a server without people', async () => {
    const { notify, events, mails } = await telling()
    await notify([])
    expect([events, mails]).toEqual([[], []])
  })
})

test('a problem of the copies is the first matter of the summary, to the owners of the first account alone', async () => {
  const respaldo: RespaldoProgramado = {
    destino: '/respaldos',
    cron: '15 3 * * *',
    conservar: '7/5/12/6',
    abre: true,
    run: async () => {},
  }
  const app = await testAppWithCompany({ now: '2026-11-20T15:00:00.000Z', respaldo })
  const second = await app.registerCompany()
  const atencion = async (headers: Record<string, string>) =>
    (await app.get('/v1/resumen', headers)).body.data.atencion as { asunto: string }[]
  const [first, ...others] = await atencion(app.tenant.session)
  expect(first).toEqual({ asunto: 'respaldos', ...PROBLEMA, enlace: '/v1/respaldos' } as never)
  for (const headers of [second.session, app.tenant.key])
    expect((await atencion(headers)).some(({ asunto }) => asunto === 'respaldos')).toBe(false)
  const rows = createRespaldoStore(app.store.db)
  const inicio = '2026-11-20T14:00:00.000Z'
  rows.insert({ id: 'rsp_1', nombre: 'timbre-1', destino: '/respaldos', inicio })
  rows.change('rsp_1', { estado: 'hecha', bytes: 1000, ensayo: 'abierta', ensayoAt: inicio })
  expect(await atencion(app.tenant.session)).toEqual(others)
})

test('the figures tell when copies were made and tried, and what is wrong with them', async () => {
  const respaldo: RespaldoProgramado = {
    destino: '/respaldos',
    cron: '15 3 * * *',
    conservar: '7/5/12/6',
    abre: true,
    run: async () => {},
  }
  const app = await testAppWithCompany({
    now: '2026-11-20T15:00:00.000Z',
    respaldo,
    metricsToken: 'una-palabra-de-paso',
  })
  const read = async () =>
    (await app.get('/metrics', { authorization: 'Bearer una-palabra-de-paso' })).body as string
  expect(await read()).toContain('timbre_backup_problem{reason="atrasado"} 1')
  const rows = createRespaldoStore(app.store.db)
  const inicio = '2026-11-20T14:00:00.000Z'
  rows.insert({ id: 'rsp_1', nombre: 'timbre-1', destino: '/respaldos', inicio })
  rows.change('rsp_1', { estado: 'hecha', bytes: 1000, ensayo: 'abierta', ensayoAt: inicio })
  const figures = await read()
  expect(figures).toContain(`timbre_backup_last_success_timestamp_seconds ${Date.parse(inicio) / 1000}`)
  expect(figures).toContain(`timbre_backup_last_trial_timestamp_seconds ${Date.parse(inicio) / 1000}`)
  expect(figures).toContain('timbre_backup_last_bytes 1000')
  expect(figures).toContain('timbre_backup_problem{reason="atrasado"} 0')
})
