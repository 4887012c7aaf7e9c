// Each piece of the strip as painted rows of a page.
import { espacio, type Renglon } from '../flujo'
import { type Cara, measure, wrap } from '../fuentes/fuente'
import { type Estilo, putRule, putText, ZONA_QUIETA } from '../lienzo'
import { fitLogo, type Plantilla } from '../plantilla/plantilla'
import { ALTO_FILA, type TimbreRollo } from '../timbre'
import { INTERLINEA, type Rollo, TINTA } from './medidas'
import type { Leyendas, Pieza, TextoPieza } from './tira'

/** The rows of a piece; they stay on one page. */
export function renglonesDe(pieza: Pieza, rollo: Rollo, timbre: TimbreRollo | null): Renglon[] {
  const { cuerpos } = rollo
  switch (pieza.tipo) {
    case 'texto':
      return texto(pieza, rollo)
    case 'recuadro':
      return [recuadro(pieza.lineas, rollo)]
    case 'campo':
      return campo(pieza.etiqueta, pieza.valor, rollo)
    case 'monto': {
      const [cara, cuerpo]: [Cara, number] =
        pieza.clase === 'destacado' ? ['negrita', cuerpos.total] : ['normal', cuerpos.normal]
      return monto(pieza.texto, pieza.monto, cara, cuerpo, rollo)
    }
    case 'fillIn':
      return [fillIn(pieza.etiqueta, rollo)]
    case 'raya':
      return [raya(rollo)]
    case 'espacio':
      return [espacio(cuerpos.normal * 0.55)]
    case 'logo':
      return [renglonLogo(pieza.logo, rollo)]
    case 'timbre':
      return timbre ? renglonesTimbre(timbre, pieza.leyendas, rollo) : []
  }
}

const anchoDe = ({ ancho, margen }: Rollo): number => ancho - margen * 2

/** One line of text as a row. */
function linea(codes: string, x: number, estilo: Estilo): Renglon {
  const alto = estilo.cuerpo * INTERLINEA
  return {
    alto,
    paint: (pagina, y) => putText(pagina, codes, x, y + estilo.cuerpo * 0.95, { color: TINTA, ...estilo }),
  }
}

function texto({ texto, tamano, negrita, ancla = 'izquierda' }: TextoPieza, rollo: Rollo): Renglon[] {
  const cuerpo = rollo.cuerpos[tamano]
  const cara: Cara = negrita ? 'negrita' : 'normal'
  const x = { izquierda: rollo.margen, centro: rollo.ancho / 2, derecha: rollo.ancho - rollo.margen }[ancla]
  return wrap(texto, cara, cuerpo, anchoDe(rollo)).map((codes) => linea(codes, x, { cuerpo, cara, ancla }))
}

function campo(etiqueta: string, valor: string, rollo: Rollo): Renglon[] {
  const cuerpo = rollo.cuerpos.normal
  const label = `${etiqueta}:`
  const sangria = measure(label, 'negrita', cuerpo) + cuerpo * 0.35
  const hueco = anchoDe(rollo)
  // The value goes on below its label, over the whole width, as a receipt does.
  const [first = '', ...more] = wrap(valor, 'normal', cuerpo, hueco - sangria)
  const rest = wrap(more.join(' '), 'normal', cuerpo, hueco)
  const head = linea(first, rollo.margen + sangria, { cuerpo })
  return [
    {
      alto: head.alto,
      paint(pagina, y) {
        putText(pagina, label, rollo.margen, y + cuerpo * 0.95, { cuerpo, cara: 'negrita', color: TINTA })
        head.paint(pagina, y)
      },
    },
    ...rest.map((codes) => linea(codes, rollo.margen, { cuerpo })),
  ]
}

/** The amount stands at the right of the last line; where both do not fit, on a line of its own. */
function monto(texto: string, monto: string, cara: Cara, cuerpo: number, rollo: Rollo): Renglon[] {
  const hueco = anchoDe(rollo)
  const libre = hueco - measure(monto, cara, cuerpo) - cuerpo * 0.8
  const lines = wrap(texto, cara, cuerpo, Math.max(libre, hueco * 0.4))
  const derecha = linea(monto, rollo.ancho - rollo.margen, { cuerpo, cara, ancla: 'derecha' })
  if (lines.length === 0) return monto ? [derecha] : []
  const rows = lines.map((codes) => linea(codes, rollo.margen, { cuerpo, cara }))
  if (measure(lines.at(-1)!, cara, cuerpo) > libre) return [...rows, derecha]
  const last = rows.pop()!
  return [
    ...rows,
    {
      alto: last.alto,
      paint(pagina, y) {
        last.paint(pagina, y)
        derecha.paint(pagina, y)
      },
    },
  ]
}

/** Black, its line 0.7 mm: a thermal head has no red, which the manual's "red or black" allows (pdf §1.2). */
function recuadro(lineas: readonly string[], rollo: Rollo): Renglon {
  const cuerpo = rollo.cuerpos.recuadro
  const [aire, grosor, paso] = [cuerpo * 0.75, 2, cuerpo * 1.42]
  const ancho = anchoDe(rollo) - grosor
  const all = lineas.flatMap((text) => wrap(text, 'negrita', cuerpo, ancho - aire * 2))
  const alto = aire * 2 + cuerpo * 0.72 + (all.length - 1) * paso
  return {
    alto: alto + cuerpo * 0.5,
    paint(pagina, y) {
      const x = rollo.margen + grosor / 2
      pagina.cajas.push({ x, y: y + grosor / 2, ancho, alto, borde: TINTA, grosor })
      all.forEach((codes, i) => {
        const base = y + grosor / 2 + aire + cuerpo * 0.72 + i * paso
        putText(pagina, codes, rollo.ancho / 2, base, {
          cuerpo,
          cara: 'negrita',
          color: TINTA,
          ancla: 'centro',
        })
      })
    },
  }
}

function fillIn(etiqueta: string, rollo: Rollo): Renglon {
  const cuerpo = rollo.cuerpos.normal
  // Room to write by hand; a signature takes more.
  const alto = cuerpo * (etiqueta === 'Firma' ? 4 : 2.6)
  return {
    alto,
    paint(pagina, y) {
      const from = rollo.margen + measure(etiqueta, 'normal', cuerpo) + 5
      putText(pagina, etiqueta, rollo.margen, y + alto - 3, { cuerpo, color: TINTA })
      putRule(pagina, from, rollo.ancho - rollo.margen, y + alto - 2, 0.7, TINTA)
    },
  }
}

const raya = (rollo: Rollo): Renglon => ({
  alto: rollo.cuerpos.normal * 1.2,
  paint: (pagina, y) =>
    putRule(pagina, rollo.margen, rollo.ancho - rollo.margen, y + rollo.cuerpos.normal * 0.6, 0.7, TINTA),
})

/** The logo at the left, as on a sheet, no wider than two thirds of the strip. */
function renglonLogo(logo: NonNullable<Plantilla['logo']>, rollo: Rollo): Renglon {
  const { ancho, alto } = fitLogo(logo, (anchoDe(rollo) * 2) / 3)
  return {
    alto: alto + rollo.cuerpos.normal,
    paint(pagina, y) {
      pagina.logo = { x: rollo.margen, y, ancho, alto }
    },
  }
}

/** The timbre on whole dots, and directly below it its legends, by which the SII's program finds it (pdf §2.2). */
function renglonesTimbre({ simbolo, girado }: TimbreRollo, leyendas: Leyendas, rollo: Rollo): Renglon[] {
  const { punto, modulo, margen, timbreX } = rollo
  const largo = simbolo.ancho * modulo
  const grueso = simbolo.filas * ALTO_FILA * modulo
  const [ancho, alto] = girado ? [grueso, largo] : [largo, grueso]
  const onDot = (value: number) => Math.floor(value / punto + 0.001) * punto
  const x = onDot(Math.min(timbreX ?? (rollo.ancho - ancho) / 2, rollo.ancho - margen - ancho))
  const centro = x + ancho / 2
  const cuerpo = rollo.cuerpos.menor
  const room = Math.min(centro - margen, rollo.ancho - margen - centro) * 2
  const simboloEn: Renglon = {
    alto: ZONA_QUIETA * 2 + alto,
    paint(pagina, y) {
      pagina.timbre = { x, y: onDot(y + ZONA_QUIETA + punto), ancho, alto, girado }
    },
  }
  const legends = leyendas((text) => measure(text, 'normal', cuerpo) <= room).flatMap((text, i) => {
    const cara: Cara = i === 0 ? 'negrita' : 'normal'
    return wrap(text, cara, cuerpo, room).map((codes) =>
      linea(codes, centro, { cuerpo, cara, ancla: 'centro' }),
    )
  })
  return [simboloEn, ...legends]
}
