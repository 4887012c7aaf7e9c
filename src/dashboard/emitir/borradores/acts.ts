// The answers that are old once drafts were issued or discarded.

export const DRAFTS = ['GET /v1/borradores', 'GET /v1/borradores/:id'] as const

export const AFTER_ISSUE = [
  ...DRAFTS,
  'GET /v1/documentos',
  'GET /v1/resumen',
  'GET /v1/dte/folios',
  'GET /v1/dte/emision',
  'GET /v1/cuenta/uso',
] as const
