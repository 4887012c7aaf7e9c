// The version of each type on each paper, and a version's settings in words.

import { isTipoDte, type TipoDte } from '../../domain/dte/tipos'
import { plural } from '../ui/format'
import { PAPELES, type Papel, typesOn } from '../ui/papel'
import { shortName } from '../ui/tipo'
import { OCULTABLES, type Version, type VersionBreve } from './template-form'

export interface InUse {
  papel: Papel
  /** Null: the ordinary paper. */
  version: VersionBreve | null
  tipos: TipoDte[]
}

/** Paper by paper, the versions in use, newest first, and after them the ordinary paper for what is left. */
export const inUse = (versiones: readonly VersionBreve[]): InUse[] =>
  PAPELES.flatMap(([papel]) => {
    const all = typesOn(papel)
    const mine = versiones.filter(({ formato }) => formato === papel)
    const used = mine.flatMap(({ tipos_activos }) => tipos_activos)
    const rest = all.filter((tipo) => !used.includes(tipo))
    return [
      ...mine.map((version) => ({
        papel,
        version,
        tipos: all.filter((tipo) => version.tipos_activos.includes(tipo)),
      })),
      { papel, version: null, tipos: rest },
    ].filter(({ tipos }) => tipos.length > 0)
  })

/** With which version a type is printed on a paper; null is the ordinary paper. */
export const usedFor = (
  versiones: readonly VersionBreve[],
  papel: Papel,
  tipo: TipoDte,
): VersionBreve | null =>
  versiones.find(({ formato, tipos_activos }) => formato === papel && tipos_activos.includes(tipo)) ?? null

/** The types a version can be used for: those of before a paper was for boletas alone may name others. */
export const usableTypes = ({ formato, tipos_dte }: Pick<VersionBreve, 'formato' | 'tipos_dte'>): TipoDte[] =>
  typesOn(formato).filter((tipo) => tipos_dte.filter(isTipoDte).includes(tipo))

/** `Todos`, when there are no others on that paper. */
export const typeWords = (tipos: readonly number[], papel: Papel): string =>
  typesOn(papel).every((tipo) => tipos.includes(tipo)) ? 'Todos' : tipos.map(shortName).join(', ')

/** The same where there is little room: how many, when they are several. */
export const typeCount = (tipos: readonly number[], papel: Papel): string => {
  const words = typeWords(tipos, papel)
  return tipos.length > 1 && words !== 'Todos' ? plural(tipos.length, 'tipo') : words
}

/** The settings of a version, as label and words; defaults are left out. */
export function settingsOf({ config }: Version): (readonly [label: string, words: string])[] {
  const { colores, columnas, mostrar, textos, filas, logo } = config
  const hidden = OCULTABLES.filter(([dato]) => mostrar?.[dato] === false).map(([, words]) => words)
  const columns = [
    columnas?.linea && 'Con número de línea',
    columnas?.codigo === false && 'Sin código del ítem',
  ].filter((one) => typeof one === 'string')
  const all: readonly (readonly [string, string | undefined])[] = [
    ['Recuadro', colores?.recuadro && (colores.recuadro === 'negro' ? 'Negro' : 'Rojo')],
    ['Color de títulos', colores?.acento],
    ['Columnas', columns.join(', ')],
    ['No se imprime', hidden.join(', ')],
    ['Encabezado', textos?.encabezado],
    ['Nota', textos?.nota],
    ['Leyenda', textos?.leyenda],
    [
      'Filas propias',
      filas
        ?.map(({ dato, etiqueta, lugar }) => `${dato}${etiqueta ? ` como ${etiqueta}` : ''} (${lugar})`)
        .join('; '),
    ],
    ['Logo', logo?.mostrar === false ? 'No se imprime' : undefined],
    [
      'Lugar del logo',
      logo?.posicion && (logo.posicion === 'arriba' ? 'Sobre el nombre' : 'A la izquierda del nombre'),
    ],
    ['Alto del logo', logo?.alto_mm === undefined ? undefined : `${logo.alto_mm} mm`],
  ]
  return all.flatMap(([label, words]) => (words ? [[label, words] as const] : []))
}
