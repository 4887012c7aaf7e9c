// The totals as the server computes them, the faults and remarks, and the button that issues.

import { useEffect, useState } from 'react'
import type { Totales } from '../api/routes.gen'
import { formatAmount, formatNumber } from '../ui/format'

const SAID_MS = 2000

/** Each amount of the totals with its words, in the order of the printed document; the total apart. */
function amountsOf(totals: Totales): (readonly [words: string, amount: number])[] {
  const rows: (readonly [string, number | undefined])[] = [
    ['Neto', totals.monto_neto],
    ['Exento', totals.monto_exento],
    [
      `IVA ${totals.tasa_iva === undefined ? '' : `${formatNumber(totals.tasa_iva)} %`}`.trim(),
      totals.monto_iva,
    ],
    ...(totals.impuestos ?? []).map(
      ({ codigo, tasa, monto }) =>
        [`Impuesto ${codigo}${tasa === undefined ? '' : ` ${formatNumber(tasa)} %`}`, monto] as const,
    ),
    ['IVA no retenido', totals.iva_no_retenido],
    ['Crédito constructoras', totals.credito_empresa_constructora],
    ['Garantía de envases', totals.garantia_envases],
    ['Comisiones, neto', totals.comisiones?.valor_neto],
    ['Comisiones, exento', totals.comisiones?.valor_exento || undefined],
    ['Comisiones, IVA', totals.comisiones?.iva],
    ['No facturable', totals.monto_no_facturable],
    ['Saldo anterior', totals.saldo_anterior],
  ]
  return rows.flatMap(([words, amount]) => (amount === undefined ? [] : [[words, amount] as const]))
}

export function TotalsTable({ totals, stale }: { totals: Totales | null; stale: boolean }) {
  if (!totals)
    return <p className="ayuda">El total aparece cuando el receptor y las líneas están completos.</p>
  const { monto_total, valor_pagar, otra_moneda, moneda } = totals
  return (
    <>
      <dl className={stale ? 'emitir-totales viejo' : 'emitir-totales'}>
        {amountsOf(totals).map(([words, amount]) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>{formatAmount(amount, moneda)}</dd>
          </div>
        ))}
        <div className="total">
          <dt>Total</dt>
          <dd>{formatAmount(monto_total, moneda)}</dd>
        </div>
        {valor_pagar !== undefined && valor_pagar !== monto_total && (
          <div>
            <dt>A pagar</dt>
            <dd>{formatAmount(valor_pagar, moneda)}</dd>
          </div>
        )}
        {otra_moneda?.monto_total !== undefined && (
          <div>
            <dt>Equivale a</dt>
            <dd>{formatAmount(otra_moneda.monto_total, otra_moneda.moneda)}</dd>
          </div>
        )}
      </dl>
      <Spoken text={`Total ${formatAmount(monto_total, moneda)}`} />
    </>
  )
}

/** Said to a screen reader at most every two seconds, and not over what it is saying. */
function Spoken({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), SAID_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <span className="solo-lector" role="status">
      {said}
    </span>
  )
}
