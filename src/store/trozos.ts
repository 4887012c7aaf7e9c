// Long files of a row: a statement that writes ten megabytes holds the event loop for as long as many requests take, so all of one but its
// last piece is written before its row, and read, a piece a turn (store §4.1). The last piece stands in the row, where a short file is whole.

import type { Database } from 'better-sqlite3'
import { nextTurn } from '../base/turn'
import type { Secrets } from './secrets'
import { isStorageFault } from './storage-fault'
import type { Row } from './tables/row'
import type { trozo } from './tables/trozo'
import { unsynced } from './unsynced'

/** Bytes of one piece. */
export const TROZO = 1024 * 1024

/** The tables whose files may be long, and the column that names a row. */
export const TABLAS_CON_TROZOS = {
  cliente_archivo: 'job_id',
  recibido_archivo: 'id',
  compra_int_archivo: 'compra_id',
  estado_cuenta: 'id',
  respuesta_archivo: 'id',
  importacion: 'id',
  asiento_exportacion: 'id',
} as const

/** The row that a file is of. */
export interface Fila {
  tabla: keyof typeof TABLAS_CON_TROZOS
  id: string
}

const place = ({ tabla, id }: Fila, parte: number) => ({
  table: 'trozo',
  column: 'bytes_cifrados',
  id: [tabla, id, parte].join('\0'),
})

const prepare = (client: Database) => ({
  insert: client.prepare<[Row<typeof trozo>]>(
    'INSERT INTO trozo VALUES (@tabla, @id, @parte, @bytes_cifrados)',
  ),
  get: client
    .prepare<[Fila & { parte: number }], Buffer>(
      'SELECT bytes_cifrados FROM trozo WHERE tabla = @tabla AND id = @id AND parte = @parte',
    )
    .pluck(),
  count: client
    .prepare<[Fila], number>('SELECT count(*) FROM trozo WHERE tabla = @tabla AND id = @id')
    .pluck(),
  drop: client.prepare<[Fila]>('DELETE FROM trozo WHERE tabla = @tabla AND id = @id'),
  partes: client
    .prepare<[Fila], number>('SELECT parte FROM trozo WHERE tabla = @tabla AND id = @id ORDER BY parte')
    .pluck(),
  put: client.prepare<[Row<typeof trozo>]>(
    'INSERT OR REPLACE INTO trozo VALUES (@tabla, @id, @parte, @bytes_cifrados)',
  ),
  remove: client.prepare<[Fila & { parte: number }]>(
    'DELETE FROM trozo WHERE tabla = @tabla AND id = @id AND parte = @parte',
  ),
})

export type Trozos = ReturnType<typeof createTrozos>

export function createTrozos({ client, secrets }: { client: Database; secrets: Secrets }) {
  const sql = prepare(client)
  return {
    /** Writes a file that is long but for its last piece, which it returns: the whole of one that is not. */
    async save(fila: Fila, bytes: Uint8Array): Promise<Uint8Array> {
      const last = Math.max(0, Math.ceil(bytes.length / TROZO) - 1)
      try {
        for (let parte = 0; parte < last; parte++) {
          const piece = bytes.subarray(parte * TROZO, (parte + 1) * TROZO)
          const bytes_cifrados = secrets.seal(place(fila, parte), piece)
          unsynced(client, () => void sql.insert.run({ ...fila, parte, bytes_cifrados }))
          await nextTurn()
        }
      } catch (fault) {
        if (client.open) sql.drop.run(fila)
        throw fault
      }
      return bytes.subarray(last * TROZO)
    },
    /** A file of which the row has the last piece; null where it was deleted meanwhile. */
    async read(fila: Fila, last: Buffer): Promise<Buffer | null> {
      const count = sql.count.get(fila)!
      const pieces: Buffer[] = []
      for (let parte = 0; parte < count; parte++) {
        await nextTurn()
        const sealed = sql.get.get({ ...fila, parte })
        if (!sealed) return null
        pieces.push(secrets.open(place(fila, parte), sealed))
      }
      return count ? Buffer.concat([...pieces, last]) : last
    },
    /** Writes one piece of a file that comes by pieces, in the caller's transaction; the same again takes its place. */
    put(fila: Fila, parte: number, bytes: Uint8Array): void {
      sql.put.run({ ...fila, parte, bytes_cifrados: secrets.seal(place(fila, parte), bytes) })
    },
    /** One piece of such a file. */
    piece(fila: Fila, parte: number): Buffer | null {
      const sealed = sql.get.get({ ...fila, parte })
      return sealed ? secrets.open(place(fila, parte), sealed) : null
    },
    /** The pieces of it that came. */
    partes: (fila: Fila): number[] => sql.partes.all(fila),
    /** Forgets one piece: of a long file all at once would hold the event loop. */
    dropPiece: (fila: Fila, parte: number): void => void sql.remove.run({ ...fila, parte }),
    /** Forgets what a row had that is gone, or never came. */
    drop: (fila: Fila): void => void sql.drop.run(fila),
  }
}

/** Forgets what a process wrote that died before it came to the row. Before anything is served; of a disk that takes no writes later. */
export function sweepTrozos(client: Database): void {
  try {
    for (const [tabla, key] of Object.entries(TABLAS_CON_TROZOS)) {
      const row = `SELECT 1 FROM ${tabla} WHERE ${tabla}.${key} = trozo.id`
      client.prepare(`DELETE FROM trozo WHERE tabla = '${tabla}' AND NOT EXISTS (${row})`).run()
    }
  } catch (fault) {
    if (!isStorageFault(fault)) throw fault
  }
}
