// The note that voids a document: equal to it in every amount, with its taxes, and one reference with code 1
// (domain/dte §7.1; http §1).

import type { Dte, LineaDetalle } from '../dte'
import { type TipoDocumento, tipoDocumento } from '../tipos'
import { detallePropio } from '../transporte'
import { voidingNote } from '../voiding-note'
import {
  groupLineas,
  hasPreciosBrutos,
  informados,
  lineaDeGrupo,
  lineaPara,
  receptorPara,
  tasaCredito,
  ventaPara,
} from './derive'
import { NOMBRE_TURISTA } from './reglas-receptor'
import type { Solicitud } from './solicitud'

/** The request of the note that voids `original`, one of the types that a note voids. */
export function solicitudAnulacion(original: Dte, razon: string): Solicitud {
  const { idDoc, receptor, totales, otraMoneda } = original
  const origen = tipoDocumento(idDoc.tipoDte)
  const tipo = tipoDocumento(voidingNote(idDoc.tipoDte).tipo!)
  const credito = tasaCredito(original)
  const impuestos = informados(original)
  return {
    tipoDte: tipo.codigo,
    ...(hasPreciosBrutos(original) && { precioIncluyeIva: true }),
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
