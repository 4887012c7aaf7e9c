// Draws the data of the two books of purchases (simulator §23.1): seven documents in the one, six in the other.

import type { Compra, Filas } from './filas'
import { between, type Dado } from './suerte'
import { COMPRA, CREDITO, CREDITO_PAPEL, EXENTA, EXENTA_PAPEL, FACTURA, FACTURA_PAPEL } from './tipos'

export function drawCompras(dado: Dado): Filas {
  const folio = (): number => between(dado, 10, 999)
  const monto = (): number => between(dado, 2000, 40_000)
  const [giro, mixta] = [folio(), folio()]
  const uno = (
    tipo: number,
    numero: number,
    observacion: string,
    destino: Compra['destino'] = 'giro',
    exento = 0,
  ): Compra => ({ tipo, folio: numero, observacion, exento, afecto: monto(), destino })
  const compras = [
    uno(FACTURA_PAPEL, giro, 'FACTURA DEL GIRO CON DERECHO A CREDITO'),
    uno(FACTURA, mixta, 'FACTURA DEL GIRO CON DERECHO A CREDITO', 'giro', monto()),
    // No two of a type with one number.
    uno(FACTURA_PAPEL, giro + between(dado, 1, 300), 'FACTURA CON IVA USO COMUN', 'uso_comun'),
    uno(CREDITO_PAPEL, 451, `NOTA DE CREDITO POR DESCUENTO A FACTURA ${giro}`),
    uno(FACTURA, mixta + between(dado, 1, 300), 'ENTREGA GRATUITA DEL PROVEEDOR', 'gratuita'),
    uno(COMPRA, folio(), 'COMPRA CON RETENCION TOTAL DEL IVA', 'retenida'),
    uno(CREDITO_PAPEL, 452, `NOTA DE CREDITO POR DESCUENTO FACTURA ELECTRONICA ${mixta}`),
  ]
  return { casos: [], compras, factor: 60 }
}

export function drawComprasExentos(dado: Dado): Filas {
  const folio = (): number => between(dado, 10, 999)
  const monto = (): number => between(dado, 2000, 60_000)
  const afectada = folio()
  const uno = (
    tipo: number,
    numero: number,
    observacion: string,
    exento: number,
    afecto: number,
  ): Compra => ({
    ...{ tipo, folio: numero, observacion, exento, afecto, destino: 'exentos' },
  })
  const compras = [
    uno(EXENTA_PAPEL, folio(), 'COMPRA EXENTA DEL GIRO', monto(), 0),
    uno(EXENTA, folio(), 'COMPRA EXENTA DEL GIRO', monto(), 0),
    uno(FACTURA_PAPEL, folio(), 'COMPRA AFECTA DEL GIRO', 0, monto()),
    uno(FACTURA, afectada, 'COMPRA CON MONTOS AFECTOS Y EXENTOS', monto(), monto()),
    uno(FACTURA, afectada + between(dado, 1, 300), 'COMPRA AFECTA DEL GIRO', 0, monto()),
    uno(CREDITO, folio(), `DESCUENTO A FACTURA ELECTRONICA ${afectada}`, 0, monto()),
  ]
  return { casos: [], compras, factor: null }
}
