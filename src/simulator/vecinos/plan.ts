// The acts of a neighbourhood before it was first seen, and week by week from then on (simulator §21.3). All
// of it follows from the company's RUT and the day.

import { addDays, chileDate, chileInstant } from '../../domain/fecha'
import type { Acto } from './actos'
import { createDado } from './dado'
import { HABITANTES, habitanteOf, type Temple } from './habitantes'
import type { Linea } from './montos'
import { pastHonorarios, pastNotas } from './plan-notas'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const [ANDES, MAULE, LIRCAY, PENCAHUE, COLBUN, VILCHES, QUILVO] = HABITANTES.map(({ rut }) => rut) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]
const CLIENTES = HABITANTES.filter(({ temple }) => temple.startsWith('cliente')).map(({ rut }) => rut)
/** Purchases of the past by how many days ago they came. */
const COMPRAS: Readonly<Record<string, (dias: number) => boolean>> = {
  [ANDES]: (dias) => dias % 7 === 2 || (dias % 7 === 5 && dias <= 60),
  [MAULE]: (dias) => dias <= 45 && (dias % 7 === 1 || dias % 7 === 4),
  [LIRCAY]: (dias) => dias % 15 === 3,
  [PENCAHUE]: (dias) => dias % 22 === 10,
  [COLBUN]: (dias) => dias % 14 === 13,
  [VILCHES]: (dias) => dias % 14 === 12,
  [QUILVO]: (dias) => dias % 30 === 20,
}
/** Between them nothing else comes, so that what expires within two days is what was meant to. */
const CALLADOS = [6, 7, 8]
const VENTAS = 40

type Dado = ReturnType<typeof createDado>

/** A purchase of a neighbour's goods. */
function lineasOf(rut: string, dado: Dado): Linea[] {
  const { articulos } = habitanteOf(rut)!
  return articulos.slice(0, 1 + dado(articulos.length)).map(([nombre, precio]) => ({
    nombre,
    cantidad: 1 + dado(40),
    precio: precio + 10 * dado(30),
    exento: false,
  }))
}

/** Everything that happened in so many months before `ahora`, and the first week to come, in no order. */
export function planVecindario(rutEmpresa: string, ahora: Date, meses: number, semilla: string): Acto[] {
  const hoy = chileDate(ahora)
  const seed = `${rutEmpresa} ${hoy} ${semilla}`
  const dado = createDado(seed)
  const at = (dias: number, hora: number): number =>
    chileInstant(`${addDays(hoy, -dias)}T${String(hora).padStart(2, '0')}:00:00`).getTime() +
    dado(3000) * 1000
  const actos: Acto[] = [
    { acto: 'semana', rut: rutEmpresa, at: ahora.getTime() + HOUR, datos: { semilla: seed, numero: 1 } },
  ]
  const emite = (rut: string, when: number): void => {
    const formaPago = habitanteOf(rut)!.temple === 'proveedor_contado' ? 1 : 2
    actos.push({ acto: 'emite', rut, at: when, datos: { formaPago, lineas: lineasOf(rut, dado) } })
  }
  const dias = meses * 30
  /** Days of the carrier's guides. */
  const guias: number[] = []
  for (let ago = dias; ago >= 1; ago--) {
    for (const [rut, comes] of Object.entries(COMPRAS))
      if (comes(ago) && !CALLADOS.includes(ago)) emite(rut, at(ago, 10))
    if (ago % 7 === 4 && !CALLADOS.includes(ago)) guias.push(ago)
    // Half of what comes from the first supplier is acknowledged, not the one before those that are about to expire; the rest is taken
    // tacitly.
    if (COMPRAS[ANDES]!(ago) && ago > 10 && dado(2) === 0)
      for (const [accion, later] of [
        ['ERM', 1],
        ['ACD', 2],
      ] as const)
        actos.push({ acto: 'acusa', rut: ANDES, at: at(ago - later, 15), datos: { accion } })
    if (ago !== Math.round(dias / 3) && ago !== Math.round((2 * dias) / 3))
      actos.push({
        acto: 'boletas',
        rut: rutEmpresa,
        at: at(ago, 20),
        datos: { totales: [1990 + 10 * dado(2500), 990 + 10 * dado(900)] },
      })
  }
  if (meses === 0) return actos
  for (const [i, rut] of [ANDES, LIRCAY, PENCAHUE].entries())
    emite(rut, ahora.getTime() - 8 * DAY + [5, 20, 40][i]! * HOUR)
  for (let i = 0; i < VENTAS; i++) {
    const rut = CLIENTES[i % CLIENTES.length]!
    const ago = Math.round(dias - 2 - (i * (dias - 12)) / VENTAS)
    actos.push({ acto: 'vende', rut, at: at(ago, 12), datos: { lineas: lineasOf(rut, dado) } })
  }
  const past = pastNotas({ ANDES, MAULE, LIRCAY, PENCAHUE, VILCHES, QUILVO }, at)
  const begin = at(dias, 0)
  for (const ago of guias) actos.push({ ...guiaOf(dado), at: at(ago, 9) })
  return [...actos, ...past, ...pastHonorarios(at)].filter((acto) => acto.at >= begin)
}

/** A week's delivery of the carrier, with the guide that goes with it. */
const guiaOf = (dado: Dado): Omit<Extract<Acto, { acto: 'emite' }>, 'at'> => ({
  acto: 'emite',
  rut: COLBUN,
  datos: { formaPago: 1, lineas: lineasOf(COLBUN, dado), guia: true },
})
/** Day of the week of its guide. */
const DIA_GUIA = 4
/** The day of the holder's questions. */
const DIA_PREGUNTA = 3

/** How often a temper invoices in a week of the life that goes on. */
const POR_SEMANA: Partial<Record<Temple, readonly number[]>> = {
  proveedor: [1, 4],
  proveedor_anula: [2, 5],
  proveedor_desprolijo: [1, 4],
  proveedor_windows: [3],
  proveedor_contado: [2],
  proveedor_notas: [1],
}

/** The week from `at` on, and the act that plans the next one. `temples` tells who lives there now. */
export function planSemana(
  rutEmpresa: string,
  at: number,
  { semilla, numero }: { semilla: string; numero: number },
  temples: readonly { rut: string; temple: Temple }[],
): Acto[] {
  const dado = createDado(`${semilla} ${numero}`)
  const actos: Acto[] = [
    { acto: 'semana', rut: rutEmpresa, at: at + 7 * DAY, datos: { semilla, numero: numero + 1 } },
  ]
  if (temples.some(({ rut }) => rut === COLBUN))
    actos.push({ ...guiaOf(createDado(`${semilla} ${numero} guía`)), at: at + DIA_GUIA * DAY })
  for (const { rut, temple } of temples)
    if (temple === 'tenedor') actos.push({ acto: 'pregunta', rut, at: at + DIA_PREGUNTA * DAY, datos: {} })
  for (const { rut, temple } of temples)
    for (const day of habitanteOf(rut)?.articulos.length ? (POR_SEMANA[temple] ?? []) : []) {
      const when = at + day * DAY + dado(6 * 3600) * 1000
      const formaPago = temple === 'proveedor_contado' ? 1 : 2
      actos.push({ acto: 'emite', rut, at: when, datos: { formaPago, lineas: lineasOf(rut, dado) } })
      if (temple === 'proveedor_notas' && numero % 3 === 0)
        actos.push({ acto: 'anota', rut, at: when + 2 * DAY, datos: { clase: 'parte', sobre: 1 } })
    }
  return actos
}
