// Envelopes made by strings and node:crypto alone, so that the simulator is judged by something other than the builder it
// will meet, and so that each part can be spoilt by itself.

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  X509Certificate,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FIXTURES = join(import.meta.dir, '../fixtures/firma')
const NS = 'xmlns="http://www.sii.cl/SiiDte"'
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
const DSIG = 'http://www.w3.org/2000/09/xmldsig#'

export interface Firma {
  rut: string
  llave: KeyObject
  certificado: X509Certificate
}

/** The constant person of the fixtures. */
export const PERSONA: Firma = {
  rut: '11111111-1',
  llave: createPrivateKey(readFileSync(join(FIXTURES, 'llave.pem'))),
  certificado: new X509Certificate(readFileSync(join(FIXTURES, 'certificado.pem'))),
}
export const EMPRESA = '76543210-3'

export interface CafUsado {
  xml: string
  llave: KeyObject
}

/** The CAF element, flat, and the private key of a CAF file. */
export function cafUsado(file: string): CafUsado {
  const pem = /-----BEGIN RSA PRIVATE KEY-----[\s\S]*?-----END RSA PRIVATE KEY-----/.exec(file)![0]
  return { xml: /<CAF[\s\S]*<\/CAF>/.exec(file)![0].replace(/>\s+</g, '><'), llave: createPrivateKey(pem) }
}

const sha1 = (text: string): string => createHash('sha1').update(text, 'utf8').digest('base64')
const lines = (base64: string): string => base64.replace(/.{64}(?=.)/g, '$&\n')

/** The Signature element over a digest; `inherited` are namespace declarations around it. */
export function signature(
  uri: string,
  digest: string,
  { llave, certificado }: Firma,
  inherited = '',
): string {
  const info = (extra: string) =>
    `<SignedInfo${extra}><CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"></CanonicalizationMethod><SignatureMethod Algorithm="${DSIG}rsa-sha1"></SignatureMethod><Reference URI="${uri}"><Transforms><Transform Algorithm="${uri ? 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' : `${DSIG}enveloped-signature`}"></Transform></Transforms><DigestMethod Algorithm="${DSIG}sha1"></DigestMethod><DigestValue>${digest}</DigestValue></Reference></SignedInfo>`
  const value = sign('RSA-SHA1', Buffer.from(info(` xmlns="${DSIG}"${inherited && ` ${inherited}`}`)), llave)
  const { n, e } = createPublicKey(llave).export({ format: 'jwk' })
  const base64 = (url: string) => lines(Buffer.from(url, 'base64url').toString('base64'))
  return `<Signature xmlns="${DSIG}">${info('')}<SignatureValue>${lines(value.toString('base64'))}</SignatureValue><KeyInfo><KeyValue><RSAKeyValue><Modulus>${base64(n!)}</Modulus><Exponent>${base64(e!)}</Exponent></RSAKeyValue></KeyValue><X509Data><X509Certificate>${lines(certificado.raw.toString('base64'))}</X509Certificate></X509Data></KeyInfo></Signature>`
}

/** A signed getToken document. */
export const getToken = (semilla: string, firma: Firma = PERSONA): string => {
  const item = `<item><Semilla>${semilla}</Semilla></item>`
  return `<?xml version="1.0"?>\n<getToken>${item}${signature('', sha1(`<getToken>${item}</getToken>`), firma)}</getToken>`
}

export interface DatosDte {
  tipo?: number
  folio: number
  caf: CafUsado
  receptor?: string
  fecha?: string
  /** When it was stamped and signed. */
  at?: string
  neto?: number
  total?: number
  referencias?: string
  detalle?: string
  firma?: Firma
  formaPago?: number
  /** Spoils the TED before the document is signed. */
  alterTed?: (ted: string) => string
  /** Spoils the signed text. */
  alter?: (dte: string) => string
}

export interface DteHecho {
  tipo: number
  xml: string
}

/** A signed document of one line; a factura by default. */
export function dte(datos: DatosDte): DteHecho {
  const {
    tipo = 33,
    folio,
    caf,
    receptor = '77123456-9',
    fecha = '2026-03-02',
    neto = 1000,
    firma = PERSONA,
  } = datos
  const { at = '2026-03-02T10:00:00', referencias = '', alterTed = (t) => t, alter = (t) => t } = datos
  const boleta = tipo === 39
  const iva = Math.round(neto * 0.19)
  const total = datos.total ?? neto + iva
  const id = `F${folio}T${tipo}`
  const emisor = boleta
    ? `<RznSocEmisor>Ñandú &amp; Cía</RznSocEmisor>\n<GiroEmisor>Venta de materiales</GiroEmisor>`
    : `<RznSoc>Ñandú &amp; Cía</RznSoc>\n<GiroEmis>Venta de materiales</GiroEmis>\n<Acteco>479100</Acteco>`
  const receptorXml = boleta
    ? `<RUTRecep>${receptor}</RUTRecep>\n<RznSocRecep>Cliente</RznSocRecep>`
    : `<RUTRecep>${receptor}</RUTRecep>\n<RznSocRecep>Cliente</RznSocRecep>\n<GiroRecep>Comercio</GiroRecep>\n<DirRecep>Calle 1</DirRecep>\n<CmnaRecep>Talca</CmnaRecep>`
  const idDoc = `<TipoDTE>${tipo}</TipoDTE>\n<Folio>${folio}</Folio>\n<FchEmis>${fecha}</FchEmis>${boleta ? '\n<IndServicio>3</IndServicio>' : ''}${datos.formaPago ? `\n<FmaPago>${datos.formaPago}</FmaPago>` : ''}`
  const tasa = boleta ? '' : '<TasaIVA>19</TasaIVA>\n'
  const monto = boleta ? total : neto
  const detalle =
    datos.detalle ??
    `<Detalle>\n<NroLinDet>1</NroLinDet>\n<NmbItem>Item uno</NmbItem>\n<QtyItem>1</QtyItem>\n<PrcItem>${monto}</PrcItem>\n<MontoItem>${monto}</MontoItem>\n</Detalle>\n`
  const dd = `<DD><RE>${EMPRESA}</RE><TD>${tipo}</TD><F>${folio}</F><FE>${fecha}</FE><RR>${receptor}</RR><RSR>Cliente</RSR><MNT>${total}</MNT><IT1>Item uno</IT1>${caf.xml}<TSTED>${at}</TSTED></DD>`
  const frmt = sign('RSA-SHA1', Buffer.from(dd, 'latin1'), caf.llave).toString('base64')
  const ted = alterTed(`<TED version="1.0">${dd}<FRMT algoritmo="SHA1withRSA">${frmt}</FRMT></TED>`)
  const body = `\n<Encabezado>\n<IdDoc>\n${idDoc}\n</IdDoc>\n<Emisor>\n<RUTEmisor>${EMPRESA}</RUTEmisor>\n${emisor}\n<DirOrigen>Calle 2</DirOrigen>\n<CmnaOrigen>Talca</CmnaOrigen>\n</Emisor>\n<Receptor>\n${receptorXml}\n</Receptor>\n<Totales>\n<MntNeto>${neto}</MntNeto>\n${tasa}<IVA>${iva}</IVA>\n<MntTotal>${total}</MntTotal>\n</Totales>\n</Encabezado>\n${detalle}${referencias}${ted}\n<TmstFirma>${at}</TmstFirma>\n</Documento>`
  const digest = sha1(`<Documento ${NS} ID="${id}">${body}`)
  const xml = `<DTE ${NS} version="1.0">\n<Documento ID="${id}">${body}\n${signature(`#${id}`, digest, firma)}\n</DTE>`
  return { tipo, xml: alter(xml) }
}

export const referencia = (n: number, tipo: number | string, folio: number, codRef?: number): string =>
  `<Referencia>\n<NroLinRef>${n}</NroLinRef>\n<TpoDocRef>${tipo}</TpoDocRef>\n<FolioRef>${folio}</FolioRef>\n<FchRef>2026-03-02</FchRef>\n${codRef ? `<CodRef>${codRef}</CodRef>\n` : ''}<RazonRef>Razon</RazonRef>\n</Referencia>\n`

export interface DatosSobre {
  rutEnvia?: string
  resolucion?: { numero: number; fecha: string }
  subtotales?: string
  receptor?: string
  firma?: Firma
  /** Spoils the signed file. */
  alter?: (sobre: string) => string
}

/** The bytes of a signed envelope. */
export function sobre(documentos: DteHecho[], datos: DatosSobre = {}): Buffer {
  const { firma = PERSONA, resolucion = { numero: 0, fecha: '2026-01-02' }, alter = (t) => t } = datos
  const raiz = documentos[0]!.tipo === 39 ? 'EnvioBOLETA' : 'EnvioDTE'
  const schema = raiz === 'EnvioDTE' ? 'EnvioDTE_v10.xsd' : 'EnvioBOLETA_v11.xsd'
  const counts = new Map<number, number>()
  for (const { tipo } of documentos) counts.set(tipo, (counts.get(tipo) ?? 0) + 1)
  const subtotales =
    datos.subtotales ??
    [...counts]
      .map(([t, n]) => `<SubTotDTE><TpoDTE>${t}</TpoDTE><NroDTE>${n}</NroDTE></SubTotDTE>\n`)
      .join('')
  const head = `<Caratula version="1.0">\n<RutEmisor>${EMPRESA}</RutEmisor>\n<RutEnvia>${datos.rutEnvia ?? firma.rut}</RutEnvia>\n<RutReceptor>${datos.receptor ?? '60803000-K'}</RutReceptor>\n<FchResol>${resolucion.fecha}</FchResol>\n<NroResol>${resolucion.numero}</NroResol>\n<TmstFirmaEnv>2026-03-02T10:00:00</TmstFirmaEnv>\n${subtotales}</Caratula>\n`
  const inner = (list: string[]) => `${head}${list.map((x) => `${x}\n`).join('')}</SetDTE>`
  // In its place the redundant namespace of each DTE is not printed (xml §3.2).
  const canonical = inner(documentos.map(({ xml }) => xml.replace(`<DTE ${NS} `, '<DTE ')))
  const digest = sha1(`<SetDTE ${NS} ${XSI} ID="SetDoc">\n${canonical}`)
  const set = `<SetDTE ID="SetDoc">\n${inner(documentos.map(({ xml }) => xml))}`
  const text = `<?xml version="1.0" encoding="ISO-8859-1"?>\n<${raiz} ${NS} ${XSI} xsi:schemaLocation="http://www.sii.cl/SiiDte ${schema}" version="1.0">\n${set}\n${signature('#SetDoc', digest, firma, XSI)}\n</${raiz}>\n`
  return Buffer.from(alter(text), 'latin1')
}
