// The words about transport in a document: data that its issuer does not hold, a trip of several days, goods
// without a price (domain/dte §4.2). The words are ours; they go at the end of the first line's description,
// which is signed and reaches the receiver, and are printed.

import type { ChoferParcial, Declarable, Dte, LineaDetalle, Transporte } from './dte'
import { type TipoDte, tipoDocumento } from './tipos'

/** Transport data that may be declared as not held, by their names in a request. */
export const DECLARABLES: readonly Declarable[] = ['patente', 'patente_carro', 'rut_transportista', 'chofer']

function nombreDelChofer({ rut, nombre, pasaporte }: ChoferParcial): string {
  if (nombre) return `el RUT del chofer ${nombre}${pasaporte ? ` (pasaporte ${pasaporte})` : ''}`
  if (rut) return `el nombre del chofer (RUT ${rut})`
  return `los datos del chofer${pasaporte ? ` (pasaporte ${pasaporte})` : ''}`
}

/**
 * The carrier of the goods when it is not the issuer: the client, or the seller of a purchase invoice
 * (`TipoDespacho` 1).
 */
function retira(tipo: TipoDte): string {
  const { delComprador, guia } = tipoDocumento(tipo)
  return delComprador ? ' (traslada el vendedor)' : guia ? '' : ' (retira el cliente)'
}

/** The sentence about what is not held, '' when everything is. */
function fraseNoDisponible(
  faltan: readonly Declarable[],
  chofer: ChoferParcial,
  tipo: TipoDte,
  retirado: boolean,
): string {
  if (!faltan.length) return ''
  const short = faltan.length > 2 && !faltan.includes('patente_carro')
  const nombres = {
    patente: short ? 'la patente' : 'la patente del vehículo',
    patente_carro: 'la patente del carro',
    rut_transportista: 'el RUT del transportista',
    chofer: nombreDelChofer(chofer),
  }
  const all = DECLARABLES.filter((dato) => faltan.includes(dato)).map((dato) => nombres[dato])
  const last = all.pop()!
  const list = all.length ? `${all.join(', ')} ni ${all.length === 1 ? 'con ' : ''}${last}` : last
  return `Transporte (Res. Ex. 154/2025): al emitir no se cuenta con ${list}${retirado ? retira(tipo) : ''}.`
}

const sinPunto = (motivo: string): string => motivo.replace(/[.\s]+$/, '')

/** Everything that the server says in words of a transport, '' when it says nothing. */
export function declaracionDe(
  {
    noDisponible = [],
    choferParcial = {},
    motivoProlongado,
    motivoSinPrecio,
    fechaLlegada,
  }: Omit<Transporte, 'declaracion'>,
  tipo: TipoDte,
  tipoDespacho: number | undefined,
): string {
  return [
    fraseNoDisponible(noDisponible, choferParcial, tipo, tipoDespacho === 1),
    motivoProlongado &&
      `Traslado prolongado: ${sinPunto(motivoProlongado)}; entrega estimada ${fechaLlegada}.`,
    motivoSinPrecio && `Sin precio: ${sinPunto(motivoSinPrecio)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Why goods have no price, by the kind of transfer that is no sale. */
export const SIN_PRECIO: Readonly<Record<number, string>> = {
  2: 'venta por efectuar',
  3: 'consignación',
  4: 'entrega gratuita',
  5: 'traslado interno',
  6: 'traslado que no constituye venta',
  7: 'devolución de mercaderías',
  8: 'traslado para exportación',
}

/** The first line's description with what the server adds to it. */
export const withDeclaracion = (descripcion: string | undefined, declaracion: string): string =>
  [descripcion, declaracion].filter(Boolean).join(' ')

/** The lines of a document as its issuer described them: what another document takes over from it. */
export function detallePropio({ detalle, transporte }: Pick<Dte, 'detalle' | 'transporte'>): LineaDetalle[] {
  const declaracion = transporte?.declaracion
  const [first, ...rest] = detalle
  if (!declaracion || !first?.descripcion?.endsWith(declaracion)) return detalle
  const { descripcion, ...linea } = first
  const own = descripcion.slice(0, -declaracion.length).trimEnd()
  return [{ ...linea, ...(own && { descripcion: own }) } as LineaDetalle, ...rest]
}
