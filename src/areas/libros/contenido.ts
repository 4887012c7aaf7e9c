// A book of sales or purchases, however its lines are found: from the register, or from what was issued here.

import type { Clock } from '../../base/clock'
import type { Celda } from '../../base/csv'
import { chileTimestamp } from '../../domain/fecha'
import type { Lado } from '../../domain/rcv/columnas'
import type { Tenant } from '../../http/tenant'
import type { Store } from '../../store/store'
import type { Rcv } from '../rcv'
import { createEmitidos } from './emitidos'
import { COLUMNAS, type FilaLibro, filaToCsv, type TotalLibro, toFila, toTotal, totalToCsv } from './filas'

export type Base = 'rcv' | 'emitidos'

export interface Contenido {
  base: Base
  /** When and how whole it was read: the first line of a book. */
  aviso: string
  totales: TotalLibro[]
  total: number
  page: (limit: number, offset: number) => FilaLibro[]
  after: (last: FilaLibro | null, limit: number) => FilaLibro[]
  steps: () => Iterable<FilaLibro[]>
}

/** Rows of a step; the event loop has its turn after each. */
const STEP = 250

/** In Chile. */
export const writeInstant = (iso: string): string => {
  const local = chileTimestamp(new Date(iso))
  return `${local.slice(8, 10)}-${local.slice(5, 7)}-${local.slice(0, 4)} ${local.slice(11, 16)}`
}

export type Contenidos = ReturnType<typeof createContenidos>

export function createContenidos({
  store,
  clock,
  rcv,
}: {
  store: Pick<Store, 'db'>
  clock: Clock
  rcv: Rcv
}) {
  const emitidos = createEmitidos(store)

  function fromRegister(tenant: Tenant, periodo: string, lado: Lado): Contenido {
    const sync = rcv.periodos.get(tenant, periodo)
    const tramo = rcv.periodos.requireTramo(sync, { lado, estado: 'REGISTRO' })
    const read = tramo.sincronizado_en
      ? `leído el ${writeInstant(tramo.sincronizado_en)}, completo`
      : 'leído sólo en parte'
    const pendientes =
      sync.tramos.find(({ estado_contable }) => estado_contable === 'PENDIENTE')?.documentos ?? 0
    const waiting = lado === 'compra' && pendientes ? `; ${pendientes} compras pendientes no están` : ''
    const filtros = { tipo: lado, estado: 'REGISTRO' }
    // Two suppliers may have the same type, folio and day: a line does not tell which row of the register it is.
    let reached: ReturnType<typeof rcv.lista.inBook>[number] | null = null
    // The register has no line of a boleta, only what the SII says that they add up to.
    const sumados = (lado === 'venta' && rcv.periodos.sumados(tenant, periodo)) || []
    const apart = sumados.length ? '; las boletas, sólo en los totales' : ''
    return {
      base: 'rcv',
      aviso: `Registro de compras y ventas ${read}${waiting}${apart}`,
      totales: [
        ...rcv.periodos
          .resumen(tenant, periodo)
          .filter((one) => one.lado === lado && one.estadoContable === 'REGISTRO'),
        ...sumados,
      ]
        .sort((a, b) => a.tipoDte - b.tipoDte)
        .map(toTotal),
      total: rcv.lista.total(tenant, periodo, filtros),
      page: (limit, offset) =>
        rcv.lista
          .page(tenant, periodo, { ...filtros, orden: 'fecha_emision,tipo_dte,folio' }, limit, offset)
          .map(toFila),
      after(last, limit) {
        const rows = rcv.lista.inBook(tenant, periodo, filtros, last && reached, limit)
        reached = rows.at(-1) ?? reached
        return rows.map(toFila)
      },
      *steps() {
        let last: Parameters<typeof rcv.lista.inFile>[3] = null
        for (;;) {
          const rows = rcv.lista.inFile(tenant, periodo, filtros, last, STEP)
          yield rows.map(toFila)
          if (rows.length < STEP) return
          last = rows.at(-1)!
        }
      },
    }
  }

  function fromEmitidos(tenant: Tenant, periodo: string, lado: Lado): Contenido {
    const hasta = writeInstant(clock().toISOString())
    return {
      base: 'emitidos',
      aviso:
        lado === 'venta'
          ? `Documentos emitidos aquí hasta el ${hasta}; las boletas, sólo en los totales`
          : `Facturas de compra emitidas aquí y sus notas hasta el ${hasta}; lo que emitieron otros no está`,
      totales: emitidos.totales(tenant, periodo, lado),
      total: emitidos.count(tenant, periodo, lado),
      page: (limit, offset) => emitidos.page(tenant, periodo, lado, limit, offset, null),
      after: (last, limit) => emitidos.page(tenant, periodo, lado, limit, 0, last),
      steps: () => emitidos.steps(tenant, periodo, lado),
    }
  }

  const of =
    (lado: Lado) =>
    (tenant: Tenant, periodo: string, base: Base): Contenido =>
      (base === 'rcv' ? fromRegister : fromEmitidos)(tenant, periodo, lado)
  // Both throw PERIOD_NOT_SYNCED where the register is asked for and was not read.
  return { ventas: of('venta'), compras: of('compra') }
}

/** Its lines under the first, a step at a time; the totals last. */
export function* linesOf({ totales, steps }: Contenido): Generator<Celda[][], void> {
  yield [[...COLUMNAS]]
  for (const rows of steps()) if (rows.length) yield rows.map(filaToCsv)
  yield totales.map(totalToCsv)
}
