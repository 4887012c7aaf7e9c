// Genuine documents of other programs differ from ours in everything that XML leaves open (xml §3.1, §3.2, §3.5,
// §5.1): all must be read, judged by their content and not refused for their style. See terceros.ts for how they are made.

import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encode } from 'iconv-lite'
import { TIPOS } from '../../../src/domain/dte/tipos'
import { authorityKey } from '../../../src/xml/autoridades'
import { verifyArchivo } from '../../../src/xml/verify'
import { GOLDEN_DIR, goldenNames } from '../../golden/golden'
import { DS, SII, XSI } from './generador'
import { timbrarDeNuevo } from './mutar'
import {
  conPrefijo,
  type Estilo,
  escribirComo,
  estamparSobre,
  KEY_VALUE,
  KEY_VALUE_CON_SIGNO,
  sobreComo,
  X509,
} from './terceros'

/** One golden document of each type. */
const DORADOS = TIPOS.map(({ codigo }) => {
  const name = goldenNames().find((n) => n.startsWith(String(codigo).padStart(3, '0')))!
  return { name, xml: readFileSync(join(GOLDEN_DIR, `${name}.xml`), 'latin1') }
})

const juzgar = (dte: string, codificacion: 'latin1' | 'utf8' = 'latin1') => {
  const declaracion = `<?xml version="1.0" encoding="${codificacion === 'utf8' ? 'UTF-8' : 'ISO-8859-1'}"?>\n`
  const { sobre, documentos, resultado } = verifyArchivo(Buffer.from(declaracion + dte, codificacion), {
    llaveAutoridad: (idk) => authorityKey(idk)?.llave ?? null,
    lenient: true,
  })
  const todos = [
    ...sobre.esquema,
    ...sobre.firma,
    ...sobre.caratula,
    ...documentos.flatMap((d) => d.findings),
  ]
  return { resultado, codigos: todos.map(({ codigo }) => codigo), todos }
}

/** The codes of a received file's findings. */
const codigosDe = (bytes: Buffer): string[] => {
  const { sobre, documentos } = verifyArchivo(bytes, {
    llaveAutoridad: (idk) => authorityKey(idk)?.llave ?? null,
    lenient: true,
  })
  const todos = [sobre.esquema, sobre.firma, sobre.caratula, ...documentos.map((d) => d.findings)].flat()
  return todos.map(({ codigo }) => codigo)
}

/** The same as the SII judges it. */
const estricto = (xml: string) =>
  verifyArchivo(
    Buffer.from(xml.startsWith('<?') ? xml : `<?xml version="1.0" encoding="ISO-8859-1"?>\n${xml}`, 'latin1'),
    { llaveAutoridad: (idk) => authorityKey(idk)?.llave ?? null },
  )

const flatten = (dd: string): string => dd.replace(/>\s+</g, '><')
const sangrar = (dte: string): string => {
  let nivel = 0
  return dte
    .replace(/>\s*</g, '>\r\n<')
    .split('\r\n')
    .map((linea) => {
      if (linea.startsWith('</')) nivel--
      const texto = '  '.repeat(nivel) + linea
      if (/^<[^/][^>]*[^/]>$/.test(linea)) nivel++
      return texto
    })
    .join('\r\n')
}

const ESTILOS: readonly [string, Estilo][] = [
  ['our content signed by xml-crypto, base64 in lines of 64', {}],
  ['the signature with the prefix ds', { prefijo: 'ds' }],
  ['every element with a prefix, the stamp too', { escribir: conPrefijo, estampar: estamparConPrefijo }],
  [
    'every element with a prefix but those of the stamp',
    { serializar: (dte) => conPrefijo(dte, { sinTimbre: true }), prefijo: 'ds' },
  ],
  [
    'xsi and a schemaLocation on the DTE, attributes in another order and in apostrophes',
    {
      escribir: (dte) =>
        dte.replace(
          /<DTE [^>]*>/,
          `<DTE version='1.0' xsi:schemaLocation='http://www.sii.cl/SiiDte DTE_v10.xsd' ${XSI} ${SII}>`,
        ),
    },
  ],
  ['pretty printed, CR LF, the stamp too', { escribir: sangrar, estampar: estamparSobre(flatten) }],
  [
    'comments and blank lines between the elements',
    { escribir: (dte) => dte.replace(/<(Totales|Detalle)>/g, '<!-- ERP 7 -->\n\n<$1>') },
  ],
  ['start tags with blanks inside', { escribir: (dte) => dte.replace(/<(Encabezado|Detalle)>/g, '<$1 >') }],
  [
    'accents as character references outside the stamp',
    {
      serializar: (dte) =>
        dte.replace(/^[\s\S]*<TED/, (t) => t.replace(/[\xA0-\xFF]/g, (c) => `&#${c.charCodeAt(0)};`)),
    },
  ],
  [
    'accents and quotes of the stamp as references, signed as they stand',
    {
      escribir: (dte) =>
        dte.replace(/<(RSR|IT1)>[^<]*/g, (t) =>
          t.replace(/[\xA0-\xFF]/g, (c) => `&#x${c.charCodeAt(0).toString(16).toUpperCase()};`),
        ),
    },
  ],
  [
    'a stamp signed plain and then written with references by a serializer',
    {
      serializar: (dte) =>
        dte.replace(/<DD>[\s\S]*<\/DD>/, (t) => t.replace(/[\xA0-\xFF]/g, (c) => `&#${c.charCodeAt(0)};`)),
    },
  ],
  ['enveloped-signature as its transform', { transform: `${DS}enveloped-signature` }],
  ['a modulus with the sign byte of DER', { keyInfo: KEY_VALUE_CON_SIGNO + X509() }],
  [
    'a short RUT that the stamp fills with a zero',
    {
      escribir: (dte) =>
        dte.includes('<Exportaciones')
          ? dte
          : dte.replace(/<RUTRecep>[^<]*/, '<RUTRecep>7654321-6').replace(/<RR>[^<]*/, '<RR>07654321-6'),
    },
  ],
  [
    'text in CDATA',
    { serializar: (dte) => dte.replace(/<NmbItem>([^<&]*)<\/NmbItem>/, '<NmbItem><![CDATA[$1]]></NmbItem>') },
  ],
]

function estamparConPrefijo(dte: string): string {
  // Signed as the SII reads a DD: without prefix.
  const sin = dte.replace(/<(\/?)sii:/g, '<$1')
  const frmt = /<FRMT[^>]*>([^<]*)/.exec(estamparSobre((dd) => dd)(sin))![1]!
  return dte.replace(/(<sii:FRMT[^>]*>)[^<]*/, `$1${frmt}`)
}

describe('nothing is found in a genuine document of each type in the style of another program', () => {
  test.each(ESTILOS)('%s', (_, estilo) => {
    for (const { name, xml } of DORADOS) {
      const { todos } = juzgar(escribirComo(xml, estilo))
      expect({ name, todos }).toEqual({ name, todos: [] })
    }
  })

  test.each(ESTILOS)('and a forged amount is found all the same: %s', (_, estilo) => {
    for (const { name, xml } of DORADOS) {
      const forjado = escribirComo(xml, estilo).replace(
        /(<(?:sii:)?MntTotal>-?)(\d)/,
        (_t, a, d) => a + (Number(d) === 9 ? 1 : Number(d) + 1),
      )
      const { codigos, resultado } = juzgar(forjado)
      expect({ name, resultado }).toEqual({ name, resultado: 'rechazado' })
      expect(codigos).toContain('TED-3-640')
      expect(codigos).toContain('DTE-3-505')
    }
  })
})

describe('what the SII’s profile does not allow and genuine files do is told and not refused', () => {
  test.each([
    ['the key alone', KEY_VALUE()],
    ['the certificate alone', X509()],
    ['the certificate before the key', X509() + KEY_VALUE()],
    ['a KeyName beside both', `<KeyName>firma</KeyName>${KEY_VALUE()}${X509()}`],
  ])('KeyInfo with %s: ENV-2-914', (_, keyInfo) => {
    for (const { name, xml } of DORADOS) {
      const { codigos, resultado } = juzgar(escribirComo(xml, { keyInfo }))
      expect({ name, resultado }).toEqual({ name, resultado: 'reparo' })
      expect(new Set(codigos)).toEqual(new Set(['ENV-2-914']))
    }
  })

  test('a file in UTF-8 whose stamp was signed in ISO-8859-1: ENV-2-910', () => {
    for (const { name, xml } of DORADOS) {
      expect({ name, ...juzgar(escribirComo(xml), 'utf8') }).toMatchObject({ name, codigos: ['ENV-2-910'] })
    }
  })

  const OTROS: [string, (dte: string) => string][] = [
    [
      'after the signature',
      (dte) => dte.replace(/<\/DTE>\s*$/, '<DocPersonalizado><Uno>x</Uno></DocPersonalizado></DTE>'),
    ],
    ['before the document', (dte) => dte.replace(/(<DTE [^>]*>)/, '$1<Personalizados/>')],
    [
      'in a namespace of its own',
      (dte) => dte.replace(/<\/DTE>\s*$/, '<erp:Datos xmlns:erp="urn:erp" a="1">á</erp:Datos></DTE>'),
    ],
  ]

  test.each(OTROS)('what a stranger put beside what is signed, %s: ENV-2-913', (_, guardar) => {
    for (const { name, xml } of DORADOS) {
      const { codigos, resultado } = juzgar(escribirComo(xml, { guardar }))
      expect({ name, resultado, codigos }).toEqual({ name, resultado: 'reparo', codigos: ['ENV-2-913'] })
    }
    expect(estricto(escribirComo(DORADOS[0]!.xml, { guardar })).resultado).toBe('rechazado')
  })

  test('but not inside of what is signed', () => {
    const dentro = (dte: string) => dte.replace('</Encabezado>', '</Encabezado><DocPersonalizado/>')
    for (const { name, xml } of DORADOS)
      expect({ name, codigos: juzgar(escribirComo(xml, { escribir: dentro })).codigos }).toEqual({
        name,
        codigos: ['ENV-3-901'],
      })
  })

  test('beside SetDTE too, and a cover without counts: ENV-2-913, ENV-2-915', () => {
    const { name, xml } = DORADOS[0]!
    const sobre = sobreComo([escribirComo(xml)], [33])
    const ajeno = sobre.replace(/<\/(Envio\w+)>$/, '<Personalizados>x</Personalizados></$1>')
    expect({ name, codigos: codigosDe(Buffer.from(ajeno, 'latin1')) }).toEqual({
      name,
      codigos: ['ENV-2-913'],
    })
    const sinCuenta = sobreComo([escribirComo(xml)], [])
    expect(codigosDe(Buffer.from(sinCuenta, 'latin1'))).toEqual(['ENV-2-915'])
    expect(estricto(sinCuenta).resultado).toBe('rechazado')
  })

  describe('any encoding, declared or not', () => {
    const CON_COMILLAS = (dte: string) =>
      dte.replace(/<(RznSocRecep|RSR|NmbItem|IT1)>[^<]*/g, '<$1>Ñandú “El Río” – 5')
    /** As Windows writes it. */
    const windows = (texto: string) =>
      Buffer.from([...texto].map((c) => ({ '“': 0x93, '”': 0x94, '–': 0x96 })[c] ?? c.charCodeAt(0)))
    const declarar = (encoding: string, dte: string) => `<?xml version="1.0" encoding="${encoding}"?>\n${dte}`
    const dte = (escribir: (t: string) => string, estampado: (t: string) => Buffer = windows) =>
      escribirComo(DORADOS[0]!.xml, { escribir, estampar: (t) => timbrarDeNuevo(t, estampado) })
    const igual = (t: string) => t

    test.each<[string, () => Buffer]>([
      ['windows-1252', () => windows(declarar('windows-1252', dte(CON_COMILLAS)))],
      ['windows-1252 that nobody declared', () => windows(dte(CON_COMILLAS))],
      ['UTF-8 that nobody declared', () => Buffer.from(dte(igual))],
      ['UTF-8 with a mark', () => Buffer.from(`\uFEFF${declarar('utf-8', dte(igual))}`)],
      ['UTF-16', () => Buffer.from(`\uFEFF${declarar('utf-16', dte(igual))}`, 'utf16le')],
      ['IBM850, of DOS', () => encode(declarar('IBM850', dte(igual)), 'ibm850')],
      ['UTF-32', () => encode(`\uFEFF${declarar('utf-32', dte(igual))}`, 'utf-32le')],
      ['ISO-8859-15', () => Buffer.from(declarar('iso-8859-15', dte(igual)), 'latin1')],
    ])('%s', (_, bytes) => {
      expect(codigosDe(bytes())).toEqual(['ENV-2-910'])
    })

    test('one that does not exist, and bytes that are not what they say, are told as such', () => {
      const [raro, roto] = [declarar('ebcdic-7', '<DTE/>'), declarar('utf-16', '<DTE/>')]
      for (const texto of [raro, `${declarar('utf-8', '<DTE>')}\xff</DTE>`])
        expect(codigosDe(Buffer.from(texto, 'latin1'))).toEqual(['ENV-3-0'])
      expect(codigosDe(Buffer.from(roto, 'latin1'))).toEqual(['ENV-3-0'])
    })
  })

  test('neither is good for the SII itself', () => {
    for (const keyInfo of [KEY_VALUE(), X509()])
      expect(estricto(escribirComo(DORADOS[0]!.xml, { keyInfo })).resultado).toBe('rechazado')
  })
})

describe('inside an envelope whose namespaces it inherits', () => {
  const sobre = (dtes: string[], apertura: string): string =>
    `<${apertura}>\n<SetDTE ID="S1">\n${dtes.join('\n')}\n</SetDTE>\n</EnvioDTE>`
  const documentos = DORADOS.filter(({ name }) => !/^0(39|41)/.test(name))

  test.each([
    [
      'the DTE declares nothing and was signed without namespace',
      (dte: string) => dte.replace(` ${SII}`, ''),
      (dte: string) => dte,
      [],
    ],
    [
      'the DTE was signed alone and lost its xmlns',
      (dte: string) => dte,
      (dte: string) => dte.replace(`<DTE ${SII}`, '<DTE'),
      ['DTE-2-923'],
    ],
    [
      'the DTE was signed with the namespaces of the envelope',
      (dte: string) => dte.replace(`<DTE ${SII}`, `<DTE ${SII} ${XSI}`),
      (dte: string) => dte.replace(`<DTE ${SII} ${XSI}`, '<DTE'),
      ['DTE-2-923'],
    ],
  ])('%s', (_, escribir, guardar, oddities) => {
    const dtes = documentos.map(({ xml }) => escribirComo(xml, { escribir, guardar }))
    const { todos } = juzgar(sobre(dtes, `EnvioDTE ${SII} ${XSI} version="1.0"`))
    // The envelope lacks only its own signature and cover here.
    const deDocumentos = todos.filter(({ donde }) => !/^(EnvioDTE|SetDTE)/.test(donde))
    expect([...new Set(deDocumentos.map(({ codigo }) => codigo as string))]).toEqual(oddities)
  })
})
