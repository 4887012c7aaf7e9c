// Events sent to programs (http §12).

import { newArea } from '../../http/area'
import { entregaRoutes } from './entregas.route'
import { type WebhookRouteDeps, webhookRoutes } from './webhooks.route'

export type WebhooksDeps = WebhookRouteDeps

export const webhooksArea = (deps: WebhooksDeps) =>
  newArea(deps.credential).use(webhookRoutes(deps)).use(entregaRoutes(deps))
