// The checks of `timbre verificar` on folios: each belongs to one document, and every one taken is accounted
// for.

import { and, between, count, countDistinct, eq, gt, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../store/store'
import { documento } from '../store/tables/documento'
import { caf, folioApartado, folioLibre } from '../store/tables/folios'
import { type Revision, some } from './doctor-revision'

/** A document as the lines name it. */
export const NOMBRE = sql<string>`${documento.rutEmisor} || ' ' || ${documento.ambiente} || ' tipo ' || ${documento.tipoDte}
  || ' folio ' || ${documento.folio}`

export const USADO = ne(documento.folioEstado, 'libre')

export const nombres = (rows: { nombre: string }[]): string[] => rows.map(({ nombre }) => nombre)

/** No folio for two documents, none outside its range, none taken that nothing accounts for. */
export function* verifyFolios(db: Db): Generator<Revision> {
  const que = 'Folios'
  const doubles = db
    .select({ nombre: NOMBRE })
    .from(documento)
    .where(USADO)
    .groupBy(documento.rutEmisor, documento.ambiente, documento.tipoDte, documento.folio)
    .having(gt(count(), 1))
    .all()
  const outside = db
    .select({ nombre: NOMBRE })
    .from(documento)
    .innerJoin(caf, eq(caf.id, documento.cafId))
    .where(
      and(
        USADO,
        or(
          ne(documento.tipoDte, caf.tipoDte),
          ne(documento.ambiente, caf.ambiente),
          ne(documento.rutEmisor, caf.rutEmisor),
          sql`${documento.folio} NOT BETWEEN ${caf.desde} AND ${caf.siguiente} - 1`,
        ),
      ),
    )
    .all()
  // An imported one names no range: it bears the folio of whichever holds it.
  const imported = and(
    eq(documento.origen, 'importado'),
    eq(documento.empresaId, caf.empresaId),
    eq(documento.ambiente, caf.ambiente),
    eq(documento.tipoDte, caf.tipoDte),
    sql`${documento.folioEstado} <> 'libre'`,
  )
  const ahead = db
    .select({ nombre: NOMBRE })
    .from(caf)
    .innerJoin(documento, and(imported, between(documento.folio, caf.siguiente, caf.hasta)))
    .all()
  const freeAndUsed = [
    ...db
      .select({ nombre: NOMBRE })
      .from(folioLibre)
      .innerJoin(
        documento,
        and(eq(documento.cafId, folioLibre.cafId), eq(documento.folio, folioLibre.folio), USADO),
      )
      .all(),
    ...db
      .select({ nombre: NOMBRE })
      .from(folioLibre)
      .innerJoin(caf, eq(caf.id, folioLibre.cafId))
      .innerJoin(documento, and(imported, eq(documento.folio, folioLibre.folio)))
      .all(),
  ]
  const setAsideAndUsed = [
    ...db
      .select({ nombre: NOMBRE })
      .from(folioApartado)
      .innerJoin(
        documento,
        and(
          eq(documento.cafId, folioApartado.cafId),
          between(documento.folio, folioApartado.desde, folioApartado.hasta),
          USADO,
        ),
      )
      .all(),
    ...db
      .select({ nombre: NOMBRE })
      .from(folioApartado)
      .innerJoin(caf, eq(caf.id, folioApartado.cafId))
      .innerJoin(documento, and(imported, between(documento.folio, folioApartado.desde, folioApartado.hasta)))
      .all(),
  ]
  const emitidos = db
    .select({ folios: countDistinct(documento.folio) })
    .from(documento)
    .where(and(eq(documento.cafId, caf.id), USADO))
  const importados = db
    .select({ folios: count() })
    .from(documento)
    .where(and(imported, sql`${documento.folio} BETWEEN ${caf.desde} AND ${caf.siguiente} - 1`))
  const libres = db.select({ folios: count() }).from(folioLibre).where(eq(folioLibre.cafId, caf.id))
  const apartados = db
    .select({ folios: sql`coalesce(sum(${folioApartado.hasta} - ${folioApartado.desde} + 1), 0)` })
    .from(folioApartado)
    .where(eq(folioApartado.cafId, caf.id))
  const rangos = db
    .select({
      rut: caf.rutEmisor,
      ambiente: caf.ambiente,
      tipo: caf.tipoDte,
      desde: caf.desde,
      hasta: caf.hasta,
      tomados: sql<number>`${caf.siguiente} - ${caf.desde}`,
      conocidos: sql<number>`${emitidos} + ${importados} + ${libres} + ${apartados}`,
    })
    .from(caf)
    .all()
  const unexplained = rangos
    .filter(({ tomados, conocidos }) => tomados !== conocidos)
    .map(({ rut, ambiente, tipo, desde, hasta, tomados, conocidos }) => {
      const rango = `${rut} ${ambiente} tipo ${tipo}, rango ${desde} a ${hasta}`
      return `${rango}: ${tomados} tomados y ${conocidos} con documento o libres`
    })
  const remedio = 'no emita más de ese tipo y compare con el SII'
  const faults: [string, string[]][] = [
    ['de dos documentos', nombres(doubles)],
    ['fuera de su rango', nombres(outside)],
    ['importados y sin pasar en su rango', nombres(ahead)],
    ['libres y usados a la vez', nombres(freeAndUsed)],
    ['apartados y usados a la vez', nombres(setAsideAndUsed)],
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
