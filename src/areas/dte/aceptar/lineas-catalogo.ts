// A request whose lines name items of the catalogue, or say a currency: what they lack is taken, and their prices are put into pesos,
// before it is read (areas/catalogo §5).

import type { Database } from 'better-sqlite3'
import { decimalOfNumber, parseDecimal } from '../../../domain/decimal'
import { precioEnPesos, saidOf, withProducto } from '../../../domain/dte/solicitud'
import { isTipoDte, tipoDocumento } from '../../../domain/dte/tipos'
import type { Advertencia, Fault } from '../../../domain/errors'
import { isDate } from '../../../domain/fecha'
import { claveOf, isMonedaLinea, MONEDAS_LINEA } from '../../../domain/producto'
import { habilSinTipo, isUnidad, type TiposCambio } from '../../tipos-cambio'
import type { ValorUsado } from '../documento/documento-store'
import { type ProductoRow, prepareProductos } from './statements'

type Json = Record<string, unknown>

/** A request with its lines whole, and what there is to say of them. */
interface Completas {
  /** As it is kept until its hour: lines whole, prices in their currencies. */
  cuerpo: unknown
  /** As it is read: prices in pesos. */
  enPesos: unknown
  faults: Fault[]
  advertencias: Advertencia[]
  /** The values that prices were put into pesos by, each once. */
  valores: ValorUsado[]
  /** The items that lines took from. */
  productos: string[]
}

/** Amounts of a line beside its price, which are in pesos always: a discount beside a price in UF would be read a thousandfold small. */
const MONTOS = ['descuento_monto', 'DescuentoMonto', 'recargo_monto', 'RecargoMonto'] as const

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The code by which a line may be looked for: its only one, or its first. */
function codigoOf(linea: Json): string | null {
  const said = saidOf(linea, 'codigo')
  const one = Array.isArray(said) ? said[0] : said
  const valor = isObject(one) ? (one.valor ?? one.VlrCodigo) : one
  if (typeof valor === 'number' && Number.isSafeInteger(valor)) return String(valor)
  return typeof valor === 'string' && valor !== '' ? valor : null
}

/**
 * A dollar of some days before is for Sundays and holidays. A UF or a UTM of another day comes only where the document waits for its
 * hour: at that hour its own is needed.
 */
function oldValueOf(moneda: string, fechaTc: string, fecha: string): string | null {
  if (isUnidad(moneda)) {
    const own = moneda === 'UTM' ? fecha.slice(0, 7) === fechaTc.slice(0, 7) : fecha === fechaTc
    return own
      ? null
      : `El monto se calcula con la ${moneda} del ${fechaTc}: cargue la del ${fecha} antes de que llegue su hora`
  }
  const habil = habilSinTipo({ fechaTc }, fecha)
  return habil === null
    ? null
    : `Se usa el ${moneda} del ${fechaTc} y el ${habil} fue hábil: cargue el tipo de cambio de ese día antes de emitir`
}

const datosOf = (row: ProductoRow) => ({
  ...row,
  precio_con_iva: row.precio_con_iva === 1,
  exento: row.exento === 1,
  activo: row.activo === 1,
})

export function createLineasCatalogo(client: Database, tipos: Pick<TiposCambio, 'find' | 'lastBefore'>) {
  const sql = prepareProductos(client)

  /**
   * Costs nothing where no line lacks its name or says a currency, which nearly all do. `hoy` is the day of a document that says none;
   * `espera`, that it waits for its hour: an unknown value is then the last one known.
   */
  return function complete(cuerpo: unknown, empresaId: string, hoy: string, espera: boolean): Completas {
    const same: Completas = {
      ...{ cuerpo, enPesos: cuerpo, faults: [], advertencias: [], valores: [], productos: [] },
    }
    if (!isObject(cuerpo) || !Array.isArray(cuerpo.detalle) || !isTipoDte(cuerpo.tipo_dte)) return same
    const { detalle, tipo_dte: tipo } = cuerpo
    // More lines than a document may have are refused as a whole, where they are read.
    if (detalle.length > tipoDocumento(tipo).lineasMax) return same
    const isMine = (linea: unknown): linea is Json =>
      isObject(linea) &&
      (linea.producto_id !== undefined ||
        linea.moneda !== undefined ||
        (saidOf(linea, 'nombre') === null && saidOf(linea, 'codigo') !== null))
    if (!detalle.some(isMine)) return same

    const { faults, advertencias, valores, productos } = same
    const { monedaExtranjera } = tipoDocumento(tipo)
    const fecha =
      typeof cuerpo.fecha_emision === 'string' && isDate(cuerpo.fecha_emision) ? cuerpo.fecha_emision : hoy
    const para = {
      ...{ tipo, fecha, moneda: isObject(cuerpo.exportacion) ? cuerpo.exportacion.moneda : null },
      precioIncluyeIva:
        typeof cuerpo.precio_incluye_iva === 'boolean' ? cuerpo.precio_incluye_iva : undefined,
    }
    let cuentaId: string | undefined
    const vistos = new Map<string, ReturnType<TiposCambio['find']>>()
    /** The value of a currency on the day, looked for once a request. */
    const valorOf = (moneda: string) => {
      cuentaId ??= sql.cuenta.get(empresaId)!
      if (!vistos.has(moneda)) {
        const last = () => (espera ? tipos.lastBefore(cuentaId!, moneda, fecha) : null)
        vistos.set(moneda, tipos.find(cuentaId, moneda, fecha) ?? last())
      }
      return vistos.get(moneda) ?? null
    }

    const fill = ({ producto_id: id, ...linea }: Json, at: string): Json => {
      const refuse = (regla: Fault['regla'], mensaje: string): Json => {
        faults.push({ campo: `${at}.producto_id`, regla, mensaje: `${at}.producto_id: ${mensaje}` })
        return linea
      }
      const named = id !== undefined && id !== null
      if (named && typeof id !== 'string') return refuse('tipo', 'debe ser un texto')
      const codigo = !named && saidOf(linea, 'nombre') === null ? codigoOf(linea) : null
      if (!named && codigo === null) return linea
      const row = named ? sql.byId.get(empresaId, id as string) : sql.byClave.get(empresaId, claveOf(codigo!))
      if (!row)
        return named ? refuse('valor', 'no existe ese producto, está eliminado o no está activo') : linea
      const { linea: filled, tomados, falta, sinImpuesto } = withProducto(linea, datosOf(row), para)
      if (falta) {
        const campo = `${at}.${falta.campo}`
        faults.push({ campo, regla: 'requerido', mensaje: `${campo}: ${falta.mensaje}` })
      }
      if (!productos.includes(row.id)) productos.push(row.id)
      if (tomados.length) {
        const not = sinImpuesto ? `; su impuesto ${sinImpuesto} no va en un documento tipo ${tipo}` : ''
        const mensaje = `Del producto ${row.codigo} se tomó: ${tomados.join(', ')}${not}`
        advertencias.push({ code: 'LINE_FROM_CATALOG', campo: at, mensaje })
      }
      return filled
    }

    const convert = ({ moneda, ...linea }: Json, at: string): Json => {
      if (moneda === undefined || moneda === null || (moneda === 'CLP' && !monedaExtranjera)) return linea
      const refuse = (regla: Fault['regla'], mensaje: string, code?: Fault['code']): Json => {
        const campo = `${at}.moneda`
        faults.push({ campo, regla, mensaje: `${campo}: ${mensaje}`, ...(code && { code }) })
        return linea
      }
      if (monedaExtranjera)
        return refuse('sobra', `los precios de un documento tipo ${tipo} son de exportacion.moneda`)
      if (!isMonedaLinea(moneda)) return refuse('valor', `debe ser ${Object.keys(MONEDAS_LINEA).join(', ')}`)
      const said = saidOf(linea, 'precio')
      if (said === null) return refuse('sobra', 'va sólo con un precio, que es el que se pasa a pesos')
      const precio =
        typeof said === 'number'
          ? decimalOfNumber(said)
          : typeof said === 'string'
            ? parseDecimal(said)
            : null
      // Its own fault is told where prices are read.
      if (precio === null || (precio.split('.')[1]?.length ?? 0) > 6) return linea
      const enPesos = MONTOS.find((campo) => (linea[campo] ?? null) !== null)
      if (enPesos)
        return refuse('sobra', `${enPesos} va en pesos y la línea en ${moneda}: use un porcentaje, o pesos`)
      const found = valorOf(moneda)
      if (!found)
        return refuse(
          'moneda',
          `no hay valor de ${moneda} para el ${fecha}: cárguelo en /v1/tipos-cambio`,
          'EXCHANGE_RATE_MISSING',
        )
      const { tipoCambio: valor, fechaTc, fuente } = found
      if (!valores.some((one) => one.moneda === moneda)) {
        valores.push({ moneda, valor, fecha: fechaTc, fuente })
        const mensaje = oldValueOf(moneda, fechaTc, fecha)
        if (mensaje) advertencias.push({ code: 'OLD_EXCHANGE_RATE', campo: `${at}.moneda`, mensaje })
      }
      const { PrcItem: _, ...rest } = linea
      return { ...rest, precio: precioEnPesos(precio, valor) }
    }

    const place = (i: number): string => `detalle[${i}]`
    const filled = detalle.map((linea, i) => (isMine(linea) ? fill(linea, place(i)) : linea))
    const pesos = filled.map((linea, i) =>
      isObject(linea) && linea.moneda !== undefined ? convert(linea, place(i)) : linea,
    )
    return {
      ...{ faults, advertencias, valores, productos },
      cuerpo: { ...cuerpo, detalle: filled },
      enPesos: { ...cuerpo, detalle: pesos },
    }
  }
}
