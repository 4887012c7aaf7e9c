// Reading a file that another company made: everything that it holds, judged as whoever receives it must (xml §3.5). Tolerant of how
// it is written, honest about what it proves.

import { createHash } from 'node:crypto'
import type { Ambiente } from '../../domain/ambiente'
import { ajenoOf } from '../../domain/archivo-ajeno'
import { faultsError } from '../../domain/errors'
import { isFirmaBuena } from '../../domain/recibido'
import { authorityKey } from '../autoridades'
import { type VerifyOptions, verifySobre } from '../verify'
import { type Finding, finding } from '../verify/codigos'
import { decode, isSame, type Texto } from '../verify/decode'
import { readAs } from '../verify/esquema'
import { atributo, type Elemento } from '../verify/nodo'
import { type SobreLeido, sobreIn } from '../verify/parse-sobre'
import { XmlFault } from '../verify/xml-reader'
import { cedidos, cesionesOf, firmaOf, readCesiones } from './cesion'
import { isMoreLikely, otherReadings, withoutPadding } from './codificacion'
import { faltaDeClave, readDocumento } from './documento'
import { createCupo, readIntercambio } from './intercambio'
import { findRaices, type Raiz, RESPUESTAS } from './raices'
import type { ArchivoLeido, Firma, SobreRecibido } from './tipos'

export { checkCesiones } from './cesion'
export type * from './tipos'

const XML_MAX = 10 * 1024 * 1024
const DOCUMENTOS_MAX = 2000
/** A thousand receipts of goods, each signed by itself, are 3.3 MB. */
const RESPUESTA_MAX = 4 * 1024 * 1024
/** Envelopes, lone documents and answers of one file. */
const RAICES_MAX = 2000
const INFORME_MAX = 50
const RECHAZADOS_MAX = 20
/** Answers of a file that are read, and what they may say all together: more documents than that go into no envelope. */
const RESPUESTAS_MAX = 100
const DICHOS_MAX = 2000

/** By which authority a stamp is judged, and whether each document's text is wanted beside it. */
type Opciones = Pick<VerifyOptions, 'llaveAutoridad'> & { conTexto: boolean }

/**
 * Everything in a file. Of several ways to read its bytes the first in which signatures are good and none is broken, else the likeliest.
 * Throws XmlFault for what is no XML, has a DTD, or passes the limits of size, elements and depth.
 */
export function readRecibido(
  bytes: Uint8Array,
  llaveAutoridad: VerifyOptions['llaveAutoridad'],
  conTexto = false,
): ArchivoLeido {
  const nombre = ajenoOf(bytes)?.nombre ?? (isPdf(bytes) ? 'un PDF' : null)
  if (nombre)
    throw new XmlFault(
      `El archivo es ${nombre} y no un XML: suba el XML del documento, que el proveedor envía por correo junto al PDF`,
      0,
    )
  if (bytes.length > XML_MAX) throw new XmlFault('El archivo pasa de 10 MiB', 0)
  const huella = createHash('sha256').update(bytes).digest('hex')
  return { ...readBest(bytes, { llaveAutoridad, conTexto }), huella }
}

const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'

function readBest(bytes: Uint8Array, opciones: Opciones): ArchivoLeido {
  let own: { lectura: Texto; leido: ArchivoLeido } | null = null
  let fault: unknown
  for (const reading of readingsOf(bytes)) {
    try {
      const lectura = reading()
      const leido = readTexto(lectura, opciones)
      if (own && countOf(leido) < countOf(own.leido)) continue
      if (goodOf(leido) && !hasBroken(leido)) return leido
      if (!own || (isMoreLikely(lectura, own.lectura) && goodOf(leido) >= goodOf(own.leido)))
        own = { lectura, leido }
    } catch (cause) {
      if (!(cause instanceof XmlFault)) throw cause
      fault ??= cause
    }
  }
  if (!own) throw fault
  return own.leido
}

/** The readings of the bytes, first the one that they declare. */
function* readingsOf(bytes: Uint8Array): Generator<() => Texto> {
  let read = { texto: '' }
  yield () => (read = decode(bytes, true))
  for (const other of otherReadings(bytes, read)) yield () => other
}

const countOf = ({ documentos, respuestas }: ArchivoLeido): number => documentos.length + respuestas.length

/** The worth of each signature of it, over this text. */
const firmasOf = ({ documentos, respuestas }: ArchivoLeido): Firma[] => [
  ...documentos.map(({ firma }) => firma),
  ...respuestas.flatMap(({ leida }) =>
    leida && 'firma' in leida
      ? [leida.firma, ...(leida.clase === 'recibos' ? leida.recibos.map(({ firma }) => firma) : [])]
      : [],
  ),
]

/** Whether a signature of it is no good over this text, and might be over another. */
const hasBroken = (leido: ArchivoLeido): boolean => firmasOf(leido).includes('invalida')

/** Those that tell that the text is what was signed; one that came after the certificate's end does too. */
const goodOf = (leido: ArchivoLeido): number => firmasOf(leido).filter(isFirmaBuena).length

/** Documents of one piece of what crosses from a thread. */
const PIECE = 25

/**
 * The file as it crosses from a thread: JSON in pieces that are each read in little time, and the text of
 * the answers, which may be megabytes.
 */
interface ArchivoEscrito {
  archivo: string
  /** Lists of some documents. */
  documentos: string[]
  respuestas: { xml: string; resto: string }[]
}

export function writeRecibidoEn(ambiente: Ambiente, bytes: Uint8Array): ArchivoEscrito {
  const { documentos, respuestas, ...archivo } = readRecibidoEn(ambiente, bytes)
  const pieces: string[] = []
  for (let i = 0; i < documentos.length; i += PIECE)
    pieces.push(JSON.stringify(documentos.slice(i, i + PIECE)))
  return {
    archivo: JSON.stringify(archivo),
    documentos: pieces,
    respuestas: respuestas.map(({ xml, ...resto }) => ({ xml, resto: JSON.stringify(resto) })),
  }
}

/** The same by the authorities of stamps that are good in `ambiente`. Throws VALIDATION_ERROR for what `readRecibido` refuses. */
export function readRecibidoEn(ambiente: Ambiente, bytes: Uint8Array, conTexto = false): ArchivoLeido {
  const llaveOf = (idk: number) => {
    const authority = authorityKey(idk)
    return authority?.ambiente === ambiente ? authority.llave : null
  }
  try {
    return readRecibido(bytes, llaveOf, conTexto)
  } catch (fault) {
    if (!(fault instanceof XmlFault)) throw fault
    throw faultsError([{ campo: 'archivo', regla: 'formato', mensaje: fault.message }])
  }
}

function readTexto(lectura: Texto, opciones: Opciones): ArchivoLeido {
  const archivo: ArchivoLeido = {
    huella: '',
    sobre: null,
    informe: [],
    documentos: [],
    rechazados: [],
    respuestas: [],
  }
  const cupo = createCupo(DICHOS_MAX)
  const { declarada, codificacion } = lectura
  if (declarada !== null && !isSame(declarada, codificacion))
    archivo.informe.push(finding('ENV-2-916', 'archivo', readAs(declarada, codificacion)))
  const texto = withoutPadding(lectura.texto)
  if (texto !== lectura.texto) archivo.informe.push(finding('ENV-2-919', 'archivo'))
  const raras: number[] = []
  const raices = findRaices(texto, (linea) => void raras.push(linea))
  if (raras.length) archivo.informe.push(finding('ENV-2-927', `archivo (línea ${raras[0]})`))
  if (raices.length > RAICES_MAX)
    reject(
      archivo,
      `El archivo trae más de ${RAICES_MAX} sobres o documentos sueltos: se leyeron los primeros`,
    )
  for (const raiz of raices.slice(0, RAICES_MAX)) {
    if (RESPUESTAS.includes(raiz.clase as never)) {
      if (archivo.respuestas.length === RESPUESTAS_MAX) {
        reject(archivo, `El archivo trae más de ${RESPUESTAS_MAX} respuestas: se leyeron las primeras`)
        continue
      }
      const { inicio, fin } = raiz.elemento
      if (fin - inicio > RESPUESTA_MAX) {
        reject(archivo, `Una respuesta (${raiz.clase}) pasa de 4 MiB`)
        continue
      }
      const xml = raiz.texto.slice(inicio, fin)
      const huella = createHash('sha256').update(xml, 'utf8').digest('hex')
      archivo.respuestas.push({ clase: raiz.clase, xml, huella, leida: readIntercambio(raiz.elemento, cupo) })
    } else addRaiz(archivo, raiz, lectura, opciones)
  }
  const sobran = cupo.sobran()
  if (sobran)
    reject(archivo, `Sus respuestas dicen más de ${DICHOS_MAX} cosas: las primeras se leyeron, ${sobran} no`)
  archivo.informe = archivo.informe.slice(0, INFORME_MAX)
  return archivo
}

function addRaiz(
  archivo: ArchivoLeido,
  { clase, elemento, texto, lineaDe, envoltorio }: Raiz,
  lectura: Texto,
  { llaveAutoridad, conTexto }: Opciones,
): void {
  if (envoltorio !== null)
    archivo.informe.push(finding('ENV-2-918', envoltorio, `<${clase}> viene dentro de <${envoltorio}>`))
  const cesiones = clase === 'AEC' ? readCesiones(elemento) : []
  const sobres = (clase === 'AEC' ? cedidos(elemento) : [elemento]).map((uno) =>
    sobreIn(uno, { ...lectura, texto }, lineaDe),
  )
  for (const sobre of sobres) {
    if (clase !== 'AEC') archivo.informe.push(...frameFindings(sobre, llaveAutoridad))
    if (sobre.clase !== 'DTE') archivo.sobre ??= toSobre(sobre)
    for (const dte of sobre.dtes) {
      if (archivo.documentos.length === DOCUMENTOS_MAX) {
        reject(archivo, `El archivo trae más de ${DOCUMENTOS_MAX} documentos: se leyeron los primeros`)
        break
      }
      const falta = faltaDeClave(dte)
      if (falta === null)
        archivo.documentos.push({
          ...readDocumento(dte, sobre, llaveAutoridad),
          cesiones: cesionesOf(cesiones, dte),
          ...(conTexto && { texto: dte.texto }),
        })
      else reject(archivo, falta)
    }
  }
}

function reject({ rechazados }: ArchivoLeido, motivo: string): void {
  if (rechazados.length < RECHAZADOS_MAX && !rechazados.includes(motivo)) rechazados.push(motivo)
}

function frameFindings(sobre: SobreLeido, llaveAutoridad: VerifyOptions['llaveAutoridad']): Finding[] {
  const { esquema, firma, caratula } = verifySobre(sobre, { llaveAutoridad, lenient: true })
  return [...esquema, ...firma, ...caratula]
}

function toSobre({ clase, raiz, setDte, caratula, firma, dtes }: SobreLeido): SobreRecibido {
  return {
    clase,
    setId: (setDte && atributo(setDte, 'ID')) ?? '',
    digest: firma?.digestValue ?? '',
    rutEmisor: caratula?.rutEmisor ?? '',
    rutReceptor: caratula?.rutReceptor ?? '',
    firma: setDte ? firmaOf(firmaNodo(raiz), setDte, caratula?.tmstFirmaEnv ?? '') : 'ausente',
    documentos: dtes.length,
  }
}

const firmaNodo = (raiz: Elemento): Elemento | null =>
  raiz.hijos.find((one): one is Elemento => typeof one !== 'string' && one.local === 'Signature') ?? null
