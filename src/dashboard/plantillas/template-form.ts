// A version of the company's paper as a form has it, and the body that makes it (http §22.2). What is as it would be anyway is
// not sent.

import { isTipoDte, type TipoDte } from '../../domain/dte/tipos'
import type { BodyOf, DataOf } from '../api/client'
import { type DetalleFalla, type Fault, withoutPath } from '../api/fault'
import type { ConfigPlantilla } from '../api/routes.gen'
import { type Papel, typesOn } from '../ui/papel'

export type Version = DataOf<'GET /v1/plantilla/versiones/:id'>
export type VersionBreve = DataOf<'GET /v1/plantilla/versiones'>[number]

/** The fields of issuer and receiver that may be left out, by the API's names. */
export const OCULTABLES = [
  ['telefono', 'Teléfono'],
  ['email', 'Correo'],
  ['sitio_web', 'Sitio web'],
  ['contacto', 'Contacto del receptor'],
  ['ciudad', 'Ciudad del receptor'],
] as const
type Ocultable = (typeof OCULTABLES)[number][0]

/** Rows of one's own that a version has at most. */
export const FILAS_MAX = 10

export interface FilaDraft {
  /** An id for the form alone. */
  id: string
  dato: string
  etiqueta: string
  lugar: 'documento' | 'receptor'
}

/** Texts as typed; empty is nothing. */
export interface TemplateDraft {
  nombre: string
  formato: Papel
  /** For every type that the paper admits. */
  todos: boolean
  tipos: readonly TipoDte[]
  recuadro: 'rojo' | 'negro'
  acento: string
  linea: boolean
  codigo: boolean
  mostrar: readonly Ocultable[]
  encabezado: string
  nota: string
  leyenda: string
  filas: readonly FilaDraft[]
  conLogo: boolean
  /** Empty: by the logo's shape. */
  posicion: '' | 'izquierda' | 'arriba'
  alto: string
}

/** The form of a new version: as the ordinary paper, or as `base`. */
export function draftOf(base?: Version): TemplateDraft {
  const { colores, columnas, mostrar, textos, filas, logo } = base?.config ?? {}
  const tipos = (base?.tipos_dte ?? []).filter(isTipoDte)
  const formato = base?.formato ?? 'carta'
  return {
    nombre: base?.nombre ?? '',
    formato,
    todos: !base || typesOn(formato).every((tipo) => tipos.includes(tipo)),
    tipos,
    recuadro: colores?.recuadro ?? 'rojo',
    acento: colores?.acento ?? '',
    linea: columnas?.linea ?? false,
    codigo: columnas?.codigo ?? true,
    mostrar: OCULTABLES.map(([dato]) => dato).filter((dato) => mostrar?.[dato] ?? true),
    encabezado: textos?.encabezado ?? '',
    nota: textos?.nota ?? '',
    leyenda: textos?.leyenda ?? '',
    filas: (filas ?? []).map(({ dato, etiqueta = '', lugar }, i) => ({
      id: `base-${i}`,
      dato,
      etiqueta,
      lugar,
    })),
    conLogo: logo?.mostrar ?? true,
    posicion: logo?.posicion ?? '',
    alto: logo?.alto_mm === undefined ? '' : String(logo.alto_mm),
  }
}

/** The types that the version is for, as far as its paper admits them. */
export const typesOf = ({ todos, tipos, formato }: TemplateDraft): TipoDte[] =>
  typesOn(formato).filter((tipo) => todos || tipos.includes(tipo))

/** The rows that are sent; one without any text is not. */
const sentRows = ({ filas }: Pick<TemplateDraft, 'filas'>): readonly FilaDraft[] =>
  filas.filter(({ dato, etiqueta }) => dato.trim() || etiqueta.trim())

/** Millimetres as typed; what is no whole number goes as it is, so that the API says what is wrong at its field. */
const millimetres = (typed: string): number =>
  /^\d+$/.test(typed) ? Number(typed) : (typed as unknown as number)

/** Colours, columns and the place of the logo are of the letter page alone: a roll has none. */
export function configOf(draft: TemplateDraft): ConfigPlantilla {
  const { recuadro, linea, codigo, conLogo, posicion } = draft
  const sheet = draft.formato === 'carta'
  const [acento, alto] = [draft.acento.trim(), draft.alto.trim()]
  const hidden = OCULTABLES.map(([dato]) => dato).filter((dato) => !draft.mostrar.includes(dato))
  const texts = (['encabezado', 'nota', 'leyenda'] as const).filter((text) => draft[text].trim())
  const rows = sentRows(draft)
  const groups: ConfigPlantilla = {
    colores: sheet ? { ...(recuadro !== 'rojo' && { recuadro }), ...(acento && { acento }) } : {},
    columnas: sheet ? { ...(linea && { linea }), ...(!codigo && { codigo }) } : {},
    mostrar: Object.fromEntries(hidden.map((dato) => [dato, false])),
    textos: Object.fromEntries(texts.map((text) => [text, draft[text].trim()])),
    logo: conLogo
      ? { ...(sheet && posicion && { posicion }), ...(alto && { alto_mm: millimetres(alto) }) }
      : { mostrar: false },
  }
  return {
    ...(Object.fromEntries(
      Object.entries(groups).filter(([, group]) => Object.keys(group).length),
    ) as ConfigPlantilla),
    ...(rows.length && {
      filas: rows.map(({ dato, etiqueta, lugar }) => ({
        dato: dato.trim(),
        ...(etiqueta.trim() && { etiqueta: etiqueta.trim() }),
        lugar,
      })),
    }),
  }
}

export const bodyOf = (draft: TemplateDraft): BodyOf<'POST /v1/plantilla'> => ({
  nombre: draft.nombre.trim(),
  formato: draft.formato,
  // None would be all to the API.
  ...(!draft.todos && { tipos_dte: typesOf(draft) }),
  config: configOf(draft),
})

/** Missing fields, checked before anything is sent. */
export const missing = (draft: TemplateDraft): { nombre?: string; tipos?: string } => ({
  ...(!draft.nombre.trim() && { nombre: 'Escriba un nombre, para reconocerla entre las versiones' }),
  ...(typesOf(draft).length === 0 && { tipos: 'Elija al menos un tipo, o todos' }),
})

/** The message about a field, without its path: the label beside it names it better. */
export function faultText(detalle: DetalleFalla): string {
  const { campo, mensaje } = detalle
  if (detalle.regla === 'requerido') return 'Falta este dato'
  return withoutPath({
    campo,
    mensaje: mensaje.startsWith(`${campo} `) ? mensaje.replace(' ', ': ') : mensaje,
  })
}

/** The fault of one field, by its path in the body. */
export function faultAt(fault: Fault | null, campo: string): string | undefined {
  const found = fault?.detalles.find((detalle) => detalle.campo === campo)
  return found && faultText(found)
}

/** Where a row's field is in the body that was sent. */
export const rowPath = (
  draft: Pick<TemplateDraft, 'filas'>,
  id: string,
  field: 'dato' | 'etiqueta' | 'lugar',
): string => `config.filas[${sentRows(draft).findIndex((row) => row.id === id)}].${field}`

const FIELD = /^(nombre|config\.(colores\.acento|textos\.\w+|logo\.alto_mm|filas\[\d+\]\.(dato|etiqueta)))$/

/** The paths of a fault that have a field of the form. */
export const placed = (fault: Fault): string[] =>
  fault.detalles.map(({ campo }) => campo).filter((campo) => FIELD.test(campo))
