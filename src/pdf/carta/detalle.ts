// The tables of the letter page: references and detail. Numeric columns are as wide as their widest number and vanish
// when no line fills them; the name takes the rest and wraps.

import { referencias } from '../contenido'
import { comisiones, TITULO_COMISIONES } from '../contenido-comisiones'
import { type LineaImpresa, lineasDetalle } from '../contenido-detalle'
import type { Renglon } from '../flujo'
import { measure } from '../fuentes/fuente'
import type { Impreso } from '../impreso'
import { type Aire, GRIS } from './medidas'
import { type Columna, cabezaTabla, celda, createColumnas, filaTabla, type LineaCelda } from './tabla'
import { temaDe } from './tema'

/** A table ready to be placed. */
export interface Tabla {
  cabeza: Renglon[]
  filas: Renglon[][]
}

const CUERPO_REFERENCIA = 8
// The second and third sizes are for amounts of 15 and more digits, which leave no room for names at the first.
const CUERPOS = [8.5, 7.5, 6.5]

/** References, or null when there are none. */
export function tablaReferencias(impreso: Impreso, aire: Aire): Tabla | null {
  const filas = referencias(impreso)
  if (filas.length === 0) return null
  const columnas = createColumnas([
    { titulo: 'Documento de referencia', ancho: 170 },
    { titulo: 'Folio', ancho: 84 },
    { titulo: 'Fecha', ancho: 48 },
    { titulo: 'Motivo', ancho: 0 },
  ])
  return {
    cabeza: [cabezaTabla(columnas, temaDe(impreso), aire)],
    filas: filas.map(({ documento, folio, fecha, motivo }) =>
      filaTabla(
        columnas,
        [documento, folio, fecha, motivo].map((text, i) => celda(text, columnas[i]!, CUERPO_REFERENCIA)),
        aire,
      ),
    ),
  }
}

/** The charges of a liquidación, or null when there are none. */
export function tablaComisiones(impreso: Impreso, aire: Aire): Tabla | null {
  const filas = comisiones(impreso)
  if (filas.length === 0) return null
  const numero = (titulo: string, textos: string[], minimo: number) => ({
    titulo,
    ancho: Math.max(minimo, ...textos.map((text) => measure(text, 'normal', CUERPOS[0]!))),
    derecha: true,
  })
  const columnas = createColumnas([
    { titulo: TITULO_COMISIONES, ancho: 0 },
    numero(
      'Tasa',
      filas.map((f) => f.tasa),
      36,
    ),
    numero(
      'Neto',
      filas.map((f) => f.neto),
      60,
    ),
    numero(
      'Exento',
      filas.map((f) => f.exento),
      60,
    ),
    numero(
      'IVA',
      filas.map((f) => f.iva),
      60,
    ),
  ])
  return {
    cabeza: [cabezaTabla(columnas, temaDe(impreso), aire)],
    filas: filas.map(({ glosa, tasa, neto, exento, iva }) =>
      filaTabla(
        columnas,
        [glosa, tasa, neto, exento, iva].map((text, i) => celda(text, columnas[i]!, CUERPOS[0]!)),
        aire,
      ),
    ),
  }
}

const NOMBRE_MINIMO = 150
const CODIGO_MAXIMO = 62
const NUMERO_MINIMO = 42

interface Numerica {
  titulo: string
  textos(linea: LineaImpresa): string[]
  derecha: boolean
}

const NUMERICAS: Numerica[] = [
  { titulo: 'Cantidad', textos: (l) => [l.cantidad], derecha: true },
  { titulo: 'Unidad', textos: (l) => [l.unidad], derecha: false },
  { titulo: 'Precio', textos: (l) => [l.precio], derecha: true },
  { titulo: 'Dscto. / rec.', textos: (l) => l.ajustes, derecha: true },
  { titulo: 'Valor', textos: (l) => [l.valor], derecha: true },
]

/** The heading of the adjustments says what is in them. */
function tituloAjustes(lineas: readonly LineaImpresa[]): string {
  const all = lineas.flatMap((l) => l.ajustes)
  const [descuento, recargo] = [all.some((a) => a.includes('-')), all.some((a) => a.includes('+'))]
  return descuento && recargo ? 'Dscto. / rec.' : recargo ? 'Recargo' : 'Descuento'
}

function columnasDetalle(lineas: readonly LineaImpresa[], cuerpo: number) {
  const used = NUMERICAS.filter((n) => lineas.some((l) => n.textos(l).some(Boolean))).map((n) =>
    n.titulo === 'Dscto. / rec.' ? { ...n, titulo: tituloAjustes(lineas) } : n,
  )
  const widest = (texts: string[], size: number) =>
    texts.reduce((w, t) => Math.max(w, measure(t, 'normal', size)), 0)
  const codigo = Math.min(
    CODIGO_MAXIMO,
    widest(
      lineas.map((l) => l.codigo),
      cuerpo,
    ),
  )
  const numeradas = lineas.some((l) => l.linea)
  const columnas = createColumnas([
    ...(numeradas ? [{ titulo: 'N°', ancho: measure('000', 'normal', cuerpo) }] : []),
    ...(codigo > 0 ? [{ titulo: 'Código', ancho: Math.max(codigo, 28) }] : []),
    { titulo: 'Descripción', ancho: 0 },
    ...used.map(({ titulo, textos, derecha }) => ({
      titulo,
      derecha,
      ancho: Math.max(
        derecha ? NUMERO_MINIMO : 0,
        measure(titulo, 'negrita', 7.5),
        widest(lineas.flatMap(textos), cuerpo),
      ),
    })),
  ])
  return { columnas, used, numeradas, codigo: codigo > 0 }
}

/** The detail of the document. */
export function tablaDetalle(impreso: Impreso, aire: Aire): Tabla {
  const lineas = lineasDetalle(impreso)
  let cuerpo = CUERPOS[0]!
  let plan = columnasDetalle(lineas, cuerpo)
  const nombre = () => plan.columnas[(plan.codigo ? 1 : 0) + (plan.numeradas ? 1 : 0)]!
  for (const smaller of CUERPOS.slice(1)) {
    if (nombre().ancho >= NOMBRE_MINIMO) break
    cuerpo = smaller
    plan = columnasDetalle(lineas, cuerpo)
  }
  const { columnas, used } = plan
  return {
    cabeza: [cabezaTabla(columnas, temaDe(impreso), aire)],
    filas: lineas.map((linea) =>
      filaTabla(
        columnas,
        [
          ...(plan.numeradas ? [celda(linea.linea, columnas[0]!, cuerpo, { color: GRIS })] : []),
          ...(plan.codigo
            ? [celda(linea.codigo, columnas[plan.numeradas ? 1 : 0]!, cuerpo, { color: GRIS })]
            : []),
          celdaNombre(linea, nombre()),
          ...used.map(({ textos }, i) =>
            celdaNumero(textos(linea), columnas[columnas.length - used.length + i]!, cuerpo),
          ),
        ],
        aire,
      ),
    ),
  }
}

function celdaNombre({ nombre, detalles }: LineaImpresa, columna: Columna): LineaCelda[] {
  return [
    ...celda(nombre, columna, 8.5, { paso: 11 }),
    ...detalles.flatMap((text) => celda(text, columna, 7.5, { color: GRIS, paso: 9.5 })),
  ]
}

const celdaNumero = (textos: string[], columna: Columna, cuerpo: number): LineaCelda[] =>
  textos.flatMap((text, i) =>
    // A rate in parentheses stands below its amount, smaller.
    celda(text, columna, i > 0 ? cuerpo - 1 : cuerpo, {
      paso: i > 0 ? 9.5 : 11,
      ...(i > 0 && { color: GRIS }),
    }),
  )
