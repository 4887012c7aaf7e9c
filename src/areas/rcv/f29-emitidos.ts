// Documents issued here that no register contains: listed beside the return with their amounts, and added to
// none of its codes, for the register is the SII's word (domain/rcv §6).

import { pauses } from '../../base/turn'
import type { CodigoAdvertencia } from '../../domain/advertencias'
import { montoEscrito } from '../../domain/cifras'
import { filaConPapel } from '../../domain/dte/tipos'
import { addDays } from '../../domain/fecha'
import type { Lado } from '../../domain/rcv/columnas'
import { type DocumentoF29, readValores } from '../../domain/rcv/f29-valores'
import { diasOf } from '../../domain/rcv/periodo'
import { isNotaCredito } from '../../domain/rcv/tipos'
import type { Titular } from '../../domain/titular'
import { type Cuadratura, isCompraPropia } from './cuadratura'
import type { EmitidoSinRegistroRow } from './cuadratura/statements'

/** A warning of the return: `monto` is what it is about, `iva` what of it is VAT. */
export interface AdvertenciaF29 {
  code: CodigoAdvertencia
  campo: string
  mensaje: string
  documentos?: number
  monto?: number
  iva?: number
}

/** Documents of a type and side, with what of their VAT was withheld. */
interface Suma {
  tipo: number
  compra: boolean
  documentos: number
  monto: number
  iva: number
  retenido: number
}

const toF29 = (row: EmitidoSinRegistroRow): DocumentoF29 => ({
  lado: isCompraPropia(row) ? 'compra' : 'venta',
  tipoDte: row.tipo_dte,
  tipoTransaccion: null,
  rut: row.rut,
  fechaEmision: row.fecha_emision,
  montoExento: row.monto_exento,
  montoNeto: row.monto_neto,
  montoIva: row.monto_iva,
  ivaNoRecuperable: null,
  ivaUsoComun: null,
  montoTotal: row.monto_total,
  datos: row.sobre_compra ? { notaSobreFacturaCompra: '1' } : {},
})

export const createEmitidosSinRegistro =
  ({ sql }: Pick<Cuadratura, 'sql'>) =>
  /** Those of a month. Whoever walks the register takes out what it has of them as another party's. */
  async ({ empresaId, ambiente }: Titular, periodo: string) => {
    const found = new Map<string, EmitidoSinRegistroRow>()
    const pause = pauses()
    const { desde, hasta } = diasOf(periodo)
    for (let fecha = desde; fecha <= hasta; fecha = addDays(fecha, 1)) {
      for (const row of sql.sinRegistro.all({ empresa_id: empresaId, ambiente, fecha }))
        found.set(`${isCompraPropia(row) ? 'compra' : 'venta'}/${row.tipo_dte}/${row.folio}`, row)
      await pause()
    }
    return {
      /** A sale is known by its type and folio, whatever RUT the register has beside them. */
      isThere: (tipo: number, folio: number): void => void found.delete(`venta/${tipo}/${folio}`),
      /** A side that was never read gives no warning. */
      advertencias: (leidos: ReadonlySet<Lado>): AdvertenciaF29[] =>
        sumsOf(found.values())
          .filter(({ compra }) => leidos.has(compra ? 'compra' : 'venta'))
          .flatMap(warningsOf),
    }
  }

function sumsOf(rows: Iterable<EmitidoSinRegistroRow>): Suma[] {
  const sums = new Map<string, Suma>()
  for (const row of rows) {
    const d = toF29(row)
    const { retenidoTotal = 0, retenidoParcial = 0 } = readValores(d).valores
    const key = `${d.lado}/${d.tipoDte}`
    const sum = sums.get(key) ?? {
      tipo: d.tipoDte,
      compra: d.lado === 'compra',
      documentos: 0,
      monto: 0,
      iva: 0,
      retenido: 0,
    }
    sum.documentos++
    sum.monto += row.monto_total
    sum.iva += row.monto_iva
    sum.retenido += retenidoTotal + retenidoParcial
    sums.set(key, sum)
  }
  return [...sums.values()].sort((a, b) => Number(a.compra) - Number(b.compra) || a.tipo - b.tipo)
}

function warningsOf({ tipo, compra, documentos, monto, iva, retenido }: Suma): AdvertenciaF29[] {
  const code = 'ISSUED_NOT_REGISTERED'
  const campo = compra ? 'credito' : 'debito'
  const lado = compra ? 'crédito' : 'débito'
  const one = documentos === 1
  const lacks = isNotaCredito(tipo)
    ? `no ${one ? 'rebaja' : 'rebajan'} el ${lado}`
    : `no ${one ? 'está' : 'están'} en el ${lado}`
  const what = `${one ? 'un documento' : `${documentos} documentos`} de tipo ${tipo} (${filaConPapel(tipo)!.nombre})`
  const which = `${what} que se ${one ? 'emitió' : 'emitieron'} aquí y el registro leído no tiene`
  const then = 'tráigalo otra vez, o vea la cuadratura'
  const own: AdvertenciaF29 = {
    code,
    campo,
    mensaje: `${montoEscrito(monto)}, con IVA de ${montoEscrito(iva)}: ${which}; ${lacks}: ${then}`,
    documentos,
    monto,
    iva,
  }
  if (!retenido) return [own]
  const mensaje = `${montoEscrito(retenido)}: IVA retenido en ${which}; no está en las retenciones: ${then}`
  return [own, { code, campo: 'retenciones', mensaje, documentos, monto: retenido, iva: retenido }]
}
