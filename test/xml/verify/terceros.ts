// Documents as other programs write and sign them: the content of a golden document in another style, its stamp made here by
// node:crypto and its signature by xml-crypto's SignedXml, which shares nothing with our signing path.

import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SignedXml } from 'xml-crypto'
import { C14N, CERTIFICADO, DS, EMISOR, FIRMANTE, MOMENTO, SII, XSI } from './generador'
import { timbrarDeNuevo } from './mutar'

const LLAVE = readFileSync(join(import.meta.dir, '../../fixtures/firma/llave.pem'), 'latin1')
const { n, e } = createPrivateKey(LLAVE).export({ format: 'jwk' }) as { n: string; e: string }
const ancho = (base64: string, columnas: number): string =>
  base64.replace(new RegExp(`.{${columnas}}(?=.)`, 'g'), '$&\n')
const base64 = (url: string): string => Buffer.from(url, 'base64url').toString('base64')

export const KEY_VALUE = (p = ''): string =>
  `<${p}KeyValue><${p}RSAKeyValue><${p}Modulus>\n${ancho(base64(n), 64)}\n</${p}Modulus>` +
  `<${p}Exponent>${base64(e)}</${p}Exponent></${p}RSAKeyValue></${p}KeyValue>`
export const X509 = (p = ''): string =>
  `<${p}X509Data><${p}X509Certificate>\n${ancho(CERTIFICADO, 64)}\n</${p}X509Certificate></${p}X509Data>`
/** A modulus with the sign byte of DER, which a JWK has not. */
export const KEY_VALUE_CON_SIGNO =
  '<KeyValue><RSAKeyValue><Modulus>' +
  `${Buffer.concat([Buffer.of(0), Buffer.from(n, 'base64url')]).toString('base64')}</Modulus>` +
  `<Exponent>${base64(e)}</Exponent></RSAKeyValue></KeyValue>`

/** A golden document without its signature: the text of its `DTE` element. */
export const sinFirma = (golden: string): string =>
  golden
    .slice(golden.indexOf('<DTE'))
    .replace(/\n<Signature [\s\S]*<\/Signature>/, '')
    .trimEnd()

export interface Estilo {
  /** The unsigned text before it is stamped: names, order of attributes, blanks, comments. */
  escribir?: (dte: string) => string
  /** DD as it is signed into FRMT; by default as it stands in the file, flat. */
  estampar?: (dte: string) => string
  /** After the stamp, before the signature: what a serializer makes of it. */
  serializar?: (dte: string) => string
  keyInfo?: string
  /** Prefix of the signature's elements. */
  prefijo?: string
  transform?: string
  /** The signed text as it is put into its file. */
  guardar?: (dte: string) => string
}

/** The signed text of a document in a style. */
export function escribirComo(golden: string, estilo: Estilo = {}): string {
  const igual = (texto: string): string => texto
  const {
    escribir = igual,
    estampar = (texto: string) => timbrarDeNuevo(texto),
    serializar = igual,
    guardar = igual,
  } = estilo
  return guardar(firmarComo(serializar(estampar(escribir(sinFirma(golden)))), estilo))
}

const RAICES = ['Documento', 'Liquidacion', 'Exportaciones']

function firmante({ keyInfo, prefijo }: Estilo): SignedXml {
  const p = prefijo ? `${prefijo}:` : ''
  return new SignedXml({
    privateKey: LLAVE,
    signatureAlgorithm: `${DS}rsa-sha1`,
    canonicalizationAlgorithm: C14N,
    getKeyInfoContent: () => keyInfo ?? KEY_VALUE(p) + X509(p),
  })
}

function firmarComo(dte: string, estilo: Estilo): string {
  const firma = firmante(estilo)
  const raiz = `//*[${RAICES.map((r) => `local-name()='${r}'`).join(' or ')}]`
  const uri = /<(?:\w+:)?(?:Documento|Liquidacion|Exportaciones)\b[^>]*\bID="([^"]*)"/.exec(dte)![1]!
  const transforms = [estilo.transform ?? C14N]
  firma.addReference({ xpath: raiz, transforms, digestAlgorithm: `${DS}sha1`, uri: `#${uri}` })
  firma.computeSignature(dte, { prefix: estilo.prefijo, location: { reference: '/*', action: 'append' } })
  // Only the signature is taken: xml-crypto writes the rest of the document in its own way.
  return dte.replace(/(\s*<\/(?:\w+:)?DTE>)$/, (cierre) => `\n${firma.getSignatureXml()}${cierre}`)
}

/** An envelope around signed documents of those types, its SetDTE signed in its place by xml-crypto. */
export function sobreComo(dtes: readonly string[], tipos: readonly number[], estilo: Estilo = {}): string {
  const boleta = tipos.some((tipo) => tipo === 39 || tipo === 41)
  const raiz = boleta ? 'EnvioBOLETA' : 'EnvioDTE'
  const subtotales = tipos.map((t) => `<SubTotDTE><TpoDTE>${t}</TpoDTE><NroDTE>1</NroDTE></SubTotDTE>`)
  const texto =
    `<?xml version='1.0' encoding='ISO-8859-1'?>\r\n<!-- ERP 7 -->\r\n<${raiz} version='1.0' ${XSI} ${SII} ` +
    `xsi:schemaLocation='http://www.sii.cl/SiiDte ${boleta ? 'EnvioBOLETA_v11' : 'EnvioDTE_v10'}.xsd'>\r\n` +
    `  <SetDTE ID="Set-1">\r\n    <Caratula version="1.0">\r\n<RutEmisor>${EMISOR}</RutEmisor>` +
    `<RutEnvia>${FIRMANTE}</RutEnvia><RutReceptor>60803000-K</RutReceptor><FchResol>2026-01-02</FchResol>` +
    `<NroResol>0</NroResol><TmstFirmaEnv>${MOMENTO}</TmstFirmaEnv>${subtotales.join('\r\n')}</Caratula>\r\n` +
    `${dtes.join('\r\n')}\r\n  </SetDTE>\r\n</${raiz}>`
  const firma = firmante(estilo)
  firma.addReference({
    xpath: "//*[local-name()='SetDTE']",
    transforms: [C14N],
    digestAlgorithm: `${DS}sha1`,
    uri: '#Set-1',
  })
  firma.computeSignature(texto, { prefix: estilo.prefijo, location: { reference: '/*', action: 'append' } })
  return texto.replace(new RegExp(`</${raiz}>$`), (cierre) => `${firma.getSignatureXml()}\r\n${cierre}`)
}

/** Every element of the document with a prefix, its stamp too unless `sinTimbre`. */
export function conPrefijo(dte: string, { sinTimbre = false } = {}): string {
  const prefijar = (texto: string): string => texto.replace(/<(\/?)(?=[A-Za-z])/g, '<$1sii:')
  const [antes, ted, despues] = /^([\s\S]*)(<TED [\s\S]*<\/TED>)([\s\S]*)$/.exec(dte)!.slice(1) as [
    string,
    string,
    string,
  ]
  const timbre = sinTimbre ? ted.replace('<TED ', '<TED xmlns="http://www.sii.cl/SiiDte" ') : prefijar(ted)
  return (prefijar(antes) + timbre + prefijar(despues)).replace(
    'xmlns="http://www.sii.cl',
    'xmlns:sii="http://www.sii.cl',
  )
}

/** Stamped over a text of DD that `firmado` makes of the one in the file. */
export const estamparSobre =
  (firmado: (dd: string) => string) =>
  (dte: string): string =>
    dte.replace(/(<DD>[\s\S]*<\/DD>)(\s*<FRMT[^>]*>)[^<]*/, (_, dd: string, frmt: string) => {
      const tipo = /<DA>[\s\S]*?<TD>(\d+)/.exec(dd)![1]!
      const caf = readFileSync(join(import.meta.dir, `../../fixtures/firma/caf-${tipo}.xml`), 'latin1')
      const pem = /-----BEGIN RSA PRIVATE[\s\S]*?-----END RSA PRIVATE KEY-----/.exec(caf)![0]
      return (
        dd +
        frmt +
        sign('RSA-SHA1', Buffer.from(firmado(dd), 'latin1'), createPrivateKey(pem)).toString('base64')
      )
    })
