// What the wiring needs of webhooks.

export { createSubscribers, type WebhooksConfig } from './create'
export { DestinoRefused, type Lookup, type Negativa, type Politica, resolveHost } from './destino'
