// Days of a table that may be others: told, for nobody guesses in silence.

import { formatDate } from '../../ui/format'
import { Notice } from '../../ui/notice'
import type { Batch } from './documents'

/** Rows that are named; the others are counted. */
const ROWS_TOLD = 10

/** As the imports tell it. */
export function Doubtful({ filas, lecturas: [read = '', ...others] }: NonNullable<Batch['dudosas']>) {
  const more = filas.length - ROWS_TOLD
  return (
    <Notice tone="aviso" title="Revise las fechas: nada dice si va primero el día o el mes">
      <p>
        Se leyó primero el día: {formatDate(read)}; al revés sería {others.map(formatDate).join(' o ')}.{' '}
        {filas.length === 1 ? 'Fila' : 'Filas'} {filas.slice(0, ROWS_TOLD).join(', ')}
        {more > 0 && ` y ${more} más`}. Si no es así, escriba las fechas AAAA-MM-DD y cargue otra vez la
        planilla.
      </p>
    </Notice>
  )
}
