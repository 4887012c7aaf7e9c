// The simulated SII's trims, which free no folio (http §24).

import { expect, test } from 'bun:test'
import { prepareSimulador } from '../../src/simulator/statements'
import { escena, leaf } from './escena'
import { dte, EMPRESA, sobre } from './sobres'

const DAY = 86_400_000

/** Receivers, times and amounts are the defaults: an accepted 33, old enough that its bytes are gone. */
async function old() {
  const e = escena()
  const caf = await e.caf()
  const xml = sobre([dte({ folio: 1, caf })])
  expect((await e.judge(xml)).documentos[0]!.veredicto).toBe('aceptado')
  e.advance(31 * DAY)
  expect(e.sim.trims[0]!.forget(new Date(0), 5)).toBe(1)
  return { e, caf, xml }
}

test('the same bytes are answered with 99, the same folio is rejected, when the first envelope has none any more', async () => {
  const { e, caf, xml } = await old()
  expect(leaf(await e.upload(xml), 'STATUS')).toBe('99')
  const again = await e.judge(sobre([dte({ folio: 1, caf, neto: 2000 })]))
  expect(again.documentos[0]!.razones.map(({ codigo }) => codigo)).toEqual(['DTE-3-101'])
})

test('an acceptance or a claim is answered as after eight days, which it is', async () => {
  const { e } = await old()
  const claim = { rut_emisor: EMPRESA, tipo_dte: 33, folio: 1, accion: 'RCD' }
  const { status, json } = await e.api('POST', 'acuse', claim)
  expect([status, json.error]).toEqual([409, expect.stringContaining('8')])
})

test('the clock of the simulator says what is old, and a step takes few', async () => {
  const e = escena()
  const caf = await e.caf()
  for (const folio of [1, 2, 3]) await e.judge(sobre([dte({ folio, caf })]))
  expect(e.sim.trims[0]!.forget(new Date('2999-01-01'), 5)).toBe(0)
  await e.api('POST', 'reloj', { avanzar: 'P2M' })
  expect([e.sim.trims[0]!.forget(new Date(0), 2), e.sim.trims[0]!.forget(new Date(0), 2)]).toEqual([2, 1])
})

test('what it looks for is found from the oldest that is kept', async () => {
  const { e } = await old()
  const { source } = prepareSimulador(e.db).envio.forgetBytes
  const plan = e.db.prepare(`EXPLAIN QUERY PLAN ${source}`).all(0, 1) as { detail: string }[]
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH sim_envio_xml USING INTEGER PRIMARY KEY (rowid=?)',
    'LIST SUBQUERY 1',
    'SCAN x',
    'SEARCH e USING INTEGER PRIMARY KEY (rowid=?)',
  ])
})
