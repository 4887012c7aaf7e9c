// Which book a set asks for, and of what (simulator §23.3).

import type { Sim } from '../sim'
import type { Anota } from './control'
import { type LibroVisto, reviewLibro, reviewLibroGuias } from './control-libro'
import { findEmitidos, guiasOf, ventasOf } from './emitidos'
import { computeCompras } from './montos-libro'
import { type SetDePruebas, setInForce } from './sets'

/** Every check of the book that stands for a set. */
export function reviewLibroDe(sim: Sim, anota: Anota, set: SetDePruebas, visto: LibroVisto): void {
  const { compras, factor } = set.filas
  if (compras.length) {
    reviewLibro(anota, 'COMPRA', null, computeCompras(compras, factor), visto)
    return
  }
  const guias = set.clase === 'libro_guias'
  const base = guias
    ? setInForce(sim, set, 'guia')
    : (setInForce(sim, set, 'basico') ?? setInForce(sim, set, 'exenta'))
  const emitidos = findEmitidos(sim, set, base)
  const cuenta = guias ? 'Guia de Despacho' : 'Basico'
  anota('previo', 'aprobado', emitidos ? 'aprobado' : 'sin aprobar', { cuenta })
  if (!emitidos) return
  const { periodo, libro } = (guias ? guiasOf : ventasOf)(emitidos)
  if (guias) reviewLibroGuias(anota, periodo, libro, visto)
  else reviewLibro(anota, 'VENTA', periodo, libro, visto)
}
