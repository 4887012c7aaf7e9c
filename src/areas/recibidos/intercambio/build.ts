// The signed file of an answer, from what is written about it (areas/recibidos/intercambio §1; xml §2.4).

import { chileTimestamp } from '../../../domain/fecha'
import { RECEPCION_ARCHIVO } from '../../../domain/intercambio'
import { parseRut } from '../../../domain/rut'
import { normalizeTexto } from '../../../domain/texto'
import type { Sign } from '../../../xml/firma'
import { buildRecibos } from '../../../xml/recibos'
import {
  buildRespuestaDte,
  type CaratulaRespuesta,
  type DocumentoRespondido,
} from '../../../xml/respuesta-dte'
import type { loadFirmante } from '../../dte'
import type { DichoRow, RespuestaRow } from './respuestas'
import type { EntradaRow } from './statements'

/** The material of an answer beside its row. */
interface Materia {
  documentos: readonly DichoRow[]
  archivo: EntradaRow
  /** RUT of the company. */
  rut: string
  contacto: CaratulaRespuesta['contacto']
}

/** A stranger's text as a file of ours can carry it. */
const plain = (text: string, otherwise: string): string => {
  const { texto } = normalizeTexto(text)
  return texto.replace(/[^\x20-\xff]/g, '').trim() || otherwise
}

/** The identity of a file's envelope: the part that answers repeat. */
interface SobreDe {
  setId?: string
  digest?: string
  rutEmisor?: string
  rutReceptor?: string
}

const RUT = /^\d{1,8}-[\dK]$/

export async function buildRespuesta(
  row: RespuestaRow,
  { documentos, archivo, rut, contacto }: Materia,
  { llave, firmante }: ReturnType<typeof loadFirmante>,
  sign: Sign,
  at: Date,
): Promise<Buffer> {
  const caratula = { rutResponde: rut, rutRecibe: row.rut_emisor, contacto }
  const firma = { llave, sign, at: chileTimestamp(at) }
  const named = documentos.map((d) => ({ ...namedOf(d, rut), estado: d.codigo ?? 0, glosa: d.glosa }))
  if (row.tipo === 'recibo') {
    const recibos = named.map((d) => ({ ...d, recinto: row.recinto, rutFirma: firmante.rut }))
    return buildRecibos(caratula, recibos, firma)
  }
  if (row.tipo === 'resultado') {
    const resultados = named.map((d) => ({ ...d, codigoEnvio: row.codigo_envio }))
    return buildRespuestaDte(caratula, row.numero, { resultados }, firma)
  }
  const first = (archivo.sobre ? JSON.parse(archivo.sobre) : {}) as SobreDe
  // A file may hold envelopes of several.
  const isOther = !!first.rutEmisor && parseRut(first.rutEmisor) !== row.rut_emisor
  const sobre = isOther ? {} : first
  const rutOf = (text: string | undefined): string | null => (text && RUT.test(text) ? text : null)
  const digest = sobre.digest && /^[A-Za-z0-9+/]+=*$/.test(sobre.digest) ? sobre.digest : null
  const recepcion = {
    nombre: plain(archivo.nombre, 'archivo.xml'),
    fechaRecepcion: chileTimestamp(new Date(archivo.recibido_en)),
    codigo: row.codigo_envio,
    // A lone document came in no envelope that has an ID.
    envioId: plain(sobre.setId ?? '', 'DTE'),
    digest,
    rutEmisor: rutOf(sobre.rutEmisor),
    rutReceptor: rutOf(sobre.rutReceptor),
    // A file that could be read was received; what is wrong with a document is said of the document.
    estado: 0,
    glosa: RECEPCION_ARCHIVO[0]!,
    documentos: named,
  }
  return buildRespuestaDte(caratula, row.numero, { recepciones: [recepcion] }, firma)
}

const namedOf = (d: DichoRow, rutReceptor: string): DocumentoRespondido => ({
  tipoDte: d.tipo_dte,
  folio: d.folio,
  fechaEmision: d.fecha_emision,
  rutEmisor: d.rut_emisor,
  rutReceptor,
  montoTotal: d.monto_total,
})
