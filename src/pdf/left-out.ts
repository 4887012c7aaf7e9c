// The last page of a file of documents that lacks some of them: which, and why.
import { HOJA, IZQUIERDA, LIMITE } from './carta/medidas'
import { type Compuesto, writePages } from './compose'
import { altoDe, createFlujo, espacio, type Renglon } from './flujo'
import { type Cara, wrap } from './fuentes/fuente'
import type { Formato } from './impreso'
import { createPagina, putText } from './lienzo'
import { ALTO_MAXIMO, ROLLOS } from './rollo/medidas'

const TITULO = 'No incluidos'
const CUERPO = { titulo: 12, texto: 8.5 }
const INTERLINEA = 1.35

/** `lineas` say of a document each what became of it. On a roll the page is as high as they are. */
export function composeLeftOut(formato: Formato, lineas: readonly string[]): Compuesto {
  const { ancho, margen } = formato === 'carta' ? { ancho: HOJA.ancho, margen: IZQUIERDA } : ROLLOS[formato]
  const renglones = (text: string, cuerpo: number, cara: Cara): Renglon[] =>
    wrap(text, cara, cuerpo, ancho - margen * 2).map((codes) => ({
      alto: cuerpo * INTERLINEA,
      paint: (pagina, y) => putText(pagina, codes, margen, y + cuerpo, { cuerpo, cara }),
    }))
  const bloques = [
    [...renglones(TITULO, CUERPO.titulo, 'negrita'), espacio(6)],
    ...lineas.map((linea) => [...renglones(linea, CUERPO.texto, 'normal'), espacio(3)]),
  ]
  const entero = altoDe(bloques.flat()) + margen * 2
  const alto = formato === 'carta' ? HOJA.alto : Math.ceil(Math.min(entero, ALTO_MAXIMO))
  const flujo = createFlujo({
    open: () => ({ pagina: createPagina(ancho, alto), y: margen }),
    inicio: margen,
    limite: formato === 'carta' ? LIMITE : alto - margen,
  })
  for (const bloque of bloques) flujo.place(bloque)
  return { titulo: TITULO, timbre: null, original: writePages(flujo.paginas), originales: 1, cedible: [] }
}
