// A round's text as it is read: sections, requests of their cases, and the doubts that nobody answered. Nothing read is stored, so a
// later version reads the same bytes anew (areas/certificacion §2).

import type { Clock } from '../../base/clock'
import { buildSolicitudes } from '../../domain/certificacion/build-solicitudes'
import { isLibro } from '../../domain/certificacion/etapas'
import { computeLibroCompras } from '../../domain/certificacion/libro-compras'
import { computeLibroGuias } from '../../domain/certificacion/libro-guias'
import { readSet } from '../../domain/certificacion/read-set'
import type {
  AjustesSet,
  DudaSet,
  FaltaSet,
  SeccionSet,
  SetLeido,
  SolicitudCaso,
} from '../../domain/certificacion/set'
import { chileDate } from '../../domain/fecha'
import type { Certificaciones, Ronda } from './certificaciones'
import type { SetRow } from './statements'
import { SIN_SOPORTE } from './take-set'

/** A set as its text and its answers make it. */
export interface SetDelTexto {
  seccion: SeccionSet
  ajustes: AjustesSet
  /** All doubts of it. */
  dudas: DudaSet[]
  /** Those without an answer. */
  abiertas: DudaSet[]
  /** The requests of its cases; of a book none. */
  solicitudes: SolicitudCaso[]
}

/** Texts and sets kept as read: a page asks for the same ones many times. */
const LEIDOS_MAX = 16
const SETS_MAX = 128

/** A set as it was read, with the answers and the day of that. */
interface SetKept {
  ajustes: string
  hoy: string
  texto: SetDelTexto | null
}

function keep<K, V>(kept: Map<K, V>, max: number, key: K, value: V): V {
  kept.delete(key)
  if (kept.size >= max) kept.delete(kept.keys().next().value!)
  kept.set(key, value)
  return value
}

export type Lecturas = ReturnType<typeof createLecturas>

export function createLecturas({
  certificaciones,
  clock,
}: {
  certificaciones: Certificaciones
  clock: Clock
}) {
  const leidos = new Map<string, SetLeido>()
  const sets = new Map<string, SetKept>()
  const today = () => chileDate(clock())
  function leidoOf(ronda: Ronda): SetLeido {
    return leidos.get(ronda.id) ?? keep(leidos, LEIDOS_MAX, ronda.id, readSet(certificaciones.textoOf(ronda)))
  }

  /** Requests, and doubts that those answers leave open. */
  function built(
    seccion: SeccionSet,
    ajustes: AjustesSet,
  ): { solicitudes: SolicitudCaso[]; dudas: DudaSet[] } {
    const hoy = today()
    const respuestas = ajustes.respuestas ?? {}
    if (!isLibro(seccion.clase)) return buildSolicitudes(seccion, ajustes, hoy)
    if (seccion.clase === 'libro_guias')
      return { solicitudes: [], ...computeLibroGuias([], seccion, respuestas) }
    if (seccion.clase === 'libro_ventas') return { solicitudes: [], dudas: [] }
    return { solicitudes: [], ...computeLibroCompras(seccion, { fecha: hoy, respuestas }) }
  }

  return {
    leidoOf,
    /** The sets of a text that Timbre does not know, and so does not issue. */
    noAdmitidos: (ronda: Ronda): FaltaSet[] =>
      leidoOf(ronda).faltas.filter(({ codigo }) => codigo === SIN_SOPORTE),
    /** Everything that a text asks while nothing is answered, as its sets will once it is taken in. */
    dudasOf: (leido: SetLeido): DudaSet[] => leido.secciones.flatMap((seccion) => allOf(leido, seccion, {})),
    /** The section of a set; null of the simulación, which has no text. The same object for the same text, answers and day. */
    read(ronda: Ronda, { id, clase, ajustes }: Pick<SetRow, 'id' | 'clase' | 'ajustes'>): SetDelTexto | null {
      const hoy = today()
      const known = sets.get(id)
      if (known?.ajustes === ajustes && known.hoy === hoy) return known.texto
      const texto = readOne(ronda, { clase, ajustes })
      keep(sets, SETS_MAX, id, { ajustes, hoy, texto })
      return texto
    },
  }

  function readOne(ronda: Ronda, set: Pick<SetRow, 'clase' | 'ajustes'>): SetDelTexto | null {
    const leido = leidoOf(ronda)
    const seccion = leido.secciones.find(({ clase }) => clase === set.clase)
    if (!seccion) return null
    const ajustes: AjustesSet = JSON.parse(set.ajustes)
    const answered = ajustes.respuestas ?? {}
    const { solicitudes, dudas: open } = built(seccion, ajustes)
    const ofText = leido.dudas.filter(({ clase, clave }) => clase === set.clase && !(clave in answered))
    const abiertas = [...new Map([...ofText, ...open].map((duda) => [duda.clave, duda])).values()]
    const dudas = Object.keys(answered).length ? allOf(leido, seccion, ajustes) : abiertas
    return { seccion, ajustes, dudas, abiertas, solicitudes }
  }

  /** All doubts, the answered ones too: those that the text has without any answer. */
  function allOf(leido: SetLeido, seccion: SeccionSet, { respuestas: _, ...ajustes }: AjustesSet): DudaSet[] {
    const own = leido.dudas.filter(({ clase }) => clase === seccion.clase)
    const all = [...own, ...built(seccion, ajustes).dudas]
    return [...new Map(all.map((duda) => [duda.clave, duda])).values()]
  }
}
