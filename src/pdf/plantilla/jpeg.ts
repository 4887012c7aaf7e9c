// The checks of a JPEG without decoding it (ITU-T T.81, annex B).

/** Scans of a picture made by people; a crafted file can hold thousands, each a pass over the whole image. */
const BARRIDOS_MAX = 100

const INICIO_BARRIDO = Buffer.of(0xff, 0xda)
const FIN = Buffer.of(0xff, 0xd9)

/**
 * Whether the file has its end and no more scans than a picture needs. Decoders fill with grey what was cut off, and say
 * nothing.
 */
export function isWholeJpeg(bytes: Buffer): boolean {
  let barridos = 0
  let last = -1
  for (let at = bytes.indexOf(INICIO_BARRIDO); at >= 0; at = bytes.indexOf(INICIO_BARRIDO, at + 2)) {
    last = at
    if (++barridos > BARRIDOS_MAX) return false
  }
  return last >= 0 && bytes.indexOf(FIN, last) >= 0
}

/** The file without profiles, thumbnails and comments, which a PDF does not read. */
export function bareJpeg(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, 2)]
  let at = 2
  while (bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
    const marker = bytes[at + 1]!
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (!((marker >= 0xe1 && marker <= 0xef) || marker === 0xfe)) kept.push(bytes.subarray(at, end))
    at = end
  }
  return Buffer.concat([...kept, bytes.subarray(at)])
}
