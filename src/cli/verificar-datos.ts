// What `timbre verificar` looks at, each with what to do when it is not well.

import type { Database } from 'better-sqlite3'
import { type Secrets, SecretUnreadable } from '../store/secrets'
import { SELLADOS, type Sellado, sealedValues } from '../store/sellados'
import type { Revision } from './doctor-revision'

/** Examples that a line names; there may be thousands. */
const SHOWN = 5
const RESTORE = 'restaure un respaldo con timbre restaurar'

const some = (names: readonly string[]): string =>
  names.slice(0, SHOWN).join(', ') + (names.length > SHOWN ? ` y ${names.length - SHOWN} más` : '')

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

/** What a check finds; where it comes upon damaged pages, that it did: what else is damaged or sound is to be told too. */
export function* readable(que: string, check: () => Generator<Revision>): Generator<Revision> {
  try {
    yield* check()
  } catch (fault) {
    if (!String((fault as { code?: unknown }).code).startsWith('SQLITE_CORRUPT')) throw fault
    yield { estado: 'falla', que, detalle: 'no se pueden leer: sus páginas están dañadas', remedio: RESTORE }
  }
}

interface Rango {
  rut: string
  ambiente: string
  tipo: number
  desde: number
  hasta: number
  tomados: number
  conocidos: number
}

/** No folio for two documents, none outside its range, none taken that nothing accounts for. */
export function* verifyFolios(db: Database): Generator<Revision> {
  const que = 'Folios'
  const doubles = db
    .prepare<[], string>(
      `SELECT rut_emisor || ' ' || ambiente || ' tipo ' || tipo_dte || ' folio ' || folio FROM documento
       WHERE folio_estado <> 'libre' GROUP BY rut_emisor, ambiente, tipo_dte, folio HAVING count(*) > 1`,
    )
    .pluck()
    .all()
  const outside = db
    .prepare<[], string>(
      `SELECT d.rut_emisor || ' ' || d.ambiente || ' tipo ' || d.tipo_dte || ' folio ' || d.folio
       FROM documento d JOIN caf c ON c.id = d.caf_id
       WHERE d.folio_estado <> 'libre' AND (d.tipo_dte <> c.tipo_dte OR d.ambiente <> c.ambiente
         OR d.rut_emisor <> c.rut_emisor OR d.folio NOT BETWEEN c.desde AND c.siguiente - 1)`,
    )
    .pluck()
    .all()
  const freeAndUsed = db
    .prepare<[], string>(
      `SELECT d.rut_emisor || ' ' || d.ambiente || ' tipo ' || d.tipo_dte || ' folio ' || d.folio FROM folio_libre l
       JOIN documento d ON d.caf_id = l.caf_id AND d.folio = l.folio AND d.folio_estado <> 'libre'`,
    )
    .pluck()
    .all()
  const setAsideAndUsed = db
    .prepare<[], string>(
      `SELECT d.rut_emisor || ' ' || d.ambiente || ' tipo ' || d.tipo_dte || ' folio ' || d.folio FROM folio_apartado a
       JOIN documento d ON d.caf_id = a.caf_id AND d.folio BETWEEN a.desde AND a.hasta AND d.folio_estado <> 'libre'`,
    )
    .pluck()
    .all()
  const rangos = db
    .prepare<[], Rango>(
      `SELECT c.rut_emisor AS rut, c.ambiente, c.tipo_dte AS tipo, c.desde, c.hasta, c.siguiente - c.desde AS tomados,
         (SELECT count(DISTINCT d.folio) FROM documento d WHERE d.caf_id = c.id AND d.folio_estado <> 'libre')
         + (SELECT count(*) FROM folio_libre l WHERE l.caf_id = c.id)
         + (SELECT coalesce(sum(a.hasta - a.desde + 1), 0) FROM folio_apartado a WHERE a.caf_id = c.id) AS conocidos
       FROM caf c`,
    )
    .all()
  const unexplained = rangos
    .filter(({ tomados, conocidos }) => tomados !== conocidos)
    .map(({ rut, ambiente, tipo, desde, hasta, tomados, conocidos }) => {
      const rango = `${rut} ${ambiente} tipo ${tipo}, rango ${desde} a ${hasta}`
      return `${rango}: ${tomados} tomados y ${conocidos} con documento o libres`
    })
  const remedio = 'no emita más de ese tipo y compare con el SII'
  const faults: [string, string[]][] = [
    ['de dos documentos', doubles],
    ['fuera de su rango', outside],
    ['libres y usados a la vez', freeAndUsed],
    ['apartados y usados a la vez', setAsideAndUsed],
    ['sin explicación', unexplained],
  ]
  let well = true
  for (const [what, names] of faults) {
    if (!names.length) continue
    well = false
    yield { estado: 'falla', que, detalle: `${what}: ${some(names)}`, remedio }
  }
  if (well)
    yield { estado: 'bien', que, detalle: `${rangos.length} rangos sin dobles ni huecos sin explicación` }
}

/** What was emitted has its signed bytes, and what the SII received has the envelope around them. */
export function* verifyDocumentos(db: Database): Generator<Revision> {
  const que = 'Documentos'
  const named = "d.rut_emisor || ' ' || d.ambiente || ' tipo ' || d.tipo_dte || ' folio ' || d.folio"
  const names = (from: string): string[] => db.prepare<[], string>(`SELECT ${named} ${from}`).pluck().all()
  const noXml = names(
    `FROM documento d JOIN job j ON j.id = d.job_id LEFT JOIN documento_xml x ON x.documento_id = d.id
     WHERE x.documento_id IS NULL AND (j.estado = 'completed' OR d.firmado_at IS NOT NULL OR d.envio_id IS NOT NULL)`,
  )
  const noEnvio = names(
    `FROM documento d JOIN job j ON j.id = d.job_id LEFT JOIN envio_marco m ON m.envio_id = d.envio_id
     WHERE m.envio_id IS NULL AND j.kind = 'dte.emitir' AND j.estado = 'completed'`,
  )
  if (noXml.length) yield { estado: 'falla', que, detalle: `sin su XML: ${some(noXml)}`, remedio: RESTORE }
  if (noEnvio.length)
    yield { estado: 'falla', que, detalle: `sin su envío: ${some(noEnvio)}`, remedio: RESTORE }
  if (noXml.length || noEnvio.length) return
  const count = db.prepare<[], number>('SELECT count(*) FROM documento_xml').pluck().get()
  yield { estado: 'bien', que, detalle: `${count} con su XML firmado` }
}

/** The totals of the lists, which triggers keep, are what counting gives. */
export function* verifyCuentas(db: Database): Generator<Revision> {
  const que = 'Totales de listas'
  const differing = (kept: string, columns: string, real: string): string[] =>
    db
      .prepare<[], string>(
        `SELECT DISTINCT ${columns.replaceAll(', ', " || ' ' || ")} FROM (
           SELECT * FROM (SELECT ${columns}, total FROM ${kept} WHERE total > 0 EXCEPT ${real})
           UNION ALL SELECT * FROM (${real} EXCEPT SELECT ${columns}, total FROM ${kept}))`,
      )
      .pluck()
      .all()
  const documentos = 'empresa_id, ambiente, tipo_dte'
  const jobs = 'kind, empresa_id, ambiente'
  const faults = [
    ...differing(
      'documento_cuenta',
      documentos,
      `SELECT ${documentos}, count(*) FROM documento WHERE folio_estado <> 'libre' GROUP BY ${documentos}`,
    ),
    ...differing('job_cuenta', jobs, `SELECT ${jobs}, count(*) FROM job GROUP BY ${jobs}`),
  ]
  yield faults.length
    ? { estado: 'falla', que, detalle: `no son los que hay: ${some(faults)}`, remedio: RESTORE }
    : { estado: 'bien', que, detalle: 'los que hay' }
}

/** Everything, whatever of it is damaged. */
export function* verifyTodo(db: Database, secrets: Secrets): Generator<Revision> {
  yield* readable('SQLite', () => verifySqlite(db))
  yield* verifySecretos(db, secrets)
  yield* readable('Folios', () => verifyFolios(db))
  yield* readable('Documentos', () => verifyDocumentos(db))
  yield* readable('Totales de listas', () => verifyCuentas(db))
}
