// Declaring a set with the envelope that holds it, and the state of each row of the page (simulator §23.4).

import { chileDate } from '../../domain/fecha'
import { takeFalla } from '../fallas'
import { createLibro, type EnvioRow } from '../libro'
import { findLibro, type LibroTributario } from '../libros/libros'
import { isSeen } from '../portal/dueno'
import type { Sim } from '../sim'
import { planActos } from '../vecinos/actos'
import { LADO } from '../vecinos/tipos'
import type { Control } from './control'
import type { Empresa, SetDePruebas } from './sets'
import type { AvanceLeido } from './statements'

/** From the declaration to the mail, and from the mail to the page. */
const REVISION_MS = 60_000
const PAGINA_MS = 30_000

export interface Avance extends Omit<AvanceLeido, 'controles'> {
  controles: Control[]
}

export const avanceOf = (row: AvanceLeido): Avance => ({ ...row, controles: JSON.parse(row.controles) })

export const ESTADOS = {
  pendiente: 'POR REALIZAR',
  revision: 'EN REVISION',
  conforme: 'REVISADO CONFORME',
  errores: 'ENVIO CON ERRORES O REPAROS',
} as const

/** The newest declaration of a set; of the simulation, where `setId` is null. */
export function lastAvance({ sql }: Sim, { dueno, rut }: Empresa, setId: number | null): Avance | null {
  const row = sql.certificacion.avance.last.get(dueno, rut, setId)
  return row ? avanceOf(row) : null
}

/** The state as the page has it, which follows the mail after a while. */
export function estadoOf({ now }: Sim, avance: Avance | null): (typeof ESTADOS)[keyof typeof ESTADOS] {
  if (!avance) return ESTADOS.pendiente
  if (avance.revisadoAt === null || now().getTime() < avance.revisadoAt + PAGINA_MS) return ESTADOS.revision
  return avance.resultado === 'SOK' ? ESTADOS.conforme : ESTADOS.errores
}

export const isConforme = (sim: Sim, avance: Avance | null): boolean =>
  estadoOf(sim, avance) === ESTADOS.conforme

/** Why the form is sent back, in the SII's words. */
export const RECHAZOS = {
  ajeno: 'ENVIO NO REGISTRADO PARA LA EMPRESA',
  fecha: 'FECHA NO CORRESPONDE AL ENVIO',
} as const

/** The envelope of a company on this side; null when it has none of that number. */
export function envioFor(sim: Sim, { dueno, rut }: Empresa, trackId: number): EnvioRow | null {
  const envio = createLibro(sim).findEnvio(trackId)
  const own = envio?.lado === LADO && envio.rutEmpresa === rut && isSeen(envio, dueno || null)
  return own ? envio : null
}

/** A book of a company; null when it has none of that number. */
export function libroFor(sim: Sim, { dueno, rut }: Empresa, trackId: number): LibroTributario | null {
  const libro = findLibro(sim, trackId)
  return libro?.rutEmpresa === rut && isSeen(libro, dueno || null) ? libro : null
}

/** Whether a set is told by a book and not by documents. */
export const isLibroSet = (set: SetDePruebas | null): boolean => set?.clase.startsWith('libro_') ?? false

/** Declares a set, or the simulation, with an envelope; `fecha` as dd-mm-aaaa. Why not, in the SII's words. */
export function declare(
  sim: Sim,
  empresa: Empresa,
  set: SetDePruebas | null,
  trackId: number,
  fecha: string,
): Avance | { rechazo: string } {
  const recibidoAt = (isLibroSet(set) ? libroFor : envioFor)(sim, empresa, trackId)?.recibidoAt
  if (recibidoAt === undefined) return { rechazo: RECHAZOS.ajeno }
  const day = chileDate(new Date(recibidoAt)).split('-').reverse().join('-')
  if (fecha !== day) return { rechazo: RECHAZOS.fecha }
  const at = sim.now().getTime()
  const { dueno, rut } = empresa
  const { avance } = sim.sql.certificacion
  return sim.db.transaction(() => {
    const falla = takeFalla(sim, 'certificacion')
    const { lastInsertRowid } = avance.insert.run({
      ...{ dueno, rut, setId: set?.id ?? null, trackId, declaradoAt: at },
      ...{ falla: falla?.falla ?? null, fallaTexto: falla?.codigo ?? null },
    })
    const id = Number(lastInsertRowid)
    const due = at + REVISION_MS + (falla?.ms ?? 0)
    planActos(sim, { dueno, rutEmpresa: rut }, [{ acto: 'revisa', rut, at: due, datos: { avance: id } }])
    return avanceOf(avance.find.get(id)!)
  })()
}
