// The customs data and the currency of an export against its case (simulator §23.3).

import { type Elemento, hijos, textoEn, todosEn } from '../../xml/verify/nodo'
import { type Anota, fromCentavos, plain } from './control'
import type { Aduana } from './filas'

/** Kinds of packages that are told by number and seal. */
const CONTENEDORES: readonly number[] = [73, 74, 75, 76, 78]

/** Four decimals at most: ten-thousandths. */
function tenThousandths(text: string): bigint | null {
  const match = /^(\d+)(?:\.(\d{1,4}))?$/.exec(text)
  return match && BigInt(match[1]! + (match[2] ?? '').padEnd(4, '0'))
}

/** Pesos of an amount at a rate, half a peso up. */
function inPesos(monto: string, cambio: string): string | null {
  const [amount, rate] = [tenThousandths(monto), tenThousandths(cambio)]
  if (amount === null || rate === null || rate === 0n) return null
  const unit = 100_000_000n
  return String((2n * amount * rate + unit) / (2n * unit))
}

/** The customs data against which an export is held. */
interface Exportacion {
  /** Null: a note, which has what its invoice's `raiz` says of currency and country, and no freight. */
  own: Aduana | null
  raiz: Aduana
  caso: number
  /** In hundredths. */
  total: number
}

export function reviewAduana(anota: Anota, nodo: Elemento, { own, raiz, caso, total }: Exportacion): void {
  const same = (dato: string, esperado: string | number, encontrado: string): void => {
    anota('aduana', String(esperado), encontrado || '-', { caso, dato })
  }
  const aduana = (campo: string): string => textoEn(nodo, `Encabezado/Transporte/Aduana/${campo}`)
  reviewMoneda(same, nodo, raiz, total)
  if (raiz.pais) same('CodPaisRecep', raiz.pais.codigo, aduana('CodPaisRecep'))
  if (raiz.nacionalidad)
    same(
      'Nacionalidad',
      raiz.nacionalidad.codigo,
      textoEn(nodo, 'Encabezado/Receptor/Extranjero/Nacionalidad'),
    )
  if (own === null) {
    same('MntFlete', '-', aduana('MntFlete'))
    same('MntSeguro', '-', aduana('MntSeguro'))
    return
  }
  same('FmaPagExp', own.formaPago.codigo, textoEn(nodo, 'Encabezado/IdDoc/FmaPagExp'))
  for (const [dato, palabra] of [
    ['CodModVenta', own.modalidad],
    ['CodClauVenta', own.clausula],
    ['CodViaTransp', own.via],
    ['CodPtoEmbarque', own.embarque],
    ['CodPtoDesemb', own.desembarque],
    ['CodUnidMedTara', own.unidades?.[0]],
    ['CodUnidPesoBruto', own.unidades?.[1]],
    ['CodUnidPesoNeto', own.unidades?.[2]],
    // Where goods go somewhere.
    ['CodPaisDestin', own.via && own.pais],
  ] as const)
    if (palabra) same(dato, palabra.codigo, aduana(dato))
  for (const [dato, monto] of [
    ['TotClauVenta', own.totalClausula],
    ['MntFlete', own.flete],
    ['MntSeguro', own.seguro],
  ] as const)
    if (monto !== null) same(dato, fromCentavos(monto), plain(aduana(dato)))
  reviewBultos(same, nodo, own)
}

type Same = (dato: string, esperado: string | number, encontrado: string) => void

function reviewMoneda(same: Same, nodo: Elemento, raiz: Aduana, total: number): void {
  same('TpoMoneda', raiz.moneda, textoEn(nodo, 'Encabezado/Totales/TpoMoneda'))
  const [pesos] = todosEn(nodo, 'Encabezado/OtraMoneda').filter(
    (one) => textoEn(one, 'TpoMoneda') === 'PESO CL',
  )
  const cambio = pesos ? textoEn(pesos, 'TpoCambio') : ''
  const esperado = inPesos(fromCentavos(total), cambio) ?? 'el total por el tipo de cambio'
  same('MntTotOtrMnda', esperado, pesos ? plain(textoEn(pesos, 'MntTotOtrMnda')) : '-')
}

function reviewBultos(same: Same, nodo: Elemento, own: Aduana): void {
  const [aduana] = todosEn(nodo, 'Encabezado/Transporte/Aduana')
  if (own.unidades) {
    const weights = ['Tara', 'PesoBruto', 'PesoNeto'].map((dato) => textoEn(aduana, dato))
    const [, bruto, neto] = weights.map((text) => tenThousandths(text) ?? 0n)
    const good = weights.every((text) => tenThousandths(text)) && bruto! >= neto!
    same(
      'Tara, PesoBruto, PesoNeto',
      'presentes, bruto no menor que neto',
      good ? 'presentes, bruto no menor que neto' : weights.join(' '),
    )
  }
  if (own.totalBultos !== null) same('TotBultos', own.totalBultos, textoEn(aduana, 'TotBultos'))
  if (!own.bulto) return
  const bultos = hijos(aduana, 'TipoBultos')
  const is = (campo: string): boolean => bultos.every((one) => textoEn(one, campo) !== '')
  same('CodTpoBultos', own.bulto.codigo, bultos.map((one) => textoEn(one, 'CodTpoBultos')).join(' '))
  const contenedor = CONTENEDORES.includes(own.bulto.codigo)
  const wanted = contenedor ? ['IdContainer', 'Sello', 'EmisorSello'] : ['Marcas']
  same(wanted.join(', '), 'presentes', wanted.every(is) ? 'presentes' : 'faltan')
}
