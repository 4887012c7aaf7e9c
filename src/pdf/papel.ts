// A paper of text on letter pages: heads, paragraphs, lists, tables, and lines to be filled by hand (pdf §1.5).

import type { Bloque, Papel } from '../domain/certificacion/papeles/papel'
import { createArchivo } from './archivo'
import { ANCHO, DERECHA, GRIS, HOJA, IZQUIERDA, LIMITE, PIE, RAYA_TENUE, TINTA } from './carta/medidas'
import { writePages } from './compose'
import { altoDe, createFlujo, espacio, type Flujo, type Renglon } from './flujo'
import { type Cara, wrap } from './fuentes/fuente'
import { createPagina, type Pagina, putRule, putText } from './lienzo'
import { filasPapel, HUECO } from './papel-tabla'

const CUERPO = 9.5
const PASO = CUERPO * 1.42
const SANGRIA = 16
const ETIQUETA = 168
/** Rows begin below the head of a page. */
const INICIO = 66
const ALTO_FIRMA = 74
/** A head stays with so much of what it names. */
const JUNTO = 70

interface Letra {
  x?: number
  ancho?: number
  cuerpo?: number
  cara?: Cara
}

/** A text as rows, one a line. */
function renglonesOf(
  text: string,
  { x = IZQUIERDA, ancho = DERECHA - x, cuerpo = CUERPO, cara = 'normal' }: Letra = {},
) {
  return wrap(text, cara, cuerpo, ancho).map(
    (codes): Renglon => ({
      alto: cuerpo * 1.42,
      paint: (pagina, y) => putText(pagina, codes, x, y + cuerpo, { cuerpo, cara, color: TINTA }),
    }),
  )
}

/** Rows with something at their left, beside the first line. */
function marked(marca: string, text: string): Renglon[] {
  const rows = renglonesOf(text, { x: IZQUIERDA + SANGRIA })
  return rows.map((row, i) => ({
    alto: row.alto,
    paint(pagina, y) {
      if (i === 0)
        putText(pagina, marca, IZQUIERDA + SANGRIA - 6, y + CUERPO, {
          cuerpo: CUERPO,
          color: GRIS,
          ancla: 'derecha',
        })
      row.paint(pagina, y)
    },
  }))
}

/** A name and its value; without one, a line for a hand. */
function campo(etiqueta: string, valor: string | null): Renglon[] {
  const left = wrap(etiqueta, 'normal', CUERPO, ETIQUETA - 10)
  const right = valor === null ? [] : wrap(valor, 'negrita', CUERPO, ANCHO - ETIQUETA)
  const lines = Math.max(left.length, right.length, 1)
  return Array.from({ length: lines }, (_, i) => ({
    alto: valor === null && i === lines - 1 ? HUECO + 3 : PASO + (i === lines - 1 ? 2 : 0),
    paint(pagina: Pagina, y: number) {
      const base = valor === null && i === lines - 1 ? y + HUECO - 5 : y + CUERPO
      if (left[i]) putText(pagina, left[i], IZQUIERDA, base, { cuerpo: CUERPO, color: GRIS })
      if (right[i]) putText(pagina, right[i], IZQUIERDA + ETIQUETA, base, { cuerpo: CUERPO, cara: 'negrita' })
      if (valor === null && i === lines - 1) putRule(pagina, IZQUIERDA + ETIQUETA, DERECHA, base + 2)
    },
  }))
}

/** A line to sign on, and below it who does. */
const firmaOf = (text: string): Renglon => ({
  alto: ALTO_FIRMA,
  paint(pagina, y) {
    putRule(pagina, IZQUIERDA, IZQUIERDA + 240, y + 50)
    putText(pagina, text, IZQUIERDA, y + 63, { cuerpo: 8.5, color: GRIS })
  },
})

/** `reserva`: room that what follows takes on the same page. */
function place(flujo: Flujo, bloque: Bloque, reserva: number): void {
  switch (bloque.clase) {
    case 'titulo': {
      const head = renglonesOf(bloque.texto, { cuerpo: 11, cara: 'negrita' })
      flujo.place([espacio(10), ...head, espacio(3)], JUNTO)
      break
    }
    case 'parrafo':
      flujo.place([...renglonesOf(bloque.texto), espacio(5)], reserva)
      break
    case 'pasos':
    case 'puntos':
      for (const [i, text] of bloque.textos.entries())
        flujo.place([...marked(bloque.clase === 'pasos' ? `${i + 1}.` : '•', text), espacio(3)])
      flujo.place([espacio(3)])
      break
    case 'campos':
      flujo.place(
        [...bloque.filas.flatMap(([etiqueta, valor]) => campo(etiqueta, valor)), espacio(5)],
        reserva,
      )
      break
    case 'tabla':
      placeTabla(flujo, bloque, reserva)
      break
    case 'firma':
      flujo.place([firmaOf(bloque.texto)])
  }
}

function placeTabla(
  flujo: Flujo,
  { columnas, filas }: Extract<Bloque, { clase: 'tabla' }>,
  reserva: number,
): void {
  const tabla = filasPapel(columnas, filas)
  flujo.place([tabla.cabeza], altoDe(tabla.filas[0] ?? []))
  flujo.setCabeza([tabla.cabeza])
  for (const [i, fila] of tabla.filas.entries()) flujo.place(fila, i === tabla.filas.length - 1 ? reserva : 0)
  flujo.setCabeza([])
  flujo.place([espacio(7)])
}

function open(numero: number, { titulo }: Papel, empresa: string): { pagina: Pagina; y: number } {
  const pagina = createPagina(HOJA.ancho, HOJA.alto)
  const [name = ''] = wrap(empresa, 'normal', 8, ANCHO - 200)
  putText(pagina, name, IZQUIERDA, 42, { cuerpo: 8, color: GRIS })
  putText(pagina, titulo, DERECHA, 42, { cuerpo: 8, color: GRIS, ancla: 'derecha' })
  putRule(pagina, IZQUIERDA, DERECHA, 48, 0.5, RAYA_TENUE)
  if (numero > 1) return { pagina, y: INICIO }
  putText(pagina, titulo, IZQUIERDA, 84, { cuerpo: 19, cara: 'negrita', color: TINTA })
  return { pagina, y: 104 }
}

/** The same paper gives the same bytes. `empresa` is whose it is; a `marca` stands pale across each page. */
export function renderPapel(
  papel: Papel,
  { empresa, marca }: { empresa: string; marca: string | null },
): Uint8Array {
  const flujo = createFlujo({
    open: (numero) => open(numero, papel, empresa),
    inicio: INICIO,
    limite: LIMITE - 8,
  })
  for (const [i, bloque] of papel.bloques.entries())
    place(flujo, bloque, papel.bloques[i + 1]?.clase === 'firma' ? ALTO_FIRMA + 10 : 0)
  const { paginas } = flujo
  for (const [i, pagina] of paginas.entries())
    putText(pagina, `Página ${i + 1} de ${paginas.length}`, DERECHA, PIE, {
      cuerpo: 8,
      color: GRIS,
      ancla: 'derecha',
    })
  const archivo = createArchivo()
  const { titulo } = papel
  archivo.add(
    { titulo, timbre: null, original: writePages(paginas, marca), originales: 1, cedible: [] },
    null,
  )
  return archivo.finish({ titulo, autor: empresa, marcadores: false })
}
