// The pages of a strip of paper: as high as what they say, one a copy (pdf §5.2).

import { altoDe, espacio, type Renglon } from '../flujo'
import type { Impreso, PapelRollo } from '../impreso'
import { createPagina, type Pagina } from '../lienzo'
import type { TimbreRollo } from '../timbre'
import { ALTO_MAXIMO, ROLLOS, type Rollo } from './medidas'
import { renglonesDe } from './renglones'
import { tira } from './tira'

/** The pages of one copy: one, unless it is metres long. */
export function composeRollo(
  papel: PapelRollo,
  impreso: Impreso,
  timbre: TimbreRollo | null,
  pedida: { cedible: boolean },
): Pagina[] {
  const rollo = ROLLOS[papel]
  const bloques = tira(impreso, pedida).map((pieza) => renglonesDe(pieza, rollo, timbre))
  const pages: Renglon[][] = [[]]
  let alto = 0
  for (const bloque of bloques) {
    const next = altoDe(bloque)
    if (alto + next > ALTO_MAXIMO && alto > 0) {
      pages.push([])
      alto = 0
    }
    pages.at(-1)!.push(...bloque)
    alto += next
  }
  return pages.map((renglones) => paintPage(renglones, rollo))
}

function paintPage(renglones: readonly Renglon[], rollo: Rollo): Pagina {
  const all = [espacio(rollo.margen), ...renglones, espacio(rollo.margen)]
  // Whole dots, so that the timbre's modules fall on the head's.
  const pagina = createPagina(rollo.ancho, Math.ceil(altoDe(all) / rollo.punto) * rollo.punto)
  let y = 0
  for (const renglon of all) {
    renglon.paint(pagina, y)
    y += renglon.alto
  }
  return pagina
}
