// The known state of a company's months: which slices were read, and how whole (domain/rcv §1).

import { and, count, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { AppError } from '../../domain/errors'
import { type ESTADOS_CONTABLES, FORMAS, type Forma } from '../../domain/rcv/columnas'
import { detalleOf } from '../../domain/rcv/tipos'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import { job } from '../../store/tables/job'
import { rcvResumen, rcvTramo } from '../../store/tables/rcv'
import { rcvSincronizacion, rcvTotal } from '../../store/tables/rcv-sync'
import type { EnCurso } from './en-curso'
import { countAnswered } from './respondidas'

/** States of a month. One that only files were imported of never fails: a reading that died leaves it `parcial`. */
export const ESTADOS_PERIODO = {
  nunca: 'nunca se trajo ni se importó',
  sincronizando: 'se está leyendo ahora',
  sincronizado: 'se leyó entero',
  parcial: 'falta alguno de sus libros o estados, o una lectura quedó a medias',
  fallido: 'la última lectura falló',
} as const
type EstadoPeriodo = keyof typeof ESTADOS_PERIODO

interface TramoLeido {
  tipo: (typeof rcvTramo.$inferSelect)['lado']
  estado_contable: keyof typeof ESTADOS_CONTABLES
  origen: (typeof rcvTramo.$inferSelect)['origen']
  documentos: number
  sincronizado_en: string | null
  /** Why the last reading at the SII took nothing over. */
  incompleto: string | null
  /** How many that wait there were accepted or claimed from here since, which the next reading will tell. */
  respondidas_aqui?: number
}

export interface Sincronizacion {
  periodo: string
  estado: EstadoPeriodo
  sincronizado_en: string | null
  actualizado_sii: string | null
  tramos: TramoLeido[]
}

export type Total = typeof rcvTotal.$inferSelect

const areWhole = (rows: (typeof rcvTramo.$inferSelect)[]): boolean =>
  rows.length === FORMAS.length &&
  rows.every((one) => one.completoEn !== null && !one.cargando && one.incompleto === null)

export type Periodos = ReturnType<typeof createPeriodos>

export function createPeriodos({ db }: Pick<Store, 'db'>, enCurso: EnCurso) {
  const own = ({ empresaId, ambiente }: Titular) =>
    and(eq(rcvTramo.empresaId, empresaId), eq(rcvTramo.ambiente, ambiente))
  const rowsOf = (titular: Titular, periodo: string) =>
    db
      .select()
      .from(rcvTramo)
      .where(and(own(titular), eq(rcvTramo.periodo, periodo)))
      .all()
  const sums = ({ empresaId, ambiente }: Titular, periodo: string) =>
    db
      .select()
      .from(rcvResumen)
      .where(
        and(
          eq(rcvResumen.empresaId, empresaId),
          eq(rcvResumen.ambiente, ambiente),
          eq(rcvResumen.periodo, periodo),
          gt(rcvResumen.documentos, 0),
        ),
      )
      .orderBy(rcvResumen.lado, rcvResumen.estadoContable, rcvResumen.tipoDte)
      .all()

  /** Months of which something was read, or of which a first reading is under way or failed. */
  const known = (titular: Titular) => {
    const { empresaId, ambiente } = titular
    const s = rcvSincronizacion
    const asked = and(eq(s.empresaId, empresaId), eq(s.ambiente, ambiente), isNull(s.terminoEn))
    return db
      .select({ periodo: rcvTramo.periodo })
      .from(rcvTramo)
      .where(own(titular))
      .union(db.select({ periodo: s.periodo }).from(s).where(asked))
      .as('known')
  }

  /** The state of the last reading at the SII, where its slices do not tell it. */
  function lastSync({ empresaId, ambiente }: Titular, periodo: string): 'sincronizando' | 'fallido' | null {
    const row = db
      .select({ terminoEn: rcvSincronizacion.terminoEn, estado: job.estado })
      .from(rcvSincronizacion)
      .leftJoin(job, eq(job.id, rcvSincronizacion.jobId))
      .where(
        and(
          eq(rcvSincronizacion.empresaId, empresaId),
          eq(rcvSincronizacion.ambiente, ambiente),
          eq(rcvSincronizacion.periodo, periodo),
        ),
      )
      .get()
    if (!row || row.terminoEn !== null) return null
    return row.estado === 'pending' || row.estado === 'processing' ? 'sincronizando' : 'fallido'
  }

  /** Slices whose last reading was the SII's own: an import since then changed them, and their documents tell. */
  const tramosDelSii = (titular: Titular, periodo: string) =>
    db
      .select({ lado: rcvTramo.lado, estadoContable: rcvTramo.estadoContable })
      .from(rcvTramo)
      .where(and(own(titular), eq(rcvTramo.periodo, periodo), isNotNull(rcvTramo.huella)))
      .all()
  const isIn = (
    read: ReturnType<typeof tramosDelSii>,
    one: Pick<Total, 'lado' | 'estadoContable'>,
  ): boolean => read.some((t) => t.lado === one.lado && t.estadoContable === one.estadoContable)

  /**
   * Sums that the SII told and that count: all of a slice whose last reading was its own; of any other those of types that it only has
   * as a sum, which no file of details brings, unless one brought documents of the type.
   */
  function shownTotals(titular: Titular, periodo: string, delSii = tramosDelSii(titular, periodo)): Total[] {
    const { empresaId, ambiente } = titular
    const { empresaId: whose, ambiente: where, periodo: month } = rcvTotal
    const read = sums(titular, periodo)
    return db
      .select()
      .from(rcvTotal)
      .where(and(eq(whose, empresaId), eq(where, ambiente), eq(month, periodo)))
      .all()
      .filter(
        (one) =>
          isIn(delSii, one) ||
          (one.detalle === 'resumen' &&
            !isIn(
              read.filter(({ tipoDte }) => tipoDte === one.tipoDte),
              one,
            )),
      )
  }

  /** The sums by type: the SII's where it gave them, else those of the documents. */
  function totales(titular: Titular, periodo: string): Total[] {
    const delSii = tramosDelSii(titular, periodo)
    const rest = sums(titular, periodo)
      .filter((one) => !isIn(delSii, one))
      .map((one) => ({ ...one, detalle: detalleOf(one.tipoDte) }))
    const key = ({ lado, estadoContable, tipoDte }: Total): string =>
      `${lado}/${estadoContable}/${String(tipoDte).padStart(4)}`
    return [...shownTotals(titular, periodo, delSii), ...rest].sort((a, b) => (key(a) < key(b) ? -1 : 1))
  }

  function find(titular: Titular, periodo: string): Sincronizacion | null {
    const rows = rowsOf(titular, periodo)
    const enSii = lastSync(titular, periodo)
    if (!rows.length && !enSii) return null
    const resumen = sums(titular, periodo)
    const tramos = FORMAS.flatMap(({ lado, estado }) => {
      const row = rows.find((one) => one.lado === lado && one.estadoContable === estado)
      if (!row) return []
      const of = resumen.filter((one) => one.lado === lado && one.estadoContable === estado)
      const documentos = of.reduce((sum, one) => sum + one.documentos, 0)
      const respondidas = estado === 'PENDIENTE' ? countAnswered(db, titular, periodo, row.completoEn) : 0
      return [
        {
          tipo: lado,
          estado_contable: estado,
          origen: row.origen,
          documentos,
          // The rows of an import that died mix two readings: nothing vouches for them.
          sincronizado_en: row.cargando ? null : row.completoEn,
          incompleto: row.incompleto,
          ...(respondidas > 0 && { respondidas_aqui: respondidas }),
        },
      ]
    })
    const reading = enCurso.has(titular, periodo) || enSii === 'sincronizando'
    const estado = reading ? 'sincronizando' : (enSii ?? (areWhole(rows) ? 'sincronizado' : 'parcial'))
    const sincronizado_en = rows.reduce<string | null>(
      (at, { completoEn }) => (completoEn !== null && (at === null || completoEn > at) ? completoEn : at),
      null,
    )
    // The register is as fresh as its oldest slice.
    const actualizado_sii = rows.reduce<string | null>(
      (at, { actualizadoSii }) =>
        actualizadoSii !== null && (at === null || actualizadoSii < at) ? actualizadoSii : at,
      null,
    )
    return { periodo, estado, sincronizado_en, actualizado_sii, tramos }
  }

  function refuse(periodo: string): never {
    throw new AppError(
      'PERIOD_NOT_SYNCED',
      `El período ${periodo} no se ha traído del SII; pídalo con POST /v1/rcv/${periodo}/sync o importe sus archivos con POST /v1/rcv/${periodo}/importar`,
    )
  }

  return {
    find,
    /** Throws PERIOD_NOT_SYNCED. */
    get: (titular: Titular, periodo: string): Sincronizacion => find(titular, periodo) ?? refuse(periodo),
    /** The same of a month of which something was read, not only asked for: of nothing there are no sums. */
    getRead(titular: Titular, periodo: string): Sincronizacion {
      const found = find(titular, periodo)
      return found?.tramos.length ? found : refuse(periodo)
    },
    /** Throws PERIOD_NOT_SYNCED for a slice that was never read, though others of its month were. */
    requireTramo(
      { periodo, tramos }: Sincronizacion,
      { lado, estado }: Pick<Forma, 'lado' | 'estado'>,
    ): TramoLeido {
      const found = tramos.find((one) => one.tipo === lado && one.estado_contable === estado)
      if (found) return found
      const what = lado === 'venta' ? 'Las ventas' : `Las compras ${estado}`
      throw new AppError('PERIOD_NOT_SYNCED', `${what} del período ${periodo} aún no se han importado`)
    },
    /** Whether every slice of a month was last read whole. */
    isWhole: (titular: Titular, periodo: string): boolean => areWhole(rowsOf(titular, periodo)),
    /** The sums of the slices' documents, by type. */
    resumen: sums,
    totales,
    /**
     * The sales that the SII has only as sums, if it said so by itself or by its file; null where nothing
     * did.
     */
    sumados(titular: Titular, periodo: string): Total[] | null {
      const delSii = tramosDelSii(titular, periodo)
      const found = shownTotals(titular, periodo, delSii).filter(
        ({ lado, detalle }) => lado === 'venta' && detalle === 'resumen',
      )
      return found.length || delSii.some(({ lado }) => lado === 'venta') ? found : null
    },
    /** Months that `find` knows, newest first. */
    list(titular: Titular, limit: number, offset: number): Sincronizacion[] {
      const months = known(titular)
      return db
        .select({ periodo: months.periodo })
        .from(months)
        .orderBy(desc(months.periodo))
        .limit(limit)
        .offset(offset)
        .all()
        .map(({ periodo }) => find(titular, periodo)!)
    },
    count: (titular: Titular): number => db.select({ n: count() }).from(known(titular)).all()[0]!.n,
  }
}
