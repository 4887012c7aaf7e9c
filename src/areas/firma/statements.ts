// The statements of a firm's board (areas/firma §1): which rows are to be read anew, and all of an account's at once.

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../domain/ambiente'
import type { Faceta } from '../../domain/firma/facetas'
import type { Rol } from '../../domain/permisos'
import { BOLETAS } from '../../domain/rcof'
import type { Titular } from '../../domain/titular'
import type { firmaAviso } from '../../store/tables/firma'
import type { Row } from '../../store/tables/row'

export interface EmpresaRow {
  id: string
  rut: string
  razon_social: string
  ambiente: Ambiente
  responsable_id: string | null
  responsable: string | null
  etiquetas: string | null
  f29: '12' | '20' | null
  declarado_el: string | null
  created_at: string
}

export interface FacetaRow {
  empresa_id: string
  faceta: Faceta
  datos: string
}

// A deleted company, or one that works elsewhere now, is nobody's matter.
const LIVING = 'e.deleted_at IS NULL AND e.ambiente = t.ambiente'

// Those that rest are left out before the limit, else a thousand of them keep all others waiting.
const AWAKE = "t.empresa_id || ' ' || t.ambiente NOT IN (SELECT value FROM json_each(@resting))"

export const prepareTablero = (client: Database) => ({
  /** The next rows that something changed, or that time has. */
  next: client.prepare<
    [{ now: string; limit: number; resting: string }],
    Titular & { cuentaId: string; marca: number }
  >(
    `SELECT t.empresa_id AS empresaId, t.ambiente, e.cuenta_id AS cuentaId, t.marca FROM empresa_tablero t JOIN empresa e ON e.id = t.empresa_id
     WHERE ${LIVING} AND t.marca > 0 AND ${AWAKE}
     UNION SELECT t.empresa_id, t.ambiente, e.cuenta_id, t.marca FROM empresa_tablero t JOIN empresa e ON e.id = t.empresa_id
     WHERE ${LIVING} AND t.vale_hasta <= @now AND ${AWAKE} LIMIT @limit`,
  ),
  /** Every row that is believed to be right. */
  fresh: client.prepare<[now: string], Titular & { cuentaId: string }>(
    `SELECT t.empresa_id AS empresaId, t.ambiente, e.cuenta_id AS cuentaId FROM empresa_tablero t JOIN empresa e ON e.id = t.empresa_id
     WHERE ${LIVING} AND t.marca = 0 AND t.vale_hasta > ?`,
  ),
  marca: client
    .prepare<[Titular], number>(
      'SELECT marca FROM empresa_tablero WHERE empresa_id = @empresaId AND ambiente = @ambiente',
    )
    .pluck(),
  begin: client.prepare<[Titular]>(
    'UPDATE empresa_tablero SET marca = 2 WHERE empresa_id = @empresaId AND ambiente = @ambiente',
  ),
  end: client.prepare<[Titular & { valeHasta: string }]>(
    `UPDATE empresa_tablero SET marca = marca & 1, vale_hasta = @valeHasta WHERE empresa_id = @empresaId AND ambiente = @ambiente`,
  ),
  forget: client.prepare<[Titular]>(
    'DELETE FROM empresa_faceta WHERE empresa_id = @empresaId AND ambiente = @ambiente',
  ),
  insert: client.prepare<[Titular & { periodo: string; faceta: Faceta; datos: string }]>(
    'INSERT INTO empresa_faceta VALUES (@empresaId, @ambiente, @periodo, @faceta, @datos)',
  ),
  kept: client.prepare<[Titular], { periodo: string; faceta: Faceta; datos: string }>(
    `SELECT periodo, faceta, datos FROM empresa_faceta WHERE empresa_id = @empresaId AND ambiente = @ambiente
     ORDER BY periodo, faceta`,
  ),
  empresas: client.prepare<[{ cuentaId: string; periodo: string; reach: string | null }], EmpresaRow>(
    `SELECT e.id, e.rut, e.razon_social, e.ambiente, c.responsable_id, u.nombre AS responsable, c.etiquetas, c.f29, d.declarado_el, e.created_at
     FROM empresa e LEFT JOIN empresa_cartera c ON c.empresa_id = e.id LEFT JOIN usuario u ON u.id = c.responsable_id
     LEFT JOIN f29_declarado d ON d.empresa_id = e.id AND d.ambiente = e.ambiente AND d.periodo = @periodo
     WHERE e.cuenta_id = @cuentaId AND e.deleted_at IS NULL AND (@reach IS NULL OR e.id IN (SELECT value FROM json_each(@reach)))
     ORDER BY e.id`,
  ),
  facetas: client.prepare<[{ cuentaId: string; periodo: string; reach: string | null }], FacetaRow>(
    `SELECT f.empresa_id, f.faceta, f.datos FROM empresa e
     CROSS JOIN empresa_faceta f ON f.empresa_id = e.id AND f.ambiente = e.ambiente AND f.periodo IN ('', @periodo)
     WHERE e.cuenta_id = @cuentaId AND e.deleted_at IS NULL AND (@reach IS NULL OR e.id IN (SELECT value FROM json_each(@reach)))`,
  ),
  declarados: client.prepare<[{ cuentaId: string; meses: string }], { empresa_id: string; periodo: string }>(
    `SELECT d.empresa_id, d.periodo FROM empresa e CROSS JOIN f29_declarado d ON d.empresa_id = e.id AND d.ambiente = e.ambiente
       AND d.periodo IN (SELECT value FROM json_each(@meses)) WHERE e.cuenta_id = @cuentaId`,
  ),
  /** The days of a month on which boletas were issued. */
  diasConBoletas: client
    .prepare<[Titular & { desde: string; hasta: string }], string>(
      `SELECT DISTINCT fecha_emision FROM documento_dia WHERE empresa_id = @empresaId AND ambiente = @ambiente
         AND fecha_emision BETWEEN @desde AND @hasta AND tipo_dte IN (${BOLETAS}) AND documentos > 0 ORDER BY fecha_emision`,
    )
    .pluck(),
  /** Active series that show as stopped. */
  seriesDetenidas: client
    .prepare<[Titular], number>(
      `SELECT count(*) FROM serie s WHERE s.empresa_id = @empresaId AND s.ambiente = @ambiente AND s.estado = 'activa'
         AND s.eliminada_en IS NULL AND EXISTS (SELECT 1 FROM ocurrencia o WHERE o.serie_id = s.id AND o.estado = 'detenida')`,
    )
    .pluck(),
  seriesPorFecha: client.prepare<[Titular], { fecha: string; series: number }>(
    `SELECT proxima AS fecha, count(*) AS series FROM serie WHERE empresa_id = @empresaId AND ambiente = @ambiente AND estado = 'activa'
       AND eliminada_en IS NULL AND proxima IS NOT NULL GROUP BY proxima ORDER BY proxima`,
  ),
  borradoresAbiertos: client
    .prepare<[Titular], number>(
      "SELECT count(*) FROM borrador WHERE empresa_id = @empresaId AND ambiente = @ambiente AND estado = 'abierto'",
    )
    .pluck(),
  tareasFallidas: client.prepare<[Titular], { tarea: string; fallas: number }>(
    `SELECT tarea, fallas FROM programacion WHERE empresa_id = @empresaId AND ambiente = @ambiente AND activo = 1 AND fallas >= 3
     ORDER BY tarea`,
  ),
  buzonApagado: client
    .prepare<[Titular], string | null>(
      'SELECT apagado_en FROM buzon WHERE empresa_id = @empresaId AND ambiente = @ambiente',
    )
    .pluck(),
  ultimoRespaldo: client
    .prepare<[], string | null>("SELECT max(fin) FROM respaldo WHERE estado IN ('hecha', 'borrada')")
    .pluck(),
})

export const prepareCartera = (client: Database) => ({
  put: client.prepare<
    [{ empresaId: string; responsableId: string | null; etiquetas: string; f29: '12' | '20' }]
  >(
    `INSERT INTO empresa_cartera VALUES (@empresaId, @responsableId, @etiquetas, @f29)
     ON CONFLICT DO UPDATE SET responsable_id = excluded.responsable_id, etiquetas = excluded.etiquetas, f29 = excluded.f29`,
  ),
  get: client.prepare<
    [empresaId: string],
    { responsable_id: string | null; etiquetas: string; f29: '12' | '20' }
  >('SELECT responsable_id, etiquetas, f29 FROM empresa_cartera WHERE empresa_id = ?'),
  person: client.prepare<[id: string, cuentaId: string], { empresas: string }>(
    'SELECT empresas FROM usuario WHERE id = ? AND cuenta_id = ?',
  ),
  mark: client.prepare<[Titular & { periodo: string; declaradoEl: string }]>(
    `INSERT INTO f29_declarado VALUES (@empresaId, @ambiente, @periodo, @declaradoEl)
     ON CONFLICT DO UPDATE SET declarado_el = excluded.declarado_el`,
  ),
  unmark: client.prepare<[Titular & { periodo: string }]>(
    'DELETE FROM f29_declarado WHERE empresa_id = @empresaId AND ambiente = @ambiente AND periodo = @periodo',
  ),
})

/** A person whom the firm's dates are told without a session, with rights as they stand now. */
export interface PersonaRow {
  cuenta_id: string
  rol: Rol
  permisos_extra: string
  permisos_quitados: string
  empresas: string
}

export const prepareCalendario = (client: Database) => ({
  put: client.prepare<[{ usuarioId: string; hash: string; at: string }]>(
    `INSERT INTO firma_calendario VALUES (@usuarioId, @hash, @at)
     ON CONFLICT DO UPDATE SET hash = excluded.hash, created_at = excluded.created_at`,
  ),
  get: client
    .prepare<[usuarioId: string], string>('SELECT created_at FROM firma_calendario WHERE usuario_id = ?')
    .pluck(),
  remove: client.prepare<[usuarioId: string]>('DELETE FROM firma_calendario WHERE usuario_id = ?'),
  personOf: client.prepare<[hash: string], PersonaRow>(
    `SELECT u.cuenta_id, u.rol, u.permisos_extra, u.permisos_quitados, u.empresas FROM firma_calendario c
     JOIN usuario u ON u.id = c.usuario_id WHERE c.hash = ?`,
  ),
})

/** The daily mail of a person. */
export type AvisoRow = Row<typeof firmaAviso>

interface Ahora {
  hoy: string
  hora: string
  now: number
}
const DUE =
  'a.activo = 1 AND a.hora <= @hora AND (a.ultimo < @hoy OR (a.ultimo = @hoy AND a.otra_vez <= @now))'

export const prepareAviso = (client: Database) => ({
  get: client.prepare<[usuarioId: string], AvisoRow>('SELECT * FROM firma_aviso WHERE usuario_id = ?'),
  put: client.prepare<[Omit<AvisoRow, 'enviado_at' | 'falla' | 'otra_vez'>]>(
    `INSERT INTO firma_aviso (usuario_id, activo, hora, dias, minima, ultimo)
     VALUES (@usuario_id, @activo, @hora, @dias, @minima, @ultimo)
     ON CONFLICT DO UPDATE SET activo = @activo, hora = @hora, dias = @dias, minima = @minima, ultimo = @ultimo,
       otra_vez = iif(@activo, otra_vez, NULL), falla = iif(@activo, falla, NULL)`,
  ),
  /** Those whose hour came on a day that nobody saw to, or whose mail is to be tried again. */
  due: client
    .prepare<[Ahora], string>(
      `SELECT a.usuario_id FROM firma_aviso a WHERE ${DUE} ORDER BY a.hora, a.usuario_id`,
    )
    .pluck(),
  /** One of them, as it stands when its turn comes. */
  dueOf: client.prepare<[Ahora & { usuarioId: string }], AvisoRow & PersonaRow & { email: string }>(
    `SELECT a.*, u.email, u.cuenta_id, u.rol, u.permisos_extra, u.permisos_quitados, u.empresas
     FROM firma_aviso a JOIN usuario u ON u.id = a.usuario_id JOIN cuenta c ON c.id = u.cuenta_id AND c.mudada = 0
     WHERE a.usuario_id = @usuarioId AND ${DUE}`,
  ),
  email: client.prepare<[usuarioId: string], string>('SELECT email FROM usuario WHERE id = ?').pluck(),
  /** Companies of an account that moved into another server, which tells of them. */
  moved: client
    .prepare<[cuentaId: string], string>(
      'SELECT id FROM empresa WHERE cuenta_id = ? AND deleted_at IS NULL AND mudada = 1',
    )
    .pluck(),
  /** Claims the day before the mail leaves: a death between the two tells nobody, and never anybody twice. */
  claim: client.prepare<[hoy: string, usuarioId: string]>(
    'UPDATE firma_aviso SET ultimo = ?, otra_vez = NULL, falla = NULL WHERE usuario_id = ?',
  ),
  sent: client.prepare<[at: string, usuarioId: string]>(
    'UPDATE firma_aviso SET enviado_at = ? WHERE usuario_id = ?',
  ),
  failed: client.prepare<[{ falla: string; otra_vez: number; usuarioId: string; hoy: string }]>(
    'UPDATE firma_aviso SET falla = @falla, otra_vez = @otra_vez WHERE usuario_id = @usuarioId AND ultimo = @hoy',
  ),
})
