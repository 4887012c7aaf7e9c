// Events sent to programs (http §12).

import { newArea } from '../../http/area'
import { createWebhookServices } from './create'
import { entregaRoutes } from './entregas.route'
import { type WebhookRouteDeps, webhookRoutes } from './webhooks.route'

type Deps = Parameters<typeof createWebhookServices>[0] & Omit<WebhookRouteDeps, 'webhooks'>

export function bindWebhooks(deps: Deps) {
  const { kinds, trims, webhooks } = createWebhookServices(deps)
  return { kinds, trims, routes: () => routes({ ...deps, webhooks }) }
}

const routes = (deps: WebhookRouteDeps) =>
  newArea(deps.credential).use(webhookRoutes(deps)).use(entregaRoutes(deps))
