// Documents made without the product's builder: strings, the fixtures' keys and node:crypto. What it writes is already
// canonical, so a digest is that of its own text; libxml2 and xml-crypto confirm it in the tests.

import { createHash, createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import filas from '../../../src/domain/dte/datos/esquema.json'
import ejemplos from '../../fixtures/ejemplos-totales.json'

type Valor = string | number | boolean | Nodo | (string | number | Nodo)[] | null | undefined
export interface Nodo {
  [tag: string]: Valor
}

const FIRMA = join(import.meta.dir, '../../fixtures/firma')
const leer = (nombre: string): string => readFileSync(join(FIRMA, nombre), 'latin1')

export const DS = 'http://www.w3.org/2000/09/xmldsig#'
export const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
export const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
export const SII = 'xmlns="http://www.sii.cl/SiiDte"'
export const EMISOR = '76543210-3'
export const FIRMANTE = '11111111-1'
export const MOMENTO = '2026-10-05T10:11:12'
const llave = createPrivateKey(leer('llave.pem'))
export const CERTIFICADO = leer('certificado.pem').replace(/-----[^-]+-----|\s/g, '')

export const escapar = (texto: string): string =>
  texto.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** A block as XML, its elements in the order of the schema whatever their order in the object. */
export function serializar(raiz: string, bloque: Nodo, ruta: string): string {
  return filas
    .filter(
      (fila) =>
        fila.raiz === raiz && fila.ruta.startsWith(ruta) && !fila.ruta.slice(ruta.length).includes('/'),
    )
    .flatMap((fila) => {
      const tag = fila.ruta.slice(ruta.length)
      const valor = bloque[tag]
      if (valor === undefined || valor === null || valor === false) return []
      return (Array.isArray(valor) ? valor : [valor]).map((uno) =>
        typeof uno === 'object'
          ? `<${tag}>${serializar(raiz, uno, `${fila.ruta}/`)}</${tag}>`
          : `<${tag}>${escapar(String(uno))}</${tag}>`,
      )
    })
    .join(ruta === '' ? '\n' : '')
}

export interface Ejemplo {
  nombre: string
  tipo: number
  entrada: Nodo
  totales: Nodo
  detalle: Nodo[]
  otraMoneda?: Nodo
}

export const EJEMPLOS = ejemplos as unknown as Ejemplo[]

export const raizDe = (tipo: number): string =>
  tipo === 39 || tipo === 41
    ? 'Boleta'
    : tipo === 43
      ? 'Liquidacion'
      : tipo >= 110
        ? 'Exportaciones'
        : 'Documento'

/** A worked example as a whole document: what its input leaves out, filled in. */
export function completar({ tipo, entrada, totales, detalle, otraMoneda }: Ejemplo): Nodo {
  const documento = structuredClone(entrada)
  const encabezado = documento.Encabezado as Nodo
  ;(encabezado.Emisor as Nodo).RUTEmisor = EMISOR
  ;(encabezado.IdDoc as Nodo).FchEmis = MOMENTO.slice(0, 10)
  encabezado.Totales = { ...(encabezado.Totales as Nodo), ...totales }
  // The examples leave it out; the format asks it of a 110.
  if (tipo === 110) (encabezado.Emisor as Nodo).CiudadOrigen = 'Talca'
  if (otraMoneda) encabezado.OtraMoneda = otraMoneda
  documento.Detalle = (documento.Detalle as Nodo[]).map((linea, i) => ({ ...linea, ...detalle[i] }))
  // Nor do they say the product of a withholding agent, or count it by heads (domain/dte §6.6).
  for (const linea of documento.Detalle as Nodo[]) {
    const faena = String(linea.CodImpAdic) === '17'
    if (!linea.Retenedor) continue
    linea.CdgItem = { TpoCodigo: 'CPCS', VlrCodigo: faena ? '1701' : '1900' }
    linea.UnmdItem = faena ? 'KG' : 'TON'
    if (faena) linea.QtyRef = 2
  }
  // Nor do they have the unit of a guide's lines.
  if (tipo === 52) for (const linea of documento.Detalle as Nodo[]) linea.UnmdItem ??= 'UN'
  if (raizDe(tipo) === 'Boleta') {
    const emisor = encabezado.Emisor as Nodo
    encabezado.Emisor = {
      RUTEmisor: EMISOR,
      RznSocEmisor: emisor.RznSocEmisor ?? emisor.RznSoc,
      GiroEmisor: emisor.GiroEmisor ?? emisor.GiroEmis,
    }
  }
  return documento
}

export interface Opciones {
  id?: string
  /** Start tag of the DTE. */
  etiqueta?: string
  /** Namespaces that the digest sees on Documento and SignedInfo, when not those of the DTE tag. */
  contexto?: string
  contextoFirma?: string
  /** Algorithm of the only Transform; null for none. */
  transform?: string | null
  tsted?: string
  tmstFirma?: string
  caf?: string
  /** Changes applied to the unsigned text of DD, to the whole TED, to Documento before it is signed. */
  dd?: (dd: string) => string
  ted?: (ted: string) => string
  documento?: (xml: string) => string
}

/** `<TED>` over a document, by the fixtures' CAF of the type. */
export function timbrar(documento: Nodo, tipo: number, opciones: Opciones = {}): string {
  const encabezado = documento.Encabezado as Record<string, Nodo>
  const caf = opciones.caf ?? leer(`caf-${tipo}.xml`)
  const xmlCaf = /<CAF[\s\S]*<\/CAF>/.exec(caf)![0].replace(/>\s+</g, '><')
  const linea = (documento.Detalle as Nodo[])[0]
  const corto = (texto: unknown, otro: string) => escapar(String(texto ?? otro).slice(0, 40))
  const cambiar = opciones.dd ?? ((dd: string) => dd)
  const dd = cambiar(
    `<DD><RE>${encabezado.Emisor!.RUTEmisor}</RE><TD>${tipo}</TD><F>${encabezado.IdDoc!.Folio}</F>` +
      `<FE>${encabezado.IdDoc!.FchEmis}</FE><RR>${encabezado.Receptor!.RUTRecep}</RR>` +
      `<RSR>${corto(encabezado.Receptor!.RznSocRecep, 'Cliente')}</RSR><MNT>${encabezado.Totales!.MntTotal}</MNT>` +
      `<IT1>${corto(linea?.NmbItem, 'Venta')}</IT1>${xmlCaf}<TSTED>${opciones.tsted ?? MOMENTO}</TSTED></DD>`,
  )
  const pem = /-----BEGIN RSA PRIVATE[\s\S]*?-----END RSA PRIVATE KEY-----/.exec(caf)![0]
  const frmt = sign('RSA-SHA1', Buffer.from(dd, 'latin1'), createPrivateKey(pem)).toString('base64')
  const ted = `<TED version="1.0">${dd}<FRMT algoritmo="SHA1withRSA">${frmt}</FRMT></TED>`
  return opciones.ted ? opciones.ted(ted) : ted
}

/** A signature over canonical text that holds `apertura` as the signed element's start tag once its context is added. */
export function firmar(canonico: string, id: string, contexto = '', transform: string | null = C14N): string {
  const digest = createHash('sha1').update(canonico, 'utf8').digest('base64')
  const cambio =
    transform === null ? '' : `<Transforms><Transform Algorithm="${transform}"></Transform></Transforms>`
  const info =
    `<CanonicalizationMethod Algorithm="${C14N}"></CanonicalizationMethod>` +
    `<SignatureMethod Algorithm="${DS}rsa-sha1"></SignatureMethod>` +
    `<Reference URI="#${id}">${cambio}<DigestMethod Algorithm="${DS}sha1"></DigestMethod>` +
    `<DigestValue>${digest}</DigestValue></Reference></SignedInfo>`
  const firmado = `<SignedInfo xmlns="${DS}"${contexto}>${info}`
  const valor = sign('RSA-SHA1', Buffer.from(firmado, 'utf8'), llave).toString('base64')
  const { n, e } = llave.export({ format: 'jwk' }) as { n: string; e: string }
  const base64 = (url: string) =>
    Buffer.from(url, 'base64url')
      .toString('base64')
      .replace(/.{76}(?=.)/g, '$&\n')
  return (
    `<Signature xmlns="${DS}"><SignedInfo>${info}\n<SignatureValue>${valor}</SignatureValue>\n<KeyInfo>` +
    `<KeyValue><RSAKeyValue><Modulus>${base64(n)}</Modulus><Exponent>${base64(e)}</Exponent></RSAKeyValue></KeyValue>` +
    `<X509Data><X509Certificate>${CERTIFICADO.replace(/.{76}(?=.)/g, '$&\n')}</X509Certificate></X509Data></KeyInfo></Signature>`
  )
}

/** A whole signed DTE. */
export function hacerDte(tipo: number, documento: Nodo, opciones: Opciones = {}): string {
  const raiz = raizDe(tipo)
  const local = raiz === 'Boleta' ? 'Documento' : raiz
  const folio = (documento.Encabezado as Record<string, Nodo>).IdDoc!.Folio
  const { id = `F${folio}T${tipo}`, etiqueta = `<DTE ${SII} version="1.0">` } = opciones
  const cuerpo = serializar(raiz, documento, '')
  const cambiar = opciones.documento ?? ((xml: string) => xml)
  const xml = cambiar(
    `<${local} ID="${id}">\n${cuerpo}\n${timbrar(documento, tipo, opciones)}\n` +
      `<TmstFirma>${opciones.tmstFirma ?? MOMENTO}</TmstFirma>\n</${local}>`,
  )
  const contexto = opciones.contexto ?? ` ${SII}`
  const canonico = xml.replace(`<${local}`, `<${local}${contexto}`)
  return `${etiqueta}\n${xml}\n${firmar(canonico, id, opciones.contextoFirma, opciones.transform)}\n</DTE>`
}

/** A worked example as a signed DTE. */
export const dteDeEjemplo = (ejemplo: Ejemplo, opciones?: Opciones): string =>
  hacerDte(ejemplo.tipo, completar(ejemplo), opciones)

export const ejemplo = (numero: number): Ejemplo => EJEMPLOS[numero - 1]!

export interface OpcionesSobre {
  caratula?: (xml: string) => string
  /** Changes to the text of SetDTE before and after it is signed. */
  set?: (xml: string) => string
  despues?: (xml: string) => string
  transform?: string | null
}

/** A signed envelope around DTEs of those types. */
export function hacerSobre(tipos: number[], dtes: string[], opciones: OpcionesSobre = {}): string {
  const nada = (xml: string) => xml
  const { caratula = nada, set = nada, despues = nada } = opciones
  const boleta = tipos.some((tipo) => tipo === 39 || tipo === 41)
  const [raiz, xsd] = boleta ? ['EnvioBOLETA', 'EnvioBOLETA_v11'] : ['EnvioDTE', 'EnvioDTE_v10']
  const subtotales = [...new Set(tipos)]
    .map(
      (t) =>
        `<SubTotDTE><TpoDTE>${t}</TpoDTE><NroDTE>${tipos.filter((x) => x === t).length}</NroDTE></SubTotDTE>`,
    )
    .join('\n')
  const cover = caratula(
    `<Caratula version="1.0">\n<RutEmisor>${EMISOR}</RutEmisor>\n<RutEnvia>${FIRMANTE}</RutEnvia>\n` +
      '<RutReceptor>60803000-K</RutReceptor>\n<FchResol>2026-01-01</FchResol>\n<NroResol>0</NroResol>\n' +
      `<TmstFirmaEnv>${MOMENTO}</TmstFirmaEnv>\n${subtotales}\n</Caratula>`,
  )
  const conjunto = set(`<SetDTE ID="SetDoc">\n${cover}\n${dtes.join('\n')}\n</SetDTE>`)
  const canonico = conjunto.replace('<SetDTE', `<SetDTE ${SII} ${XSI}`).replaceAll(`<DTE ${SII}`, '<DTE')
  const firma = firmar(canonico, 'SetDoc', ` ${XSI}`, opciones.transform)
  return despues(
    `<?xml version="1.0" encoding="ISO-8859-1"?>\n` +
      `<${raiz} ${SII} ${XSI} xsi:schemaLocation="http://www.sii.cl/SiiDte ${xsd}.xsd" version="1.0">\n` +
      `${conjunto}\n${firma}\n</${raiz}>\n`,
  )
}

/** A lone DTE as a file. */
export const archivo = (xml: string): Buffer =>
  Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>\n${xml}\n`, 'latin1')

export const latin1 = (xml: string): Buffer => Buffer.from(xml, 'latin1')
