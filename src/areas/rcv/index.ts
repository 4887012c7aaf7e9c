// What the rest of the program may ask of the register; one for the whole process, since it knows which readings are under way.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Log } from '../../base/log'
import type { Store } from '../../store/store'
import type { Documentos } from '../dte'
import { createCuadratura } from './cuadratura'
import { createF29 } from './f29'
import { createImportar } from './importar'
import { createLista } from './lista'
import { createRelinkEmitidos } from './relink-emitidos'
import { createEnCurso, createPeriodos } from './tramos'
import { createVinculaciones } from './vinculaciones'
import { createVinculos } from './vinculos'

export type Rcv = ReturnType<typeof createRcv>

export function createRcv(deps: {
  store: Store
  clock: Clock
  newId: NewId
  log: Pick<Log, 'error'>
  documentos: Pick<Documentos, 'byFolio' | 'byEnvio' | 'contenido'>
}) {
  const enCurso = createEnCurso()
  const periodos = createPeriodos(deps.store, enCurso)
  const vinculos = createVinculos(deps)
  const lista = createLista(deps.store, periodos)
  const cuadratura = createCuadratura(deps.store, periodos)
  return {
    periodos,
    lista,
    importar: createImportar({ ...deps, enCurso, relink: vinculos.relink }),
    listener: createRelinkEmitidos({ ...deps, enCurso, relink: vinculos.relink }),
    cuadratura,
    f29: createF29({ lista, cuadratura }),
    vinculaciones: createVinculaciones({ ...deps, vinculos, enCurso }),
  }
}
