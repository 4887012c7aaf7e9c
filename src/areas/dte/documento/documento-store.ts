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
import { type DocumentoRow, type EmitidoRow, prepareDocumentos } from './statements'

/** The encrypted content of a document row: the accepted document and the extra data of its paper. */
/** A value of a day by which prices were put into pesos (areas/catalogo §5). */
export interface ValorUsado {
  moneda: string
  /** Pesos for one unit. */
  valor: string
  /** The day that the value is of. */
  fecha: string
  fuente: string
}

export interface Contenido {
  dte: Dte
  impresion: Impresion
  resolucion: Resolucion
  sitioWeb?: string
  /** Absent where no line named a currency. */
  valores?: readonly ValorUsado[]
}

/** The data of a document of here or of elsewhere. */
interface Datos extends Titular {
  id: string
  contenido: Contenido
  referenciaExterna: string | null
  /** The number of a foreigner that the request named as a customer: not every type can carry it. */
  numIdCliente?: string | undefined
}

/** The data of a document when its folio is taken. */
interface NuevoDocumento extends Datos {
  jobId: string
  cafId: string
}

/** A document that another program issued: its `DTE` as it came, in Latin-1 with references for what that lacks; null where the register alone tells of it. */
interface DocumentoImportado extends Datos {
  xml: string | null
  firmadoAt: string | null
}

export type { DocumentoRow, EmitidoRow, EstadoSii }

/** Whether it was issued here: nobody is told by events of what was moved in. */
export const isIssuedHere = (row: DocumentoRow): row is EmitidoRow => row.job_id !== null

/** Whether the document was given up: its job discarded, its folio free or a gap. */
export const isDescartado = ({ folio_estado }: DocumentoRow): boolean =>
  folio_estado === 'libre' || folio_estado === 'por_anular'

/** Whether it came to nothing beyond doubt: rejected, or given up before the SII could see it. */
export const isMuerto = (row: DocumentoRow): boolean =>
  row.estado_sii === 'rechazado' || (isDescartado(row) && row.visto === 0)

/** Whether it stands: the SII took it, objections or not, or it was issued elsewhere and says nothing against it. */
export const isAceptado = ({ estado_sii }: DocumentoRow): boolean =>
  estado_sii === 'aceptado' || estado_sii === 'aceptado_con_reparos' || estado_sii === 'no_consultado'

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

/** State of the folio, the SII's and the origin of a document of here, and of one moved in. */
const AQUI = ['tomado', 'no_enviado', 'emitido']
const FUERA = ['usado', 'no_consultado', 'importado']

/** Documents and their history. All but the readers run inside the caller's transaction. */
/** A document of elsewhere may say anything. */
const formaPagoOf = ({ formaPago }: Dte['idDoc']): 1 | 2 | 3 | null =>
  formaPago === 1 || formaPago === 2 || formaPago === 3 ? formaPago : null

export function createDocumentos({ client, secrets }: Store) {
  const sql = prepareDocumentos(client)
  const contenidoPlace = (id: string) => ({ table: 'documento_contenido', column: 'contenido_cifrado', id })
  const xmlPlace = (id: string) => ({ table: 'documento_xml', column: 'xml_cifrado', id })

  const fresh = createFreshContenido()
  const sealedContenido = ({ id }: DocumentoRow): Uint8Array => sql.contenido.get(id)!
  const openContenido = ({ id }: DocumentoRow, sealed: Uint8Array): Contenido =>
    asNow(JSON.parse(secrets.open(contenidoPlace(id), sealed).toString()))

  function insert(d: Datos & Partial<NuevoDocumento>, createdAt: string): string {
    const { idDoc, emisor, receptor } = d.contenido.dte
    const montos = montosEnPesos(d.contenido.dte)
    sql.insert.run(
      d.id,
      d.empresaId,
      d.ambiente,
      idDoc.tipoDte,
      idDoc.folio,
      d.cafId ?? null,
      d.jobId ?? null,
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
      formaPagoOf(idDoc),
      receptor.rut === RUT_EXTRANJERO ? (receptor.extranjero?.numId ?? d.numIdCliente ?? null) : null,
      ...(d.jobId ? AQUI : FUERA),
    )
    const text = JSON.stringify(d.contenido)
    sql.insertContenido.run(d.id, secrets.seal(contenidoPlace(d.id), text))
    return text
  }

  return {
    insert(d: NuevoDocumento, createdAt: string): void {
      fresh.put(d.id, insert(d, createdAt))
    },
    /** One that was issued elsewhere: it has no range, no job, and nobody signs or sends it. */
    insertImported(d: DocumentoImportado, createdAt: string): void {
      insert(d, createdAt)
      if (d.xml === null) sql.setRegistro.run(d.id)
      else this.setImportedXml(d, d.xml)
    },
    /** The bytes of one that the register alone told of until now, too. */
    setImportedXml({ id, firmadoAt }: Pick<DocumentoImportado, 'id' | 'firmadoAt'>, xml: string): void {
      sql.insertXml.run(id, secrets.seal(xmlPlace(id), Buffer.from(xml, 'latin1')))
      sql.setImported.run(firmadoAt, id)
    },
    /** The content of an imported one of which the register alone told until now. */
    replaceContenido(id: string, contenido: Contenido): void {
      sql.setContenido.run(secrets.seal(contenidoPlace(id), JSON.stringify(contenido)), id)
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
