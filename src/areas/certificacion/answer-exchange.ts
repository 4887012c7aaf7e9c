// The three answers to the SII's envelope of exchange: it was read, the goods came, what is charged is accepted; a document for another
// company is said to be so in the first and refused in the last (domain/certificacion §4).

import { faultsError } from '../../domain/errors'
import { RECEPCION_ARCHIVO, RECEPCION_DTE, RESULTADO_DTE } from '../../domain/intercambio'
import { isFirmaBuena } from '../../domain/recibido'
import { parseRut } from '../../domain/rut'
import { normalizeTexto } from '../../domain/texto'
import type { ArchivoLeido, DocumentoLeido, SobreRecibido } from '../../xml/recibido'
import { buildRecibos } from '../../xml/recibos'
import {
  buildRespuestaDte,
  type CaratulaRespuesta,
  type DocumentoRespondido,
  type Firma,
} from '../../xml/respuesta-dte'

/** The company that answers, and the person who signs. */
interface Respondente {
  rut: string
  contacto: CaratulaRespuesta['contacto']
  /** Where the goods came to, up to 80 characters. */
  recinto: string
  rutFirma: string
}

export interface RespuestasIntercambio {
  recepcion: Buffer
  recibos: Buffer
  resultado: Buffer
}

/** A document of the file, with the codes that it is answered with. */
interface DocumentoJuzgado extends DocumentoLeido {
  recepcion: number
  resultado: number
}

const [CONFORME, FIRMA_MALA, AJENO] = [0, 1, 3]
const RECHAZADO = 2

/** The name that the SII gave the file, also of a copy whose name a browser numbered; as long as an answer can say it. */
export function canonicalName(nombre: string): string {
  const numero = /ENVIO_DTE_(\d{1,20})/i.exec(nombre)?.[1]
  return numero ? `ENVIO_DTE_${numero}.xml` : normalizeTexto(nombre).texto.slice(0, 80)
}

const fault = (mensaje: string) => faultsError([{ campo: 'archivo', regla: 'formato', mensaje }])

/** The code that its reception is answered with. */
const recepcionOf = ({ firma, rutReceptor }: DocumentoLeido, rut: string): number =>
  rutReceptor !== rut ? AJENO : isFirmaBuena(firma) ? CONFORME : FIRMA_MALA

const respondidoOf = ({ tipoDte, folio, fechaEmision, rutEmisor, rutReceptor, montoTotal }: DocumentoLeido) =>
  ({ tipoDte, folio, fechaEmision, rutEmisor, rutReceptor, montoTotal }) satisfies DocumentoRespondido

/** The answers name an envelope by these: one that lacks them cannot be answered. */
const isNamed = ({ setId, rutEmisor, rutReceptor }: SobreRecibido): boolean =>
  /^[\w.:-]{1,80}$/.test(setId) && [rutEmisor, rutReceptor].every((rut) => parseRut(rut) === rut)

/**
 * The documents of a file, each with what is to be said of it. Throws VALIDATION_ERROR for what is no
 * envelope that can be answered, or has no document for the company that is signed well.
 */
export function judgeExchange({ sobre, documentos, rechazados }: ArchivoLeido, rut: string) {
  if (sobre?.clase !== 'EnvioDTE' || !documentos.length)
    throw fault('El archivo no es un EnvioDTE con documentos: suba el que el SII entrega en pfeInternet')
  if (rechazados.length) throw fault(`El archivo trae un documento que no se puede leer: ${rechazados[0]}`)
  if (!isNamed(sobre))
    throw fault('El sobre del archivo no dice quién lo envía y a quién, o su SetDTE no tiene ID')
  const juzgados = documentos.map((one): DocumentoJuzgado => {
    const recepcion = recepcionOf(one, rut)
    return { ...one, recepcion, resultado: recepcion === CONFORME ? CONFORME : RECHAZADO }
  })
  if (!juzgados.some(({ recepcion }) => recepcion === CONFORME))
    throw fault(`Ningún documento del archivo es para ${rut} y viene bien firmado`)
  return { sobre, documentos: juzgados }
}

const writeRecepcion = (
  sobre: SobreRecibido,
  documentos: readonly DocumentoJuzgado[],
  { nombre, codigo, at }: { nombre: string; codigo: number; at: string },
) => ({
  nombre: canonicalName(nombre),
  fechaRecepcion: at,
  codigo,
  envioId: sobre.setId,
  digest: sobre.digest || null,
  rutEmisor: sobre.rutEmisor,
  rutReceptor: sobre.rutReceptor,
  estado: CONFORME,
  glosa: RECEPCION_ARCHIVO[CONFORME]!,
  documentos: documentos.map((one) => ({
    ...respondidoOf(one),
    estado: one.recepcion,
    glosa: RECEPCION_DTE[one.recepcion]!,
  })),
})

/**
 * The signed answers to a file. `numero`: how many exchanges the company has answered, this one too; `firma.at`: Chile time. Throws
 * what `judgeExchange` does.
 */
export async function answerExchange(
  { nombre, leido }: { nombre: string; leido: ArchivoLeido },
  quien: Respondente,
  numero: number,
  firma: Firma,
): Promise<RespuestasIntercambio> {
  const { sobre, documentos } = judgeExchange(leido, quien.rut)
  const caratula = { rutResponde: quien.rut, rutRecibe: sobre.rutEmisor, contacto: quien.contacto }
  const recepcion = writeRecepcion(sobre, documentos, { nombre, codigo: numero, at: firma.at })
  const recibidos = documentos.filter((one) => one.recepcion === CONFORME)
  const recibos = recibidos.map((one) => ({
    ...respondidoOf(one),
    recinto: quien.recinto,
    rutFirma: quien.rutFirma,
  }))
  const resultados = documentos.map((one) => ({
    ...respondidoOf(one),
    codigoEnvio: numero,
    estado: one.resultado,
    glosa: RESULTADO_DTE[one.resultado]!,
  }))
  return {
    recepcion: await buildRespuestaDte(caratula, 2 * numero - 1, { recepciones: [recepcion] }, firma),
    recibos: await buildRecibos(caratula, recibos, firma),
    resultado: await buildRespuestaDte(caratula, 2 * numero, { resultados }, firma),
  }
}
