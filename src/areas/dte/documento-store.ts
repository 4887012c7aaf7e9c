// Documents on disk: rows, their encrypted content and their frozen bytes. Every statement is prepared once; the accepting
// transaction and the emission job run them thousands of times a second.

import type { Ambiente } from '../../domain/ambiente'
import type { Dte, Impresion } from '../../domain/dte/dte'
import type { EstadoSii, FolioEstado } from '../../domain/dte/estados'
import { montosEnPesos } from '../../domain/dte/pesos'
import type { Store } from '../../store/store'
import type { documento } from '../../store/tables/documento'
import type { Row } from '../../store/tables/row'
import { textoBuscado } from './busqueda'
import type { Resolucion } from './emisor'

/** What a document row keeps encrypted: the document as accepted and what its paper needs beside it. */
export interface Contenido {
  dte: Dte
  impresion: Impresion
  resolucion: Resolucion
  sitioWeb?: string
}

/** What is known of a document when its folio is taken. */
export interface NuevoDocumento {
  id: string
  jobId: string
  cafId: string
  empresaId: string
  ambiente: Ambiente
  contenido: Contenido
  referenciaExterna: string | null
}

export type { EstadoSii, FolioEstado }

export type DocumentoRow = Row<typeof documento>

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

/** What was stored before the kind of purchase had a name of its own beside the kind of sale. */
function asNow(contenido: Contenido & { dte: { idDoc: { tipoTransaccion?: number } } }): Contenido {
  const { tipoTransaccion, ...idDoc } = contenido.dte.idDoc
  if (tipoTransaccion === undefined) return contenido
  return {
    ...contenido,
    dte: { ...contenido.dte, idDoc: { ...idDoc, tipoTransaccionCompra: tipoTransaccion } },
  }
}

/** The statements over `documento` and its history. All but the readers run inside the caller's transaction. */
export function createDocumentos({ client, secrets }: Store) {
  const insert = client.prepare(
    `INSERT INTO documento (id, empresa_id, ambiente, tipo_dte, folio, caf_id, job_id, fecha_emision, rut_emisor,
       rut_receptor, razon_social_receptor, monto_neto, monto_exento, monto_iva, monto_total, saldo, referencia_externa,
       busqueda, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const insertContenido = client.prepare('INSERT INTO documento_contenido VALUES (?, ?)')
  const getContenido = client
    .prepare<[string], Uint8Array>('SELECT contenido_cifrado FROM documento_contenido WHERE documento_id = ?')
    .pluck()
  const bytesContenido = client
    .prepare<[string], number>(
      'SELECT length(contenido_cifrado) FROM documento_contenido WHERE documento_id = ?',
    )
    .pluck()
  const insertXml = client.prepare('INSERT INTO documento_xml VALUES (?, ?)')
  const getXml = client
    .prepare<[string], Uint8Array>('SELECT xml_cifrado FROM documento_xml WHERE documento_id = ?')
    .pluck()
  const byJob = client.prepare('SELECT * FROM documento WHERE job_id = ?')
  const byId = client.prepare('SELECT * FROM documento WHERE id = ?')
  const byFolio = client.prepare(
    `SELECT * FROM documento WHERE empresa_id = ? AND ambiente = ? AND tipo_dte = ? AND folio = ? AND folio_estado <> 'libre'`,
  )
  const byEnvio = client.prepare('SELECT * FROM documento WHERE envio_id = ? ORDER BY rowid')
  const setSigned = client.prepare('UPDATE documento SET firmado_at = ?, formato_nuevo = ? WHERE id = ?')
  const history = client.prepare(
    'INSERT INTO documento_historial (documento_id, fecha, estado, sii_codigo, detalle) VALUES (?, ?, ?, ?, ?)',
  )
  const setConciliar = client.prepare('UPDATE documento SET conciliar = ? WHERE id = ?')
  const setFolio = client.prepare('UPDATE documento SET folio_estado = ? WHERE id = ?')
  const setVerdict = client.prepare(
    'UPDATE documento SET estado_sii = ?, codigo_sii = ?, glosa_sii = ? WHERE id = ?',
  )
  const contenidoPlace = (id: string) => ({ table: 'documento_contenido', column: 'contenido_cifrado', id })
  const xmlPlace = (id: string) => ({ table: 'documento_xml', column: 'xml_cifrado', id })

  return {
    insert(d: NuevoDocumento, createdAt: string): void {
      const { idDoc, emisor, receptor } = d.contenido.dte
      const montos = montosEnPesos(d.contenido.dte)
      insert.run(
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
        // Of an export `MntExe`: what is never paid totals 0 and still has a balance (formato-dte.md §2.12).
        d.contenido.dte.totales.moneda ? montos.exento : montos.total,
        d.referenciaExterna,
        textoBuscado(receptor.razonSocial, d.referenciaExterna),
        createdAt,
      )
      insertContenido.run(d.id, secrets.seal(contenidoPlace(d.id), JSON.stringify(d.contenido)))
    },
    byJob: (jobId: string) => byJob.get(jobId) as DocumentoRow | undefined,
    byId: (id: string) => byId.get(id) as DocumentoRow | undefined,
    byFolio: (empresaId: string, ambiente: Ambiente, tipo: number, folio: number) =>
      byFolio.get(empresaId, ambiente, tipo, folio) as DocumentoRow | undefined,
    byEnvio: (envioId: string) => byEnvio.all(envioId) as DocumentoRow[],
    contenido: ({ id }: DocumentoRow): Contenido =>
      asNow(JSON.parse(secrets.open(contenidoPlace(id), getContenido.get(id) as Uint8Array).toString())),
    /** How large it is, without opening it. */
    bytesContenido: ({ id }: DocumentoRow): number => bytesContenido.get(id)!,
    /** The text of the frozen `DTE` element, null before it is signed. */
    xml({ id }: Pick<DocumentoRow, 'id'>): string | null {
      const sealed = getXml.get(id) as Uint8Array | undefined
      return sealed ? secrets.open(xmlPlace(id), sealed).toString('latin1') : null
    },
    /** Stores the signed bytes. They are never replaced: a second freezing of one document throws. */
    freeze(id: string, xml: string, formatoNuevo: boolean, at: string): void {
      insertXml.run(id, secrets.seal(xmlPlace(id), Buffer.from(xml, 'latin1')))
      setSigned.run(at, formatoNuevo ? 1 : 0, id)
    },
    addHistory(
      id: string,
      at: string,
      estado: string,
      siiCodigo: string | null,
      detalle: string | null,
    ): void {
      history.run(id, at, estado, siiCodigo, detalle)
    },
    setConciliar: (id: string, conciliar: DocumentoRow['conciliar']) => setConciliar.run(conciliar, id),
    setFolioEstado: (id: string, estado: FolioEstado) => setFolio.run(estado, id),
    setVerdict: (id: string, estado: EstadoSii, codigo: string | null, glosa: string | null) =>
      setVerdict.run(estado, codigo, glosa, id),
  }
}
