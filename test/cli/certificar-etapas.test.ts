// The acts of a road behind its sets, from the command line: folios, simulación, the stage of the SII's site, and the report of used folios
// (areas/certificacion §1, §3, §10).

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emitir, onSet } from '../areas/certificacion/escena'
import { granted } from '../areas/folios/sii/banco'
import { fail, heal } from '../support/emision'
import { type CompanyApp, testAppWithFolios } from '../support/test-app'
import { runHere } from './in-process'

let server: ReturnType<typeof Bun.serve>
let app: CompanyApp
const certificar = (...words: string[]) =>
  runHere(['certificar', ...words, '--url', server.url.origin], {
    env: { TIMBRE_LLAVE: app.tenant.key['x-api-key']! },
  })
const asJson = async (...words: string[]) => {
  const { status, out } = await certificar(...words, '--json')
  return { status, said: JSON.parse(out) }
}

async function serve(folios: Record<number, number>): Promise<void> {
  app = await testAppWithFolios({ folios })
  server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => app.app.handle(request) })
}
const stop = () => server.stop(true)

describe('of invoices', () => {
  let id: string
  beforeAll(async () => {
    await serve({ 33: 4 })
    id = (await onSet(app, 'basico')).id
  })
  afterAll(stop)

  test('the folios that lack are asked for, and said to be there the second time', async () => {
    const first = await certificar('folios')
    expect([first.status, first.out.split('\n').slice(0, 3)]).toEqual([
      0,
      [...['tipo 33: necesita 4, hay 4', 'tipo 61: necesita 3, hay 3', 'tipo 56: necesita 1, hay 1']],
    ])
    expect(granted(app, 61)).toEqual([[1, 3]])
    const again = await certificar('folios')
    expect([again.status, again.out]).toEqual([0, expect.stringContaining('No faltan folios')])
  })

  test('the simulación, for which as many folios are asked as it has documents', async () => {
    await emitir(app, id, 'basico')
    await app.settle()
    expect(await certificar('veredicto', 'basico', 'SOK')).toMatchObject({ status: 0 })
    const { status, said } = await asJson('folios', '--cantidad', '24')
    expect([status, said.folios.map(({ faltan }: { faltan: number }) => faltan)]).toEqual([0, [0, 0, 0]])
    const sent = await certificar('simulacion', '--cantidad', '24')
    expect([sent.status, sent.out]).toEqual([0, expect.stringContaining('  simulacion: emitiendo')])
    expect(sent.out).toContain('Timbre: Timbre envía la simulación al SII')
    await app.settle()
    const state = await asJson('estado')
    expect(state.said).toMatchObject({
      estado: 'simulacion',
      sets: [{ clase: 'basico' }, { clase: 'simulacion', estado: 'validado' }],
    })
    const { data } = (await app.get('/v1/documentos?limite=100')).body
    expect(data).toHaveLength(8 + 24)
  })

  test('own documents out of a file, which says what it is not', async () => {
    await certificar('veredicto', 'simulacion', 'SRH')
    const file = join(mkdtempSync(join(tmpdir(), 'timbre-simulacion-')), 'ventas.json')
    const send = async (text: string) => {
      writeFileSync(file, text)
      const { status, err } = await certificar('simulacion', file)
      return [status, err]
    }
    expect(await send('tipo;item')).toEqual([2, expect.stringContaining('no es una lista JSON')])
    expect(await send('[{"tipo_dte": 33}]')).toEqual([1, expect.stringContaining('al menos 20')])
    const { status, said } = await asJson('folios', file, '--completar')
    expect([status, said.folios[0]]).toMatchObject([0, { tipo_dte: 33, necesita: 13 }])
  })

  test('without a number, as many as the SII asks for at least', async () => {
    expect(await certificar('folios')).toMatchObject({ status: 0 })
    const { status, said } = await asJson('simulacion')
    expect([status, said.sets.at(-1).intento.documentos.length]).toEqual([0, 24])
    await app.settle()
  })

  test('the stage that the SII’s site is at, forward and back', async () => {
    for (const etapa of ['intercambio', 'muestras', 'declaracion', 'muestras']) {
      const { status, out } = await certificar('avanzar', etapa)
      expect([status, out.split('\n')[0]]).toEqual([
        0,
        expect.stringMatching(new RegExp(`^Certificación de factura .*: ${etapa}$`)),
      ])
    }
    expect((await asJson('avanzar', 'declaracion')).said).toMatchObject({
      estado: 'declaracion',
      pendientes: [{ codigo: 'declaracion' }],
    })
  })

  test('the declaration noted too early is taken back, for a reason', async () => {
    const noted = await app.post(`/v1/certificacion/${id}/declarada`, { fecha: '2026-11-20' })
    expect(noted).toMatchObject({ status: 200 })
    const bare = await certificar('deshacer')
    expect([bare.status, bare.err]).toEqual([2, expect.stringContaining('Falta --motivo')])
    const { status, said } = await asJson('deshacer', '--motivo', 'Aún no se declara')
    expect([status, said]).toMatchObject([0, { id, estado: 'declaracion' }])
    const set = await certificar('deshacer', 'basico', '--motivo', 'Era otro')
    expect([set.status, set.err]).toEqual([1, expect.stringContaining('anote el otro')])
  })

  test('no report of used folios, which is of boletas', async () => {
    const { status, err } = await certificar('rcof', '--alcance', 'factura')
    expect([status, err]).toEqual([1, expect.stringContaining('es de la certificación de boletas')])
    const alien = await certificar('rcof', '--cantidad', '20')
    expect([alien.status, alien.err]).toEqual([
      2,
      expect.stringContaining('--cantidad es de simulacion y folios'),
    ])
  })
})

describe('of boletas', () => {
  let id: string
  beforeAll(async () => {
    await serve({ 33: 1 })
    id = (await onSet(app, 'boleta')).id
  })
  afterAll(stop)

  test('folios that the SII refuses are said in its words, and end badly', async () => {
    await fail(app, 'folios', 'no_autoriza', 1)
    const { status, out } = await certificar('folios', '--alcance', 'boleta')
    expect([status, out]).toEqual([
      1,
      expect.stringMatching(/tipo 39: necesita 5, hay 0, FALTAN 5 \(job_.*, failed: /),
    ])
    await heal(app)
    expect((await asJson('folios', '--alcance', 'boleta')).said.folios).toMatchObject([
      { tipo_dte: 39, disponibles: 5, faltan: 0, trabajo: { estado: 'completed' } },
    ])
  })

  test('the report is refused before the SII has the boletas, and sent afterwards', async () => {
    const early = await certificar('rcof')
    expect([early.status, early.err]).toEqual([1, expect.stringContaining('aceptar su envío')])
    expect(await emitir(app, id, 'boleta')).toMatchObject({ status: 202 })
    await app.settle()
    const { status, out } = await certificar('rcof')
    expect([status, out]).toEqual([
      0,
      expect.stringMatching(/^Consumo de folios del 2026-11-20, envío 1: enviado, Track ID \d+/),
    ])
    await app.settle()
    const again = await certificar('rcof')
    expect([again.status, again.err]).toEqual([1, expect.stringContaining('Nada cambió')])
    expect((await asJson('rcof', '--forzar')).said).toMatchObject({ secuencia: 2, estado: 'enviado' })
  })

  test('a report that something keeps from the SII ends badly, and says what', async () => {
    await fail(app, 'rcof', 'empresa_no_autorizada', 1)
    const { status, err } = await certificar('rcof', '--forzar')
    expect([status, err]).toEqual([1, expect.stringContaining('El SII no recibió el consumo de folios')])
  })
})
