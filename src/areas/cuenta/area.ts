// The account, its use and its plan (http §17).

import { type CuentaDeps, cuentaRoutes } from './cuenta.route'
import type { createMetering } from './metering'

type Deps = CuentaDeps & Pick<ReturnType<typeof createMetering>, 'reviewCuotas'>

export const bindCuenta = (deps: Deps) => ({
  crons: [{ name: 'cuotas', pattern: '11 * * * *', run: deps.reviewCuotas }],
  routes: () => cuentaRoutes(deps),
})
