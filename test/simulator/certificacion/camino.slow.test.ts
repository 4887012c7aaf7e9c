// Every set as it is drawn, read by Timbre, issued, and reviewed against the rows (simulator §23.3; domain/certificacion §2).

import { expect, test } from 'bun:test'
import { buildSolicitudes } from '../../../src/domain/certificacion/build-solicitudes'
import { readSet } from '../../../src/domain/certificacion/read-set'
import { chileDate } from '../../../src/domain/fecha'
import { reviewCasos } from '../../../src/simulator/certificacion/control-envio'
import { drawSet } from '../../../src/simulator/certificacion/sorteo'
import { printSets } from '../../../src/simulator/certificacion/texto'
import { parseSobre } from '../../../src/xml/verify/parse-sobre'
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
const CLASES = [
  'basico',
  'exenta',
  'guia',
  'compra',
  'liquidacion',
  'exportacion_1',
  'exportacion_2',
  'boleta',
] as const
const SEMILLAS = Number(Bun.env.TIMBRE_SEMILLAS ?? 2)

test.each(CLASES)('the set %s passes its review, by any seed and in both dialects', async (clase) => {
  for (let n = 0; n < SEMILLAS; n++) {
    const semilla = `camino ${n}`
    const app = await testAppWithFolios({ folios: FOLIOS })
    const filas = drawSet(clase, semilla)
    const texto = printSets([{ clase, atencion: 5_123_401, filas }], semilla, n % 2 ? 'actual' : 'antiguo')
    const [seccion] = readSet(texto).secciones
    const hoy = chileDate(app.clock())
    const { dudas } = buildSolicitudes(seccion!, AJUSTES, hoy)
    const respuestas = Object.fromEntries(dudas.map(({ clave, propuesta }) => [clave, propuesta ?? '']))
    const { solicitudes } = buildSolicitudes(seccion!, { ...AJUSTES, respuestas }, hoy)
    const set = await issueSet(app, solicitudes, { sobre: clase === 'boleta' ? 'EnvioBOLETA' : 'EnvioDTE' })
    await app.settle()
    const vistos = parseSobre(app.app.services.dte.envioOfSet(set.envioId)!.xml()!).dtes.map(
      ({ documento, tipo, folio, receptor }) => ({ nodo: documento!, tipo, folio, receptor }),
    )
    const controles = reviewCasos(filas.casos, clase === 'boleta' ? null : 5_123_401, vistos)
    const failed = controles.filter(({ conforme }) => !conforme)
    expect({ semilla, failed }).toEqual({ semilla, failed: [] })
  }
})
