// The page on which anybody with its address looks at a document (http §11, `consulta_publica`).

export { type VerDeps, verRoutes as verArea } from './ver.route'
