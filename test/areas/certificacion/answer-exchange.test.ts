// The three answers of the exchange before judges that nobody here wrote: a reader's verifier, the SII's schemas.

import { beforeAll, describe, expect, test } from 'bun:test'
import { SignedXml } from 'xml-crypto'
import {
  answerExchange,
  canonicalName,
  judgeExchange,
} from '../../../src/areas/certificacion/answer-exchange'
import { readRecibidoEn } from '../../../src/xml/recibido'
import { loadSchema } from '../../golden/schemas'
import { BASE, escena } from '../../simulator/escena'
import { cafUsado, dte, EMPRESA, sobre } from '../../simulator/sobres'
import { cafBytes, certificadoBase64, llave, RUT_FIRMANTE, sign } from '../../support/firma'
import { describeWithShared } from '../../support/shared'

const NOSOTROS = '77123456-9'
const AJENO = '96790240-3'
const caf = cafUsado(cafBytes(33).toString('latin1'))
const propio = dte({ folio: 1, caf, receptor: NOSOTROS })
const ajeno = dte({ folio: 2, caf, receptor: AJENO })
const envio = (...documentos: (typeof propio)[]) => sobre(documentos, { receptor: NOSOTROS })
const QUIEN = {
  rut: NOSOTROS,
  contacto: { nombre: 'Marta Peña', telefono: null, email: 'marta@example.cl' },
  recinto: 'Bodega "Ñuñoa" & Cía',
  rutFirma: RUT_FIRMANTE,
}
const FIRMA = { llave, sign, at: '2026-03-03T09:30:00' }

const read = (bytes: Uint8Array) => readRecibidoEn('certificacion', bytes)

const answer = async (bytes: Uint8Array = envio(propio, ajeno), nombre = 'ENVIO_DTE_1001.xml') =>
  answerExchange({ nombre, leido: read(bytes) }, QUIEN, 1, FIRMA)

const valuesOf = (xml: Buffer, name: string): string[] =>
  [...xml.toString('latin1').matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(
    ([, value]) => value!,
  )

describe('the answers to the envelope of exchange', () => {
  test('say that the document of another RUT was received as such and is refused, ours in order', async () => {
    const bytes = envio(propio, ajeno)
    const { recepcion, recibos, resultado } = await answer(bytes)
    const digest = bytes
      .toString('latin1')
      .match(/<DigestValue>([^<]*)/g)!
      .at(-1)!
      .slice('<DigestValue>'.length)
    expect(valuesOf(recepcion, 'NmbEnvio')).toEqual(['ENVIO_DTE_1001.xml'])
    expect(valuesOf(recepcion, 'EnvioDTEID')).toEqual(['SetDoc'])
    expect(valuesOf(recepcion, 'Digest')).toEqual([digest])
    expect(valuesOf(recepcion, 'EstadoRecepEnv')).toEqual(['0'])
    expect(valuesOf(recepcion, 'EstadoRecepDTE')).toEqual(['0', '3'])
    expect(valuesOf(recepcion, 'RutRecibe')).toEqual([EMPRESA])
    expect(valuesOf(recibos, 'Folio')).toEqual(['1'])
    expect(valuesOf(recibos, 'RutFirma')).toEqual([RUT_FIRMANTE])
    expect(valuesOf(resultado, 'EstadoDTE')).toEqual(['0', '2'])
    expect(valuesOf(resultado, 'CodRchDsc')).toEqual(['-1'])
    expect(valuesOf(resultado, 'RUTRecep')).toEqual([NOSOTROS, AJENO])
    const { documentos } = judgeExchange(read(bytes), NOSOTROS)
    expect(documentos.map((one) => [one.folio, one.recepcion, one.resultado])).toEqual([
      [1, 0, 0],
      [2, 3, 2],
    ])
  })

  test('are all that the simulated SII asks for, of the envelope that it made', async () => {
    const { api, db, sim } = escena()
    const body = JSON.stringify({ rut: EMPRESA, sets: ['guia'] })
    await sim.fetch(new Request(`${BASE}/simulador/certificacion/sets`, { method: 'POST', body }))
    db.prepare("UPDATE sim_tramite SET paso = 'INTERCAMBIO'").run()
    const { data } = (await api('POST', 'certificacion/intercambio', { rut: EMPRESA })).json
    const leido = read(Buffer.from(data.xml_base64, 'base64'))
    const files = await answerExchange({ nombre: data.nombre, leido }, { ...QUIEN, rut: EMPRESA }, 1, FIRMA)
    expect(
      judgeExchange(leido, EMPRESA).documentos.map(({ recepcion, resultado }) => [recepcion, resultado]),
    ).toEqual([
      [0, 0],
      [3, 2],
    ])
    const answers = Object.fromEntries(
      Object.entries(files).map(([name, bytes]) => [`${name}_base64`, bytes.toString('base64')]),
    )
    const judged = await api('POST', 'certificacion/intercambio/respuestas', { rut: EMPRESA, ...answers })
    expect(judged.json.data.controles.filter(({ conforme }: { conforme: boolean }) => !conforme)).toEqual([])
    expect(judged.json.data.conforme).toBe(true)
  })

  test('are each signed in their place', async () => {
    const publicCert = `-----BEGIN CERTIFICATE-----\n${certificadoBase64}\n-----END CERTIFICATE-----`
    const { recepcion, recibos, resultado } = await answer()
    for (const bytes of [recepcion, recibos, resultado]) {
      const xml = bytes.toString('latin1')
      const signed = new SignedXml({ publicCert })
      signed.loadSignature(xml.match(/<Signature [\s\S]*?<\/Signature>/g)!.at(-1)!)
      expect(signed.checkSignature(xml)).toBe(true)
    }
  })

  test('give the file the name of the SII, though a browser numbered its copy', async () => {
    expect(['ENVIO_DTE_1001 (2).xml', 'envio_dte_7.XML', 'otro.xml'].map(canonicalName)).toEqual([
      'ENVIO_DTE_1001.xml',
      'ENVIO_DTE_7.xml',
      'otro.xml',
    ])
    expect(valuesOf((await answer(undefined, 'ENVIO_DTE_1001 (2).xml')).recepcion, 'NmbEnvio')).toEqual([
      'ENVIO_DTE_1001.xml',
    ])
  })

  test('are refused where no document is ours, where ours is not what was signed, and for no envelope', async () => {
    const altered = dte({ folio: 1, caf, receptor: NOSOTROS, alter: (t) => t.replace('>Cliente<', '>Otro<') })
    for (const bytes of [envio(ajeno), envio(altered, ajeno), Buffer.from('<A/>'), Buffer.from('nada')])
      await expect(answer(bytes)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  })
})

describeWithShared('the schemas of the SII', () => {
  let respuesta: (bytes: Uint8Array) => string[]
  let recibos: (bytes: Uint8Array) => string[]
  beforeAll(async () => {
    respuesta = await loadSchema('RespuestaDTE')
    recibos = await loadSchema('EnvioRecibos')
  })

  test('take the three answers', async () => {
    const made = await answer()
    expect(respuesta(made.recepcion)).toEqual([])
    expect(respuesta(made.resultado)).toEqual([])
    expect(recibos(made.recibos)).toEqual([])
  })
})
