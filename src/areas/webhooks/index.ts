// What the wiring needs of webhooks.

export type { Lookup, Politica } from './destino'
export { createEntregaWebhooks, createSuscripciones, type WebhooksConfig } from './montaje'
export type { PostFetch } from './post'
