// Comunas of Chile and the SII office each belongs to (pdf §1.2; datos/comunas.json).
import filas from './dte/datos/comunas.json'

/** A comuna's name as compared: no accents, no case, one blank between words. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()

const UNIDAD = new Map(filas.map(({ nombre, unidadSii }) => [plain(nombre), unidadSii]))

/** The SII office printed below the box, in capitals; null when the comuna is unknown or has no office in the table. */
export const unidadSii = (comuna: string): string | null => UNIDAD.get(plain(comuna)) ?? null

const NOMBRE = new Map(filas.map(({ nombre }) => [plain(nombre), nombre]))

/** The name as the table spells it, whatever case and accents it came with; null when there is no such comuna. */
export const findComuna = (comuna: string): string | null => NOMBRE.get(plain(comuna)) ?? null

/** The first names that begin with a text, then those that hold it. */
export function searchComunas(text: string, max: number): string[] {
  const typed = plain(text)
  const found = [...NOMBRE].filter(([name]) => name.includes(typed))
  const begins = found.filter(([name]) => name.startsWith(typed))
  return [...new Set([...begins, ...found])].slice(0, max).map(([, nombre]) => nombre)
}
