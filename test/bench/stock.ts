// A database that holds as many documents as asked for. Two hundred go all the way to their verdict through the server; then
// their rows are written again and again under new ids, folios, receivers and days, what is sealed anew for its new place: a
// copy counts, weighs and opens like any document, though its XML tells of the first. Of a simulator that keeps a file the
// ledger grows along.

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

/**
 * Fills the data folder `dir`, and the simulator's file `ledger` if there is to be one; then nothing is sealed anew, for so
 * many are not opened.
 */
export async function stock(dir: string, size: number, load: Load, ledger?: string): Promise<Stocked> {
  const simulator = await startSimulator({ judgeAfterMs: 0, ...(ledger && { path: ledger }) })
  const timbre = await startTimbre(dir, simulator.url, MASTER_KEY)
  const { apiKey } = await createCompany(timbre.url)
  const posting = { url: timbre.url, path: '/v1/dte/emitir', post: true, apiKey, connections: 8 }
  await load.run({ ...posting, requests: ORIGINALS })
  await allCompleted(dir, 'dte.emitir')
  await allCompleted(dir, 'dte.veredicto')
  await timbre.stop()
  await simulator.stop()
  const db = openToFill(join(dir, 'timbre.db'))
  const secrets = createSecrets(MASTER_KEY)
  db.function('sealed_anew', (sealed, table, column, from, id) => {
    const place = { table: String(table), column: String(column) }
    return secrets.seal(
      { ...place, id: String(id) },
      secrets.open({ ...place, id: String(from) }, sealed as Buffer),
    )
  })
  // By themselves: to look for them among all for each copy would be the square of it.
  db.exec(`CREATE TEMP TABLE original AS SELECT id, job_id FROM documento WHERE folio <= ${ORIGINALS}`)
  const copies = Math.ceil(size / ORIGINALS)
  copyOriginals(db, copies, ledger ? { ...CHANGES, ...UNSEALED } : CHANGES)
  if (ledger) growLedger(ledger, copies)
  db.prepare('UPDATE caf SET siguiente = ?').run(size + 1)
  const jobId = db.prepare('SELECT job_id FROM documento WHERE folio = 1').pluck().get() as string
  filled(db)
  return { apiKey, jobId }
}

/** A database that nobody needs if filling it fails: each page is written once, as it leaves the memory. */
function openToFill(path: string): Database {
  const db = openDatabase(path)
  db.pragma('foreign_keys = OFF')
  db.pragma('synchronous = OFF')
  db.pragma('journal_mode = MEMORY')
  db.pragma('cache_size = -500000')
  return db
}

function filled(db: Database): void {
  db.pragma('journal_mode = WAL')
  db.close()
}

/** The id of a row's copy: six digits of its time become the number of the copy. */
const copied = (column: string): string =>
  `substr(${column}, 1, 4) || printf('%06d', @copy) || substr(${column}, 11)`

/** A sealed column of what belongs to a document. */
const resealed = (table: string, column: string): string =>
  `sealed_anew(${column}, '${table}', '${column}', documento_id, ${copied('documento_id')})`

const DAY_MS = 86_400_000

/** The changes of a copy against its original. */
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
  job: 'id IN (SELECT job_id FROM original)',
  documento: 'id IN (SELECT id FROM original)',
}
const OF_ORIGINAL = 'documento_id IN (SELECT id FROM original)'

/** Copies keep the bytes as they are, bound to the place of their originals. */
const UNSEALED = {
  documento_contenido: { documento_id: copied('documento_id') },
  documento_xml: { documento_id: copied('documento_id') },
}

function copyOriginals(db: Database, copies: number, changes: typeof CHANGES, original = ORIGINAL): void {
  const statements = Object.entries(changes).map(([table, changed]) => {
    const columns = (db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name)
    const values = columns.map((name) => changed[name] ?? name)
    return db.prepare(
      `INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${table} WHERE ${original[table] ?? OF_ORIGINAL}`,
    )
  })
  db.transaction(() => {
    for (let copy = 1; copy < copies; copy++) for (const statement of statements) statement.run({ copy })
  })()
}

/** The same of a simulator's ledger, whose rows are numbers. */
function growLedger(path: string, copies: number): void {
  const db = openToFill(path)
  const last = db.prepare('SELECT max(track_id) FROM sim_envio').pluck().get() as number
  const track = { track_id: `track_id + @copy * ${last}` }
  const folio = { folio: `folio + @copy * ${ORIGINALS}` }
  const changes = {
    sim_envio: track,
    sim_envio_xml: track,
    sim_documento: { id: `id + @copy * ${ORIGINALS}`, ...track, ...folio },
    sim_folio: { documento_id: `documento_id + @copy * ${ORIGINALS}`, ...folio },
  }
  const ofEnvios = `track_id <= ${last}`
  copyOriginals(db, copies, changes, {
    sim_envio: ofEnvios,
    sim_envio_xml: ofEnvios,
    sim_documento: ofEnvios,
    sim_folio: `documento_id <= ${ORIGINALS}`,
  })
  filled(db)
}

// `stock.ts DIR SIZE` leaves a folder that `timbre serve` opens by itself.
if (import.meta.main) {
  const [dir = '', size] = process.argv.slice(2)
  const load = await startLoad()
  await stock(dir, Number(size), load)
  await load.stop()
  writeFileSync(join(dir, 'clave.maestra'), Buffer.from(MASTER_KEY).toString('hex'), { mode: 0o600 })
}
