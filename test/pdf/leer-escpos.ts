// A little ESC/POS printer: reads the bytes as an interpreter of the manual would and answers what is on the paper. Its code
// page is spelt from the standard's chart, apart from the one of the source.

const PC850 = [
  'ÇüéâäàåçêëèïîìÄÅ',
  'ÉæÆôöòûùÿÖÜø£Ø×ƒ',
  'áíóúñÑªº¿®¬½¼¡«»',
  '░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐',
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤',
  'ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀',
  'ÓßÔÒõÕµþÞÚÛÙýÝ¯´',
  '\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
].join('')

export interface RenglonImpreso {
  texto: string
  chica: boolean
  negrita: boolean
  alta: boolean
  ancla: number
}

export interface ImagenImpresa {
  ancho: number
  alto: number
  grises: Uint8Array
}

export interface TiraImpresa {
  renglones: RenglonImpreso[]
  imagenes: ImagenImpresa[]
  cortada: boolean
}

/** The printer's output, a strip for each cut. Throws at any command or byte the manual does not give. */
export function printEscPos(bytes: Uint8Array): TiraImpresa[] {
  const tiras: TiraImpresa[] = []
  let tira: TiraImpresa = { renglones: [], imagenes: [], cortada: false }
  let modo = 0
  let ancla = 0
  let tabla = 0
  let texto = ''
  let at = 0
  const next = () => bytes[at++]!
  while (at < bytes.length) {
    const byte = next()
    if (byte >= 0x20) {
      if (byte > 0x7f && tabla !== 2) throw new Error('an accent before the code page was chosen')
      texto += byte < 0x7f ? String.fromCharCode(byte) : PC850[byte - 0x80]
    } else if (byte === 0x0a) {
      tira.renglones.push({
        texto,
        chica: (modo & 1) > 0,
        negrita: (modo & 8) > 0,
        alta: (modo & 16) > 0,
        ancla,
      })
      texto = ''
    } else if (byte === 0x1b) {
      const command = String.fromCharCode(next())
      if (command === '@') [modo, ancla, tabla] = [0, 0, 0]
      else if (command === '!') modo = next()
      else if (command === 'a') ancla = next()
      else if (command === 't') tabla = next()
      else if (command === 'R' || command === '3') next()
      else if (command !== '2') throw new Error(`ESC ${command} is not known`)
    } else if (byte === 0x1c && next() === 0x2e) {
      // Leaves the two-byte mode.
    } else if (byte === 0x1d) {
      const command = String.fromCharCode(next())
      if (command === 'V') {
        if (next() !== 66) throw new Error('a cut without feed')
        next()
        tiras.push({ ...tira, cortada: true })
        tira = { renglones: [], imagenes: [], cortada: false }
      } else if (command === 'v') {
        if (next() !== 0x30 || next() !== 0) throw new Error('not a plain raster')
        const porFila = next() + next() * 256
        const alto = next() + next() * 256
        const grises = new Uint8Array(porFila * 8 * alto)
        grises.forEach((_, i) => {
          grises[i] = bytes[at + (i >> 3)]! & (0x80 >> (i & 7)) ? 0 : 255
        })
        at += porFila * alto
        tira.imagenes.push({ ancho: porFila * 8, alto, grises })
      } else throw new Error(`GS ${command} is not known`)
    } else throw new Error(`byte ${byte} at ${at - 1}`)
  }
  if (texto) throw new Error('a line without its end is never printed')
  if (tira.renglones.length > 0) tiras.push(tira)
  return tiras
}
