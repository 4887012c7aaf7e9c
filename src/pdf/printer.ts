// Printing as the areas ask for it: not at once, since a long document is printed off the event loop, in the turn of its owner.

import type { Compuesto, compose } from './compose'
import type { renderEscPos } from './escpos/escpos'
import type { renderPdf } from './render'

/**
 * `owner` is the account that waits, or the company whose paper nobody's session asks for. All throw what they stand for, and
 * SERVER_BUSY when too much of the owner's waits.
 */
export interface Printer {
  pdf(owner: string, ...args: Parameters<typeof renderPdf>): Promise<Uint8Array>
  compose(owner: string, ...args: Parameters<typeof compose>): Promise<Compuesto>
  escPos(owner: string, ...args: Parameters<typeof renderEscPos>): Promise<Uint8Array>
}
