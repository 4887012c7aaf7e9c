// A row as a line of JSON, and back: what was sealed stands open in it, as text where it is text (areas/exportaciones §2).

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

/** The place that a sealed column of a row is bound to. */
const placeOf = ({ table, column, keys, id, sealedIn = table }: Sellado, row: Record<string, unknown>) => {
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
      const shown = columnas.filter((name) => name !== numero && !secretas.includes(name))
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
    /** The bytes of a sealed column. */
    openOf(tabla: string, columna: string, row: Record<string, unknown>): Buffer {
      const sellado = SELLADOS.find(({ table, column }) => table === tabla && column === columna)!
      return secrets.open(placeOf(sellado, row), row[columna] as Uint8Array)
    },
  }
}
