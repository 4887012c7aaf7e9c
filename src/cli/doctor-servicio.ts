// The checks of `timbre doctor` on who runs the server: a service that nobody started again, and what a cut upgrade left behind.

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Io } from './comando'
import type { Revision } from './doctor-revision'
import { rehearsalFolder } from './upgrade-rehearsal'
import { findServicio } from './upgrade-service'

/** Nothing where the folder `dir` is of no service of this machine, or all is well. */
export function* checkServicio(dir: string, env: Io['env']): Generator<Revision> {
  const found = findServicio({ flags: {}, positionals: [] }, env)
  const servicio = found?.data !== undefined && resolve(found.data) === dir ? found : null
  const left = [`${servicio?.programa ?? process.execPath}.nuevo`, rehearsalFolder(dir)].filter((path) =>
    existsSync(path),
  )
  const again = 'repita timbre actualizar con la misma entrega: sigue donde quedó'
  if (left.length)
    yield {
      estado: 'aviso',
      que: 'Actualización',
      detalle: `en curso, o interrumpida: está ${left.join(' y ')}`,
      remedio: `si nadie actualiza ahora, ${again}`,
    }
  if (servicio?.isDown())
    yield {
      estado: 'aviso',
      que: 'Servicio',
      detalle: `${servicio.nombre} parte con el sistema y está detenido`,
      remedio: `pártalo: sudo systemctl start timbre; o, si se interrumpió una actualización, ${again}`,
    }
}
