// Answers of others that say thousands of things (areas/recibidos/intercambio §4): read so far and no further, written in turns, and ended by the
// same file where a death cut them off.

import { beforeAll, expect, test } from 'bun:test'
import { nextTurn } from '../../../src/base/turn'
import { mail } from '../../support/archivos-recibidos'
import { changed, reciboOf, resultadoOf, resultadosOf } from '../../support/intercambio'
import { respuestasApp } from '../../support/respuestas'

let app: Awaited<ReturnType<typeof respuestasApp>>
/** The document that is answered. */
let F: Parameters<typeof resultadoOf>[0]
beforeAll(async () => {
  app = await respuestasApp()
  F = await app.issue()
})

const count = (sql: string, ...args: unknown[]) =>
  app.store.client
    .prepare(sql)
    .pluck()
    .get(...args) as unknown as number
const written = () => count('SELECT count(*) FROM respuesta_recibida')
const underWay = () => count('SELECT count(*) FROM respuesta_archivo WHERE hechas IS NOT NULL')
const folios = (from: number, n: number) => Array.from({ length: n }, (_, i) => from + i)
const long = async (glosa: string, n: number) =>
  resultadosOf(await resultadoOf(F, 0, glosa), [...folios(10_000, n - 1), F.folio])

test('a long answer is written some statements in a turn: the server answers others between', async () => {
  const before = written()
  const bringing = app.bring(await long('en turnos', 500))
  const perTurn: number[] = []
  for (let last = before; last < before + 500; ) {
    await nextTurn()
    perTurn.push(written() - last)
    last = written()
  }
  expect(await bringing).toMatchObject({ respuestas: 1, ignorados: [] })
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(20)
  expect(underWay()).toBe(0)
})

test('who dies amid it ends the rest when the same file comes again, and says nothing twice', async () => {
  const { client } = app.store
  const [before, told] = [written(), (await app.told(F.folio)).length]
  const file = await long('a medias', 100)
  client.exec(
    "CREATE TRIGGER muere BEFORE INSERT ON respuesta_recibida WHEN NEW.folio = 10050 BEGIN SELECT RAISE(ABORT, 'died'); END",
  )
  expect(app.bring(file)).rejects.toThrow('died')
  while (written() < before + 40) await nextTurn()
  await nextTurn()
  client.exec('DROP TRIGGER muere')
  expect([written() - before, underWay()]).toEqual([40, 1])
  expect((await app.told(F.folio)).length).toBe(told)
  // By two ways at once.
  const both = await Promise.all([app.bring(file), app.bring(file)])
  expect(both.map(({ respuestas }) => respuestas)).toEqual([1, 1])
  expect([written() - before, underWay()]).toEqual([100, 0])
  expect((await app.told(F.folio)).length).toBe(told + 1)
  await app.bring(file)
  expect(written() - before).toBe(100)
})

test('receipts of goods too are written in turns', async () => {
  const one = (await reciboOf(F)).toString('latin1')
  const [recibo] = /<Recibo [\s\S]*<\/Recibo>/.exec(one)!
  const all = folios(20_000, 120).map((folio) => recibo.replace(/<Folio>\d+</, `<Folio>${folio}<`))
  const before = written()
  const bringing = app.bring(Buffer.from(one.replace(recibo, [recibo, ...all].join('\n')), 'latin1'))
  while (written() === before) await nextTurn()
  expect(written() - before).toBeLessThanOrEqual(20)
  await bringing
  expect(written() - before).toBe(121)
})

test('of more than two thousand statements the first are taken, and how many are not is told', async () => {
  const before = written()
  const { ignorados } = await app.bring(await long('demasiado', 2500))
  expect(written() - before).toBe(2000)
  // The only document of the company is the last of them.
  const nombre = 'respuesta.xml'
  expect(ignorados).toEqual([
    { nombre, motivo: expect.stringContaining('500 no') as never },
    { nombre, motivo: 'Una respuesta no se anotó: la empresa no emitió ese documento' },
  ])
  const archivo_base64 = mail([{ nombre: 'r.xml', bytes: await long('otra vez', 2500) }]).toString('base64')
  const uploaded = await app.post('/v1/recibidos', { archivo_base64, nombre: 'correo.eml' })
  expect(uploaded.body.data.ignorados[0].motivo).toContain('500 no')
})

test('of more than a hundred answers in a file the first are taken', async () => {
  const before = count('SELECT count(*) FROM respuesta_archivo')
  const one = changed(await resultadoOf(F, 0, 'una'), /<\?xml[^>]*>\s*/, '').toString('latin1')
  const many = Array.from({ length: 130 }, (_, i) => one.replace('>una<', `>una ${i}<`))
  const { respuestas, ignorados } = await app.bring(Buffer.from(`<Lote>${many.join('\n')}</Lote>`, 'latin1'))
  expect(respuestas).toBe(100)
  expect(ignorados[0]!.motivo).toContain('más de 100 respuestas')
  expect(count('SELECT count(*) FROM respuesta_archivo') - before).toBe(100)
})
