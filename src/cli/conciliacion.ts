// What `timbre verificar` and `timbre doctor` say of a database that may be an older copy than the one last served.

import type { Database } from 'better-sqlite3'
import type { Revision } from './doctor-revision'
import { compareMarca } from './marca'

const SHOWN = 5
/** What the lines are about. */
export const CONCILIACION = 'Conciliación con el SII'
const que = CONCILIACION

/** Whether the folder's database is the one last served, and what of it waits for the SII to say which folios it has. Only reads. */
export function* checkConciliacion(dir: string, db: Database): Generator<Revision> {
  const found = compareMarca(dir, db)
  const isCopy = found === 'copia' || found === 'sin_marca'
  if (isCopy) {
    yield {
      estado: 'aviso',
      que,
      detalle:
        found === 'copia'
          ? 'la base de datos es anterior a la última que se sirvió, o fue restaurada'
          : 'la base de datos llegó sin su marca (timbre.marca), como una copia de otra carpeta',
      remedio: 'al partir, sus folios quedan por conciliar: antes de emitir se pregunta al SII cuáles tiene',
    }
  }
  const types = db
    .prepare<[], string>(
      `SELECT DISTINCT e.rut || ' ' || c.ambiente || ' tipo ' || c.tipo_dte FROM caf c JOIN empresa e ON e.id = c.empresa_id
       WHERE c.por_conciliar > 0 AND e.deleted_at IS NULL ORDER BY 1`,
    )
    .pluck()
    .all()
  if (types.length) {
    const more = types.length > SHOWN ? ` y ${types.length - SHOWN} más` : ''
    yield {
      estado: 'aviso',
      que,
      detalle: `por conciliar: ${types.slice(0, SHOWN).join(', ')}${more}`,
      remedio:
        'la próxima emisión pregunta al SII; para hacerlo ahora, timbre folios conciliar --empresa RUT',
    }
  }
  const held = db
    .prepare<[], number>(
      `SELECT count(*) FROM job j JOIN documento d ON d.job_id = j.id
       WHERE j.kind = 'dte.emitir' AND j.estado IN ('pending', 'processing', 'failed', 'dlq') AND d.conciliar > 0`,
    )
    .pluck()
    .get()!
  if (held) {
    yield {
      estado: 'aviso',
      que,
      detalle: `${held} documentos tomados en la copia, que el SII puede tener ya, no se firman sin preguntarle`,
      remedio: 'timbre cola listar muestra los que ya tiene y qué hacer con ellos',
    }
  }
  if (!isCopy && !types.length && !held)
    yield { estado: 'bien', que, detalle: 'nada por preguntar al SII antes de emitir' }
}
