// The exchange of a certification: an envelope that Timbre's judge takes, and three answers that Timbre's writers wrote (simulator §23.6).

import { describe, expect, test } from 'bun:test'
import { buildRecibos } from '../../../src/xml/recibos'
import { buildRespuestaDte } from '../../../src/xml/respuesta-dte'
import { checkFirmaDte, checkFirmaSobre } from '../../../src/xml/verify/firmas'
import { atributo } from '../../../src/xml/verify/nodo'
import { parseSobre, type SobreLeido } from '../../../src/xml/verify/parse-sobre'
import { llave, RUT_FIRMANTE, sign } from '../../support/firma'
import { BASE, type Escena, escena } from '../escena'
import { EMPRESA } from '../sobres'

const FIRMA = { llave, sign, at: '2026-03-02T10:00:00' }
const SIN = { nombre: null, telefono: null, email: null }

async function atIntercambio(): Promise<Escena> {
  const scene = escena()
  const body = JSON.stringify({ rut: EMPRESA, sets: ['guia'] })
  await scene.sim.fetch(new Request(`${BASE}/simulador/certificacion/sets`, { method: 'POST', body }))
  scene.db.prepare("UPDATE sim_tramite SET paso = 'INTERCAMBIO'").run()
  return scene
}

async function download({ api }: Escena) {
  const { status, json } = await api('POST', 'certificacion/intercambio', { rut: EMPRESA })
  expect(status).toBe(201)
  return {
    nombre: json.data.nombre as string,
    sobre: parseSobre(Buffer.from(json.data.xml_base64, 'base64')),
  }
}

interface Cambios {
  estado?: number
  digest?: string
  alter?: (xml: string) => string
}

/** The three answers in base64; `cambios` make them wrong. */
async function answer(
  nombre: string,
  sobre: SobreLeido,
  { estado = 3, digest, alter = (x) => x }: Cambios = {},
) {
  const caratula = { rutResponde: EMPRESA, rutRecibe: sobre.caratula!.rutEmisor, contacto: SIN }
  const documentos = sobre.dtes.map(({ tipo, folio, fecha, emisor, receptor, montoTotal }) => ({
    ...{ tipoDte: tipo, folio, fechaEmision: fecha, rutEmisor: emisor, rutReceptor: receptor },
    ...{ montoTotal: Number(montoTotal), ajeno: receptor !== EMPRESA },
  }))
  const recepcion = {
    ...{ nombre, fechaRecepcion: FIRMA.at, codigo: 1, envioId: atributo(sobre.setDte!, 'ID')!, estado: 0 },
    ...{ digest: digest ?? sobre.firma!.digestValue, rutEmisor: caratula.rutRecibe, rutReceptor: EMPRESA },
    glosa: 'Envio Recibido Conforme',
    documentos: documentos.map((one) => ({ ...one, estado: one.ajeno ? estado : 0, glosa: 'x' })),
  }
  const resultados = documentos.map((one) => ({
    ...{ ...one, codigoEnvio: 1, estado: one.ajeno ? 2 : 0, glosa: 'x' },
  }))
  const recibos = documentos
    .filter(({ ajeno }) => !ajeno)
    .map((one) => ({ ...one, recinto: 'Oficina', rutFirma: RUT_FIRMANTE }))
  const files = {
    recepcion: await buildRespuestaDte(caratula, 1, { recepciones: [recepcion] }, FIRMA),
    recibos: await buildRecibos(caratula, recibos, FIRMA),
    resultado: await buildRespuestaDte(caratula, 2, { resultados }, FIRMA),
  }
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [
      `${name}_base64`,
      Buffer.from(alter(bytes.toString('latin1')), 'latin1').toString('base64'),
    ]),
  )
}

const failed = (controles: { control: string; dato: string; conforme: boolean }[]): string[] =>
  controles.filter(({ conforme }) => !conforme).map(({ control, dato }) => `${control} ${dato}`)

const judge = async ({ api }: Escena, answers: object) =>
  (await api('POST', 'certificacion/intercambio/respuestas', { rut: EMPRESA, ...answers })).json.data

describe('the exchange (simulator §23.6)', () => {
  test('begins with a signed envelope of two documents, one for another RUT, numbered anew at each download', async () => {
    const scene = await atIntercambio()
    const { nombre, sobre } = await download(scene)
    expect(nombre).toBe('ENVIO_DTE_1001.xml')
    expect(sobre.caratula).toMatchObject({ rutEmisor: '69507000-4', rutReceptor: EMPRESA })
    expect(checkFirmaSobre(sobre)).toEqual([])
    expect(sobre.dtes.map(({ receptor }) => receptor === EMPRESA)).toEqual([true, false])
    for (const dte of sobre.dtes) expect(checkFirmaDte(dte)).toEqual([])
    expect((await download(scene)).nombre).toBe('ENVIO_DTE_1002.xml')
  })

  test('ends with three answers that say 0 of ours, and 3 and 2 of the stranger', async () => {
    const scene = await atIntercambio()
    const { nombre, sobre } = await download(scene)
    const { conforme, controles } = await judge(scene, await answer(nombre, sobre))
    expect(failed(controles)).toEqual([])
    expect(conforme).toBe(true)
    const { json } = await scene.api('POST', 'certificacion/siguiente', { rut: EMPRESA })
    expect(json.data.paso).toBe('MUESTRAS')
  })

  test('names the state, the digest, the signature or the form that is not as it should be', async () => {
    const scene = await atIntercambio()
    const { nombre, sobre } = await download(scene)
    const found = async (cambios: Cambios) =>
      failed((await judge(scene, await answer(nombre, sobre, cambios))).controles)
    expect(await found({ estado: 0 })).toEqual(['respuesta recepcion'])
    expect(await found({ digest: 'AAAA' })).toEqual(['respuesta Digest'])
    expect(await found({ alter: (xml) => xml.replace('Oficina', 'Bodega') })).toEqual([
      'firma recibos',
      'firma Recibo',
    ])
    expect(await found({ alter: (xml) => xml.replace(/<Recinto>.*<\/Recinto>\n/, '') })).toEqual([
      'estructura recibos',
    ])
    const other = await answer('ENVIO_DTE_1.xml', sobre)
    expect(failed((await judge(scene, other)).controles)).toEqual(['respuesta NmbEnvio'])
    expect((await scene.api('POST', 'certificacion/siguiente', { rut: EMPRESA })).status).toBe(409)
  })
})
