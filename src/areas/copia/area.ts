// Copies of documents for their receivers, by mail (http §17, `envio_receptor`).

import { createCopia } from './create'
import { type CopiaDeps, enviarRoute } from './enviar.route'

type Deps = Parameters<typeof createCopia>[0] & Omit<CopiaDeps, 'copias'>

export function bindCopia(deps: Deps) {
  const { copias, kinds } = createCopia(deps)
  return { copias, kinds, routes: () => enviarRoute({ ...deps, copias }) }
}
