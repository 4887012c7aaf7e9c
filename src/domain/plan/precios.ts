// The prices of plans. These are defaults: who runs a server for others sets prices of his own with
// TIMBRE_PLAN_PRICES.

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

/**
 * The witness that a plan was paid. `manual`: an account's owner; `operador`: whoever runs the server;
 * `flow`: Flow.
 */
export type Cobranza =
  | { tipo: 'manual' | 'operador' }
  | { tipo: 'flow'; url: string; apiKey: string; secretKey: string; publicUrl: string }

/** The largest plan that an account takes by itself: what the server gives to everybody, or all where the owner is believed. */
export const planLibre = ({ tipo }: Cobranza, planInicial: NombrePlan): NombrePlan =>
  tipo === 'manual' ? NOMBRES_PLAN.at(-1)! : planInicial

/**
 * Reads `Emprendedor=9990/99900,Profesional=29990/299900`: month and year; plans not named keep their default. Null for
 * anything else.
 */
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
