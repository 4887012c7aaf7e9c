// DTEUpload and the boleta upload share their file part: the checks that look at the file itself (simulator §2.2,
// points 4 to 7) and its place in the ledger.

import { createHash } from 'node:crypto'
import { parseRut } from '../domain/rut'
import { type Finding, finding } from '../xml/verify/codigos'
import { checkEsquemaDte, checkEsquemaSobre } from '../xml/verify/esquema'
import { atributo } from '../xml/verify/nodo'
import { type DteLeido, XmlFault as LecturaFault } from '../xml/verify/parse-sobre'
import { takeFalla } from './fallas'
import type { Lado } from './hosts'
import type { Libro, NewDocumento } from './libro'
import type { Parte } from './multipart'
import { magicReceptor } from './receptores'
import { cutSobre, type Pause, type Recorte, readDte, readMarco } from './recorte'
import { XmlFault } from './scanner'
import type { Sim } from './sim'

/** The date after which nothing is due any more: held for ever. */
const NUNCA = 8_640_000_000_000_000

const LINEA_MAX = 4090
const MAX_DOCUMENTOS = { EnvioDTE: 2000, EnvioBOLETA: 500 } as const

/** The five parts of an upload. */
interface Formulario {
  rutSender: string | null
  rutCompany: string | null
  archivo: string
  xml: Buffer
}

/** Reads the parts, which must be those five in that order; null when they are not. */
export function readFormulario(partes: Parte[]): Formulario | null {
  const names = partes.map((parte) => parte.nombre).join()
  if (names !== 'rutSender,dvSender,rutCompany,dvCompany,archivo') return null
  const text = (i: number) => partes[i]!.bytes.toString('latin1').trim()
  const [, , , , file] = partes
  if (file!.archivo === null) return null
  // Dots are not allowed here, though people write them elsewhere.
  const rut = (i: number) => (/^\d+$/.test(text(i)) ? parseRut(`${text(i)}-${text(i + 1)}`) : null)
  return { rutSender: rut(0), rutCompany: rut(2), archivo: file!.archivo, xml: file!.bytes }
}

export const sha1 = (data: Buffer | string): string =>
  createHash('sha1')
    .update(typeof data === 'string' ? Buffer.from(data, 'latin1') : data)
    .digest('hex')

/** A file that is refused before it gets a Track ID: what the parser said. */
interface Rehuso {
  errores: string[]
}

/** Whether some line is too long for the gateway (xml §1.2). */
export function hasLongLine(bytes: Buffer): boolean {
  let from = 0
  for (;;) {
    const next = bytes.indexOf(10, from)
    if ((next < 0 ? bytes.length : next) - from > LINEA_MAX) return true
    if (next < 0) return false
    from = next + 1
  }
}

/** Cuts the file up, and says why it is refused when it is no envelope at all. */
export async function openSobre(xml: Buffer, pause: Pause): Promise<Recorte | Rehuso> {
  try {
    const recorte = await cutSobre(xml, pause)
    if (recorte.sobre === null || !schemaNamed(recorte.texto, recorte.sobre))
      return { errores: ['SCH-00001: Invalid Schema Name'] }
    if (!recorte.dtes.length)
      return { errores: ["LSX-00213: only 0 occurrences of particle 'DTE', minimum is 1"] }
    if (recorte.dtes.length > MAX_DOCUMENTOS[recorte.sobre])
      return {
        errores: [`LSX-00214: more than ${MAX_DOCUMENTOS[recorte.sobre]} occurrences of particle 'DTE'`],
      }
    return recorte
  } catch (fault) {
    if (fault instanceof XmlFault) return { errores: [`${fault.code}: ${fault.message}`] }
    throw fault
  }
}

const SCHEMAS = { EnvioDTE: 'EnvioDTE_v10.xsd', EnvioBOLETA: 'EnvioBOLETA_v11.xsd' } as const

/** The schema is the one that schemaLocation names; an envelope that names another is unknown to the SII. */
function schemaNamed(texto: string, sobre: keyof typeof SCHEMAS): boolean {
  const root = texto.indexOf(`<${sobre}`)
  const tag = texto.slice(root, texto.indexOf('>', root))
  const location = /[\w.-]+:schemaLocation\s*=\s*["']([^"']*)["']/.exec(tag)?.[1]?.trim().split(/\s+/)
  return location?.[0] === 'http://www.sii.cl/SiiDte' && location[1] === SCHEMAS[sobre]
}

/** The result of one pass over every document of an envelope. */
interface Inspeccion {
  /** The ledger's rows; an unnameable document is left out (its envelope ends in RSC). */
  documentos: NewDocumento[]
  /** The schema's findings on the file, at most ten; reparos do not count. */
  findings: Finding[]
}

const FINDINGS_MAX = 10

/** Reads an envelope document by document, and holds each against the schema. */
export async function inspect(recorte: Recorte, pause: Pause): Promise<Inspeccion> {
  const documentos: NewDocumento[] = []
  const findings: Finding[] = []
  const ids = new Set<string>()
  const keep = (found: Finding[]) => findings.push(...found.filter((h) => h.nivel === 'rechazo'))
  const guard = (read: () => void) => {
    try {
      read()
    } catch (fault) {
      if (!(fault instanceof LecturaFault)) throw fault
      keep([finding('ENV-3-0', 'archivo', fault.message)])
    }
  }
  guard(() => {
    const marco = readMarco(recorte)
    if (!marco) return
    keep(checkEsquemaSobre(marco))
    ids.add((marco.setDte && atributo(marco.setDte, 'ID')) ?? '')
  })
  for (const indice of recorte.dtes.keys()) {
    if (indice % 4 === 3) await pause()
    guard(() => {
      const read = readDte(recorte, indice)
      if (!read) return
      const { dte, sobre } = read
      if (findings.length < FINDINGS_MAX) keep(checkEsquemaDte(dte, sobre))
      // Each is read in a frame of its own, so what only the whole file shows is looked at here.
      const id = (dte.documento && atributo(dte.documento, 'ID')) ?? ''
      if (ids.has(id)) keep([finding('ENV-3-906', `DTE[${indice + 1}]`, `El ID «${id}» está repetido`)])
      ids.add(id)
      if (dte.tipo && dte.folio) documentos.push(documentoOf(dte, recorte))
    })
  }
  return { documentos, findings: findings.slice(0, FINDINGS_MAX) }
}

function documentoOf(dte: DteLeido, recorte: Recorte): NewDocumento {
  const { inicio, fin } = recorte.dtes[dte.indice]!
  return {
    orden: dte.indice,
    rutEmisor: dte.emisor,
    tipoDte: dte.tipo,
    folio: dte.folio,
    rutReceptor: dte.receptor,
    fechaEmision: dte.fecha,
    montoTotal: dte.montoTotal,
    firma: dte.firma?.signatureValue ?? '',
    sha1: sha1(recorte.texto.slice(inicio, fin)),
    inicio,
    fin,
  }
}

export interface Recibido {
  lado: Lado
  servicio: 'dte' | 'boleta'
  rutEnvia: string
  rutEmpresa: string
  archivo: string
  /** The owner; null where nobody told. */
  dueno: string | null
  xml: Buffer
  /** The sender is somebody whom no fault on demand is meant for. */
  ajeno?: true
}

/** Writes an upload into the ledger; the Track ID. */
export function storeEnvio(
  sim: Sim,
  libro: Libro,
  { ajeno, ...recibido }: Recibido,
  { sobre }: Recorte,
  { documentos }: Inspeccion,
): number {
  const falla = ajeno
    ? null
    : takeFalla(sim, recibido.servicio === 'dte' ? 'envio' : 'boleta_envio', '', true)
  const magic = documentos.some((d) => magicReceptor(recibido.lado, d.rutReceptor)?.efecto === 'atascado')
  return libro.receive({
    ...recibido,
    sobre,
    sha1: sha1(recibido.xml),
    documentos,
    atascadoPor: falla ? 'falla' : magic ? 'receptor' : null,
    atascadoHasta: falla ? (falla.hastaAt ?? NUNCA) : magic ? NUNCA : null,
  })
}
