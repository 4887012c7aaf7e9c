// The blocks that only some documents have on the letter page: a title, fields two to a row, then full lines.
import type { Bloque, Campo } from '../campo'
import { espacio, type Renglon } from '../flujo'
import { wrap } from '../fuentes/fuente'
import { putRule, putText } from '../lienzo'
import { type Aire, ANCHO, DERECHA, GRIS, IZQUIERDA, RAYA_TENUE } from './medidas'
import type { Tema } from './tema'

const CAMPO = { etiqueta: 7.5, cuerpo: 8.5, paso: 11.5, sangria: 92, entre: 18 }
const MEDIO = (ANCHO - CAMPO.entre) / 2

/** The rows of a block. */
export function renglonesBloque({ titulo, campos, lineas }: Bloque, tema: Tema, aire: Aire): Renglon[] {
  const paso = CAMPO.paso - aire.interlinea
  const filas: Renglon[] = []
  for (let i = 0; i < campos.length; i += 2) filas.push(fila(campos.slice(i, i + 2), paso))
  return [
    cabeza(titulo, tema, aire),
    ...filas,
    ...lineas.flatMap((text) =>
      wrap(text, 'normal', CAMPO.cuerpo, ANCHO).map(
        (codes): Renglon => ({
          alto: paso,
          paint: (pagina, y) => putText(pagina, codes, IZQUIERDA, y + 8.5, { cuerpo: CAMPO.cuerpo }),
        }),
      ),
    ),
    espacio(aire.bloque),
  ]
}

const cabeza = (titulo: string, { acento }: Tema, { interlinea }: Aire): Renglon => ({
  alto: 17 - interlinea,
  paint(pagina, y) {
    putText(pagina, titulo, IZQUIERDA, y + 8.5, { cuerpo: 8.5, cara: 'negrita', color: acento })
    putRule(pagina, IZQUIERDA, DERECHA, y + 12.5, 0.4, RAYA_TENUE)
  },
})

function fila(campos: readonly Campo[], paso: number): Renglon {
  const celdas = campos.map(({ etiqueta, valor }) => ({
    etiqueta,
    lineas: wrap(valor, 'normal', CAMPO.cuerpo, MEDIO - CAMPO.sangria),
  }))
  return {
    alto: Math.max(...celdas.map((c) => c.lineas.length)) * paso + 1,
    paint(pagina, y) {
      celdas.forEach(({ etiqueta, lineas }, i) => {
        const x = IZQUIERDA + i * (MEDIO + CAMPO.entre)
        putText(pagina, etiqueta, x, y + 8.5, { cuerpo: CAMPO.etiqueta, color: GRIS })
        lineas.forEach((codes, j) => {
          putText(pagina, codes, x + CAMPO.sangria, y + 8.5 + j * paso, { cuerpo: CAMPO.cuerpo })
        })
      })
    },
  }
}
