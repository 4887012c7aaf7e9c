// The documents of a month's books, a step at a time (areas/contabilidad §2).

import { type Apunte, apunteOf, type DocumentoLibro, honorarioOf } from '../../domain/contabilidad/apunte'
import type { Libro } from '../../domain/contabilidad/libros'
import type { Dte } from '../../domain/dte/dte'
import { tipoDocumento } from '../../domain/dte/tipos'
import type { Datos } from '../../domain/rcv/columnas'
import { diasOf } from '../../domain/rcv/periodo'
import { isDeFacturaCompra } from '../../domain/rcv/tipos'
import type { Tenant } from '../../http/tenant'
import type { Documentos } from '../dte'
import { type Base, createEmitidos, createHonorarios } from '../libros'
import type { Rcv } from '../rcv'
import type { ContabilidadDeps } from './deps'

/** Rows of a step. */
const STEP = 50

type Steps = Generator<Apunte[], void>
type Emitidos = ReturnType<typeof createEmitidos>
type Emitido = Emitidos extends { rows: (...args: never[]) => Generator<(infer R)[], void> } ? R : never

/** A name that holds for ever: the company's own folios by type, another's by its RUT too. */
const claveOf = (d: DocumentoLibro): string =>
  d.lado === 'venta' && !isDeFacturaCompra(d) ? `${d.tipoDte}/${d.folio}` : `${d.rut}/${d.tipoDte}/${d.folio}`

const SIN_NADA = { tipoTransaccion: null, ivaNoRecuperable: null, ivaUsoComun: null, datos: {} }

const number = (text: string | undefined): number => Number(text ?? 0)

/** The parts of a total that the columns of a document do not tell. */
const datosOf = ({ totales: t }: Dte): Datos => ({
  garantiaEnvases: number(t.garantiaEnvases),
  creditoEmpresaConstructora: number(t.creditoEmpresaConstructora),
  ivaTerceros: number(t.ivaTerceros),
  ivaPropio: number(t.ivaPropio),
  liquidacionNeto: number(t.comisiones?.valorNeto),
  liquidacionExento: number(t.comisiones?.valorExento),
  liquidacionIva: number(t.comisiones?.iva),
  otrosImpuestos: (t.impuestos ?? []).map(({ codigo, monto }) => ({
    ...{ codigo: Number(codigo), valor: Number(monto), tasa: null },
  })),
})

/** One issued here. Its content is opened where its columns are not its total: most are. */
function emitidoOf(row: Emitido, documentos: Pick<Documentos, 'byId' | 'contenido'>): DocumentoLibro {
  // An export that is never paid totals 0, whatever its goods are worth (domain/dte §6.11): nobody owes anything.
  const isFree = row.montoTotal === 0 && tipoDocumento(row.tipoDte).monedaExtranjera
  const d: DocumentoLibro = {
    ...SIN_NADA,
    lado: 'venta',
    ...{ tipoDte: row.tipoDte, folio: row.folio, fechaEmision: row.fechaEmision, rut: row.rutReceptor },
    ...{
      razonSocial: row.razonSocialReceptor,
      montoExento: isFree ? 0 : row.montoExento,
      montoNeto: row.montoNeto,
    },
    ...{ montoIva: row.montoIva, montoTotal: row.montoTotal },
  }
  if (row.contenido !== 'xml' || !apunteOf(d, '').diferencia) return d
  const { dte } = documentos.contenido(documentos.byId(row.id)!)
  return dte.totales.moneda ? d : { ...d, datos: datosOf(dte) }
}

type Montos = Record<'documentos' | 'montoExento' | 'montoNeto' | 'montoIva' | 'montoTotal', number>

const NADA: Montos = { documentos: 0, montoExento: 0, montoNeto: 0, montoIva: 0, montoTotal: 0 }
const combine = (a: Montos, b: Montos, times: 1 | -1): Montos => ({
  documentos: a.documentos + times * b.documentos,
  montoExento: a.montoExento + times * b.montoExento,
  montoNeto: a.montoNeto + times * b.montoNeto,
  montoIva: a.montoIva + times * b.montoIva,
  montoTotal: a.montoTotal + times * b.montoTotal,
})

const sumaOf = (tipoDte: number, fecha: string, montos: Montos, clave: string): Apunte =>
  apunteOf(
    {
      ...{ ...SIN_NADA, lado: 'venta', tipoDte, folio: null, fechaEmision: fecha, razonSocial: null },
      ...montos,
      documentos: Math.max(0, montos.documentos),
    },
    clave,
  )

export interface Pedido {
  periodo: string
  libros: readonly Libro[]
  base: Base
}

export type ReadApuntes = ReturnType<typeof createApuntes>

export function createApuntes({
  store,
  rcv,
  documentos,
}: Pick<ContabilidadDeps, 'store' | 'rcv' | 'documentos'>) {
  const emitidos = createEmitidos(store)
  const honorarios = createHonorarios(store)

  /** The register's lines of a side; `known` gathers the types that it lists. */
  function* registered(tenant: Tenant, periodo: string, lado: 'venta' | 'compra', known: Set<number>): Steps {
    type Row = ReturnType<Rcv['lista']['inFile']>[number]
    for (let last: Row | null = null; ; ) {
      const rows: Row[] = rcv.lista.inFile(tenant, periodo, { tipo: lado, estado: 'REGISTRO' }, last, STEP)
      for (const { tipoDte } of rows) known.add(tipoDte)
      yield rows.map((row) => apunteOf(row, claveOf(row)))
      if (rows.length < STEP) return
      last = rows.at(-1)!
    }
  }

  /**
   * Boletas by day as issued here. Where the SII's sums were read they are what is declared: what these have beyond the days, or
   * less, is one more on the month's last day.
   */
  function* boletas(tenant: Tenant, periodo: string, base: Base, known: ReadonlySet<number>): Steps {
    const { hasta } = diasOf(periodo)
    const sumados = base === 'rcv' ? rcv.periodos.sumados(tenant, periodo) : null
    const own = new Map<number, Montos>()
    const days = emitidos.boletasByDay(tenant, periodo).filter(({ tipoDte }) => !known.has(tipoDte))
    for (const one of days) own.set(one.tipoDte, combine(own.get(one.tipoDte) ?? NADA, one, 1))
    yield days.map((one) => sumaOf(one.tipoDte, one.fecha, one, `${one.tipoDte}/${one.fecha}`))
    if (!sumados) return
    const tipos = new Set([...own.keys(), ...sumados.map(({ tipoDte }) => tipoDte)])
    yield [...tipos].map((tipo) => {
      const said = sumados.find(({ tipoDte }) => tipoDte === tipo) ?? NADA
      return sumaOf(tipo, hasta, combine(said, own.get(tipo) ?? NADA, -1), `${tipo}/${periodo}/registro`)
    })
  }

  function* ventas(tenant: Tenant, periodo: string, base: Base): Steps {
    const known = new Set<number>()
    if (base === 'rcv') yield* registered(tenant, periodo, 'venta', known)
    else
      for (const rows of emitidos.rows(tenant, periodo, 'venta'))
        for (let i = 0; i < rows.length; i += STEP)
          yield rows.slice(i, i + STEP).map((row) => {
            const d = emitidoOf(row, documentos)
            return apunteOf(d, claveOf(d))
          })
    yield* boletas(tenant, periodo, base, known)
  }

  function* pagados(tenant: Tenant, periodo: string): Steps {
    type Row = ReturnType<typeof honorarios.page>[number]
    for (let last: Row | null = null; ; ) {
      const rows: Row[] = honorarios.page(tenant, periodo, STEP, 0, last)
      yield rows.filter(({ estado }) => estado !== 'anulada').map(({ estado: _, ...row }) => honorarioOf(row))
      if (rows.length < STEP) return
      last = rows.at(-1)!
    }
  }

  return {
    /** Throws PERIOD_NOT_SYNCED where a book wants a register that was not read. */
    check(tenant: Tenant, { periodo, libros, base }: Pedido): void {
      if (libros.includes('compras'))
        rcv.periodos.requireTramo(rcv.periodos.get(tenant, periodo), { lado: 'compra', estado: 'REGISTRO' })
      if (base === 'rcv' && libros.includes('ventas'))
        rcv.periodos.requireTramo(rcv.periodos.get(tenant, periodo), { lado: 'venta', estado: 'REGISTRO' })
    },
    *steps(tenant: Tenant, { periodo, libros, base }: Pedido): Steps {
      if (libros.includes('ventas')) yield* ventas(tenant, periodo, base)
      if (libros.includes('compras')) yield* registered(tenant, periodo, 'compra', new Set())
      if (libros.includes('honorarios')) yield* pagados(tenant, periodo)
    },
  }
}
