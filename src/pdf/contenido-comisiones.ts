// The commissions and other charges of a liquidación, which its total subtracts (pdf §1.3 `Comisiones`, domain/dte §6.12).
import { formatNumero, formatTasa } from './formato'
import type { Impreso } from './impreso'

interface ComisionImpresa {
  glosa: string
  tasa: string
  neto: string
  exento: string
  iva: string
}

export const TITULO_COMISIONES = 'Comisiones y otros cargos'

/** One row a charge; a charge that is no commission says so. */
export const comisiones = ({ dte }: Impreso): ComisionImpresa[] =>
  (dte.comisiones ?? []).map(({ tipo, glosa, tasa, valorNeto, valorExento, iva }) => ({
    glosa: tipo === 'O' ? `${glosa} (otro cargo)` : glosa,
    tasa: tasa ? formatTasa(tasa) : '',
    neto: formatNumero(valorNeto),
    exento: formatNumero(valorExento),
    iva: iva === undefined ? '' : formatNumero(iva),
  }))
