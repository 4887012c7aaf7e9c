// The mail that brings an answer to the issuer. Made of what is frozen alone, with the answer's own Message-ID: every attempt sends the same
// (areas/recibidos/intercambio §2).

import type { Ambiente } from '../../../domain/ambiente'
import { tipoDocumento } from '../../../domain/dte/tipos'
import type { ClaseRespuesta } from '../../../domain/intercambio'
import { formatRut } from '../../../domain/rut'
import type { Mensaje } from '../../../mail/correo'
import type { DichoRow, RespuestaRow } from './respuestas'

const TITULO: Record<ClaseRespuesta, string> = {
  recepcion: 'Acuse de recibo de su envío',
  resultado: 'Resultado comercial',
  recibo: 'Recibo de mercaderías o servicios',
}
const PRUEBA: Record<Ambiente, string> = {
  simulacion: '[SIMULACIÓN] ',
  certificacion: '[CERTIFICACIÓN] ',
  produccion: '',
}

/** How the file of an answer is called. */
export const nombreRespuesta = (
  rut: string,
  { tipo, numero }: Pick<RespuestaRow, 'tipo' | 'numero'>,
): string => `${tipo === 'recibo' ? 'EnvioRecibos' : 'RespuestaDTE'}_${rut}_${numero}.xml`

const LISTED = 20

export function buildMensaje(
  row: RespuestaRow,
  documentos: readonly DichoRow[],
  xml: Uint8Array,
  empresa: { rut: string; razonSocial: string; responderA: string | null },
): Mensaje {
  const named = documentos.map((d) => {
    const que = `${tipoDocumento(d.tipo_dte as never).nombre} N° ${d.folio}`
    const said = [d.codigo !== null && `${d.codigo}`, d.glosa].filter(Boolean).join(' ')
    return said ? `  ${que}: ${said}` : `  ${que}`
  })
  const nombre = nombreRespuesta(empresa.rut, row)
  const [first, ...others] = documentos
  const de = first ? `${tipoDocumento(first.tipo_dte as never).nombre} N° ${first.folio}` : 'su archivo'
  const lines = [
    `${empresa.razonSocial}, RUT ${formatRut(empresa.rut)}, responde por lo que recibió de usted:`,
    '',
    ...named.slice(0, LISTED),
    ...(named.length > LISTED ? [`  y ${named.length - LISTED} más`] : []),
    ...(row.recinto ? ['', `Recibido en: ${row.recinto}`] : []),
    '',
    `Adjunto: ${nombre}, la respuesta firmada, para su sistema.`,
    ...(row.ambiente === 'produccion'
      ? []
      : ['', 'Es una respuesta de prueba, sin validez: no la contabilice.']),
    '',
    'Este correo se envió automáticamente.',
    '',
  ]
  return {
    id: row.id,
    fecha: new Date(row.creada_en),
    remitente: empresa.razonSocial,
    responderA: empresa.responderA,
    para: row.destinatario!,
    asunto: `${PRUEBA[row.ambiente]}${TITULO[row.tipo]}: ${de}${others.length ? ` y ${others.length} más` : ''}`,
    texto: lines.join('\n'),
    adjuntos: [{ nombre, tipo: 'application/xml', contenido: xml }],
  }
}
