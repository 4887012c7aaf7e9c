// The letter page: composes the copies of a document as drawn pages (formato-dte.md §6.1 to §6.4).
import { palabraCedible } from '../cedible'
import { bloques } from '../contenido-bloques'
import { altoDe, createFlujo, espacio, type Flujo, PARTIBLE } from '../flujo'
import type { Impreso } from '../impreso'
import { createPagina, type Pagina, putText } from '../lienzo'
import type { Simbolo } from '../pdf417'
import { renglonesBloque } from './bloques'
import { type Tabla, tablaComisiones, tablaDetalle, tablaReferencias } from './detalle'
import { putEncabezado, renglonReceptor } from './encabezado'
import { ANCHO, DERECHA, GRIS, HOJA, IZQUIERDA, LIMITE, PIE } from './medidas'
import { leyendaAlPie, notas } from './notas'
import { renglonAcuse, renglonPie, renglonTimbre } from './pie'
import { temaDe } from './tema'
import { totales } from './totales'

/** Notes higher than this do not stand beside the totals but above them, over the whole width. */
const NOTAS_MAX = 150
const SEPARACION = 10

/** The pages of one copy. `cedible` adds the receipt and the word, for a type that has them. */
export function composeCarta(
  impreso: Impreso,
  simbolo: Simbolo | null,
  pedida: { cedible: boolean },
): Pagina[] {
  const cedible = pedida.cedible && palabraCedible(impreso.dte) !== ''
  const newPage = () => createPagina(HOJA.ancho, HOJA.alto)
  const inicio = putEncabezado(newPage(), impreso, false)
  const flujo = createFlujo({
    open(numero) {
      const pagina = newPage()
      return { pagina, y: putEncabezado(pagina, impreso, numero === 1) }
    },
    inicio,
    limite: LIMITE,
  })

  flujo.place([renglonReceptor(impreso)])
  const referencias = tablaReferencias(impreso)
  if (referencias) {
    placeTabla(flujo, referencias)
    flujo.place([espacio(SEPARACION)])
  }

  for (const bloque of bloques(impreso)) flujo.place(renglonesBloque(bloque, temaDe(impreso)))

  const filas = totales(impreso)
  const laterales = notas(impreso)
  const timbre = renglonTimbre(impreso, simbolo)
  const acuse = cedible ? renglonAcuse(impreso) : espacio(0)
  const notasSueltas = altoDe(laterales) > NOTAS_MAX
  // Twenty additional taxes do not fit beside everything else: then the totals flow before the foot.
  const totalesSueltos = altoDe(filas) + acuse.alto + SEPARACION > LIMITE - inicio
  const pie = renglonPie(notasSueltas ? [] : laterales, timbre, totalesSueltos ? [] : filas, acuse)

  const reserva = notasSueltas || totalesSueltos ? 0 : SEPARACION + pie.alto
  const cargos = tablaComisiones(impreso)
  placeTabla(flujo, tablaDetalle(impreso), cargos ? 0 : reserva)
  if (cargos) {
    flujo.place([espacio(SEPARACION)])
    placeTabla(flujo, cargos, reserva)
  }
  flujo.place([espacio(SEPARACION)])
  if (notasSueltas) for (const renglon of notas(impreso, ANCHO)) flujo.place([renglon])
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
