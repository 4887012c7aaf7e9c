// Settings, chart and rules of a company (areas/contabilidad §1, §3).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Agrupacion, Libro } from '../../domain/contabilidad/libros'
import type { Cuenta } from '../../domain/contabilidad/movimiento'
import { COMPROBANTE } from '../../domain/contabilidad/plantilla'
import type { Regla } from '../../domain/contabilidad/regla'
import { AppError, faultsError } from '../../domain/errors'
import type { Store } from '../../store/store'
import { type CuentaRow, prepareContabilidad, type ReglaRow } from './statements'

type PorLibro<T> = Record<Libro, T>

export interface Ajustes {
  agrupacion: PorLibro<Agrupacion>
  redondeo_max: number
  glosas: PorLibro<string>
  comprobantes: PorLibro<string>
  libro_detalle: Record<string, number>
}

/** The settings of a field in each book. */
export type Cambios = {
  [K in keyof Ajustes]?: Ajustes[K] extends PorLibro<infer T> ? Partial<PorLibro<T>> : Ajustes[K]
}

const GLOSA = '{tipo} {folio} {nombre}'
const ofEach = <T>(value: T): PorLibro<T> => ({ ventas: value, compras: value, honorarios: value })

const POR_DEFECTO: Ajustes = {
  agrupacion: ofEach('documento'),
  redondeo_max: 1,
  glosas: ofEach(GLOSA),
  comprobantes: COMPROBANTE,
  libro_detalle: {},
}

const merged = (before: Ajustes, more: Cambios): Ajustes => ({
  agrupacion: { ...before.agrupacion, ...more.agrupacion },
  redondeo_max: more.redondeo_max ?? before.redondeo_max,
  glosas: { ...before.glosas, ...more.glosas },
  comprobantes: { ...before.comprobantes, ...more.comprobantes },
  // As a whole: a place that is not named is none.
  libro_detalle: (more.libro_detalle as Record<string, number> | undefined) ?? before.libro_detalle,
})

export type DatosRegla = Omit<ReglaRow, 'id' | 'empresa_id' | 'created_at'>

/** The most rules of a company. */
const REGLAS_MAX = 2000
/** The most accounts of a chart. */
export const CUENTAS_MAX = 10_000

const toRegla = (row: ReglaRow): Regla => ({
  id: row.id,
  orden: row.orden,
  libro: row.libro,
  componente: row.componente,
  tipos: row.tipos === null ? null : JSON.parse(row.tipos),
  rut: row.rut,
  tipoCompra: row.tipo_compra === null ? null : JSON.parse(row.tipo_compra),
  cuenta: row.cuenta,
  centro: row.centro,
  auxiliar: row.auxiliar,
  codigoDoc: row.codigo_doc,
  glosa: row.glosa,
})

export type Contabilidad = ReturnType<typeof createContabilidad>

export function createContabilidad({
  store,
  clock,
  newId,
}: {
  store: Pick<Store, 'client'>
  clock: Clock
  newId: NewId
}) {
  const sql = prepareContabilidad(store.client)

  const get = (empresaId: string): Ajustes => {
    const kept = sql.ajustes.get(empresaId)
    return kept ? merged(POR_DEFECTO, JSON.parse(kept)) : POR_DEFECTO
  }

  function regla(empresaId: string, id: string): ReglaRow {
    const found = sql.regla.get(empresaId, id)
    if (!found) throw new AppError('NOT_FOUND', 'No existe la regla')
    return found
  }

  /** A chart that is loaded has every account that a rule may give. */
  function requireCuenta(empresaId: string, cuenta: string): void {
    if (!sql.hasCuentas.get(empresaId) || sql.cuenta.get(empresaId, cuenta)) return
    const mensaje = `La cuenta ${cuenta} no está en el plan de cuentas`
    throw faultsError([{ campo: 'cuenta', regla: 'no_existe', mensaje }])
  }

  function requireRoom(empresaId: string, more: number): void {
    if (sql.countReglas.get(empresaId)! + more <= REGLAS_MAX) return
    throw new AppError('INVALID_STATE', `Hasta ${REGLAS_MAX} reglas por empresa`)
  }

  return {
    get,
    /** A field that is absent stays. */
    put(empresaId: string, cambios: Cambios): Ajustes {
      const next = merged(get(empresaId), cambios)
      sql.putAjustes.run({
        ...{ empresa_id: empresaId, ajustes: JSON.stringify(next), updated_at: clock().toISOString() },
      })
      return next
    },
    cuentas: (empresaId: string): CuentaRow[] => sql.cuentas.all(empresaId),
    chart: (empresaId: string): Map<string, Cuenta> =>
      new Map(
        sql.cuentas.all(empresaId).map((row) => [
          row.codigo,
          {
            codigo: row.codigo,
            pideAuxiliar: row.pide_auxiliar === 1,
            pideCentro: row.pide_centro === 1,
            pideDocumento: row.pide_documento === 1,
          },
        ]),
      ),
    /** In the place of the chart that there is. */
    putCuentas(empresaId: string, cuentas: readonly Omit<CuentaRow, 'empresa_id'>[]): void {
      sql.dropCuentas.run(empresaId)
      for (const one of cuentas) sql.addCuenta.run({ empresa_id: empresaId, ...one })
    },
    regla,
    reglas: (empresaId: string): ReglaRow[] => sql.reglas.all(empresaId),
    inOrder: (empresaId: string): Regla[] => sql.reglas.all(empresaId).map(toRegla),
    addRegla(empresaId: string, datos: DatosRegla): ReglaRow {
      requireRoom(empresaId, 1)
      requireCuenta(empresaId, datos.cuenta)
      const id = newId('reg')
      sql.addRegla.run({ id, empresa_id: empresaId, created_at: clock().toISOString(), ...datos })
      return regla(empresaId, id)
    },
    setRegla(empresaId: string, id: string, datos: DatosRegla): ReglaRow {
      const before = regla(empresaId, id)
      requireCuenta(empresaId, datos.cuenta)
      sql.setRegla.run({ ...before, ...datos })
      return regla(empresaId, id)
    },
    dropRegla(empresaId: string, id: string): ReglaRow {
      const before = regla(empresaId, id)
      sql.dropRegla.run(id)
      return before
    },
    /** Behind those that there are; into a company that has some already it is refused, for theirs would be shadowed or shadow. */
    copyReglas(desde: string, empresaId: string): number {
      if (sql.countReglas.get(empresaId))
        throw new AppError('INVALID_STATE', 'La empresa ya tiene reglas; bórrelas antes de copiar otras')
      const rows = sql.reglas.all(desde)
      const created_at = clock().toISOString()
      for (const row of rows)
        sql.addRegla.run({ ...row, id: newId('reg'), empresa_id: empresaId, created_at })
      return rows.length
    },
  }
}
