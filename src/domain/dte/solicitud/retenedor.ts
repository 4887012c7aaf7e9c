// `retenedor` of a line: the product for which the issuer withholds becomes the first item code, with the unit and the count
// that its table asks for (http §0, §4; domain/dte §6.6). Done as the request is read, so that a line derived from a
// document issued before is taken as it stands.

import { CPCS, findProducto, isDeRegimen, POR_CABEZA, type Producto, UNIDAD_REF } from '../cpcs'
import type { Decimal, LineaDetalle } from '../dte'
import type { Nodo } from '../esquema'
import type { TipoDte } from '../tipos'
import { camposDe } from './campos'
import { numero, pesos, textoOEntero } from './lectores'
import type { Lector, Lectura } from './lectura'
import { objeto } from './objeto'
import type { Solicitud } from './solicitud'

type Retenedor = NonNullable<LineaDetalle['retenedor']>

/** The block as asked for. */
type RetenedorPedido = Retenedor & { producto?: string; cantidadRef?: Decimal }

const producto: Lector<string> = (valor, campo, l) => {
  const codigo = textoOEntero(35)(valor, campo, l)
  if (codigo === undefined || findProducto(codigo)) return codigo
  return l.fault(campo, 'producto', `${campo}: no existe el producto CPCS ${codigo}`)
}

const cantidadRef = numero({ decimales: 6, desde: '0', mayorQue: true })

/** The reader of the block. */
export function lectorRetenedor(n: Nodo, tipo: TipoDte): Lector<RetenedorPedido> {
  const amount = { baseFaena: pesos(), margenComercial: pesos(), precioConsumidor: pesos() }
  const read = objeto<object>([
    ...camposDe(n, tipo, amount),
    { nombre: 'producto', key: 'producto', lector: producto },
    { nombre: 'cantidad_ref', tag: 'QtyRef', key: 'cantidadRef', lector: cantidadRef },
  ])
  return (valor, campo, l) => {
    const value = read(valor, campo, l)
    return value && { ...value, indAgente: 'R' }
  }
}

/** The request with what its products say on their lines; notes what they lack. */
export function spreadRetenedor(s: Solicitud, l: Lectura): Solicitud {
  if (!s.detalle?.some(({ retenedor }) => retenedor)) return s
  return {
    ...s,
    detalle: s.detalle.map((linea, i) => (linea.retenedor ? conProducto(linea, `detalle[${i}]`, l) : linea)),
  }
}

function conProducto(linea: LineaDetalle, at: string, l: Lectura): LineaDetalle {
  const { producto: pedido, cantidadRef: cabezas, ...retenedor } = linea.retenedor as RetenedorPedido
  const [first] = linea.codigo ?? []
  const escrito = first?.tipo === CPCS ? first.valor : undefined
  const codigo = pedido ?? escrito
  const product = codigo === undefined ? undefined : findProducto(codigo)
  const resto = escrito === undefined ? (linea.codigo ?? []) : linea.codigo!.slice(1)
  const ref = cabezas ?? linea.QtyRef
  const done: LineaDetalle = {
    ...linea,
    retenedor,
    ...(codigo !== undefined && { codigo: [{ tipo: CPCS, valor: codigo }, ...resto] }),
    ...(ref !== undefined && { QtyRef: ref, UnmdRef: linea.UnmdRef ?? UNIDAD_REF }),
    ...(linea.unidad === undefined && product?.unidades.length === 1 && { unidad: product.unidades[0]! }),
  }
  // A line that could not be read whole says nothing more.
  if (l.hasFault(at)) return done
  if (codigo !== undefined && !product) {
    l.fault(`${at}.codigo`, 'producto', `${at}.codigo: no existe el producto CPCS ${codigo}`)
  }
  if (pedido !== undefined && escrito !== undefined && pedido !== escrito) {
    l.fault(`${at}.codigo`, 'alias', `${at}.codigo dice CPCS ${escrito} y retenedor.producto ${pedido}`)
  }
  if (done.codigo && done.codigo.length > 5) {
    l.fault(`${at}.codigo`, 'cantidad_max', `${at}.codigo admite 5 códigos, el del producto entre ellos`)
  }
  if (cabezas !== undefined && linea.QtyRef !== undefined && cabezas !== linea.QtyRef) {
    l.fault(`${at}.QtyRef`, 'alias', `${at}.QtyRef y retenedor.cantidad_ref traen valores distintos`)
  }
  checkProducto(done, product, at, l)
  return done
}

function checkProducto(linea: LineaDetalle, product: Producto | undefined, at: string, l: Lectura): void {
  const impuestos = linea.impuestoAdicional ?? []
  if ((product?.unidadRef || impuestos.some((i) => POR_CABEZA.has(i))) && linea.QtyRef === undefined) {
    l.missing(`${at}.retenedor.cantidad_ref`, ': los animales se cuentan también por cabezas')
  }
  if (impuestos.includes('17') && linea.retenedor?.baseFaena === undefined) {
    l.missing(`${at}.retenedor.base_faena`, ': es la base del impuesto 17')
  }
  if (!product) {
    if (impuestos.some(isDeRegimen)) {
      const mensaje = `${at} retiene y no dice el producto: el SII espera retenedor.producto`
      l.warn('PRODUCT_CODE_MISSING', `${at}.retenedor.producto`, mensaje)
    }
    return
  }
  const { codigo, impuesto, impuestoTotal, unidades } = product
  const propios = [impuesto, ...(impuestoTotal ? [impuestoTotal] : [])]
  const ajeno = impuestos.find((i) => (i === '15' || isDeRegimen(i)) && !propios.includes(i))
  if (ajeno) {
    l.fault(
      `${at}.impuesto_adicional`,
      'producto',
      `El producto ${codigo} va con el impuesto ${propios.join(', o por el total del IVA con ')}, no con ${ajeno}`,
    )
  }
  if (unidades.length === 0) return
  if (linea.cantidad === undefined) l.missing(`${at}.cantidad`, `: el producto ${codigo} la necesita`)
  if (linea.unidad === undefined || !unidades.includes(linea.unidad)) {
    l.fault(
      `${at}.unidad`,
      'unidad',
      `El producto ${codigo} se mide en ${unidades.join(', ')}: indique ${at}.unidad`,
    )
  }
}
