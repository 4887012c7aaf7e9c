import { describe, expect, test } from 'bun:test'
import { authorityKey } from '../../../src/xml/autoridades'
import {
  CODIGOS,
  type Codigo,
  checkCaratula,
  isOwn,
  parseSobre,
  textoInforme,
  verifyArchivo,
  verifyDte,
  verifySobre,
} from '../../../src/xml/verify'
import { archivo, dteDeEjemplo, EJEMPLOS, ejemplo, hacerSobre, latin1, SII, XSI } from './generador'

const opciones = { llaveAutoridad: (idk: number) => authorityKey(idk)?.llave ?? null }
const factura = dteDeEjemplo(ejemplo(1))
const codigos = (findings: { codigo: string }[]) => findings.map(({ codigo }) => codigo)

describe('verifyArchivo', () => {
  test.each(EJEMPLOS.map((e) => [e.nombre, e] as const))(
    '%s: nothing against it, in its envelope or alone',
    (_, e) => {
      const dte = dteDeEjemplo(e)
      expect(verifyArchivo(latin1(hacerSobre([e.tipo], [dte])), opciones).resultado).toBe('aceptado')
      expect(verifyArchivo(archivo(dte), opciones)).toMatchObject({ clase: 'DTE', resultado: 'aceptado' })
    },
  )

  test('lists what it finds in the order of the SII: CAF, TED, signature, header, lines, references (xml §7.1)', () => {
    const nota = dteDeEjemplo(ejemplo(61), {
      dd: (dd) => dd.replace(/<MNT>\d+/, '<MNT>1'),
      tmstFirma: '2027-06-01T00:00:00',
    })
      .replace('<RUTRecep>22222222-2<', '<RUTRecep>22222222-3<')
      .replace(/<MontoItem>\d+/, '<MontoItem>5')
      .replace('<CodRef>3</CodRef>', '')
    const { documentos, resultado } = verifyArchivo(archivo(nota), opciones)
    expect(codigos(documentos[0]!.findings)).toEqual([
      'CAF-3-517',
      'TED-3-902',
      'TED-3-640',
      'DTE-3-505',
      'HED-3-923',
      'DET-2-901',
      'HED-2-901',
      'REF-3-758',
    ])
    expect(resultado).toBe('rechazado')
  })

  test('with the structure broken it does not compute amounts', () => {
    const rota = factura.replace('<QtyItem>3<', '<QtyItem>tres<')
    const [documento] = verifyArchivo(archivo(rota), opciones).documentos
    expect(codigos(documento!.findings)).toEqual(['ENV-3-904', 'DTE-3-505'])
  })

  test('arithmetic alone leaves the document with a reparo', () => {
    const documento = dteDeEjemplo(ejemplo(1), {
      documento: (xml) => xml.replace('<IVA>28494<', '<IVA>28493<'),
    })
    const informe = verifyArchivo(archivo(documento), opciones)
    expect(informe.resultado).toBe('reparo')
    expect(codigos(informe.documentos[0]!.findings)).toEqual(['HED-2-904', 'HED-2-905'])
  })

  test('a file that is no XML is ENV-3-0, not an exception', () => {
    const informe = verifyArchivo(Buffer.from('PK\u0003\u0004'), opciones)
    expect(informe).toMatchObject({ clase: null, documentos: [], resultado: 'rechazado' })
    expect(codigos(informe.sobre.esquema)).toEqual(['ENV-3-0'])
  })

  test('third parties may have signed in another context when asked to be lenient', () => {
    const ajeno = dteDeEjemplo(ejemplo(1), { contexto: ` ${SII} ${XSI}`, contextoFirma: ` ${XSI}` })
    const bytes = latin1(hacerSobre([33], [ajeno]))
    expect(verifyArchivo(bytes, opciones).resultado).toBe('rechazado')
    expect(verifyArchivo(bytes, { ...opciones, lenient: true }).resultado).toBe('reparo')
  })
})

describe('the Caratula', () => {
  const otra = dteDeEjemplo(ejemplo(2))
  const juzgar = (xml: string, recepcion = {}) => checkCaratula(parseSobre(latin1(xml)), recepcion)

  test.each([
    ['a count that is not that of the documents', 'CRT-3-901', () => hacerSobre([33], [factura, otra])],
    ['a type that is not there', 'CRT-3-901', () => hacerSobre([33, 34], [factura])],
    [
      'a type twice',
      'CRT-3-901',
      () =>
        hacerSobre([33], [factura], { caratula: (c) => c.replace(/(<SubTotDTE>.*<\/SubTotDTE>)/, '$1$1') }),
    ],
    [
      'a document of another emisor',
      'CRT-3-902',
      () => hacerSobre([33], [factura], { caratula: (c) => c.replace('76543210-3', '22222222-2') }),
    ],
  ] as const)('%s: %s', (_, codigo, sobre) => {
    const findings = juzgar(sobre())
    expect(codigos(findings)).toContain(codigo)
    expect(findings[0]!.donde).toContain(codigo === 'CRT-3-902' ? 'DTE[1]' : 'SetDTE/Caratula/SubTotDTE')
  })

  test('against what the receiver knows', () => {
    const sobre = hacerSobre([33], [factura])
    const bueno = {
      rutEnvia: '11111111-1',
      rutReceptor: '60803000-K',
      resolucion: { fecha: '2026-01-01', numero: 0 },
    }
    expect(juzgar(sobre, bueno)).toEqual([])
    expect(codigos(juzgar(sobre, { ...bueno, rutEnvia: '22222222-2' }))).toEqual(['CRT-3-11'])
    expect(codigos(juzgar(sobre, { ...bueno, rutReceptor: '76543210-3' }))).toEqual(['CRT-3-903'])
    expect(codigos(juzgar(sobre, { ...bueno, resolucion: { fecha: '2026-01-01', numero: 80 } }))).toEqual([
      'CRT-3-19',
    ])
    expect(codigos(juzgar(sobre, { ...bueno, resolucion: { fecha: '2014-08-22', numero: 0 } }))).toEqual([
      'CRT-3-19',
    ])
  })
})

test('a batch is judged document by document, with the same findings as whole', () => {
  const mala = dteDeEjemplo(ejemplo(2), { dd: (dd) => dd.replace(/<MNT>\d+/, '<MNT>1') })
  const bytes = latin1(hacerSobre([33, 33], [factura, mala]))
  const sobre = parseSobre(bytes)
  const uno = sobre.dtes.map((dte) => verifyDte(dte, sobre, opciones))
  expect(uno.map(({ resultado }) => resultado)).toEqual(['aceptado', 'rechazado'])
  const whole = verifyArchivo(bytes, opciones)
  expect(whole.documentos).toEqual(uno)
  expect(whole.sobre).toEqual(verifySobre(sobre, opciones))
})

describe('the report on the command line', () => {
  test('says in Spanish what failed and where, and marks our own codes', () => {
    const mala = dteDeEjemplo(ejemplo(1), { documento: (xml) => xml.replace('<IVA>28494<', '<IVA>28493<') })
    const texto = textoInforme(
      verifyArchivo(latin1(hacerSobre([33], [mala.replace('<F>1<', '<F>2<')])), opciones),
    )
    expect(texto).toStartWith('EnvioDTE, 1 documento: con errores\n')
    expect(texto).toContain('\nDocumento 1 (tipo 33, folio 1)\n  ERROR  TED-2-510  TED/FRMT (línea ')
    expect(texto).toMatch(
      /REPARO HED-2-904\* {2}Encabezado\/Totales\/IVA \(línea \d+\): IVA dice 28493 y debe ser 28494/,
    )
    expect(texto).toEndWith('(*) código de Timbre: el SII no publica uno para este caso\n')
  })

  test('of a good file is one line', () => {
    expect(
      textoInforme(
        verifyArchivo(latin1(hacerSobre([33, 33], [factura, dteDeEjemplo(ejemplo(2))])), opciones),
      ),
    ).toBe('EnvioDTE, 2 documentos: sin errores\n')
  })

  test('of something unreadable says so', () => {
    expect(textoInforme(verifyArchivo(Buffer.from('<DTE>'), opciones))).toBe(
      'No se puede leer el archivo\n\nEsquema del envío\n  ERROR  ENV-3-0  archivo: Falta el cierre de <DTE>: el archivo está truncado (línea 1)\n',
    )
  })
})

test('own codes are those from 900 up, and the table marks them', () => {
  for (const codigo of Object.keys(CODIGOS) as Codigo[]) {
    expect(codigo).toMatch(/^(ENV|CRT|CAF|TED|DTE|HED|DET|REF)-[123]-\d+$/)
    expect(isOwn(codigo)).toBe(Number(codigo.slice(6)) >= 900)
  }
})
