// Names that a copy of the file has damaged, or that no document holds: each is asked, none is guessed (domain/certificacion §2.1).

import { type Apuntes, quote } from './apuntes'
import { findDano, foldClave } from './letras'
import type { CasoSet, ItemCaso, SeccionSet } from './set'

/** The letters that a document holds (schema DTE_v10): `NmbItem`, `Comisiones/Glosa`, `UnmdItem`. */
const NOMBRE_MAX = { item: 80, comision: 60 } as const
const UNIDAD_MAX = 4

/**
 * Notes the damaged names of a section and, of a copy in another code, those with letters that it may have
 * changed.
 */
export function noteDanos(seccion: SeccionSet, copia: boolean, apuntes: Apuntes): void {
  const { clase } = seccion
  const raros: string[] = []
  const ask = (caso: number, items: readonly ItemCaso[], lista: keyof typeof NOMBRE_MAX): void => {
    for (const [i, { nombre, unidad, linea }] of items.entries()) {
      const max = NOMBRE_MAX[lista]
      const note = (campo: string, mensaje: string, propuesta: string | null): void =>
        apuntes.duda({
          clave: `${clase}.${caso}.${lista}${i + 1}.${campo}`,
          clase,
          caso,
          linea,
          mensaje,
          propuesta,
        })
      const propuesta = findDano(nombre)
      if (propuesta !== undefined)
        note(
          'nombre',
          `El nombre ${quote(nombre)} perdió letras en el camino: escríbalo como está en el archivo del SII`,
          propuesta,
        )
      else if (nombre.length > max)
        note(
          'nombre',
          `El nombre ${quote(nombre)} tiene ${nombre.length} letras y en un documento caben ${max}: diga cómo se acorta`,
          nombre.slice(0, max).trim(),
        )
      else if (/[^ -~]/.test(nombre)) raros.push(nombre)
      if (unidad !== null && unidad.length > UNIDAD_MAX)
        note(
          'unidad',
          `La unidad ${quote(unidad)} no cabe en un documento, que admite ${UNIDAD_MAX} letras: diga cómo se abrevia`,
          unidad.slice(0, UNIDAD_MAX).trim(),
        )
    }
  }
  for (const caso of seccion.casos) {
    ask(caso.numero, caso.items, 'item')
    ask(caso.numero, caso.comisiones, 'comision')
    if (clase === 'boleta') noteBoleta(seccion, caso.numero, apuntes)
    noteObservacion(seccion, caso, apuntes)
  }
  if (!copia || !raros.length) return
  apuntes.duda({
    clave: `${clase}.codificacion`,
    clase,
    caso: null,
    linea: seccion.linea,
    mensaje: `El archivo es una copia en UTF-8 (el SII lo entrega en ISO-8859-1): confirme que estos nombres están bien escritos: ${[...new Set(raros)].map(quote).join(', ')}`,
    propuesta: 'si',
  })
}

const OBSERVACION_DE_ITEM =
  /\b(?:EL )?ITEM (\d{1,2}) ES UN (?:SERVICIO|PRODUCTO|ITEM|BIEN) (AFECTO|EXENTO)\b/g

/**
 * A boleta's remark says which item is exempt, and its unit; where it and a name disagree, a person
 * decides.
 */
function noteBoleta({ clase, casos }: SeccionSet, numero: number, apuntes: Apuntes): void {
  const caso = casos.find((one) => one.numero === numero)!
  const text = foldClave(caso.observacion ?? '')
  for (const match of text.matchAll(OBSERVACION_DE_ITEM)) {
    const item = caso.items[Number(match[1]) - 1]
    if (!item) continue
    const exento = match[2] === 'EXENTO'
    if (item.exento && !exento) {
      apuntes.duda({
        clave: `${clase}.${numero}.item${match[1]}.exento`,
        clase,
        caso: numero,
        linea: item.linea,
        mensaje: `El ítem ${quote(item.nombre)} se llama exento y la observación dice que es afecto: diga cuál es`,
        propuesta: 'afecto',
      })
    }
    item.exento = exento
  }
  const unidad = /unidad de medida (?:en |: ?)?([A-Za-z]{1,4})\b/i.exec(caso.observacion ?? '')?.[1]
  if (unidad) for (const item of caso.items) item.unidad ??= unidad
}

const OBSERVACION_DE_UNIDAD =
  /(?:SE DEBE INFORMAR )?(?:EN EL XML )?(?:LA )?UNIDAD DE MEDIDA (?:EN |: ?)?[A-Z]{1,4}\b/

/** Asks a remark of which some word was not used: only boletas' have a known form. */
function noteObservacion({ clase }: SeccionSet, caso: CasoSet, apuntes: Apuntes): void {
  const text = foldClave(caso.observacion ?? '')
  const resto =
    clase === 'boleta' ? text.replace(OBSERVACION_DE_ITEM, '').replace(OBSERVACION_DE_UNIDAD, '') : text
  if (!/[A-Z]/.test(resto)) return
  apuntes.duda({
    clave: `${clase}.${caso.numero}.observacion`,
    clase,
    caso: caso.numero,
    linea: caso.linea,
    mensaje: `No se entiende toda la observación ${quote(caso.observacion!)}: confirme que los ítems dicen lo que pide`,
    propuesta: 'si',
  })
}
