// Gross, withheld and paid, side by side.

import { formatTasa, pesos } from './vista'

export function Montos({
  bruto,
  retencion,
  liquido,
  tasa,
}: {
  bruto: number
  retencion: number
  liquido: number
  tasa: number | null
}) {
  return (
    <dl className="pares">
      <dt>Bruto</dt>
      <dd>{pesos(bruto)}</dd>
      <dt>Retención{tasa !== null && ` (${formatTasa(tasa)})`}</dt>
      <dd>{pesos(retencion)}</dd>
      <dt>Líquido a pagar</dt>
      <dd>
        <strong>{pesos(liquido)}</strong>
      </dd>
    </dl>
  )
}
