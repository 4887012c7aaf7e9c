// Draws the four settlements of a set (simulator §23.1): what is settled line by line, and commissions taken off.

import type { Caso, Linea } from './filas'
import { between, type Dado } from './suerte'
import { LIQUIDACION, LIQUIDADO } from './tipos'

type Liquidado = keyof typeof LIQUIDADO

export function drawLiquidaciones(dado: Dado): Caso[] {
  const line = (clave: Liquidado, de: '' | 'NETO' | 'EXENTO', nota = false): Linea => {
    const [words, liquida] = LIQUIDADO[clave]
    const nombre = [de, words].filter(Boolean).join(' ')
    // Less is given back than was sold.
    const monto = nota ? -100 * between(dado, 50, 250) : 100 * between(dado, 300, 9000)
    return { nombre, cantidad: 1, monto, liquida, ...(de === 'EXENTO' && { exento: true }) }
  }
  // Whether the IVA of commissions is that of each or of their sum nobody knows: here both are the same (simulator §23.1).
  const comision = (nombre: string, part: number): NonNullable<Caso['comisiones']>[number] => ({
    ...{ nombre, neto: 100 * between(dado, 10, 90) * part, exento: 0 },
  })
  const caso = (lineas: Linea[], ...comisiones: NonNullable<Caso['comisiones']>): Caso => ({
    ...{ tipo: LIQUIDACION, lineas, comisiones },
  })
  return [
    caso(
      [line('facturasElectronicas', 'NETO'), line('facturasElectronicas', 'EXENTO')],
      comision('NETO COMISION FACTURAS', 1),
    ),
    caso(
      [line('facturas', 'NETO'), line('facturas', 'EXENTO'), line('notaCredito', '', true)],
      comision('NETO COMISION FACTURAS', 2),
    ),
    caso(
      [line('facturasElectronicas', 'NETO'), line('notaCreditoElectronica', 'NETO', true)],
      comision('NETO COMISION FACTURAS', 2),
      comision('NETO OTROS CARGOS', 1),
    ),
    // A commission that was charged too much the month before comes back.
    caso(
      [line('facturasElectronicas', 'NETO'), line('facturasElectronicas', 'EXENTO')],
      comision('NETO COMISION FACTURAS', -1),
    ),
  ]
}
