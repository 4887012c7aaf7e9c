// The one sequence of Track IDs, of envelopes, reports and books alike.

import type { Sim } from './sim'

/** The number of whatever arrives next. */
export const nextTrackId = ({ sql }: Pick<Sim, 'sql'>): number =>
  Math.max(
    sql.envio.lastTrackId.get() ?? 0,
    sql.rcof.lastTrackId.get() ?? 0,
    sql.libros.lastTrackId.get() ?? 0,
  ) + 1
