// POST /v1/dte/previsualizar (http §1): the paper of what would be issued, plainly no document; nothing is stored.

import { describe, expect, test } from 'bun:test'
import { readPdf } from '../../pdf/leer-pdf'
import { linea, nota } from '../../support/emision'
import { boleta, factura } from '../../support/emisor'
import { logoDePrueba } from '../../support/logo'
import { compra, exportacion, guia, liquidacion, notaExportacion } from '../../support/solicitudes'
import {
  type CompanyApp,
  type TestApp,
  testApp,
  testAppWithCompany,
  testAppWithFolios,
} from '../../support/test-app'

const MARCA = 'VISTA PREVIA – SIN VALOR TRIBUTARIO'

async function preview(app: CompanyApp, body: object, query = '') {
  const response = await app.app.handle(
    new Request(`http://localhost/v1/dte/previsualizar${query}`, {
      method: 'POST',
      headers: { ...app.tenant.key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const bytes = await response.bytes()
  return { ...(await readPdf(bytes)), conLogo: Buffer.from(bytes).includes('/ColorSpace/DeviceRGB') }
}

const TABLAS = ['job', 'documento', 'idempotencia', 'emision_programada']
const stored = (app: TestApp) =>
  TABLAS.map((tabla) => app.store.client.prepare(`SELECT count(*) FROM ${tabla}`).pluck().get())

/** One request of each type, of a company that has nothing but itself. */
const TIPOS = [
  factura(),
  factura({ tipo_dte: 34 }),
  boleta(),
  boleta({ tipo_dte: 41 }),
  liquidacion(),
  compra(),
  guia(),
  nota(3, 1, { ...linea(1), tipo_dte: 56 }),
  nota(3, 1, linea(1)),
  exportacion(),
  notaExportacion(111),
  notaExportacion(112),
]

describe('POST /v1/dte/previsualizar', () => {
  test.each(TIPOS.map((body) => [body.tipo_dte, body] as const))(
    'prints a %d on every paper with the mark, without folio and timbre, and stores nothing',
    async (tipo, body) => {
      const app = await testAppWithCompany()
      // 57 mm are for boletas alone (http §11).
      for (const formato of ['carta', '80mm', ...(tipo === 39 || tipo === 41 ? ['57mm'] : [])]) {
        const { paginas } = await preview(app, body, `?formato=${formato}`)
        for (const { texto, imagenes } of paginas) {
          expect(texto).toStartWith(MARCA)
          expect(imagenes).toBe(0)
        }
        const todo = paginas.map(({ texto }) => texto).join(' ')
        expect(todo).toContain('N° (sin folio)')
        expect(todo).toContain('Vista previa sin timbre')
        expect(todo).not.toContain('Timbre Electrónico SII')
      }
      expect(stored(app)).toEqual([0, 0, 0, 0])
    },
  )

  test('shows what would be issued: amounts, receiver, remarks, and the words of no environment but its own', async () => {
    const app = await testAppWithCompany()
    const { paginas, titulo } = await preview(app, factura({ observaciones: 'Entregar antes de las 18:00' }))
    expect(paginas).toHaveLength(1)
    for (const said of [
      '$ 133.876',
      'Ferretería Ñuble Limitada',
      'Entregar antes de las 18:00',
      'NO EMITIDO',
    ])
      expect(paginas[0]!.texto).toContain(said)
    expect(paginas[0]!.texto).not.toContain('EMITIDO EN SIMULACIÓN')
    expect(titulo).toBe('Factura electrónica')
  })

  test('prints on the paper in use for its type and format, logo and texts included', async () => {
    const app = await testAppWithCompany()
    await app.post('/v1/plantilla/logo', { logo_base64: logoDePrueba().toString('base64') })
    const { body } = await app.post('/v1/plantilla', {
      nombre: 'Temporada',
      tipos_dte: [33],
      config: { textos: { leyenda: 'Gracias por su preferencia' } },
    })
    await app.put(`/v1/plantilla/versiones/${body.data.id}/activar`, {})
    const printed = async (body: object, query = '') => {
      const { conLogo, paginas } = await preview(app, body, query)
      return [conLogo, paginas[0]!.texto.includes('Gracias por su preferencia')]
    }
    expect(await printed(factura())).toEqual([true, true])
    expect(await printed(factura({ tipo_dte: 34 }))).toEqual([true, false])
    expect(await printed(factura(), '?formato=80mm')).toEqual([true, false])
  })

  test('marks every page of a long one, and a long strip along its length', async () => {
    const app = await testAppWithCompany()
    const long = factura({
      detalle: Array(60).fill({ nombre: 'Artículo', descripcion: 'x '.repeat(200), precio: 1 }),
    })
    const { paginas } = await preview(app, long)
    expect(paginas.length).toBeGreaterThan(3)
    for (const { texto } of paginas) expect(texto).toStartWith(MARCA)
    const [strip] = (await preview(app, long, '?formato=80mm')).paginas
    expect(strip!.texto.split(MARCA).length - 1).toBe(Math.floor(strip!.alto / (strip!.ancho * 0.9)))
  })

  test('needs neither folios, nor certificate, nor resolution, and is dated the day of its release', async () => {
    const app = await testApp()
    const tenant = await app.registerCompany({ ambiente: 'certificacion' })
    const body = factura({ programar_para: '2026-12-24T12:00:00Z' })
    const { paginas } = await preview(Object.assign(app, { tenant }), body)
    expect(paginas[0]!.texto).toContain('24 de diciembre de 2026')
  })

  test('refuses what validar refuses, with the same faults', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5 } })
    for (const body of [factura({ detalle: [{}] }), nota(3, 2, linea(1)), factura({ tipo_dte: 99 }), []]) {
      const [own, validar] = [
        await app.post('/v1/dte/previsualizar', body),
        await app.post('/v1/dte/validar', body),
      ]
      expect(own.status).toBe(422)
      expect([own.status, own.body]).toEqual([validar.status, validar.body])
    }
    const paper = await app.post('/v1/dte/previsualizar?formato=A4', factura())
    expect(paper).toMatchObject({ status: 400, body: { code: 'INVALID_PARAMETER' } })
    expect((await app.post('/v1/dte/previsualizar', factura(), {})).status).toBe(401)
    expect(stored(app)).toEqual([0, 0, 0, 0])
  })
})
