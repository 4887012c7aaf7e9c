// Events in the browser (http §13), and what time alone brings about.

import type { createEventServices } from './create'
import { type EventosDeps, eventosRoutes } from './eventos.route'

type Deps = EventosDeps & Pick<ReturnType<typeof createEventServices>, 'notifyExpiring'>

export const bindEventos = (deps: Deps) => ({
  crons: [{ name: 'avisos', pattern: '7 * * * *', run: deps.notifyExpiring }],
  routes: () => eventosRoutes(deps),
})
