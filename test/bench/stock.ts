// A database that holds as many documents as asked for. Two hundred go all the way to their verdict through the server; then
// their rows are written again and again under new ids, folios, receivers and days, what is sealed anew for its new place: a
// copy counts, weighs and opens like any document, though its XML tells of the first.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { openDatabase } from '../../src/store/driver'
import { createSecrets } from '../../src/store/secrets'
import { createCompany, MASTER_KEY } from './company'
import { allCompleted } from './end-to-end'
import { type Load, startLoad, startSimulator, startTimbre } from './server'

const ORIGINALS = 200

export interface Stocked {
  apiKey: string
  /** A job whose document can be opened. */
  jobId: string
}

/** Fills the data folder `dir`. */
export async function stock(dir: string, size: number, load: Load): Promise<Stocked> {
  const simulator = await startSimulator({ judgeAfterMs: 0 })
  const timbre = await startTimbre(dir, simulator.url, MASTER_KEY)
  const { apiKey } = await createCompany(timbre.url)
  const posting = { url: timbre.url, path: '/v1/dte/emitir', post: true, apiKey, connections: 8 }
  await load.run({ ...posting, requests: ORIGINALS })
  await allCompleted(dir, 'dte.emitir')
  await allCompleted(dir, 'dte.veredicto')
  await timbre.stop()
  await simulator.stop()
  const db = openDatabase(join(dir, 'timbre.db'))
  db.pragma('foreign_keys = OFF')
  db.pragma('synchronous = OFF')
  const secrets = createSecrets(MASTER_KEY)
  db.function('sealed_anew', (sealed, table, column, from, id) => {
    const place = { table: String(table), column: String(column) }
    return secrets.seal(
      { ...place, id: String(id) },
      secrets.open({ ...place, id: String(from) }, sealed as Buffer),
    )
  })
  for (let copy = 1; copy < size / ORIGINALS; copy++) copyOriginals(db, copy)
  db.prepare('UPDATE caf SET siguiente = ?').run(size + 1)
  const jobId = db.prepare('SELECT job_id FROM documento WHERE folio = 1').pluck().get() as string
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  return { apiKey, jobId }
}

/** The id of a row's copy: six digits of its time become the number of the copy. */
const copied = (column: string): string =>
  `substr(${column}, 1, 4) || printf('%06d', @copy) || substr(${column}, 11)`

/** A sealed column of what belongs to a document. */
const resealed = (table: string, column: string): string =>
  `sealed_anew(${column}, '${table}', '${column}', documento_id, ${copied('documento_id')})`

const DAY_MS = 86_400_000

/** What a copy does not share with its original. */
const CHANGES: Record<string, Record<string, string>> = {
  job: {
    id: copied('id'),
    created_at: `created_at - @copy * ${DAY_MS}`,
    queued_at: `queued_at - @copy * ${DAY_MS}`,
    completed_at: `completed_at - @copy * ${DAY_MS}`,
  },
  documento: {
    id: copied('id'),
    job_id: copied('job_id'),
    folio: `folio + @copy * ${ORIGINALS}`,
    fecha_emision: `date(fecha_emision, '-' || @copy || ' days')`,
    created_at: `strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '-' || @copy || ' days')`,
    rut_receptor: `printf('%d-%d', 76000000 + @copy % 300, @copy % 10)`,
    referencia_externa: `referencia_externa || '-' || @copy`,
  },
  documento_contenido: {
    documento_id: copied('documento_id'),
    contenido_cifrado: resealed('documento_contenido', 'contenido_cifrado'),
  },
  documento_xml: {
    documento_id: copied('documento_id'),
    xml_cifrado: resealed('documento_xml', 'xml_cifrado'),
  },
  documento_historial: { id: 'NULL', documento_id: copied('documento_id') },
}

/** Where the rows of the first documents are, and no copy. */
const ORIGINAL: Record<string, string> = {
  job: `id IN (SELECT job_id FROM documento WHERE folio <= ${ORIGINALS})`,
  documento: `folio <= ${ORIGINALS}`,
}
const OF_ORIGINAL = `documento_id IN (SELECT id FROM documento WHERE folio <= ${ORIGINALS})`

function copyOriginals(db: Database, copy: number): void {
  db.transaction(() => {
    for (const [table, changes] of Object.entries(CHANGES)) {
      const columns = (db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name)
      const values = columns.map((name) => changes[name] ?? name)
      db.prepare(
        `INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${table} WHERE ${ORIGINAL[table] ?? OF_ORIGINAL}`,
      ).run({ copy })
    }
  })()
}

// `stock.ts DIR SIZE` leaves a folder that `timbre serve` opens by itself.
if (import.meta.main) {
  const [dir = '', size] = process.argv.slice(2)
  const load = await startLoad()
  await stock(dir, Number(size), load)
  await load.stop()
  writeFileSync(join(dir, 'clave.maestra'), Buffer.from(MASTER_KEY).toString('hex'), { mode: 0o600 })
}
