// The sets of a company as they are kept: drawn once, void when another file is generated (simulator §23.1).

import type { Sim } from '../sim'
import type { Clase, Filas } from './filas'
import { drawSet } from './sorteo'
import type { SetLeido } from './statements'
import type { SetImpreso } from './texto'

/** A company in an owner's world; '' where nobody told it. */
export interface Empresa {
  dueno: string
  rut: string
}

export interface SetDePruebas extends Omit<SetLeido, 'filas'> {
  filas: Filas
}

/** Two roads: boletas have their own (simulator §23.1). */
export const ALCANCES = ['factura', 'boleta'] as const
export type Alcance = (typeof ALCANCES)[number]
export const alcanceOf = (clase: Clase): Alcance => (clase === 'boleta' ? 'boleta' : 'factura')

const PRIMERA_ATENCION = 5_100_001

const setOf = (row: SetLeido): SetDePruebas => ({ ...row, filas: JSON.parse(row.filas) })

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

/** The sets that count now, in the order of their files. */
export const listSets = ({ sql }: Sim, { dueno, rut }: Empresa): SetDePruebas[] =>
  sql.certificacion.set.inForce.all(dueno, rut).map(setOf)

export const findSet = ({ sql }: Sim, id: number): SetDePruebas => setOf(sql.certificacion.set.find.get(id)!)

/** The set of one kind that counts now. */
export const setInForce = (sim: Sim, empresa: Empresa, clase: Clase): SetDePruebas | null =>
  listSets(sim, empresa).find((one) => one.clase === clase) ?? null
