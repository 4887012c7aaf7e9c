// The PDFs of the samples' archive, read where the rehearsal hands them on one by one (areas/certificacion §8): APPNOTE 6.3.

interface Pdf {
  nombre: string
  pdf_base64: string
}

const FIN = 0x06054b50
const ENTRADA = 0x02014b50
/** Bytes of an entry of the directory before its name. */
const LARGO = 0x2e

/** From the directory at the end, which alone has every size. */
export async function readPdfs(zip: Blob): Promise<Pdf[]> {
  const bytes = new Uint8Array(await zip.arrayBuffer())
  const view = new DataView(bytes.buffer)
  let end = bytes.length - 22
  while (end >= 0 && view.getUint32(end, true) !== FIN) end--
  if (end < 0) throw new Error('no archive')
  const pdfs: Pdf[] = []
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== ENTRADA) throw new Error('a broken archive')
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ]
    const nombre = new TextDecoder().decode(bytes.subarray(at + LARGO, at + LARGO + name))
    if (nombre.endsWith('.pdf')) {
      const head = view.getUint32(at + 42, true)
      const from = head + 30 + view.getUint16(head + 26, true) + view.getUint16(head + 28, true)
      const packed = bytes.slice(from, from + view.getUint32(at + 20, true))
      const plain = view.getUint16(at + 10, true) === 0 ? packed : await inflate(packed)
      pdfs.push({ nombre: nombre.split('/').at(-1)!, pdf_base64: base64Of(plain) })
    }
    at += LARGO + name + extra + comment
  }
  return pdfs
}

const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

const inflate = async (packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(
    await new Response(
      new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')),
    ).arrayBuffer(),
  )
