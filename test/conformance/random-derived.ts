// Documents that Timbre builds from others, from random ones: invoices of guides and the notes that void. They hold what no
// request of a client would, so the judges see them too.

import fc from 'fast-check'
import type { Dte } from '../../src/domain/dte/dte'
import {
  buildDocumento,
  Lectura,
  readDocumento,
  readPedidoFactura,
  type Solicitud,
  solicitudAnulacion,
  solicitudFactura,
} from '../../src/domain/dte/solicitud'
import { voidingNote } from '../../src/domain/dte/voiding-note'
import { EMISOR } from '../support/emisor'
import { guia } from './random-others'
import { randomRequests } from './random-requests'

const HOY = '2026-11-20'

function read(request: object, folio: number): Dte {
  const { documento, faults } = readDocumento(request, EMISOR, HOY)
  if (!documento) throw new Error(`not a valid request: ${JSON.stringify(faults)}`)
  documento.dte.idDoc.folio = folio
  return documento.dte
}

function build(solicitud: Solicitud): Dte {
  const { documento, faults } = buildDocumento(solicitud, EMISOR, HOY)
  if (!documento) throw new Error(`not a valid document: ${JSON.stringify(faults)}`)
  return documento.dte
}

/** The invoice of some guides; undefined when they cannot be in one. */
function facturaDe(guias: readonly Dte[], agrupar: boolean): Dte | undefined {
  const lectura = new Lectura()
  const body = { guias: guias.map(({ idDoc }) => idDoc.folio), agrupar_lineas: agrupar }
  const solicitud = solicitudFactura(guias, readPedidoFactura(body, lectura)!, lectura)
  return solicitud && build(solicitud)
}

/** `count` invoices of guides and about as many notes; the same for the same seed. */
export function randomDerived(count: number, seed: number): Dte[] {
  const sizes = fc.sample(fc.integer({ min: 1, max: 26 }), { numRuns: count, seed })
  const priced = guia.filter((g) => (g as { DscRcgGlobal?: object[] }).DscRcgGlobal !== undefined)
  const facturas = sizes.flatMap((size, i) => {
    const guias = fc.sample(priced, { numRuns: size, seed: seed + i }).map((g, n) => read(g, 201 + n))
    const charged = guias.filter(({ totales }) => totales.montoTotal !== '0')
    return (charged.length && facturaDe(charged, i % 3 === 0)) || []
  })
  const notas = randomRequests(count, seed).flatMap((request, i) => {
    const original = read(request, i + 1)
    return voidingNote(original.idDoc.tipoDte).remedio ? [] : build(solicitudAnulacion(original, 'Error'))
  })
  return [...facturas, ...notas]
}
