// The simulated SII's data of any taxpayer (simulator §13.1): a RUT without a description has name,
// activities and dates by its digits, always the same.

import { addDays } from '../../domain/fecha'
import { rutDv, splitRut } from '../../domain/rut'
import { findContribuyente } from '../contribuyentes'
import type { Lado } from '../hosts'
import { nombreOf } from '../portal/identidad'
import type { Sim } from '../sim'
import type { Descripcion } from './descripcion'
import { ACTIVIDADES, type Actividad, CIUDADES } from './rubros'

/** From this number on a RUT is a company's; below it, a person's. */
const EMPRESAS_DESDE = 50_000_000

/** A taxpayer as the SII knows it. */
export interface Ficha {
  rut: string
  razonSocial: string
  actividades: readonly Actividad[]
  inicio: string
  termino: string | null
  menorTamano: boolean
  monedaExtranjera: boolean
  /** Its mailbox for exchange. */
  correo: string
  /** Where its regional office is. */
  ciudad: string
}

/** The RUT of a number, whatever check digit was asked with: the SII looks at the number alone. */
export const rutOfNumero = (numero: string): string => `${Number(numero)}-${rutDv(String(Number(numero)))}`

/** The desk's description of a RUT, on either side, that of certification first. */
function describedAt(sim: Sim, lado: Lado | null, rut: string): Descripcion | null {
  const lados: readonly Lado[] = lado ? [lado] : ['certificacion', 'produccion']
  return lados.map((one) => findContribuyente(sim, one, rut)?.descripcion ?? null).find((one) => one) ?? null
}

/** The taxpayer of a RUT; null when the SII knows none. `lado` null: of a service that is one for both worlds. */
export function fichaOf(sim: Sim, lado: Lado | null, rut: string): Ficha | null {
  const { numero } = splitRut(rut)
  const own = describedAt(sim, lado, rut)
  if (numero.endsWith('00') && !own?.razonSocial) return null
  const n = Number(numero)
  const inicio = own?.inicio ?? isoOf(1995 + (n % 25), 1 + (n % 12), 1 + (n % 28))
  const ended = numero.endsWith('01') ? addDays(inicio, 2000 + (n % 1500)) : null
  return {
    rut,
    razonSocial: own?.razonSocial ?? nameOf(n, rut),
    actividades: own?.actividades ?? actividadesOf(n, inicio),
    inicio,
    termino: own ? own.termino : ended,
    menorTamano: own?.menorTamano ?? n % 5 !== 0,
    monedaExtranjera: n % 11 === 0,
    correo: own?.correo ?? `${rut}@simulador.invalid`,
    ciudad: CIUDADES[n % CIUDADES.length]!,
  }
}

const isoOf = (year: number, month: number, day: number): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

function nameOf(n: number, rut: string): string {
  if (n < EMPRESAS_DESDE) {
    const { nombres, apellidoPaterno, apellidoMaterno } = nombreOf(rut)
    return `${nombres} ${apellidoPaterno} ${apellidoMaterno}`
  }
  const { rubro } = ACTIVIDADES[n % ACTIVIDADES.length]!
  return `${rubro} ${CIUDADES[(n >> 3) % CIUDADES.length]!} ${['S.A.', 'SPA', 'LTDA.'][n % 3]}`.toUpperCase()
}

/** One to three, the first that of its name. */
const actividadesOf = (n: number, inicio: string): Actividad[] =>
  Array.from({ length: 1 + (n % 3) }, (_, i) => {
    const { rubro, ...actividad } = ACTIVIDADES[(n + 4 * i) % ACTIVIDADES.length]!
    return { ...actividad, desde: i ? addDays(inicio, 700 * i) : inicio }
  })
