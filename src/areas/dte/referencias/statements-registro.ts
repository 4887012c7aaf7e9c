// The statements of documents that were not issued here: what notes do to them, which a list of the register asks of each row, and
// whether there can be one.

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../../domain/ambiente'
import { TIPOS } from '../../../domain/dte/tipos'
import { NOTAS_DEBITO } from '../../../domain/rcv/tipos'
import type { Titular } from '../../../domain/titular'
import type { documentoReferenciaAjena } from '../../../store/tables/documento'
import { isEmitido, type rcvDocumento } from '../../../store/tables/rcv'
import type { Row } from '../../../store/tables/row'
import type { DocumentoRow } from '../documento/documento-store'

const DEBITOS = NOTAS_DEBITO.join(', ')

const NOTAS = TIPOS.filter(({ nota }) => nota)
  .map(({ codigo }) => codigo)
  .join(', ')

type DocumentoRegistrado = Row<typeof rcvDocumento>

/** A document that was not issued here, as a note refers to it. */
interface Ajeno extends Titular {
  tipoDte: number
  folio: number
}

/** A row of the register; `propia` 1 where the company issued it. */
interface Registrada extends Ajeno {
  id: string
  lado: 'compra' | 'venta'
  rut: string
  propia: 0 | 1
}

/** Notes of the register to a party, in the words of the index that holds them (store/tables/rcv). */
const A_LA_PARTE = `empresa_id = @empresaId AND ambiente = @ambiente AND lado = @lado AND rut = @rut
  AND tipo_dte IN (55, 56, 60, 61, 104, 106, 111, 112) AND ausente_desde IS NULL`

/** SQL of: the debit note `n` names `folio` first; by the same index. */
const nombra = (folio: string): string =>
  `n.empresa_id = @empresaId AND n.ambiente = @ambiente AND n.lado = @lado AND n.rut = @rut
     AND n.tipo_dte IN (55, 56, 60, 61, 104, 106, 111, 112) AND CAST(n.datos ->> 'referenciaFolio' AS INTEGER) = ${folio}
     AND n.tipo_dte IN (${DEBITOS}) AND n.ausente_desde IS NULL`

/** Notes of a company and environment about a document of elsewhere. */
const AJENAS = `documento_referencia_ajena a CROSS JOIN documento n ON n.id = a.documento_id
     AND n.empresa_id = @empresaId AND n.ambiente = @ambiente`

const CALLADAS = `SELECT n.* FROM documento n
     WHERE n.empresa_id = @empresaId AND n.ambiente = @ambiente AND n.rut_receptor = @rut AND n.tipo_dte IN (${NOTAS})
       AND NOT EXISTS (SELECT 1 FROM documento_referencia r WHERE r.documento_id = n.id)
       AND NOT EXISTS (SELECT 1 FROM documento_referencia_ajena a WHERE a.documento_id = n.id)`

export const prepareAjenas = (client: Database) => ({
  insert: client.prepare('INSERT INTO documento_referencia_ajena VALUES (?, ?, ?, ?, ?)'),
  notas: client.prepare<
    [Ajeno],
    DocumentoRow & Pick<Row<typeof documentoReferenciaAjena>, 'codigo' | 'partes'>
  >(
    // A cross join is walked as it is written: the other way would read all documents of the company.
    `SELECT n.*, a.codigo, a.partes FROM ${AJENAS} WHERE a.tipo_dte = @tipoDte AND a.folio = @folio`,
  ),
  /**
   * Whether more acts on a row than the links of its sum: a debit note that may name it, a note of here, or a linked one that is of here, is
   * gone, or has lost something itself. Nearly no row has any: a list asks this of each.
   */
  more: client
    .prepare<[Registrada], 0 | 1>(
      `SELECT EXISTS (SELECT 1 FROM rcv_documento n WHERE ${nombra('@folio')})
         OR EXISTS (SELECT 1 FROM rcv_documento INDEXED BY rcv_documento_nota_varios
           WHERE ${A_LA_PARTE} AND datos ->> 'referenciaFolio' GLOB '*-*' AND tipo_dte IN (${DEBITOS}))
         OR EXISTS (SELECT 1 FROM rcv_vinculacion v JOIN rcv_documento nc ON nc.id = v.nc_id
           WHERE v.factura_id = @id AND (nc.ausente_desde IS NOT NULL
             OR EXISTS (SELECT 1 FROM rcv_documento n WHERE ${nombra('nc.folio')})
             OR EXISTS (SELECT 1 FROM documento e WHERE e.empresa_id = @empresaId AND e.ambiente = @ambiente
               AND e.tipo_dte = nc.tipo_dte AND e.folio = nc.folio AND e.folio_estado <> 'libre' AND e.estado_sii <> 'rechazado')
             OR EXISTS (SELECT 1 FROM ${AJENAS} WHERE a.tipo_dte = nc.tipo_dte AND a.folio = nc.folio)))
         OR @propia AND (EXISTS (SELECT 1 FROM ${AJENAS} WHERE a.tipo_dte = @tipoDte AND a.folio = @folio)
           OR EXISTS (${CALLADAS}))`,
    )
    .pluck(),
  /** The row of the register that a document of here is: in the sales before a supplier's that has its number. */
  filaDe: client.prepare<[documentoId: string], Pick<DocumentoRegistrado, 'id' | 'lado'>>(
    `SELECT r.id, r.lado FROM documento e JOIN rcv_documento r ON ${isEmitido('r', 'e')} AND r.rut = e.rut_receptor
         AND r.lado IN ('venta', 'compra') AND r.ausente_desde IS NULL WHERE e.id = ? ORDER BY r.lado DESC LIMIT 1`,
  ),
  /** The total of a row of the register. */
  total: client
    .prepare<[Omit<Registrada, 'id' | 'propia'>], number>(
      `SELECT monto_total FROM rcv_documento WHERE empresa_id = @empresaId AND ambiente = @ambiente AND lado = @lado AND rut = @rut
         AND tipo_dte = @tipoDte AND folio = @folio AND ausente_desde IS NULL`,
    )
    .pluck(),
  /** Notes of the register to a party that may name a folio: the only one of theirs, the first of several, or any of several. */
  nombran: client
    .prepare<[Omit<Registrada, 'id' | 'propia' | 'tipoDte'>], string>(
      `SELECT id FROM rcv_documento WHERE ${A_LA_PARTE} AND CAST(datos ->> 'referenciaFolio' AS INTEGER) = @folio
       UNION SELECT id FROM rcv_documento INDEXED BY rcv_documento_nota_varios WHERE ${A_LA_PARTE} AND datos ->> 'referenciaFolio' GLOB '*-*'`,
    )
    .pluck(),
  /** Notes to a receiver of which no table says what they are about. */
  calladas: client.prepare<[Ajeno & { rut: string }], DocumentoRow>(CALLADAS),
})

/**
 * Why surely no document bears a folio of ours that none here bears: it was never taken of a range of which the SII was asked or a
 * person answered, or it is annulled. Nothing where another program, or what an old copy lacks, may have issued it.
 */
export const prepareUnissued = (client: Database) =>
  // Not what a former row of the company issued: those documents are not among its own.
  client
    .prepare<
      [{ empresaId: string; ambiente: Ambiente; tipo: number; folio: number }],
      'sin_tomar' | 'anulado'
    >(
      `SELECT CASE
           WHEN por_conciliar = 0 AND (@folio >= siguiente OR EXISTS (SELECT 1 FROM folio_libre l WHERE l.empresa_id = caf.empresa_id
             AND l.ambiente = caf.ambiente AND l.tipo_dte = caf.tipo_dte AND l.folio = @folio)) THEN 'sin_tomar'
           WHEN EXISTS (SELECT 1 FROM folio_apartado a WHERE a.caf_id = caf.id AND a.estado = 'anulado'
             AND @folio BETWEEN a.desde AND a.hasta) THEN 'anulado' END
         FROM caf WHERE empresa_id = @empresaId AND ambiente = @ambiente AND tipo_dte = @tipo AND @folio BETWEEN desde AND hasta`,
    )
    .pluck()

/** The statements that link a note with what it names once both are here. */
export const prepareEnlace = (client: Database) => ({
  link: client.prepare<[notaId: string, referidoId: string, codigo: number, monto: number, partes: string]>(
    `INSERT INTO documento_referencia (documento_id, referido_id, codigo, monto, aplicada, partes) VALUES (?, ?, ?, ?, 0, ?)`,
  ),
  linkAjena: client.prepare<[notaId: string, tipo: number, folio: number, codigo: number, partes: string]>(
    'INSERT INTO documento_referencia_ajena (documento_id, tipo_dte, folio, codigo, partes) VALUES (?, ?, ?, ?, ?)',
  ),
  unlink: client.prepare<[notaId: string]>('DELETE FROM documento_referencia WHERE documento_id = ?'),
  unlinkAjenas: client.prepare<[notaId: string]>(
    'DELETE FROM documento_referencia_ajena WHERE documento_id = ?',
  ),
  unlinkAjena: client.prepare<[notaId: string, tipo: number, folio: number]>(
    'DELETE FROM documento_referencia_ajena WHERE documento_id = ? AND tipo_dte = ? AND folio = ?',
  ),
  /** The notes that name a document which was not here. */
  waiting: client.prepare<
    [Ajeno],
    DocumentoRow & Pick<Row<typeof documentoReferenciaAjena>, 'codigo' | 'partes'>
  >(
    `SELECT n.*, a.codigo, a.partes FROM ${AJENAS} WHERE a.tipo_dte = @tipoDte AND a.folio = @folio
     ORDER BY n.fecha_emision, n.tipo_dte, n.folio`,
  ),
})
