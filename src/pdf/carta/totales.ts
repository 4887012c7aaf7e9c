// The totals of the letter page, at its right edge.
import { type FilaTotal, filasTotales } from '../contenido-totales'
import type { Renglon } from '../flujo'
import { type Cara, measure, wrap } from '../fuentes/fuente'
import type { Impreso } from '../impreso'
import { type Color, putRule, putText } from '../lienzo'
import { type Aire, DERECHA, GRIS, TINTA, TOTALES } from './medidas'
import { temaDe } from './tema'

const ESTILO_TOTAL: Record<FilaTotal['clase'], { cuerpo: number; cara: Cara; color: Color }> = {
  ajuste: { cuerpo: 8.5, cara: 'normal', color: GRIS },
  normal: { cuerpo: 9, cara: 'normal', color: TINTA },
  total: { cuerpo: 11.5, cara: 'negrita', color: TINTA },
  final: { cuerpo: 11.5, cara: 'negrita', color: TINTA },
}

/** The totals, one renglon a row, right of the notes. */
export function totales(impreso: Impreso, aire: Aire): Renglon[] {
  const x = DERECHA - TOTALES.ancho
  const tema = temaDe(impreso)
  return filasTotales(impreso).flatMap(({ etiqueta, valor, clase }) => {
    const { cuerpo, cara, color } = ESTILO_TOTAL[clase]
    const destacada = clase === 'total' || clase === 'final'
    const alto = destacada ? aire.destacada : aire.total
    const room = TOTALES.ancho - TOTALES.aire * 2 - measure(valor, cara, cuerpo) - 10
    const lines = wrap(etiqueta, cara, cuerpo, room)
    return lines.map((codes, i): Renglon => {
      const last = i === lines.length - 1
      return {
        alto: last ? alto : cuerpo + 2,
        paint(pagina, y) {
          if (destacada) {
            pagina.cajas.push({ x, y: y + 1, ancho: TOTALES.ancho, alto: alto - 2, relleno: tema.fondo })
            putRule(pagina, x, DERECHA, y + 1, 0.8, tema.acento)
          }
          const base = y + (destacada ? alto / 2 + cuerpo * 0.36 : 9.5)
          putText(pagina, codes, x + TOTALES.aire, base, { cuerpo, cara, color })
          if (last)
            putText(pagina, valor, DERECHA - TOTALES.aire, base, { cuerpo, cara, color, ancla: 'derecha' })
        },
      }
    })
  })
}
