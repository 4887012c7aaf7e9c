// The letter page: composes the copies of a document as drawn pages (pdf §1.2 to §4).
import { palabraCedible } from '../cedible'
import { bloques } from '../contenido-bloques'
import { altoDe, createFlujo, espacio, type Flujo, PARTIBLE } from '../flujo'
import type { Impreso } from '../impreso'
import { createPagina, type Pagina, putText } from '../lienzo'
import type { Simbolo } from '../pdf417'
import { renglonesBloque } from './bloques'
import { type Tabla, tablaComisiones, tablaDetalle, tablaReferencias } from './detalle'
import { putEncabezado, renglonReceptor } from './encabezado'
import { type Aire, ANCHO, DERECHA, GRIS, HOJA, HOLGADO, IZQUIERDA, LIMITE, MENOS_AIRE, PIE } from './medidas'
import { leyendaAlPie, notas } from './notas'
import { renglonAcuse, renglonPie, renglonTimbre } from './pie'
import { temaDe } from './tema'
import { totales } from './totales'

/** Notes higher than this do not stand beside the totals but above them, over the whole width. */
const NOTAS_MAX = 150

interface Pedida {
  cedible: boolean
}

/**
 * The pages of one copy, set tighter where that saves its second one. `cedible` adds the receipt and the word, for a type
 * that has them.
 */
export function composeCarta(impreso: Impreso, simbolo: Simbolo | null, pedida: Pedida): Pagina[] {
  const paginas = compose(impreso, simbolo, pedida, HOLGADO)
  if (paginas.length !== 2) return paginas
  for (const aire of MENOS_AIRE) {
    const apretadas = compose(impreso, simbolo, pedida, aire)
    if (apretadas.length === 1) return apretadas
  }
  return paginas
}

function compose(impreso: Impreso, simbolo: Simbolo | null, pedida: Pedida, aire: Aire): Pagina[] {
  const { separacion } = aire
  const cedible = pedida.cedible && palabraCedible(impreso.dte) !== ''
  const newPage = () => createPagina(HOJA.ancho, HOJA.alto)
  const inicio = putEncabezado(newPage(), impreso, false, aire)
  const flujo = createFlujo({
    open(numero) {
      const pagina = newPage()
      return { pagina, y: putEncabezado(pagina, impreso, numero === 1, aire) }
    },
    inicio,
    limite: LIMITE,
  })

  flujo.place([renglonReceptor(impreso, aire)])
  const referencias = tablaReferencias(impreso, aire)
  if (referencias) {
    placeTabla(flujo, referencias)
    flujo.place([espacio(separacion)])
  }

  for (const bloque of bloques(impreso)) flujo.place(renglonesBloque(bloque, temaDe(impreso), aire))

  const filas = totales(impreso, aire)
  const laterales = notas(impreso, aire)
  const timbre = renglonTimbre(impreso, simbolo)
  const acuse = cedible ? renglonAcuse(impreso, aire) : espacio(0)
  const notasSueltas = altoDe(laterales) > NOTAS_MAX
  // Twenty additional taxes do not fit beside everything else: then the totals flow before the foot.
  const totalesSueltos = altoDe(filas) + acuse.alto + separacion > LIMITE - inicio
  const pie = renglonPie(notasSueltas ? [] : laterales, timbre, totalesSueltos ? [] : filas, acuse)

  const reserva = notasSueltas || totalesSueltos ? 0 : separacion + pie.alto
  const cargos = tablaComisiones(impreso, aire)
  placeTabla(flujo, tablaDetalle(impreso, aire), cargos ? 0 : reserva)
  if (cargos) {
    flujo.place([espacio(separacion)])
    placeTabla(flujo, cargos, reserva)
  }
  flujo.place([espacio(separacion)])
  if (notasSueltas) for (const renglon of notas(impreso, aire, ANCHO)) flujo.place([renglon])
  if (totalesSueltos) flujo.place(filas)
  flujo.placeAtFoot([pie])

  putPies(flujo.paginas, impreso)
  return flujo.paginas
}

/** Its last row keeps `reserva` below it, so that totals never stand alone on a page when it can be helped. */
function placeTabla(flujo: Flujo, { cabeza, filas }: Tabla, reserva = 0): void {
  // A lone row is also the last one: where it turns the page for what follows, its head goes with it.
  const primera = altoDe(filas[0] ?? [])
  flujo.place(cabeza, primera > PARTIBLE ? PARTIBLE : primera + (filas.length === 1 ? reserva : 0))
  flujo.setCabeza(cabeza)
  filas.forEach((fila, i) => {
    flujo.place(fila, i === filas.length - 1 ? reserva : 0)
  })
  flujo.setCabeza([])
}

function putPies(paginas: readonly Pagina[], impreso: Impreso): void {
  const leyenda = leyendaAlPie(impreso)
  paginas.forEach((pagina, i) => {
    const texto = `Página ${i + 1} de ${paginas.length}`
    putText(pagina, texto, DERECHA, PIE, { cuerpo: 7.5, color: GRIS, ancla: 'derecha' })
    leyenda.forEach((codes, j) => {
      putText(pagina, codes, IZQUIERDA, PIE + j * 9.5, { cuerpo: 7.5, color: GRIS })
    })
  })
}
