// The documents found as one PDF (http §10.2).

import { Type } from '@sinclair/typebox'
import { AppError, faultsError, invalidParameter } from '../../domain/errors'
import { OneOf } from '../../http/envelope'
import { queryInteger, readInteger } from '../../http/paging'
import type { Tenant } from '../../http/tenant'
import { FORMATOS, type Formato, papelFaults } from '../../pdf'
import { type Hits, type Hojas, type Impresores, JOINED_MAX, joinedResponse } from '../dte'
import type { Filtros } from './filtros'
import type { Lista } from './lista'

/** The parameters of the paper, beside `formato=pdf`. */
export const hojasQuery = {
  papel: Type.Optional(
    OneOf(FORMATOS, {
      description: 'Sólo con `formato=pdf`; `carta` si se omite; `57mm` sólo si todos son boletas (39 y 41).',
    }),
  ),
  cedible: Type.Optional(
    OneOf(
      { true: 'tras cada documento cuyo tipo la tiene, su copia cedible', false: 'sin ella' },
      { description: 'Sólo con `formato=pdf`; `false` si se omite.' },
    ),
  ),
  copias: queryInteger(
    0,
    10,
    'Sólo con `formato=pdf`: copias sin cedible de cada documento; 1 si se omite, 0 con `cedible=true` deja sólo la cedible.',
  ),
}

interface HojasQuery {
  papel?: Formato | undefined
  cedible?: string | undefined
  copias?: string | undefined
}

/** Throws INVALID_PARAMETER. */
export const readHojas = ({ papel = 'carta', cedible, copias }: HojasQuery): Hojas => ({
  formato: papel,
  cedible: cedible === 'true',
  copias: readInteger({ copias }, 0, 10) ?? 1,
})

/**
 * As many as `total` were found. `pay` is told how many there are, before any is printed. Throws INVALID_PARAMETER for more
 * than a file holds, NOT_FOUND for none, VALIDATION_ERROR for a paper that some of them cannot have.
 */
export function pdfDocumentos(
  impresores: Impresores,
  lista: Lista,
  tenant: Tenant,
  filtros: Filtros,
  hits: Hits | undefined,
  { hojas, now, pay }: { hojas: Hojas; now: Date; pay: (documentos: number) => void },
): Response {
  const total = lista.total(tenant, filtros, hits)
  if (total > JOINED_MAX) {
    throw invalidParameter(
      'formato',
      'cantidad_max',
      `Un PDF lleva hasta ${JOINED_MAX} documentos y se hallaron ${total}; acote los filtros o pida formato=zip&pdf=true`,
    )
  }
  const rows = lista.page(tenant, filtros, JOINED_MAX, 0, hits)
  if (!rows.length) throw new AppError('NOT_FOUND', 'No hay documentos con esos filtros')
  const tipos = [...new Set(rows.map(({ fila }) => fila.tipo_dte))]
  const faults = tipos.flatMap((tipo) => papelFaults(hojas.formato, tipo, 'papel'))
  if (faults.length) throw faultsError(faults)
  pay(rows.length)
  const ids = rows.map(({ id }) => id)
  return joinedResponse(impresores, tenant.cuentaId, ids, hojas, now)
}
