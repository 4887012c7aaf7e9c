// Head of the letter page: issuer at the left, the red box with the SII's office below it at the right (pdf §1.2).

import type { Campo } from '../campo'
import { avisos, camposDocumento, camposReceptor, lineasEmisor, PUNTO, recuadro } from '../contenido'
import type { Renglon } from '../flujo'
import { type Cara, measure, wrap } from '../fuentes/fuente'
import { type Impreso, plantillaDe } from '../impreso'
import { type Pagina, putRule, putText } from '../lienzo'
import { fitLogo } from '../plantilla/plantilla'
import { type Aire, ANCHO, ARRIBA, DERECHA, GRIS, HOJA, IZQUIERDA, RAYA, TINTA } from './medidas'
import { temaDe } from './tema'

// 7.5 cm wide, within the 5.5 to 8 cm of the manual; its line is 0.6 mm.
const CAJA = { ancho: 212, cuerpo: 13, paso: 18.5, aire: 12, grosor: 1.7 }
const ENTRE = 26
const ANCHO_EMISOR = ANCHO - CAJA.ancho - ENTRE
/** The widest logo beside the issuer's text. */
const LOGO_LADO = 96

/** Paints the head and answers where it ends. Pages after the first repeat the box and the names alone. */
export function putEncabezado(pagina: Pagina, impreso: Impreso, primera: boolean, aire: Aire): number {
  putAviso(pagina, impreso)
  const caja = putRecuadro(pagina, impreso)
  const emisor = primera ? putEmisor(pagina, impreso, aire) : putEmisorBreve(pagina, impreso)
  return Math.max(caja, emisor) + aire.separacion + 4
}

function putAviso(pagina: Pagina, impreso: Impreso): void {
  avisos(impreso).forEach((aviso, i) => {
    putText(pagina, aviso, HOJA.ancho / 2, 22 + i * 9, {
      cuerpo: 7.5,
      cara: 'negrita',
      color: TINTA,
      ancla: 'centro',
    })
  })
}

function putRecuadro(pagina: Pagina, impreso: Impreso): number {
  const { rut, nombre, folio } = recuadro(impreso)
  const x = DERECHA - CAJA.ancho
  const centro = x + CAJA.ancho / 2
  const lineas = [rut, ...wrap(nombre, 'negrita', CAJA.cuerpo, CAJA.ancho - 24), folio]
  const { recuadro: color } = temaDe(impreso)
  const alto = CAJA.aire * 2 + CAJA.cuerpo * 0.7 + (lineas.length - 1) * CAJA.paso
  pagina.cajas.push({ x, y: ARRIBA, ancho: CAJA.ancho, alto, borde: color, grosor: CAJA.grosor })
  lineas.forEach((linea, i) => {
    const y = ARRIBA + CAJA.aire + CAJA.cuerpo * 0.7 + i * CAJA.paso
    putText(pagina, linea, centro, y, { cuerpo: CAJA.cuerpo, cara: 'negrita', color, ancla: 'centro' })
  })
  const bottom = ARRIBA + alto
  if (!impreso.unidadSii) return bottom
  putText(pagina, `S.I.I. - ${impreso.unidadSii}`, centro, bottom + 15, {
    cuerpo: 9.5,
    cara: 'negrita',
    color,
    ancla: 'centro',
  })
  return bottom + 18
}

function putEmisor(pagina: Pagina, impreso: Impreso, { interlinea }: Aire): number {
  const logo = putLogo(pagina, impreso)
  const { x } = logo
  const ancho = IZQUIERDA + ANCHO_EMISOR - x
  let y = logo.y + 14
  for (const linea of wrap(impreso.dte.emisor.razonSocial, 'negrita', 16, ancho)) {
    putText(pagina, linea, x, y, { cuerpo: 16, cara: 'negrita', color: temaDe(impreso).acento })
    y += 19
  }
  lineasEmisor(impreso).forEach((text, i) => {
    // The giro reads as part of the name, the rest as an address.
    const cuerpo = i === 0 ? 9.5 : 8.5
    for (const linea of enteros(text, cuerpo, ancho)) {
      putText(pagina, linea, x, y, { cuerpo, color: i === 0 ? TINTA : GRIS })
      y += cuerpo + 3 - interlinea
    }
    if (i === 0) y += 3
  })
  return Math.max(y - 9, logo.abajo)
}

/** Parts apart by a dot go whole to a next line, which never begins or ends in the dot. */
function enteros(text: string, cuerpo: number, ancho: number): string[] {
  const lines: string[] = []
  for (const parte of text.split(PUNTO)) {
    const joined = lines.length > 0 ? `${lines.at(-1)}${PUNTO}${parte}` : parte
    if (lines.length > 0 && measure(joined, 'normal', cuerpo) <= ancho) lines[lines.length - 1] = joined
    else lines.push(parte)
  }
  return lines.flatMap((line) => wrap(line, 'normal', cuerpo, ancho))
}

/** Paints the logo and answers where the issuer's text begins. It is far below the fifth of the page that it may take. */
function putLogo(pagina: Pagina, impreso: Impreso): { x: number; y: number; abajo: number } {
  const { logo } = plantillaDe(impreso)
  if (!logo) return { x: IZQUIERDA, y: ARRIBA, abajo: ARRIBA }
  const beside = logo.posicion === 'izquierda'
  const { ancho, alto } = fitLogo(logo, beside ? LOGO_LADO : ANCHO_EMISOR)
  pagina.logo = { x: IZQUIERDA, y: ARRIBA, ancho, alto }
  const abajo = ARRIBA + alto
  return beside ? { x: IZQUIERDA + ancho + 12, y: ARRIBA, abajo } : { x: IZQUIERDA, y: abajo + 6, abajo }
}

function putEmisorBreve(pagina: Pagina, impreso: Impreso): number {
  const { dte } = impreso
  const receptor = dte.receptor.razonSocial
  let y = ARRIBA + 12
  for (const linea of wrap(dte.emisor.razonSocial, 'negrita', 12, ANCHO_EMISOR)) {
    putText(pagina, linea, IZQUIERDA, y, { cuerpo: 12, cara: 'negrita', color: temaDe(impreso).acento })
    y += 15
  }
  for (const linea of wrap(receptor ? `Receptor: ${receptor}` : '', 'normal', 8.5, ANCHO_EMISOR)) {
    putText(pagina, linea, IZQUIERDA, y, { cuerpo: 8.5, color: GRIS })
    y += 11.5
  }
  return y - 9
}

const CAMPO = { cuerpo: 9, paso: 11.5, etiqueta: 7.5 }

interface Celda {
  etiqueta: string
  cara: Cara
  lineas: string[]
}

function celdas(campos: readonly Campo[], ancho: number): Celda[] {
  return campos.map(({ etiqueta, valor }) => {
    const cara = etiqueta === 'Señor(es)' ? 'negrita' : 'normal'
    return { etiqueta, cara, lineas: wrap(valor, cara, CAMPO.cuerpo, ancho) }
  })
}

/** The receptor at the left and the document's dates and terms at the right, between two rules, as one row. */
export function renglonReceptor(impreso: Impreso, aire: Aire): Renglon {
  const receptor = camposReceptor(impreso)
  const documento = camposDocumento(impreso)
  // An anonymous boleta has nothing to say at the left.
  const [left, right] = receptor.length > 0 ? [receptor, documento] : [documento, []]
  const columnas = [
    { x: IZQUIERDA, sangria: 64, celdas: celdas(left, 318 - 64) },
    { x: 376, sangria: 80, celdas: celdas(right, DERECHA - 376 - 80) },
  ]
  const paso = CAMPO.paso - aire.interlinea
  const altoCelda = ({ lineas }: Celda) => (lineas.length - 1) * paso + aire.campo
  const altoCeldas = (list: Celda[]) => list.reduce((sum, celda) => sum + altoCelda(celda), 0)
  const alto = Math.max(...columnas.map((c) => altoCeldas(c.celdas))) + aire.receptor
  return {
    alto: alto + aire.separacion + 2,
    paint(pagina, top) {
      putRule(pagina, IZQUIERDA, DERECHA, top, 0.8, TINTA)
      putRule(pagina, IZQUIERDA, DERECHA, top + alto, 0.5, RAYA)
      for (const columna of columnas) {
        let y = top + aire.receptor
        for (const celda of columna.celdas) {
          const { etiqueta, cara, lineas } = celda
          putText(pagina, etiqueta, columna.x, y, { cuerpo: CAMPO.etiqueta, color: GRIS })
          lineas.forEach((linea, i) => {
            const x = columna.x + columna.sangria
            putText(pagina, linea, x, y + i * paso, { cuerpo: CAMPO.cuerpo, cara })
          })
          y += altoCelda(celda)
        }
      }
    },
  }
}
