// A credit note repeats the kind of sale of the factura it is over, so that the seller's register takes it from where it put it
// (domain/dte §2.4; http §1).
import type { Documento } from '../../../domain/dte/solicitud'
import { isTipoDte, tipoDocumento } from '../../../domain/dte/tipos'
import type { Fault } from '../../../domain/errors'
import type { Titular } from '../../../domain/titular'
import type { Documentos } from '../documento/documento-store'

/** The default kind of a document that names none. */
const DEL_GIRO = 1

/** Gives a national credit note the kind of sale of what it modifies among our own documents; the fault of one that tells another. */
export function createRepeatVenta(documentos: Documentos) {
  return ({ dte, solicitud }: Documento, titular: Titular): Fault[] => {
    const { idDoc, emisor, referencias } = dte
    const { nota, monedaExtranjera } = tipoDocumento(idDoc.tipoDte)
    if (nota !== 'credito' || monedaExtranjera) return []
    const ventas = referencias.flatMap(({ tipoDocumento, folio, codigo, rutOtro, global }) => {
      const [tipo, numero] = [Number(tipoDocumento), Number(folio)]
      if (codigo === undefined || global || !isTipoDte(tipo) || !Number.isSafeInteger(numero)) return []
      if ((rutOtro ?? emisor.rut) !== emisor.rut) return []
      const row = documentos.byFolio(titular, tipo, numero)
      return row ? [documentos.contenido(row).dte.idDoc.tipoTransaccionVenta ?? DEL_GIRO] : []
    })
    const [first] = ventas
    if (first === undefined) return []
    const { tipoTransaccionVenta: told } = solicitud
    if (told === undefined) {
      idDoc.tipoTransaccionVenta = first
      return []
    }
    if (ventas.includes(told)) return []
    const campo = 'tipo_transaccion_venta'
    const mensaje = `${campo} es ${told} y el documento que la nota modifica dice ${first}: omítalo, se repite solo`
    return [{ campo, regla: 'referencia', mensaje }]
  }
}
