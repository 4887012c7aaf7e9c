// A row as a line of JSON, and back: what was sealed stands open in it, as text where it is text (areas/exportaciones §2).

import { DE_AQUI } from '../../store/llevadas'
import type { Secrets } from '../../store/secrets'
import { SELLADOS, type Sellado } from '../../store/sellados'

/** Bytes that are no text, or the name of the file of the archive that has them. */
type Valor = string | number | null | { base64: string } | { archivo: string }

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function toValor(bytes: Uint8Array): Valor {
  try {
    return utf8.decode(bytes)
  } catch {
    return { base64: Buffer.from(bytes).toString('base64') }
  }
}

/** A line of the secrets of a move. */
export interface Secreto {
  tabla: string
  /** The row of its table's file, from 1. */
  fila: number
  columna: string
  valor: string
}

/** A secret that was moved to another row does not open. */
export const secretPlace = (tabla: string, columna: string, n: number) => ({
  table: tabla,
  column: columna,
  id: String(n),
})

/** The place that a sealed column of a row is bound to. */
export const placeOf = (
  { table, column, keys, id, sealedIn = table }: Sellado,
  row: Record<string, unknown>,
) => {
  const names = keys.map((key) => String(row[key]))
  return { table: sealedIn, column, id: id ? id(names) : names[0]! }
}

export function createFilas(secrets: Pick<Secrets, 'open'>) {
  return {
    /** Writes rows of one table; `archivo` names the file that has the bytes of a row's column, null where it has none. */
    writerOf(
      tabla: string,
      { columnas, numero }: { columnas: readonly string[]; numero: string | null },
      secretas: readonly string[],
      archivo: { columna: string; rutaOf(row: Record<string, unknown>): string | null } | null,
    ) {
      const sellados = new Map(
        SELLADOS.filter(({ table }) => table === tabla).map((one) => [one.column, one]),
      )
      const left = [numero, ...secretas, ...(DE_AQUI[tabla] ?? [])]
      const shown = columnas.filter((name) => !left.includes(name))
      return (row: Record<string, unknown>): string => {
        const line: Record<string, Valor> = {}
        for (const name of shown) {
          const value = row[name]
          const ruta = archivo?.columna === name ? archivo.rutaOf(row) : null
          const sellado = sellados.get(name)
          if (ruta !== null) line[name] = { archivo: ruta }
          else if (!(value instanceof Uint8Array)) line[name] = value as string | number | null
          else line[name] = toValor(sellado ? secrets.open(placeOf(sellado, row), value) : value)
        }
        return `${JSON.stringify(line)}\n`
      }
    },
    /** The secrets of a row, the `n`th of its table, each sealed under the key of a move. */
    secretsOf(
      tabla: string,
      secretas: readonly string[],
      row: Record<string, unknown>,
      n: number,
      llave: Pick<Secrets, 'seal'>,
    ): string {
      return secretas
        .filter((columna) => row[columna] !== null)
        .map((columna) => {
          const value = row[columna] as string | Uint8Array
          const sellado = SELLADOS.find(({ table, column }) => table === tabla && column === columna)
          const plain = sellado ? secrets.open(placeOf(sellado, row), value as Uint8Array) : value
          const valor = llave.seal(secretPlace(tabla, columna, n), plain).toString('base64')
          return `${JSON.stringify({ tabla, fila: n, columna, valor } satisfies Secreto)}\n`
        })
        .join('')
    },
    /** The bytes of a sealed column. */
    openOf(tabla: string, columna: string, row: Record<string, unknown>): Buffer {
      const sellado = SELLADOS.find(({ table, column }) => table === tabla && column === columna)!
      return secrets.open(placeOf(sellado, row), row[columna] as Uint8Array)
    },
  }
}
