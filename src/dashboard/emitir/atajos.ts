// What the palette offers of emission, most used first. Of no other file: it travels with the first page.

import type { Atajo } from '../shell/screen'
import { shortName } from '../ui/tipo'

export const ATAJOS_EMITIR: readonly Atajo[] = [33, 39, 61, 34, 52, 41, 56, 46, 110, 43, 112, 111].map(
  (tipo) => ({
    nombre: `Emitir ${shortName(tipo).toLowerCase()}`,
    href: `/emitir/${tipo}`,
    palabras: `nueva crear dte ${tipo}`,
  }),
)
