// The simulation (simulator §23.3): documents like the company's own, of every type of its sets.

import { hijos, textoEn } from '../../xml/verify/nodo'
import type { Anota } from './control'
import type { DocumentoVisto } from './control-documento'
import type { SetDePruebas } from './sets'

/** The fewest that anybody saw pass; the page asks for twenty. */
const MINIMO = 3

export function reviewSimulacion(
  anota: Anota,
  sets: readonly SetDePruebas[],
  vistos: readonly DocumentoVisto[],
): void {
  const enough = `${MINIMO} o más documentos`
  anota('cantidad_simulacion', enough, vistos.length < MINIMO ? `${vistos.length} documentos` : enough)
  const facturas = sets.filter(({ clase }) => clase !== 'boleta')
  const tipos = new Set(facturas.flatMap(({ filas }) => filas.casos.map(({ tipo }) => tipo)))
  for (const tipo of [...tipos].sort((a, b) => a - b))
    anota(
      'tipos_simulacion',
      String(tipo),
      vistos.some((one) => one.tipo === tipo) ? String(tipo) : 'no está',
    )
  const ofSet = vistos.filter(({ nodo }) =>
    hijos(nodo, 'Referencia').some((one) => textoEn(one, 'TpoDocRef') === 'SET'),
  )
  anota('referencia_simulacion', '', ofSet.map(({ tipo, folio }) => `${tipo}-${folio}`).join(' '))
}
