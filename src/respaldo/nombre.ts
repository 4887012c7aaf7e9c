// The name of a copy at its destination: whose it is and when it was begun.

const FORMA = /^timbre-([0-9a-f]{8})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.age$/

/** Every name of a copy begins so. */
export const PREFIJO = 'timbre-'

/** `timbre-1f2e3d4c-20261129T061500Z.tar.age`; `serie` is eight hexadecimal digits, one a line of databases. */
export const nombreDe = (serie: string, at: Date): string =>
  `${PREFIJO}${serie}-${at.toISOString().replace(/[-:]|\.\d+/g, '')}.tar.age`

/** Null for a name that is no copy's. */
export function readNombre(nombre: string): { serie: string; at: Date } | null {
  const [, serie, year, month, day, hour, minute, second] = FORMA.exec(nombre) ?? []
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return serie && !Number.isNaN(at.getTime()) ? { serie, at } : null
}
