// The statements by which the rows of a move enter (areas/exportaciones §6).

import type { Database } from 'better-sqlite3'

interface ColumnaEntrada {
  name: string
  type: string
}

export const prepareEntrada = (client: Database) => {
  const columnas = client.prepare<[tabla: string], ColumnaEntrada & { hidden: number; pk: number }>(
    'SELECT name, hidden, pk, type FROM pragma_table_xinfo(?)',
  )
  const isBare = client
    .prepare<[tabla: string], number>('SELECT wr FROM pragma_table_list WHERE name = ?')
    .pluck()
  return {
    /** The columns that a row brings: none that the database fills in. */
    columnas: (tabla: string): ColumnaEntrada[] =>
      columnas
        .all(tabla)
        .filter(
          ({ hidden, pk, type }) =>
            hidden === 0 && (isBare.get(tabla) === 1 || pk !== 1 || type !== 'INTEGER'),
        ),
    insert: (tabla: string, names: readonly string[]) =>
      client.prepare<unknown[]>(
        `INSERT INTO ${tabla} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      ),
    ultimaMigracion: client
      .prepare<[], string>('SELECT nombre FROM migracion ORDER BY nombre DESC LIMIT 1')
      .pluck(),
    hasCuenta: client.prepare<[id: string], number>('SELECT 1 FROM cuenta WHERE id = ?').pluck(),
    hasEmpresa: client.prepare<[id: string], number>('SELECT 1 FROM empresa WHERE id = ?').pluck(),
    hasRut: client
      .prepare<[rut: string], number>('SELECT 1 FROM empresa WHERE rut = ? AND deleted_at IS NULL')
      .pluck(),
    hasCorreo: client.prepare<[email: string], number>('SELECT 1 FROM usuario WHERE email = ?').pluck(),
    hasCaf: client
      .prepare<[rut: string, ambiente: string, tipoDte: number, hasta: number, desde: number], number>(
        'SELECT 1 FROM caf WHERE rut_emisor = ? AND ambiente = ? AND tipo_dte = ? AND desde <= ? AND hasta >= ?',
      )
      .pluck(),
    /** The sums that they keep come along as rows, and would else be counted twice. */
    triggers: client.prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid",
    ),
    /** The places of those that wait, in their order, behind which a new one comes: they were counted by another database's rows. */
    placeJobs: client.prepare<[empresas: string]>(
      `UPDATE job SET lugar = p.lugar FROM (
         SELECT id, row_number() OVER (ORDER BY lugar, queued_at, rowid) + (SELECT max(rowid) FROM job) - count(*) OVER () AS lugar
         FROM job WHERE estado <> 'completed' AND empresa_id IN (SELECT value FROM json_each(?))) p
       WHERE job.id = p.id`,
    ),
  }
}
