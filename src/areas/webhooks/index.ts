// The interface of webhooks for the wiring.

export { createSubscribers, type WebhooksConfig } from './create'
export { DestinoRefused, type Lookup, type Negativa, type Politica, resolveHost } from './destino'
