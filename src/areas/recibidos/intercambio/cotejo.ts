// One statement of who answers held against the documents that the company issued (areas/recibidos/intercambio §4). In the caller's transaction.

import type { Ajena } from '../../../domain/intercambio'
import type { FirmaRecibida } from '../../../domain/recibido'
import { formatRut } from '../../../domain/rut'
import type { Firmado } from '../../../xml/recibido'
import type { DocumentoRow, Documentos } from '../../dte'
import type { Eventos } from '../../eventos'
import { contradiccionDe, DICE } from './contradiccion'
import { type Dicho, firmadaEnOf, glosaOf } from './dichos'
import type { TitularConRut } from './sii-mail'
import type { NuevaRecibida, RecibidaRow } from './statements'

interface Deps {
  documentos: Documentos
  eventos: Pick<Eventos, 'emit'>
  /** The answers matched to a document, oldest first. */
  ofDocumento(documentoId: string): readonly RecibidaRow[]
}

const FIRMADA: Record<FirmaRecibida, string> = {
  valida: 'firma correcta',
  invalida: 'FIRMA INCORRECTA',
  ausente: 'SIN FIRMA: cualquiera pudo escribirla',
  certificado_vencido: 'firma correcta con un certificado que no regía',
}

export function createCotejo({ documentos, eventos, ofDocumento }: Deps) {
  /** The document that is meant, and why it is not. */
  function find(
    { empresaId, ambiente, rut }: TitularConRut,
    dicho: Dicho,
    { rutResponde, rutRecibe }: Firmado,
  ): [DocumentoRow | null, Ajena | null] {
    const { tipoDte, folio, rutEmisor, rutReceptor, fechaEmision, montoTotal } = dicho
    if (!tipoDte || !folio) return [null, 'ningun_documento']
    // An answer that does not say whose document it is about means its addressee.
    if ((rutEmisor || rutRecibe) !== rut) return [null, 'otro_emisor']
    const row = documentos.byFolio({ empresaId, ambiente }, tipoDte, folio)
    // A document that never reached the SII never reached a receiver either.
    if (!row || row.estado_sii === 'no_enviado') return [null, 'documento_desconocido']
    if (rutResponde !== row.rut_receptor || (rutReceptor && rutReceptor !== row.rut_receptor))
      return [row, 'otro_receptor']
    if (
      (fechaEmision && fechaEmision !== row.fecha_emision) ||
      (montoTotal && montoTotal !== row.monto_total)
    )
      return [row, 'otros_datos']
    if (!dicho.posible) return [row, 'codigo_desconocido']
    return [row, null]
  }

  function publish(row: DocumentoRow, dicho: Dicho, rutFirmante: string | null, at: string): void {
    const { clase, codigo, recinto, firma } = dicho
    const glosa = glosaOf(dicho)
    const said = [codigo !== null && `${codigo}`, glosa, recinto && `en ${recinto}`]
      .filter(Boolean)
      .join(', ')
    const signer = rutFirmante ? ` de ${formatRut(rutFirmante)}` : ''
    const against = contradiccionDe(ofDocumento(row.id), dicho)
    documentos.addHistory(
      row.id,
      at,
      'respuesta_receptor',
      null,
      `${DICE[clase]}${said && `: ${said}`} (${FIRMADA[firma]}${signer})${against ? `. CONTRADICE: ${against}` : ''}`,
    )
    eventos.emit({ empresaId: row.empresa_id, ambiente: row.ambiente }, [
      {
        evento: 'intercambio.respuesta',
        data: () => ({
          empresa_id: row.empresa_id,
          ambiente: row.ambiente,
          job_id: row.job_id,
          tipo_dte: row.tipo_dte,
          folio: row.folio,
          rut_receptor: row.rut_receptor,
          clase,
          estado: codigo,
          glosa,
          firma,
        }),
      },
    ])
  }

  /** Returns the row to write; records it in its document's history. */
  return (titular: TitularConRut, dicho: Dicho, leida: Firmado, at: string): NuevaRecibida => {
    const [row, motivo] = find(titular, dicho, leida)
    const { rutResponde: rut_responde, rutFirmante: rut_firmante } = leida
    const { clase, tipoDte: tipo_dte, folio, codigo, recinto, firma } = dicho
    if (row && motivo === null) publish(row, dicho, rut_firmante, at)
    return {
      ...{
        clase,
        documento_id: motivo === null ? row!.id : null,
        tipo_dte,
        folio,
        codigo,
        glosa: glosaOf(dicho),
        recinto,
        firma,
      },
      ...{ rut_responde, rut_firmante, motivo, firmada_en: firmadaEnOf(dicho) },
    }
  }
}
