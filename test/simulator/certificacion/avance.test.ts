import { describe, expect, test } from 'bun:test'
import type { Caso, Linea } from '../../../src/simulator/certificacion/filas'
import { drawSet } from '../../../src/simulator/certificacion/sorteo'
import { RECEPTOR } from '../../support/emisor'
import { issueSet } from '../../support/set'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'

const BASE = '/simulador/certificacion'
const SET = 'uno'
/** Before guides had to tell their trip. */
const AHORA = { folios: { 52: 3 }, now: '2026-10-20T14:02:11.000Z' }

/** The three guides of a set, as requests; `spoil` changes one line. */
function guias(atencion: number, spoil: (linea: Linea) => Linea = (linea) => linea) {
  return drawSet('guia', SET).casos.map(({ lineas, traslado }: Caso, i) => ({
    caso: i + 1,
    solicitud: {
      tipo_dte: 52,
      receptor: traslado!.por === null ? { ...RECEPTOR, rut: '76543210-3' } : RECEPTOR,
      referencias: [
        {
          tipo_documento: 'SET',
          folio: String(i + 1),
          fecha: '2026-10-20',
          razon: `CASO ${atencion}-${i + 1}`,
        },
      ],
      detalle: lineas.map((linea) => ({ ...spoil(linea), unidad: 'UN' })),
      traslado: {
        ind_traslado: traslado!.indTraslado,
        ...(traslado!.tipoDespacho && { tipo_despacho: traslado!.tipoDespacho }),
      },
    },
  }))
}

async function generate(app: CompanyApp, sets = ['guia']): Promise<number> {
  const { status, body } = await app.post(`${BASE}/sets`, { sets, semilla: SET })
  expect(status).toBe(200)
  return Number(/ATENCION: (\d+)/.exec(String(body))![1])
}

async function send(app: CompanyApp, solicitudes: ReturnType<typeof guias>): Promise<string> {
  await issueSet(app, solicitudes as never)
  await app.settle()
  const { envios } = (await app.get('/simulador/libro')).body.data
  return envios[0].track_id
}

const declare = (app: CompanyApp, track_id: string, over = {}) =>
  app.post(`${BASE}/avance`, { clase: 'guia', track_id, fecha: '20-10-2026', ...over })

/** Lets the simulated SII's clock go on, and what is due happen. */
const wait = (app: CompanyApp, seconds: number) => app.post('/simulador/reloj', { avanzar: `PT${seconds}S` })

const row = async (app: CompanyApp) => (await app.get(`${BASE}/avance`)).body.data.sets[0]
const revision = async (app: CompanyApp, trackId: string) =>
  (await app.get(`${BASE}/revision/${trackId}`)).body.data
const letters = async (app: CompanyApp) =>
  (await app.get('/simulador/correo')).body.data.filter(({ asunto }: { asunto: string }) =>
    asunto.startsWith('SETMAIL'),
  )

describe('a set that is declared (simulator §23.4)', () => {
  test('is mailed as correct after a minute, and stands on the page half a minute later', async () => {
    const app = await testAppWithFolios(AHORA)
    const atencion = await generate(app)
    expect(await row(app)).toMatchObject({ clase: 'guia', atencion, estado: 'POR REALIZAR', track_id: null })
    const trackId = await send(app, guias(atencion))
    const { status, body } = await declare(app, trackId)
    expect({ status, body }).toMatchObject({ status: 201, body: { data: { estado: 'EN REVISION' } } })
    await wait(app, 59)
    expect(await letters(app)).toEqual([])
    await wait(app, 1)
    const [carta] = await letters(app)
    expect(carta.asunto).toBe(`SETMAIL000${atencion} Resultado de Revision del Set de Prueba`)
    const { body: mensaje } = await app.get(`/simulador/correo/${carta.id}`)
    const text = Buffer.from(/base64\r\n\r\n([\s\S]*?)\r\n--/.exec(String(mensaje))![1]!, 'base64').toString()
    expect(text).toContain('SET GUIA DE DESPACHO - Version 1')
    expect(text).toContain('SOK - SET DE PRUEBA CORRECTO')
    const { resultado, controles } = await revision(app, trackId)
    expect(controles.filter(({ conforme }: { conforme: boolean }) => !conforme)).toEqual([])
    expect(resultado).toBe('SOK')
    expect((await row(app)).estado).toBe('EN REVISION')
    await wait(app, 30)
    expect((await row(app)).estado).toBe('REVISADO CONFORME')
    expect((await declare(app, trackId)).status).toBe(409)
    const next = await app.post(`${BASE}/siguiente`, {})
    expect(next.body.data).toEqual({
      ...{ alcance: 'factura', paso: 'SIMULACION', mensaje: 'La empresa ha pasado al paso SIMULACION' },
    })
  })

  test('is refused with case, line and what was expected when a price is another', async () => {
    const app = await testAppWithFolios(AHORA)
    const atencion = await generate(app)
    const trackId = await send(
      app,
      guias(atencion, (linea) =>
        linea.precio && linea.nombre === 'ITEM 1' ? { ...linea, precio: 7 } : linea,
      ),
    )
    await declare(app, trackId)
    await wait(app, 90)
    const { resultado, controles } = await revision(app, trackId)
    expect(resultado).toBe('SRH')
    const [first] = controles.filter(({ conforme }: { conforme: boolean }) => !conforme)
    expect(first).toMatchObject({ control: 'precio', caso: 2, linea: 1, encontrado: '7' })
    expect((await row(app)).estado).toBe('ENVIO CON ERRORES O REPAROS')
    expect((await app.post(`${BASE}/siguiente`, {})).status).toBe(409)
  })

  test('is sent back at once with another day, another Track ID, or for a set that there is not', async () => {
    const app = await testAppWithFolios(AHORA)
    const none = await declare(app, '1')
    expect(none.body.error).toBe('La empresa no tiene un set vigente de esa clase')
    const trackId = await send(app, guias(await generate(app)))
    expect((await declare(app, trackId, { fecha: '19-10-2026' })).body.error).toBe(
      'FECHA NO CORRESPONDE AL ENVIO',
    )
    expect((await declare(app, '999')).body.error).toBe('ENVIO NO REGISTRADO PARA LA EMPRESA')
    expect((await declare(app, `0${trackId}`)).status).toBe(422)
  })

  test('counts no more once another file was generated', async () => {
    const app = await testAppWithFolios(AHORA)
    const trackId = await send(app, guias(await generate(app)))
    await declare(app, trackId)
    await generate(app)
    await wait(app, 60)
    const { controles } = await revision(app, trackId)
    const failed = controles.filter(({ conforme }: { conforme: boolean }) => !conforme)
    expect(failed.map(({ control }: { control: string }) => control)).toEqual(['vigencia'])
    expect((await row(app)).estado).toBe('POR REALIZAR')
  })

  test('meets the faults that are asked for: words of refusal, objections, a lost mail, a delay', async () => {
    const app = await testAppWithFolios(AHORA)
    const trackId = await send(app, guias(await generate(app)))
    const fault = (falla: string, more = {}) =>
      app.post('/simulador/fallas', { servicio: 'certificacion', falla, veces: 1, ...more })
    await fault('srh', { codigo: 'Falta el caso 9' })
    await declare(app, trackId)
    await wait(app, 60)
    expect((await revision(app, trackId)).controles.at(-1)).toMatchObject({ glosa: 'Falta el caso 9' })
    await fault('epr_con_reparo')
    await declare(app, trackId)
    await wait(app, 60)
    expect((await revision(app, trackId)).controles[0]).toMatchObject({ control: 'envio', conforme: false })
    await fault('mail_perdido')
    await declare(app, trackId)
    await wait(app, 60)
    expect(await letters(app)).toHaveLength(2)
    expect((await revision(app, trackId)).resultado).toBe('SOK')
    expect((await fault('atascado')).status).toBe(422)
  })

  test('goes on to printed samples, of which each document and each copy is wanted (simulator §23.7)', async () => {
    const app = await testAppWithFolios(AHORA)
    const trackId = await send(app, guias(await generate(app)))
    await declare(app, trackId)
    await wait(app, 90)
    app.store.client.prepare("UPDATE sim_tramite SET paso = 'MUESTRAS'").run()
    const pdf = async (folio: number, query = '') => {
      const url = `http://localhost/v1/dte/pdf/52/${folio}${query}`
      const response = await app.app.handle(new Request(url, { headers: app.tenant.key }))
      return Buffer.from(await response.arrayBuffer()).toString('base64')
    }
    const show = async (archivos: string[]) => {
      const body = { archivos: archivos.map((pdf_base64, i) => ({ nombre: `${i}.pdf`, pdf_base64 })) }
      return (await app.post(`${BASE}/muestras`, body)).body.data
    }
    const originals = await show([await pdf(1), await pdf(2), await pdf(3)])
    expect(
      originals.archivos.map(({ muestra, conforme }: { muestra: string; conforme: boolean }) => [
        muestra,
        conforme,
      ]),
    ).toEqual([
      ['52-1', true],
      ['52-2', true],
      ['52-3', true],
    ])
    expect(originals.faltan).toEqual(['52-2-cedible', '52-3-cedible'])
    const two = await show([await pdf(2, '?cedible=true')])
    expect(two.archivos[0].controles[0]).toMatchObject({
      control: 'pagina',
      encontrado: '2',
      conforme: false,
    })
    expect((await app.post(`${BASE}/siguiente`, {})).status).toBe(409)
    const copies = await show([
      await pdf(2, '?cedible=true&copias=0'),
      await pdf(3, '?cedible=true&copias=0'),
    ])
    expect(copies.faltan).toEqual([])
    expect((await app.post(`${BASE}/siguiente`, {})).body.data.paso).toBe('DECLARACION')
    const { body } = await app.post(`${BASE}/declaracion`, {})
    expect(body.data.paso).toBe('AUTORIZADA')
  })
})
