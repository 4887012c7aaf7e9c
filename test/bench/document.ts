// The document of the bench: a factura of ten lines with accents and an ampersand, as a request and as it is read.

import type { Dte } from '../../src/domain/dte/dte'
import { type Documento, readDocumento } from '../../src/domain/dte/solicitud'
import { EMISOR, RECEPTOR } from '../support/emisor'

export const HOY = '2026-11-20'
const LINES = 10

/** Where `varied` writes: as many digits as stand here. */
const PRICE = 1000000
const REFERENCE = 'pedido-00000000'

/** The request of the bench. */
export const solicitud = (lineas = LINES): Record<string, unknown> => ({
  tipo_dte: 33,
  receptor: RECEPTOR,
  referencia_externa: REFERENCE,
  detalle: Array.from({ length: lineas }, (_, i) => ({
    codigo: `SKU-${1000 + i}`,
    nombre: `Señalética reflectante tamaño N° ${i} & soporte`,
    cantidad: i + 1,
    unidad: 'UN',
    precio: i === 0 ? PRICE : 4990 + 10 * i,
  })),
})

/**
 * The request's bytes with a price and a reference of their own, written over the digits of one buffer: no two documents
 * look like duplicates, and making them costs the load generator next to nothing.
 */
export function variedBody(): (i: number) => Buffer {
  const bytes = Buffer.from(JSON.stringify(solicitud()))
  const price = bytes.indexOf(String(PRICE))
  const reference = bytes.indexOf(REFERENCE) + REFERENCE.length - 8
  return (i) => {
    bytes.write(String(PRICE + (i % 1_000_000)), price, 'latin1')
    bytes.write(String(i % 100_000_000).padStart(8, '0'), reference, 'latin1')
    return bytes
  }
}

/** The request as read and checked. */
export function documento(lineas = LINES): Documento {
  const { documento, faults } = readDocumento(solicitud(lineas), EMISOR, HOY)
  if (!documento) throw new Error(`the bench's own request is wrong: ${JSON.stringify(faults)}`)
  return documento
}

/** The document with a folio of its own. */
export const withFolio = (dte: Dte, folio: number): Dte => ({ ...dte, idDoc: { ...dte.idDoc, folio } })
