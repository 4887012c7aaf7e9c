// The amounts of a book against each other (simulator §24): within a row, and the sums of each type against the rows. Integers of the
// simulator's own; nothing of what counts them for a company is used.

import type { Razon } from '../sim'
import { type Campos, type Libro, leafOf, rowsOf } from './lectura'

type Add = (codigo: string, mensaje: string) => void

const number = (campos: Campos, local: string): number => Number(leafOf(campos, local) || 0)
const sum = (rows: readonly Campos[], local: string): number =>
  rows.reduce((pesos, row) => pesos + number(row, local), 0)
const having = (rows: readonly Campos[], local: string): number =>
  rows.filter((row) => leafOf(row, local) !== '').length

/** Sums of the period by the amount of a row that they add up. */
const SUMAS: readonly [total: string, monto: string][] = [
  ['TotMntExe', 'MntExe'],
  ['TotMntNeto', 'MntNeto'],
  ['TotMntIVA', 'MntIVA'],
  ['TotMntActivoFijo', 'MntActivoFijo'],
  ['TotMntIVAActivoFijo', 'MntIVAActivoFijo'],
  ['TotIVAUsoComun', 'IVAUsoComun'],
  ['TotImpSinCredito', 'MntSinCred'],
  ['TotIVARetTotal', 'IVARetTotal'],
  ['TotIVARetParcial', 'IVARetParcial'],
  ['TotMntTotal', 'MntTotal'],
  ['TotIVANoRetenido', 'IVANoRetenido'],
]

/** Counts of the period, where told, by the amount that their rows have. */
const CUENTAS: readonly [total: string, monto: string][] = [
  ['TotOpActivoFijo', 'MntActivoFijo'],
  ['TotOpIVAUsoComun', 'IVAUsoComun'],
  ['TotOpIVARetTotal', 'IVARetTotal'],
  ['TotOpIVARetParcial', 'IVARetParcial'],
  ['TotOpIVANoRetenido', 'IVANoRetenido'],
]

const GRUPOS = [
  {
    total: 'TotIVANoRec',
    fila: 'IVANoRec',
    codigo: 'CodIVANoRec',
    sumado: 'TotMntIVANoRec',
    monto: 'MntIVANoRec',
  },
  { total: 'TotOtrosImp', fila: 'OtrosImp', codigo: 'CodImp', sumado: 'TotMntImp', monto: 'MntImp' },
] as const

/** The withheld IVA; of other taxes a row does not say whether they add. */
const RETENIDO = '15'

/** Types that a book has in its sums alone. */
const SOLO_RESUMEN = new Set(['35', '38', '39', '41', '105'])

/** Half up, of pesos and a decimal of at most three places. */
const rounded = (pesos: number, decimal: string, hundredth = false): number => {
  const [whole = '0', fraction = ''] = decimal.split('.')
  const thousandths = BigInt(whole + fraction.padEnd(3, '0'))
  const divisor = hundredth ? 100_000n : 1000n
  return Number((BigInt(pesos) * thousandths * 2n + divisor) / (2n * divisor))
}

/** Amounts that a row of sales or purchases must say, zeros too. */
const EXPLICITOS = ['MntExe', 'MntNeto', 'MntIVA', 'MntTotal']
const CON_SIGNO = [...EXPLICITOS, 'TotMntExe', 'TotMntNeto', 'TotMntIVA', 'TotMntTotal']

/** Missing zeros and negative amounts, which end a book before anybody adds it up. */
export function findMontosFaults({ clase, resumen, detalle }: Libro): Razon[] {
  if (clase === 'GUIA') return []
  const faults: Razon[] = []
  for (const row of detalle) {
    const quien = `${leafOf(row, 'TpoDoc')}-${leafOf(row, 'NroDoc')}`
    const missing = leafOf(row, 'Anulado') ? [] : EXPLICITOS.filter((local) => leafOf(row, local) === '')
    if (missing.length) faults.push({ codigo: 'LBR-3', mensaje: `${quien}: falta ${missing.join(', ')}` })
  }
  for (const row of [...resumen, ...detalle])
    for (const local of CON_SIGNO)
      if (number(row, local) < 0)
        faults.push({ codigo: 'LBR-2', mensaje: `Tipo ${leafOf(row, 'TpoDoc')}: ${local} es negativo` })
  return faults
}

/** Sums that are not those of the rows, and rows that do not add up. */
export function findSumasFaults({ clase, resumen, detalle }: Libro): Razon[] {
  const faults: Razon[] = []
  const add: Add = (codigo, mensaje) => faults.push({ codigo, mensaje })
  if (clase === 'GUIA') judgeGuias(resumen[0] ?? {}, detalle, add)
  else {
    for (const row of detalle) judgeFila(row, add)
    const tipos = [...new Set([...resumen, ...detalle].map((row) => leafOf(row, 'TpoDoc')))]
    for (const tipo of tipos) {
      const of = (rows: readonly Campos[]) => rows.filter((row) => leafOf(row, 'TpoDoc') === tipo)
      const [total, ...twice] = of(resumen)
      if (!total || twice.length) add('LRH', `Tipo ${tipo}: debe tener una línea de resumen`)
      else if (!SOLO_RESUMEN.has(tipo)) judgeTipo(tipo, total, of(detalle), add)
    }
  }
  return faults
}

function judgeFila(row: Campos, add: Add): void {
  if (leafOf(row, 'Anulado')) return
  const quien = `${leafOf(row, 'TpoDoc')}-${leafOf(row, 'NroDoc')}`
  const noRec = sum(rowsOf(row, 'IVANoRec'), 'MntIVANoRec')
  const iva = number(row, 'MntIVA') + noRec + number(row, 'IVAUsoComun')
  const tasa = leafOf(row, 'TasaImp')
  const neto = number(row, 'MntNeto')
  if (tasa !== '' && Math.abs(rounded(neto, tasa, true) - iva) > 1)
    add('LRH', `${quien}: ${tasa} % de ${neto} no es el IVA informado, ${iva}`)
  const otros = rowsOf(row, 'OtrosImp')
  if (otros.some((otro) => leafOf(otro, 'CodImp') !== RETENIDO)) return
  const retenido = sum(otros, 'MntImp') + number(row, 'IVARetTotal') + number(row, 'IVARetParcial')
  const total = number(row, 'MntExe') + neto + iva + number(row, 'MntSinCred') - retenido
  if (total !== number(row, 'MntTotal'))
    add('LRH', `${quien}: MntTotal dice ${number(row, 'MntTotal')} y sus montos suman ${total}`)
}

function judgeTipo(tipo: string, total: Campos, all: readonly Campos[], add: Add): void {
  const rows = all.filter((row) => leafOf(row, 'Anulado') === '')
  const equal = (local: string, found: number) => {
    if (number(total, local) !== found)
      add('LRH', `Tipo ${tipo}: ${local} dice ${number(total, local)} y el detalle suma ${found}`)
  }
  equal('TotDoc', rows.length)
  for (const [local, monto] of SUMAS) equal(local, sum(rows, monto))
  for (const [local, monto] of CUENTAS) if (leafOf(total, local) !== '') equal(local, having(rows, monto))
  for (const { total: grupo, fila, codigo, sumado, monto } of GRUPOS) {
    const own = rows.flatMap((row) => rowsOf(row, fila))
    const said = rowsOf(total, grupo)
    for (const code of new Set([...own, ...said].map((one) => leafOf(one, codigo)))) {
      const of = (list: readonly Campos[]) => list.filter((one) => leafOf(one, codigo) === code)
      const [dice, suma] = [sum(of(said), sumado), sum(of(own), monto)]
      if (dice !== suma) add('LRH', `Tipo ${tipo}: ${grupo} ${code} dice ${dice} y el detalle suma ${suma}`)
    }
  }
  const comun = number(total, 'TotIVAUsoComun')
  const factor = leafOf(total, 'FctProp')
  if (comun > 0 && number(total, 'TotCredIVAUsoComun') !== rounded(comun, factor || '0'))
    add('LRH', `Tipo ${tipo}: el crédito del IVA de uso común no es ${comun} por ${factor || 'su factor'}`)
}

function judgeGuias(total: Campos, detalle: readonly Campos[], add: Add): void {
  const equal = (que: string, dice: number, suma: number) => {
    if (dice !== suma) add('LRH', `${que} dice ${dice} y el detalle suma ${suma}`)
  }
  const anuladas = (codigo: string) => detalle.filter((row) => leafOf(row, 'Anulado') === codigo)
  const rows = detalle.filter((row) => !['1', '2'].includes(leafOf(row, 'Anulado')))
  const of = (tipo: string) => rows.filter((row) => leafOf(row, 'TpoOper') === tipo)
  equal('TotFolAnulado', number(total, 'TotFolAnulado'), anuladas('1').length)
  equal('TotGuiaAnulada', number(total, 'TotGuiaAnulada'), anuladas('2').length)
  equal('TotGuiaVenta', number(total, 'TotGuiaVenta'), of('1').length)
  equal('TotMntGuiaVta', number(total, 'TotMntGuiaVta'), sum(of('1'), 'MntTotal'))
  equal('TotMntModificado', number(total, 'TotMntModificado'), sum(anuladas('3'), 'MntModificado'))
  for (const tipo of ['2', '3', '4', '5', '6', '7']) {
    const said = rowsOf(total, 'TotTraslado').filter((row) => leafOf(row, 'TpoTraslado') === tipo)
    equal(`TotTraslado ${tipo}, CantGuia`, sum(said, 'CantGuia'), of(tipo).length)
    equal(`TotTraslado ${tipo}, MntGuia`, sum(said, 'MntGuia'), sum(of(tipo), 'MntTotal'))
  }
}
