// The two kinds of signature and the contexts they live in (xml §3.2, §3.5, §3.6): a DTE is judged as the text cut
// out of the file, where the envelope's namespaces do not exist; SetDTE in its place, where they do.

import { createHash, type KeyObject, verify } from 'node:crypto'
import { chileTimestamp } from '../../domain/fecha'
import { parseRut } from '../../domain/rut'
import { type Ambito, ambitoDentro, canonicalize, inheritedAmbito, prefijoDe, SIN_AMBITO } from './canonical'
import { type Codigo, type Finding, finding } from './codigos'
import { certificadoDe, llavePublica } from './llaves'
import { C14N, NS_FIRMA, NS_SII } from './marco'
import { atributo, type Elemento, en } from './nodo'
import type { DteLeido, FirmaLeida, SobreLeido } from './parse-sobre'

interface OpcionesFirma {
  /**
   * Accept a DTE that verifies in any of the contexts seen in genuine files (none, SiiDte only, in the envelope, that of one it was cut out of), and a
   * KeyInfo with the key alone or the certificate alone: for documents received from others. The SII itself is strict.
   */
  lenient?: boolean
  /** Instant at which the certificate must be in force; by default the moment the document says it was signed. */
  at?: Date
}

/** The signature of one DTE: digest, signature, certificate against KeyValue, validity. */
export function checkFirmaDte(dte: DteLeido, opciones: OpcionesFirma = {}): Finding[] {
  const { firma, documento, nodo } = dte
  // Only for a finding: to count the lines of a file takes longer than to verify a signature.
  const donde = () =>
    firma ? `DTE/Signature (línea ${dte.linea(firma.nodo)})` : `DTE (línea ${dte.linea(nodo)})`
  if (!firma || !documento) return [finding('DTE-3-505', donde(), 'El documento no está firmado')]
  // Cut out of the file: only what the DTE tag itself declares is in scope.
  const llave = llaveDe(firma, opciones)
  const own = ambitoDentro(nodo, SIN_AMBITO)
  let falla = faltaDeFirma(firma, llave, documento, own)
  const salida: Finding[] = []
  if (falla && opciones.lenient) {
    const otro = otherContext(firma, llave, documento, own)
    if (otro) {
      falla = null
      salida.push(finding('DTE-2-923', donde(), `La firma cuadra ${otro}`))
    }
  }
  const codigos = { firma: 'DTE-3-505', llave: 'DTE-3-921', vigencia: 'DTE-3-922' } as const
  return [...salida, ...juicio(firma, llave, falla, codigos, donde, opciones, dte.tmstFirma)]
}

/** The namespaces that nearly every envelope declares. */
const DE_SOBRE: Ambito = new Map([
  ['', NS_SII],
  ['xsi', 'http://www.w3.org/2001/XMLSchema-instance'],
])

/** In words, the context of namespaces but `own` in which a stranger's signature over an element is good; null when it is in none. */
function otherContext(
  firma: FirmaLeida,
  llave: KeyObject | null,
  firmado: Elemento,
  own: Ambito,
): string | null {
  const padre = firmado.padre ?? firmado
  const looked = [own]
  const contextos: [string, Ambito][] = [
    ['sin espacio de nombres', SIN_AMBITO],
    ['sólo con el del SII', new Map([['', NS_SII]])],
    ['con los del archivo entero', ambitoDentro(padre, inheritedAmbito(padre))],
    ['con los de un sobre del que se sacó', DE_SOBRE],
  ]
  const good = contextos.find(([, ambito]) => {
    if (looked.some((one) => isSame(one, ambito))) return false
    looked.push(ambito)
    return faltaDeFirma(firma, llave, firmado, ambito) === null
  })
  return good?.[0] ?? null
}

const isSame = (one: Ambito, other: Ambito): boolean =>
  one.size === other.size && [...one].every(([prefijo, uri]) => other.get(prefijo) === uri)

/** The faults of a stranger's signature over `firmado`, its sibling, at `momento` (Chile's, '' unknown). */
export function checkFirmaAjena(
  firma: FirmaLeida,
  firmado: Elemento,
  momento: string,
): 'valida' | 'invalida' | 'certificado_vencido' {
  const opciones = { lenient: true }
  const llave = llaveDe(firma, opciones)
  const own = ambitoDentro(firmado.padre ?? firmado, SIN_AMBITO)
  const good =
    faltaDeFirma(firma, llave, firmado, own) === null || otherContext(firma, llave, firmado, own) !== null
  const codigos = { firma: 'DTE-3-505', llave: 'DTE-3-921', vigencia: 'DTE-3-922' } as const
  const wrong = juicio(firma, llave, good ? null : 'mala', codigos, () => '', opciones, momento)
  if (wrong.some(({ codigo }) => codigo !== 'DTE-3-922')) return 'invalida'
  return wrong.length ? 'certificado_vencido' : 'valida'
}

/** The signature over SetDTE, in its place; and, by `RutEnvia`, whose certificate it is. Nothing to check in a lone DTE. */
export function checkFirmaSobre(
  sobre: SobreLeido,
  opciones: OpcionesFirma & {
    /** Base64 SHA-1 of the canonical SetDTE, by a caller who computed it in pieces: a long one takes tens of milliseconds. */
    digest?: string
  } = {},
): Finding[] {
  const { clase, firma, setDte, raiz, caratula } = sobre
  if (clase === 'DTE') return []
  const donde = () => (firma ? `${clase}/Signature (línea ${sobre.linea(firma.nodo)})` : clase)
  if (!firma || !setDte) return [finding('ENV-3-920', donde(), 'El envío no está firmado')]
  const llave = llaveDe(firma, opciones)
  const falla = faltaDeFirma(firma, llave, setDte, ambitoDentro(raiz, SIN_AMBITO), opciones.digest)
  const codigos = { firma: 'ENV-3-920', llave: 'ENV-3-921', vigencia: 'ENV-3-922' } as const
  const salida = juicio(firma, llave, falla, codigos, donde, opciones, caratula?.tmstFirmaEnv ?? '')
  const certificado = certificadoDe(firma)
  if (certificado && caratula && certificado.rut !== parseRut(caratula.rutEnvia)) {
    const dueno = certificado.rut ? `es de ${certificado.rut}` : 'no indica el RUT de su titular'
    salida.push(finding('ENV-3-923', donde(), `El certificado ${dueno} y RutEnvia dice ${caratula.rutEnvia}`))
  }
  return salida
}

/** Null when the signature is good; else the first thing wrong with it. `ambito` is the scope of both siblings. */
function faltaDeFirma(
  firma: FirmaLeida,
  llave: KeyObject | null,
  firmado: Elemento,
  ambito: Ambito,
  calculado?: string,
): string | null {
  // Bound to its element by name: a signature that is good for another element proves nothing about this one.
  if (firma.uri === '' || firma.uri !== `#${atributo(firmado, 'ID')}`) {
    return `La firma apunta a «${firma.uri}» y no al ID de <${firmado.local}>`
  }
  const transformacion = en(firma.nodo, 'SignedInfo/Reference/Transforms/Transform')
  const algoritmo = transformacion && atributo(transformacion, 'Algorithm')
  // Enveloped or not is the same here: the signature lies outside what it signs.
  if (algoritmo && algoritmo !== C14N && algoritmo !== `${NS_FIRMA}enveloped-signature`) {
    return `La transformación ${algoritmo} no se admite`
  }
  const signedInfo = en(firma.nodo, 'SignedInfo')
  if (!signedInfo || !llave) return 'La firma no trae SignedInfo o una llave RSA en KeyValue'
  let digest: string
  let canonico: string
  try {
    digest = calculado ?? createHash('sha1').update(canonicalize(firmado, ambito), 'utf8').digest('base64')
    // A Signature that lost its xmlns on the way was signed with it.
    const lost = firma.nodo.ns !== NS_FIRMA && prefijoDe(firma.nodo.nombre) === ''
    const dentro = lost ? new Map([...ambito, ['', NS_FIRMA]]) : ambito
    canonico = canonicalize(signedInfo, ambitoDentro(firma.nodo, dentro))
  } catch {
    return 'El texto firmado usa un prefijo que sólo el envío declara'
  }
  if (digest !== firma.digestValue) {
    return `El contenido de <${firmado.local}> no es el que se firmó: su digest es ${digest} y la firma dice ${firma.digestValue}`
  }
  const buena = verify(
    'RSA-SHA1',
    Buffer.from(canonico, 'utf8'),
    llave,
    Buffer.from(firma.signatureValue, 'base64'),
  )
  return buena ? null : 'SignatureValue no corresponde a SignedInfo y a la llave de KeyValue'
}

/** The key that made a signature: of KeyValue or, where that is allowed to be absent, of the certificate. */
const llaveDe = (firma: FirmaLeida, { lenient }: OpcionesFirma): KeyObject | null =>
  lenient && firma.modulus === ''
    ? (certificadoDe(firma)?.llavePublica ?? null)
    : llavePublica(firma.modulus, firma.exponent)

function juicio(
  firma: FirmaLeida,
  llave: KeyObject | null,
  falla: string | null,
  codigos: Record<'firma' | 'llave' | 'vigencia', Codigo>,
  donde: () => string,
  { at, lenient }: OpcionesFirma,
  firmado: string,
): Finding[] {
  const salida: Finding[] = []
  if (falla) salida.push(finding(codigos.firma, donde(), falla))
  const certificado = certificadoDe(firma)
  const sinCertificado = lenient && firma.certificado === ''
  if (!sinCertificado && (!certificado?.llavePublica || !llave || !certificado.llavePublica.equals(llave))) {
    const mensaje = certificado ? undefined : 'No se puede leer el certificado de la firma'
    salida.push(finding(codigos.llave, donde(), mensaje))
  }
  if (certificado) {
    const { desde, hasta } = certificado
    const momento = at ? chileTimestamp(at) : firmado
    if (momento !== '' && (momento < desde || momento > hasta)) {
      salida.push(
        finding(
          codigos.vigencia,
          donde(),
          `El certificado vale de ${desde} a ${hasta} y se firma en ${momento}`,
        ),
      )
    }
  }
  return salida
}
