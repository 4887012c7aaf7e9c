// The amounts of the register's rows in the components of documents (http §1.3).

import { divideRounded, type Micro, micro, ONE } from '../../../domain/decimal'
import { type Componentes, clean, positive } from '../../../domain/dte/componentes'
import type { rcvDocumento } from '../../../store/tables/rcv'

/** A document of the register. */
export type Fila = typeof rcvDocumento.$inferSelect

/** The components of a row of the register. */
export const montosOf = (row: Fila): Componentes =>
  clean({
    'neto 19': micro(String(row.montoNeto ?? 0)),
    'iva 19': micro(String(row.montoIva ?? 0)),
    exento: micro(String(row.montoExento ?? 0)),
    total: micro(String(row.montoTotal)),
  })

/** The components that a register tells: it has one net, whatever its rate, and no bases of taxes. */
export function registrables(all: Componentes): Componentes {
  const out: Record<string, bigint> = {}
  for (const [name, amount] of Object.entries(all)) {
    const known = name.replace(/^(neto|iva) .*/, '$1 19')
    if (/^((neto|iva) 19|exento|total)$/.test(known)) out[known] = (out[known] ?? 0n) + amount
  }
  return clean(out)
}

const abs = (amount: Micro): Micro => (amount < 0n ? -amount : amount)

/**
 * A note of the register in the components of the document of here that it is about, `own`; `pesos` of its total where it takes
 * no more of it. A tax takes its base along, which no register tells.
 */
export function partesEn(own: Componentes, nota: Fila, pesos = nota.montoTotal): Componentes {
  if (!pesos) return {}
  const share = (amount: number | null | undefined): Micro =>
    divideRounded(BigInt(amount ?? 0) * BigInt(pesos), BigInt(nota.montoTotal)) * ONE
  const neto = Object.keys(own).find((name) => name.startsWith('neto ')) ?? 'neto 19'
  const out: Record<string, Micro> = {
    [neto]: share(nota.montoNeto),
    [neto.replace('neto', 'iva')]: share(nota.montoIva),
    exento: share(nota.montoExento),
    total: BigInt(pesos) * ONE,
  }
  let bases = 0n
  for (const { codigo, valor } of nota.datos.otrosImpuestos ?? []) {
    const due = own[`impuesto ${codigo}`]
    if (!due) continue
    const taken = abs(share(valor))
    out[`impuesto ${codigo}`] = due < 0n ? -taken : taken
    const base = divideRounded((own[`base ${codigo}`] ?? 0n) * taken, abs(due) * ONE) * ONE
    out[`base ${codigo}`] = base
    bases += base
  }
  if (own.sin_impuestos) out.sin_impuestos = out[neto]! > bases ? out[neto]! - bases : 0n
  return clean(out)
}

const CENTESIMA = ONE / 100n

/** The share of every component that `pesos` are of `total` pesos, in hundredths of its currency. */
export function shareOf(all: Componentes, pesos: number, total: number): Componentes {
  if (!total) return {}
  const share = (amount: Micro): Micro =>
    divideRounded(amount * BigInt(pesos), BigInt(total) * CENTESIMA) * CENTESIMA
  return clean(Object.fromEntries(Object.entries(all).map(([name, amount]) => [name, share(amount)])))
}

/** A part of `amount`, whole pesos. */
const partOf = (amount: Micro, of: Micro, whole: Micro): Micro =>
  divideRounded(amount * of, whole * ONE) * ONE

/** The same takings with what finds no room in the exempt part taken of the net with its VAT, or the other way: a note takes its total. */
export function fitted(taken: Componentes, left: Componentes): Componentes {
  const neto = Object.keys(left).find((name) => name.startsWith('neto ')) ?? 'neto 19'
  const iva = neto.replace('neto', 'iva')
  const bruto = (all: Componentes): Micro => positive(all[neto]) + positive(all[iva])
  const [room, exempt] = [bruto(left), positive(left.exento)]
  const [asked, askedExempt] = [bruto(taken), positive(taken.exento)]
  const min = (a: Micro, b: Micro): Micro => (a < b ? a : b)
  const over = min(positive(askedExempt - exempt), positive(room - asked))
  if (over) {
    const net = partOf(over, positive(left[neto]), room)
    const more = { [neto]: (taken[neto] ?? 0n) + net, [iva]: (taken[iva] ?? 0n) + over - net }
    return clean({ ...taken, ...more, exento: askedExempt - over })
  }
  const back = min(positive(asked - room), positive(exempt - askedExempt))
  if (!back) return taken
  const net = partOf(back, positive(taken[neto]), asked)
  const less = { [neto]: (taken[neto] ?? 0n) - net, [iva]: (taken[iva] ?? 0n) - back + net }
  return clean({ ...taken, ...less, exento: askedExempt + back })
}
