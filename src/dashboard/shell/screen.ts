// The description of a screen in the table of routes (screens.ts).

import type { Permiso } from '../../domain/permisos'
import type { Lazy } from './lazy'

export const GRUPOS = ['Ventas', 'Compras', 'SII', 'Desarrollo', 'Cuenta'] as const
export type Grupo = (typeof GRUPOS)[number]

/** Pages of the server that are no screen of the dashboard: each opens in another tab, for who sees their group. */
export const AFUERA = [{ href: '/docs', nombre: 'API', grupo: 'Desarrollo' }] as const satisfies readonly {
  href: string
  nombre: string
  grupo: Grupo
}[]

export interface Screen {
  /** After `/app/:rut`, with `:parameters`. */
  ruta: string
  /** As navigation and palette name it; words that it is found by beside its name stand in palette-words.ts. */
  nombre: string
  /** Where navigation shows it; left out, it is reached from another. */
  grupo?: Grupo
  /** The group that the palette shows beside it, where navigation has none of it. */
  bajo?: Grupo
  /** The permission to see the screen; others are told so, and navigation leaves it out. */
  permiso?: Permiso
  /** Owners alone find it; the screen itself says so to others. */
  soloPropietario?: boolean
  pantalla: Lazy
}
