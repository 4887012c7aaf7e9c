// Whose tasks: a company in an environment.

import type { Tenant } from '../../http/tenant'

export type Titular = Pick<Tenant, 'empresaId' | 'ambiente'>
