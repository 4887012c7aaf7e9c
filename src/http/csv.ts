// Tables as CSV for a Chilean spreadsheet: UTF-8 with its mark, semicolons.

import { BOM, type Celda, csvLine } from '../base/csv'

/**
 * A whole table as an answer, a step at a time, so that the event loop has its turn after each. `next` gives the rows after
 * the last one given; none ends the table. The first are asked for at once: what it throws is still refused.
 */
export function csvResponse(
  name: string,
  columns: readonly string[],
  next: () => readonly Celda[][],
): Response {
  const encoder = new TextEncoder()
  let rows = next()
  let head = BOM + csvLine(columns)
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(encoder.encode(head + rows.map(csvLine).join('')))
      head = ''
      rows = rows.length ? next() : []
      if (!rows.length) controller.close()
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    },
  })
}
