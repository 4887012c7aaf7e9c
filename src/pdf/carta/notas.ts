// Left of the totals: what the issuer wants printed, instalments and remarks.
import { avisoPrecios } from '../contenido-detalle'
import { espacio, type Renglon } from '../flujo'
import { formatFecha, formatNumero } from '../formato'
import { type Cara, measure, wrap } from '../fuentes/fuente'
import type { Impreso } from '../impreso'
import { type Color, putText } from '../lienzo'
import { ANCHO, GRIS, IZQUIERDA, TINTA, TOTALES } from './medidas'

const ANCHO_NOTAS = ANCHO - TOTALES.ancho - 28
const INTERLINEA = 2.7

function linea(
  text: string,
  ancho: number,
  cuerpo: number,
  cara: Cara = 'normal',
  color: Color = TINTA,
): Renglon[] {
  return wrap(text, cara, cuerpo, ancho).map((codes) => ({
    alto: cuerpo + INTERLINEA,
    paint: (pagina, y) => putText(pagina, codes, IZQUIERDA, y + cuerpo, { cuerpo, cara, color }),
  }))
}

/** What the issuer wants printed, instalments and remarks, each part below a small title. */
export function notas(impreso: Impreso, ancho = ANCHO_NOTAS): Renglon[] {
  const { dte, impresion = {} } = impreso
  const { datos = [], notas: sueltas = [], observaciones = '', leyenda = '' } = impresion
  const parrafo = (text: string) => linea(text, ancho, 8.5)
  const datosImpresos = datos
    .filter(({ valor }) => valor)
    .map(({ etiqueta, valor }) => `${etiqueta}: ${valor}`)
  const partes: [nombre: string, renglones: Renglon[]][] = [
    ['', linea(avisoPrecios(impreso), ancho, 7.5, 'normal', GRIS)],
    ['', datosImpresos.flatMap(parrafo)],
    ['Cuotas', renglonesPagos(dte.idDoc.pagos ?? [], ancho)],
    ['Observaciones', parrafo(observaciones)],
    ['Notas', sueltas.flatMap(parrafo)],
    ['', leyendaAlPie(impreso).length > 0 ? [] : parrafo(leyenda)],
  ]
  return partes
    .filter(([, renglones]) => renglones.length > 0)
    .flatMap(([nombre, renglones]) => [
      ...linea(nombre, ancho, 7.5, 'negrita', GRIS),
      ...renglones,
      espacio(6),
    ])
}

/** The legend in the lines beside the page number; none when it is too long for them and stands among the notes. */
export function leyendaAlPie({ impresion }: Impreso): string[] {
  const lineas = wrap(impresion?.leyenda ?? '', 'normal', 7.5, ANCHO - 160)
  return lineas.length <= 2 ? lineas : []
}

interface Pago {
  fecha: string
  monto: string
  glosa?: string
}

function renglonesPagos(pagos: readonly Pago[], ancho: number): Renglon[] {
  const cuerpo = 8.5
  const montos = pagos.map(({ monto }) => `$ ${formatNumero(monto)}`)
  const derecha = IZQUIERDA + 60 + montos.reduce((w, text) => Math.max(w, measure(text, 'normal', cuerpo)), 0)
  const glosaX = derecha + 14
  return pagos.flatMap(({ fecha, glosa = '' }, n) => {
    const lines = wrap(glosa, 'normal', cuerpo, IZQUIERDA + ancho - glosaX)
    return Array.from(
      { length: Math.max(1, lines.length) },
      (_, i): Renglon => ({
        alto: cuerpo + INTERLINEA,
        paint(pagina, y) {
          if (i === 0) {
            putText(pagina, formatFecha(fecha), IZQUIERDA, y + cuerpo, { cuerpo })
            putText(pagina, montos[n]!, derecha, y + cuerpo, { cuerpo, ancla: 'derecha' })
          }
          putText(pagina, lines[i] ?? '', glosaX, y + cuerpo, { cuerpo, color: GRIS })
        },
      }),
    )
  })
}
