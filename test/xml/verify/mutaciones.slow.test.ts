// Every golden document, changed in every way that matters, must be found out and the first thing wrong named; unchanged,
// nothing may be held against it. `falsificar` plays the forger who holds the keys as well (see mutar.ts).

import { describe, expect, test } from 'bun:test'
import { generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { authorityKey } from '../../../src/xml/autoridades'
import { type Finding, type VerifyOptions, verifyArchivo } from '../../../src/xml/verify'
import { GOLDEN_DIR, goldenNames } from '../../golden/golden'
import { DS, hacerSobre, latin1 } from './generador'
import { falsificar, firmarDeNuevo, type Hoja, hojas, poner, timbrarDeNuevo } from './mutar'

const opciones = { llaveAutoridad: (idk: number) => authorityKey(idk)?.llave ?? null }
const DORADOS = goldenNames().map((name) => ({
  name,
  xml: readFileSync(join(GOLDEN_DIR, `${name}.xml`), 'latin1'),
}))

function findingsOf(xml: string): Finding[] {
  const { sobre, documentos } = verifyArchivo(Buffer.from(xml, 'latin1'), opciones)
  return [...sobre.esquema, ...documentos.flatMap(({ findings }) => findings)]
}

/** The escaped mutants: the changed texts without findings. */
const sinHallar = (mutantes: Iterable<[como: string, xml: string]>): string[] =>
  [...mutantes].filter(([, xml]) => findingsOf(xml).length === 0).map(([como]) => como)

const enCada = (mutar: (xml: string, name: string) => Iterable<[string, string]>): string[] =>
  DORADOS.flatMap(({ name, xml }) => sinHallar(mutar(xml, name)))

test('nothing is held against the golden documents, nor once stamped and signed again', () => {
  for (const { name, xml } of DORADOS) {
    expect({ name, findings: findingsOf(xml) }).toEqual({ name, findings: [] })
    expect({ name, findings: findingsOf(falsificar(xml)) }).toEqual({ name, findings: [] })
  }
})

describe('a document changed after it was signed', () => {
  test('in any of its values: the signature is named, whatever else is', () => {
    const calladas: string[] = []
    for (const { name, xml } of DORADOS) {
      for (const hoja of hojas(xml).slice(0, 60)) {
        const otro = /\d$/.test(hoja.valor)
          ? hoja.valor.replace(/\d$/, (d) => String((Number(d) + 1) % 10))
          : `${hoja.valor.slice(0, -1)}${hoja.valor.endsWith('X') ? 'Y' : 'X'}`
        const found = findingsOf(poner(xml, hoja, otro))
        if (!found.some(({ codigo, nivel }) => codigo === 'DTE-3-505' && nivel === 'rechazo'))
          calladas.push(`${name} ${hoja.tag}`)
      }
    }
    expect(calladas).toEqual([])
  })

  test.each([
    ['digest', /(<DigestValue>)(.)/, 'no es el que se firmó'],
    ['signature value', /(<SignatureValue>)(.)/, 'SignatureValue no corresponde'],
    ['key', /(<Modulus>.{20})(.)/, 'SignatureValue no corresponde'],
  ])('%s altered', (_, donde, mensaje) => {
    for (const { name, xml } of DORADOS) {
      const [found] = findingsOf(xml.replace(donde, (_t, a, b) => a + (b === 'A' ? 'B' : 'A')))
      expect({ name, codigo: found?.codigo }).toEqual({ name, codigo: 'DTE-3-505' })
      expect(found!.mensaje).toContain(mensaje)
    }
  })
})

/** The sums and products of a document: each contradicts another value of the same document when it is a peso off. */
const MONTOS = new Set([
  'MontoItem',
  'DescuentoMonto',
  'RecargoMonto',
  'PrcItem',
  'QtyItem',
  'ValorDR',
  'MntNeto',
  'MntExe',
  'MntBase',
  'MntBaseFaena',
  'TasaIVA',
  'IVA',
  'TasaImp',
  'MontoImp',
  'IVANoRet',
  'CredEC',
  'GrntDep',
  'ValComNeto',
  'ValComExe',
  'ValComIVA',
  'MntTotal',
  'MontoNF',
  'MontoPeriodo',
  'TotalPeriodo',
  'SaldoAnterior',
  'VlrPagar',
  'TpoCambio',
  'MntExeOtrMnda',
  'MntTotOtrMnda',
  'NroLinDet',
])

/** Fields that stand once in a document, so that a forger with the keys may write them. */
const LIBRES: Readonly<Record<string, readonly string[]>> = {
  // By the rate or by subtraction: sources differ by this peso (domain/dte §10.3).
  '033_005_precios_brutos': ['IVA +1'],
  // 39,999 × 0.9 rounds to the same discount as 40,000 × 0.9 and a part of a unit to the same amount.
  '061_003_devolucion_parcial': ['PrcItem -1'],
  // An unbilled amount has no total in a liquidación (domain/dte §6.3).
  '043_003_comisiones_con_signo_y_cantidades': ['MontoItem +1', 'MontoItem -1'],
  // A text correction has no amounts: nothing changes at another rate.
  '112_003_corrige_texto': ['TpoCambio +1', 'TpoCambio -1'],
  // A guide that moves goods may say amounts and no totals (domain/dte §6.10); without price a quantity is nothing but a quantity.
  '052_001_venta': ['QtyItem +1', 'QtyItem -1'],
  '052_002_traslado_interno_sin_valores': ['MontoItem +1', 'QtyItem +1', 'QtyItem -1'],
  '052_005_rebaja_de_una_guia_anterior': ['QtyItem +1', 'QtyItem -1'],
}

const desplazar = (valor: string, paso: bigint): string => {
  const [entera, fraccion] = valor.split('.')
  return `${BigInt(entera!) + paso}${fraccion ? `.${fraccion}` : ''}`
}

describe('a document forged with the right keys', () => {
  test('an amount, quantity, price or rate one unit off is found by the sums', () => {
    const mutantes = (xml: string, name: string): [string, string][] =>
      hojas(xml)
        .filter(({ tag }) => MONTOS.has(tag))
        .flatMap((hoja) =>
          ([1n, -1n] as const).flatMap((paso): [string, string][] => {
            const como = `${hoja.tag} ${paso > 0n ? '+' : ''}${paso}`
            if (LIBRES[name]?.includes(como)) return []
            return [[`${name} ${como}`, falsificar(poner(xml, hoja, desplazar(hoja.valor, paso)))]]
          }),
        )
    expect(enCada(mutantes)).toEqual([])
  })

  test('the check digit of any RUT in it', () => {
    const mutantes = function* (xml: string, name: string): Generator<[string, string]> {
      for (const hoja of hojas(xml).filter(({ valor }) => /^\d+-[\dK]$/.test(valor))) {
        const otro = hoja.valor.replace(/^\d/, (d) => String((Number(d) + 1) % 10))
        yield [`${name} ${hoja.tag}`, falsificar(poner(xml, hoja, otro))]
      }
    }
    expect(enCada(mutantes)).toEqual([])
  })

  test('a date before the CAF, and a term before its beginning', () => {
    const antes = (fecha: string) => `${Number(fecha.slice(0, 4)) - 1}${fecha.slice(4)}`
    const fechas = new Set(['FchEmis', 'FchVenc', 'PeriodoHasta'])
    const mutantes = (xml: string, name: string): [string, string][] =>
      hojas(xml)
        .filter(({ tag }) => fechas.has(tag))
        .map((hoja) => [`${name} ${hoja.tag}`, falsificar(poner(xml, hoja, antes(hoja.valor)))])
    expect(enCada(mutantes)).toEqual([])
  })

  test('two elements that changed places: the one that comes late is named', () => {
    const calladas: string[] = []
    for (const { name, xml } of DORADOS) {
      for (const [uno, otro, permutado] of vecinos(xml)) {
        const [found] = findingsOf(falsificar(permutado))
        const dice = found?.mensaje ?? ''
        if (found?.codigo !== 'ENV-3-901' || !dice.startsWith(`<${uno}> está fuera de orden`))
          calladas.push(`${name} ${uno} ${otro}: ${found?.codigo} ${dice}`)
      }
    }
    expect(calladas).toEqual([])
  })

  test('an element that its schema demands, left out: it is named with its path', () => {
    const calladas: string[] = []
    for (const { name, xml } of DORADOS) {
      for (const tag of OBLIGATORIOS.filter((t) => xml.includes(`<${t}>`))) {
        const sin = xml.replace(new RegExp(`<${tag}>[\\s\\S]*?</${tag}>`), '')
        const found = findingsOf(firmarDeNuevo(sin)).find(({ codigo }) => /ENV-3-902|HED-2-9/.test(codigo))
        if (!found?.donde.includes(`/${tag} (línea `)) calladas.push(`${name} ${tag}`)
      }
    }
    expect(calladas).toEqual([])
  })
})

const OBLIGATORIOS = [
  ...['TipoDTE', 'Folio', 'FchEmis', 'RUTEmisor', 'RUTRecep', 'Totales', 'MntTotal', 'TasaIVA'],
  ...['NroLinDet', 'NmbItem', 'MontoItem', 'TpoMoneda', 'IndTraslado', 'TpoDocLiq', 'TSTED', 'RNG', 'IDK'],
]

/** Each leaf with the leaf that follows it, and the text with both exchanged; two of a name are left alone. */
function* vecinos(xml: string): Generator<[string, string, string]> {
  const fin = xml.indexOf('<TED ')
  let antes: (Hoja & { hasta: number }) | null = null
  for (const hoja of hojas(xml).slice(0, 50)) {
    const desde = hoja.inicio - hoja.tag.length - 2
    const hasta = hoja.inicio + hoja.valor.length + hoja.tag.length + 3
    if (
      antes &&
      desde - antes.hasta <= 1 &&
      antes.tag !== hoja.tag &&
      hasta < fin &&
      !/>\s*<\//.test(xml.slice(antes.hasta - 1, desde + 2))
    ) {
      const inicio = antes.inicio - antes.tag.length - 2
      const [primero, segundo] = [xml.slice(inicio, antes.hasta), xml.slice(desde, hasta)]
      yield [
        antes.tag,
        hoja.tag,
        xml.slice(0, inicio) + segundo + xml.slice(antes.hasta, desde) + primero + xml.slice(hasta),
      ]
    }
    antes = { ...hoja, hasta }
  }
}

/** Another type of the same schema; a liquidación is alone in its own. */
const OTRO_TIPO: Readonly<Record<string, string>> = {
  33: '34',
  39: '41',
  41: '39',
  43: '43',
  110: '111',
  111: '110',
  112: '110',
}

describe('the stamp', () => {
  test.each([
    ['RE', 'TED-3-902', () => '77123456-9'],
    ['TD', 'TED-3-902', (v: string) => OTRO_TIPO[v] ?? '33'],
    ['F', 'TED-3-902', (v: string) => String(Number(v) + 1)],
    ['FE', 'TED-3-902', () => '2026-11-19'],
    ['RR', 'TED-3-902', () => '60803000-K'],
    ['RSR', 'TED-2-903', () => 'Otra persona'],
    ['MNT', 'TED-3-640', (v: string) => (v.includes('.') ? `${v}1` : String(Number(v) + 1))],
    ['IT1', 'TED-2-903', () => 'Otra cosa'],
    ['TSTED', 'TED-1-646', () => '2020-01-01T00:00:00'],
  ] as const)('%s that is not the document’s, stamped by the same CAF: %s', (tag, codigo, otro) => {
    // A boleta that names no one has no name to compare, and a liquidación no other type.
    const mutables = DORADOS.filter(
      ({ name, xml }) =>
        (tag !== 'RSR' || xml.includes('<RznSocRecep>')) && (tag !== 'TD' || !name.startsWith('043')),
    )
    expect(mutables.length).toBeGreaterThan(50)
    const calladas = mutables.filter(({ xml }) => {
      const dd = new RegExp(`(<DD>[\\s\\S]*?<${tag}>)([^<]*)`)
      const mutante = xml.replace(dd, (_, antes, valor) => antes + otro(valor))
      const found = findingsOf(firmarDeNuevo(timbrarDeNuevo(mutante)))
      return !found.some((h) => h.codigo === codigo && h.donde.startsWith(`TED/DD/${tag} `))
    })
    expect(calladas.map(({ name }) => name)).toEqual([])
  })

  test.each([
    ['RE', /(?<a><DA><RE>)[^<]*/, '$<a>77123456-9', 'CAF-3-903'],
    ['RS', /(<DA><RE>[^<]*<\/RE><RS>)[^<]*/, '$1Otro', 'CAF-3-901'],
    ['D', /(?<a><RNG><D>)\d+/, '$<a>2', 'CAF-3-901'],
    ['H', /(?<a><H>)\d+/, '$<a>1000000', 'CAF-3-901'],
    ['FA', /(?<a><FA>)[^<]*/, '$<a>2026-09-02', 'CAF-3-901'],
    ['M', /(<M>.{5})./, '$1_', 'ENV-3-904'],
    ['IDK', /(?<a><IDK>)\d+/, '$<a>300', 'CAF-3-90'],
    ['FRMA', /(<FRMA[^>]*>.{5})./, '$1A', 'CAF-3-901'],
  ])('%s of the CAF altered, stamped and signed over it', (_, donde, por, codigo) => {
    const calladas = DORADOS.filter(({ xml }) => {
      const mutante = xml.replace(donde, por)
      const found = findingsOf(firmarDeNuevo(timbrarDeNuevo(mutante)))
      return mutante === xml || !found.some((h) => h.codigo.startsWith(codigo))
    })
    expect(calladas.map(({ name }) => name)).toEqual([])
  })

  test('altered by itself: FRMT is named', () => {
    for (const { name, xml } of DORADOS) {
      const [found] = findingsOf(
        firmarDeNuevo(xml.replace(/(<FRMT[^>]*>.{5})(.)/, (_t, a, b) => a + (b === 'A' ? 'B' : 'A'))),
      )
      expect({ name, codigo: found?.codigo }).toEqual({ name, codigo: 'TED-2-510' })
    }
  })
})

describe('who signed', () => {
  const ajena = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const { n, e } = ajena.publicKey.export({ format: 'jwk' })
  const conLlave = (xml: string): string =>
    xml
      .replace(/<Modulus>[^<]*/, `<Modulus>${Buffer.from(n!, 'base64url').toString('base64')}`)
      .replace(/<Exponent>[^<]*/, `<Exponent>${Buffer.from(e!, 'base64url').toString('base64')}`)
      .replace(/(<SignedInfo>)([\s\S]*?)<SignatureValue>[^<]*/, (_, _apertura, info: string) => {
        const canonico = `<SignedInfo xmlns="${DS}">${info.trimEnd()}`
        const valor = sign('RSA-SHA1', Buffer.from(canonico), ajena.privateKey).toString('base64')
        return `<SignedInfo>${info}<SignatureValue>${valor}`
      })

  test('another key, beside the certificate of the first: DTE-3-921', () => {
    for (const { name, xml } of DORADOS) {
      const codigos = findingsOf(conLlave(xml)).map(({ codigo }) => codigo)
      expect({ name, codigos }).toEqual({ name, codigos: ['DTE-3-921'] })
    }
  })

  test('the certificate of another person: DTE-3-921', () => {
    const otro = readFileSync(join(import.meta.dir, '../../fixtures/firma/certificado.pem'), 'latin1')
    const bytes = Buffer.from(otro.replace(/-----[^-]+-----|\s/g, ''), 'base64')
    // The same certificate with another modulus: what matters is that its key is not the one that signed.
    bytes[bytes.indexOf(Buffer.from('02820101', 'hex')) + 40]! ^= 1
    for (const { name, xml } of DORADOS) {
      const mutante = xml.replace(/<X509Certificate>[^<]*/, `<X509Certificate>${bytes.toString('base64')}`)
      const codigos = findingsOf(mutante).map(({ codigo }) => codigo)
      expect({ name, codigos }).toEqual({ name, codigos: ['DTE-3-921'] })
    }
  })
})

describe('the envelope of golden documents', () => {
  const dtes = DORADOS.filter(({ name }) => /^0(33|61)_00[1-3]/.test(name)).map(({ xml }) =>
    xml.slice(xml.indexOf('<DTE')).trimEnd(),
  )
  const tipos = dtes.map((dte) => Number(/<TipoDTE>(\d+)/.exec(dte)![1]))
  const recibe: VerifyOptions = {
    ...opciones,
    rutEnvia: '11111111-1',
    rutReceptor: '60803000-K',
    resolucion: { fecha: '2026-01-01', numero: 0 },
  }
  const codigosDe = (xml: string): string[] => {
    const { sobre, documentos } = verifyArchivo(latin1(xml), recibe)
    const todos = [
      ...sobre.esquema,
      ...sobre.firma,
      ...sobre.caratula,
      ...documentos.flatMap((d) => d.findings),
    ]
    return todos.map(({ codigo }) => codigo)
  }

  test('has nothing against it', () => {
    expect(codigosDe(hacerSobre(tipos, dtes))).toEqual([])
  })

  test.each([
    ['one document more than there are', (c: string) => c.replace('<NroDTE>3<', '<NroDTE>4<'), 'CRT-3-901'],
    ['one document less', (c: string) => c.replace('<NroDTE>3<', '<NroDTE>2<'), 'CRT-3-901'],
    ['a type that is not there', (c: string) => c.replace('<TpoDTE>61<', '<TpoDTE>56<'), 'CRT-3-901'],
    [
      'a subtotal left out',
      (c: string) => c.replace(/<SubTotDTE><TpoDTE>61.*?<\/SubTotDTE>/, ''),
      'CRT-3-901',
    ],
    [
      'another company',
      (c: string) => c.replace('<RutEmisor>76543210-3<', '<RutEmisor>77123456-9<'),
      'CRT-3-902',
    ],
    [
      'another sender',
      (c: string) => c.replace('<RutEnvia>11111111-1<', '<RutEnvia>12345678-5<'),
      'ENV-3-923',
    ],
    ['another receiver', (c: string) => c.replace('60803000-K', '77123456-9'), 'CRT-3-903'],
    ['another resolution', (c: string) => c.replace('<NroResol>0<', '<NroResol>80<'), 'CRT-3-19'],
    [
      'another date of it',
      (c: string) => c.replace('<FchResol>2026-01-01<', '<FchResol>2026-01-02<'),
      'CRT-3-19',
    ],
    [
      'signed before the certificate',
      (c: string) => c.replace(/<TmstFirmaEnv>2026/, '<TmstFirmaEnv>2016'),
      'ENV-3-922',
    ],
  ])('a cover that names %s: %s', (_, caratula, codigo) => {
    expect(codigosDe(hacerSobre(tipos, dtes, { caratula }))).toContain(codigo)
  })

  test.each([
    ['a document taken out', (x: string) => x.replace(/<DTE[\s\S]*?<\/DTE>\n/, '')],
    ['a document twice', (x: string) => x.replace(/(<DTE[\s\S]*?<\/DTE>\n)/, '$1$1')],
    [
      'two documents exchanged',
      (x: string) => x.replace(/(<DTE[\s\S]*?<\/DTE>\n)(<DTE[\s\S]*?<\/DTE>\n)/, '$2$1'),
    ],
    ['a digit of the cover', (x: string) => x.replace('<NroResol>0<', '<NroResol>1<')],
  ])('%s after signing: ENV-3-920', (_, despues) => {
    expect(codigosDe(hacerSobre(tipos, dtes, { despues }))).toContain('ENV-3-920')
  })
})
