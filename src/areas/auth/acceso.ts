// What proves who a person is and remembers it: logins, their sessions, and how often one may guess.

import { createEmpresaStore } from '../empresa'
import { createEntrada } from './entrada'
import { createIntentos } from './intentos'
import { createSesiones } from './sesiones'

type Deps = Parameters<typeof createSesiones>[0] &
  Omit<Parameters<typeof createEntrada>[0], 'sesiones' | 'empresas' | 'intentos'> & {
    /** Failed logins in fifteen minutes before a refusal; 0 never refuses. */
    loginFailures: number
  }

/** One for the whole server: the counts of failures are in it. */
export function createAcceso(deps: Deps) {
  const sesiones = createSesiones(deps)
  const intentos = createIntentos({ clock: deps.clock, max: deps.loginFailures })
  const empresas = createEmpresaStore(deps.store.db)
  return { sesiones, intentos, entrada: createEntrada({ ...deps, sesiones, intentos, empresas }) }
}
