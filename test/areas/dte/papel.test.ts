// The paper of issued documents: which papers a type may have (http §11), and the mark of what has no effect.

import { describe, expect, test } from 'bun:test'
import { printEscPos } from '../../pdf/leer-escpos'
import { measurePdf } from '../../pdf/medir-pdf'
import { discard, emit, fail, linea, nota, outlastAttempts } from '../../support/emision'
import { boleta, factura, RECEPTOR } from '../../support/emisor'
import { guia } from '../../support/solicitudes'
import { type CompanyApp, testAppWithFolios } from '../../support/test-app'

async function bytesOf(app: CompanyApp, path: string, headers: Record<string, string> = app.tenant.key) {
  const response = await app.app.handle(new Request(`http://localhost${path}`, { headers }))
  return { status: response.status, headers: response.headers, bytes: await response.bytes() }
}

/** The text across a document's paper, and at its head; null without a mark. */
async function markOf(app: CompanyApp, path: string): Promise<{ palabra: string; texto: string } | null> {
  const { status, bytes } = await bytesOf(app, path)
  expect(status).toBe(200)
  const paginas = (await measurePdf(bytes)).map((pagina) => {
    const palabra = pagina.textos.find((t) => t.girado)?.texto
    const head = pagina.textos.filter((t) => !t.girado && t.y < pagina.cajas[0]!.y).map((t) => t.texto)
    return palabra === undefined ? null : { palabra, texto: head.join(' ').split(' DOCUMENTO DE PRUEBA')[0]! }
  })
  for (const pagina of paginas) expect(pagina).toEqual(paginas[0]!)
  return paginas[0]!
}

describe('57 mm', () => {
  test('are for boletas alone, as PDF and as ESC/POS, by format and by template', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5, 39: 5 } })
    await emit(app, factura())
    await emit(app, boleta())
    await app.settle()
    const { id } = (await app.post('/v1/plantilla', { nombre: 'Tira', formato: '57mm' })).body.data
    for (const query of ['formato=57mm', 'formato=escpos&papel=57mm', `plantilla=${id}`]) {
      const { status, body } = await app.get(`/v1/dte/pdf/33/1?${query}`)
      expect([status, body.code, body.detalles]).toEqual([
        422,
        'VALIDATION_ERROR',
        [
          {
            campo: 'formato',
            regla: 'papel',
            mensaje:
              'formato: el papel de 57mm es sólo para boletas (39 y 41); para el tipo 33 use carta u 80mm',
          },
        ],
      ])
      expect((await bytesOf(app, `/v1/dte/pdf/39/1?${query}`)).status).toBe(200)
    }
    expect((await app.post('/v1/dte/previsualizar?formato=57mm', factura())).status).toBe(422)
    expect((await app.post('/v1/dte/previsualizar?formato=57mm', boleta())).status).toBe(200)
  })
})

describe('the mark across the paper', () => {
  const PAPELES = ['', '?formato=80mm', '?cedible=true&copias=2', '?cedible=true&copias=0']

  test('is RECHAZADO on every page and copy of what the SII refused, and the ETag is no longer the old one', async () => {
    const app = await testAppWithFolios()
    // Magic receiver of the simulator (http §24): rejected for its stamp.
    await emit(app, factura({ receptor: { ...RECEPTOR, rut: '90000002-2' } }))
    await app.drainJobs()
    const before = await bytesOf(app, '/v1/dte/pdf/33/1')
    expect(await markOf(app, '/v1/dte/pdf/33/1')).toBeNull()
    await app.settle()
    for (const query of PAPELES)
      expect(await markOf(app, `/v1/dte/pdf/33/1${query}`)).toEqual({
        palabra: 'RECHAZADO',
        texto: 'RECHAZADO POR EL SII · SIN VALIDEZ TRIBUTARIA',
      })
    const etag = before.headers.get('etag')!
    const again = await bytesOf(app, '/v1/dte/pdf/33/1', { ...app.tenant.key, 'if-none-match': etag })
    expect([again.status, again.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
  })

  test('is ANULADO and names the note, whose own paper is clean; until the SII takes the note it says so', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5, 61: 5 } })
    await emit(app, factura())
    await app.settle()
    expect(await markOf(app, '/v1/dte/pdf/33/1')).toBeNull()
    await emit(app, nota(1))
    const texto = 'ANULADO por la Nota de crédito electrónica N° 1'
    expect(await markOf(app, '/v1/dte/pdf/33/1')).toEqual({
      palabra: 'ANULADO',
      texto: `${texto} (el SII aún no la acepta)`,
    })
    await app.settle()
    for (const query of PAPELES)
      expect(await markOf(app, `/v1/dte/pdf/33/1${query}`)).toEqual({ palabra: 'ANULADO', texto })
    expect(await markOf(app, '/v1/dte/pdf/61/1')).toBeNull()
    const { bytes } = await bytesOf(app, '/v1/dte/pdf/33/1?formato=escpos')
    const [tira] = printEscPos(bytes)
    expect(tira!.renglones.map((r) => r.texto.trim())).toContain(texto)
  })

  test('leaves no mark on what a note only corrects', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5, 61: 5 } })
    await emit(app, factura())
    await app.settle()
    await emit(app, nota(3, 1, linea(500)))
    await app.settle()
    expect(await markOf(app, '/v1/dte/pdf/33/1')).toBeNull()
  })

  test('is on the public page’s PDF too, whose ETag changes with it', async () => {
    const app = await testAppWithFolios({ folios: { 33: 5, 61: 5 } })
    await app.put(`/v1/empresa/${app.tenant.empresaId}`, { consulta_publica: true })
    await emit(app, factura())
    await app.settle()
    const { publico } = (await app.get('/v1/documentos/33/1')).body.data.links
    const etag = (await bytesOf(app, `${publico}/pdf`, {})).headers.get('etag')!
    await emit(app, nota(1))
    await app.settle()
    expect((await bytesOf(app, `${publico}/pdf`, { 'if-none-match': etag })).status).toBe(200)
    expect(await markOf(app, `${publico}/pdf`)).toEqual({
      palabra: 'ANULADO',
      texto: 'ANULADO por la Nota de crédito electrónica N° 1',
    })
  })

  test('of a guide that its issuer voided names no note, on paper and on the public page', async () => {
    const app = await testAppWithFolios({ folios: { 52: 5 } })
    await app.put(`/v1/empresa/${app.tenant.empresaId}`, { consulta_publica: true })
    await emit(app, guia())
    await app.settle()
    expect((await app.post('/v1/dte/guias/1/anular', { motivo: 'No se despachó' })).status).toBe(200)
    expect(await markOf(app, '/v1/dte/pdf/52/1')).toEqual({
      palabra: 'ANULADO',
      texto: 'ANULADO POR SU EMISOR',
    })
    const { publico } = (await app.get('/v1/documentos/52/1')).body.data.links
    expect((await app.get(publico, {})).body).toContain('Lo dejó sin efecto su emisor.')
  })

  test('is DESCARTADO on what its issuer gave up', async () => {
    const app = await testAppWithFolios()
    await fail(app, 'envio', 'corte_despues_de_guardar', 1)
    await fail(app, 'estado_dte', 'http_503')
    const id = await emit(app, factura())
    await outlastAttempts(app)
    expect((await discard(app, id, true)).status).toBe(200)
    expect(await markOf(app, '/v1/dte/pdf/33/1')).toEqual({
      palabra: 'DESCARTADO',
      texto: 'DESCARTADO POR SU EMISOR',
    })
  })
})

describe('text that is only printed', () => {
  const raras = '“Entrega” — lunes… 5 € • ™ Œuvre Š'

  test('takes what the font has, without a warning, and prints it', async () => {
    const app = await testAppWithFolios()
    const body = factura({
      observaciones: raras,
      impresion: { datos: [{ etiqueta: 'Ítem “A”', valor: raras }], notas: [raras], leyenda: raras },
    })
    expect((await app.post('/v1/dte/validar', body)).body.data.advertencias).toEqual([])
    await emit(app, body)
    await app.settle()
    const [pagina] = await measurePdf((await bytesOf(app, '/v1/dte/pdf/33/1')).bytes)
    const said = pagina!.textos.map((t) => t.texto).join(' ')
    expect(said.split(raras).length - 1).toBe(4)
    const xml = Buffer.from((await bytesOf(app, '/v1/dte/xml/33/1')).bytes).toString('latin1')
    expect(xml).not.toContain('lunes')
  })

  test('names the character that the font lacks and where it stands, all at once', async () => {
    const app = await testAppWithFolios()
    const body = factura({
      observaciones: 'Llame al ☎',
      impresion: { datos: [{ etiqueta: 'Ω', valor: 'x' }], notas: ['bien', '漢字'], leyenda: 'Ā' },
    })
    const { status, body: answer } = await app.post('/v1/dte/emitir', body)
    expect(status).toBe(422)
    const why = (campo: string, chars: string) => ({
      campo,
      regla: 'caracter',
      mensaje: `${campo} tiene caracteres que la letra con que se imprime no tiene: ${chars}`,
    })
    expect(answer.detalles).toEqual([
      why('observaciones', '«☎» (U+260E)'),
      why('impresion.datos[0].etiqueta', '«Ω» (U+03A9)'),
      why('impresion.notas[1]', '«漢» (U+6F22), «字» (U+5B57)'),
      why('impresion.leyenda', '«Ā» (U+0100)'),
    ])
  })
})
