// The description of a screen in the table of routes (screens.ts).

import type { Permiso } from '../../domain/permisos'
import type { Pagina } from '../../manual/paginas'
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
  /** The page of the manual about it, and its heading; empty for the contents. */
  ayuda: '' | Pagina | `${Pagina}#${string}`
  /** Where navigation shows it; left out, it is reached from another. */
  grupo?: Grupo
  /** The group that the palette shows beside it, where navigation has none of it. */
  bajo?: Grupo
  /** The permission to see the screen, or any of several; others are told so, and navigation leaves it out. */
  permiso?: Permiso | readonly Permiso[]
  /** Owners alone find it; the screen itself says so to others. */
  soloPropietario?: boolean
  pantalla: Lazy
}

/** The permission that a person lacks for the screen, the first of several; undefined where none. */
export function lackedOf(
  { permiso }: Pick<Screen, 'permiso'>,
  puede: (permiso: Permiso) => boolean,
): Permiso | undefined {
  const any = permiso === undefined ? [] : typeof permiso === 'string' ? [permiso] : permiso
  return any.some(puede) ? undefined : any[0]
}

/** The screen at a path after `/app/:rut`; undefined where there is none. */
export const screenAt = (screens: readonly Screen[], path: string): Screen | undefined =>
  screens.find(({ ruta }) => new RegExp(`^${ruta.replace(/:\w+/g, '[^/]+')}$`).test(path))

/** The address of the help on the screen at a path. */
export const helpAt = (screens: readonly Screen[], path: string): string =>
  `/manual/${screenAt(screens, path)?.ayuda ?? ''}`.replace(/\/$/, '')
