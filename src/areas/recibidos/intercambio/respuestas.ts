// Answers of the company on disk (areas/recibidos/intercambio §1): what each says is written when it is asked for, its bytes once, and both before a
// mail leaves. Writers run inside the caller's transaction.

import { isOpuesta, type SinSalida } from '../../../domain/intercambio'
import type { Titular } from '../../../domain/titular'
import type { Store } from '../../../store/store'
import {
  type DichoRow,
  type Filtro,
  type HermanaRow,
  prepareEntradas,
  prepareRespuestas,
  type RespuestaRow,
} from './statements'

export type { DichoRow, RespuestaRow } from './statements'

export type Respuestas = ReturnType<typeof createRespuestas>

/** The statements and documents of a new answer. */
type NuevaRespuesta = Omit<
  RespuestaRow,
  'numero' | 'codigo_envio' | 'estado' | 'error' | 'firmada_en' | 'enviada_en'
> & { documentos: readonly { recibidoId: string; codigo: number | null; glosa: string }[] }

export function createRespuestas({ client, secrets }: Pick<Store, 'client' | 'secrets'>) {
  const sql = prepareRespuestas(client)
  const entradas = prepareEntradas(client)
  const place = (id: string) => ({ table: 'respuesta_xml', column: 'xml_cifrado', id })
  /** Those that it does not name yet. */
  const addDocumentos = (id: string, documentos: NuevaRespuesta['documentos']): void => {
    for (const { recibidoId, codigo, glosa } of documentos)
      sql.insertDocumento.run(id, recibidoId, codigo, glosa)
  }
  return {
    byId: ({ empresaId, ambiente }: Titular, id: string) => sql.byId.get(empresaId, ambiente, id),
    byJob: (jobId: string) => sql.byJob.get(jobId),
    documentos: ({ id }: Pick<RespuestaRow, 'id'>): DichoRow[] => sql.documentos.all(id),
    /** The last of the company's own that says the opposite of one of its documents. */
    contraria: ({ id, tipo }: Pick<RespuestaRow, 'id' | 'tipo'>): HermanaRow | undefined =>
      sql.hermanas
        .all(id)
        .find((other) =>
          isOpuesta({ clase: tipo, codigo: other.propio }, { clase: other.tipo, codigo: other.codigo }),
        ),
    /** The newest answer that says just this of a document. */
    same: (recibidoId: string, dicho: Pick<RespuestaRow, 'tipo' | 'codigo' | 'glosa' | 'recinto'>) =>
      sql.same.get({ ...dicho, recibido_id: recibidoId }),
    /** The receipt of a file that leaves by itself. */
    automatica: (archivoId: string) => sql.automatica.get(archivoId),
    /** A received document of the company. */
    recibido: ({ empresaId, ambiente }: Titular, id: string) =>
      entradas.recibido.get(empresaId, ambiente, id),
    recibidosOf: (archivoId: string) => entradas.deArchivo.all(archivoId),
    archivo: (id: string) => entradas.archivo.get(id)!,
    insert({ documentos, ...row }: NuevaRespuesta): void {
      const numero = sql.lastNumber.get(row.empresa_id, row.ambiente)! + 1
      const codigo_envio = sql.codigoEnvio.get(row.archivo_id) ?? numero
      sql.insert.run({ ...row, numero, codigo_envio })
      addDocumentos(row.id, documentos)
    },
    addDocumentos,
    /** It is to leave after all, by another job. */
    again: (id: string, jobId: string, destinatario: string | null, sinSalida: SinSalida | null) =>
      void sql.again.run(jobId, destinatario, sinSalida, id),
    /** The frozen bytes; null before. */
    xml(id: string): Buffer | null {
      const sealed = sql.xml.get(id)
      return sealed ? secrets.open(place(id), sealed) : null
    },
    /** Writes them, once: a second freezing throws. */
    freeze: client.transaction((id: string, xml: Buffer, at: string): void => {
      sql.insertXml.run(id, secrets.seal(place(id), xml))
      sql.setSigned.run(at, id)
    }),
    markSent: (id: string, at: string) => void sql.setSent.run(at, id),
    /** Its job stopped. */
    markFailed: (jobId: string, error: string) => void sql.setFailed.run(error, jobId),
    /** A person has its job run again. */
    reopen: (jobId: string) => void sql.reopen.run(jobId),
    list: (filtro: Filtro, limit: number, offset: number, last: RespuestaRow | null) =>
      sql.list.all({ ...filtro, en: last?.creada_en ?? '9999', tras: last?.id ?? '', limit, offset }),
    count: (filtro: Filtro): number => sql.total.get(filtro)!,
    ofRecibido: (recibidoId: string): RespuestaRow[] => sql.ofRecibido.all(recibidoId),
  }
}
