// The statements of boletas de terceros (src §3.15; store §4).

import type { Database } from 'better-sqlite3'
import type { CausaBte, EstadoBte } from '../../domain/bte/boleta'
import type { Titular } from '../../domain/titular'
import { prepareInsert } from '../../store/statements'
import { bte } from '../../store/tables/bte'
import type { Row } from '../../store/tables/row'

export type BteRow = Row<typeof bte>

/** Which boletas a list shows; null is all. Days as Chile has them. */
export interface Filtro extends Titular {
  desde: string | null
  hasta: string | null
  rut: string | null
  /** JSON of states. */
  estados: string | null
  /** 1 those that are annulled, 0 the others. */
  anulada: 0 | 1 | null
  /** A pattern of LIKE. */
  busca: string | null
}

const OWN = 'empresa_id = @empresaId AND ambiente = @ambiente'
const FOUND = `FROM bte WHERE ${OWN} AND (@desde IS NULL OR fecha >= @desde) AND (@hasta IS NULL OR fecha <= @hasta)
  AND (@rut IS NULL OR rut_beneficiario = @rut) AND (@estados IS NULL OR estado IN (SELECT value FROM json_each(@estados)))
  AND (@anulada IS NULL OR (estado = 'anulada') = @anulada) AND (@busca IS NULL OR busca LIKE @busca)`

/** The sum of a month's boletas of one person in one state. */
interface SumaRow {
  rut: string
  nombre: string
  anulada: 0 | 1
  boletas: number
  bruto: number
  retencion: number
}

/** The columns that get their values later. */
const DESPUES = ['enviada_at', 'lecturas', 'leida_at', 'fallo', 'causa', 'glosa', 'anulacion_at'] as const

export const prepareBte = (client: Database) => ({
  byId: client.prepare<[id: string], BteRow>('SELECT * FROM bte WHERE id = ?'),
  byFolio: client.prepare<[Titular & { folio: number }], BteRow>(
    `SELECT * FROM bte WHERE ${OWN} AND folio = @folio`,
  ),
  insert: prepareInsert(client, bte, DESPUES),
  list: client.prepare<[Filtro & { limit: number; offset: number }], BteRow>(
    `SELECT * ${FOUND} ORDER BY fecha DESC, id DESC LIMIT @limit OFFSET @offset`,
  ),
  total: client.prepare<[Filtro], number>(`SELECT count(*) ${FOUND}`).pluck(),
  sums: client.prepare<[Titular & { desde: string; hasta: string }], SumaRow>(
    `SELECT rut_beneficiario AS rut, max(nombre) AS nombre, estado = 'anulada' AS anulada, count(*) AS boletas, sum(bruto) AS bruto,
       sum(retencion) AS retencion
     FROM bte WHERE ${OWN} AND fecha BETWEEN @desde AND @hasta AND folio IS NOT NULL
     GROUP BY rut_beneficiario, estado = 'anulada' ORDER BY 2, 1`,
  ),
  /** The last to a person that tells how much is withheld of him. */
  lastOf: client.prepare<[Titular & { rut: string }], BteRow>(
    `SELECT * FROM bte WHERE ${OWN} AND rut_beneficiario = @rut AND folio IS NOT NULL AND bruto > 0
     ORDER BY fecha DESC, folio DESC LIMIT 1`,
  ),
  /** Those whose number is not known, and that may stand at the SII. */
  unsettled: client.prepare<[Titular], BteRow>(
    `SELECT * FROM bte WHERE ${OWN} AND enviada_at IS NOT NULL AND folio IS NULL ORDER BY enviada_at, id`,
  ),
  /** Those of which nothing was sent yet. */
  drafts: client.prepare<[Titular], BteRow>(`SELECT * FROM bte WHERE ${OWN} AND estado = 'borrador'`),
  /** Those of which only a later report tells: whether they stand, or whether the other party confirmed. */
  waiting: client.prepare<[Titular], Pick<BteRow, 'fecha' | 'enviada_at'>>(
    `SELECT fecha, enviada_at FROM bte WHERE ${OWN} AND estado IN ('incierta', 'anulacion_solicitada')`,
  ),
  draft: client.prepare<[id: string]>(
    "UPDATE bte SET estado = 'borrador', enviada_at = NULL, lecturas = 0, leida_at = NULL, fallo = NULL WHERE id = ?",
  ),
  emit: client.prepare<[{ id: string; bruto: number; retencion: number; at: string }]>(
    "UPDATE bte SET estado = 'emitiendo', bruto = @bruto, retencion = @retencion, enviada_at = @at WHERE id = @id AND estado = 'borrador'",
  ),
  doubt: client.prepare<[id: string]>(
    "UPDATE bte SET estado = 'incierta' WHERE id = ? AND estado = 'emitiendo'",
  ),
  missed: client.prepare<[at: string, id: string]>(
    'UPDATE bte SET lecturas = lecturas + 1, leida_at = ? WHERE id = ?',
  ),
  fail: client.prepare<[fallo: string, id: string]>(
    "UPDATE bte SET estado = 'fallida', fallo = ? WHERE id = ?",
  ),
  issue: client.prepare<[{ id: string; folio: number; codigoBarras: string | null }]>(
    `UPDATE bte SET estado = 'vigente', folio = @folio, codigo_barras = coalesce(@codigoBarras, codigo_barras), fallo = NULL
     WHERE id = @id`,
  ),
  bars: client.prepare<[codigoBarras: string, id: string]>(
    'UPDATE bte SET codigo_barras = ? WHERE id = ? AND codigo_barras IS NULL',
  ),
  dropSeen: client.prepare<[Titular & { folio: number }]>(
    `DELETE FROM bte WHERE ${OWN} AND folio = @folio AND origen = 'sii'`,
  ),
  amounts: client.prepare<[{ id: string; bruto: number; retencion: number }]>(
    'UPDATE bte SET bruto = @bruto, retencion = @retencion WHERE id = @id',
  ),
  state: client.prepare<[{ id: string; estado: EstadoBte; at: string | null }]>(
    'UPDATE bte SET estado = @estado, anulada_at = @at WHERE id = @id',
  ),
  askAnnulment: client.prepare<[{ id: string; causa: CausaBte; glosa: string | null; at: string }]>(
    'UPDATE bte SET causa = @causa, glosa = @glosa, anulacion_at = @at WHERE id = @id',
  ),
  readMonth: client.prepare<[Titular & { periodo: string; at: string }]>(
    `INSERT INTO bte_mes (empresa_id, ambiente, periodo, leido_at) VALUES (@empresaId, @ambiente, @periodo, @at)
     ON CONFLICT DO UPDATE SET leido_at = excluded.leido_at`,
  ),
  monthRead: client
    .prepare<[Titular & { periodo: string }], string>(
      `SELECT leido_at FROM bte_mes WHERE ${OWN} AND periodo = @periodo`,
    )
    .pluck(),
})
