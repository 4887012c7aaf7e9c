// Encodings that browsers never knew, so that `TextDecoder` does not: those of DOS, which programs older than Windows still declare,
// and UTF-32.

/** The upper half of each code page (IBM, CDRA), from 0x80 on. */
const PAGINAS: Readonly<Record<string, string>> = {
  437: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  850: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  852: 'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
  858: 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  860: 'ÇüéâãàÁçêÊèÍÔìÃÂÉÀÈôõòÚùÌÕÜ¢£Ù₧ÓáíóúñÑªº¿Ò¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
}

/** The text of bytes in such an encoding, by whichever of its names; null when it is none of them. */
export function decodeOld(bytes: Buffer, codificacion: string): string | null {
  const utf32 = /^utf-?32(le|be)?$/.exec(codificacion)
  if (utf32) return decodeUtf32(bytes, utf32[1] === 'be')
  const pagina = PAGINAS[/^(?:ibm|cp|dos|oem)?-?(\d{3})$/.exec(codificacion)?.[1] ?? '']
  if (!pagina) return null
  return bytes.toString('latin1').replace(/[\x80-\xff]/g, (byte) => pagina[byte.charCodeAt(0) - 0x80]!)
}

function decodeUtf32(bytes: Buffer, big: boolean): string {
  let texto = ''
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = big ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)
    texto += code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code)
  }
  // As TextDecoder does with its own.
  return texto.replace(/^\ufeff/, '')
}
