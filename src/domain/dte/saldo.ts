// The balance that notes leave of a document, and whether another one fits in it (http §1.3, domain/dte
// §7.3). Net, exempt and the bases of taxes are exact; IVA, taxes and totals follow, since each note rounds
// its own (domain/dte §6.1, §6.8).

import { decimal, divideRounded, type Micro, ONE } from '../decimal'
import { type Componentes, clean, positive } from './componentes'
import type { Decimal } from './dte'

/** A component that a note asks more of than there is. */
export interface Exceso {
  componente: string
  saldo: Decimal
  pedido: Decimal
}

/** The component that each one follows from. */
const BASE: Readonly<Record<string, string>> = {
  iva: 'neto',
  impuesto: 'base',
  comision_iva: 'comision_neta',
  credito: 'neto',
}

/** The component that another one follows from; undefined for one that stands by itself. */
function baseOf(nombre: string, all: Componentes): string | undefined {
  const [kind, codigo] = nombre.split(' ') as [string, string?]
  const base = BASE[kind]
  if (!base || codigo) return base && `${base} ${codigo}`
  return base === 'neto' ? netosOf(all)[0]?.[0] : base
}

/** The net that carries IVA, by its rate, and its IVA: `['neto 19', 'iva 19']`. */
const netosOf = (...all: Componentes[]): [neto: string, iva: string][] => {
  const names = all.flatMap((a) => Object.keys(a).filter((nombre) => nombre.startsWith('neto ')))
  return [...new Set(names)].map((neto) => [neto, neto.replace('neto', 'iva')])
}

/** Whether a note is held against a component, which must have room for it. */
export const isHeld = (nombre: string): boolean => nombre !== 'total' && !BASE[nombre.split(' ')[0]!]

const PALABRAS: Readonly<Record<string, [nombre: string, palabras: string]>> = {
  neto: ['neto', 'neto afecto'],
  exento: ['exento', 'monto exento'],
  base: ['impuesto', 'base del impuesto'],
  sin_impuestos: ['neto_sin_impuestos', 'neto sin impuestos adicionales'],
  garantia: ['garantia_envases', 'garantía de envases'],
  comision_neta: ['comision_neta', 'comisión neta'],
  comision_exenta: ['comision_exenta', 'comisión exenta'],
  credito: ['credito_empresa_constructora', 'crédito de empresas constructoras'],
  total: ['total', 'total'],
}

/** A component by the name that answers give it: `neto`, `impuesto_24`. */
export function nombreDe(componente: string): string {
  const [kind, codigo] = componente.split(' ') as [string, string?]
  return kind === 'base' ? `impuesto_${codigo}` : PALABRAS[kind]![0]
}

/** The same in words. */
export function palabrasDe(componente: string): string {
  const [kind, codigo] = componente.split(' ') as [string, string?]
  return kind === 'base' ? `${PALABRAS.base![1]} ${codigo}` : PALABRAS[kind]![1]
}

const at = (all: Componentes, nombre: string): Micro => all[nombre] ?? 0n
const positiveAt = (all: Componentes, nombre: string): Micro => positive(all[nombre])

/**
 * The rest of a document as people read it: nothing below zero that was not so from the first, and no tax on
 * a base that is used up, however the IVA of its parts was rounded. Its `total` is the balance.
 */
export function visible(left: Componentes, own: Componentes): Componentes {
  const out: Record<string, Micro> = {}
  for (const nombre of Object.keys({ ...own, ...left })) {
    const amount = at(left, nombre)
    out[nombre] = at(own, nombre) < 0n ? -positive(-amount) : positive(amount)
  }
  for (const [neto, iva] of netosOf(own)) {
    // Parts with gross prices add up to the gross amount, and their nets to that of it within a peso each.
    if (at(own, neto) > 0n && at(left, neto) + at(left, iva) <= 0n) out[neto] = 0n
  }
  for (const nombre of Object.keys(out)) {
    const base = baseOf(nombre, out)
    if (base && !out[base]) out[nombre] = 0n
  }
  const total = totalOf(out)
  return clean({ ...out, total: at(own, 'total') < 0n ? total : positive(total) })
}

/**
 * Whether some rate makes both the credit of a building company that a note bears and that of its document, each rounded to
 * the peso: a document keeps the amount, not its rate. Nothing to hold where neither has IVA.
 */
export function isMismoCredito(nota: Componentes, doc: Componentes): boolean {
  const [ivaNota, ivaDoc] = [ivaOf(nota), ivaOf(doc)]
  const distance = at(nota, 'credito') * ivaDoc - at(doc, 'credito') * ivaNota
  const near = (ivaNota + ivaDoc) * ONE
  return distance === 0n || (2n * distance < near && -2n * distance < near)
}

const ivaOf = (all: Componentes): Micro => netosOf(all).reduce((sum, [, iva]) => sum + at(all, iva), 0n)

/** `MntTotal` of components (domain/dte §6.7). */
export function totalOf(all: Componentes): Micro {
  let total = 0n
  for (const [nombre, amount] of Object.entries(all)) {
    if (/^(neto |iva |impuesto |exento|garantia)/.test(nombre)) total += amount
    else if (/^(credito|comision_)/.test(nombre)) total -= amount
  }
  return total
}

/** A document that a note takes from: what is left of it, as it stands and as people read it. */
export interface Lado {
  left: Componentes
  visible: Componentes
}

/**
 * The part of a note that finds no room in the documents that it takes from together. `notas` is how many
 * have taken from them; `bruto`, whether prices of either side carry IVA: these are compared with it, for
 * the net of each part is rounded by itself; `conTotal`, whether the total binds beside the components.
 */
export function excesosOf(
  pedido: Componentes,
  lados: readonly Lado[],
  { bruto, notas, conTotal = true }: { bruto: boolean; notas: number; conTotal?: boolean },
): Exceso[] {
  const room = (nombre: string): Micro => lados.reduce((sum, { left }) => sum + positiveAt(left, nombre), 0n)
  const slack = BigInt(notas + 1) * ONE
  const taxed = lados.some(({ left }) => Object.keys(left).some((nombre) => nombre.startsWith('base ')))
  const excesos: Exceso[] = []
  const note = (componente: string, saldo: Micro): void => {
    excesos.push({ componente, saldo: decimal(saldo), pedido: decimal(at(pedido, componente)) })
  }
  for (const [nombre, asked] of Object.entries(pedido)) {
    if (!isHeld(nombre) || asked <= room(nombre) || (nombre === 'sin_impuestos' && !taxed)) continue
    if (bruto && nombre.startsWith('neto ') && asked <= room(nombre) + slack) {
      const iva = nombre.replace('neto', 'iva')
      const gross = lados.reduce((sum, { left }) => sum + positive(at(left, nombre) + at(left, iva)), 0n)
      if (asked + at(pedido, iva) <= gross) continue
    }
    note(nombre, room(nombre))
  }
  // The total catches what no component shows: a withholding or a commission of the document that the note
  // leaves out.
  const taxes = Object.keys(pedido).filter((nombre) => /^(impuesto |credito)/.test(nombre)).length
  const total = lados.reduce((sum, { visible }) => sum + at(visible, 'total'), 0n)
  if (conTotal && !excesos.length && at(pedido, 'total') > total + slack * BigInt(2 + taxes))
    note('total', total)
  return excesos
}

/**
 * The parts that a note takes from several documents, from the first what it has. What finds no room is the
 * last one's, as rounding may leave it, unless `elsewhere` is another document to bear it.
 */
export function distribute(pedido: Componentes, lados: readonly Lado[], elsewhere: boolean): Componentes[] {
  if (lados.length === 1 && !elsewhere) return [pedido]
  const parts: Record<string, Micro>[] = lados.map(() => ({}))
  const spread = (nombre: string, share: (i: number, rest: Micro) => Micro): void => {
    let rest = at(pedido, nombre)
    for (const [i, part] of parts.entries()) {
      const own = i === parts.length - 1 && !elsewhere ? rest : share(i, rest)
      part[nombre] = own
      rest -= own
    }
  }
  const names = Object.keys(pedido)
  for (const nombre of names.filter(isHeld)) {
    spread(nombre, (i, rest) => {
      const room = positiveAt(lados[i]!.left, nombre)
      return rest < room ? rest : room
    })
  }
  for (const nombre of names) {
    const base = baseOf(nombre, pedido)
    if (!base || !at(pedido, base)) continue
    spread(nombre, (i) => divideRounded(at(pedido, nombre) * parts[i]![base]!, at(pedido, base) * ONE) * ONE)
  }
  return parts.map((part) => clean({ ...part, total: totalOf(part) }))
}
