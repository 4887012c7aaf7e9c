// A described taxpayer of the simulated SII, in place of the one by its digits (simulator §13.1).

import type { Actividad } from './rubros'

/** A desk's description of a taxpayer in place of its digits'; null keeps theirs. Dates `YYYY-MM-DD`. */
export interface Descripcion {
  razonSocial: string | null
  actividades: readonly Actividad[] | null
  inicio: string | null
  /** End of business; null: still in business, unless the digits say otherwise. */
  termino: string | null
  correo: string | null
  menorTamano: boolean | null
}
