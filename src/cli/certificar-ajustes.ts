// `timbre certificar ajustes`: the settlements of a set, from a file or one by one (areas/certificacion §2).

import type { ApiClient } from './api-client'
import { readBytes } from './archivo'
import { Falla, type Io, UsoIncorrecto } from './comando'
import { EXIT, type ExitStatus } from './exit-status'

type Json = Record<string, unknown>

interface SetEntero {
  estado: string
  preguntas: { clave: string; mensaje: string; propuesta: string | null; respuesta: string | null }[]
  por_corregir: { campo: string; mensaje: string }[]
  ajustes: Json
}

/** The blocks of which a datum is named by its path; of lists, a file. */
const BLOQUES = ['propio', 'traslado', 'aduana']

function readAjustes(file: string): Json {
  let read: unknown
  try {
    read = JSON.parse(readBytes(file).toString())
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new Falla(`${file}: no es JSON`, { cause })
  }
  if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Json
  throw new Falla(`${file}: debe ser un objeto, como el cuerpo de PUT …/ajustes`)
}

/** A block with a datum at its path put in. */
function withDatum(block: Json, [name, ...rest]: readonly string[], value: string): Json {
  if (!rest.length) return { ...block, [name!]: value }
  const inner = block[name!]
  const under = typeof inner === 'object' && inner !== null ? (inner as Json) : {}
  return { ...block, [name!]: withDatum(under, rest, value) }
}

/** Settlements with one `key=value` put in: the answer to a question by its key, or a datum by its path. Throws UsoIncorrecto. */
function settle(ajustes: Json, pair: string, clase: string): Json {
  const at = pair.indexOf('=')
  const [key, value] = [pair.slice(0, at), pair.slice(at + 1)]
  if (at < 1) throw new UsoIncorrecto(`«${pair}» no es clave=valor`)
  const [first = '', ...rest] = key.split('.')
  if (first === clase) return answered(ajustes, key, value)
  if (key === 'tipo_cambio' || (BLOQUES.includes(first) && rest.length))
    return withDatum(ajustes, [first, ...rest], value)
  throw new UsoIncorrecto(
    `«${key}» no es la clave de una pregunta de ${clase}, tipo_cambio ni un dato de ${BLOQUES.join(', ')}: lo demás va en un archivo`,
  )
}

const answered = (ajustes: Json, key: string, value: string): Json => ({
  ...ajustes,
  respuestas: { ...(ajustes.respuestas as Json | undefined), [key]: value },
})

/** Stores the settlements of a set and says what it still asks, or would be refused for; without words it says that alone. Throws Falla. */
export async function settleSet(
  api: ApiClient,
  id: string,
  [clase = '', ...words]: readonly string[],
  { out, result }: Io,
): Promise<ExitStatus> {
  const path = `/v1/certificacion/${id}/sets/${clase}`
  let set = (await api.get<{ data: SetEntero }>(path)).body.data
  if (words.length) {
    const isFile = words.length === 1 && !words[0]!.includes('=')
    const ajustes = isFile
      ? readAjustes(words[0]!)
      : words.reduce((before, pair) => settle(before, pair, clase), set.ajustes)
    set = (await api.put<{ data: SetEntero }>(`${path}/ajustes`, JSON.stringify(ajustes))).body.data
  }
  const open = set.preguntas.filter(({ respuesta }) => respuesta === null)
  out(`${clase}: ${set.estado}`)
  for (const { clave, mensaje, propuesta } of open)
    out(`PREGUNTA ${clave}: ${mensaje}${propuesta === null ? '' : ` (propuesta: ${propuesta})`}`)
  for (const { mensaje } of set.por_corregir) out(`FALTA ${mensaje}`)
  result({ clase, estado: set.estado, preguntas: open, por_corregir: set.por_corregir })
  return set.estado === 'con_dudas' ? EXIT.failed : EXIT.done
}
