// The statements of a reading: each letter is looked up and written (src §3.15; store §4). Those of a box itself are the builder's.

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../../domain/ambiente'
import { prepareInsert } from '../../../store/statements'
import { type buzonVisto, mensaje } from '../../../store/tables/buzon'
import type { Row } from '../../../store/tables/row'

export type MensajeRow = Row<typeof mensaje>
type Visto = Row<typeof buzonVisto>
type DeEmpresa = Pick<MensajeRow, 'empresa_id' | 'ambiente'>
type Propio = [empresaId: string, ambiente: Ambiente]

type Hallado = Pick<
  MensajeRow,
  'id' | 'resultado' | 'documentos' | 'repetidos' | 'respuestas' | 'ajenos' | 'ignorados'
>

/** The filters of a list; `resultados` JSON, null is all. */
interface FiltroMensajes extends DeEmpresa {
  resultados: string | null
  /** When they were read: instants, the last excluded; null is any. */
  desde: string | null
  hasta: string | null
}

/** A document that a message brought, or told a cession of. */
export interface DocumentoTraido {
  id: string
  tipo_dte: number
  folio: number
  rut_emisor: string
  razon_social_emisor: string
}

const TRAIDO = 'r.id, r.tipo_dte, r.folio, r.rut_emisor, r.razon_social_emisor'

const FOUND = `FROM mensaje WHERE empresa_id = @empresa_id AND ambiente = @ambiente
  AND (@resultados IS NULL OR resultado IN (SELECT value FROM json_each(@resultados)))
  AND (@desde IS NULL OR leido_en >= @desde) AND (@hasta IS NULL OR leido_en < @hasta)`

export const prepareBuzon = (client: Database) => ({
  isCurrent: client
    .prepare<[...Propio, guardadoEn: string], 0 | 1>(
      `SELECT EXISTS (SELECT 1 FROM buzon b JOIN empresa e ON e.id = b.empresa_id
         WHERE b.empresa_id = ? AND b.ambiente = ? AND b.guardado_en = ? AND b.apagado_en IS NULL AND e.deleted_at IS NULL)`,
    )
    .pluck(),
  begin: prepareInsert(client, mensaje, ['documentos', 'repetidos', 'respuestas', 'ajenos', 'ignorados']),
  find: client.prepare<
    [Pick<MensajeRow, 'empresa_id' | 'ambiente' | 'huella'>],
    Pick<MensajeRow, 'id' | 'resultado'>
  >(
    'SELECT id, resultado FROM mensaje WHERE empresa_id = @empresa_id AND ambiente = @ambiente AND huella = @huella',
  ),
  end: client.prepare<[Hallado]>(
    `UPDATE mensaje SET resultado = @resultado, documentos = @documentos, repetidos = @repetidos, respuestas = @respuestas,
       ajenos = @ajenos, ignorados = @ignorados WHERE id = @id`,
  ),
  /** Documents that files of a message brought or told a cession of, whichever attempt wrote them. */
  brought: client
    .prepare<[mensajeId: string], number>(
      `SELECT coalesce(sum((SELECT count(*) FROM recibido WHERE archivo_id = a.id)
         + (SELECT count(*) FROM recibido_cesion WHERE archivo_id = a.id)), 0) FROM recibido_archivo a WHERE a.mensaje_id = ?`,
    )
    .pluck(),

  /**
   * Marks a message of the box that is read; if a person has put in another box meanwhile, the number is
   * another's.
   */
  see: client.prepare<[Visto & { guardado_en: string }]>(
    `INSERT INTO buzon_visto (empresa_id, ambiente, uid, mensaje_id, job_id, repetido, por_marcar)
     SELECT @empresa_id, @ambiente, @uid, @mensaje_id, @job_id, @repetido, @por_marcar FROM buzon
     WHERE empresa_id = @empresa_id AND ambiente = @ambiente AND guardado_en = @guardado_en ON CONFLICT DO NOTHING`,
  ),
  lastSeen: client
    .prepare<Propio, number>(
      'SELECT coalesce(max(uid), 0) FROM buzon_visto WHERE empresa_id = ? AND ambiente = ?',
    )
    .pluck(),
  seenAmong: client
    .prepare<[...Propio, uids: string], number>(
      `SELECT uid FROM buzon_visto WHERE empresa_id = ? AND ambiente = ? AND uid IN (SELECT value FROM json_each(?))`,
    )
    .pluck(),
  unmarked: client
    .prepare<[...Propio, limit: number], number>(
      'SELECT uid FROM buzon_visto WHERE empresa_id = ? AND ambiente = ? AND por_marcar = 1 ORDER BY uid LIMIT ?',
    )
    .pluck(),
  marked: client.prepare<[...Propio, uids: string]>(
    `UPDATE buzon_visto SET por_marcar = 0
     WHERE empresa_id = ? AND ambiente = ? AND uid IN (SELECT value FROM json_each(?))`,
  ),
  forgetSeen: client.prepare<Propio>('DELETE FROM buzon_visto WHERE empresa_id = ? AND ambiente = ?'),

  /** The results of a job, number by number; a message that came before has only repeated documents. */
  ofJob: client.prepare<
    [jobId: string],
    { mensajes: number; documentos: number; repetidos: number; ignorados: number }
  >(
    `SELECT count(*) AS mensajes, coalesce(sum(CASE v.repetido WHEN 0 THEN m.documentos END), 0) AS documentos,
       coalesce(sum(m.repetidos + CASE v.repetido WHEN 1 THEN m.documentos ELSE 0 END), 0) AS repetidos,
       coalesce(sum(m.resultado IN ('ignorado', 'otro_rut')), 0) AS ignorados
     FROM buzon_visto v JOIN mensaje m ON m.id = v.mensaje_id WHERE v.job_id = ?`,
  ),

  /** Before an id. */
  list: client.prepare<[FiltroMensajes & { antes: string; limit: number; offset: number }], MensajeRow>(
    `SELECT * ${FOUND} AND id < @antes ORDER BY id DESC LIMIT @limit OFFSET @offset`,
  ),
  total: client.prepare<[FiltroMensajes], number>(`SELECT count(*) ${FOUND}`).pluck(),
  /** The first of a message in the order in which they stand, so that of two thousand no more than these are read. */
  documentos: client.prepare<[{ mensaje: string; limit: number }], DocumentoTraido>(
    `SELECT ${TRAIDO} FROM recibido_archivo a CROSS JOIN recibido r ON r.archivo_id = a.id WHERE a.mensaje_id = @mensaje
     UNION ALL
     SELECT ${TRAIDO} FROM recibido_archivo a CROSS JOIN recibido_cesion c ON c.archivo_id = a.id
       CROSS JOIN recibido r ON r.id = c.recibido_id WHERE a.mensaje_id = @mensaje LIMIT @limit`,
  ),
})
