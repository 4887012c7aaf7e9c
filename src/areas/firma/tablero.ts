// The board of an account as one person sees it (areas/firma §1): the companies within reach, each facet by its right, judged now.

import type { Clock } from '../../base/clock'
import { pauses } from '../../base/turn'
import { dueMonth } from '../../domain/firma/f29'
import {
  type Datos,
  FACETAS,
  type Faceta,
  PERMISO_FACETA,
  SEVERIDADES,
  type Severidad,
} from '../../domain/firma/facetas'
import { judge, type Momento, momentoOf, vencidosOf } from '../../domain/firma/juicio'
import type { Store } from '../../store/store'
import { type Fila, facetaToJson } from './fila-json'
import type { Reader } from './reader'
import { type EmpresaRow, type FacetaRow, prepareTablero } from './statements'

const PEOR = Object.keys(SEVERIDADES) as Severidad[]

const worstOf = (severidades: readonly Severidad[]): Severidad | null =>
  PEOR.find((one) => severidades.includes(one)) ?? null

/** Worse first; what nobody may read comes last. */
const rankOf = (severidad: Severidad | null): number =>
  severidad === null ? PEOR.length : PEOR.indexOf(severidad)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The orders of a board: each begins with its own field, and goes on by the others. */
const ORDENES = {
  severidad: (a: Fila, b: Fila) => rankOf(b.severidad) - rankOf(a.severidad),
  vence: (a: Fila, b: Fila) => compare(a.vence ?? '9', b.vence ?? '9'),
  razon_social: (a: Fila, b: Fila) => a.empresa.razon_social.localeCompare(b.empresa.razon_social, 'es'),
}
export type Orden = keyof typeof ORDENES | `-${keyof typeof ORDENES}`

export function sortFilas(filas: readonly Fila[], orden: Orden): Fila[] {
  const back = orden.startsWith('-')
  const first = ORDENES[orden.replace('-', '') as keyof typeof ORDENES]
  return filas.toSorted(
    (a, b) =>
      (back ? first(b, a) : first(a, b)) ||
      ORDENES.severidad(b, a) ||
      ORDENES.vence(a, b) ||
      ORDENES.razon_social(a, b) ||
      compare(a.empresa.id, b.empresa.id),
  )
}

export function createTablero({ store: { client }, clock }: { store: Pick<Store, 'client'>; clock: Clock }) {
  const sql = prepareTablero(client)

  function filaOf(
    row: EmpresaRow,
    facetas: readonly FacetaRow[],
    tenant: Reader,
    momento: Momento,
    isMarked: boolean,
  ): Fila {
    const { id, rut, razon_social, ambiente, responsable, responsable_id } = row
    const dia = row.f29 ?? '20'
    const vista = {
      ...momento,
      empresaId: id,
      declaradoEl: row.declarado_el,
      vencidos: vencidosOf(momento, { isMarked, createdAt: row.created_at }),
    }
    const read: Partial<Record<Faceta, unknown>> = {}
    const severidades: Severidad[] = []
    const ends: string[] = []
    for (const { faceta, datos } of facetas) {
      if (!tenant.permisos.has(PERMISO_FACETA[faceta])) continue
      const kept: Datos[typeof faceta] = JSON.parse(datos)
      const juicio = judge(faceta, kept, vista)
      severidades.push(juicio.severidad)
      if (juicio.vence) ends.push(juicio.vence)
      read[faceta] = facetaToJson(faceta, kept, juicio, vista)
    }
    const etiquetas: string[] = row.etiquetas === null ? [] : JSON.parse(row.etiquetas)
    return {
      empresa: { id, rut, razon_social, ambiente, responsable, responsable_id, etiquetas, f29: dia },
      severidad: worstOf(severidades),
      sin_calcular: FACETAS.some((one) => tenant.permisos.has(PERMISO_FACETA[one]) && !read[one]),
      vence: ends.sort()[0] ?? null,
      facetas: Object.fromEntries(
        FACETAS.map((faceta) => [faceta, read[faceta] ?? null]),
      ) as unknown as Fila['facetas'],
    }
  }

  return {
    /** The month that a board shows when none is asked for. */
    periodo: (): string => dueMonth(clock()),
    /** When the server's newest copy was finished. */
    ultimoRespaldo: (): string | null => sql.ultimoRespaldo.get() ?? null,
    /** Every row within a person's reach, in no order. */
    async filas(tenant: Reader, periodo: string): Promise<Fila[]> {
      const pause = pauses()
      const asked = {
        cuentaId: tenant.cuentaId,
        periodo,
        reach: tenant.empresas && JSON.stringify(tenant.empresas),
      }
      const facetas = Map.groupBy(sql.facetas.all(asked), (one) => one.empresa_id)
      const filas: Fila[] = []
      const momentos = { '12': momentoOf(clock(), periodo, '12'), '20': momentoOf(clock(), periodo, '20') }
      const meses = JSON.stringify([momentos['20'].anterior.periodo])
      const marked = new Set(
        sql.declarados.all({ cuentaId: tenant.cuentaId, meses }).map(({ empresa_id }) => empresa_id),
      )
      for (const row of sql.empresas.all(asked)) {
        const momento = momentos[row.f29 ?? '20']
        filas.push(filaOf(row, facetas.get(row.id) ?? [], tenant, momento, marked.has(row.id)))
        await pause()
      }
      return filas
    },
  }
}
export type Tablero = ReturnType<typeof createTablero>
