// Decides whose registers get a document, and how it comes in (simulator §12.1). Written once, at the
// verdict; receipts, acceptances and claims only add their times.

import { filaDe } from '../../domain/dte/tipos'
import { RUT_CONSUMIDOR_FINAL, RUT_EXTRANJERO } from '../../domain/rut'
import type { DteLeido } from '../../xml/verify/parse-sobre'
import type { DocumentoRow, EnvioRow } from '../libro'
import { ATENDIDOS, type CodigoEvento, isReclamo } from '../reclamo-codigos'
import type { Sim } from '../sim'
import { type Leido, readRegistro } from './datos'
import type { Operacion } from './statements'

/** They stand for people and companies that have no register. */
const NADIE: readonly string[] = [RUT_CONSUMIDOR_FINAL, RUT_EXTRANJERO]

/** Whether the register has a type as one sum a month. */
export const isResumen = (tipoDte: number): boolean => filaDe(tipoDte)?.raiz === 'Boleta'

interface Parte {
  operacion: Operacion
  rut: string
  contraparte: string
  razonSocial: string
}

function sidesOf({ tipoDte, rutEmisor, rutReceptor }: DocumentoRow, leido: Leido): Parte[] {
  const tipo = filaDe(tipoDte)
  if (!tipo || tipo.guia) return []
  // The buyer issues the invoice of a purchase, and the notes over it.
  const swapped = tipo.delComprador || leido.datos.notaSobreCompra === true
  const issuer: Parte = {
    operacion: swapped ? 'COMPRA' : 'VENTA',
    rut: rutEmisor,
    contraparte: rutReceptor,
    razonSocial: leido.receptor,
  }
  const receiver: Parte = {
    operacion: swapped ? 'VENTA' : 'COMPRA',
    rut: rutReceptor,
    contraparte: rutEmisor,
    razonSocial: leido.emisor,
  }
  const alone = isResumen(tipoDte) || tipo.monedaExtranjera || NADIE.includes(rutReceptor)
  return alone ? [issuer] : [issuer, receiver]
}

/** Writes an accepted document into the registers of its parties. */
export function writeRegistro(
  { sql }: Sim,
  documento: DocumentoRow,
  dte: DteLeido,
  { recibidoAt, dueno }: Pick<EnvioRow, 'recibidoAt' | 'dueno'>,
  at: number,
): void {
  const leido = readRegistro(dte)
  const pagado = leido.formaPago === '1' || leido.formaPago === '3' ? 1 : 0
  for (const parte of sidesOf(documento, leido)) {
    const compra = parte.operacion === 'COMPRA'
    // Whom a liquidación settles for has bought nothing by it.
    const nothing = compra && filaDe(documento.tipoDte)?.raiz === 'Liquidacion'
    const waits = pagado === 0 && ATENDIDOS.includes(documento.tipoDte)
    const tipo = compra ? leido.tipoCompra : leido.tipoVenta
    sql.registro.insert.run({
      documentoId: documento.id,
      dueno: dueno ?? '',
      lado: documento.lado,
      ...parte,
      tipoDte: documento.tipoDte,
      folio: documento.folio,
      fechaEmision: documento.fechaEmision,
      recibidoAt,
      visibleAt: at,
      inmediato: waits ? 0 : 1,
      pagado,
      tipo,
      montoExento: nothing ? 0 : leido.exento,
      montoNeto: nothing ? 0 : leido.neto,
      montoIva: nothing ? 0 : leido.iva,
      montoTotal: nothing ? 0 : leido.total,
      datos: JSON.stringify(nothing ? { referencia: leido.datos.referencia } : leido.datos),
    })
  }
}

/** Marks an event on both rows of its document: the first acceptance and the first claim count. */
export function markRegistro({ sql }: Sim, documentoId: number, codigo: CodigoEvento, at: number): void {
  if (isReclamo(codigo)) sql.registro.claim.run(at, documentoId)
  else if (codigo === 'ERM' || codigo === 'ACD') sql.registro.accept.run(at, documentoId)
}
