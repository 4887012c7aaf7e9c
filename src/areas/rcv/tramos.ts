// What is known of a company's months: which slices were read, and how whole (domain/rcv §1).

import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors'
import { type ESTADOS_CONTABLES, FORMAS, type Forma } from '../../domain/rcv/columnas'
import type { Tenant } from '../../http/tenant'
import type { Store } from '../../store/store'
import { rcvResumen, rcvTramo } from '../../store/tables/rcv'
import type { Tramo } from './statements'

type Quien = Pick<Tenant, 'empresaId' | 'ambiente'>

/** States of a month. Without the SII's portal none fails: a reading that died leaves it `parcial`. */
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
}

export interface Sincronizacion {
  periodo: string
  estado: EstadoPeriodo
  sincronizado_en: string | null
  actualizado_sii: string | null
  tramos: TramoLeido[]
}

/** Readings of the register that are under way in this process, one at a time for each company and environment. */
export type EnCurso = ReturnType<typeof createEnCurso>

export function createEnCurso() {
  const last = new Map<string, Promise<unknown>>()
  const months = new Set<string>()
  const nameOf = ({ empresa_id, ambiente, periodo }: Pick<Tramo, 'empresa_id' | 'ambiente' | 'periodo'>) =>
    `${empresa_id}/${ambiente}/${periodo}`
  return {
    /** Runs after those of the same company that came before; what is done to no month alone has none. */
    async run<T>(
      tramo: Pick<Tramo, 'empresa_id' | 'ambiente' | 'periodo'>,
      work: () => Promise<T>,
    ): Promise<T> {
      const queue = `${tramo.empresa_id}/${tramo.ambiente}`
      const month = nameOf(tramo)
      const mine = (last.get(queue) ?? Promise.resolve()).then(async () => {
        months.add(month)
        try {
          return await work()
        } finally {
          months.delete(month)
        }
      })
      const settled = mine.catch(() => {})
      last.set(queue, settled)
      try {
        return await mine
      } finally {
        if (last.get(queue) === settled) last.delete(queue)
      }
    },
    /** Whether any month of the company is being read. */
    busy: (empresaId: string, ambiente: string): boolean =>
      [...months].some((month) => month.startsWith(`${empresaId}/${ambiente}/`)),
    has: (empresaId: string, ambiente: string, periodo: string): boolean =>
      months.has(`${empresaId}/${ambiente}/${periodo}`),
  }
}

export type Periodos = ReturnType<typeof createPeriodos>

export function createPeriodos({ db }: Pick<Store, 'db'>, enCurso: EnCurso) {
  const own = ({ empresaId, ambiente }: Quien) =>
    and(eq(rcvTramo.empresaId, empresaId), eq(rcvTramo.ambiente, ambiente))
  const sums = ({ empresaId, ambiente }: Quien, periodo: string) =>
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

  function find(quien: Quien, periodo: string): Sincronizacion | null {
    const rows = db
      .select()
      .from(rcvTramo)
      .where(and(own(quien), eq(rcvTramo.periodo, periodo)))
      .all()
    if (!rows.length) return null
    const resumen = sums(quien, periodo)
    const tramos = FORMAS.flatMap(({ lado, estado }) => {
      const row = rows.find((one) => one.lado === lado && one.estadoContable === estado)
      if (!row) return []
      const of = resumen.filter((one) => one.lado === lado && one.estadoContable === estado)
      const documentos = of.reduce((sum, one) => sum + one.documentos, 0)
      return [
        {
          tipo: lado,
          estado_contable: estado,
          origen: row.origen,
          documentos,
          // What an import that died has left is of two readings: nothing vouches for it.
          sincronizado_en: row.cargando ? null : row.completoEn,
        },
      ]
    })
    const whole =
      rows.length === FORMAS.length && rows.every((one) => one.completoEn !== null && !one.cargando)
    const estado = enCurso.has(quien.empresaId, quien.ambiente, periodo)
      ? 'sincronizando'
      : whole
        ? 'sincronizado'
        : 'parcial'
    const sincronizado_en = rows.reduce<string | null>(
      (at, { completoEn }) => (completoEn !== null && (at === null || completoEn > at) ? completoEn : at),
      null,
    )
    return { periodo, estado, sincronizado_en, actualizado_sii: null, tramos }
  }

  return {
    find,
    /** Throws PERIOD_NOT_SYNCED. */
    get(quien: Quien, periodo: string): Sincronizacion {
      const found = find(quien, periodo)
      if (found) return found
      throw new AppError(
        'PERIOD_NOT_SYNCED',
        `El período ${periodo} no se ha traído del SII; importe sus archivos con POST /v1/rcv/${periodo}/importar`,
      )
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
    /** What its slices add up to, by type. */
    resumen: sums,
    /** Months that were ever read, newest first. */
    list(quien: Quien, limit: number, offset: number): Sincronizacion[] {
      return db
        .selectDistinct({ periodo: rcvTramo.periodo })
        .from(rcvTramo)
        .where(own(quien))
        .orderBy(desc(rcvTramo.periodo))
        .limit(limit)
        .offset(offset)
        .all()
        .map(({ periodo }) => find(quien, periodo)!)
    },
    count: (quien: Quien): number =>
      db
        .select({ n: sql<number>`count(DISTINCT ${rcvTramo.periodo})` })
        .from(rcvTramo)
        .where(own(quien))
        .all()[0]!.n,
  }
}
