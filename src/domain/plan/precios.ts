// What a plan costs. These are defaults: who runs a server for others sets prices of his own with TIMBRE_PLAN_PRICES.

import { NOMBRES_PLAN, type NombrePlan } from './planes'

export const CICLOS = ['mensual', 'anual'] as const
export type Ciclo = (typeof CICLOS)[number]

/** Whole pesos, taxes included, of a month or a year of each plan; 0 is free. */
export type Precios = Record<NombrePlan, Record<Ciclo, number>>

export const PRECIOS_POR_DEFECTO: Precios = {
  Gratis: { mensual: 0, anual: 0 },
  Emprendedor: { mensual: 9_990, anual: 99_900 },
  Profesional: { mensual: 29_990, anual: 299_900 },
  Empresa: { mensual: 99_990, anual: 999_900 },
}

export const COBRANZAS = ['manual', 'operador', 'flow'] as const

/** How plans are paid. `manual`: an account's owner says so; `operador`: whoever runs the server does; `flow`: Flow does. */
export type Cobranza =
  | { tipo: 'manual' | 'operador' }
  | { tipo: 'flow'; url: string; apiKey: string; secretKey: string; publicUrl: string }

/** Reads `Emprendedor=9990/99900,Profesional=29990/299900`: month and year; plans not named keep their default. Null for anything else. */
export function parsePrecios(text: string): Precios | null {
  const precios = { ...PRECIOS_POR_DEFECTO }
  for (const part of text.split(',')) {
    const match = /^\s*(\w+)=(\d{1,9})\/(\d{1,9})\s*$/.exec(part)
    const nombre = NOMBRES_PLAN.find((one) => one === match?.[1])
    if (!match || !nombre) return null
    precios[nombre] = { mensual: Number(match[2]), anual: Number(match[3]) }
  }
  return precios
}
