// The transfer of a guide by the words of its case (domain/certificacion §2.2). Transport is the company's,
// for the text has none.

import { reglaTransporte } from '../dte/traslado'
import type { ContextoSet } from './contexto-set'
import { foldClave } from './letras'
import type { Bloque, CasoSet } from './set'

const INTERNO = 5

const MOTIVOS: readonly (readonly [RegExp, number])[] = [
  [/^VENTAS? POR EFECTUAR/, 2],
  [/^VENTAS?(?: DEL GIRO)?$/, 1],
  [/^OPERACION (?:QUE )?CONSTITUYE VENTA/, 1],
  [/\bCONSIGNACION/, 3],
  [/\b(?:ENTREGAS? GRATUITAS?|PROMOCION|DONACION)/, 4],
  [/\bTRASLADOS? INTERNOS?\b|\bTRASLADO\b.*\bBODEGAS?\b/, INTERNO],
  [/^OTROS TRASLADOS/, 6],
  [/^(?:GUIA DE )?DEVOLUCION/, 7],
]

const POR: readonly (readonly [RegExp, number])[] = [
  [/^(?:EL )?(?:CLIENTE|RECEPTOR)$/, 1],
  [/\bEMISOR\b.*\bOTRAS INSTALACIONES\b/, 3],
  [/\bEMISOR\b.*\b(?:CLIENTE|RECEPTOR)\b/, 2],
]

const codeOf = (tabla: typeof MOTIVOS, text: string | null): number | undefined =>
  tabla.find(([pattern]) => pattern.test(foldClave(text ?? '')))?.[1]

const isMotivo = (answer: string): boolean => /^[1-7]$/.test(answer)
const isDespacho = (answer: string): boolean => /^[123]$/.test(answer)

interface TrasladoSet {
  traslado: Bloque
  /** Between own places: the company is its own receiver. */
  interno: boolean
}

/** The data of a guide's transport, by the names of a request and of the SII. */
const DATOS = [
  ['patente', 'Patente', 'la patente'],
  ['rut_transportista', 'RUTTrans', 'el RUT del transportista'],
  ['chofer', 'Chofer', 'el chofer (rut y nombre)'],
] as const

/** Asks once for all guides what the law wants of each and no text of the SII has. */
function askTransporte(contexto: ContextoSet): void {
  const { hoy, ajustes, seccion } = contexto
  const regla = reglaTransporte(hoy)
  if (!regla?.rechaza) return
  const { traslado = {} } = ajustes
  const absent = Array.isArray(traslado.no_disponible) ? traslado.no_disponible : []
  const missing = DATOS.filter(
    ([name, tag]) => (traslado[name] ?? traslado[tag]) === undefined && !absent.includes(name),
  )
  if (!missing.length) return
  const names = missing.map(([, , words]) => words).join(', ')
  const mensaje = `Cada guía dice quién lleva las mercaderías (${regla.norma}) y el set no lo trae. Diga una vez, en traslado, ${names}; lo que no tenga, en traslado.no_disponible`
  contexto.ask(null, 'traslado', seccion.linea, mensaje, null, () => false)
}

export function buildTrasladoSet(contexto: ContextoSet, caso: CasoSet): TrasladoSet {
  askTransporte(contexto)
  const known = codeOf(MOTIVOS, caso.motivo)
  const motivo = `No se conoce el motivo de traslado «${caso.motivo}»: diga su código (ind_traslado)`
  const ind = known ?? Number(contexto.ask(caso, 'ind_traslado', caso.linea, motivo, null, isMotivo) ?? 1)
  if (ind === INTERNO) return { traslado: { ...contexto.ajustes.traslado, ind_traslado: ind }, interno: true }
  const por = codeOf(POR, caso.traslado)
  const mensaje = caso.traslado
    ? `No se sabe quién traslada: «${caso.traslado}». Diga su código (tipo_despacho: 1 cliente, 2 emisor a su local, 3 emisor a otra parte)`
    : 'El caso no dice quién traslada: diga su código (tipo_despacho: 1 cliente, 2 emisor a su local, 3 emisor a otra parte)'
  const despacho =
    por ?? Number(contexto.ask(caso, 'tipo_despacho', caso.linea, mensaje, null, isDespacho) ?? 1)
  return {
    traslado: { ...contexto.ajustes.traslado, ind_traslado: ind, tipo_despacho: despacho },
    interno: false,
  }
}
