// The mail of a day about a firm (areas/firma §4): first what ends that day, then what waits, the worst first. No amounts, and no names but those
// of the companies: a mail lies in the clear.

import type { Severidad } from '../../domain/firma/facetas'
import { type Fila, nombreAsunto } from './fila-json'
import { nombreOf } from './reader'
import { sortFilas } from './tablero'
import type { Vencimiento } from './vencimientos'

/** Companies of a part; the board has the others. */
const EMPRESAS_MAX = 50

type Facetas = Fila['facetas']
type Palabras = { [F in keyof Facetas]: (faceta: NonNullable<Facetas[F]>) => string }

const countOf = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`
const day = (fecha: string): string => fecha.split('-').reverse().join('-')

const PALABRAS: Palabras = {
  acuses: ({ pendientes }) => countOf(pendientes, 'compra', 'compras').concat(' por aceptar o reclamar'),
  documentos: ({ asuntos }) =>
    asuntos.map(({ asunto, cantidad }) => `${nombreAsunto(asunto)}: ${cantidad}`).join('; '),
  folios: ({ tipos }) =>
    `folios por pedir o que vencen: ${tipos.flatMap(({ tipo_dte, estado }) => (estado ? [`tipo ${tipo_dte}`] : [])).join(', ')}`,
  f29: ({ vence, vencidos: [overdue] }) =>
    overdue ? `F29 que venció el ${day(overdue.vence)}` : `F29 que vence el ${day(vence)}`,
  cuadratura: ({ causas }) => {
    const n = causas.reduce((sum, { documentos }) => sum + documentos, 0)
    return countOf(n, 'diferencia', 'diferencias').concat(' con el registro')
  },
  rcv: () => 'el registro del mes no está al día',
  rcof: ({ sin_informe }) => countOf(sin_informe, 'día', 'días').concat(' sin consumo de folios'),
  acceso: () => 'el acceso al SII: certificado, portal, buzón o tareas',
}

/** The facets of a company that have a severity, a line each. */
function linesOf(fila: Fila, severidad: Severidad): string[] {
  return (Object.keys(PALABRAS) as (keyof Facetas)[]).flatMap((name) => {
    const faceta = fila.facetas[name]
    if (faceta?.severidad !== severidad) return []
    return [`    - ${(PALABRAS[name] as (one: typeof faceta) => string)(faceta)}`]
  })
}

function partOf(title: string, filas: readonly Fila[], severidad: Severidad): string[] {
  const waiting = sortFilas(filas, '-severidad').flatMap((fila) => {
    const lines = linesOf(fila, severidad)
    return lines.length ? [[`  ${nombreOf(fila.empresa)} (${fila.empresa.rut})`, ...lines]] : []
  })
  if (!waiting.length) return []
  const left = waiting.length - EMPRESAS_MAX
  return [
    `${title} (${countOf(waiting.length, 'empresa', 'empresas')})`,
    ...waiting.slice(0, EMPRESAS_MAX).flat(),
    ...(left > 0 ? [`  … y ${left} más, en el tablero`] : []),
    '',
  ]
}

interface Visto {
  filas: readonly Fila[]
  /** Those of the day alone. */
  vencen: readonly Vencimiento[]
  minima: 'mal' | 'aviso'
}

/** Subject and lines; null where nothing waits. */
export function writeAviso({ filas, vencen, minima }: Visto): { asunto: string; lineas: string[] } | null {
  const today = vencen.map(({ empresa, texto }) => `  ${nombreOf(empresa)} (${empresa.rut}): ${texto}`)
  const lineas = [
    ...(today.length
      ? ['Termina hoy', ...today.slice(0, EMPRESAS_MAX), ...(today.length > EMPRESAS_MAX ? ['  …'] : []), '']
      : []),
    ...partOf('Urgente', filas, 'mal'),
    ...(minima === 'aviso' ? partOf('Por mirar', filas, 'aviso') : []),
  ]
  if (!lineas.length) return null
  const urgent = filas.filter(({ severidad }) => severidad === 'mal').length
  const told = [
    ...(today.length ? [countOf(today.length, 'plazo termina hoy', 'plazos terminan hoy')] : []),
    ...(urgent ? [countOf(urgent, 'empresa con algo urgente', 'empresas con algo urgente')] : []),
  ]
  return { asunto: `Timbre: ${told.join(' y ') || 'hay qué mirar hoy'}`, lineas }
}
