import { expect, test } from 'bun:test'
import { testAppWithFolios } from '../../support/test-app'
import { emitir, enSii, leer, onSet, rowsOf, unzip } from './escena'

const RUT = '76543210-3'

test('the simulated SII takes every sample, and lacks none (areas/certificacion §8)', async () => {
  const app = await testAppWithFolios({ folios: { 33: 40, 61: 40, 56: 20 } })
  const { id } = await onSet(app, 'basico')
  const atPaso = (paso: string) => app.store.client.prepare('UPDATE sim_tramite SET paso = ?').run(paso)
  async function declare(clase: string, i: number): Promise<void> {
    await app.settle()
    const { track_id, fecha_envio } = (await leer(app, id)).sets[i].intento
    const declared = await enSii(app, 'avance', { rut: RUT, clase, track_id, fecha: fecha_envio })
    expect(declared.ok).toBe(true)
    app.advance(3_600_000)
    await app.drainJobs()
    const told = await app.post(`/v1/certificacion/${id}/sets/${clase}/veredicto`, { estado: 'SOK' })
    expect(told.body.data.sets[i].estado).toBe('conforme')
  }
  await emitir(app, id, 'basico')
  await declare('basico', 0)
  expect(await app.post(`/v1/certificacion/${id}/simulacion`, {})).toMatchObject({ status: 202 })
  atPaso('SIMULACION')
  await declare('simulacion', 1)
  atPaso('MUESTRAS')

  const files = await unzip(app, 'POST', `/v1/certificacion/${id}/muestras`)
  const names = [...files.keys()].slice(0, -1)
  const archivos = names.map((nombre) => ({ nombre, pdf_base64: files.get(nombre)!.toString('base64') }))
  const judged = (await (await enSii(app, 'muestras', { rut: RUT, archivos })).json()) as {
    data: { faltan: string[]; archivos: { nombre: string; controles: { conforme: boolean }[] }[] }
  }
  const bad = judged.data.archivos.flatMap(({ nombre, controles }) =>
    controles.filter(({ conforme }) => !conforme).map((control) => ({ nombre, ...control })),
  )
  expect(bad).toEqual([])
  expect(judged.data.faltan).toEqual([])
  const lista = rowsOf(files.get('lista.csv')!)
  expect(lista.map(({ archivo }) => archivo!)).toEqual(names)
  // Four invoices, three notes of credit and one of debit; of the simulation one of each.
  const ofSet = (clase: string) => lista.filter(({ set }) => set === clase).map(({ tipo_dte }) => tipo_dte!)
  expect(ofSet('basico')).toEqual([...Array(8).fill('33'), '61', '61', '61', '56'])
  expect(ofSet('simulacion')).toEqual(['33', '33', '61', '56'])
  expect(lista.every(({ paginas, reparo }) => paginas === '1' && reparo === '')).toBe(true)
}, 60_000)
