// The message that brings a document to its receiver: the envelope of the exchange between taxpayers (xml §2.3), the
// printed representation and a few lines in Spanish. Made of what is frozen alone, so that every attempt sends the same.

import type { Clock } from '../../base/clock'
import { pauses } from '../../base/turn'
import { tipoDocumento } from '../../domain/dte/tipos'
import { chileTimestamp } from '../../domain/fecha'
import { formatRut } from '../../domain/rut'
import type { Adjunto, Mensaje } from '../../mail/correo'
import type { Printer } from '../../pdf'
import { formatFecha, totalEscrito } from '../../pdf'
import { LATIN1_DECLARATION } from '../../xml/dte-xml'
import type { Sign } from '../../xml/firma'
import { buildSobre } from '../../xml/sobre'
import {
  type DocumentoRow,
  type Documentos,
  type Emisores,
  loadFirmante,
  nombreDocumento,
  nombreIntercambio,
  renderCarta,
} from '../dte'
import type { Plantillas } from '../plantilla'
import type { Publico } from '../ver'
import type { Copia, Remitente } from './copia-store'

interface Deps {
  clock: Clock
  sign: Sign
  documentos: Documentos
  plantillas: Plantillas
  emisores: Emisores
  publico: Publico
  copias: { remitente(empresaId: string): Remitente }
  printer: Printer
}

/** Throws CERTIFICATE_MISSING, CERTIFICATE_EXPIRED, CERTIFICATE_INVALID: nobody can sign the envelope. */
export type BuildMensaje = (row: DocumentoRow, copia: Copia) => Promise<Mensaje>

const PRUEBA = { simulacion: '[SIMULACIÓN] ', certificacion: '[CERTIFICACIÓN] ', produccion: '' }

/**
 * The envelope's date: the request's day, but never before the certificate's first day.
 */
const dateOf = ({ createdAt }: Copia, validoDesde: string): Date =>
  new Date(Math.max(Date.parse(createdAt), Date.parse(validoDesde)))

export function createBuildMensaje({
  clock,
  sign,
  documentos,
  plantillas,
  emisores,
  publico,
  copias,
  printer,
}: Deps): BuildMensaje {
  /** A boleta is not exchanged between taxpayers: its buyer gets the document as it was signed. */
  async function xmlOf(row: DocumentoRow, copia: Copia): Promise<Adjunto> {
    const { tipo_dte: tipoDte, folio, rut_emisor: rutEmisor, rut_receptor: rutReceptor } = row
    const xml = documentos.xml(row)!
    const tipo = 'application/xml'
    if (tipoDocumento(tipoDte).sobre === 'EnvioBOLETA') {
      const contenido = Buffer.from(LATIN1_DECLARATION + xml, 'latin1')
      return { nombre: nombreDocumento(rutEmisor, tipoDte, folio, 'xml'), tipo, contenido }
    }
    const { firmante, llave, validoDesde } = loadFirmante(
      emisores,
      { empresaId: row.empresa_id, ambiente: row.ambiente },
      clock(),
    )
    const resolucion =
      emisores.get({ empresaId: row.empresa_id, ambiente: row.ambiente }).resolucion ??
      documentos.contenido(row).resolucion
    const { bytes: contenido } = await buildSobre(
      'EnvioDTE',
      { rutEmisor, rutEnvia: firmante.rut, rutReceptor, resolucion },
      [{ tipoDte, xml }],
      { llave, sign, at: chileTimestamp(dateOf(copia, validoDesde)), pause: pauses() },
    )
    return { nombre: nombreIntercambio(rutEmisor, tipoDte, folio), tipo, contenido }
  }

  return async (row, copia) => {
    const { dte } = documentos.contenido(row)
    const { emailIntercambio, email } = copias.remitente(row.empresa_id)
    const xml = await xmlOf(row, copia)
    const pdf: Adjunto = {
      nombre: nombreDocumento(row.rut_emisor, row.tipo_dte, row.folio, 'pdf'),
      tipo: 'application/pdf',
      contenido: await renderCarta({ documentos, plantillas, printer }, row),
    }
    const que = `${tipoDocumento(row.tipo_dte).nombre} N° ${row.folio}`
    const enlace = publico.urlOf(row)
    const lines = [
      dte.receptor.razonSocial ? `${dte.receptor.razonSocial}:` : 'Estimado cliente:',
      '',
      `${dte.emisor.razonSocial}, RUT ${formatRut(row.rut_emisor)}, le envía este documento tributario electrónico:`,
      '',
      `  ${que}`,
      `  Fecha: ${formatFecha(row.fecha_emision)}`,
      `  Total: ${totalEscrito(dte)}`,
      '',
      'Adjuntos:',
      `  ${xml.nombre}: el documento firmado, para su sistema.`,
      `  ${pdf.nombre}: la representación impresa.`,
      ...(enlace ? ['', 'También puede verlo, y saber qué dijo de él el SII, en:', `  ${enlace}`] : []),
      ...(row.ambiente === 'produccion'
        ? []
        : ['', 'Es un documento de prueba, sin validez tributaria: no lo contabilice.']),
      '',
      'Este correo se envió automáticamente.',
      '',
    ]
    return {
      id: copia.id,
      fecha: new Date(copia.createdAt),
      remitente: dte.emisor.razonSocial,
      responderA: emailIntercambio ?? email,
      para: copia.destinatario,
      asunto: `${PRUEBA[row.ambiente]}${que} de ${dte.emisor.razonSocial}`,
      texto: lines.join('\n'),
      adjuntos: [xml, pdf],
    }
  }
}
