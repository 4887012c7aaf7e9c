// The two faces of the printed page and the measure of their text. Their data is cut by test/pdf/fuentes/generar.ts.
import datos from './timbre-sans.json'
import { toWinAnsi } from './winansi'

/**
 * A face: its advances by WinAnsi code (from 32 to 255, blank-separated, thousandths of the size) and its TrueType file,
 * deflated and in Base64.
 */
interface Fuente {
  nombre: string
  trazo: number
  bbox: string
  ascendente: number
  descendente: number
  mayuscula: number
  anchos: string
  bytes: number
  truetype: string
}

export const FUENTES = { normal: datos.normal, negrita: datos.negrita } satisfies Record<string, Fuente>
export type Cara = keyof typeof FUENTES

const ADVANCE: Record<Cara, Float64Array> = { normal: table(datos.normal), negrita: table(datos.negrita) }

function table({ anchos }: Fuente): Float64Array {
  const advance = new Float64Array(256)
  advance.set(
    anchos.split(' ').map((a) => Number(a) / 1000),
    32,
  )
  return advance
}

/** Width in points of a text at a size. */
export function measure(text: string, cara: Cara, cuerpo: number): number {
  const codes = toWinAnsi(text)
  const advance = ADVANCE[cara]
  let em = 0
  for (let i = 0; i < codes.length; i++) em += advance[codes.charCodeAt(i)]!
  return em * cuerpo
}

/**
 * Breaks a text into lines of WinAnsi codes no wider than `ancho`: at blanks, after a hyphen or slash of an overlong
 * word, else inside it. Empty text has no lines.
 */
export const wrap = (text: string, cara: Cara, cuerpo: number, ancho: number): string[] =>
  breakLines(toWinAnsi(text), (part) => measure(part, cara, cuerpo) <= ancho)

/** Breaks a text, as `wrap` does, into lines that `fits` accepts. */
export function breakLines(text: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (word === '') continue
    const joined = line === '' ? word : `${line} ${word}`
    if (fits(joined)) {
      line = joined
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (!fits(line)) {
      const at = breakAt(line, fits)
      lines.push(line.slice(0, at))
      line = line.slice(at)
    }
  }
  if (line !== '') lines.push(line)
  return lines
}

/** Where an overlong word is cut: after its last hyphen, slash, at sign or dot that fits, else at the last letter. */
function breakAt(word: string, fits: (part: string) => boolean): number {
  let end = 1
  while (end < word.length && fits(word.slice(0, end + 1))) end++
  for (let at = end; at > end / 2; at--) if ('-/@._'.includes(word[at - 1]!)) return at
  return end
}
