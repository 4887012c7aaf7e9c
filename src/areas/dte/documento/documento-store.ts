// Documents on disk: rows, their encrypted content and their frozen bytes. The accepting transaction and a line's run
// ask for them thousands of times a second.

import type { Dte, Impresion } from '../../../domain/dte/dte'
import type { EstadoSii, FolioEstado } from '../../../domain/dte/estados'
import { montosEnPesos } from '../../../domain/dte/pesos'
import { RUT_EXTRANJERO } from '../../../domain/rut'
import type { Titular } from '../../../domain/titular'
import type { Store } from '../../../store/store'
import type { Resolucion } from './emisor'
import { createFreshContenido } from './fresh-contenido'
import { searchedText } from './search'
import { type DocumentoRow, prepareDocumentos } from './statements'

/** The encrypted content of a document row: the accepted document and the extra data of its paper. */
export interface Contenido {
  dte: Dte
  impresion: Impresion
  resolucion: Resolucion
  sitioWeb?: string
}

/** The data of a document when its folio is taken. */
interface NuevoDocumento extends Titular {
  id: string
  jobId: string
  cafId: string
  contenido: Contenido
  referenciaExterna: string | null
  /** The number of a foreigner that the request named as a customer: not every type can carry it. */
  numIdCliente?: string | undefined
}

export type { DocumentoRow, EstadoSii }

/** Whether the document was given up: its job discarded, its folio free or a gap. */
export const isDescartado = ({ folio_estado }: DocumentoRow): boolean =>
  folio_estado === 'libre' || folio_estado === 'por_anular'

/** Whether it came to nothing beyond doubt: rejected, or given up before the SII could see it. */
export const isMuerto = (row: DocumentoRow): boolean =>
  row.estado_sii === 'rechazado' || (isDescartado(row) && row.visto === 0)

/** Whether the SII took it, objections or not. */
export const isAceptado = ({ estado_sii }: DocumentoRow): boolean =>
  estado_sii === 'aceptado' || estado_sii === 'aceptado_con_reparos'

export type Documentos = ReturnType<typeof createDocumentos>

/** Rows from before the kind of purchase had its own name, read in today's form. */
function asNow(contenido: Contenido & { dte: { idDoc: { tipoTransaccion?: number } } }): Contenido {
  if (contenido.dte.idDoc.tipoTransaccion === undefined) return contenido
  const { tipoTransaccion, ...idDoc } = contenido.dte.idDoc
  return {
    ...contenido,
    dte: { ...contenido.dte, idDoc: { ...idDoc, tipoTransaccionCompra: tipoTransaccion } },
  }
}

/** Documents and their history. All but the readers run inside the caller's transaction. */
export function createDocumentos({ client, secrets }: Store) {
  const sql = prepareDocumentos(client)
  const contenidoPlace = (id: string) => ({ table: 'documento_contenido', column: 'contenido_cifrado', id })
  const xmlPlace = (id: string) => ({ table: 'documento_xml', column: 'xml_cifrado', id })

  const fresh = createFreshContenido()
  const sealedContenido = ({ id }: DocumentoRow): Uint8Array => sql.contenido.get(id)!
  const openContenido = ({ id }: DocumentoRow, sealed: Uint8Array): Contenido =>
    asNow(JSON.parse(secrets.open(contenidoPlace(id), sealed).toString()))

  return {
    insert(d: NuevoDocumento, createdAt: string): void {
      const { idDoc, emisor, receptor } = d.contenido.dte
      const montos = montosEnPesos(d.contenido.dte)
      sql.insert.run(
        d.id,
        d.empresaId,
        d.ambiente,
        idDoc.tipoDte,
        idDoc.folio,
        d.cafId,
        d.jobId,
        idDoc.fechaEmision,
        emisor.rut,
        receptor.rut,
        receptor.razonSocial ?? null,
        montos.neto,
        montos.exento,
        montos.iva,
        montos.total,
        // An export takes `MntExe`: a document that is never paid totals 0 and still has a balance
        // (domain/dte §6.11).
        d.contenido.dte.totales.moneda ? montos.exento : montos.total,
        d.referenciaExterna,
        searchedText(receptor.razonSocial, d.referenciaExterna),
        createdAt,
        idDoc.formaPago ?? null,
        receptor.rut === RUT_EXTRANJERO ? (receptor.extranjero?.numId ?? d.numIdCliente ?? null) : null,
      )
      const text = JSON.stringify(d.contenido)
      sql.insertContenido.run(d.id, secrets.seal(contenidoPlace(d.id), text))
      fresh.put(d.id, text)
    },
    byJob: (jobId: string) => sql.byJob.get(jobId),
    /** The documents of all these jobs, in their order. */
    byJobs: (jobIds: readonly string[]) => sql.byJobs.all(JSON.stringify(jobIds)),
    byId: (id: string) => sql.byId.get(id),
    byFolio: ({ empresaId, ambiente }: Titular, tipo: number, folio: number) =>
      sql.byFolio.get(empresaId, ambiente, tipo, folio),
    byEnvio: (envioId: string) => sql.byEnvio.all(envioId),
    contenido: (row: DocumentoRow): Contenido => openContenido(row, sealedContenido(row)),
    /** The same for its signature: how long it is, to know before it is read. */
    contenidoToSign(row: DocumentoRow): { length: number; read(): Contenido } {
      const text = fresh.consume(row.id)
      if (text !== undefined) return { length: text.length, read: () => JSON.parse(text) }
      const sealed = sealedContenido(row)
      return { length: sealed.length, read: () => openContenido(row, sealed) }
    },
    /** The text of the frozen `DTE` element, null before it is signed. */
    xml({ id }: Pick<DocumentoRow, 'id'>): string | null {
      const sealed = sql.xml.get(id)
      return sealed ? secrets.open(xmlPlace(id), sealed).toString('latin1') : null
    },
    /** Stores the signed bytes. They are never replaced: a second freezing of one document throws. */
    freeze(id: string, xml: string, formatoNuevo: boolean, at: string): void {
      sql.insertXml.run(id, secrets.seal(xmlPlace(id), Buffer.from(xml, 'latin1')))
      sql.setSigned.run(at, formatoNuevo ? 1 : 0, id)
    },
    addHistory(
      id: string,
      at: string,
      estado: string,
      siiCodigo: string | null,
      detalle: string | null,
    ): void {
      sql.addHistory.run(id, at, estado, siiCodigo, detalle)
    },
    setConciliar: (id: string, conciliar: DocumentoRow['conciliar']) => sql.setConciliar.run(conciliar, id),
    setFolioEstado: (id: string, estado: FolioEstado) => sql.setFolio.run(estado, id),
    setVerdict: (id: string, estado: EstadoSii, codigo: string | null, glosa: string | null) =>
      sql.setVerdict.run(estado, codigo, glosa, id),
  }
}
