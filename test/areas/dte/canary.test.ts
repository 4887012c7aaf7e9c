// The safeties of format 2.5 in production (domain/dte §5.2): a canary goes ahead alone, the brake leaves the newer elements
// out, and a refusal by schema names the brake.

import { describe, expect, test } from 'bun:test'
import { emit } from '../../support/emision'
import { RECEPTOR } from '../../support/emisor'
import { guia } from '../../support/solicitudes'
import { type CompanyApp, type TestAppOptions, testAppWithFolios, type Wire } from '../../support/test-app'
import { createReceptor, register } from '../webhooks/receptor'

/** The simulator's production knows another resolution than the test's company; the SII is to say this of its files. */
const says =
  (estado: 'EPR' | 'REC'): Wire =>
  async (url, _, pass) => {
    const answer = await pass()
    if (!url.includes('/QueryEstUp.')) return answer
    return new Response((await answer.text()).replaceAll('RCT', estado), answer)
  }

/** Accepts guides and makes them production's, whose SII the simulator plays too. */
async function guiasEnProduccion(n: number, options: TestAppOptions = {}): Promise<CompanyApp> {
  const app = await testAppWithFolios({ folios: { 52: 20 }, wire: says('EPR'), ...options })
  for (let i = 0; i < n; i++) await emit(app, guia())
  move(app)
  return app
}

function move({ store }: CompanyApp): void {
  store.client.exec(`UPDATE documento SET ambiente = 'produccion';
    UPDATE job SET ambiente = 'produccion', grupo = replace(grupo, 'simulacion', 'produccion');`)
}

const sobres = ({ store }: CompanyApp): number[] =>
  store.client.prepare('SELECT documentos FROM envio ORDER BY rowid').pluck().all() as number[]
const firmados = ({ store }: CompanyApp): number[] =>
  store.client
    .prepare('SELECT folio FROM documento WHERE firmado_at IS NOT NULL ORDER BY folio')
    .pluck()
    .all() as number[]
/** Time passes; while the SII judges, too. */
const pasar = async (app: CompanyApp, minutes: number, juzga = false): Promise<void> => {
  for (let i = 0; i < minutes * 2; i++) {
    app.advance(30_000)
    if (juzga) await app.simulator.drain()
    await app.app.services.runner.drain()
  }
}

describe('the first production envelope with newer elements', () => {
  test('holds one document; the others wait unsigned until the SII has looked at it', async () => {
    const app = await guiasEnProduccion(4)
    await app.app.services.runner.drain()
    expect(sobres(app)).toEqual([1])
    expect(firmados(app)).toEqual([1])
    await pasar(app, 2, true)
    expect(sobres(app)).toEqual([1, 3])
    // From then on nothing waits.
    for (let i = 0; i < 2; i++) await emit(app, guia())
    move(app)
    await app.app.services.runner.drain()
    expect(sobres(app)).toEqual([1, 3, 2])
  })

  test('is waited for 15 minutes at most', async () => {
    const app = await guiasEnProduccion(3, { wire: says('REC') })
    await app.app.services.runner.drain()
    await pasar(app, 14)
    expect(sobres(app)).toEqual([1])
    await pasar(app, 2)
    expect(sobres(app)).toEqual([1, 2])
  })

  test('is no canary where there is nothing new in it, nor in simulacion', async () => {
    const braked = await guiasEnProduccion(3, { formatoDte: '2.2' })
    await braked.app.services.runner.drain()
    expect(sobres(braked)).toEqual([3])
    const simulated = await testAppWithFolios({ folios: { 52: 5 } })
    for (let i = 0; i < 3; i++) await emit(simulated, guia())
    await simulated.drainJobs()
    expect(sobres(simulated)).toEqual([3])
  })
})

test('under the brake the data are kept and printed, and the elements are not in the XML', async () => {
  const app = await testAppWithFolios({ folios: { 52: 5 }, formatoDte: '2.2' })
  await emit(app, guia({ patente_carro: 'JHGD55', no_disponible: ['chofer'], chofer: null }))
  await app.settle()
  const xml = (await app.get('/v1/dte/xml/52/1')).body as string
  expect(xml).toContain('<Patente>KRTZ41</Patente>')
  expect(xml).toContain('no se cuenta con los datos del chofer')
  for (const tag of ['PatenteCarro', 'FchSalida', 'HraSalida', 'FchLlegada']) expect(xml).not.toContain(tag)
  const kept = app.store.client.prepare('SELECT formato_nuevo FROM documento').pluck().get()
  expect(kept).toBe(0)
})

test('a lone document refused by schema names the brake, in its own words and in an event', async () => {
  const app = await testAppWithFolios({ folios: { 52: 5 }, receptor: createReceptor().fetch })
  await register(app, {})
  // Its receiver makes the simulator refuse the whole file (RSC).
  await emit(app, guia({}, { receptor: { ...RECEPTOR, rut: '90000001-4' } }))
  await app.settle()
  const { body } = await app.get('/v1/documentos/52/1')
  expect(body.data).toMatchObject({ estado_sii: 'rechazado', codigo_sii: 'RSC' })
  expect(JSON.stringify(body.data.historial)).toContain('TIMBRE_FORMATO_DTE=2.2')
  const told = app.store.client
    .prepare("SELECT cuerpo FROM evento WHERE evento = 'sii.incidente'")
    .pluck()
    .all() as string[]
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('TIMBRE_FORMATO_DTE=2.2')
})
