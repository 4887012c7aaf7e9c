import { describe, expect, test } from 'bun:test'
import { sign, verify } from 'node:crypto'
import { issueCaf } from '../../src/simulator/caf'
import { checkCaf, readCaf } from '../../src/xml/caf'
import { readPfx } from '../../src/xml/certificado'
import { readRecibido } from '../../src/xml/recibido'
import { cafFile, cafText, newCafKey, privatePem } from '../support/caf'
import { refusal } from '../support/faults'

const refused = (bytes: Uint8Array) => refusal(() => readCaf(bytes))

describe('readCaf', () => {
  test('reads every field of the file (xml §4.1)', () => {
    const { llave, cafXml, ...fields } = readCaf(cafFile({ rs: 'PAN &amp; VINO LTDA', desde: 7, hasta: 19 }))
    expect(fields).toEqual({
      rutEmisor: '76543210-3',
      razonSocial: 'PAN & VINO LTDA',
      tipoDte: 33,
      desde: 7,
      hasta: 19,
      fechaAutorizacion: '2026-11-01',
      idk: 900,
    })
    expect(llave.type).toBe('private')
    expect(cafXml).toStartWith(
      '<CAF version="1.0"><DA><RE>76543210-3</RE><RS>PAN &amp; VINO LTDA</RS><TD>33</TD>',
    )
  })

  test('gives the CAF flat, with its texts untouched and without the private key, as the TED carries it (xml §5.1)', () => {
    const text = cafText({ rs: 'Ñandú  del   Sur &amp; Cía', entre: '\r\n\t ' })
    const { cafXml } = readCaf(Buffer.from(text, 'latin1'))
    expect(cafXml).toMatch(/^<CAF version="1.0"><DA>\S.*<\/FRMA><\/CAF>$/)
    expect(cafXml).not.toMatch(/>\s+</)
    expect(cafXml).toContain('<RS>Ñandú  del   Sur &amp; Cía</RS>')
    expect(cafXml).not.toContain('PRIVATE')
  })

  test('a line break inside a text is one line feed, as every parser of XML will see it', () => {
    const text = cafText({ rs: 'EMPRESA\nDE PRUEBA' }).replaceAll('\n', '\r\n')
    expect(readCaf(Buffer.from(text)).cafXml).toContain('<RS>EMPRESA\nDE PRUEBA</RS>')
  })

  test('the key it returns signs for RSAPK', () => {
    const llave = newCafKey()
    const caf = readCaf(cafFile({ llave }))
    const signature = sign('RSA-SHA1', Buffer.from('<DD></DD>'), caf.llave)
    expect(verify('RSA-SHA1', Buffer.from('<DD></DD>'), llave, signature)).toBe(true)
  })

  test('reads what the simulator grants', async () => {
    const request = { rut: '76543210-3', razonSocial: 'Ñuñoa & Compañía', tipoDte: 39, desde: 1, hasta: 5 }
    const { xml } = await issueCaf({ ...request, fecha: '2026-11-20' })
    expect(readCaf(Buffer.from(xml, 'latin1'))).toMatchObject({
      tipoDte: 39,
      razonSocial: 'Ñuñoa & Compañía',
    })
  })

  const ENCODINGS: [string, string, BufferEncoding, string][] = [
    ['Latin-1 bytes without a declaration of encoding', '<?xml version="1.0"?>', 'latin1', ''],
    ['Latin-1 bytes declared ISO-8859-1', '<?xml version="1.0" encoding="ISO-8859-1"?>', 'latin1', ''],
    [
      'Latin-1 bytes declared UTF-8, which they are not',
      '<?xml version="1.0" encoding="UTF-8"?>',
      'latin1',
      '',
    ],
    ['bytes turned into UTF-8', '<?xml version="1.0" encoding="UTF-8"?>', 'utf8', ''],
    [
      'bytes turned into UTF-8 but declared ISO-8859-1',
      '<?xml version="1.0" encoding="ISO-8859-1"?>',
      'utf8',
      '',
    ],
    ['UTF-8 with a byte order mark', '<?xml version="1.0"?>', 'utf8', '\ufeff'],
    ['no XML declaration at all', '', 'latin1', ''],
  ]
  for (const [name, declaracion, encoding, mark] of ENCODINGS) {
    test(`the signature tells how to read ${name} (xml §4.1, §4.2)`, () => {
      const text = mark + cafText({ rs: 'PEÑALOLÉN Ü ÿ', declaracion })
      const caf = readCaf(Buffer.from(text, encoding))
      expect(caf.razonSocial).toBe('PEÑALOLÉN Ü ÿ')
      expect(caf.cafXml).toContain('<RS>PEÑALOLÉN Ü ÿ</RS>')
    })
  }

  test('a private key with Windows line ends or indentation is read', () => {
    const rsask = privatePem(newCafKey()).trim()
    const llave = newCafKey()
    const indented = privatePem(llave).trim().split('\n').join('\r\n    ')
    expect(readCaf(cafFile({ llave, rsask: `\r\n    ${indented}\r\n` })).llave.type).toBe('private')
    expect(refused(cafFile({ llave, rsask })).reglas).toEqual(['llave_privada'])
  })

  for (const [what, from, to] of [
    ['the range made longer', '<H>100</H>', '<H>100000</H>'],
    ['another RUT', '<RE>76543210-3</RE>', '<RE>11111111-1</RE>'],
    ['another type', '<TD>33</TD>', '<TD>34</TD>'],
    ['a later date', '<FA>2026-11-01</FA>', '<FA>2027-11-01</FA>'],
    ['another name', '<RS>EMPRESA DE PRUEBA</RS>', '<RS>EMPRESA DE PRUEBAS</RS>'],
    ['blanks inside a text', '<RS>EMPRESA DE PRUEBA</RS>', '<RS>EMPRESA  DE PRUEBA</RS>'],
  ] as const) {
    test(`a DA with ${what} is refused: FRMA covers it (xml §4.2)`, () => {
      const text = cafText()
      expect(text).toContain(from)
      expect(refused(Buffer.from(text.replace(from, to), 'latin1'))).toMatchObject({
        code: 'CAF_INVALID',
        reglas: ['firma'],
      })
    })
  }

  test('a CAF of somebody who is not the authority is refused, under its own IDK and under the SII’s (xml §4.3)', () => {
    const impostor = newCafKey()
    expect(refused(cafFile({ autoridad: impostor })).reglas).toEqual(['firma'])
    expect(refused(cafFile({ idk: 100 })).reglas).toEqual(['firma'])
    expect(refused(cafFile({ idk: 300 })).reglas).toEqual(['firma'])
    const unknown = refused(cafFile({ idk: 666, autoridad: impostor }))
    expect(unknown).toMatchObject({ code: 'CAF_INVALID', reglas: ['autoridad'] })
    expect(unknown.message).toContain('666')
  })

  test('a private key that is not the public one’s, or is none, is refused (http §18)', () => {
    for (const rsask of [
      privatePem(newCafKey()),
      '-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----',
      'x',
    ]) {
      expect(refused(cafFile({ rsask }))).toMatchObject({ code: 'CAF_INVALID', reglas: ['llave_privada'] })
    }
  })

  test('a forged signature and a wrong key are told together', () => {
    const file = cafFile({ autoridad: newCafKey(), rsask: privatePem(newCafKey()) })
    expect(refused(file).reglas).toEqual(['firma', 'llave_privada'])
  })

  test('a file cut anywhere is refused as incomplete or as no CAF, never with an internal fault', () => {
    const file = cafFile()
    const end = file.indexOf('</AUTORIZACION>')
    for (let length = 0; length < end; length += 17) {
      const { code, reglas } = refused(file.subarray(0, length))
      expect(code).toBe('CAF_INVALID')
      expect(reglas).toHaveLength(1)
      expect(['formato', 'incompleto']).toContain(reglas[0]!)
    }
  })

  test('names the element that is missing', () => {
    const text = cafText().replace(/<FA>.*<\/FA>/, '')
    expect(refused(Buffer.from(text)).message).toContain('falta FA')
    expect(refused(Buffer.from(cafText().replace(/<RSASK>[^<]*<\/RSASK>/, ''))).message).toContain(
      'falta RSASK',
    )
  })

  for (const [what, parts, regla] of [
    ['whose first folio is 0', { desde: 0 }, 'rango'],
    ['that ends before it begins', { desde: 10, hasta: 9 }, 'rango'],
    ['whose folio is no number', { hasta: '1e3' }, 'rango'],
    ['beyond ten digits', { hasta: 10_000_000_000 }, 'rango'],
    ['with a RUT whose check digit is wrong', { re: '76543210-4' }, 'valor'],
    ['with a date that does not exist', { fa: '2026-02-30' }, 'valor'],
    ['whose type is no number', { td: 'X' }, 'valor'],
    ['whose IDK is no number', { idk: '' }, 'valor'],
  ] as const) {
    test(`a CAF ${what} is refused, signed as it is`, () => {
      expect(refused(cafFile(parts))).toMatchObject({ code: 'CAF_INVALID', reglas: [regla] })
    })
  }

  test('what is no CAF is refused as such', () => {
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('%PDF-1.4'),
      Buffer.from('<DTE/>'),
      Buffer.alloc(100_000, '<CAF'),
    ]) {
      expect(refused(bytes)).toMatchObject({ code: 'CAF_INVALID', reglas: ['formato'] })
    }
  })
})

describe('checkCaf', () => {
  const destino = { rutEmisor: '76543210-3', ambiente: 'simulacion', hoy: '2026-11-20' } as const
  const found = (parts: Parameters<typeof cafFile>[0], at: object = {}) =>
    checkCaf(readCaf(cafFile(parts)), { ...destino, ...at }).map(({ code, regla }) => [code, regla])

  test('finds nothing against a good one', () => {
    expect(found({})).toEqual([])
  })

  test('tells one of another company, naming both', () => {
    const [fault] = checkCaf(readCaf(cafFile({ re: '11111111-1' })), destino)
    expect(fault).toMatchObject({ code: 'CAF_WRONG_COMPANY', regla: 'empresa' })
    expect(fault!.mensaje).toContain('11.111.111-1')
    expect(fault!.mensaje).toContain('76.543.210-3')
  })

  test('refuses the simulator’s authority outside simulation (xml §4.3)', () => {
    expect(found({}, { ambiente: 'certificacion' })).toEqual([['CAF_INVALID', 'ambiente']])
    expect(found({}, { ambiente: 'produccion' })).toEqual([['CAF_INVALID', 'ambiente']])
  })

  test('expires six months after FA, for the types that expire (xml §4.4)', () => {
    for (const td of [33, 56, 61]) {
      expect(found({ td, fa: '2026-05-20' })).toEqual([])
      expect(found({ td, fa: '2026-05-19' })).toEqual([['CAF_EXPIRED', 'vencido']])
    }
    for (const td of [34, 39, 41]) expect(found({ td, fa: '2019-01-01' })).toEqual([])
  })

  test('refuses a type that Timbre does not issue', () => {
    expect(found({ td: 30 })).toEqual([['DOCUMENT_TYPE_NOT_ALLOWED', 'tipo']])
  })

  test('tells everything at once', () => {
    expect(
      found({ re: '11111111-1', fa: '2026-01-01' }, { ambiente: 'produccion' }).map(([code]) => code),
    ).toEqual(['CAF_WRONG_COMPANY', 'CAF_INVALID', 'CAF_EXPIRED'])
  })
})

test.each([
  ['PK\x03\x04 xl/workbook.xml', 'una planilla XLSX'],
  ['PK\x03\x04 a.pdf', 'un ZIP'],
  ['%PDF-1.4', 'un PDF'],
])(
  '%p in place of a file of folios, a certificate or a supplier’s XML is named as what it is',
  (text, nombre) => {
    const bytes = Buffer.from(text, 'latin1')
    expect(() => readCaf(bytes)).toThrow(`El archivo es ${nombre} y no un CAF`)
    expect(() => readPfx(bytes, 'x')).toThrow(`El archivo es ${nombre} y no un certificado PFX/P12`)
    expect(() => readRecibido(bytes, () => null)).toThrow(`El archivo es ${nombre} y no un XML`)
  },
)
