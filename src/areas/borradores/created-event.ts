// The event of new drafts (areas/borradores §3): one for those of a run.

import type { Titular } from '../../domain/titular'
import type { NuevoEvento } from '../eventos'
import type { BorradorRow } from './statements'

interface Creado {
  id: string
  /** Whether it could be issued as it is. */
  ok: boolean
  serie: string | null
}

/** Told in the transaction of the drafts, or of the mark that they were told of. */
export const createdEvent = (
  { empresaId, ambiente }: Titular,
  creados: readonly Creado[],
  origen: BorradorRow['origen'],
): NuevoEvento => ({
  evento: 'borrador.creado',
  data: () => ({
    ...{ empresa_id: empresaId, ambiente },
    id: creados.length === 1 ? creados[0]!.id : null,
    origen,
    serie: new Set(creados.map(({ serie }) => serie)).size === 1 ? creados[0]!.serie : null,
    ok: creados.every(({ ok }) => ok),
    cantidad: creados.length,
  }),
})
