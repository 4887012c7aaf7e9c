// The document that a path names by its type and folio.

import { AppError } from '../../../domain/errors'
import { Exact } from '../../../http/envelope'
import { readInteger } from '../../../http/paging'
import { Legible } from '../../../http/rule'
import type { Tenant } from '../../../http/tenant'
import type { DocumentoRow, Documentos } from './documento-store'

const readTipo = (tipo: string): number => readInteger({ tipo }, 1, 999)!
const readFolio = (folio: string): number => readInteger({ folio }, 1, 9_999_999_999)!

/** The path of a document. */
export const documentoParams = Exact({ tipo: Legible(readTipo), folio: Legible(readFolio) })

/** Type and folio of a path. */
export const readDocumentoParams = (params: { tipo: string; folio: string }) => ({
  tipo: readTipo(params.tipo),
  folio: readFolio(params.folio),
})

/** The document of a path. Throws NOT_FOUND. */
export function findDocumento(
  documentos: Documentos,
  tenant: Tenant,
  params: { tipo: string; folio: string },
): DocumentoRow {
  const { tipo, folio } = readDocumentoParams(params)
  const row = documentos.byFolio(tenant, tipo, folio)
  if (!row) throw new AppError('NOT_FOUND', `No existe aquí el documento tipo ${tipo} folio ${folio}`)
  return row
}
