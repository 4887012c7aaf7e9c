// How a neighbour reads a letter of the company (simulator §21.4): leniently, as receivers do, and what it says of what is in it.

import type { Finding } from '../../xml/verify/codigos'
import { checkFirmaDte, checkFirmaSobre } from '../../xml/verify/firmas'
import { atributo } from '../../xml/verify/nodo'
import { type DteLeido, parseSobre, type SobreLeido, XmlFault } from '../../xml/verify/parse-sobre'
import { readPartes } from '../correo/partes'
import type { Pause } from '../recorte'
import type { Contestado, Recepcion } from './respuestas'

/** A neighbour's reading of a letter; `estado` null: there was nothing to answer. */
export interface Lectura extends Omit<Recepcion, 'codigo' | 'estado'> {
  /** `EnvioDTE`, the root of another file of the exchange, `ilegible` or `otro`. */
  clase: string
  estado: number | null
}

interface Quienes {
  rut: string
  rutEmpresa: string
  /** Whether a file of that digest, or a document, came before. */
  hasFile(digest: string): boolean
  hasDocumento(tipoDte: number, folio: number): boolean
}

/** A longer letter lies unread: neighbours have small boxes. */
const MENSAJE_MAX = 1024 * 1024
const OTRA_RAIZ = /<(?:\w+:)?(RespuestaDTE|EnvioRecibos|AEC)[\s>]/
const GLOSAS_ENVIO: Readonly<Record<number, string>> = {
  0: 'Envio Recibido Conforme',
  2: 'Envio Rechazado - Error de Firma',
  3: 'Envio Rechazado - RUT Receptor No Corresponde',
  90: 'Envio Rechazado - Archivo Repetido',
  91: 'Envio Rechazado - Archivo Ilegible',
}
const GLOSAS_DTE: Readonly<Record<number, string>> = {
  0: 'DTE Recibido OK',
  1: 'DTE No Recibido - Error de Firma',
  2: 'DTE No Recibido - Error en RUT Emisor',
  3: 'DTE No Recibido - Error en RUT Receptor',
  4: 'DTE No Recibido - DTE Repetido',
}

const NADA = { nombre: '', envioId: '', digest: null, documentos: [], glosa: '', estado: null }

const isBad = (found: readonly Finding[]): boolean => found.some(({ nivel }) => nivel === 'rechazo')

export async function readCarta(mensaje: Buffer, quienes: Quienes, pause: Pause): Promise<Lectura> {
  if (mensaje.length > MENSAJE_MAX) return { ...NADA, clase: 'otro' }
  const files = readPartes(mensaje).filter(
    ({ nombre, tipo, bytes }) =>
      /\.xml$/i.test(nombre) || (!tipo.startsWith('text/') && /^\s*(?:\ufeff|ï»¿)?</.test(head(bytes))),
  )
  const [file] = files
  if (!file) return { ...NADA, clase: 'otro' }
  const { nombre, bytes } = file
  try {
    return await readSobre(nombre, parseSobre(bytes, true), quienes, pause)
  } catch (fault) {
    if (!(fault instanceof XmlFault)) throw fault
    const [, other] = OTRA_RAIZ.exec(bytes.toString('latin1')) ?? []
    return other
      ? { ...NADA, clase: other, nombre }
      : { ...NADA, clase: 'ilegible', nombre, estado: 91, glosa: GLOSAS_ENVIO[91]! }
  }
}

const head = (bytes: Buffer): string => bytes.toString('latin1', 0, 200)

async function readSobre(
  nombre: string,
  sobre: SobreLeido,
  quienes: Quienes,
  pause: Pause,
): Promise<Lectura> {
  const { clase, setDte, firma, caratula } = sobre
  const digest = firma?.digestValue || null
  const estado =
    digest && quienes.hasFile(digest)
      ? 90
      : caratula && caratula.rutReceptor !== quienes.rut
        ? 3
        : isBad(checkFirmaSobre(sobre, { lenient: true }))
          ? 2
          : 0
  const documentos: Lectura['documentos'][number][] = []
  for (const dte of estado ? [] : sobre.dtes) {
    documentos.push(readDocumento(dte, quienes))
    await pause()
  }
  const envioId = (setDte && atributo(setDte, 'ID')) ?? ''
  return { clase, nombre, digest, envioId, estado, glosa: GLOSAS_ENVIO[estado]!, documentos }
}

function readDocumento(dte: DteLeido, quienes: Quienes): Contestado & { estado: number; glosa: string } {
  const { tipo: tipoDte, folio, emisor: rutEmisor, receptor: rutReceptor, fecha, montoTotal } = dte
  const estado =
    rutEmisor !== quienes.rutEmpresa
      ? 2
      : rutReceptor !== quienes.rut
        ? 3
        : isBad(checkFirmaDte(dte, { lenient: true }))
          ? 1
          : quienes.hasDocumento(tipoDte, folio)
            ? 4
            : 0
  const said = { tipoDte, folio, fecha, rutEmisor, rutReceptor, total: Number(montoTotal) }
  return { ...said, estado, glosa: GLOSAS_DTE[estado]! }
}
