// The statements that walk an account's rows, table by table, as `store/llevadas.ts` says whose they are (areas/exportaciones §2).

import type { Database } from 'better-sqlite3'
import { LLEVADAS, type Llevada } from '../../store/llevadas'
import { TABLAS_CON_TROZOS } from '../../store/trozos'

/** The owner of the rows. A company of another account is in no list. */
export interface Alcance {
  cuenta: string
  /** A JSON list of ids: every company that leaves. */
  empresas: string
  /** 1: the account as a whole, and what belongs to no company of it. */
  entera: 0 | 1
  /** 1: a move, which has more than a copy. */
  mudanza: 0 | 1
}

export type Fila = Record<string, unknown>

/** Rows looked at in one step: none holds the event loop for longer, whoever they belong to. */
const VENTANA = 2000

const THEIR_COMPANY = 'IN (SELECT value FROM json_each(@empresas))'

/** The condition under which a row of the table is theirs. */
function scopeOf(tabla: string, row: string, depth = 0): string {
  if (tabla === 'auditoria')
    return `(${row}.empresa_id ${THEIR_COMPANY} OR @entera = 1 AND ${row}.cuenta_id = @cuenta)`
  if (tabla === 'trozo') return `(${trozosOf(row)})`
  const { columna, padre, clave } = LLEVADAS[tabla] as Llevada
  if (padre === 'cuenta') return `@entera = 1 AND ${row}.${columna} = @cuenta`
  if (padre === 'empresa') return `${row}.${columna} ${THEIR_COMPANY}`
  const up = `p${depth}`
  return `EXISTS (SELECT 1 FROM ${padre} ${up} WHERE ${up}.${clave} = ${row}.${columna} AND ${scopeOf(padre, up, depth + 1)})`
}

/** The pieces of a long file are its row's, where that row may leave. */
const trozosOf = (row: string): string =>
  Object.entries(TABLAS_CON_TROZOS)
    .map(
      ([tabla, key]) =>
        // A file of another program that is still being read may hold its keys.
        `${tabla === 'importacion' ? '@mudanza = 1 AND ' : ''}${row}.tabla = '${tabla}' AND EXISTS (SELECT 1 FROM ${tabla} q WHERE q.${key} = ${row}.id AND ${scopeOf(tabla, 'q')})`,
    )
    .join(' OR ')

/** More than this of a table's rows may be left out: answers kept for a repeated request are, but for those of emission, which are for ever. */
const BESIDES: Readonly<Record<string, string>> = {
  idempotencia: 'AND t.vence_at IS NULL',
}

interface Columna {
  name: string
  hidden: number
  pk: number
  type: string
}

/** How a table is walked, in the order in which its rows came, or of its key where it has no other. */
export function prepareTabla(client: Database, tabla: string) {
  const columnas = client
    .prepare<[string], Columna>('SELECT name, hidden, pk, type FROM pragma_table_xinfo(?)')
    .all(tabla)
  const isBare = client
    .prepare<[string], number>('SELECT wr FROM pragma_table_list WHERE name = ?')
    .pluck()
    .get(tabla)
  const theirs = `${scopeOf(tabla, 't')} ${BESIDES[tabla] ?? ''}`
  // Ten megabytes may be in one row of those with bytes, and each piece of a long file has one.
  const limit = tabla === 'trozo' ? 1 : columnas.some(({ type }) => type === 'BLOB') ? 8 : 200
  const shape = {
    columnas: columnas.filter(({ hidden }) => hidden === 0).map(({ name }) => name),
    /** A number that the database gave, which means nothing elsewhere. */
    numero: isBare ? null : (columnas.find(({ pk, type }) => pk === 1 && type === 'INTEGER')?.name ?? null),
  }
  if (isBare) {
    const key = columnas
      .filter(({ pk }) => pk > 0)
      .sort((a, b) => a.pk - b.pk)
      .map(({ name }) => name)
    const tuple = `(${key.map((name) => `t.${name}`).join(', ')})`
    const past = `(${key.map((_, n) => `@k${n}`).join(', ')})`
    const order = `ORDER BY ${key.map((name) => `t.${name}`).join(', ')} LIMIT ${limit}`
    const first = client.prepare<[Alcance], Fila>(`SELECT t.* FROM ${tabla} t WHERE ${theirs} ${order}`)
    const next = client.prepare<[Alcance & Record<string, unknown>], Fila>(
      `SELECT t.* FROM ${tabla} t WHERE ${tuple} > ${past} AND ${theirs} ${order}`,
    )
    return {
      ...shape,
      *pages(alcance: Alcance): Generator<Fila[]> {
        for (let rows = first.all(alcance); rows.length; ) {
          yield rows
          if (rows.length < limit) return
          const last = rows.at(-1)!
          rows = next.all({
            ...alcance,
            ...Object.fromEntries(key.map((name, n) => [`k${n}`, last[name]])),
          })
        }
      },
    }
  }
  const top = client.prepare<[], number | null>(`SELECT max(rowid) FROM ${tabla}`).pluck()
  const window = client.prepare<[Alcance & { desde: number; hasta: number }], Fila>(
    `SELECT t.rowid AS "#", t.* FROM ${tabla} t WHERE t.rowid > @desde AND t.rowid <= @hasta AND ${theirs} ORDER BY t.rowid LIMIT ${limit}`,
  )
  return {
    ...shape,
    *pages(alcance: Alcance): Generator<Fila[]> {
      const end = top.get() ?? 0
      for (let desde = 0; desde < end; ) {
        const rows = window.all({ ...alcance, desde, hasta: desde + VENTANA })
        desde = rows.length < limit ? desde + VENTANA : (rows.at(-1)!['#'] as number)
        yield rows
      }
    },
  }
}

/** The parts of a file's name. */
export const prepareRutas = (client: Database) => ({
  documento: client.prepare<
    [id: string],
    { empresa_id: string; ambiente: string; tipo_dte: number; folio: number; libre: 0 | 1 }
  >(
    "SELECT empresa_id, ambiente, tipo_dte, folio, folio_estado = 'libre' AS libre FROM documento WHERE id = ?",
  ),
  recibido: client.prepare<
    [archivoId: string],
    { id: string; rut_emisor: string; tipo_dte: number; folio: number; primero_id: string }
  >(
    'SELECT id, rut_emisor, tipo_dte, folio, primero_id FROM recibido WHERE archivo_id = ? ORDER BY id LIMIT 1',
  ),
  empresas: client.prepare<[Alcance], { id: string; rut: string; razon_social: string }>(
    `SELECT id, rut, razon_social FROM empresa WHERE id ${THEIR_COMPANY} ORDER BY created_at, id`,
  ),
  cuenta: client.prepare<[id: string], { id: string; nombre: string }>(
    'SELECT id, nombre FROM cuenta WHERE id = ?',
  ),
  ultimaMigracion: client
    .prepare<[], string>('SELECT nombre FROM migracion ORDER BY nombre DESC LIMIT 1')
    .pluck(),
})
