// The effects of a note on the balances of its documents, and the amounts that do not fit (http §1;
// domain/dte §7.3, §6.11).

import { montoEscrito } from '../../../domain/cifras'
import { decimal } from '../../../domain/decimal'
import {
  type Componentes,
  componentesOf,
  isSame,
  type Montos,
  minus,
  negate,
} from '../../../domain/dte/componentes'
import type { Dte } from '../../../domain/dte/dte'
import {
  distribute,
  type Exceso,
  excesosOf,
  isHeld,
  isMismoCredito,
  nombreDe,
  palabrasDe,
  visible,
} from '../../../domain/dte/saldo'
import { hasPreciosBrutos } from '../../../domain/dte/solicitud'
import { filaConPapel, filaDe, tipoDocumento } from '../../../domain/dte/tipos'
import type { Advertencia, ErrorCode, Fault } from '../../../domain/errors'
import type { DocumentoRow, Documentos } from '../documento/documento-store'
import type { Ajena } from './ajenas'
import { deFueraEnPalabras, type Saldos, type Supuesto } from './saldos'

/** The amounts of a note, and whether its prices carry IVA. */
export type MontosNota = Montos & { bruto: boolean }

/** A reference found among our own documents. */
interface Propia {
  referido: DocumentoRow
  codigo: number
  /** Path of the reference in the request. */
  campo: string
}

/** The effect of a note on one document: its balance loses so much, below zero for a debit's addition. */
export interface Efecto {
  referido: DocumentoRow
  codigo: number
  partes: Componentes
  /** Pesos. */
  monto: number
}

/** The result of checking one document's references. */
export interface Found {
  propias: Propia[]
  /** All tax documents that a note acts on, ours or not, by type and the path of the reference's code. */
  tributarias: { tipo: number; campo: string }[]
  /** Whether it also acts on documents that are not ours to look into. */
  elsewhere: boolean
  ajenas: Ajena[]
  faults: Fault[]
  advertencias: Advertencia[]
}

/** Whether a national document bears no IVA, on paper or not. */
function isExento(tipo: number): boolean {
  const fila = filaConPapel(tipo)
  return !!fila?.exento && !fila.monedaExtranjera
}

const what = ({ tipo_dte, folio }: DocumentoRow): string => `tipo ${tipo_dte} folio ${folio}`

export function createEfectos(documentos: Documentos, saldos: Saldos) {
  const dteOf = (row: DocumentoRow): Dte => documentos.contenido(row).dte
  /** An amount of the document, in its currency. */
  const escrito = (row: DocumentoRow, value: string | number): string =>
    montoEscrito(value, tipoDocumento(row.tipo_dte).monedaExtranjera ? dteOf(row).totales.moneda : undefined)

  const deFuera = (row: DocumentoRow): string => deFueraEnPalabras(saldos.deFueraOn(row))

  /** Whether a note of an export is in the currency of what it acts on; warns of one that pays what never was. */
  function checkMoneda({ totales }: MontosNota, { propias, faults, advertencias }: Found): boolean {
    if (!totales.moneda) return true
    for (const { referido, codigo } of propias) {
      const { totales: due } = dteOf(referido)
      if (due.moneda !== totales.moneda) {
        const mensaje = `El documento referido está en ${due.moneda} y la nota en ${totales.moneda}`
        faults.push({ campo: 'exportacion.moneda', regla: 'referencia', mensaje, code: 'AMOUNT_MISMATCH' })
        return false
      }
      if (codigo === 1 || due.montoTotal !== '0' || due.montoExento === '0' || totales.montoTotal === '0')
        continue
      const mensaje = `El documento ${what(referido)} es sin pago (total 0): su nota lleva forma_pago_exp 21`
      advertencias.push({ code: 'UNPAID_EXPORT', campo: 'exportacion.forma_pago_exp', mensaje })
    }
    return true
  }

  /** The void of a document, which must equal it and find all of it there. */
  function anula({ referido, codigo, campo }: Propia, pedido: Componentes, out: Found): Efecto[] {
    const original = saldos.own(referido, true)
    const fault = (regla: Fault['regla'], mensaje: string, code: ErrorCode): Efecto[] => {
      out.faults.push({ campo, regla, mensaje, code })
      return []
    }
    for (const name of ['total', ...(tipoDocumento(referido.tipo_dte).monedaExtranjera ? ['exento'] : [])]) {
      const [due, asked] = [original, pedido].map((all) => decimal(all[name] ?? 0n))
      if (due === asked) continue
      const mensaje = `Para anular, el ${palabrasDe(name)} debe ser el del documento: ${escrito(referido, due!)} y no ${escrito(referido, asked!)}`
      return fault('monto', mensaje, 'AMOUNT_MISMATCH')
    }
    if (!isSame(original, pedido)) {
      const mensaje = 'Para anular, neto, exento, IVA y cada impuesto deben ser los del documento'
      return fault('impuestos', mensaje, 'AMOUNT_MISMATCH')
    }
    if (!saldos.isIntacto(referido)) {
      const mensaje = `El documento ya no debe su total sino ${escrito(referido, referido.saldo)}${deFuera(referido)}: no se puede anular entero`
      return fault('saldo', mensaje, 'BALANCE_EXCEEDED')
    }
    checkBehind(referido, { cuenta: saldos.withoutNote(referido.id) }, campo, out, 'Sin')
    return [{ referido, codigo, partes: {}, monto: saldos.enPesosDe(referido, original) }]
  }

  /** Notes the documents that would owe less than nothing without a note, or without a part of it. */
  function checkBehind(nota: DocumentoRow, s: Supuesto, campo: string, out: Found, como: string): void {
    for (const { row, componente, saldo } of saldos.shortfalls(nota.id, s)) {
      const mensaje = `${como} el documento ${what(nota)} el saldo del ${what(row)} quedaría en ${escrito(row, saldo)} (${palabrasDe(componente)}): anule antes lo que lo rebajó`
      out.faults.push({ campo, regla: 'saldo', mensaje, code: 'BALANCE_EXCEEDED' })
    }
  }

  /** Notes the excess over the documents that a note takes from. */
  function noteExceso({ componente, saldo, pedido }: Exceso, [first, ...others]: Propia[], out: Found): void {
    const asked = `La nota lleva ${escrito(first!.referido, pedido)} de ${palabrasDe(componente)} y`
    const lacks =
      saldo === '0' && [first!, ...others].every(({ referido }) => !saldos.own(referido)[componente])
    const single = `documento ${what(first!.referido)}`
    const mensaje = lacks
      ? `${asked} ${others.length ? 'ningún documento referido' : `el ${single} no`} lo lleva`
      : `${asked} ${others.length ? 'a los documentos referidos les' : `al ${single} le`} queda ${escrito(first!.referido, saldo)}${[first!, ...others].map(({ referido }) => deFuera(referido)).join('')}`
    out.faults.push({
      campo: first!.campo,
      regla: 'saldo',
      mensaje,
      code: 'BALANCE_EXCEEDED',
      datos: { componente: nombreDe(componente), saldo: Number(saldo), pedido: Number(pedido) },
    })
  }

  /** Notes a construction credit at another rate than that of its document, or on one side alone. */
  function checkCredito(propias: Propia[], pedido: Componentes, out: Found): void {
    for (const { referido } of propias) {
      const own = saldos.own(referido)
      if (isMismoCredito(pedido, own)) continue
      const mensaje = own.credito
        ? `El ${what(referido)} lleva crédito de empresas constructoras (${decimal(own.credito)}): su nota lo lleva con la misma tasa`
        : `El ${what(referido)} no lleva crédito de empresas constructoras: su nota tampoco`
      const campo = 'tasa_credito_empresa_constructora'
      out.faults.push({ campo, regla: 'credito', mensaje, code: 'AMOUNT_MISMATCH' })
    }
  }

  /** A note that takes from documents: a credit, or a debit that gives back what a credit note took. */
  function reduce(
    propias: Propia[],
    pedido: Componentes,
    bruto: boolean,
    out: Found,
    elsewhere: boolean,
  ): Efecto[] {
    const lados = propias.map(({ referido }) => {
      const left = saldos.leftOf(referido, { pendientes: true })
      return { left, visible: visible(left, saldos.own(referido)) }
    })
    const partes = distribute(pedido, lados, elsewhere)
    if (!elsewhere) {
      const opciones = {
        bruto: bruto || propias.some(({ referido }) => hasPreciosBrutos(dteOf(referido))),
        notas: propias.reduce((sum, { referido }) => sum + saldos.notasOn(referido), 0),
        // No note gives back the commissions of a liquidación, for it has none; its amounts have a sign
        // besides.
        conTotal: !propias.some(({ referido }) => tipoDocumento(referido.tipo_dte).conSigno),
      }
      checkCredito(propias, pedido, out)
      for (const exceso of excesosOf(pedido, lados, opciones)) noteExceso(exceso, propias, out)
    }
    return propias.map(({ referido, codigo, campo }, i) => {
      const own = partes[i]!
      if (Object.keys(own).length) {
        checkBehind(referido, { toma: new Map([[referido.id, own]]) }, campo, out, 'Con esa parte menos en')
      }
      return { referido, codigo, partes: own, monto: saldos.enPesosDe(referido, own) }
    })
  }

  /** Whether a note carries IVA though nothing that it acts on can: their types alone say so, whoever issued them. */
  function hasIvaOverExentos(pedido: Componentes, { tributarias, faults }: Found): boolean {
    const neto = Object.keys(pedido).find((name) => name.startsWith('neto '))
    if (!neto || !tributarias.every(({ tipo }) => isExento(tipo))) return false
    const monto = Number(decimal(pedido[neto]!))
    const { tipo, campo } = tributarias[0]!
    const mensaje = `Un documento tipo ${tipo} es exento: su nota no lleva neto (${montoEscrito(monto)}) ni IVA. Marque las líneas con exento`
    const datos = { componente: nombreDe(neto), saldo: 0, pedido: monto }
    faults.push({ campo, regla: 'saldo', mensaje, code: 'BALANCE_EXCEEDED', datos })
    return true
  }

  /** A debit adds to what is owed; over several documents, to the first that may bear it. */
  function raise(propias: Propia[], pedido: Componentes, out: Found): Efecto[] {
    const affected = Object.keys(pedido).some((name) => name.startsWith('neto '))
    const borne = propias.findIndex(({ referido }) => !affected || !tipoDocumento(referido.tipo_dte).exento)
    const owns = propias.map(({ referido }) => saldos.own(referido))
    const taxed = owns.some((own) => Object.keys(own).some((name) => name.startsWith('base ')))
    for (const name of Object.keys(pedido).filter((all) => isHeld(all) || all === 'credito')) {
      if (owns.some((own) => own[name]) || (name === 'sin_impuestos' && !taxed)) continue
      const mensaje = `La nota cobra ${palabrasDe(name)}, que el documento ${what(propias[0]!.referido)} no lleva`
      out.advertencias.push({ code: 'COMPONENT_NOT_IN_DOCUMENT', campo: 'detalle', mensaje })
    }
    return propias.map(({ referido, codigo }, i) => {
      const own = i === Math.max(borne, 0) ? negate(pedido) : {}
      return { referido, codigo, partes: own, monto: saldos.enPesosDe(referido, own) }
    })
  }

  /** The effects of the note on each of our documents; notes the faults of amounts that do not fit. */
  return function efectosOf(tipoDte: number, montos: MontosNota, out: Found): Efecto[] {
    const { propias, tributarias } = out
    // Most documents are no notes.
    if (!tributarias.length) return []
    const pedido = componentesOf(montos, true)
    if (hasIvaOverExentos(pedido, out) || !propias.length || !checkMoneda(montos, out)) return []
    const voids = propias.filter(({ codigo }) => codigo === 1)
    // A text correction that carries amounts changes them all the same.
    const others = propias.filter(({ codigo }) => codigo !== 1)
    const debita = filaDe(tipoDte)?.nota === 'debito'
    const raised = others.filter(
      ({ referido }) => debita && tipoDocumento(referido.tipo_dte).nota !== 'credito',
    )
    const reduced = others.filter((propia) => !raised.includes(propia))
    const taken = reduced.length
      ? reduce(reduced, pedido, montos.bruto, out, out.elsewhere || raised.length > 0)
      : []
    const rest = taken.reduce((sum, { partes }) => minus(sum, partes), pedido)
    return [
      ...voids.flatMap((propia) => anula(propia, pedido, out)),
      ...taken,
      ...(raised.length ? raise(raised, rest, out) : []),
    ]
  }
}
