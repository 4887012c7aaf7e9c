// Environments as people call them.

import type { Ambiente } from '../../domain/ambiente'

export const NOMBRE_AMBIENTE: Readonly<Record<Ambiente, string>> = {
  simulacion: 'Simulación',
  certificacion: 'Certificación',
  produccion: 'Producción',
}
