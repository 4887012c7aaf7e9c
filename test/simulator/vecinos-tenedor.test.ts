// The neighbours' name for the company, and the questions of a holder of invoices (simulator §21.2, §21.4).

import { expect, test } from 'bun:test'
import { readPartes } from '../../src/simulator/correo/partes'
import { type Escena, escena, type Json } from './escena'
import { dte, EMPRESA, sobre } from './sobres'
import { box } from './vecinos-carta'

const ANDES = '90000011-1'
const LIRCAY = '90000013-8'
const ILOCA = '90000018-9'
const BANCO = '90000021-9'
const FACTURA = { tipo_dte: 33, forma_pago: 2, lineas: [{ nombre: 'Cemento', cantidad: 3, precio: 4385 }] }
const NOMBRE = {
  razon_social: 'Ñandú & Hijos Limitada',
  giro: 'Venta de materiales de construcción y de ferretería al detalle',
  direccion: 'Av. Los Boldos 1250',
  comuna: 'Maule',
}

/** As an owner, at the desk. */
async function as(e: Escena, dueno: string, method: string, path: string, body?: object) {
  const init = {
    method,
    headers: { 'x-simulador-dueno': dueno },
    ...(body && { body: JSON.stringify(body) }),
  }
  return e.sim.fetch(new Request(`http://simulador.invalid/simulador/${path}`, init))
}

/** A document that a neighbour issues to the company, as the SII has it. */
async function issued(e: Escena, dueno: string, rut: string): Promise<string> {
  const answer = await as(e, dueno, 'POST', `vecinos/${rut}/emitir?rut=${EMPRESA}`, FACTURA)
  const { folio } = ((await answer.json()) as Json).data
  e.advance(2500)
  await e.sim.drain()
  const [row] = (await e.api('GET', `libro?rut=${rut}&folio=${folio}`)).json.data.documentos
  expect([row.veredicto, row.razones]).toEqual(['aceptado', []])
  const xml = await as(e, dueno, 'GET', `libro/33/${folio}/xml?rut=${rut}`)
  return Buffer.from(await xml.arrayBuffer()).toString('latin1')
}
const receptor = (xml: string): string[] =>
  ['RznSocRecep', 'GiroRecep', 'DirRecep', 'CmnaRecep'].map(
    (name) => new RegExp(`<${name}>([^<]*)<`).exec(xml)![1]!,
  )

test('the company is called by its own name, in its owner’s world alone; without one, as its digits say', async () => {
  const e = escena()
  await as(e, 'cta_1', 'POST', `vecindario?rut=${EMPRESA}`, { meses: 0, ...NOMBRE })
  await as(e, 'cta_2', 'POST', `vecindario?rut=${EMPRESA}`, { meses: 0 })
  for (const rut of [ANDES, LIRCAY])
    expect(receptor(await issued(e, 'cta_1', rut))).toEqual([
      'Ñandú &amp; Hijos Limitada',
      'Venta de materiales de construcción y de',
      'Av. Los Boldos 1250',
      'Maule',
    ])
  const [other] = receptor(await issued(e, 'cta_2', ANDES))
  expect(other).toMatch(/(S\.A\.|SPA|LTDA\.)$/)
  await as(e, 'cta_1', 'DELETE', `vecindario?rut=${EMPRESA}`)
  await as(e, 'cta_1', 'POST', `vecindario?rut=${EMPRESA}`, { meses: 0, razon_social: 'Otra SpA' })
  expect(receptor(await issued(e, 'cta_1', ANDES))[0]).toBe('Otra SpA')
})

test('a name that no document can carry is refused with every fault, and nobody comes to live there', async () => {
  const e = escena()
  const { status, json } = await e.api('POST', `vecindario?rut=${EMPRESA}`, {
    razon_social: '株式会社',
    comuna: 'x'.repeat(21),
  })
  expect([status, json.detalles.map((one: Json) => one.campo)]).toEqual([422, ['razon_social', 'comuna']])
  expect((await e.api('GET', `vecindario?rut=${EMPRESA}`)).json.data.vecinos).toBe(0)
})

test('a holder asks every week which documents could be ceded to it, and tells what the SII answered', async () => {
  const e = escena()
  await e.api('POST', `vecindario?rut=${EMPRESA}`, { meses: 0 })
  const caf = await e.caf(33, 3)
  const [cash, quiet, claimed] = [0, 1, 2].map((i) =>
    dte({ folio: caf.desde + i, caf, receptor: ILOCA, ...(i === 0 && { formaPago: 1 }) }),
  )
  await e.judge(sobre([cash!, quiet!, claimed!]))
  const claim = { rut_emisor: EMPRESA, tipo_dte: 33, folio: caf.desde + 2, accion: 'RCD' }
  expect((await e.api('POST', 'acuse', claim)).status).toBe(201)
  const letters = async (): Promise<string[][]> => {
    const { json } = await e.api('GET', `correo?para=${box(EMPRESA)}`)
    const own = (json.data as Json[]).filter(({ de }) => de === box(BANCO))
    return Promise.all(
      own.map(async ({ id }) => {
        const response = await e.sim.fetch(new Request(`http://simulador.invalid/simulador/correo/${id}`))
        const [text] = readPartes(Buffer.from(await response.arrayBuffer()))
        return text!.bytes.toString('utf8').match(/^Documento.*$/gm) ?? []
      }),
    )
  }
  await e.api('POST', 'reloj', { avanzar: 'P2DT23H' })
  expect(await letters()).toEqual([])
  await e.api('POST', 'reloj', { avanzar: 'PT3H' })
  const named = (i: number) => `Documento 33 folio ${caf.desde + i}`
  expect(await letters()).toEqual([
    [
      `${named(2)}: 24 No cedible: reclamado por el receptor`,
      `${named(1)}: 22 Sin registro de reclamo ni de recibo`,
    ],
  ])
  await e.api('POST', 'reloj', { avanzar: 'P7D' })
  const [, second] = await letters()
  expect(second![1]).toBe(`${named(1)}: 25 Cedible: pasaron 8 días y se presume el recibo`)
})

test('a holder has nothing to ask of a company that issued nothing on credit', async () => {
  const e = escena()
  await e.api('POST', `vecindario?rut=${EMPRESA}`, { meses: 0 })
  await e.api('POST', 'reloj', { avanzar: 'P10D' })
  const { json } = await e.api('GET', `correo?para=${box(EMPRESA)}`)
  expect((json.data as Json[]).filter(({ de }) => de === box(BANCO))).toEqual([])
})
