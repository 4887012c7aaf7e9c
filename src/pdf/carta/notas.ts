// Left of the totals: what the issuer wants printed, instalments and remarks.
import { notasDe, type PagoImpreso } from '../contenido-notas'
import { espacio, type Renglon } from '../flujo'
import { type Cara, measure, wrap } from '../fuentes/fuente'
import type { Impreso } from '../impreso'
import { type Color, putText } from '../lienzo'
import { type Aire, ANCHO, GRIS, IZQUIERDA, TINTA, TOTALES } from './medidas'

const ANCHO_NOTAS = ANCHO - TOTALES.ancho - 28
const INTERLINEA = 2.7

function linea(
  text: string,
  ancho: number,
  cuerpo: number,
  { interlinea }: Aire,
  cara: Cara = 'normal',
  color: Color = TINTA,
): Renglon[] {
  return wrap(text, cara, cuerpo, ancho).map((codes) => ({
    alto: cuerpo + INTERLINEA - interlinea,
    paint: (pagina, y) => putText(pagina, codes, IZQUIERDA, y + cuerpo, { cuerpo, cara, color }),
  }))
}

/** The issuer's own texts, instalments and remarks, each below a small title. */
export function notas(impreso: Impreso, aire: Aire, ancho = ANCHO_NOTAS): Renglon[] {
  const dichas = notasDe(impreso)
  const parrafo = (text: string) => linea(text, ancho, 8.5, aire)
  const partes: [nombre: string, renglones: Renglon[]][] = [
    ['', linea(dichas.avisoPrecios, ancho, 7.5, aire, 'normal', GRIS)],
    ['', dichas.datos.flatMap(parrafo)],
    ['Cuotas', renglonesPagos(dichas.cuotas, ancho, aire)],
    ['Observaciones', parrafo(dichas.observaciones)],
    ['Notas', dichas.notas.flatMap(parrafo)],
    ['', leyendaAlPie(impreso).length > 0 ? [] : parrafo(dichas.leyenda)],
  ]
  return partes
    .filter(([, renglones]) => renglones.length > 0)
    .flatMap(([nombre, renglones]) => [
      ...linea(nombre, ancho, 7.5, aire, 'negrita', GRIS),
      ...renglones,
      espacio(Math.min(6, aire.bloque)),
    ])
}

/** The legend in the lines beside the page number; none when it is too long for them and stands among the notes. */
export function leyendaAlPie(impreso: Impreso): string[] {
  const lineas = wrap(notasDe(impreso).leyenda, 'normal', 7.5, ANCHO - 160)
  return lineas.length <= 2 ? lineas : []
}

function renglonesPagos(cuotas: readonly PagoImpreso[], ancho: number, { interlinea }: Aire): Renglon[] {
  const cuerpo = 8.5
  const derecha =
    IZQUIERDA + 60 + cuotas.reduce((w, { monto }) => Math.max(w, measure(monto, 'normal', cuerpo)), 0)
  const glosaX = derecha + 14
  return cuotas.flatMap(({ fecha, monto, glosa }) => {
    const lines = wrap(glosa, 'normal', cuerpo, IZQUIERDA + ancho - glosaX)
    return Array.from(
      { length: Math.max(1, lines.length) },
      (_, i): Renglon => ({
        alto: cuerpo + INTERLINEA - interlinea,
        paint(pagina, y) {
          if (i === 0) {
            putText(pagina, fecha, IZQUIERDA, y + cuerpo, { cuerpo })
            putText(pagina, monto, derecha, y + cuerpo, { cuerpo, ancla: 'derecha' })
          }
          putText(pagina, lines[i] ?? '', glosaX, y + cuerpo, { cuerpo, color: GRIS })
        },
      }),
    )
  })
}
