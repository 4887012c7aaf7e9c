// What the wiring needs of webhooks.

export { createSubscribers, createWebhookServices, type WebhooksConfig } from './create'
export type { Lookup } from './destino'
