// Every statement of the simulated register, prepared once (src §3.15, §3.16). A row has times; state and month follow from them and
// from `@corte`, the instant of the copy that is looked at (simulator §12.2).

import type { Database } from 'better-sqlite3'
import type { simRegistro, simTrabajoRcv } from '../../store/tables/simulador-registro'
import type { Lado } from '../hosts'
import { PLAZO_MS } from '../reclamo-codigos'

type RegistroLeido = typeof simRegistro.$inferSelect
export type Operacion = RegistroLeido['operacion']
export type TrabajoLeido = typeof simTrabajoRcv.$inferSelect
export type Estado = TrabajoLeido['estado']

/** A register, its side and its month, as it stood at `corte`. */
export interface Mirada {
  lado: Lado
  dueno: string
  rut: string
  operacion: Operacion
  /** `YYYYMM`. */
  periodo: number
  /** First and last day of the month, and its first instant and that of the next. */
  desde: string
  hasta: string
  inicio: number
  fin: number
  corte: number
}

/** A row as it stood. */
export type Vista = Pick<
  RegistroLeido,
  | 'id'
  | 'documentoId'
  | 'operacion'
  | 'contraparte'
  | 'razonSocial'
  | 'tipoDte'
  | 'folio'
  | 'fechaEmision'
  | 'recibidoAt'
  | 'pagado'
  | 'montoExento'
  | 'montoNeto'
  | 'montoTotal'
> & {
  estado: Estado
  acuseAt: number | null
  reclamoAt: number | null
  tipo: number
  ivaRecuperable: number
  ivaNoRecuperable: number
  ivaComun: number
  montoIva: number
  datos: string
}

export interface Sumas {
  estado: Estado
  tipoDte: number
  documentos: number
  exento: number
  neto: number
  iva: number
  ivaNoRecuperable: number
  ivaComun: number
  total: number
}

/** Rows of a side that may stand in the month, with what follows from the instant. */
const vistaOf = (month: string, cuando: string): string => `
  WITH cruda AS (
    SELECT *, CASE WHEN tipo_at > @corte THEN tipo_antes ELSE tipo_transaccion END AS tipo,
      CASE WHEN reclamo_at <= @corte THEN reclamo_at END AS reclamo,
      CASE WHEN acuse_at <= @corte THEN acuse_at
        WHEN inmediato = 0 AND coalesce(reclamo_at <= @corte, 0) = 0 AND @corte > recibido_at + ${PLAZO_MS} THEN recibido_at + ${PLAZO_MS} END AS acuse
    FROM sim_registro
    WHERE rut = @rut AND lado = @lado AND dueno = @dueno AND ${month} AND visible_at <= @corte),
  vista AS (
    SELECT *, CASE WHEN operacion = 'VENTA' THEN 'REGISTRO' WHEN reclamo IS NOT NULL THEN 'RECLAMADO'
        WHEN inmediato = 0 AND acuse IS NULL THEN 'PENDIENTE' WHEN tipo = 7 THEN 'NO_INCLUIR' ELSE 'REGISTRO' END AS estado,
      CASE WHEN reclamo IS NULL AND inmediato = 0 THEN coalesce(acuse, recibido_at) ELSE recibido_at END AS cuando,
      CASE WHEN operacion = 'COMPRA' AND tipo IN (6, 7) THEN monto_iva ELSE 0 END AS iva_no_rec,
      CASE WHEN operacion = 'COMPRA' AND tipo = 5 THEN monto_iva ELSE 0 END AS iva_comun
    FROM cruda),
  mes AS (SELECT *, monto_iva - iva_no_rec - iva_comun AS iva_rec FROM vista WHERE ${cuando})`

const VENTA = vistaOf("operacion = 'VENTA' AND fecha_emision BETWEEN @desde AND @hasta", '1')
const COMPRA = vistaOf(
  `operacion = 'COMPRA' AND recibido_at >= @inicio - ${PLAZO_MS} AND recibido_at < @fin`,
  'cuando >= @inicio AND cuando < @fin',
)

const SUMAS = `SELECT estado, tipo_dte AS tipoDte, count(*) AS documentos, sum(monto_exento) AS exento, sum(monto_neto) AS neto,
  sum(iva_rec) AS iva, sum(iva_no_rec) AS ivaNoRecuperable, sum(iva_comun) AS ivaComun, sum(monto_total) AS total
  FROM mes GROUP BY estado, tipo_dte ORDER BY estado, tipo_dte`
const FILAS = `SELECT id, documento_id AS documentoId, operacion, contraparte, razon_social AS razonSocial, tipo_dte AS tipoDte,
  folio, fecha_emision AS fechaEmision, recibido_at AS recibidoAt, pagado, monto_exento AS montoExento,
  monto_neto AS montoNeto, monto_total AS montoTotal, estado, acuse AS acuseAt, reclamo AS reclamoAt, tipo,
  iva_rec AS ivaRecuperable, iva_no_rec AS ivaNoRecuperable, iva_comun AS ivaComun, monto_iva AS montoIva, datos
  FROM mes WHERE estado = @estado AND (@tipoDte = 0 OR tipo_dte = @tipoDte) ORDER BY id`

/** When something last changed in what was or is in the month. */
const CAMBIO = `SELECT max(max(visible_at, coalesce(CASE WHEN tipo_at <= @corte THEN tipo_at END, 0),
  coalesce(acuse, 0), coalesce(reclamo, 0))) FROM vista`
const CAMBIO_COMPRA = `${CAMBIO} WHERE recibido_at >= @inicio OR (cuando >= @inicio AND cuando < @fin)`

type Pregunta = Mirada & { estado: Estado; tipoDte: number }

export const prepareRegistro = (db: Database) => ({
  insert: db.prepare(
    `INSERT OR IGNORE INTO sim_registro (documento_id, dueno, lado, operacion, rut, contraparte, razon_social, tipo_dte, folio,
       fecha_emision, recibido_at, visible_at, inmediato, pagado, tipo_transaccion, tipo_antes, monto_exento, monto_neto,
       monto_iva, monto_total, datos)
     VALUES (@documentoId, @dueno, @lado, @operacion, @rut, @contraparte, @razonSocial, @tipoDte, @folio, @fechaEmision,
       @recibidoAt, @visibleAt, @inmediato, @pagado, @tipo, @tipo, @montoExento, @montoNeto, @montoIva, @montoTotal, @datos)`,
  ),
  accept: db.prepare<[at: number, documentoId: number]>(
    'UPDATE sim_registro SET acuse_at = ? WHERE documento_id = ? AND acuse_at IS NULL',
  ),
  claim: db.prepare<[at: number, documentoId: number]>(
    'UPDATE sim_registro SET reclamo_at = ? WHERE documento_id = ? AND reclamo_at IS NULL',
  ),
  find: db.prepare<
    [Pick<RegistroLeido, 'rut' | 'lado' | 'dueno' | 'operacion' | 'contraparte' | 'tipoDte' | 'folio'>],
    RegistroLeido
  >(
    `SELECT id, documento_id AS documentoId, tipo_transaccion AS tipoTransaccion, reclamo_at AS reclamoAt, tipo_at AS tipoAt,
       tipo_antes AS tipoAntes FROM sim_registro
     WHERE rut = @rut AND lado = @lado AND dueno = @dueno AND operacion = @operacion AND contraparte = @contraparte
       AND tipo_dte = @tipoDte AND folio = @folio`,
  ),
  change: db.prepare<[tipo: number, antes: number, at: number, id: number]>(
    'UPDATE sim_registro SET tipo_transaccion = ?, tipo_antes = ?, tipo_at = ? WHERE id = ?',
  ),
  venta: {
    sumas: db.prepare<[Mirada], Sumas>(`${VENTA} ${SUMAS}`),
    filas: db.prepare<[Pregunta], Vista>(`${VENTA} ${FILAS}`),
    cambio: db.prepare<[Mirada], number | null>(`${VENTA} ${CAMBIO}`).pluck(),
  },
  compra: {
    sumas: db.prepare<[Mirada], Sumas>(`${COMPRA} ${SUMAS}`),
    filas: db.prepare<[Pregunta], Vista>(`${COMPRA} ${FILAS}`),
    cambio: db.prepare<[Mirada], number | null>(`${COMPRA} ${CAMBIO_COMPRA}`).pluck(),
  },
  trabajo: {
    insert: db.prepare<[Omit<TrabajoLeido, 'id'>]>(
      `INSERT INTO sim_trabajo_rcv (dueno, lado, rut, operacion, estado, periodo, tipo_dte, creado_at)
       VALUES (@dueno, @lado, @rut, @operacion, @estado, @periodo, @tipoDte, @creadoAt)`,
    ),
    list: db.prepare<[Pick<Mirada, 'dueno' | 'lado' | 'rut' | 'periodo'>], TrabajoLeido>(
      `SELECT id, dueno, lado, rut, operacion, estado, periodo, tipo_dte AS tipoDte, creado_at AS creadoAt
       FROM sim_trabajo_rcv WHERE rut = @rut AND lado = @lado AND dueno = @dueno AND periodo = @periodo ORDER BY id`,
    ),
    find: db.prepare<[id: number], TrabajoLeido>(
      `SELECT id, dueno, lado, rut, operacion, estado, periodo, tipo_dte AS tipoDte, creado_at AS creadoAt
       FROM sim_trabajo_rcv WHERE id = ?`,
    ),
  },
  ajuste: {
    list: db.prepare<[], { nombre: string; valor: string }>('SELECT nombre, valor FROM sim_ajuste'),
    save: db.prepare('INSERT OR REPLACE INTO sim_ajuste VALUES (?, ?)'),
  },
})
