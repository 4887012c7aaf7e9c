// The dependencies of this area's routes.

import type { AreaDeps } from '../../http/deps'
import type { Lista } from './lista'
import type { Productos } from './productos'

export interface CatalogoDeps extends Pick<AreaDeps, 'credential' | 'audit' | 'idempotency'> {
  productos: Productos
  lista: Lista
}

export const BASE = '/v1/catalogo'
export const tags = ['Catálogo']
