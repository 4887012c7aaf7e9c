// The simulator's own desk hands out a CAF without a login: for companies of `simulacion` that have no certificate yet (areas/folios §1).

import type { TipoDte } from '../../../domain/dte/tipos'

interface PeticionCaf {
  rut: string
  razonSocial: string
  /** The account, which chooses the world at the simulator. */
  cuentaId: string
  tipoDte: TipoDte
  cantidad: number | 'max'
}

/** A range, its file, and the most that would be given at once: the amount may be lowered. */
interface CafOtorgado {
  desde: number
  hasta: number
  xml: Uint8Array
  max: number
}

/** Throws SII_UNAVAILABLE and SII_ERROR. */
export type RequestCaf = (peticion: PeticionCaf) => Promise<CafOtorgado>
