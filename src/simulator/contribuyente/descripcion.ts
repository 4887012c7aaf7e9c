// What somebody told the simulated SII of a taxpayer, in place of what its digits do (simulator §13.1).

import type { Actividad } from './rubros'

/** What a desk may tell of a taxpayer in place of what its digits do; null is as they do. Dates `YYYY-MM-DD`. */
export interface Descripcion {
  razonSocial: string | null
  actividades: readonly Actividad[] | null
  inicio: string | null
  /** End of business; null: still in business, unless the digits say otherwise. */
  termino: string | null
  correo: string | null
  menorTamano: boolean | null
}
