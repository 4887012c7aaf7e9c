// Where the documents stood when the server died.

import { Database } from 'bun:sqlite'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ask, type Json, RUT_EMISOR } from './client'

/** The steps of a document's way after its 202, in order. */
export const STEPS = [
  'accepted',
  'signed',
  'in a frozen envelope',
  'sent, not at the SII',
  'sent, at the SII, answer unknown',
  'received, verdict unknown',
] as const
export type StepCounts = Record<(typeof STEPS)[number], number>

const STANDING = `SELECT d.tipo_dte AS tipo, d.folio, d.firmado_at IS NOT NULL AS signed, e.estado AS envio
  FROM documento d LEFT JOIN envio e ON e.id = d.envio_id WHERE d.estado_sii IN ('no_enviado', 'enviado', 'en_proceso')`

/** Rows in the database of a dead server, read from a copy of its files: opening the originals would already recover them. */
export function readDead<T>(dir: string, sql: string): T[] {
  const copy = mkdtempSync(join(tmpdir(), 'timbre-steps-'))
  try {
    for (const file of ['timbre.db', 'timbre.db-wal'])
      if (existsSync(join(dir, file))) copyFileSync(join(dir, file), join(copy, file))
    const db = new Database(join(copy, 'timbre.db'))
    const rows = db.query(sql).all() as T[]
    db.close()
    return rows
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Documents in each step in the data folder `dir` of a dead server. */
export async function countSteps(dir: string, simuladorUrl: string): Promise<StepCounts> {
  type Row = { tipo: number; folio: number; signed: number; envio: string | null }
  const rows = readDead<Row>(dir, STANDING)
  const there = new Set<string>()
  for (const tipo of new Set(rows.map((row) => row.tipo))) {
    const path = `/simulador/libro?rut=${RUT_EMISOR}&tipo_dte=${tipo}`
    const { documentos } = (await ask('GET', simuladorUrl + path)).body.data
    for (const { folio } of documentos as Json[]) there.add(`${tipo}/${folio}`)
  }
  const counts = Object.fromEntries(STEPS.map((step) => [step, 0])) as StepCounts
  for (const { tipo, folio, signed, envio } of rows) {
    const step =
      envio === 'recibido'
        ? 'received, verdict unknown'
        : envio === 'enviado'
          ? there.has(`${tipo}/${folio}`)
            ? 'sent, at the SII, answer unknown'
            : 'sent, not at the SII'
          : envio === 'armado'
            ? 'in a frozen envelope'
            : signed
              ? 'signed'
              : 'accepted'
    counts[step]++
  }
  return counts
}

/** Where documents of a file stand that the SII refused as a whole, once Timbre has parted it. */
export const RETURNED_STEPS = [
  'parted',
  'held for a person',
  'in another frozen envelope',
  'sent again, answer unknown',
] as const

const RETURNED = `SELECT CASE WHEN d.folio_estado = 'retenido' THEN 'held for a person'
    WHEN e.estado = 'armado' THEN 'in another frozen envelope' WHEN e.estado = 'enviado' THEN 'sent again, answer unknown'
    ELSE 'parted' END AS step, count(*) AS n
  FROM reenvio r JOIN documento d ON d.id = r.documento_id JOIN envio e ON e.id = d.envio_id GROUP BY 1`

/** Documents in each of these steps that has any, in the data folder of a dead server. */
export const countReturned = (dir: string) =>
  readDead<{ step: (typeof RETURNED_STEPS)[number]; n: number }>(dir, RETURNED)
