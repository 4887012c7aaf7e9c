// The steps of a company's certification, and what lets it go on to the next (simulator §23.4).

import type { Sim } from '../sim'
import { isConforme, lastAvance } from './avance'
import type { DatosTramite } from './datos-tramite'
import { findMissing } from './muestras'
import { type Alcance, alcanceOf, type Empresa, listSets } from './sets'
import type { TramiteLeido } from './statements'

/** The step at hand, and what it remembers. */
export interface Tramite extends Omit<TramiteLeido, 'datos'> {
  datos: DatosTramite
}

const PASOS: Readonly<Record<Alcance, readonly TramiteLeido['paso'][]>> = {
  factura: ['SET', 'SIMULACION', 'INTERCAMBIO', 'MUESTRAS', 'DECLARACION', 'AUTORIZADA'],
  boleta: ['SET', 'DECLARACION', 'AUTORIZADA'],
}

export function findTramite({ sql }: Sim, { dueno, rut }: Empresa, alcance: Alcance): Tramite | null {
  const row = sql.certificacion.tramite.find.get(dueno, rut, alcance)
  return row ? { ...row, datos: JSON.parse(row.datos) } : null
}

/** Whatever the step at hand still lacks, in words; null when it is done. */
function lackOf(sim: Sim, { dueno, rut, alcance, paso, datos }: Tramite): string | null {
  const empresa = { dueno, rut }
  switch (paso) {
    case 'SET': {
      const open = listSets(sim, empresa).filter(
        (set) => alcanceOf(set.clase) === alcance && !isConforme(sim, lastAvance(sim, empresa, set.id)),
      )
      return open.length
        ? `Faltan sets por revisar conforme: ${open.map(({ clase }) => clase).join(', ')}`
        : null
    }
    case 'SIMULACION':
      return isConforme(sim, lastAvance(sim, empresa, null))
        ? null
        : 'Falta que la simulación esté revisada conforme'
    case 'INTERCAMBIO':
      return datos.respondido ? null : 'Faltan las respuestas del intercambio'
    case 'MUESTRAS':
      return findMissing(sim, empresa, datos.muestras).length ? 'Faltan muestras impresas por aprobar' : null
    case 'DECLARACION':
      return 'Falta la declaración de cumplimiento'
    case 'AUTORIZADA':
      return 'La empresa ya está autorizada'
  }
}

/** Keeps what a step must remember beside what it knew. */
export function saveDatos({ sql }: Sim, tramite: Tramite, more: Partial<DatosTramite>): void {
  const datos = JSON.stringify({ ...tramite.datos, ...more })
  sql.certificacion.tramite.save.run({ ...tramite, datos })
}

/** Goes on to the next step; what is lacking, in words, when it may not. */
export function advance(sim: Sim, tramite: Tramite): { paso: TramiteLeido['paso'] } | { falta: string } {
  const falta = lackOf(sim, tramite)
  return falta ? { falta } : { paso: moveOn(sim, tramite) }
}

/** Puts the road one step further, whatever was lacking. */
export function moveOn(sim: Sim, { dueno, rut, alcance, paso, datos }: Tramite): TramiteLeido['paso'] {
  const pasos = PASOS[alcance]
  const next = pasos[pasos.indexOf(paso) + 1]!
  const desdeAt = sim.now().getTime()
  sim.sql.certificacion.tramite.save.run({
    ...{ dueno, rut, alcance, paso: next, desdeAt },
    datos: JSON.stringify(datos),
  })
  return next
}
