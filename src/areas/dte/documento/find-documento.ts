// The document that a path names by its type and folio.

import { AppError } from '../../../domain/errors'
import { readInteger } from '../../../http/paging'
import type { Tenant } from '../../../http/tenant'
import type { DocumentoRow, Documentos } from './documento-store'

/** The document of a path. Throws INVALID_PARAMETER, NOT_FOUND. */
export function findDocumento(
  documentos: Documentos,
  tenant: Tenant,
  params: { tipo: string; folio: string },
): DocumentoRow {
  const tipo = readInteger({ tipo: params.tipo }, 1, 999)!
  const folio = readInteger({ folio: params.folio }, 1, 9_999_999_999)!
  const row = documentos.byFolio(tenant.empresaId, tenant.ambiente, tipo, folio)
  if (!row) throw new AppError('NOT_FOUND', `No existe el documento tipo ${tipo} folio ${folio}`)
  return row
}
