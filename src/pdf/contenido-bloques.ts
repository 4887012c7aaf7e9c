// The blocks that only some documents have, each below a title of its own: how goods travel, and what an export declares
// (pdf §1.1, columns I and P).

import type { Bloque } from './campo'
import { bloqueExportacion } from './contenido-exportacion'
import { bloqueTraslado } from './contenido-traslado'
import type { Impreso } from './impreso'

/** The blocks of a document, in the order of printing; none is empty. */
export const bloques = ({ dte }: Impreso): Bloque[] =>
  [bloqueTraslado(dte), bloqueExportacion(dte)].filter(
    ({ campos, lineas }) => campos.length > 0 || lineas.length > 0,
  )
