// Tables as CSV for a Chilean spreadsheet: UTF-8 with its mark, semicolons.

import { BOM, type Celda, csvLine } from '../base/csv'
import { streamOf } from './pieces'

const encoder = new TextEncoder()
const linesOf = (rows: readonly Celda[][]): string => rows.map(csvLine).join('')

const responseOf = (name: string, pieces: AsyncGenerator<Uint8Array, void, undefined>): Response =>
  new Response(streamOf(pieces), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    },
  })

/**
 * A whole table as an answer, each step in a turn of the event loop of its own. `next` gives the rows after the last one given; none
 * ends the table. The first are asked for at once: what it throws is still refused.
 */
export function csvResponse(
  name: string,
  columns: readonly string[],
  next: () => readonly Celda[][],
): Response {
  const first = next()
  async function* pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    yield encoder.encode(BOM + csvLine(columns) + linesOf(first))
    if (!first.length) return
    for (let rows = next(); rows.length; rows = next()) yield encoder.encode(linesOf(rows))
  }
  return responseOf(name, pieces())
}

/** The same of steps that may find nothing; each is a turn of the event loop. */
export function csvOfSteps(
  name: string,
  columns: readonly string[],
  steps: Iterable<readonly Celda[][]>,
): Response {
  async function* pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    yield encoder.encode(BOM + csvLine(columns))
    for (const rows of steps) yield encoder.encode(linesOf(rows))
  }
  return responseOf(name, pieces())
}
