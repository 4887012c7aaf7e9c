// The printed representation of one document as a PDF file.
import { createArchivo } from './archivo'
import { compose } from './compose'
import { type Impreso, type OpcionesPdf, plantillaDe } from './impreso'

/**
 * Prints a document: `copias` ordinary copies, then the cedible one when asked for and the type has it. The same values
 * give the same bytes. Throws `INVALID_STATE` when the TED is too long for its barcode.
 */
export function renderPdf(impreso: Impreso, opciones: OpcionesPdf): Uint8Array {
  const compuesto = compose(impreso, opciones)
  const archivo = createArchivo()
  archivo.add(compuesto, plantillaDe(impreso).logo?.imagen ?? null)
  const autor = impreso.dte.emisor.razonSocial
  return archivo.finish({ titulo: compuesto.titulo, autor, marcadores: false })
}
