// Reads invoices and card statements of strangers: text of PDFs, rules, UBL, CII (extraccion §1). No areas, no store.

export { claseOf, requireClase } from './clase'
export { createExtractor } from './extractor'
export { type ConfigIa, createIa } from './ia'
export { createThread } from './thread'
export type * from './tipos'
export { CAMPOS, PROPUESTA_VACIA } from './tipos'
