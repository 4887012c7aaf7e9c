// Purchases from abroad: proposed from what came, corrected and classified by a person, issued as purchase invoices
// (areas/compras-internacionales).

import { Type } from '@sinclair/typebox'
import { addRoutes } from '../../http/area'
import { Exact } from '../../http/envelope'
import type { Cola } from '../../jobs/cola'
import { trabajosRoutes } from '../trabajos'
import { comprasRoute } from './compras.route'
import { correccionesRoute } from './correcciones.route'
import { createComprasInternacionales } from './create'
import { BASE, type ComprasIntDeps, TAG } from './deps'
import { emitirRoute } from './emitir.route'
import { estadosCuentaRoute } from './estados-cuenta.route'
import { LECTURA } from './read-file.job'
import { receiveRoute } from './receive.route'

type Deps = Parameters<typeof createComprasInternacionales>[0] & Omit<ComprasIntDeps, 'comprasInt' | 'cola'>

export function bindComprasInternacionales(deps: Deps) {
  const comprasInt = createComprasInternacionales(deps)
  return {
    comprasInt,
    kinds: comprasInt.kinds,
    routes: (cola: Cola) =>
      addRoutes({ ...deps, comprasInt, cola }, [
        receiveRoute,
        comprasRoute,
        correccionesRoute,
        emitirRoute,
        estadosCuentaRoute,
        trabajos,
      ]),
  }
}

const trabajos = (deps: ComprasIntDeps) =>
  trabajosRoutes(deps, {
    base: BASE,
    tipos: [LECTURA],
    leer: 'compras_int:leer',
    actuar: 'compras_int:gestionar',
    tag: TAG,
    result: Exact({
      id: Type.String({
        description: 'La compra o el estado de cuenta.',
        examples: ['ci_01JD3Q8Z5V7K2M4N6P8R0S2T4V'],
      }),
    }),
    nombre: 'TrabajoCompraInternacional',
  })
