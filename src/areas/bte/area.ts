// Boletas de terceros (areas/bte): issued, annulled and read at the SII, and what is known of them here.

import { Type } from '@sinclair/typebox'
import { addRoutes } from '../../http/area'
import type { Cola } from '../../jobs/cola'
import { trabajosRoutes } from '../trabajos'
import { anularBteRoute, htmlBteRoute, Leido, syncBteRoute } from './acciones.route'
import { bteRoutes } from './bte.route'
import { BteJson } from './bte-json'
import { createBte } from './create'
import type { BteDeps } from './deps'
import { BASE, emitirBteRoute, previsualizarBteRoute, tags } from './emitir.route'

type Deps = Parameters<typeof createBte>[0] & Omit<BteDeps, 'bte' | 'cola'>

export function bindBte(deps: Deps) {
  const bte = createBte(deps)
  return {
    bte,
    kinds: bte.kinds,
    tareas: [bte.tarea],
    routes: (cola: Cola) =>
      addRoutes({ ...deps, bte, cola }, [
        emitirBteRoute,
        previsualizarBteRoute,
        bteRoutes,
        htmlBteRoute,
        anularBteRoute,
        syncBteRoute,
        trabajos,
      ]),
  }
}

const trabajos = (deps: BteDeps) =>
  trabajosRoutes(deps, {
    base: BASE,
    tipos: ['bte.emitir', 'bte.anular', 'bte.sincronizar'],
    leer: 'bte:leer',
    actuar: 'bte:emitir',
    tag: tags[0]!,
    result: Type.Union([BteJson, Leido]),
    nombre: 'TrabajoBte',
  })
