// The values that a document's amounts depend on, read from its XML once. The differences between types are
// those of their rows.

import { tasaIva } from '../../../domain/dte/impuestos'
import { filaDe, type TipoDocumento } from '../../../domain/dte/tipos'
import { type Codigo, type Finding, finding } from '../codigos'
import { type Elemento, en, hijo, hijos, texto, textoEn } from '../nodo'
import type { DteLeido } from '../parse-sobre'
import { type Micro, readNumero } from './exact'

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
  /** How its type computes (domain/dte §1.2, §6). */
  regla: TipoDocumento
  decimales: 0 | 4
  /** Whether the affected lines carry IVA. */
  bruto: boolean
  /** A guía that is no sale. */
  sinVenta: boolean
  /** Rate of IVA: the document's, or the one in force when it states none. */
  tasa: Micro
  tasaVigente: Micro
  /** The document's date: taxes are judged at the rates of that day. */
  fecha: string
  lineas: Linea[]
  globales: Global[]
  /** A number of Totales; null when it is absent. */
  total: (ruta: string) => Micro | null
  /** Adds a finding. `nodo` tells the line when the path alone does not find it. */
  note: (codigo: Codigo, ruta: string, mensaje: string, nodo?: Elemento) => void
}

/** Reads a document; null for a type whose arithmetic is unknown. Findings go to `salida`. */
export function readCalculo(dte: DteLeido, salida: Finding[]): Calculo | null {
  const regla = filaDe(dte.tipo)
  const { documento } = dte
  const encabezado = hijo(documento, 'Encabezado')
  const totales = hijo(encabezado, 'Totales')
  if (!regla || !documento || !encabezado || !totales) return null
  const fecha = textoEn(encabezado, 'IdDoc/FchEmis')
  const tasaVigente = readNumero(tasaIva(fecha))!
  const traslado = textoEn(encabezado, 'IdDoc/IndTraslado')
  const total = (ruta: string) => numeroEn(totales, ruta)
  const netos = textoEn(encabezado, 'IdDoc/IndMntNeto') === '2'
  return {
    dte,
    regla,
    // An export in Chilean pesos has no cents (domain/dte §6.11).
    decimales: regla.monedaExtranjera && textoEn(totales, 'TpoMoneda') !== 'PESO CL' ? 4 : 0,
    bruto: regla.preciosBrutos ? !netos : textoEn(encabezado, 'IdDoc/MntBruto') === '1',
    sinVenta: regla.guia && traslado !== '1' && traslado !== '9',
    tasa: total('TasaIVA') ?? tasaVigente,
    tasaVigente,
    fecha,
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
    note: (codigo, ruta, mensaje, nodo = en(documento, ruta) ?? totales) => {
      salida.push(finding(codigo, `${ruta} (línea ${dte.linea(nodo)})`, mensaje))
    },
  }
}

/** The number at a path; null when it is absent or no number. */
export const numeroEn = (nodo: Elemento | null, ruta: string): Micro | null => readNumero(textoEn(nodo, ruta))
