// A note over documents that were not issued here, held against what the register says of them (http §1.3).

import { montoEscrito } from '../../../domain/cifras'
import { decimal, type Micro } from '../../../domain/decimal'
import { type Componentes, clean, minus, negate, positive } from '../../../domain/dte/componentes'
import { excesosOf, isHeld, nombreDe, palabrasDe } from '../../../domain/dte/saldo'
import { tipoDocumento } from '../../../domain/dte/tipos'
import type { Advertencia, ErrorCode, Fault } from '../../../domain/errors'
import { isCargo } from './notas-registradas'
import { registrables } from './partes-registradas'
import type { Cuenta, EfectoAjeno, Registrado } from './registro'

/** A reference to a document that was not issued here. */
export interface Ajena {
  tipo: number
  folio: number
  codigo: number
  /** Path of the reference in the request. */
  campo: string
  /** Its row of the register; null where nobody knows it. */
  registrada: { row: Registrado; cuenta: Cuenta } | null
}

const monto = (value: Micro | undefined): string => montoEscrito(decimal(value ?? 0n))

const nombre = ({ tipo, folio }: Ajena): string => `tipo ${tipo} folio ${folio}`

/** The balance as people read it: nothing below zero. */
export const saldoDe = ({ own, left }: Cuenta): Micro =>
  (own.total ?? 0n) < 0n ? (left.total ?? 0n) : positive(left.total)

/** Why no note acts on it any more. */
export function motivoMuerta({ anula, debito }: Cuenta, codigo: number): string | null {
  if (anula) return `ya tiene la nota que lo anula: tipo ${anula.tipo_dte} folio ${anula.folio}`
  return debito && codigo === 1 ? 'tiene en curso una nota de débito: espere su veredicto' : null
}

/** Tells what was held against the register, and what could not be. */
export function avisoDe(what: string, codigo: number | null, registrada: Ajena['registrada']): string {
  if (!registrada) return `${what} no se emitió en este sistema; no se pudo revisar`
  const { row, cuenta } = registrada
  const registro = row.lado === 'venta' ? 'registro de ventas' : 'registro de compras'
  if (codigo === null) return `${what} no se emitió en este sistema; su fecha se revisó con el ${registro}`
  if (tipoDocumento(row.tipoDte).monedaExtranjera)
    return `${what} no se emitió en este sistema; su receptor y su fecha se revisaron con el ${registro}, y sus montos no: no dice su moneda`
  return `${what} no se emitió en este sistema; su receptor, su fecha, su total (${monto(cuenta.own.total)}) y su saldo (${monto(saldoDe(cuenta))}) se revisaron con el ${registro}, que no dice sus líneas`
}

interface Out {
  faults: Fault[]
  advertencias: Advertencia[]
}

/** Whether its amounts are those that the register has a column for. */
const isSimple = ({ own }: Cuenta): boolean =>
  (own.total ?? 0n) === (own['neto 19'] ?? 0n) + (own['iva 19'] ?? 0n) + (own.exento ?? 0n)

const enPesos = ({ registrada }: Ajena): boolean =>
  !!registrada && !tipoDocumento(registrada.row.tipoDte).monedaExtranjera

/** The void of one, which must equal it and find all of it there. */
function checkVoid({ campo, registrada }: Ajena, pedido: Componentes, out: Out): void {
  const { row, cuenta } = registrada!
  const fault = (regla: Fault['regla'], mensaje: string, code: ErrorCode) =>
    out.faults.push({ campo, regla, mensaje, code })
  if (!tipoDocumento(row.tipoDte).monedaExtranjera) {
    const asked = registrables(pedido)
    for (const name of ['total', 'neto 19', 'exento']) {
      if ((asked[name] ?? 0n) === (cuenta.own[name] ?? 0n)) continue
      const mensaje = `Para anular, el ${palabrasDe(name)} debe ser el del documento: ${monto(cuenta.own[name])} y no ${monto(asked[name])}`
      return void fault('monto', mensaje, 'AMOUNT_MISMATCH')
    }
  }
  if (cuenta.intacto) return
  const mensaje = enPesos({ registrada } as Ajena)
    ? `El documento ya no debe su total sino ${monto(saldoDe(cuenta))}: no se puede anular entero`
    : 'Otra nota ya cambió los montos del documento: no se puede anular entero'
  fault('saldo', mensaje, 'BALANCE_EXCEEDED')
}

/** Notes what finds no room in what all of them have left. */
function checkRoom(ajenas: Ajena[], pedido: Componentes, out: Out): void {
  const cuentas = ajenas.map(({ registrada }) => registrada!.cuenta)
  const simple = cuentas.every(isSimple)
  const known = registrables(pedido)
  // Where the register has no column for a part of a document, nothing but net, exempt and total is held.
  const others = Object.entries(pedido).filter(
    ([name]) => simple && isHeld(name) && name !== 'sin_impuestos' && !/^(neto |exento)/.test(name),
  )
  const lados = cuentas.map(({ left, own }) => ({
    left,
    visible: { total: (own.total ?? 0n) < 0n ? (own.total ?? 0n) : positive(left.total) },
  }))
  const notas = cuentas.reduce((sum, { notas }) => sum + notas, 0)
  const opciones = { bruto: true, notas, conTotal: cuentas.every(({ own }) => (own.total ?? 0n) >= 0n) }
  const [first] = ajenas
  for (const { componente, saldo, pedido: asked } of excesosOf(
    { ...known, ...Object.fromEntries(others) },
    lados,
    opciones,
  )) {
    const lleva = `La nota lleva ${montoEscrito(asked)} de ${palabrasDe(componente)} y`
    const lacks = cuentas.every(({ own }) => !own[componente])
    const cual = ajenas.length > 1 ? null : nombre(first!)
    const mensaje = lacks
      ? `${lleva} ${cual ? `el documento ${cual} no` : 'ningún documento referido'} lo lleva`
      : `${lleva} ${cual ? `al documento ${cual} le` : 'a los documentos referidos les'} queda ${montoEscrito(saldo)}`
    const datos = { componente: nombreDe(componente), saldo: Number(saldo), pedido: Number(asked) }
    out.faults.push({ campo: first!.campo, regla: 'saldo', mensaje, code: 'BALANCE_EXCEEDED', datos })
  }
}

const min = (a: Micro, b: Micro): Micro => (a < b ? a : b)

/**
 * Shares a note's amounts, less what documents of here took, among those that were not issued here;
 * notes the faults of what does not fit.
 */
export function efectosAjenos(
  tipoNota: number,
  ajenas: readonly Ajena[],
  pedido: Componentes,
  elsewhere: boolean,
  out: Out,
): EfectoAjeno[] {
  const cargos = ajenas.filter(({ codigo, tipo }) => codigo !== 1 && isCargo(tipoNota, tipo))
  const bajas = ajenas.filter(({ codigo, tipo }) => codigo !== 1 && !isCargo(tipoNota, tipo))
  for (const one of ajenas) if (one.codigo === 1 && one.registrada) checkVoid(one, pedido, out)
  const held = bajas.length > 0 && !cargos.length && !elsewhere && bajas.every(enPesos)
  if (held) checkRoom(bajas, pedido, out)
  for (const { registrada, campo } of cargos) {
    if (!registrada || cargos.length > 1) continue
    for (const name of ['neto 19', 'exento']) {
      if (!registrables(pedido)[name] || registrada.cuenta.own[name]) continue
      const mensaje = `La nota cobra ${palabrasDe(name)}, que el documento de ${campo.replace(/\..*/, '')} no lleva`
      out.advertencias.push({ code: 'COMPONENT_NOT_IN_DOCUMENT', campo: 'detalle', mensaje })
    }
  }
  let rest = registrables(pedido)
  // A document that nobody can measure takes what the others have no room for.
  const sink = bajas.find(({ registrada }) => !registrada) ?? bajas.at(-1)
  const shares = new Map<Ajena, Componentes>()
  for (const one of bajas) {
    if (one === sink) continue
    const left = one.registrada?.cuenta.left ?? {}
    const share = Object.entries(rest).map(
      ([name, asked]) => [name, min(asked, positive(left[name]))] as const,
    )
    shares.set(one, clean(Object.fromEntries(share)))
    rest = minus(rest, shares.get(one)!)
  }
  if (sink) shares.set(sink, rest)
  else if (cargos[0]) shares.set(cargos[0], negate(rest))
  return ajenas.map((one) => ({
    ...one,
    partes: one.codigo === 1 ? registrables(pedido) : (shares.get(one) ?? {}),
  }))
}
