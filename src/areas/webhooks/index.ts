// What the wiring needs of webhooks.

export type { Lookup } from './destino'
export { createEntregaWebhooks, createSuscripciones } from './montaje'
export type { PostFetch } from './post'
