// Commissions: what an agent charges the principal of a liquidación, or a fair the seller of a purchase, subtracted from the
// total (http §4; domain/dte §6.12, §1.2).

import { decimal, type Micro, micro, ONE, percentOf } from '../../decimal'
import type { Comision, Totales } from '../dte'
import { nodo } from '../esquema'
import { tasaIva } from '../impuestos'
import type { TipoDocumento } from '../tipos'
import { camposDe } from './campos'
import { MONTO_MAX, numero, opcion, pesos } from './lectores'
import type { Lector, Lectura } from './lectura'
import { type Campo, lista, objeto } from './objeto'
import type { ComisionPedida, Solicitud, SolicitudLiquidacion } from './solicitud'

/** The field `comisiones`; only a liquidación has some of either sign. */
export function campoComisiones(tipo: TipoDocumento): Campo {
  const monto = pesos(tipo.conSigno ? -MONTO_MAX : 0)
  const campos = camposDe(
    nodo(tipo.raiz, 'Comisiones')!,
    tipo.codigo,
    {
      tipo: opcion(['C', 'O']),
      // Two digits before the point, as the format says; the schema would take three (domain/dte §2.3).
      tasa: numero({ decimales: 2, enteros: 2, desde: '0', mayorQue: true }),
      valorNeto: monto,
      valorExento: monto,
      iva: monto,
    },
    ['glosa'],
  )
  const read = objeto<ComisionPedida>(campos)
  // Both amounts are written; of the one that is not told it is 0, but a commission of nothing is a mistake.
  const comision: Lector<ComisionPedida> = (valor, campo, l) => {
    const found = l.count
    const value = read(valor, campo, l)
    if (value && l.count === found && value.valorNeto === undefined && value.valorExento === undefined) {
      return l.fault(`${campo}.valor_neto`, 'requerido', `Falta ${campo}.valor_neto o valor_exento`)
    }
    return value
  }
  return { nombre: 'comisiones', tag: 'Comisiones', key: 'comisiones', lector: lista(comision, { max: 20 }) }
}

/** The reader of `liquidacion`. */
export const lectorLiquidacion = (tipo: TipoDocumento): Lector<SolicitudLiquidacion> =>
  objeto([campoComisiones(tipo)])

interface Comisiones {
  lineas: Comision[]
  totales: NonNullable<Totales['comisiones']>
}

/**
 * The commissions with their IVA and sums, undefined without any. IVA is rounded once over the sum and the last line takes
 * the difference, unless the request tells the IVA of some line: then each has its own and the sum is theirs. An IVA that is
 * told must be that of its net but for a peso, or what such a difference made of it.
 */
export function computeComisiones(s: Solicitud, fecha: string, l: Lectura): Comisiones | undefined {
  const bloque = s.liquidacion ? 'liquidacion' : 'compra'
  const pedidas = s[bloque]?.comisiones ?? []
  if (pedidas.length === 0) return undefined
  const iva = tasaIva(fecha)
  const tasa = micro(iva)
  const propios = pedidas.map(({ valorNeto }) => percentOf(micro(valorNeto), tasa))
  const sum = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n)
  const neto = sum(pedidas.map(({ valorNeto }) => micro(valorNeto)))
  const sumados = [...propios]
  absorb(sumados, percentOf(neto, tasa) - sum(propios), neto >= 0n)
  for (const [i, { iva: dicho }] of pedidas.entries()) {
    if (dicho === undefined || micro(dicho) === sumados[i] || isNear(micro(dicho), propios[i]!)) continue
    const campo = `${bloque}.comisiones[${i}].iva`
    const mensaje = `${campo} debe ser ${decimal(propios[i]!)}, el ${iva} % de su valor_neto, y llegó ${dicho}`
    l.fault(campo, 'monto', mensaje, 'AMOUNT_MISMATCH')
  }
  const told = pedidas.some(({ iva }) => iva !== undefined)
  const ivas = told ? pedidas.map(({ iva }, i) => (iva === undefined ? propios[i]! : micro(iva))) : sumados
  return {
    lineas: pedidas.map((pedida, i) => ({
      ...pedida,
      linea: i + 1,
      tipo: pedida.tipo ?? 'C',
      valorNeto: pedida.valorNeto ?? '0',
      valorExento: pedida.valorExento ?? '0',
      iva: decimal(ivas[i]!),
    })),
    totales: {
      valorNeto: decimal(neto),
      valorExento: decimal(sum(pedidas.map(({ valorExento }) => micro(valorExento)))),
      iva: decimal(sum(ivas)),
    },
  }
}

/** Whether two amounts differ by no more than a peso. */
const isNear = (a: Micro, b: Micro): boolean => a - b <= ONE && b - a <= ONE

/** Lets the last line take the difference; where none may be below zero, those before it take what it cannot. */
function absorb(ivas: Micro[], difference: Micro, positive: boolean): void {
  let rest = difference
  for (let i = ivas.length - 1; i >= 0 && rest !== 0n; i--) {
    const taken = positive && ivas[i]! >= 0n && ivas[i]! + rest < 0n ? -ivas[i]! : rest
    ivas[i]! += taken
    rest -= taken
  }
}
