// Every kind of set as the simulated SII draws it, read, made into requests and issued: one envelope each, without one objection
// (jobs §10; domain/certificacion §2).

import { expect, test } from 'bun:test'
import { buildSolicitudes } from '../../../src/domain/certificacion/build-solicitudes'
import { readSet } from '../../../src/domain/certificacion/read-set'
import { chileDate } from '../../../src/domain/fecha'
import { drawSet } from '../../../src/simulator/certificacion/sorteo'
import { printSets } from '../../../src/simulator/certificacion/texto'
import { libro } from '../../support/emision'
import { EMISOR, RECEPTOR } from '../../support/emisor'
import { issueSet } from '../../support/set'
import { ADUANA, IMPORTADOR, TRANSPORTE } from '../../support/solicitudes'
import { testAppWithFolios } from '../../support/test-app'

const FOLIOS = { 33: 4, 34: 3, 39: 5, 43: 4, 46: 1, 52: 3, 56: 2, 61: 3, 110: 3, 111: 1, 112: 1 }
const { tipo_despacho: _, ...traslado } = TRANSPORTE
const AJUSTES = {
  receptores: [RECEPTOR],
  receptoresExtranjeros: [IMPORTADOR],
  propio: { ...RECEPTOR, rut: EMISOR.rut },
  traslado,
  tipoCambio: '945.32',
  aduana: ADUANA,
}

test.each([
  'basico',
  'exenta',
  'guia',
  'compra',
  'liquidacion',
  'exportacion_1',
  'exportacion_2',
  'boleta',
] as const)('the set %s is accepted whole, and comes to what was expected', async (clase) => {
  const app = await testAppWithFolios({ folios: FOLIOS })
  const filas = drawSet(clase, 'uno')
  const texto = printSets([{ clase, atencion: 5_123_401, filas }], 'uno', 'antiguo')
  const [seccion] = readSet(texto).secciones
  const hoy = chileDate(app.clock())
  const { dudas } = buildSolicitudes(seccion!, AJUSTES, hoy)
  const respuestas = Object.fromEntries(dudas.map(({ clave, propuesta }) => [clave, propuesta ?? '']))
  const { solicitudes } = buildSolicitudes(seccion!, { ...AJUSTES, respuestas }, hoy)
  const set = await issueSet(app, solicitudes, { sobre: clase === 'boleta' ? 'EnvioBOLETA' : 'EnvioDTE' })
  expect(set.documentos.flatMap(({ advertencias }) => advertencias)).toEqual([])
  await app.settle()
  const got = app.app.services.dte.envioOfSet(set.envioId)!
  expect(got).toMatchObject({ estado: 'aceptado', glosa: 'Envio Procesado' })
  const { envios, documentos } = await libro(app)
  expect(envios).toHaveLength(1)
  const arrived = [...documentos].sort((a, b) => a.orden - b.orden)
  expect(arrived.map(({ monto_total }) => Math.round(Number(monto_total) * 100))).toEqual(
    solicitudes.map(({ totales: { total, moneda } }) => total * (moneda === 'CLP' ? 100 : 1)),
  )
})
