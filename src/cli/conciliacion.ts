// The findings of `timbre verificar` and `timbre doctor` about a database that may be an older copy than the
// one last served.

import { and, count, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { EMITIR } from '../areas/dte'
import type { Db } from '../store/store'
import { documento } from '../store/tables/documento'
import { empresa } from '../store/tables/empresa'
import { caf } from '../store/tables/folios'
import { job } from '../store/tables/job'
import { Falla } from './comando'
import type { Revision } from './doctor-revision'
import { checkAllowed } from './existente'
import { compareMarca, marcaFile } from './marca'

const SHOWN = 5
/** The subject of the lines. */
export const CONCILIACION = 'Conciliación con el SII'
const que = CONCILIACION

function refusalOf(path: string): string | null {
  try {
    checkAllowed(path)
    return null
  } catch (fault) {
    if (!(fault instanceof Falla)) throw fault
    return fault.message
  }
}

/** Whether the folder's database is the one last served, and what of it waits for the SII to say which folios it has. Only reads. */
export function* checkConciliacion(dir: string, db: Db): Generator<Revision> {
  // A mark that this user may not read is no mark that is missing.
  const closed = refusalOf(marcaFile(dir))
  if (closed) yield { estado: 'falla', que, detalle: closed }
  const found = closed ? null : compareMarca(dir, db)
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
    .selectDistinct({
      nombre: sql<string>`${empresa.rut} || ' ' || ${caf.ambiente} || ' tipo ' || ${caf.tipoDte}`.as(
        'nombre',
      ),
    })
    .from(caf)
    .innerJoin(empresa, eq(empresa.id, caf.empresaId))
    .where(and(sql`${caf.porConciliar} > 0`, isNull(empresa.deletedAt)))
    .orderBy(sql`nombre`)
    .all()
    .map(({ nombre }) => nombre)
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
  const { held } = db
    .select({ held: count() })
    .from(job)
    .innerJoin(documento, eq(documento.jobId, job.id))
    .where(
      and(
        eq(job.kind, EMITIR),
        inArray(job.estado, ['pending', 'processing', 'failed', 'dlq']),
        gt(documento.conciliar, 0),
      ),
    )
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
