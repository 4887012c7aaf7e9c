// A document explains what the SII said of it, at every step of its history, without asking (http §10.2).

import { expect, test } from 'bun:test'
import { explainDocumento } from '../../../src/sii'
import { document, emit } from '../../support/emision'
import { factura, RECEPTOR } from '../../support/emisor'
import { testAppWithFolios } from '../../support/test-app'

interface Paso {
  estado: string
  codigo_sii: string | null
  explicacion: object | null
}

test('an accepted and a rejected document say why and what to do, and no query is spent', async () => {
  const app = await testAppWithFolios({ folios: { 33: 5 } })
  const spent = async () => (await app.get('/v1/cuenta/uso')).body.data.consultas.usadas as number
  const before = await spent()
  await emit(app)
  await emit(app, factura({ receptor: { ...RECEPTOR, rut: '90000002-2' } }))
  expect((await document(app, 33, 1)).explicacion).toBeNull()
  await app.settle()
  const [aceptado, rechazado] = [await document(app, 33, 1), await document(app, 33, 2)]
  expect([aceptado.estado_sii, rechazado.estado_sii]).toEqual(['aceptado', 'rechazado'])
  expect(aceptado.explicacion.causa).toBe('El SII recibió el documento y los datos coinciden')
  expect(rechazado.explicacion).toEqual(explainDocumento('rechazado', rechazado.codigo_sii))
  expect(rechazado.explicacion.solucion).toMatch(/emita otra vez/i)
  for (const { historial } of [aceptado, rechazado]) {
    const pasos = historial as Paso[]
    expect(pasos.some(({ explicacion }) => explicacion !== null)).toBe(true)
    for (const { estado, codigo_sii, explicacion } of pasos)
      expect(explicacion).toEqual(explainDocumento(estado, codigo_sii))
  }
  expect(await spent()).toBe(before)
})

test('a document says when it was signed, which is when its files begin to be', async () => {
  const app = await testAppWithFolios({ folios: { 33: 5 } })
  await emit(app)
  expect((await document(app, 33, 1)).firmado_at).toBeNull()
  expect((await app.get('/v1/dte/xml/33/1')).status).toBe(409)
  await app.settle()
  const { firmado_at, created_at } = await document(app, 33, 1)
  expect(firmado_at >= created_at).toBe(true)
  expect((await app.get('/v1/dte/xml/33/1')).status).toBe(200)
})

test('the words of a mail that says to be the SII’s stand in place of the advice to read it', () => {
  const correo = 'Un correo sin firma de siidte@sii.cl que dice ser del SII: (TED-3-640) Monto $&'
  const advice = (dicho: string | null) => explainDocumento('rechazado', 'EPR', dicho)!.solucion
  expect(advice(null)).toStartWith('Lea el correo del SII')
  expect(advice(correo)).toBe(`${correo}, corrija la causa y emita otra vez con un folio nuevo`)
  // The cause stays true beside the mail's words.
  for (const estado of ['rechazado', 'aceptado_con_reparos'])
    expect(explainDocumento(estado, 'EPR', correo)!.causa).toEndWith('lo dice sólo por correo')
  // A whole file's refusal has advice that guesses at the cause, which the mail names.
  const whole = (estado: string, codigo: string) => explainDocumento(estado, codigo, correo)!.solucion
  for (const codigo of ['RSC', 'RFR', 'RCT', 'RCO'])
    expect(whole('rechazado', codigo)).toBe(`${correo}, corrija la causa y emita otra vez con un folio nuevo`)
  for (const codigo of ['RFR', 'RCT'])
    expect(whole('no_enviado', codigo)).toBe(`${correo}, corrija la causa y reintente su trabajo`)
  expect(whole('no_enviado', 'RSC')).toStartWith(`${correo}. Espere: el mismo documento`)
})
