// The sets of a company as they are kept: drawn once, void when another file is generated (simulator §23.1).

import type { Sim } from '../sim'
import type { Clase } from './filas'
import { drawSet } from './sorteo'
import type { SetImpreso } from './texto'

/** A company in an owner's world; '' where nobody told it. */
export interface Empresa {
  dueno: string
  rut: string
}

/** Two roads: boletas have their own (simulator §23.1). */
type Alcance = 'factura' | 'boleta'
const alcanceOf = (clase: Clase): Alcance => (clase === 'boleta' ? 'boleta' : 'factura')

const PRIMERA_ATENCION = 5_100_001

/** Draws new sets of one road and makes void all those before; the road begins anew. */
export function generateSets(
  sim: Sim,
  { dueno, rut }: Empresa,
  clases: readonly Clase[],
  semilla: string,
): SetImpreso[] {
  const { set, tramite } = sim.sql.certificacion
  const alcance = alcanceOf(clases[0]!)
  return sim.db.transaction(() => {
    set.annul.run(dueno, rut, alcance === 'boleta' ? 1 : 0)
    const creadoAt = sim.now().getTime()
    tramite.save.run({ dueno, rut, alcance, paso: 'SET', datos: '{}', desdeAt: creadoAt })
    let atencion = (set.lastAtencion.get() ?? PRIMERA_ATENCION - 1) + 1
    return clases.map((clase) => {
      const filas = drawSet(clase, semilla)
      const own = clase === 'boleta' ? null : atencion++
      set.insert.run({ dueno, rut, clase, atencion: own, filas: JSON.stringify(filas), creadoAt })
      return { clase, atencion: own ?? 0, filas }
    })
  })()
}
