// The person at the page and the company, as the shell found them: every screen may ask without asking the
// server.

import { createContext, useContext } from 'react'
import type { Permiso } from '../../domain/permisos'
import type { DataOf } from './client'

export type Me = DataOf<'GET /auth/me'>
export type EmpresaBreve = Me['empresas'][number]
export type Ambiente = EmpresaBreve['ambiente']

export interface Sesion extends Me {
  /** The company of the address. */
  empresa: EmpresaBreve
  /** The environment looked at: the company's unless `?ambiente=` says another. */
  ambiente: Ambiente
  /** Looking at another environment than the company's: nothing is issued there. */
  soloMira: boolean
  puede(permiso: Permiso): boolean
}

export const SesionContext = createContext<Sesion | null>(null)

/** Throws outside of a company's pages: those alone are screens. */
export function useSesion(): Sesion {
  const sesion = useContext(SesionContext)
  if (!sesion) throw new Error('useSesion outside of a company')
  return sesion
}

/** The same for parts that also stand outside of a company. */
export const useSesionOrNull = (): Sesion | null => useContext(SesionContext)
