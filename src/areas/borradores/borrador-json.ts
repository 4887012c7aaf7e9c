// A draft as answers show it (areas/borradores §1).

import type { BorradorJson } from './borrador.schema'
import type { Contenido } from './borradores'
import type { BorradorRow } from './statements'

export const borradorToJson = (row: BorradorRow, { solicitud, juicio }: Contenido): BorradorJson => ({
  id: row.id,
  origen: row.origen,
  serie: row.serie_id,
  solicitud,
  version: row.version,
  juicio,
  estado: row.estado,
  dte:
    row.job_id === null
      ? null
      : { tipo_dte: row.tipo_dte, folio: row.folio, job_id: row.job_id, estado: row.job_estado },
  autor: row.autor,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
