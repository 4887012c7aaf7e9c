// The books of a set before the reviewer of the simulated SII, which counts them by code of its own from the rows that it drew
// (simulator §23.3).

import { describe, expect, test } from 'bun:test'
import { testAppWithFolios } from '../../support/test-app'
import { emitir, enSii, load, open, RECEPTORES, texto } from './escena'

const TRASLADO = {
  patente: 'ABCD12',
  rut_transportista: '77123456-9',
  chofer: { rut: '11111111-1', nombre: 'Rosa Soto' },
}
/** In the order in which they may go: the books of sales and of guides after their sets. */
const SETS = ['basico', 'guia', 'libro_ventas', 'libro_guias', 'libro_compras', 'libro_compras_exentos']
const SEMILLAS = Number(process.env.SEMILLAS ?? 2)

describe.each(['actual', 'antiguo'])('sets and books drawn in the form %s', (dialecto) => {
  test('end SOK, each book with every check in order', async () => {
    for (let semilla = 0; semilla < SEMILLAS; semilla++) {
      const app = await testAppWithFolios({ folios: { 33: 4, 61: 3, 56: 1, 52: 3 } })
      const id = await open(app)
      const bytes = await texto(app, SETS, `s${semilla}`, dialecto)
      expect(await load(app, id, bytes)).toMatchObject({ status: 201 })
      const propio = { ...RECEPTORES[0], rut: '76543210-3' }
      for (const clase of ['basico', 'guia'])
        await app.put(`/v1/certificacion/${id}/sets/${clase}/ajustes`, {
          receptores: RECEPTORES,
          ...(clase === 'guia' && { propio, traslado: TRASLADO }),
        })
      for (const clase of SETS) {
        expect([semilla, clase, (await emitir(app, id, clase)).status]).toEqual([semilla, clase, 202])
        await app.settle()
        const { intento } = (await app.get(`/v1/certificacion/${id}/sets/${clase}`)).body.data
        const { track_id } = intento
        await enSii(app, 'avance', { clase, track_id, fecha: '20-11-2026' })
        app.advance(120_000)
        await app.settle()
        const { data } = (await (await enSii(app, `revision/${track_id}`)).json()) as {
          data: { resultado: string; controles: { esperado: string; encontrado: string }[] }
        }
        const wrong = data.controles.filter(({ esperado, encontrado }) => esperado !== encontrado)
        expect([semilla, clase, data.resultado, wrong]).toEqual([semilla, clase, 'SOK', []])
        expect(data.controles.length).toBeGreaterThan(5)
        await app.post(`/v1/certificacion/${id}/sets/${clase}/veredicto`, { estado: 'SOK' })
      }
    }
  })
})
