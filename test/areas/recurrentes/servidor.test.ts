// Series beside the rest of the server: copies by mail, an old copy of the database, other holidays (areas/recurrentes §1, §2, §4).

import { afterEach, describe, expect, test } from 'bun:test'
import { markRestaurada } from '../../../src/areas/folios'
import { RECEPTOR } from '../../support/emisor'
import { type Buzon, openBuzon } from '../../support/smtp'
import { successor, testApp } from '../../support/test-app'
import { openEscena, soporte } from './escena'

const open: Buzon[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

describe('copies by mail (areas/recurrentes §1)', () => {
  test('leave as the series says, of its drafts too, and else as the company does', async () => {
    const buzon = await openBuzon()
    open.push(buzon)
    const e = await openEscena({ correo: buzon.correo })
    const to = (email: string) => soporte({ receptor: { ...RECEPTOR, email } })
    for (const [envio, modo] of [
      ['al_emitir', 'automatico'],
      ['al_aceptar', 'borrador'],
      ['no', 'automatico'],
      ['empresa', 'automatico'],
    ])
      await e.serie({ envio, modo, solicitud: to(`${envio}@example.cl`) })
    await e.at('2026-12-31T09:00:00')
    const [draft] = await e.borradores()
    await e.app.post(`/v1/borradores/${draft.id}/emitir`)
    await e.app.settle()
    const sent = () => buzon.recibidos.map(({ to }) => JSON.stringify(to)).join()
    expect(sent()).toContain('al_emitir@example.cl')
    expect(sent()).toContain('al_aceptar@example.cl')
    expect(buzon.recibidos).toHaveLength(2)
  })
})

describe('an old copy of the database (areas/recurrentes §4)', () => {
  test('issues by itself nothing whose day passed before it came back: it may be issued already', async () => {
    const e = await openEscena()
    const { id } = await e.serie({ modo: 'automatico', regla: e.regla({ dias: [10, 11] }) })
    e.app.setNow('2026-12-10T15:00:00Z')
    markRestaurada(e.app.store.db, e.app.clock())
    e.app.store.client.prepare('UPDATE caf SET por_conciliar = 0').run()
    await e.at('2026-12-10T12:01:00')
    await e.at('2026-12-11T09:00:00')
    expect(
      (await e.ocurrencias(id)).map(({ estado, mensaje }) => [estado, mensaje?.slice(0, 11) ?? null]),
    ).toEqual([
      ['borrador', 'Su día pasó'],
      ['emitida', null],
    ])
  })
})

describe('other holidays than before (areas/recurrentes §2)', () => {
  test('bring no date back that is done, and are reckoned with when the server starts', async () => {
    const e = await openEscena({ feriados: ['2026-12-31'] })
    const { id } = await e.serie({ modo: 'automatico', regla: e.regla({ dias: ['ultimo_habil'] }) })
    const other = await e.serie({ regla: e.regla({ dias: ['ultimo_habil'] }) })
    expect((await e.get(id)).proxima).toBe('2026-12-30')
    await e.at('2026-12-30T09:00:00')
    const next = await successor(e.app)
    next.setNow('2026-12-31T12:00:00Z')
    await next.app.services.recurrentes.look()
    const total = async (path: string) => (await next.get(path)).body.paginacion.total
    expect(await total('/v1/documentos')).toBe(1)
    expect(await total(`/v1/borradores?serie=${other.id}`)).toBe(1)
    const feriado = await testApp({
      ...{ store: next.store, now: '2026-12-31T12:00:00Z', feriados: ['2027-01-29'] },
    })
    feriado.speakAs(e.app.tenant)
    await feriado.app.services.recurrentes.look()
    expect((await feriado.get(`/v1/recurrentes/${id}`)).body.data.proxima).toBe('2027-01-28')
  })

  test('bring back under another date none that a person left out, moved or changed', async () => {
    const e = await openEscena()
    const regla = e.regla({ dias: ['ultimo_habil'], veces: 1 })
    const ids: string[] = []
    for (const said of [
      { omitir: true },
      { mover_a: '2026-12-29' },
      { solicitud: soporte({ detalle: [{ nombre: 'Propio', precio: 7 }] }) },
    ]) {
      const { id } = await e.serie({ modo: 'automatico', regla })
      await e.app.put(`/v1/recurrentes/${id}/ocurrencias/2026-12-31`, said)
      ids.push(id)
    }
    const feriado = await testApp({
      ...{ store: e.app.store, now: '2026-12-29T12:00:00Z', feriados: ['2026-12-31'] },
    })
    feriado.speakAs(e.app.tenant)
    const seen = async () => {
      await feriado.app.services.recurrentes.look()
      const rows: [string, string][][] = []
      for (const id of ids)
        rows.push(
          (await feriado.get(`/v1/recurrentes/${id}/ocurrencias`)).body.data.map(
            ({ fecha, estado }: { fecha: string; estado: string }) => [fecha, estado],
          ),
        )
      return rows
    }
    expect(await seen()).toEqual([
      [['2026-12-31', 'omitida']],
      [['2026-12-31', 'emitida']],
      [['2026-12-31', 'cambiada']],
    ])
    feriado.setNow('2026-12-30T12:00:00Z')
    expect((await seen()).flat()).toEqual([
      ['2026-12-31', 'omitida'],
      ['2026-12-31', 'emitida'],
      ['2026-12-31', 'emitida'],
    ])
    const documentos = (await feriado.get('/v1/documentos?orden=folio')).body.data
    expect(documentos.map(({ fecha_emision }: { fecha_emision: string }) => fecha_emision)).toEqual([
      '2026-12-29',
      '2026-12-30',
    ])
  })
})
