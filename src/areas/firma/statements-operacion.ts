// The statements of operations over many companies (areas/firma §5).

import type { Database } from 'better-sqlite3'
import type { Ambiente } from '../../domain/ambiente'
import type { firmaOperacion, firmaOperacionEmpresa } from '../../store/tables/firma-operacion'
import type { Row } from '../../store/tables/row'
import type { PersonaRow } from './statements'

type Fila = Row<typeof firmaOperacionEmpresa>

/** An operation, and how many of its companies stand where. */
export type OperacionRow = Row<typeof firmaOperacion> & Record<Fila['estado'], number>
/** A company of one. */
export type OperacionEmpresaRow = Fila & { rut: string; razon_social: string }
/** One whose turn it is, with the person who asked. */
export type TurnoRow = Pick<Fila, 'operacion_id' | 'orden' | 'empresa_id' | 'ambiente'> &
  PersonaRow & { usuario_id: string; tipo: string; eliminada: 0 | 1; mudada: 0 | 1 }

const SUMS = (['espera', 'en_curso', 'ok', 'fallida', 'omitida'] as const)
  .map((estado) => `count(*) FILTER (WHERE f.estado = '${estado}') AS ${estado}`)
  .join(', ')
const OPERACION = `SELECT o.*, ${SUMS} FROM firma_operacion o JOIN firma_operacion_empresa f ON f.operacion_id = o.id`

export const prepareOperaciones = (client: Database) => ({
  insert: client.prepare<[Omit<Row<typeof firmaOperacion>, 'cancelada_at'>]>(
    `INSERT INTO firma_operacion (id, cuenta_id, usuario_id, tipo, created_at) VALUES (@id, @cuenta_id, @usuario_id, @tipo, @created_at)`,
  ),
  insertEmpresa: client.prepare<[Pick<Fila, 'operacion_id' | 'orden' | 'empresa_id' | 'ambiente'>]>(
    `INSERT INTO firma_operacion_empresa (operacion_id, orden, empresa_id, ambiente, estado)
     VALUES (@operacion_id, @orden, @empresa_id, @ambiente, 'espera')`,
  ),
  /** The youngest first; behind one, where there is one. */
  list: client.prepare<
    [{ usuarioId: string; limit: number; offset: number; created_at: string; id: string }],
    OperacionRow
  >(
    `${OPERACION} WHERE o.usuario_id = @usuarioId AND (o.created_at, o.id) < (@created_at, @id)
     GROUP BY o.id ORDER BY o.created_at DESC, o.id DESC LIMIT @limit OFFSET @offset`,
  ),
  count: client
    .prepare<[usuarioId: string], number>('SELECT count(*) FROM firma_operacion WHERE usuario_id = ?')
    .pluck(),
  find: client.prepare<[id: string, usuarioId: string], OperacionRow>(
    `${OPERACION} WHERE o.id = ? AND o.usuario_id = ? GROUP BY o.id`,
  ),
  empresas: client.prepare<[operacionId: string], OperacionEmpresaRow>(
    `SELECT f.*, e.rut, e.razon_social FROM firma_operacion_empresa f JOIN empresa e ON e.id = f.empresa_id
     WHERE f.operacion_id = ? ORDER BY f.orden`,
  ),
  /** Companies of an account that are there, by their ids. */
  known: client.prepare<
    [{ cuentaId: string; ids: string }],
    { id: string; ambiente: Ambiente; rut: string; razon_social: string; mudada: 0 | 1 }
  >(
    `SELECT id, ambiente, rut, razon_social, mudada FROM empresa
     WHERE id IN (SELECT value FROM json_each(@ids)) AND cuenta_id = @cuentaId AND deleted_at IS NULL`,
  ),

  /** Companies whose jobs are under way, with how those stand: `activos` run, or will within a minute; of a moved company none will. */
  underWay: client.prepare<
    [{ soon: number }],
    Pick<Fila, 'operacion_id' | 'orden' | 'trabajos'> & {
      abiertos: number
      activos: number
      error: string | null
      caidos: number
    }
  >(
    `SELECT f.operacion_id, f.orden, f.trabajos,
       count(*) FILTER (WHERE j.estado IN ('pending', 'processing', 'scheduled')) AS abiertos,
       count(*) FILTER (WHERE j.mudado = 0
         AND (j.estado = 'processing' OR (j.estado = 'pending' AND (j.run_at IS NULL OR j.run_at <= @soon)))) AS activos,
       count(*) FILTER (WHERE j.estado IN ('failed', 'dlq')) AS caidos,
       max(j.error) FILTER (WHERE j.estado IN ('failed', 'dlq')) AS error
     FROM firma_operacion_empresa f, json_each(f.trabajos) t LEFT JOIN job j ON j.id = t.value
     WHERE f.estado = 'en_curso' GROUP BY f.operacion_id, f.orden`,
  ),
  /** Those whose turn it is: of the oldest operation first. */
  next: client.prepare<[limit: number], TurnoRow>(
    `SELECT f.operacion_id, f.orden, f.empresa_id, f.ambiente, o.tipo, o.usuario_id, o.cuenta_id, u.rol, u.permisos_extra,
       u.permisos_quitados, u.empresas, e.deleted_at IS NOT NULL AS eliminada, e.mudada
     FROM firma_operacion_empresa f JOIN firma_operacion o ON o.id = f.operacion_id JOIN usuario u ON u.id = o.usuario_id
       JOIN empresa e ON e.id = f.empresa_id
     WHERE f.estado = 'espera' ORDER BY f.operacion_id, f.orden LIMIT ?`,
  ),
  /** None changes that is not where it was. */
  move: client.prepare<[Omit<Fila, 'empresa_id' | 'ambiente'> & { before: Fila['estado'] }]>(
    `UPDATE firma_operacion_empresa SET estado = @estado, motivo = @motivo, codigo = @codigo, mensaje = @mensaje, trabajos = @trabajos
     WHERE operacion_id = @operacion_id AND orden = @orden AND estado = @before`,
  ),
  cancel: client.prepare<[at: string, id: string]>(
    'UPDATE firma_operacion SET cancelada_at = ? WHERE id = ? AND cancelada_at IS NULL',
  ),
  cancelWaiting: client.prepare<[id: string]>(
    `UPDATE firma_operacion_empresa SET estado = 'omitida', motivo = 'cancelada' WHERE operacion_id = ? AND estado = 'espera'`,
  ),
  retryFailed: client.prepare<[id: string]>(
    `UPDATE firma_operacion_empresa SET estado = 'espera', codigo = NULL, mensaje = NULL, trabajos = NULL
     WHERE operacion_id = ? AND estado = 'fallida'`,
  ),
  reopen: client.prepare<[id: string]>('UPDATE firma_operacion SET cancelada_at = NULL WHERE id = ?'),
  forget: client.prepare<[before: string, limit: number]>(
    `DELETE FROM firma_operacion WHERE id IN (SELECT id FROM firma_operacion WHERE created_at < ? ORDER BY created_at LIMIT ?)`,
  ),
})
