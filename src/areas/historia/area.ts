// History that moves in: what another program issued becomes the company's own past (areas/historia).

import { addRoutes } from '../../http/area'
import type { Cola } from '../../jobs/cola'
import type { Documentos } from '../dte'
import { trabajosRoutes } from '../trabajos'
import { createHistoria } from './create'
import { BASE, type HistoriaDeps, TAG } from './deps'
import { ImportacionJson } from './historia-json'
import { TIPO } from './importar.job'
import { importRoute } from './importar.route'
import { listaRoute } from './lista.route'

type Deps = Parameters<typeof createHistoria>[0] &
  Omit<HistoriaDeps, 'historia' | 'cola'> & { documentos: Documentos }

export function bindHistoria(deps: Deps) {
  const historia = createHistoria(deps)
  return {
    kinds: historia.kinds,
    routes: (cola: Cola) => addRoutes({ ...deps, historia, cola }, [trabajos, importRoute, listaRoute]),
  }
}

const trabajos = (deps: HistoriaDeps & { documentos: Documentos }) =>
  trabajosRoutes(deps, {
    base: BASE,
    tipos: [TIPO],
    leer: 'dte:leer',
    actuar: 'historia:gestionar',
    tag: TAG,
    result: ImportacionJson,
    nombre: 'TrabajoHistoria',
  })
