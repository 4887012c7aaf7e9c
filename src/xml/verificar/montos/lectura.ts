// What the amounts of a document depend on, read from its XML once. The differences between types are one row each.

import { type Codigo, type Hallazgo, hallazgo } from '../codigos'
import type { DteLeido } from '../leer'
import { type Elemento, en, hijo, hijos, texto, textoEn } from '../nodo'
import { leerNumero, type Micro } from './exacto'

/** How a type computes (formato-dte.md §1.5, §2). */
export interface ReglaMontos {
  /** A line without IndExe is exempt; the document has no net and no IVA. */
  exento?: true
  /** Lines carry IVA unless IndMntNeto says otherwise. */
  bruto?: true
  /** Decimals of an amount; 0, pesos, unless it says so. */
  decimales?: 4
  /** Lines have a sign of their own and no discounts. */
  conSigno?: true
  /** All but MntTotal may be left out when it is not a sale. */
  opcional?: true
  /** Its withholdings leave an IVANoRet. */
  compra?: true
}

const REGLAS: Record<number, ReglaMontos> = {
  33: {},
  34: { exento: true },
  39: { bruto: true },
  41: { exento: true },
  43: { conSigno: true },
  46: { compra: true },
  52: { opcional: true },
  56: { compra: true },
  61: { compra: true },
  110: { exento: true, decimales: 4 },
  111: { exento: true, decimales: 4 },
  112: { exento: true, decimales: 4 },
}

export interface Linea {
  nodo: Elemento
  /** `Detalle[3]`. */
  ruta: string
  indExe: number
  codigos: string[]
  monto: Micro
}

export interface Global {
  recargo: boolean
  porcentual: boolean
  valor: Micro
  indExe: number
}

export interface Calculo {
  dte: DteLeido
  regla: ReglaMontos
  decimales: 0 | 4
  /** Whether the affected lines carry IVA. */
  bruto: boolean
  /** A guía that is no sale. */
  sinVenta: boolean
  /** Rate of IVA: the document's, or the one in force when it states none. */
  tasa: Micro
  tasaVigente: Micro
  lineas: Linea[]
  globales: Global[]
  /** A number of Totales; null when it is absent. */
  total: (ruta: string) => Micro | null
  /** Adds a finding. `nodo` tells the line when the path alone does not find it. */
  anotar: (codigo: Codigo, ruta: string, mensaje: string, nodo?: Elemento) => void
}

/** Reads a document; null for a type whose arithmetic is unknown. Findings go to `salida`. */
export function leerCalculo(dte: DteLeido, tasaVigente: Micro, salida: Hallazgo[]): Calculo | null {
  const regla = REGLAS[dte.tipo]
  const { documento } = dte
  const encabezado = hijo(documento, 'Encabezado')
  const totales = hijo(encabezado, 'Totales')
  if (!regla || !documento || !encabezado || !totales) return null
  const traslado = textoEn(encabezado, 'IdDoc/IndTraslado')
  const total = (ruta: string) => numeroEn(totales, ruta)
  const netos = textoEn(encabezado, 'IdDoc/IndMntNeto') === '2'
  return {
    dte,
    regla,
    // An export in Chilean pesos has no cents (formato-dte.md §2.12).
    decimales: regla.decimales && textoEn(totales, 'TpoMoneda') !== 'PESO CL' ? 4 : 0,
    bruto: regla.bruto ? !netos : textoEn(encabezado, 'IdDoc/MntBruto') === '1',
    sinVenta: dte.tipo === 52 && traslado !== '1' && traslado !== '9',
    tasa: total('TasaIVA') ?? tasaVigente,
    tasaVigente,
    lineas: hijos(documento, 'Detalle').map((nodo, i) => ({
      nodo,
      ruta: `Detalle[${i + 1}]`,
      indExe: Number(textoEn(nodo, 'IndExe')),
      codigos: hijos(nodo, 'CodImpAdic').map((c) => texto(c).trim()),
      monto: numeroEn(nodo, 'MontoItem') ?? 0n,
    })),
    globales: hijos(documento, 'DscRcgGlobal').map((nodo) => ({
      recargo: textoEn(nodo, 'TpoMov') === 'R',
      porcentual: textoEn(nodo, 'TpoValor') === '%',
      valor: numeroEn(nodo, 'ValorDR') ?? 0n,
      indExe: Number(textoEn(nodo, 'IndExeDR')),
    })),
    total,
    anotar: (codigo, ruta, mensaje, nodo = en(documento, ruta) ?? totales) => {
      salida.push(hallazgo(codigo, `${ruta} (línea ${dte.linea(nodo)})`, mensaje))
    },
  }
}

/** The number at a path; null when it is absent or no number. */
export const numeroEn = (nodo: Elemento | null, ruta: string): Micro | null => leerNumero(textoEn(nodo, ruta))
