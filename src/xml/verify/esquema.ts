// Structure: order, occurrences, types, attributes and namespaces, by our own table of the SII's schemas
// (`domain/dte/datos/esquema.json`), never by an XSD.

import filas from '../../domain/dte/datos/esquema.json'
import type { Raiz } from '../../domain/dte/fila'
import { SOBRE_MAX } from '../../domain/dte/tipos'
import { type Finding, finding } from './codigos'
import { ATRIBUTO_ID, NS_SII, type Regla, reglaDte, reglaSobre, reglaTed } from './marco'
import { atributo } from './nodo'
import type { DteLeido, SobreLeido } from './parse-sobre'
import type { Fila } from './valores'
import { walk } from './walk'

/** A row of the structure table; `codigos` is the obligation of the element by document type. */
interface FilaEsquema extends Fila {
  raiz: string
  ruta: string
  codigos?: Record<string, number>
}

export const FILAS: readonly FilaEsquema[] = filas as FilaEsquema[]

// The SII's gateway reads by lines and refuses longer ones (xml §1.2).
const LINEA_MAX = 4090

/** The whole file: the frame of the envelope and every document, in the order of the file. */
export function checkEsquema(sobre: SobreLeido): Finding[] {
  return [...checkEsquemaSobre(sobre), ...sobre.dtes.flatMap((dte) => checkEsquemaDte(dte, sobre))]
}

/**
 * The frame alone, `recibido` as whoever gets it judges: encoding, root, Caratula, limits, repeated IDs and the shape of the
 * envelope's signature.
 */
export function checkEsquemaSobre(sobre: SobreLeido, recibido = false): Finding[] {
  const salida: Finding[] = []
  const { raiz, clase, codificacion, declarada, linea } = sobre
  if (declarada !== 'iso-8859-1') {
    const dice = declarada === null ? 'no declara su codificación' : `declara ${declarada}`
    salida.push(finding('ENV-2-910', 'archivo', `El archivo ${dice}; debe declarar ISO-8859-1`))
  }
  // Where the file was received, its receiver tells this, once a file.
  else if (!recibido && codificacion !== declarada)
    salida.push(finding('ENV-2-916', 'archivo', readAs(declarada, codificacion)))
  if (clase === 'DTE') return salida
  const larga = lineaLarga(sobre.texto)
  if (larga) salida.push(finding('ENV-2-911', `archivo (línea ${larga})`))
  if (raiz.ns !== NS_SII && !(recibido && raiz.ns === '')) {
    salida.push(finding('ENV-3-908', clase, `El espacio de nombres de <${clase}> no es ${NS_SII}`))
    return salida
  }
  walk(raiz, reglaSobre(clase, SOBRE_MAX[clase]), clase, {
    salida,
    linea,
    ns: NS_SII,
    skipped: 'DTE',
    recibido,
  })
  return [...salida, ...checkIds(sobre)]
}

/** The result for the last text: each of thousands of envelopes in a file asks for it. */
let looked: { texto: string; linea: number } | null = null

/** The first line that is too long, from 1; 0 without one. */
function lineaLarga(texto: string): number {
  if (looked?.texto !== texto)
    looked = { texto, linea: texto.split('\n').findIndex(({ length }) => length > LINEA_MAX) + 1 }
  return looked.linea
}

/** That a file is not what it says. */
export const readAs = (declarada: string, codificacion: string | null): string =>
  `El archivo declara ${declarada} y se leyó como ${codificacion}`

/** One document, `recibido` as whoever gets it judges, with its TED and the shape of its signature. Paths start at `DTE`. */
export function checkEsquemaDte(
  dte: DteLeido,
  { clase }: Pick<SobreLeido, 'clase'>,
  recibido = false,
): Finding[] {
  const salida: Finding[] = []
  // A DTE exported by the SII's own portal carries no namespace at all (xml §3.5).
  const ns = !recibido && clase === 'DTE' && dte.nodo.ns === '' ? '' : NS_SII
  walk(dte.nodo, reglaDeRaiz(dte.raiz), 'DTE', { salida, linea: dte.linea, ns, recibido })
  return salida
}

// xs:ID is unique in the file; a repeated one would let a signature point at two elements.
function checkIds({ setDte, dtes, linea }: SobreLeido): Finding[] {
  const salida: Finding[] = []
  const vistos = new Map<string, string>()
  for (const nodo of [setDte, ...dtes.map(({ documento }) => documento)]) {
    const id = nodo ? atributo(nodo, 'ID') : undefined
    if (!nodo || id === undefined) continue
    const donde = `${nodo.local}/@ID (línea ${linea(nodo)})`
    const otro = vistos.get(id)
    if (otro) salida.push(finding('ENV-3-906', donde, `El ID «${id}» ya se usó en ${otro}`))
    else vistos.set(id, donde)
  }
  return salida
}

const reglas = new Map<Raiz, Regla>()

// Built when first needed: nothing runs on import.
function reglaDeRaiz(raiz: Raiz): Regla {
  let regla = reglas.get(raiz)
  if (!regla) {
    regla = reglaDte(compile(raiz))
    reglas.set(raiz, regla)
  }
  return regla
}

function compile(raiz: Raiz): Regla {
  const tabla = FILAS.filter((fila) => fila.raiz === raiz)
  const tipos = tabla.find(({ ruta }) => ruta === 'Encabezado/IdDoc/TipoDTE')?.valores ?? []
  const nombre = raiz === 'Boleta' ? 'Documento' : raiz
  const documento: Regla = { nombre, min: 1, max: 1, hijos: [], atributos: ATRIBUTO_ID }
  const porRuta = new Map<string, Regla>([['', documento]])
  for (const fila of tabla) {
    const corte = fila.ruta.lastIndexOf('/')
    const local = fila.ruta.slice(corte + 1)
    const regla: Regla =
      local === 'TED' ? reglaTed(raiz, tipos) : { ...fila, nombre: local, hijos: fila.clase ? null : [] }
    porRuta.get(fila.ruta.slice(0, Math.max(0, corte)))?.hijos?.push(regla)
    porRuta.set(fila.ruta, regla)
  }
  return documento
}
