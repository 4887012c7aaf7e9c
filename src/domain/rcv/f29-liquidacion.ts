// The VAT of a liquidación issued, and of notes over one: the commission's is the mandatario's own, the rest of whom he sold for
// (domain/rcv §6).

import { amount, isBeside, ivaDe, type Montos } from './montos'

/** The VAT and the net of the commission: all of a liquidación that is the mandatario's own. Null where it does not tell them. */
export function comisionOf(d: Montos): { iva: number; neto: number } | null {
  const { datos } = d
  const [iva, terceros, neto] = [d.montoIva, datos.ivaTerceros, datos.liquidacionNeto].map(amount) as [
    number,
    number,
    number,
  ]
  const said = amount(datos.liquidacionIva) || amount(datos.ivaPropio)
  if (said) return { iva: said, neto }
  if (terceros) return { iva: terceros > iva || isBeside(d, terceros) ? iva : iva - terceros, neto }
  if (!neto) return amount(datos.liquidacionExento) || !iva ? { iva: 0, neto } : null
  return { iva: ivaDe(neto, d), neto }
}

/** The VAT of what was sold for the mandante. */
export function mandanteOf({ datos, montoIva }: Montos): number {
  const terceros = amount(datos.ivaTerceros)
  return terceros || Math.max(0, amount(montoIva) - amount(datos.ivaPropio))
}

/** Both columns name VAT of the issuer's own: what they differ by is in neither line. */
export function diferenciaComision({ datos }: Montos): number {
  const [propio, comision] = [amount(datos.ivaPropio), amount(datos.liquidacionIva)]
  return propio && comision ? Math.abs(propio - comision) : 0
}

interface ComisionTardia {
  /** As much of the commission's VAT as takes nothing off the debit. */
  tardia: number
  /** The column, where it is a part of the note's VAT and does not say whose. */
  parcial: number
  /** The amount of the column beyond all VAT of the note, or below zero. */
  exceso: number
  /** All VAT of the note is out of time. */
  entera: boolean
}

/** The VAT out of time of a note of credit over a liquidación: a part of it may all be the commission's. */
export function readComisionTardia(d: Montos): ComisionTardia {
  const [said, iva, comision] = [amount(d.datos.ivaFueraPlazo), amount(d.montoIva), comisionOf(d)?.iva ?? 0]
  if (said <= 0) return { tardia: 0, parcial: 0, exceso: -said, entera: false }
  const exceso = Math.max(0, said - Math.max(iva, comision))
  if (said >= iva) return { tardia: comision, parcial: 0, exceso, entera: true }
  return { tardia: Math.min(comision, said), parcial: said, exceso, entera: false }
}
