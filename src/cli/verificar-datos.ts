// The checks of `timbre verificar`, each with its remedy.

import type { Database } from 'better-sqlite3'
import { and, count, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { EMITIR } from '../areas/dte'
import { type Secrets, SecretUnreadable } from '../store/secrets'
import { SELLADOS, type Sellado, sealedValues } from '../store/sellados'
import type { Db } from '../store/store'
import { documento, documentoXml } from '../store/tables/documento'
import { documentoCuenta } from '../store/tables/documento-sumas'
import { envioMarco } from '../store/tables/envio'
import { job, jobCuenta } from '../store/tables/job'
import { type Revision, some } from './doctor-revision'
import { NOMBRE, nombres, USADO, verifyFolios } from './verificar-folios'

const RESTORE = 'restaure un respaldo con timbre restaurar'

/** The pages of the file, its indexes and the references between its tables. */
export function* verifySqlite(db: Database): Generator<Revision> {
  const que = 'SQLite'
  // One row may be several lines under a title.
  const found = (db.pragma('integrity_check') as { integrity_check: string }[])
    .flatMap((row) => row.integrity_check.split('\n'))
    .filter((text) => !text.startsWith('***'))
  const broken = db.pragma('foreign_key_check') as { table: string; parent: string }[]
  const faults = [
    ...found.filter((text) => text !== 'ok'),
    ...broken.map(({ table, parent }) => `una fila de ${table} sin su ${parent}`),
  ]
  yield faults.length
    ? { estado: 'falla', que, detalle: some(faults), remedio: RESTORE }
    : { estado: 'bien', que, detalle: 'páginas, índices y referencias íntegros' }
}

/** Every secret opens with the master key, in its own place. */
export function* verifySecretos(db: Database, secrets: Secrets): Generator<Revision> {
  for (const sellado of SELLADOS) {
    const que = `Secretos de ${sellado.table}.${sellado.column}`
    yield* readable(que, () => verifySellado(db, secrets, sellado, que))
  }
}

function* verifySellado(db: Database, secrets: Secrets, sellado: Sellado, que: string): Generator<Revision> {
  const unreadable: string[] = []
  let count = 0
  for (const { place, sealed } of sealedValues(db, sellado)) {
    count++
    try {
      secrets.open(place, sealed)
    } catch (fault) {
      if (!(fault instanceof SecretUnreadable)) throw fault
      unreadable.push(place.id.replaceAll('\0', ' '))
    }
  }
  yield unreadable.length
    ? {
        estado: 'falla',
        que,
        detalle: `no se abren ${unreadable.length}: ${some(unreadable)}`,
        remedio: RESTORE,
      }
    : { estado: 'bien', que, detalle: `${count} se abren` }
}

/** The findings of a check; damaged pages become one more, so that the others are told too. */
export function* readable(que: string, check: () => Generator<Revision>): Generator<Revision> {
  try {
    yield* check()
  } catch (fault) {
    if (!String((fault as { code?: unknown }).code).startsWith('SQLITE_CORRUPT')) throw fault
    yield { estado: 'falla', que, detalle: 'no se pueden leer: sus páginas están dañadas', remedio: RESTORE }
  }
}

/** An emitted document has its signed bytes, and a received one the envelope around them. */
export function* verifyDocumentos(db: Db): Generator<Revision> {
  const que = 'Documentos'
  const noXml = nombres(
    db
      .select({ nombre: NOMBRE })
      .from(documento)
      .leftJoin(job, eq(job.id, documento.jobId))
      .leftJoin(documentoXml, eq(documentoXml.documentoId, documento.id))
      .where(
        and(
          isNull(documentoXml.documentoId),
          eq(documento.contenido, 'xml'),
          or(
            eq(documento.origen, 'importado'),
            eq(job.estado, 'completed'),
            isNotNull(documento.firmadoAt),
            isNotNull(documento.envioId),
          ),
        ),
      )
      .all(),
  )
  const noEnvio = nombres(
    db
      .select({ nombre: NOMBRE })
      .from(documento)
      .innerJoin(job, eq(job.id, documento.jobId))
      .leftJoin(envioMarco, eq(envioMarco.envioId, documento.envioId))
      .where(and(isNull(envioMarco.envioId), eq(job.kind, EMITIR), eq(job.estado, 'completed')))
      .all(),
  )
  if (noXml.length) yield { estado: 'falla', que, detalle: `sin su XML: ${some(noXml)}`, remedio: RESTORE }
  if (noEnvio.length)
    yield { estado: 'falla', que, detalle: `sin su envío: ${some(noEnvio)}`, remedio: RESTORE }
  if (noXml.length || noEnvio.length) return
  const { total } = db.select({ total: count() }).from(documentoXml).get()!
  yield { estado: 'bien', que, detalle: `${total} con su XML firmado` }
}

/** The totals of the lists, which triggers keep, are what counting gives. */
function* verifyCuentas(db: Db): Generator<Revision> {
  const que = 'Totales de listas'
  const { empresaId, ambiente, tipoDte } = documento
  const faults = [
    ...differing(
      db,
      [documentoCuenta.empresaId, documentoCuenta.ambiente, documentoCuenta.tipoDte],
      documentoCuenta,
      sql`SELECT ${empresaId}, ${ambiente}, ${tipoDte}, count(*) FROM ${documento} WHERE ${USADO}
        GROUP BY ${empresaId}, ${ambiente}, ${tipoDte}`,
    ),
    ...differing(
      db,
      [jobCuenta.kind, jobCuenta.empresaId, jobCuenta.ambiente],
      jobCuenta,
      sql`SELECT ${job.kind}, ${job.empresaId}, ${job.ambiente}, count(*) FROM ${job}
        GROUP BY ${job.kind}, ${job.empresaId}, ${job.ambiente}`,
    ),
  ]
  yield faults.length
    ? { estado: 'falla', que, detalle: `no son los que hay: ${some(faults)}`, remedio: RESTORE }
    : { estado: 'bien', que, detalle: 'los que hay' }
}

/** The keys of the rows that one of the two has alone. */
function differing(
  db: Db,
  keys: SQLiteColumn[],
  kept: typeof documentoCuenta | typeof jobCuenta,
  counted: SQL,
): string[] {
  const all = sql`SELECT ${sql.join(keys, sql`, `)}, ${kept.total} FROM ${kept}`
  const names = sql.join(
    keys.map((key) => sql.identifier(key.name)),
    sql` || ' ' || `,
  )
  return nombres(
    db.all(
      sql`SELECT DISTINCT ${names} AS nombre FROM (SELECT * FROM (${all} WHERE ${kept.total} > 0 EXCEPT ${counted})
        UNION ALL SELECT * FROM (${counted} EXCEPT ${all}))`,
    ),
  )
}

/** Everything, whatever of it is damaged. */
export function* verifyTodo(client: Database, secrets: Secrets): Generator<Revision> {
  const db = drizzle({ client })
  yield* readable('SQLite', () => verifySqlite(client))
  yield* verifySecretos(client, secrets)
  yield* readable('Folios', () => verifyFolios(db))
  yield* readable('Documentos', () => verifyDocumentos(db))
  yield* readable('Totales de listas', () => verifyCuentas(db))
}
