// The content of a strip of paper, from top to bottom, for any device: the 80 and 57 mm pages and the
// thermal printer's bytes are made of the same pieces (pdf §1).

import type { Campo } from '../campo'
import { CAMPOS_ACUSE, DECLARACION, palabraCedible } from '../cedible'
import {
  avisos,
  camposDocumento,
  camposReceptor,
  leyendasTimbre,
  lineasEmisor,
  PUNTO,
  recuadro,
  referencias,
} from '../contenido'
import { bloques } from '../contenido-bloques'
import { comisiones, TITULO_COMISIONES } from '../contenido-comisiones'
import { type LineaImpresa, lineasDetalle } from '../contenido-detalle'
import { notasDe } from '../contenido-notas'
import { filasTotales } from '../contenido-totales'
import { type Impreso, plantillaDe } from '../impreso'
import type { Plantilla } from '../plantilla/plantilla'

export interface TextoPieza {
  tipo: 'texto'
  texto: string
  tamano: 'menor' | 'normal' | 'mayor'
  negrita?: boolean
  ancla?: 'izquierda' | 'centro' | 'derecha'
}

export type Leyendas = (fits: (linea: string) => boolean) => string[]

/** A piece of the strip. */
export type Pieza =
  | TextoPieza
  /** The box: RUT, name and folio, one below the other. */
  | { tipo: 'recuadro'; lineas: string[] }
  /** A label and what it says. */
  | { tipo: 'campo'; etiqueta: string; valor: string }
  /** A text at the left and an amount at the right of its last line. */
  | { tipo: 'monto'; texto: string; monto: string; clase: 'normal' | 'destacado' }
  /** A line to be filled in by hand. */
  | { tipo: 'fillIn'; etiqueta: string }
  | { tipo: 'raya' }
  | { tipo: 'espacio' }
  /** The barcode and, directly below it, its legends, in lines that `fits` accepts where they can be joined. */
  | { tipo: 'timbre'; leyendas: Leyendas }
  | { tipo: 'logo'; logo: NonNullable<Plantilla['logo']> }

const RAYA: Pieza = { tipo: 'raya' }
const ESPACIO: Pieza = { tipo: 'espacio' }

const texto = (text: string, estilo: Partial<TextoPieza> = {}): Pieza[] =>
  text ? [{ tipo: 'texto', texto: text, tamano: 'normal', ...estilo }] : []
const titulo = (text: string): Pieza[] => texto(text, { negrita: true })
const campos = (list: readonly Campo[]): Pieza[] => list.map((campo) => ({ tipo: 'campo', ...campo }))

/** Each part that is not empty, with `entre` between them. */
const join = (partes: readonly Pieza[][], entre: Pieza): Pieza[] =>
  partes.filter((p) => p.length > 0).flatMap((p, i) => (i === 0 ? p : [entre, ...p]))

/**
 * The pieces of one copy, in the order of the manual (pdf §5.2). `cedible` adds the receipt and the word, for a type that has
 * them.
 */
export function tira(impreso: Impreso, pedida: { cedible: boolean }): Pieza[] {
  const cedible = pedida.cedible && palabraCedible(impreso.dte) !== ''
  const aviso = avisos(impreso).flatMap((text) =>
    // A receipt printer has no mark across the paper but this line.
    texto(text, {
      tamano: text === impreso.marca?.texto ? 'mayor' : 'menor',
      negrita: true,
      ancla: 'centro',
    }),
  )
  return [
    ...(aviso.length > 0 ? [...aviso, ESPACIO] : []),
    ...encabezado(impreso),
    ESPACIO,
    RAYA,
    ...join(
      [
        campos(camposReceptor(impreso)),
        campos(camposDocumento(impreso)),
        citas(impreso),
        ...bloquesDe(impreso),
      ],
      ESPACIO,
    ),
    RAYA,
    ...join(lineasDetalle(impreso).map(renglones), ESPACIO),
    RAYA,
    ...cargos(impreso),
    ...totales(impreso),
    ...notas(impreso),
    ...(cedible ? acuse : []),
    ...pie(impreso),
    ...(cedible ? palabra(impreso) : []),
  ]
}

function encabezado(impreso: Impreso): Pieza[] {
  const { rut, nombre, folio } = recuadro(impreso)
  const [giro = '', ...resto] = lineasEmisor(impreso)
  const { unidadSii, dte } = impreso
  const { logo } = plantillaDe(impreso)
  return [
    { tipo: 'recuadro', lineas: [rut, nombre, folio] },
    ...texto(unidadSii ? `S.I.I. - ${unidadSii}` : '', { negrita: true, ancla: 'centro' }),
    ESPACIO,
    ...(logo ? [{ tipo: 'logo', logo } as const] : []),
    ...texto(dte.emisor.razonSocial, { tamano: 'mayor', negrita: true }),
    ...texto(giro),
    // The ways to reach the issuer stand one below the other, lest a line end in their dot.
    ...resto.flatMap((linea) => linea.split(PUNTO)).flatMap((linea) => texto(linea, { tamano: 'menor' })),
  ]
}

function citas(impreso: Impreso): Pieza[] {
  const list = referencias(impreso)
  if (list.length === 0) return []
  return [
    ...titulo('Referencias'),
    ...list.flatMap(({ documento, folio, fecha, motivo }) => [
      ...texto([documento, folio && `N° ${folio}`, fecha && `del ${fecha}`].filter(Boolean).join(' ')),
      ...texto(motivo, { tamano: 'menor' }),
    ]),
  ]
}

const bloquesDe = (impreso: Impreso): Pieza[][] =>
  bloques(impreso).map((bloque) => [
    ...titulo(bloque.titulo),
    ...campos(bloque.campos),
    ...bloque.lineas.flatMap((linea) => texto(linea)),
  ])

/** The charges of a liquidación, each amount by its name. */
function cargos(impreso: Impreso): Pieza[] {
  const list = comisiones(impreso)
  if (list.length === 0) return []
  const monto = (nombre: string, valor: string): Pieza[] =>
    valor && valor !== '0' ? [{ tipo: 'monto', texto: nombre, monto: valor, clase: 'normal' }] : []
  return [
    ...titulo(TITULO_COMISIONES),
    ...list.flatMap(({ glosa, tasa, neto, exento, iva }) => [
      ...texto([glosa, tasa].filter(Boolean).join(' ')),
      ...monto('Neto', neto),
      ...monto('Exento', exento),
      ...monto('IVA', iva),
    ]),
    RAYA,
  ]
}

/** A line of the detail: its name over the whole width, below it quantity by price and the amount. */
function renglones({
  linea,
  codigo,
  nombre,
  detalles,
  cantidad,
  unidad,
  precio,
  ajustes,
  valor,
}: LineaImpresa): Pieza[] {
  const medida = [cantidad, unidad].filter(Boolean).join(' ')
  const cuenta = [medida, precio].filter(Boolean).join(' x ')
  const menores = [codigo && `Cód. ${codigo}`, ...detalles].flatMap((t) => texto(t, { tamano: 'menor' }))
  const rebaja = ajustes.length > 0 ? `Dscto./rec. ${ajustes.join(' ')}` : ''
  return [
    ...texto(linea ? `${linea}. ${nombre}` : nombre, { negrita: true }),
    ...menores,
    ...texto(rebaja, { tamano: 'menor' }),
    { tipo: 'monto', texto: cuenta, monto: valor, clase: 'normal' },
  ]
}

const totales = (impreso: Impreso): Pieza[] =>
  filasTotales(impreso).map(({ etiqueta, valor, clase }) => ({
    tipo: 'monto',
    texto: etiqueta,
    monto: valor,
    clase: clase === 'total' || clase === 'final' ? 'destacado' : 'normal',
  }))

function notas(impreso: Impreso): Pieza[] {
  const dichas = notasDe(impreso)
  const parrafo = (text: string) => texto(text)
  const titled = (name: string, piezas: Pieza[]) => (piezas.length > 0 ? [...titulo(name), ...piezas] : [])
  const cuotas = dichas.cuotas.map(({ fecha, monto, glosa }): Pieza => {
    return { tipo: 'monto', texto: [fecha, glosa].filter(Boolean).join(' '), monto, clase: 'normal' }
  })
  const partes = [
    texto(dichas.avisoPrecios, { tamano: 'menor' }),
    dichas.datos.flatMap(parrafo),
    titled('Cuotas', cuotas),
    titled('Observaciones', parrafo(dichas.observaciones)),
    titled('Notas', dichas.notas.flatMap(parrafo)),
    texto(dichas.leyenda, { ancla: 'centro' }),
  ]
  const all = join(partes, ESPACIO)
  return all.length > 0 ? [ESPACIO, ...all] : []
}

function pie(impreso: Impreso): Pieza[] {
  if (impreso.ted === null) {
    return [ESPACIO, ...texto('Vista previa sin timbre', { negrita: true, ancla: 'centro' })]
  }
  return [{ tipo: 'timbre', leyendas: (fits) => leyendasTimbre(impreso, fits) }]
}

const acuse: Pieza[] = [
  ESPACIO,
  RAYA,
  ...titulo('Acuse de recibo'),
  ...CAMPOS_ACUSE.flat().map((etiqueta): Pieza => ({ tipo: 'fillIn', etiqueta })),
  ESPACIO,
  ...texto(DECLARACION, { tamano: 'menor' }),
  RAYA,
]

const palabra = ({ dte }: Impreso): Pieza[] => [
  ESPACIO,
  ...texto(palabraCedible(dte), { tamano: 'mayor', negrita: true, ancla: 'derecha' }),
]
