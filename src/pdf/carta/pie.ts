// Foot of the letter page: the timbre at the left and, in the cedible copy, the receipt at the right (pdf §2.1, §3).
import { CAMPOS_ACUSE, DECLARACION, palabraCedible } from '../cedible'
import { leyendasTimbre } from '../contenido'
import { altoDe, type Renglon } from '../flujo'
import { measure, wrap } from '../fuentes/fuente'
import type { Impreso } from '../impreso'
import { type Pagina, putRule, putText, ZONA_QUIETA } from '../lienzo'
import type { Simbolo } from '../pdf417'
import { ALTO_FILA } from '../timbre'
import { ACUSE_X, type Aire, DERECHA, GRIS, IZQUIERDA, MODULO, RAYA, RAYA_TENUE, TIMBRE_X } from './medidas'

const AIRE_PIE = 8

const paintStack = (stack: readonly Renglon[], pagina: Pagina, y: number): void => {
  let at = y
  for (const renglon of stack) {
    renglon.paint(pagina, at)
    at += renglon.alto
  }
}

/**
 * The foot as one row: notes above the timbre at the left, totals above the receipt at the right. The upper parts hang
 * from the top, the lower ones stand on the bottom.
 */
export function renglonPie(
  izquierda: readonly Renglon[],
  timbre: Renglon,
  derecha: readonly Renglon[],
  acuse: Renglon,
): Renglon {
  const alto = AIRE_PIE + Math.max(altoDe(izquierda) + timbre.alto, altoDe(derecha) + acuse.alto)
  return {
    alto,
    paint(pagina, y) {
      putRule(pagina, IZQUIERDA, DERECHA, y, 0.5, RAYA)
      paintStack(izquierda, pagina, y + AIRE_PIE)
      paintStack(derecha, pagina, y + AIRE_PIE)
      timbre.paint(pagina, y + alto - timbre.alto)
      acuse.paint(pagina, y + alto - acuse.alto)
    },
  }
}

/** The timbre with its legends; a preview says that it has none. */
export function renglonTimbre(impreso: Impreso, simbolo: Simbolo | null): Renglon {
  const ancho = (simbolo?.ancho ?? 324) * MODULO
  const alto = (simbolo?.filas ?? 48) * ALTO_FILA * MODULO
  const fits = (linea: string) => measure(linea, 'normal', 8) <= ancho
  const leyendas = simbolo
    ? leyendasTimbre(impreso, fits).flatMap((text) => wrap(text, 'normal', 8, ancho))
    : []
  return {
    alto: ZONA_QUIETA * 2 + alto + leyendas.length * 10,
    paint(pagina, top) {
      const y = top + ZONA_QUIETA
      if (simbolo) pagina.timbre = { x: TIMBRE_X, y, ancho, alto }
      else putSinTimbre(pagina, y, ancho, alto)
      leyendas.forEach((leyenda, i) => {
        putText(pagina, leyenda, TIMBRE_X + ancho / 2, y + alto + ZONA_QUIETA + 6 + i * 10, {
          cuerpo: 8,
          cara: i === 0 ? 'negrita' : 'normal',
          ancla: 'centro',
        })
      })
    },
  }
}

function putSinTimbre(pagina: Pagina, y: number, ancho: number, alto: number): void {
  pagina.cajas.push({ x: TIMBRE_X, y, ancho, alto, borde: RAYA })
  putText(pagina, 'Vista previa sin timbre', TIMBRE_X + ancho / 2, y + alto / 2 + 3, {
    cuerpo: 9,
    color: GRIS,
    ancla: 'centro',
  })
}

const ACUSE = { aire: 10, cuerpo: 6.5, palabra: 13 }

/** The receipt to be filled in by hand, and below it the word that makes the copy transferable. */
export function renglonAcuse(impreso: Impreso, { acuse: paso, separacion, interlinea }: Aire): Renglon {
  const x = ACUSE_X
  const ancho = DERECHA - x
  const { aire, cuerpo } = ACUSE
  const declaracion = wrap(DECLARACION, 'normal', cuerpo, ancho - aire * 2)
  const menudo = 8 - interlinea / 2
  const margen = 15 - interlinea * 2
  const caja = margen + paso * CAMPOS_ACUSE.length + margen + declaracion.length * menudo
  return {
    alto: separacion + caja + 12 + ACUSE.palabra,
    paint(pagina, arriba) {
      const top = arriba + separacion
      let y = top + margen
      putText(pagina, 'Acuse de recibo', x + aire, y, { cuerpo: 8.5, cara: 'negrita' })
      for (const fila of CAMPOS_ACUSE) {
        y += paso
        const hueco = (ancho - aire) / fila.length
        fila.forEach((etiqueta, i) => {
          const from = x + aire + hueco * i
          putText(pagina, etiqueta, from, y, { cuerpo: 8, color: GRIS })
          putRule(pagina, from + measure(etiqueta, 'normal', 8) + 5, from + hueco - aire, y + 1.5, 0.5, RAYA)
        })
      }
      declaracion.forEach((codes, i) => {
        putText(pagina, codes, x + aire, y + margen + i * menudo, { cuerpo })
      })
      pagina.cajas.push({ x, y: top, ancho, alto: caja, borde: RAYA_TENUE, grosor: 0.7 })
      putText(pagina, palabraCedible(impreso.dte), DERECHA, top + caja + 10 + ACUSE.palabra * 0.7, {
        cuerpo: ACUSE.palabra,
        cara: 'negrita',
        ancla: 'derecha',
      })
    },
  }
}
