// Events sent to programs (http §12).

import { addRoutes } from '../../http/area'
import { createWebhookServices } from './create'
import { entregaRoutes } from './entregas.route'
import { type WebhookRouteDeps, webhookRoutes } from './webhooks.route'

type Deps = Parameters<typeof createWebhookServices>[0] & Omit<WebhookRouteDeps, 'webhooks'>

export function bindWebhooks(deps: Deps) {
  const { kinds, trims, webhooks } = createWebhookServices(deps)
  return { kinds, trims, routes: () => addRoutes({ ...deps, webhooks }, [webhookRoutes, entregaRoutes]) }
}
