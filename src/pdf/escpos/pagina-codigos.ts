// The printer's alphabet: code page 850, which holds every printable character of ISO-8859-1 and the lines of boxes. All
// ESC/POS printers have it, as table 2; PC858, table 19, is the same but for the euro sign, which is spelt out here.
import { fromWinAnsi, toWinAnsi } from '../fuentes/winansi'

/** Codes 0x80 to 0xFF of code page 850. */
const ALTOS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤' +
  'ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** The number of the table in `ESC t`. */
export const TABLA_PC850 = 2

const CODIGO = new Map([...ALTOS].map((c, i) => [c, String.fromCharCode(0x80 + i)]))

/** The substitutes for WinAnsi letters that the page lacks. */
const SUSTITUTO: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '‚': "'",
  '‘': "'",
  '’': "'",
  '‹': '<',
  '›': '>',
  '„': '"',
  '“': '"',
  '”': '"',
  '…': '...',
  '†': '+',
  '‡': '+',
  ˆ: '^',
  '˜': '~',
  '‰': 'o/oo',
  Š: 'S',
  š: 's',
  Œ: 'OE',
  œ: 'oe',
  Ž: 'Z',
  ž: 'z',
  Ÿ: 'Y',
  '•': '·',
  '–': '-',
  '—': '-',
  '™': '(TM)',
  '\u00a0': ' ',
  '\u00ad': '',
}

/** The code of a character of a box: `═`. */
export const pc850 = (c: string): string => CODIGO.get(c)!

/** Text as codes of the page, one char code a byte; never a control code. */
export const toPc850 = (text: string): string =>
  fromWinAnsi(toWinAnsi(text))
    .replace(/[^\x20-\x7e]/g, (c) => SUSTITUTO[c] ?? c)
    .replace(/[^\x20-\x7e]/g, (c) => CODIGO.get(c) ?? '?')
