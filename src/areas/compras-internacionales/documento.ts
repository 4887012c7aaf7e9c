// The one builder of the purchase invoice of a purchase from abroad, and so the place of its doubts: that its receiver is the generic
// RUT of foreigners, that the nationality is the supplier's country, that the rate is that of the invoice's day, and that no reference
// names the invoice, because no SII code for a foreign one is known (areas/compras-internacionales §3). Wrong, the SII says so.

import {
  type Clasificacion,
  cortadosOf,
  cutTo,
  LARGOS,
  type PropuestaCompra,
  transliteradosOf,
} from '../../domain/compra-internacional'
import { glosaAduana } from '../../domain/dte/aduana'
import { paisAduana } from '../../domain/dte/paises'
import { FACTURA_COMPRA } from '../../domain/dte/tipos'
import { type Advertencia, AppError, type Fault } from '../../domain/errors'
import { RUT_EXTRANJERO } from '../../domain/rut'
import { normalizeTexto } from '../../domain/texto'
import { type Conversion, habilSinTipo } from '../tipos-cambio'

const GIRO = 'Servicios desde el extranjero'
const COMUNA = 'Extranjero'
/** Total withholding of VAT, and its rate: all of it. */
const RETENCION_TOTAL = 15
const TASA = 19

/** A person's choices for the document. */
export interface Opciones {
  fecha_emision?: string | undefined
  tipo_transaccion?: number | undefined
  forma_pago?: number | undefined
}

/** As the SII's files write it; `bloqueosOf` lets nothing come here that they have no letter for. */
const cut = (text: string, max: number): string => {
  const { texto, rechazados } = normalizeTexto(text)
  if (rechazados.length) throw new Error('a text of a purchase has letters that its document cannot write')
  return cutTo(texto, max)
}

/** The request of the document, as POST /v1/dte/emitir would take it; of a purchase that nothing blocks. `rechazado` is the folio that the SII rejected. */
export function solicitudOf(
  id: string,
  { proveedor, numero, fecha, moneda, monto, descripcion }: PropuestaCompra,
  { tipoCambio, fechaTc, montoClp }: Conversion,
  { fecha_emision, tipo_transaccion = 1, forma_pago = 1 }: Opciones,
  rechazado: number | null,
): object {
  const { nombre, pais, direccion } = proveedor
  const codigo = pais === null ? undefined : paisAduana(pais)
  const where = direccion ?? (codigo ? glosaAduana('pais', codigo) : pais) ?? COMUNA
  const rate = moneda === 'CLP' ? '' : ` a ${tipoCambio} pesos (tipo de cambio del ${fechaTc})`
  return {
    tipo_dte: FACTURA_COMPRA,
    ...(fecha_emision && { fecha_emision }),
    forma_pago,
    compra: { tipo_transaccion, retencion: { codigo: RETENCION_TOTAL, tasa: TASA } },
    receptor: {
      rut: RUT_EXTRANJERO,
      razon_social: cut(nombre!, LARGOS['proveedor.nombre']),
      giro: GIRO,
      direccion: cut(where, LARGOS['proveedor.direccion']),
      comuna: COMUNA,
      ...(codigo && { extranjero: { nacionalidad: String(codigo) } }),
    },
    detalle: [
      {
        nombre: cut(descripcion ?? GIRO, LARGOS.descripcion),
        descripcion: cut(`Factura ${numero} del ${fecha}: ${moneda} ${monto}${rate}`, 1000),
        cantidad: 1,
        precio: montoClp,
      },
    ],
    referencia_externa: id,
    ...(rechazado !== null && { reemplaza: { tipo_dte: FACTURA_COMPRA, folio: rechazado } }),
  }
}

/**
 * The warnings about the document before and after its issue: differences from the purchase, and other dues.
 */
export const advertenciasOf = (
  propuesta: PropuestaCompra,
  { afectoImpuestoAdicional }: Pick<Clasificacion, 'afectoImpuestoAdicional'>,
  conversion: Conversion | null,
): Advertencia[] => [
  ...tipoViejoOf(conversion, propuesta.fecha),
  ...transliteradosOf(propuesta).map(({ campo, caracteres }) => ({
    code: 'TRANSLITERATED' as const,
    campo,
    mensaje: `En ${campo} se reemplaza ${caracteres.join(', ')} por caracteres que sí se pueden escribir`,
  })),
  ...cortadosOf(propuesta).map(({ campo, queda }) => ({
    code: 'TEXT_CUT' as const,
    campo,
    mensaje: `${DICHOS[campo]} no cabe en la factura de compra, que lleva ${LARGOS[campo]} caracteres: queda «${queda}»`,
  })),
  ...(afectoImpuestoAdicional === true ? [ADICIONAL] : []),
]

/** A rate of some days before is for Sundays and holidays: on a working day there is one of its own. */
function tipoViejoOf(conversion: Conversion | null, fecha: string | null): Advertencia[] {
  if (!conversion || fecha === null || !DE_TABLA.has(conversion.fuente)) return []
  const habil = habilSinTipo(conversion, fecha)
  if (habil === null) return []
  const { moneda, fechaTc } = conversion
  const mensaje = `Se usa el ${moneda} del ${fechaTc} y el ${habil} fue hábil: cargue el tipo de cambio de ese día antes de emitir`
  return [{ code: 'OLD_EXCHANGE_RATE', campo: 'conversion.fecha_tc', mensaje }]
}

/** Rates that were looked for by their day. */
const DE_TABLA: ReadonlySet<Conversion['fuente']> = new Set(['tabla', 'servidor', 'bcentral'])

const DICHOS = {
  'proveedor.nombre': 'El nombre del proveedor',
  'proveedor.direccion': 'Su dirección',
  descripcion: 'Lo que se compró',
}

const ADICIONAL = {
  code: 'ADDITIONAL_TAX' as const,
  campo: 'clasificacion.afecto_impuesto_adicional',
  mensaje:
    'La compra además lleva impuesto adicional a la renta: declárelo y páguelo aparte, en el formulario 50',
}

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

/** Tells a fault of the document in the purchase's terms; any other as it is. */
export function ofCompra(fault: unknown): unknown {
  if (!(fault instanceof AppError) || !fault.detalles) return fault
  const detalles = fault.detalles.map((one) => {
    const { campo } = one as Partial<Fault>
    const found = campo === undefined ? undefined : ORIGEN.find(([of]) => campo.startsWith(of))
    return found ? { ...one, campo: found[1] } : one
  })
  return new AppError(fault.code, messageOf(fault), { ...fault, detalles, cause: fault })
}

/** A purchase cannot insist on a second factura: somebody issued the first from the rejected one itself. */
function messageOf({ code, message, detalles }: AppError): string {
  if (code !== 'ALREADY_REPLACED') return message
  const { folio, reemplazado_por } = detalles![0] as Record<'folio', number> & {
    reemplazado_por: { folio: number }
  }
  return `La factura de compra folio ${folio} de esta compra fue rechazada y ya se emitió de nuevo como folio ${reemplazado_por.folio}, desde el documento: si ésa vale, descarte la compra; si no, anúlela`
}
