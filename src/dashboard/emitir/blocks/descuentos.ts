// Discounts and surcharges of the whole document.

import { tipoDocumento } from '../../../domain/dte/tipos'
import type { SolicitudEmitida } from '../../api/routes.gen'
import { formatNumber } from '../../ui/format'
import { createReader, withoutUndefined } from '../../ui/read'
import type { Block } from '../block'

/** `valor`: `10%` or pesos. `afecta`: empty for what bears IVA, else the SII's IndExeDR. */
export interface Descuento {
  tipo: 'D' | 'R'
  glosa: string
  valor: string
  afecta: '' | '1' | '2'
}

export const emptyDescuento: Descuento = { tipo: 'D', glosa: '', valor: '', afecta: '' }

const read = ({ DscRcgGlobal = [] }: SolicitudEmitida): Descuento[] =>
  DscRcgGlobal.map(({ tipo, glosa, tipo_valor, valor, afecta_exento }) => ({
    tipo: tipo ?? 'D',
    glosa: glosa ?? '',
    valor: `${formatNumber(valor ?? '')}${tipo_valor === '%' ? '%' : ''}`,
    afecta: String(afecta_exento ?? '') as Descuento['afecta'],
  }))

export const descuentos: Block<readonly Descuento[]> = {
  id: 'descuentos',
  title: 'Descuentos y recargos globales',
  place: 'mas',
  initial: [],
  keys: ['DscRcgGlobal'],
  toBody(rows, tipo_dte) {
    const { text, portion, faults } = createReader()
    const foreign = tipoDocumento(tipo_dte).monedaExtranjera
    const all = rows.map(({ tipo, glosa, valor, afecta }, i) => {
      const { pct, monto } = portion(valor, `DscRcgGlobal[${i}].valor`, foreign)
      return withoutUndefined({
        tipo,
        glosa: text(glosa),
        tipo_valor: pct === undefined ? ('$' as const) : ('%' as const),
        valor: pct ?? monto,
        afecta_exento: afecta ? (Number(afecta) as 1 | 2) : undefined,
      })
    })
    return { body: all.length ? { DscRcgGlobal: all } : {}, faults }
  },
  fromRequest: read,
  forNote: read,
  deLineas: true,
}
