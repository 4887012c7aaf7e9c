// A verdict that a person noted wrongly is corrected at every step of both roads, back and forth, and nothing that follows is lost
// (areas/certificacion §4).

import { describe, expect, test } from 'bun:test'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'
import { emitir, leer, load, onSet, open, RECEPTORES, texto } from './escena'
import { intercambioDeUno } from './set-de-uno'

type Veredicto = 'SOK' | 'SRH'

const noter = (app: CompanyApp, id: string) => async (clase: string, estado: Veredicto) =>
  (await app.post(`/v1/certificacion/${id}/sets/${clase}/veredicto`, { estado })).body.data

/** A road of two sets that are conforme, and of a simulación that the SII took. */
async function onSimulacion() {
  const app = await testAppWithFolios({ folios: { 33: 20, 52: 24, 61: 20, 56: 8 } })
  const id = await open(app)
  await load(app, id, await texto(app, ['basico', 'guia']))
  for (const clase of ['basico', 'guia']) {
    await app.put(`/v1/certificacion/${id}/sets/${clase}/ajustes`, {
      receptores: RECEPTORES,
      propio: { ...RECEPTORES[0], rut: '76543210-3' },
      traslado: {
        patente: 'KRTZ41',
        rut_transportista: '77123456-9',
        chofer: { rut: '15432198-5', nombre: 'Luis Núñez' },
      },
    })
    expect(await emitir(app, id, clase)).toMatchObject({ status: 202 })
    await app.settle()
    await noter(app, id)(clase, 'SOK')
  }
  expect(await app.post(`/v1/certificacion/${id}/simulacion`, {})).toMatchObject({ status: 202 })
  await app.settle()
  return { app, id, note: noter(app, id) }
}

describe('on the road of invoices', () => {
  test('while its sets are judged: none but that set is touched', async () => {
    const app = await testAppWithFolios({ folios: { 33: 4, 61: 3, 56: 1 } })
    const id = await open(app)
    await load(app, id, await texto(app, ['basico', 'libro_compras']))
    await app.put(`/v1/certificacion/${id}/sets/basico/ajustes`, { receptores: RECEPTORES })
    await emitir(app, id, 'basico')
    await emitir(app, id, 'libro_compras')
    await app.settle()
    const note = noter(app, id)
    for (const [said, estado] of [
      ['SOK', 'conforme'],
      ['SRH', 'rechazado'],
      ['SOK', 'conforme'],
    ] as const)
      expect(await note('basico', said)).toMatchObject({
        estado: 'set',
        sets: [
          { clase: 'basico', estado, intentos: 1 },
          { clase: 'libro_compras', estado: 'validado' },
        ],
      })
    expect(await note('libro_compras', 'SOK')).toMatchObject({ estado: 'simulacion' })
  })

  test('during the simulación: a run of it that is on its way stays', async () => {
    const { id, app, note } = await onSimulacion()
    const [before] = (await leer(app, id)).sets.slice(-1)
    expect(before).toMatchObject({ clase: 'simulacion', estado: 'validado' })
    expect(await note('guia', 'SRH')).toMatchObject({ estado: 'set' })
    // Nothing is moved on past a set that is refused.
    expect(await note('simulacion', 'SOK')).toMatchObject({ estado: 'set' })
    expect(await note('simulacion', 'SRH')).toMatchObject({ estado: 'set' })
    const back = await note('guia', 'SOK')
    expect(back.estado).toBe('simulacion')
    expect(back.sets.at(-1)).toMatchObject({ intentos: 1, intento: { id: before.intento.id } })
    expect(await note('simulacion', 'SOK')).toMatchObject({ estado: 'intercambio' })
  })

  test.each(['intercambio', 'muestras', 'declaracion'] as const)(
    'at %s, which is where the road stands again afterwards',
    async (etapa) => {
      const { id, app, note } = await onSimulacion()
      const camino = `/v1/certificacion/${id}`
      await note('simulacion', 'SOK')
      const answers = (await app.post(`${camino}/intercambio`, intercambioDeUno('76543210-3'))).body.data
      if (etapa !== 'intercambio') await app.post(`${camino}/avanzar`, { etapa })
      expect((await leer(app, id)).estado).toBe(etapa)

      expect(await note('basico', 'SRH')).toMatchObject({ estado: 'set' })
      expect(await note('basico', 'SOK')).toMatchObject({ estado: etapa })
      expect(await note('simulacion', 'SRH')).toMatchObject({ estado: 'simulacion' })
      expect(await note('simulacion', 'SOK')).toMatchObject({ estado: etapa })
      // Two slips at once: the road stands at the first of them that is left.
      await note('simulacion', 'SRH')
      await note('guia', 'SRH')
      expect(await note('basico', 'SRH')).toMatchObject({ estado: 'set' })
      expect(await note('guia', 'SOK')).toMatchObject({ estado: 'set' })
      expect(await note('basico', 'SOK')).toMatchObject({ estado: 'simulacion' })
      const whole = await note('simulacion', 'SOK')
      expect(whole).toMatchObject({ estado: etapa, pendientes: [{ codigo: etapa }] })
      expect(whole.sets.map(({ intentos }: { intentos: number }) => intentos)).toEqual([1, 1, 1])

      await app.post(`${camino}/avanzar`, { etapa: 'simulacion' })
      await app.post(`${camino}/avanzar`, { etapa: 'intercambio' })
      expect((await app.post(`${camino}/intercambio`, intercambioDeUno('76543210-3'))).body.data).toEqual(
        answers,
      )
    },
  )

  test('a set that ran again leads on as at first: where the road stood is no more', async () => {
    const { id, app, note } = await onSimulacion()
    await note('simulacion', 'SOK')
    await app.post(`/v1/certificacion/${id}/avanzar`, { etapa: 'muestras' })
    await note('basico', 'SRH')
    expect(await emitir(app, id, 'basico')).toMatchObject({ status: 202 })
    await app.settle()
    expect(await note('basico', 'SOK')).toMatchObject({
      estado: 'simulacion',
      pendientes: [{ codigo: 'anotar_etapa' }],
    })
  })
})

test('on the road of boletas, whose report of used folios stays sent', async () => {
  const app = await testAppWithFolios({ folios: { 39: 5 } })
  const { id } = await onSet(app, 'boleta')
  await emitir(app, id, 'boleta')
  await app.settle()
  const note = noter(app, id)
  const flip = async (good: string) => {
    expect(await note('boleta', 'SRH')).toMatchObject({ estado: 'set', rcof: null })
    expect(await note('boleta', 'SOK')).toMatchObject({ estado: good })
  }
  expect(await note('boleta', 'SOK')).toMatchObject({ estado: 'declaracion' })
  await flip('declaracion')
  await app.post(`/v1/certificacion/${id}/rcof`, {})
  await app.settle()
  expect((await leer(app, id)).rcof).toMatchObject({ listo: true })
  await flip('declaracion')
  expect(await leer(app, id)).toMatchObject({
    rcof: { listo: true, estado: 'aceptado' },
    pendientes: [{ codigo: 'declaracion' }],
    sets: [{ intentos: 1 }],
  })
})
