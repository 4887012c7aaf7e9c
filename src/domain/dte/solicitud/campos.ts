// Readers made from the SII's schema: the fields of a group with their limits and obligations for a type, each under both
// of its names.

import { glosaAduana, TABLA_DE_TAG, TABLAS, type TablaAduana } from '../aduana'
import { codigoObligacion, type Nodo } from '../esquema'
import { NOMBRES } from '../nombres'
import type { TipoDte } from '../tipos'
import { entero, fecha, fechaHora, hora, numero, opcion, rut, texto, textoOEntero } from './lectores'
import type { Lector } from './lectura'
import { type Campo, lista, objeto } from './objeto'

type Overrides = Partial<Record<string, Lector<unknown>>>

const byTag = (block: string): Map<string, string> =>
  new Map(
    Object.entries((NOMBRES as Record<string, Record<string, string>>)[block] ?? {}).map(([n, tag]) => [
      tag,
      n,
    ]),
  )

/** The reader that an element's own type asks for. */
function lectorDeNodo(n: Nodo, tipo: TipoDte): Lector<unknown> {
  const requeridos = n.hijos.filter(({ min }) => min > 0).map(({ key }) => key)
  const one = n.clase ? lectorDeHoja(n) : objeto(camposDe(n, tipo, {}, requeridos))
  return n.max > 1 ? lista(one, { max: n.max }) : one
}

/** A code of one of customs' tables. */
export const codigoAduana =
  (tabla: TablaAduana): Lector<number> =>
  (valor, campo, l) => {
    const code = entero({ desde: 1 })(valor, campo, l)
    if (code === undefined || glosaAduana(tabla, code)) return code
    return l.fault(campo, 'codigo', `${campo}: Aduana no tiene el código de ${TABLAS[tabla].nombre} ${code}`)
  }

/** The same where the schema has a text: `nacionalidad`, which clients keep as text or number (http §0.2). */
const codigoAduanaTexto =
  (tabla: TablaAduana): Lector<string> =>
  (valor, campo, l) => {
    const text = textoOEntero(3)(valor, campo, l)
    if (text === undefined || (/^\d+$/.test(text) && glosaAduana(tabla, Number(text)))) return text
    return l.fault(campo, 'codigo', `${campo}: Aduana no tiene el código de ${TABLAS[tabla].nombre} ${text}`)
  }

function lectorDeHoja(n: Nodo): Lector<unknown> {
  const tabla = TABLA_DE_TAG[n.tag]
  if (tabla) return n.clase === 'texto' ? codigoAduanaTexto(tabla) : codigoAduana(tabla)
  if (n.tag === 'NumId') return textoOEntero(n.largoMax ?? 20)
  if (n.clase === 'rut') return rut
  if (n.clase === 'fecha') return fecha
  if (n.clase === 'hora') return hora
  if (n.clase === 'decimal') {
    const decimales = n.decimales ?? 6
    return numero({
      decimales,
      enteros: (n.digitos ?? 18) - decimales,
      desde: n.desde ?? '0',
      ...(n.hasta && { hasta: n.hasta }),
    })
  }
  if (n.clase === 'entero') {
    if (n.valores) return entero({ valores: n.valores.map(Number) })
    const hasta = Math.min(Number(n.hasta ?? 10 ** (n.digitos ?? 15) - 1), 10 ** 15 - 1)
    return entero({ ...(n.desde !== undefined && { desde: Number(n.desde) }), hasta })
  }
  if (n.clase === 'fechaHora') return fechaHora
  return n.valores ? opcion(n.valores) : texto(n.largoMax ?? 80)
}

/** Elements that Timbre writes itself, whatever the request says of them. */
const NUMBERED = new Set(['NroLinDet', 'NroLinDR', 'NroLinRef', 'NroLinCom', 'NroSTI'])
const ignored: Lector<unknown> = () => undefined

/** Code 0 of the element, or of all that could stand in it. */
const isBarred = (n: Nodo, tipo: TipoDte): boolean =>
  codigoObligacion(n, tipo) === 0 || (n.hijos.length > 0 && n.hijos.every((hijo) => isBarred(hijo, tipo)))

/** The fields of one group, in schema order, without those the type must not carry (obligation code 0). */
export function camposDe(
  parent: Nodo,
  tipo: TipoDte,
  overrides: Overrides,
  requeridos: readonly string[] = [],
): Campo[] {
  const names = byTag(parent.tag)
  const campos: Campo[] = []
  for (const n of parent.hijos) {
    if (isBarred(n, tipo)) continue
    const nombre = names.get(n.tag) ?? n.tag
    const lector = NUMBERED.has(n.tag) ? ignored : (overrides[n.key] ?? lectorDeNodo(n, tipo))
    campos.push({ nombre, tag: n.tag, key: n.key, lector, requerido: requeridos.includes(n.key) })
  }
  return campos
}
