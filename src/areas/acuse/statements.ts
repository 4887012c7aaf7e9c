// The statements of acceptances and claims (http §27).

import type { Database } from 'better-sqlite3'
import { TIPOS_ACUSE } from '../../domain/acuse'
import { SIN_VALOR_SQL } from '../../domain/dte/estados'
import { prepareInsert } from '../../store/statements'
import { acuse, type acuseDocumento, acuseTanda } from '../../store/tables/acuse'
import type { documento } from '../../store/tables/documento'
import type { envio } from '../../store/tables/envio'
import { isEmitido, type rcvDocumento } from '../../store/tables/rcv'
import type { Row } from '../../store/tables/row'
import type { FiltroPendientes, PendienteRow, Plazo } from './pendiente'

export type AcuseRow = Row<typeof acuse>
type EstadoRow = Row<typeof acuseDocumento>
export type TandaRow = Row<typeof acuseTanda>
type RegistroRow = Row<typeof rcvDocumento>
type Titular = Pick<AcuseRow, 'empresa_id' | 'ambiente'>

/** A document as the SII's registry names it, of one company and environment. */
export type Clave = Pick<AcuseRow, 'empresa_id' | 'ambiente' | 'rut_emisor' | 'tipo_dte' | 'folio'>

const CLAVE =
  'empresa_id = @empresa_id AND ambiente = @ambiente AND rut_emisor = @rut_emisor AND tipo_dte = @tipo_dte AND folio = @folio'

export const prepareEstados = (client: Database) => ({
  get: client.prepare<[Clave], EstadoRow>(`SELECT * FROM acuse_documento WHERE ${CLAVE}`),
  put: client.prepare<[Omit<EstadoRow, 'rehusado_en'>]>(
    `INSERT INTO acuse_documento (empresa_id, ambiente, rut_emisor, tipo_dte, folio, eventos, recibido_sii, plazo_estimado, cedible,
       consultado_en)
     VALUES (@empresa_id, @ambiente, @rut_emisor, @tipo_dte, @folio, @eventos, @recibido_sii, @plazo_estimado, @cedible,
       @consultado_en)
     ON CONFLICT DO UPDATE SET eventos = excluded.eventos, recibido_sii = excluded.recibido_sii,
       plazo_estimado = excluded.plazo_estimado, cedible = excluded.cedible, consultado_en = excluded.consultado_en`,
  ),
  /** The purchase as the register has it. */
  registro: client.prepare<
    [Clave],
    Pick<RegistroRow, 'fecha_recepcion' | 'fecha_acuse' | 'fecha_reclamo' | 'visto_en'>
  >(
    `SELECT fecha_recepcion, fecha_acuse, fecha_reclamo, visto_en FROM rcv_documento
     WHERE empresa_id = @empresa_id AND ambiente = @ambiente AND lado = 'compra' AND rut = @rut_emisor
       AND tipo_dte = @tipo_dte AND folio = @folio`,
  ),
  /** In its received files: when a mail first brought it, whether it is paid at once or free (areas/recibidos §2). */
  recibido: client.prepare<[Clave], { correo: string | null; al_contado: 0 | 1; archivos: number }>(
    `SELECT min(CASE origen WHEN 'correo' THEN recibido_en END) AS correo, count(*) AS archivos,
       coalesce(min(CASE WHEN firma = 'valida' AND timbre = 'valido' THEN coalesce(forma_pago, 2) IN (1, 3) END), 0) AS al_contado
     FROM recibido WHERE ${CLAVE}`,
  ),
  decide: client.prepare<[acuse: string, documentoId: string]>('UPDATE documento SET acuse = ? WHERE id = ?'),
  refused: client.prepare<[Clave & { rehusado_en: string }]>(
    `INSERT INTO acuse_documento (empresa_id, ambiente, rut_emisor, tipo_dte, folio, rehusado_en)
     VALUES (@empresa_id, @ambiente, @rut_emisor, @tipo_dte, @folio, @rehusado_en)
     ON CONFLICT DO UPDATE SET rehusado_en = excluded.rehusado_en`,
  ),
})

export const prepareAcuses = (client: Database) => ({
  find: client.prepare<[Clave & Pick<AcuseRow, 'accion'>], AcuseRow>(
    `SELECT * FROM acuse WHERE ${CLAVE} AND accion = @accion`,
  ),
  begin: prepareInsert(client, acuse, ['codigo_sii', 'glosa', 'registrado_en'], 'ON CONFLICT DO NOTHING'),
  /** The last comment on an act not done yet counts. */
  comment: client.prepare<[comentario: string, id: string]>(
    "UPDATE acuse SET comentario = ? WHERE id = ? AND estado = 'enviando'",
  ),
  finish: client.prepare<[Pick<AcuseRow, 'id' | 'codigo_sii' | 'glosa' | 'registrado_en'>]>(
    `UPDATE acuse SET estado = 'registrado', codigo_sii = @codigo_sii, glosa = @glosa, registrado_en = @registrado_en
     WHERE id = @id AND estado = 'enviando'`,
  ),
  forget: client.prepare<[id: string]>("DELETE FROM acuse WHERE id = ? AND estado = 'enviando'"),
})

const same = (one: string, other: string, rut = 'rut_emisor'): string =>
  `${one}.empresa_id = ${other}.empresa_id AND ${one}.ambiente = ${other}.ambiente AND ${one}.${rut} = ${other}.rut_emisor
   AND ${one}.tipo_dte = ${other}.tipo_dte AND ${one}.folio = ${other}.folio`
const RUNS = `tipo_dte IN (${TIPOS_ACUSE}) AND fecha_recepcion >= @desde AND fecha_recepcion < @antes`
// Rows of the register: undecided there, and here since it was read. Received files that the register lacks:
// the first of a folio with a good stamp, unless all were paid at once (areas/recibidos §2).
const waiting = (whose: (row: string) => string): string =>
  `(SELECT r.empresa_id, r.ambiente, r.id AS rcv_id, (SELECT k.id FROM recibido k WHERE ${same('r', 'k', 'rut')}
      ORDER BY k.timbre = 'valido' DESC, k.id LIMIT 1) AS recibido_id, r.periodo, r.rut, r.razon_social, r.tipo_dte, r.folio,
      r.fecha_emision, r.monto_total, r.fecha_recepcion, 0 AS plazo_estimado FROM rcv_documento r
    WHERE ${whose('r')} AND r.lado = 'compra' AND r.estado_contable = 'PENDIENTE' AND r.ausente_desde IS NULL AND r.${RUNS}
      AND r.fecha_acuse IS NULL AND r.fecha_reclamo IS NULL
      AND NOT EXISTS (SELECT 1 FROM acuse a WHERE ${same('r', 'a', 'rut')} AND a.estado = 'registrado')
    UNION ALL SELECT d.empresa_id, d.ambiente, NULL, d.id, NULL, d.rut_emisor AS rut, d.razon_social_emisor, d.tipo_dte, d.folio,
      d.fecha_emision, d.monto_total, substr(CASE WHEN s.plazo_estimado = 0 THEN s.recibido_sii ELSE (SELECT min(k.recibido_en)
        FROM recibido k WHERE ${same('k', 'd')} AND k.origen = 'correo') END, 1, 19) || 'Z' AS fecha_recepcion,
      coalesce(s.plazo_estimado, 1) FROM recibido d LEFT JOIN acuse_documento s ON ${same('s', 'd')}
    WHERE ${whose('d')} AND d.primero_en >= @llegado AND d.${RUNS}
      AND d.id = (SELECT min(k.id) FROM recibido k WHERE ${same('k', 'd')} AND k.timbre = 'valido')
      AND EXISTS (SELECT 1 FROM recibido k WHERE ${same('k', 'd')}
        AND NOT (k.firma = 'valida' AND k.timbre = 'valido' AND coalesce(k.forma_pago, 2) IN (1, 3)))
      AND NOT EXISTS (SELECT 1 FROM rcv_documento r WHERE ${same('r', 'd', 'rut')} AND r.lado = 'compra')
      AND NOT EXISTS (SELECT 1 FROM json_each(s.eventos) e
        WHERE e.value ->> 'codigo' IN ('NCA', 'RCD', 'RFP', 'RFT', 'ACD', 'ERM', 'ERG', 'PAG')))`
const OWN_WAITING = `${waiting((d) => `${d}.empresa_id = @empresa_id AND ${d}.ambiente = @ambiente`)} WHERE @rut IS NULL OR rut = @rut`
// The environments are named for the index over the received.
const IN_ANY = "ambiente IN ('simulacion', 'certificacion', 'produccion')"
const LIVING = 'empresa_id IN (SELECT id FROM empresa WHERE deleted_at IS NULL AND mudada = 0)'

type Pagina = { limit: number; offset: number }

export const prepareListas = (client: Database) => ({
  /** By when it was received; ` DESC` from the end. */
  pendientes: (desc: '' | ' DESC') =>
    client.prepare<[FiltroPendientes & Pagina & { en: string; id: string }], PendienteRow>(
      `SELECT * FROM (SELECT * FROM ${OWN_WAITING}) WHERE (fecha_recepcion, coalesce(rcv_id, recibido_id)) ${desc ? '<' : '>'} (@en, @id)
       ORDER BY fecha_recepcion${desc}, coalesce(rcv_id, recibido_id)${desc} LIMIT @limit OFFSET @offset`,
    ),
  countPendientes: client.prepare<[FiltroPendientes], number>(`SELECT count(*) FROM ${OWN_WAITING}`).pluck(),
  /** The waiting documents of every living company, with their sum. */
  porVencer: client.prepare<[Plazo], Titular & { documentos: number; monto_total: number }>(
    `SELECT empresa_id, ambiente, count(*) AS documentos, sum(monto_total) AS monto_total
     FROM ${waiting((d) => `${d}.${LIVING} AND ${d}.${IN_ANY}`)} GROUP BY empresa_id, ambiente`,
  ),
})

/** A sale of the register that was read anew, and the document issued here that it is. */
export type CambioRow = Pick<RegistroRow, 'fecha_recepcion' | 'fecha_acuse' | 'fecha_reclamo'> & {
  documento_id: string
}

export const prepareRegistro = (client: Database) => ({
  /** The last change that was looked at. */
  since: client
    .prepare<[], number>("SELECT CAST(valor AS INTEGER) FROM meta WHERE clave = 'acuse_rcv_cambio'")
    .pluck(),
  keep: client.prepare<[last: string]>(
    "INSERT INTO meta VALUES ('acuse_rcv_cambio', ?) ON CONFLICT DO UPDATE SET valor = excluded.valor",
  ),
  /** The last of the next so many changes; null when there is none. */
  last: client
    .prepare<[since: number, limit: number], number | null>(
      'SELECT max(id) FROM (SELECT id FROM rcv_cambio WHERE id > ? ORDER BY id LIMIT ?)',
    )
    .pluck(),
  cambios: client.prepare<[since: number, last: number], CambioRow>(
    `SELECT d.id AS documento_id, r.fecha_recepcion, r.fecha_acuse, r.fecha_reclamo
     FROM rcv_cambio c JOIN rcv_documento r ON r.id = c.documento_id
     JOIN documento d ON ${isEmitido('r', 'd')} JOIN empresa e ON e.id = d.empresa_id AND e.mudada = 0
     WHERE c.id > ? AND c.id <= ? AND r.lado = 'venta' AND r.tipo_dte IN (${TIPOS_ACUSE})
       AND (r.fecha_acuse IS NOT NULL OR r.fecha_reclamo IS NOT NULL)
     ORDER BY c.id`,
  ),
  decide: client.prepare<[acuse: string, documentoId: string]>('UPDATE documento SET acuse = ? WHERE id = ?'),
})

// The unfinished jobs of an account, in the words of the index over unfinished jobs.
const UNFINISHED = `empresa e JOIN job j ON j.kind = 'acuse.registrar' AND j.estado IN ('pending', 'processing', 'scheduled')
    AND j.estado <> 'completed' AND j.empresa_id = e.id`
const OF_ACCOUNT = '+e.deleted_at IS NULL AND e.cuenta_id = @cuentaId AND j.id IS NOT @except'

export const prepareTandas = (client: Database) => ({
  /** Documents not asked yet: of single jobs and of batches, but for what is registered already. */
  promised: client
    .prepare<[{ cuentaId: string; except: string | null }], number>(
      `SELECT
         (SELECT count(*) FROM ${UNFINISHED} JOIN trabajo t ON t.job_id = j.id
          WHERE ${OF_ACCOUNT} AND t.cobrada = 0 AND j.args ->> 'lote' IS NULL)
       + (SELECT count(*) FROM ${UNFINISHED} JOIN acuse_tanda t ON t.job_id = j.id
          WHERE ${OF_ACCOUNT} AND t.estado = 'pendiente' AND t.cobrada = 0
            AND NOT EXISTS (SELECT 1 FROM acuse a WHERE a.empresa_id = j.empresa_id AND a.ambiente = j.ambiente
              AND a.rut_emisor = t.rut_emisor AND a.tipo_dte = t.tipo_dte AND a.folio = t.folio
              AND a.accion = j.args ->> 'accion' AND a.estado = 'registrado'))`,
    )
    .pluck(),
  insert: prepareInsert(client, acuseTanda, ['estado', 'codigo_sii', 'glosa', 'cobrada']),
  next: client.prepare<[jobId: string], TandaRow>(
    "SELECT * FROM acuse_tanda WHERE job_id = ? AND estado = 'pendiente' ORDER BY orden LIMIT 1",
  ),
  all: client.prepare<[jobId: string], TandaRow>('SELECT * FROM acuse_tanda WHERE job_id = ? ORDER BY orden'),
  size: client.prepare<[jobId: string], number>('SELECT count(*) FROM acuse_tanda WHERE job_id = ?').pluck(),
  settle: client.prepare<[Pick<TandaRow, 'job_id' | 'orden' | 'estado' | 'codigo_sii' | 'glosa'>]>(
    `UPDATE acuse_tanda SET estado = @estado, codigo_sii = @codigo_sii, glosa = @glosa
     WHERE job_id = @job_id AND orden = @orden`,
  ),
  charged: client.prepare<[jobId: string, orden: number]>(
    'UPDATE acuse_tanda SET cobrada = 1 WHERE job_id = ? AND orden = ?',
  ),
})

type EnvioRow = Row<typeof envio>

/** An own document on credit, and what is known of its reception and of who asked. */
export type CreditRow = Pick<
  Row<typeof documento>,
  'id' | 'rut_emisor' | 'rut_receptor' | 'tipo_dte' | 'folio'
> &
  Partial<Pick<EstadoRow, 'recibido_sii' | 'plazo_estimado' | 'consultado_en' | 'rehusado_en'>>

export const prepareRefresco = (client: Database) => ({
  /** Envelopes that left in a span, oldest first, behind one. */
  envios: client.prepare<
    [
      Titular & {
        desde: string
        hasta: string
        behind: string
        id: string
        limit: number
      },
    ],
    Pick<EnvioRow, 'id'> & { enviado_at: string }
  >(
    `SELECT id, enviado_at FROM envio WHERE empresa_id = @empresa_id AND ambiente = @ambiente AND sobre = 'EnvioDTE'
       AND enviado_at >= @desde AND enviado_at < @hasta AND (enviado_at, id) > (@behind, @id)
     ORDER BY enviado_at, id LIMIT @limit`,
  ),
  envioOf: client.prepare<[documentoId: string], Pick<EnvioRow, 'id'> & { enviado_at: string }>(
    `SELECT e.id, e.enviado_at FROM documento d JOIN envio e ON e.id = d.envio_id WHERE d.id = ? AND e.enviado_at IS NOT NULL`,
  ),
  /** The documents of one envelope, or the one of `id`, that the receiver may accept or claim. */
  documentos: client.prepare<[{ envioId: string; id: string | null }], CreditRow>(
    `SELECT d.id, d.rut_emisor, d.rut_receptor, d.tipo_dte, d.folio, a.recibido_sii, a.plazo_estimado, a.consultado_en, a.rehusado_en
     FROM documento d LEFT JOIN acuse_documento a ON a.empresa_id = d.empresa_id AND a.ambiente = d.ambiente
       AND a.rut_emisor = d.rut_emisor AND a.tipo_dte = d.tipo_dte AND a.folio = d.folio
     WHERE d.envio_id = @envioId AND d.id = coalesce(@id, d.id) AND d.tipo_dte IN (${TIPOS_ACUSE}) AND coalesce(d.forma_pago, 2) = 2
       AND d.estado_sii NOT IN ${SIN_VALOR_SQL} AND d.folio_estado <> 'libre' ORDER BY d.tipo_dte, d.folio`,
  ),
  /** Since when the register of sales stands as it was last read whole, of a document that it has. */
  registroLeido: client
    .prepare<[Pick<RegistroRow, 'empresa_id' | 'ambiente' | 'rut' | 'tipo_dte' | 'folio'>], string>(
      `SELECT t.visto_en FROM rcv_documento r JOIN rcv_tramo t ON t.empresa_id = r.empresa_id AND t.ambiente = r.ambiente
         AND t.periodo = r.periodo AND t.lado = r.lado AND t.estado_contable = r.estado_contable
       WHERE r.empresa_id = @empresa_id AND r.ambiente = @ambiente AND r.lado = 'venta' AND r.rut = @rut AND r.tipo_dte = @tipo_dte
         AND r.folio = @folio AND r.ausente_desde IS NULL AND t.completo_en IS NOT NULL AND t.incompleto IS NULL`,
    )
    .pluck(),
})
