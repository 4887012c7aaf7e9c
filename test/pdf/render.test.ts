import { describe, expect, test } from 'bun:test'
import type { TipoDte } from '../../src/domain/dte/tipos'
import { DECLARACION } from '../../src/pdf/cedible'
import type { OpcionesPdf } from '../../src/pdf/impreso'
import { renderPdf } from '../../src/pdf/render'
import { impreso, linea } from './ejemplos'
import { readPdf } from './leer-pdf'

const render = (doc: ReturnType<typeof impreso>, rest: Partial<OpcionesPdf> = {}) =>
  renderPdf(doc, { formato: 'carta', cedible: false, ...rest })
const read = (doc: ReturnType<typeof impreso>, rest: Partial<OpcionesPdf> = {}) => readPdf(render(doc, rest))

describe('printed representation as a PDF file', () => {
  test.each([33, 34, 39, 41, 56, 61] as TipoDte[])(
    'type %d is one letter page under 40 KB, its text extractable',
    async (tipo) => {
      const bytes = render(impreso(tipo))
      expect(bytes.length).toBeLessThan(40_000)
      const { paginas, fuentes } = await readPdf(bytes)
      expect(paginas).toHaveLength(1)
      expect([paginas[0]!.ancho, paginas[0]!.alto, paginas[0]!.imagenes]).toEqual([612, 792, 1])
      for (const said of [
        'R.U.T.: 76.543.210-3',
        'ELECTRÓNICA',
        'N° 1234',
        'S.I.I. - CHILLÁN',
        'Comercial Ñandú del Sur Ltda.',
        'Inmobiliaria Peñalolén & Hijos Constructora Limitada',
        '22.222.222-2',
        'Ñuñoa',
        '20 de noviembre de 2026',
        'Brocha de cerda natural, 3 pulgadas',
        '18.990',
        '$ 1.259.900',
        'Timbre Electrónico SII',
        'Res. 80 de 2014 - Verifique documento: www.sii.cl',
        'Página 1 de 1',
      ]) {
        expect(paginas[0]!.texto).toContain(said)
      }
      expect(fuentes).toHaveLength(2)
      for (const fuente of fuentes) {
        expect(fuente).toMatchObject({ codificacion: '/WinAnsiEncoding', anchos: 224, embebida: true })
      }
    },
  )

  test('parentheses and backslashes of a name are text, not syntax', async () => {
    const nombre = 'Caño (1/2") \\ codo) 90°'
    const { paginas } = await read(impreso(33, { detalle: [linea(1, { nombre })] }))
    expect(paginas[0]!.texto).toContain(nombre)
  })

  test.each([33, 34] as TipoDte[])(
    'type %d has a cedible copy with the receipt and the words of Law 19.983 (pdf §3)',
    async (tipo) => {
      const { paginas } = await read(impreso(tipo), { cedible: true })
      expect(paginas).toHaveLength(2)
      expect(paginas[0]!.texto).not.toContain('CEDIBLE')
      expect(paginas[0]!.texto).not.toContain('Acuse de recibo')
      for (const said of ['Acuse de recibo', 'Nombre', 'Recinto', 'Firma', DECLARACION]) {
        expect(paginas[1]!.texto).toContain(said)
      }
      expect(paginas[1]!.texto).toMatch(/CEDIBLE/)
      expect(paginas[1]!.texto).toContain('Timbre Electrónico SII')
    },
  )

  test.each([39, 41, 56, 61] as TipoDte[])('type %d never has one, though asked (pdf §3)', async (tipo) => {
    const { paginas } = await read(impreso(tipo), { cedible: true })
    expect(paginas).toHaveLength(1)
    expect(paginas[0]!.texto).not.toContain('CEDIBLE')
  })

  test('copies are counted apart from the cedible one', async () => {
    const { paginas } = await read(impreso(33), { copias: 2, cedible: true })
    expect(paginas.map((p) => p.texto.includes('CEDIBLE'))).toEqual([false, false, true])
    const alone = await read(impreso(33), { copias: 0, cedible: true })
    expect(alone.paginas.map((p) => p.texto.includes('CEDIBLE'))).toEqual([true])
  })

  test('sixty lines are numbered pages, totals on the last', async () => {
    const detalle = Array.from({ length: 60 }, (_, i) => linea(i + 1))
    const { paginas } = await read(impreso(33, { detalle }))
    expect(paginas.length).toBeGreaterThan(1)
    paginas.forEach(({ texto, imagenes }, i) => {
      const last = i === paginas.length - 1
      expect(texto).toContain(`Página ${i + 1} de ${paginas.length}`)
      expect([texto.includes('TOTAL'), imagenes]).toEqual([last, last ? 1 : 0])
    })
  })

  test('in simulation every page says that it has no tax validity; elsewhere none does', async () => {
    const detalle = Array.from({ length: 60 }, (_, i) => linea(i + 1))
    for (const ambiente of ['simulacion', 'certificacion'] as const) {
      const { paginas } = await read(impreso(33, { detalle }, { ambiente }))
      for (const { texto } of paginas)
        expect(texto.includes('SIN VALIDEZ TRIBUTARIA')).toBe(ambiente === 'simulacion')
    }
    const { paginas } = await read(impreso(33))
    expect(paginas[0]!.texto).not.toContain('VALIDEZ')
  })

  test('a preview has its watermark on every page, no folio and no timbre', async () => {
    const doc = impreso(33, { idDoc: { tipoDte: 33, folio: 0, fechaEmision: '2026-11-20' } }, { ted: null })
    const { paginas } = await read(doc, { marcaDeAgua: 'BORRADOR' })
    expect(paginas[0]!.texto).toStartWith('BORRADOR')
    expect(paginas[0]!.texto).toContain('N° (sin folio)')
    expect(paginas[0]!.texto).toContain('Vista previa sin timbre')
    expect(paginas[0]!.texto).not.toContain('www.sii.cl')
    expect(paginas[0]!.imagenes).toBe(0)
  })

  test('instalments, remarks and what the issuer adds are printed (http §1.2)', async () => {
    const idDoc = {
      ...impreso(33).dte.idDoc,
      formaPago: 2 as const,
      pagos: [{ fecha: '2026-12-20', monto: '629950', glosa: 'Primera cuota' }],
    }
    const impresion = {
      observaciones: 'Entregar antes de las 18:00',
      notas: ['Garantía de 12 meses'],
      datos: [{ etiqueta: 'Orden interna', valor: 'OT-0091 Ñuble' }],
      leyenda: 'Gracias por preferirnos',
    }
    const { paginas } = await read(impreso(33, { idDoc }, { impresion, lineasExtra: ['ver.example/abc'] }))
    for (const said of [
      'Cuotas 20-12-2026 $ 629.950 Primera cuota',
      'Observaciones Entregar antes de las 18:00',
      'Notas Garantía de 12 meses',
      'Orden interna: OT-0091 Ñuble',
      'Gracias por preferirnos',
      'ver.example/abc',
    ]) {
      expect(paginas[0]!.texto).toContain(said)
    }
  })

  test('a legend too long for the foot is printed whole among the notes', async () => {
    const leyenda = 'Horario de atención de lunes a viernes. '.repeat(12).trim()
    const { paginas } = await read(impreso(33, {}, { impresion: { leyenda } }))
    expect(paginas[0]!.texto).toContain(leyenda)
  })

  test('nothing absent is printed as such', async () => {
    const doc = impreso(39, { receptor: { rut: '66666666-6' } }, { unidadSii: null, emisor: {} })
    const { paginas } = await read(doc)
    for (const word of [
      'undefined',
      'null',
      'NaN',
      'S.I.I. -',
      'Señor(es)',
      '66.666.666',
      'Tel.',
      'Observaciones',
    ]) {
      expect(paginas[0]!.texto).not.toContain(word)
    }
  })

  test('the file bears its title and issuer, and the same document gives the same bytes', async () => {
    const { titulo, autor } = await read(impreso(34))
    expect([titulo, autor]).toEqual([
      'Factura no afecta o exenta electrónica N° 1234',
      'Comercial Ñandú del Sur Ltda.',
    ])
    expect(Buffer.compare(render(impreso(33)), render(impreso(33)))).toBe(0)
  })
})
