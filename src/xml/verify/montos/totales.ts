// Totales against the lines (domain/dte §6.3 to §6.12). Each total is judged from the values written before it, so one
// wrong number is one finding and not all that follow from it.

import type { Codigo } from '../codigos'
import { type Elemento, en, hijos, textoEn } from '../nodo'
import { type Calculo, numeroEn } from './calculo'
import { type Micro, porcentaje, roundTo, suma, UNO, writeNumero } from './exact'
import { checkImpuestos, type Impuestos } from './impuestos'
import { type Sumas, sumLineas } from './sumas'

const RUTA = 'Encabezado/Totales'

export function checkTotales(calculo: Calculo): void {
  const { dte, regla, sinVenta, total } = calculo
  const totales = en(dte.documento, RUTA)!
  // A guía that moves goods without selling them may say MntTotal 0 and nothing else (domain/dte §6.10).
  if (
    regla.montosOpcionales &&
    sinVenta &&
    total('MntNeto') === null &&
    total('MntExe') === null &&
    total('MntTotal') === 0n
  )
    return
  const sumas = sumLineas(calculo)
  if (!regla.exento) checkAfecto(calculo, sumas)
  demand(calculo, 'MntExe', 'HED-2-902', sumas.exento)
  // An export has an exempt sum and nothing else (domain/dte §6.11).
  if (regla.monedaExtranjera) {
    checkTotalExportacion(calculo)
    return
  }
  demand(calculo, 'GrntDep', 'HED-2-910', [sumas.garantia])
  checkBases(calculo)
  const impuestos = checkImpuestos(calculo, sumas, totales)
  if (regla.bloques.compra) checkIvaNoRet(calculo, impuestos)
  checkReparto(calculo)
  const comisiones = checkComisiones(calculo, totales)
  checkTotal(calculo, sumas, impuestos, comisiones)
  checkPeriodo(calculo, sumas)
}

/** Requires a total to be one of the possible values; absent counts as zero. Returns what is written, or the usual value. */
function demand(
  { total, note }: Calculo,
  tag: string,
  codigo: Codigo,
  posibles: Micro[],
  porque = '',
): Micro {
  const escrito = total(tag)
  if (!posibles.includes(escrito ?? 0n)) {
    const dice = escrito === null ? `Falta ${tag}` : `${tag} dice ${writeNumero(escrito)}`
    note(codigo, `${RUTA}/${tag}`, `${dice} y debe ser ${writeNumero(posibles[0]!)}${porque}`)
  }
  return escrito ?? posibles[0]!
}

function checkAfecto(calculo: Calculo, { afecto }: Sumas): void {
  const { bruto, tasa, tasaVigente, dte, total, note } = calculo
  const cien = 100n * UNO
  const netos = bruto ? afecto.map((a) => roundTo(a * cien, cien + tasa)) : afecto
  const neto = demand(
    calculo,
    'MntNeto',
    'HED-2-901',
    netos,
    bruto ? ', el monto bruto sin IVA' : ', la suma de lo afecto',
  )
  if ((total('MntNeto') ?? 0n) !== 0n && dte.raiz !== 'Boleta' && total('TasaIVA') !== tasaVigente) {
    note('HED-2-903', `${RUTA}/TasaIVA`, `TasaIVA debe ser ${writeNumero(tasaVigente)}`)
  }
  // By the rate, as the format writes it, or what the gross leaves, as it is done: they differ by a peso (domain/dte §10.3).
  const posibles = bruto ? [...afecto.map((a) => a - neto), porcentaje(neto, tasa)] : [porcentaje(neto, tasa)]
  demand(calculo, 'IVA', 'HED-2-904', posibles, `, el ${writeNumero(tasa)} % del neto`)
}

function checkBases(calculo: Calculo): void {
  // The totals of a purchase have no place for them.
  if (calculo.regla.delComprador) return
  const deLineas = (tag: string) =>
    suma(calculo.lineas.map(({ nodo }) => numeroEn(nodo, `Retenedor/${tag}`) ?? 0n))
  demand(calculo, 'MntBase', 'HED-2-913', [deLineas('MntBaseFaena')], ', la suma de MntBaseFaena')
  demand(calculo, 'MntMargenCom', 'HED-2-913', [deLineas('MntMargComer')], ', la suma de MntMargComer')
}

function checkIvaNoRet(calculo: Calculo, { retenciones }: Impuestos): void {
  const iva = calculo.total('IVA') ?? 0n
  // The format subtracts all withholdings; software in use subtracts the last one (domain/dte §6.5).
  const posibles = [suma(retenciones), retenciones.at(-1) ?? 0n].map((retenido) =>
    iva > retenido ? iva - retenido : 0n,
  )
  demand(
    calculo,
    'IVANoRet',
    'HED-2-909',
    retenciones.length > 0 ? posibles : [0n],
    ', el IVA menos lo retenido',
  )
}

function checkReparto(calculo: Calculo): void {
  const { regla, total, note } = calculo
  const [propio, terceros] = [total('IVAProp'), total('IVATerc')]
  // In a liquidación its meaning is not settled (domain/dte §10.7).
  if (regla.conSigno || (propio === null && terceros === null)) return
  const iva = total('IVA') ?? 0n
  const partes = [propio ?? 0n, terceros ?? 0n]
  if (suma(partes) !== iva || partes.some((parte) => parte >= iva)) {
    note('HED-2-914', `${RUTA}/IVAProp`, 'IVAProp e IVATerc deben ser menores que el IVA y sumarlo')
  }
}

function checkComisiones(calculo: Calculo, totales: Elemento): Micro {
  const lineas = hijos(calculo.dte.documento, 'Comisiones')
  const deLineas = (tag: string) => suma(lineas.map((nodo) => numeroEn(nodo, tag) ?? 0n))
  if (lineas.length === 0 && !en(totales, 'Comisiones')) return 0n
  const neto = deLineas('ValComNeto')
  checkIvaComisiones(calculo, lineas)
  return suma([
    demand(calculo, 'Comisiones/ValComNeto', 'HED-2-912', [neto]),
    demand(calculo, 'Comisiones/ValComExe', 'HED-2-912', [deLineas('ValComExe')]),
    // Rounded on the sum or line by line: sources disagree (domain/dte §10.7).
    demand(calculo, 'Comisiones/ValComIVA', 'HED-2-912', [
      porcentaje(neto, calculo.tasa),
      deLineas('ValComIVA'),
    ]),
  ])
}

// Each line rounds its own IVA, or the last one takes what the total leaves (domain/dte §6.12).
function checkIvaComisiones({ tasa, total, note }: Calculo, lineas: Elemento[]): void {
  const ivas = lineas.map((nodo) => numeroEn(nodo, 'ValComIVA'))
  if (
    ivas.every((iva) => iva === null) ||
    suma(ivas.map((iva) => iva ?? 0n)) === (total('Comisiones/ValComIVA') ?? 0n)
  )
    return
  for (const [i, nodo] of lineas.entries()) {
    const debe = porcentaje(numeroEn(nodo, 'ValComNeto') ?? 0n, tasa)
    if ((ivas[i] ?? 0n) === debe) continue
    const mensaje = `ValComIVA dice ${writeNumero(ivas[i] ?? 0n)} y el ${writeNumero(tasa)} % es ${writeNumero(debe)}`
    note('HED-2-912', `Comisiones[${i + 1}]/ValComIVA`, mensaje, nodo)
  }
}

function checkTotal(calculo: Calculo, sumas: Sumas, impuestos: Impuestos, comisiones: Micro): void {
  const { regla, bruto, total } = calculo
  const de = (tag: string) => total(tag) ?? 0n
  const exento = de('MntExe')
  const credito = de('CredEC')
  if (credito > 0n && credito > de('IVA'))
    calculo.note('HED-2-911', `${RUTA}/CredEC`, 'CredEC no puede superar el IVA')
  const resto = exento + de('GrntDep') - credito - comisiones
  const afectos = [de('MntNeto') + de('IVA'), ...(bruto ? sumas.afecto : [])]
  const posibles = afectos.flatMap((afecto) => impuestos.efectos.map((efecto) => afecto + efecto + resto))
  demand(calculo, 'MntTotal', regla.conSigno ? 'HED-2-260' : 'HED-2-905', posibles, ', la suma de sus partes')
}

function checkTotalExportacion(calculo: Calculo): void {
  const exento = calculo.total('MntExe') ?? 0n
  // An export that is not paid totals 0; our examples and older software differ on it.
  const gratis = textoEn(calculo.dte.documento, 'Encabezado/IdDoc/FmaPagExp') === '21'
  demand(calculo, 'MntTotal', 'HED-2-905', gratis ? [0n, exento] : [exento])
}

function checkPeriodo(calculo: Calculo, { noFacturable }: Sumas): void {
  const { dte, regla, total, note } = calculo
  const periodo = dte.raiz === 'Boleta' ? 'TotalPeriodo' : 'MontoPeriodo'
  const montoTotal = total('MntTotal') ?? 0n
  if (regla.conSigno) {
    if (total(periodo) !== null && total(periodo) !== montoTotal) {
      note(
        'HED-3-265',
        `${RUTA}/${periodo}`,
        `${periodo} debe ser igual a MntTotal, ${writeNumero(montoTotal)}`,
      )
    }
    checkPagar(calculo, montoTotal)
    return
  }
  const nf = demand(calculo, 'MontoNF', 'HED-2-906', noFacturable, ', la suma de lo no facturable')
  if (total(periodo) !== null) {
    demand(calculo, periodo, 'HED-2-907', [montoTotal + nf], ', MntTotal más MontoNF')
  }
  checkPagar(calculo, montoTotal + nf)
}

// In a factura without a previous balance VlrPagar may also be what part payments leave.
function checkPagar(calculo: Calculo, periodo: Micro): void {
  const { dte, total } = calculo
  const saldo = total('SaldoAnterior')
  if (total('VlrPagar') === null || (saldo === null && dte.raiz !== 'Boleta')) return
  const pagar = periodo + (saldo ?? 0n)
  demand(calculo, 'VlrPagar', 'HED-2-907', [pagar], ', el total del periodo más el saldo anterior')
}
