// The note that voids a document: equal to it in every amount, with its taxes, and one reference with code 1
// (formato-dte.md §2.10; contract §1).

import type { Dte, LineaDetalle } from '../dte'
import { type TipoDocumento, type TipoDte, tipoDocumento } from '../tipos'
import { detallePropio } from '../transporte'
import {
  groupLineas,
  informados,
  lineaDeGrupo,
  lineaPara,
  receptorPara,
  tasaCredito,
  ventaPara,
} from './derivar'
import { NOMBRE_TURISTA } from './reglas-receptor'
import type { Solicitud } from './solicitud'

/** Which note voids each type; the others say what to do instead. */
const NOTA: Partial<Record<TipoDte, TipoDte>> = {
  33: 61,
  34: 61,
  39: 61,
  41: 61,
  46: 61,
  56: 61,
  61: 56,
  110: 112,
  111: 112,
  112: 111,
}

const REMEDIO: Partial<Record<TipoDte, string>> = {
  43: 'Una liquidación-factura no se anula con una nota: emita otra liquidación (43) con los mismos montos en negativo y una referencia a ella',
  52: 'Una guía de despacho no se anula con una nota: use POST /v1/dte/guias/:folio/anular',
}

/** The type of the note that voids a type, or what to do where there is none. */
export const notaQueAnula = (
  tipo: TipoDte,
): { tipo: TipoDte; remedio?: undefined } | { tipo?: undefined; remedio: string } => {
  const nota = NOTA[tipo]
  return nota ? { tipo: nota } : { remedio: REMEDIO[tipo]! }
}

/** The request of the note that voids `original`, one of the types that a note voids. */
export function solicitudAnulacion(original: Dte, razon: string): Solicitud {
  const { idDoc, receptor, totales, otraMoneda } = original
  const origen = tipoDocumento(idDoc.tipoDte)
  const tipo = tipoDocumento(NOTA[idDoc.tipoDte]!)
  const credito = tasaCredito(original)
  const impuestos = informados(original)
  return {
    tipoDte: tipo.codigo,
    ...(hasPreciosBrutos(original, origen) && { precioIncluyeIva: true }),
    // An anonymous boleta has no name, and its note must have one.
    receptor: receptorPara(
      {
        razonSocial: 'Consumidor final',
        ...receptor,
        ...(idDoc.tipoFactEsp && { razonSocial: NOMBRE_TURISTA }),
      },
      tipo,
    ),
    detalle: lineasDe(original, origen, tipo),
    ...(original.dscRcgGlobal.length > 0 && { dscRcgGlobal: original.dscRcgGlobal }),
    referencias: [
      {
        linea: 1,
        tipoDocumento: String(idDoc.tipoDte),
        folio: String(idDoc.folio),
        fecha: idDoc.fechaEmision,
        codigo: 1,
        razon,
      },
    ],
    ...ventaPara(original, tipo),
    ...(original.comisiones && { compra: { comisiones: original.comisiones } }),
    ...(impuestos.length > 0 && { impuestos }),
    ...(credito && { tasaCreditoEmpresaConstructora: credito }),
    ...(tipo.monedaExtranjera && {
      // The rate of the original, so that the peso equivalents are equal too. Freight and insurance are among its global
      // lines already.
      exportacion: {
        moneda: totales.moneda!,
        tipoCambio: otraMoneda!.tipoCambio,
        ...(idDoc.formaPagoExp && { formaPagoExp: idDoc.formaPagoExp }),
        ...(idDoc.indServicio && { indServicio: idDoc.indServicio }),
      },
    }),
  }
}

/** Whether the lines of a document carry IVA. */
const hasPreciosBrutos = ({ idDoc }: Dte, { codigo }: TipoDocumento): boolean =>
  idDoc.mntBruto === 1 || (codigo === 39 && idDoc.indMntNeto === undefined)

/** Its lines; those of a boleta that are too many for a note as their sums by treatment. */
function lineasDe(
  { detalle, transporte, idDoc }: Dte,
  origen: TipoDocumento,
  tipo: TipoDocumento,
): LineaDetalle[] {
  if (detalle.length <= tipo.lineasMax)
    return detallePropio({ detalle, transporte }).map((linea) => lineaPara(linea, origen, tipo))
  return groupLineas(detalle, origen).map((grupo) =>
    lineaDeGrupo(grupo, `Detalle de la ${origen.nombre.toLowerCase()} ${idDoc.folio}`),
  )
}
