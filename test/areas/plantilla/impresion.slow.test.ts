// A company's logo and how documents are printed with it and with its templates (http §11, §22.2).

import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { readPdf417 } from '../../pdf/leer-codigo'
import { printTimbre, readPdf } from '../../pdf/leer-pdf'
import { factura } from '../../support/emisor'
import { logoDePrueba } from '../../support/logo'
import { type CompanyApp, loadFolios, testAppWithCompany, testAppWithFolios } from '../../support/test-app'

let app: CompanyApp

const logo64 = (ancho?: number, alto?: number) => ({
  logo_base64: logoDePrueba(ancho, alto).toString('base64'),
})

/** The bytes of an answer, which are no text. */
async function bytesOf(method: string, path: string, body?: object, key = app.tenant.key) {
  const response = await app.app.handle(
    new Request(`http://localhost${path}`, {
      method,
      headers: { ...key, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
    }),
  )
  return { status: response.status, headers: response.headers, bytes: await response.bytes() }
}
const pdf = async (query = '', tipo = 33) => {
  const { status, bytes } = await bytesOf('GET', `/v1/dte/pdf/${tipo}/1${query}`)
  expect(status).toBe(200)
  return bytes
}
const said = async (bytes: Uint8Array) => (await readPdf(bytes)).paginas.map((p) => p.texto).join(' ')
const hasLogo = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1').includes('/ColorSpace/DeviceRGB')

const crear = async (config: object, over: object = {}): Promise<string> => {
  const { status, body } = await app.post('/v1/plantilla', { nombre: 'Papel', config, ...over })
  expect([status, body.error]).toEqual([201, undefined])
  return body.data.id
}
const activar = (id: string, tipos_dte: number[] = []) =>
  app.put(`/v1/plantilla/versiones/${id}/activar`, { tipos_dte })

describe('the logo of a company', () => {
  beforeEach(async () => {
    app = await testAppWithCompany()
  })

  test('is loaded, described, fetched byte for byte, replaced and deleted', async () => {
    const { status, body } = await app.post('/v1/plantilla/logo', logo64())
    const archivo = logoDePrueba()
    const about = { tipo: 'image/png', ancho: 60, alto: 30, bytes: archivo.length }
    expect([status, body.data]).toEqual([201, { ...about, created_at: '2026-11-20T14:02:11.000Z' }])
    const empresa = (await app.get('/v1/empresa/actual')).body.data
    expect(empresa.logo).toEqual({ tipo: 'image/png', ancho: 60, alto: 30 })

    const got = await bytesOf('GET', '/v1/plantilla/logo')
    expect(Buffer.compare(Buffer.from(got.bytes), archivo)).toBe(0)
    expect([got.headers.get('content-type'), got.headers.get('x-content-type-options')]).toEqual([
      'image/png',
      'nosniff',
    ])
    const etag = got.headers.get('etag')!
    expect((await app.get('/v1/plantilla/logo', { ...app.tenant.key, 'if-none-match': etag })).status).toBe(
      304,
    )

    const jpeg = await new Bun.Image(archivo).jpeg().buffer()
    await app.post('/v1/plantilla/logo', { logo_base64: jpeg.toString('base64') })
    expect((await bytesOf('GET', '/v1/plantilla/logo')).headers.get('content-type')).toBe('image/jpeg')
    expect((await app.delete('/v1/plantilla/logo')).status).toBe(204)
    expect((await app.get('/v1/plantilla/logo')).body.code).toBe('NOT_FOUND')
    expect((await app.delete('/v1/plantilla/logo')).status).toBe(404)
    expect((await app.get('/v1/empresa/actual')).body.data.logo).toBeNull()
  })

  test('comes as a form too', async () => {
    const form = new FormData()
    form.append('archivo', new Blob([new Uint8Array(logoDePrueba())]), 'logo.png')
    const { status } = await app.request('POST', '/v1/plantilla/logo', {
      headers: app.tenant.key,
      body: form,
    })
    expect(status).toBe(201)
  })

  test('that is no image, or too large, is refused with its field and leaves the one there was', async () => {
    await app.post('/v1/plantilla/logo', logo64())
    const send = (bytes: Uint8Array) =>
      app.post('/v1/plantilla/logo', { logo_base64: Buffer.from(bytes).toString('base64') })
    for (const bytes of [Buffer.from('<svg/>'), logoDePrueba().subarray(0, 70), Buffer.from('GIF89a..')]) {
      const { status, body } = await send(bytes)
      expect([status, body.code, body.detalles[0].campo]).toEqual([422, 'VALIDATION_ERROR', 'archivo'])
    }
    // As JSON it is a third longer, and still an upload (http §16.4).
    const heavy = await send(new Uint8Array(1024 * 1024 + 1))
    expect([heavy.status, heavy.body.error]).toEqual([413, 'El logo admite hasta 1 MiB'])
    const form = new FormData()
    form.append('archivo', new Blob([new Uint8Array(1024 * 1024 + 1)]), 'logo.png')
    const { status, body } = await app.request('POST', '/v1/plantilla/logo', {
      headers: app.tenant.key,
      body: form,
    })
    expect([status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect((await app.post('/v1/plantilla/logo', {})).body.detalles[0].regla).toBe('requerido')
    expect((await bytesOf('GET', '/v1/plantilla/logo')).bytes.length).toBe(logoDePrueba().length)
  })

  test('is its company’s alone', async () => {
    await app.post('/v1/plantilla/logo', logo64())
    const other = await app.registerCompany()
    expect((await app.get('/v1/plantilla/logo', other.key)).status).toBe(404)
    expect((await app.delete('/v1/plantilla/logo', undefined, other.key)).status).toBe(404)
    const preview = await bytesOf('POST', '/v1/plantilla/previsualizar', {}, other.key)
    expect(hasLogo(preview.bytes)).toBe(false)
  })
})

describe('POST /v1/plantilla/previsualizar', () => {
  beforeAll(async () => {
    app = await testAppWithCompany()
    await app.post('/v1/plantilla/logo', logo64(300, 40))
  })
  const previa = (body: object) => bytesOf('POST', '/v1/plantilla/previsualizar', body)

  test.each([33, 34, 39, 41, 43, 46, 52, 56, 61, 110, 111, 112])(
    'shows type %d on every paper as the company’s, without folio or timbre, and stores nothing',
    async (tipo_dte) => {
      for (const formato of ['carta', '80mm', ...(tipo_dte === 39 || tipo_dte === 41 ? ['57mm'] : [])]) {
        const { status, bytes, headers } = await previa({ tipo_dte, formato, cedible: true })
        expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
        const { paginas } = await readPdf(bytes)
        expect(paginas[0]!.imagenes).toBe(0)
        for (const text of [
          'Comercial Ñandú & Compañía Limitada',
          'N° (sin folio)',
          'MUESTRA',
          'sin timbre',
        ]) {
          expect(paginas[0]!.texto).toContain(text)
        }
        expect(hasLogo(bytes)).toBe(true)
      }
      expect(app.store.client.prepare('SELECT count(*) FROM plantilla').pluck().get()).toBe(0)
    },
  )

  test('tries a config that is no version yet, with a value for each row of its own', async () => {
    const config = {
      textos: { encabezado: 'Desde 1974' },
      filas: [{ dato: 'Orden interna', etiqueta: 'OT', lugar: 'documento' }],
      logo: { mostrar: false },
    }
    const { bytes } = await previa({ config })
    const texto = await said(bytes)
    for (const text of ['Desde 1974', 'OT', 'Dato de ejemplo']) expect(texto).toContain(text)
    expect(hasLogo(bytes)).toBe(false)
  })

  test('refuses a config with faults, a version beside a config, and an unknown version', async () => {
    expect((await previa({ config: { colores: { acento: 'x' } }, formato: 'A4' })).status).toBe(422)
    const both = await app.post('/v1/plantilla/previsualizar', { plantilla: 'pla_1', config: {} })
    expect(both.body.detalles).toMatchObject([{ campo: 'config', regla: 'sobra' }])
    expect((await previa({ plantilla: 'pla_1' })).status).toBe(404)
  })

  test('works for a company of which only RUT and name are known', async () => {
    const { body } = await app.post('/auth/register', {
      nombre: 'Sola',
      email: 'sola@example.cl',
      password: 'una clave de prueba',
      empresa: { rut: '76192083-9', razon_social: 'Apenas Nombrada SpA' },
    })
    const session = { authorization: `Bearer ${body.access_token}` }
    await app.post('/v1/empresa/seleccionar', { empresa_id: body.data.empresa_activa?.id }, session)
    for (const tipo_dte of [33, 39, 52, 110]) {
      const { status, bytes } = await bytesOf(
        'POST',
        '/v1/plantilla/previsualizar',
        { tipo_dte },
        session as never,
      )
      expect([tipo_dte, status]).toEqual([tipo_dte, 200])
      expect(await said(bytes)).toContain('Apenas Nombrada SpA')
    }
  })
})

describe('a document printed with a template', () => {
  beforeEach(async () => {
    app = await testAppWithFolios({ folios: { 33: 5, 39: 5 } })
    const impresion = { datos: [{ etiqueta: 'Orden interna', valor: 'OT-0091' }] }
    await app.post('/v1/dte/emitir', factura({ impresion }))
    await app.post('/v1/dte/emitir', { tipo_dte: 39, detalle: [{ nombre: 'Clavos', precio: 1190 }] })
    await app.drainJobs()
  })

  test('is its type’s and paper’s active one, others keep the ordinary', async () => {
    const plain = await pdf()
    await activar(await crear({ textos: { encabezado: 'Sólo facturas' } }), [33])
    expect(await said(await pdf())).toContain('Sólo facturas')
    expect(await said(await pdf('?formato=80mm'))).not.toContain('Sólo facturas')
    expect(await said(await pdf('', 39))).not.toContain('Sólo facturas')
    await activar(await crear({ textos: { encabezado: 'En tira' } }, { formato: '57mm' }))
    expect(await said(await pdf('?formato=57mm', 39))).toContain('En tira')
    const escpos = await bytesOf('GET', '/v1/dte/pdf/39/1?formato=escpos&papel=57mm')
    expect(Buffer.from(escpos.bytes).toString('latin1')).toContain('En tira')
    await activar(await crear({}))
    expect(Buffer.compare(await pdf(), plain)).toBe(0)
  })

  test('can be asked for by id, active or not, with its paper unless another is named', async () => {
    const id = await crear({ textos: { encabezado: 'De prueba' } }, { formato: '80mm' })
    const bytes = await pdf(`?plantilla=${id}`)
    expect(await said(bytes)).toContain('De prueba')
    expect((await readPdf(bytes)).paginas[0]!.ancho).toBeCloseTo(226.77, 1)
    const clash = await app.get(`/v1/dte/pdf/33/1?plantilla=${id}&formato=carta`)
    expect([clash.status, clash.body.code, clash.body.detalles[0].campo]).toEqual([
      400,
      'INVALID_PARAMETER',
      'plantilla',
    ])
    expect((await app.get(`/v1/dte/pdf/33/1?plantilla=${id}&formato=escpos`)).status).toBe(200)
    expect((await app.get('/v1/dte/pdf/33/1?plantilla=pla_nada')).status).toBe(404)
  })

  test('never with another company’s template or logo', async () => {
    const id = await crear({ textos: { encabezado: 'Ajena' } })
    await activar(id)
    await app.post('/v1/plantilla/logo', logo64())
    const mine = app.tenant
    const other = await app.registerCompany()
    await loadFolios(app, other, { 33: 5 })
    await app.post('/v1/dte/emitir', factura(), other.key)
    await app.drainJobs()
    expect((await app.get(`/v1/dte/pdf/33/1?plantilla=${id}`, other.key)).status).toBe(404)
    const { bytes } = await bytesOf('GET', '/v1/dte/pdf/33/1', undefined, other.key)
    expect([hasLogo(bytes), (await said(bytes)).includes('Ajena')]).toEqual([false, false])
    expect((await app.get(`/v1/dte/pdf/33/1?plantilla=${id}`, mine.key)).status).toBe(200)
  })

  test('bears the logo as soon as it is loaded, and not where its template says so', async () => {
    expect(hasLogo(await pdf())).toBe(false)
    await app.post('/v1/plantilla/logo', logo64())
    expect(hasLogo(await pdf())).toBe(true)
    await activar(await crear({ logo: { mostrar: false } }, { formato: '80mm' }))
    expect([hasLogo(await pdf('?formato=80mm')), hasLogo(await pdf('?formato=57mm', 39))]).toEqual([
      false,
      true,
    ])
    await app.delete('/v1/plantilla/logo')
    expect(hasLogo(await pdf())).toBe(false)
  })

  test('keeps box, folio, totals and legends, and its barcode is the signed TED to the byte, on every paper (pdf §2.1)', async () => {
    for (const [ancho, alto] of [
      [60, 30],
      [600, 20],
      [20, 600],
    ]) {
      await app.post('/v1/plantilla/logo', logo64(ancho, alto))
      for (const [formato, tipo, dpi] of [
        ['carta', 33, 240],
        ['80mm', 33, 300],
        ['57mm', 39, 203.2],
      ] as const) {
        const xml = await bytesOf('GET', `/v1/dte/xml/${tipo}/1`)
        const ted = /<TED [\s\S]*<\/TED>/.exec(Buffer.from(xml.bytes).toString('latin1'))![0]
        for (const posicion of ['arriba', 'izquierda']) {
          const config = {
            colores: { recuadro: 'negro', acento: '#0a4d8c' },
            columnas: { linea: true, codigo: false },
            mostrar: { telefono: false, email: false, sitio_web: false, contacto: false, ciudad: false },
            textos: { encabezado: 'E'.repeat(200), nota: 'N'.repeat(500), leyenda: 'L'.repeat(200) },
            filas: [{ dato: 'Orden interna', etiqueta: 'OT', lugar: 'receptor' }],
            logo: { posicion, alto_mm: 30 },
          }
          await activar(await crear(config, { formato, nombre: `${formato} ${posicion} ${ancho}` }))
          const bytes = await pdf(`?formato=${formato}`, tipo)
          const [code] = await readPdf417(await printTimbre(bytes, dpi))
          expect(code?.toString('latin1')).toBe(ted)
          const texto = await said(bytes)
          for (const text of [
            'R.U.T.: 76.543.210-3',
            tipo === 33 ? 'FACTURA ELECTRÓNICA' : 'BOLETA ELECTRÓNICA',
            'N° 1',
            'TOTAL',
            'Monto neto',
            'Timbre Electrónico SII',
            'Verifique documento: www.sii.cl',
            ...(tipo === 33 ? ['OT-0091'] : []),
          ]) {
            expect(texto).toContain(text)
          }
        }
      }
    }
  })

  test('a stored config that this version no longer takes prints what it still can', async () => {
    const id = await crear({ textos: { leyenda: 'Se conserva' } })
    const config = '{"textos":{"leyenda":"Se conserva","antigua":"x"},"retirado":{"a":1},"columnas":"?"}'
    app.store.client.prepare('UPDATE plantilla SET config = ? WHERE id = ?').run(config, id)
    expect(await said(await pdf(`?plantilla=${id}`))).toContain('Se conserva')
  })
})
