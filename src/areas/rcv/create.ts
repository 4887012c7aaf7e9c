// Puts the register together; one for the whole process, since it knows which readings are under way.

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import type { Log } from '../../base/log'
import type { Store } from '../../store/store'
import type { Documentos, Referencias } from '../dte'
import { createCuadratura } from './cuadratura'
import { createEnCurso } from './en-curso'
import { createF29 } from './f29'
import { createImportar } from './importar'
import { createLista } from './lista'
import { createRelinkEmitidos } from './relink-emitidos'
import { createSaldo } from './saldo'
import { createSync, type SyncDeps } from './sync/sync.job'
import { createPeriodos } from './tramos'
import { createUsedElsewhere, type LearnsUsed } from './used-elsewhere'
import { createVinculaciones } from './vinculaciones'
import { createVinculos, type Vinculos } from './vinculos'

export type Rcv = ReturnType<typeof createRcv>

export function createRcv(
  deps: {
    store: Store
    clock: Clock
    newId: NewId
    log: Pick<Log, 'error'>
    documentos: Pick<Documentos, 'byFolio' | 'byEnvio' | 'contenido'>
    folios: LearnsUsed
    referencias: {
      registro: Pick<Referencias['registro'], 'saldoDe'>
      saldos: Pick<Referencias['saldos'], 'refresh'>
    }
  } & Omit<SyncDeps, 'enCurso' | 'periodos' | 'relink' | 'store'>,
) {
  const enCurso = createEnCurso()
  const periodos = createPeriodos(deps.store, enCurso)
  const vinculos = createVinculos(deps)
  const learnUsed = createUsedElsewhere(deps)
  const relink: Vinculos['relink'] = async (titular, lado, ruts) => {
    await learnUsed(titular, lado, ruts)
    return vinculos.relink(titular, lado, ruts)
  }
  const lista = createLista(deps.store, periodos)
  const saldoDe = createSaldo(deps.store, deps.referencias.registro)
  const sync = createSync({ ...deps, enCurso, periodos, relink })
  const cuadratura = createCuadratura(deps.store, periodos)
  return {
    periodos,
    sync,
    kinds: [sync.kind],
    lista,
    saldoDe,
    importar: createImportar({
      ...deps,
      enCurso,
      async relink(titular, lado, ruts) {
        const usados = await learnUsed(titular, lado, ruts)
        await vinculos.relink(titular, lado, ruts)
        return usados
      },
    }),
    listener: createRelinkEmitidos({ ...deps, enCurso, relink: vinculos.relink }),
    cuadratura,
    f29: createF29({ db: deps.store.db, lista, cuadratura, periodos }),
    vinculaciones: createVinculaciones({ ...deps, vinculos, enCurso }),
  }
}
