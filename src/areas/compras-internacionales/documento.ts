// The one builder of the purchase invoice of a purchase from abroad, and so the place of its doubts: that its receiver is the generic
// RUT of foreigners, that the nationality is the supplier's country, that the rate is that of the invoice's day, and that no reference
// names the invoice, because no SII code for a foreign one is known (areas/compras-internacionales §3). Wrong, the SII says so.

import { type PropuestaCompra, transliteradosOf } from '../../domain/compra-internacional'
import { glosaAduana } from '../../domain/dte/aduana'
import { paisAduana } from '../../domain/dte/paises'
import { FACTURA_COMPRA } from '../../domain/dte/tipos'
import { type Advertencia, AppError, type Fault } from '../../domain/errors'
import { RUT_EXTRANJERO } from '../../domain/rut'
import { normalizeTexto } from '../../domain/texto'
import { TASA } from './compra-json'
import type { Conversion } from './tipos-cambio'

const GIRO = 'Servicios desde el extranjero'
const COMUNA = 'Extranjero'
/** Total withholding of VAT. */
const RETENCION_TOTAL = 15

/** What a person may choose of the document. */
export interface Opciones {
  fecha_emision?: string | undefined
  tipo_transaccion?: number | undefined
  forma_pago?: number | undefined
}

/** As the SII's files write it; `bloqueosOf` lets nothing come here that they have no letter for. */
const cut = (text: string, max: number): string => {
  const { texto, rechazados } = normalizeTexto(text)
  if (rechazados.length) throw new Error('a text of a purchase has letters that its document cannot write')
  return texto.length > max ? texto.slice(0, max).trimEnd() : texto
}

/** The request of the document, as POST /v1/dte/emitir would take it; of a purchase that nothing blocks. */
export function solicitudOf(
  id: string,
  { proveedor, numero, fecha, moneda, monto, descripcion }: PropuestaCompra,
  { tipoCambio, fechaTc, montoClp }: Conversion,
  { fecha_emision, tipo_transaccion = 1, forma_pago = 1 }: Opciones,
): object {
  const { nombre, pais, direccion } = proveedor
  const codigo = pais === null ? undefined : paisAduana(pais)
  const where = direccion ?? (codigo ? glosaAduana('pais', codigo) : pais) ?? COMUNA
  const rate = moneda === 'CLP' ? '' : ` a ${tipoCambio} pesos (tipo de cambio del ${fechaTc})`
  return {
    tipo_dte: FACTURA_COMPRA,
    ...(fecha_emision && { fecha_emision }),
    forma_pago,
    compra: { tipo_transaccion, retencion: { codigo: RETENCION_TOTAL, tasa: Number(TASA) } },
    receptor: {
      rut: RUT_EXTRANJERO,
      razon_social: cut(nombre!, 100),
      giro: GIRO,
      direccion: cut(where, 70),
      comuna: COMUNA,
      ...(codigo && { extranjero: { nacionalidad: String(codigo) } }),
    },
    detalle: [
      {
        nombre: cut(descripcion ?? GIRO, 80),
        descripcion: cut(`Factura ${numero} del ${fecha}: ${moneda} ${monto}${rate}`, 1000),
        cantidad: 1,
        precio: montoClp,
      },
    ],
    referencia_externa: id,
  }
}

/** What the document writes with other characters than the purchase has. */
export const advertenciasOf = (propuesta: PropuestaCompra): Advertencia[] =>
  transliteradosOf(propuesta).map(({ campo, caracteres }) => ({
    code: 'TRANSLITERATED',
    campo,
    mensaje: `En ${campo} se reemplazó ${caracteres.join(', ')} por caracteres que sí se pueden escribir`,
  }))

/** Where what the document has came from in the purchase. */
const ORIGEN: readonly (readonly [of: string, from: string])[] = [
  ['receptor.razon_social', 'proveedor.nombre'],
  ['receptor.direccion', 'proveedor.direccion'],
  ['receptor.extranjero', 'proveedor.pais'],
  ['detalle[0].nombre', 'descripcion'],
  ['detalle[0].descripcion', 'numero'],
  ['detalle[0].precio', 'monto'],
  ['detalle[0].monto', 'monto'],
]

/** What keeps the document from being issued, told of the purchase; any other fault as it is. */
export function ofCompra(fault: unknown): unknown {
  if (!(fault instanceof AppError) || !fault.detalles) return fault
  const detalles = fault.detalles.map((one) => {
    const { campo } = one as Partial<Fault>
    const found = campo === undefined ? undefined : ORIGEN.find(([of]) => campo.startsWith(of))
    return found ? { ...one, campo: found[1] } : one
  })
  return new AppError(fault.code, fault.message, { ...fault, detalles, cause: fault })
}
