// The page on which anybody with its address looks at a document (http §11, `consulta_publica`).

import { type VerDeps, verRoutes } from './ver.route'

export const bindVer = (deps: VerDeps) => ({ routes: () => verRoutes(deps) })
