// The three answers to the SII's envelope of exchange: it was read, the goods came, what is charged is accepted; a document for another
// company is said to be so in the first and refused in the last (domain/certificacion §4).

import type { Ambiente } from '../../domain/ambiente'
import { faultsError } from '../../domain/errors'
import { RECEPCION_ARCHIVO, RECEPCION_DTE, RESULTADO_DTE } from '../../domain/intercambio'
import { isFirmaBuena } from '../../domain/recibido'
import { type DocumentoLeido, readRecibidoEn, type SobreRecibido } from '../../xml/recibido'
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
  ambiente: Ambiente
  contacto: CaratulaRespuesta['contacto']
  /** Where the goods came to, up to 80 characters. */
  recinto: string
  rutFirma: string
}

interface RespuestasIntercambio {
  recepcion: Buffer
  recibos: Buffer
  resultado: Buffer
  /** The documents, each with what was said of it. */
  documentos: { tipoDte: number; folio: number; rutReceptor: string; recepcion: number; resultado: number }[]
}

const [CONFORME, FIRMA_MALA, AJENO] = [0, 1, 3]
const RECHAZADO = 2

/** The name that the SII gave the file, also of a copy whose name a browser numbered. */
export function canonicalName(nombre: string): string {
  const numero = /ENVIO_DTE_(\d+)/i.exec(nombre)?.[1]
  return numero ? `ENVIO_DTE_${numero}.xml` : nombre
}

const fault = (mensaje: string) => faultsError([{ campo: 'archivo', regla: 'formato', mensaje }])

/** The code that its reception is answered with. */
const recepcionOf = ({ firma, rutReceptor }: DocumentoLeido, rut: string): number =>
  rutReceptor !== rut ? AJENO : isFirmaBuena(firma) ? CONFORME : FIRMA_MALA

const respondidoOf = ({ tipoDte, folio, fechaEmision, rutEmisor, rutReceptor, montoTotal }: DocumentoLeido) =>
  ({ tipoDte, folio, fechaEmision, rutEmisor, rutReceptor, montoTotal }) satisfies DocumentoRespondido

/** Throws VALIDATION_ERROR for what is no envelope, or has no document for the company that is signed well. */
function readEnvio(bytes: Uint8Array, { rut, ambiente }: Respondente) {
  const { sobre, documentos } = readRecibidoEn(ambiente, bytes)
  if (sobre?.clase !== 'EnvioDTE' || !documentos.length)
    throw fault('El archivo no es un EnvioDTE con documentos: suba el que el SII entrega en pfeInternet')
  if (!documentos.some((one) => recepcionOf(one, rut) === CONFORME))
    throw fault(`Ningún documento del archivo es para ${rut} y viene bien firmado`)
  return { sobre, documentos }
}

const writeRecepcion = (
  sobre: SobreRecibido,
  documentos: readonly DocumentoLeido[],
  { rut }: Respondente,
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
  documentos: documentos.map((one) => {
    const estado = recepcionOf(one, rut)
    return { ...respondidoOf(one), estado, glosa: RECEPCION_DTE[estado]! }
  }),
})

/** The signed answers to a file. `numero`: how many exchanges the company has answered, this one too; `firma.at`: Chile time. */
export async function answerExchange(
  { nombre, bytes }: { nombre: string; bytes: Uint8Array },
  quien: Respondente,
  numero: number,
  firma: Firma,
): Promise<RespuestasIntercambio> {
  const { sobre, documentos } = readEnvio(bytes, quien)
  const caratula = { rutResponde: quien.rut, rutRecibe: sobre.rutEmisor, contacto: quien.contacto }
  const said = documentos.map((one) => {
    const recepcion = recepcionOf(one, quien.rut)
    return { ...respondidoOf(one), recepcion, resultado: recepcion === CONFORME ? CONFORME : RECHAZADO }
  })
  const recepcion = writeRecepcion(sobre, documentos, quien, { nombre, codigo: numero, at: firma.at })
  const recibidos = said.filter((one) => one.recepcion === CONFORME)
  const recibos = recibidos.map((one) => ({ ...one, recinto: quien.recinto, rutFirma: quien.rutFirma }))
  const resultados = said.map((one) => ({
    ...one,
    codigoEnvio: numero,
    estado: one.resultado,
    glosa: RESULTADO_DTE[one.resultado]!,
  }))
  return {
    recepcion: await buildRespuestaDte(caratula, 2 * numero - 1, { recepciones: [recepcion] }, firma),
    recibos: await buildRecibos(caratula, recibos, firma),
    resultado: await buildRespuestaDte(caratula, 2 * numero, { resultados }, firma),
    documentos: said.map(({ tipoDte, folio, rutReceptor, recepcion, resultado }) => ({
      ...{ tipoDte, folio, rutReceptor, recepcion, resultado },
    })),
  }
}
