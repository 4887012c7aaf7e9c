// Judges a printed timbre as a stranger would: renders the PDF at 300 dpi with pdftoppm (poppler-utils), reads every PDF417
// with zxing-wasm and compares its bytes with the TED's. Exits 1 on any difference.
//   bun test/conformance/pdf-barcode.ts documento.pdf documento.xml   (a file holding the TED, alone or within its DTE)
import { type Imagen, readPdf417 } from '../pdf/leer-codigo'

/** The pages of a run of `pdftoppm -gray`: binary PGM files one after another. */
function* readPgms(bytes: Buffer): Generator<Imagen> {
  for (let at = 0; at < bytes.length; ) {
    const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', at, at + 64))
    if (!header) throw new Error('pdftoppm did not write a PGM image')
    const [ancho, alto] = [Number(header[1]), Number(header[2])]
    const start = at + header[0].length
    at = start + ancho * alto
    yield { ancho, alto, grises: bytes.subarray(start, at) }
  }
}

/** The bytes from `<TED` to `</TED>`. */
export function cutTed(bytes: Buffer): Buffer {
  const start = bytes.indexOf('<TED')
  const end = bytes.indexOf('</TED>')
  if (start < 0 || end < 0) throw new Error('no <TED> in the second file')
  return bytes.subarray(start, end + '</TED>'.length)
}

/** Faults found, as sentences; empty when every barcode of the PDF is the TED. */
export async function judgeBarcode(pdf: string, expected: Buffer): Promise<string[]> {
  const run = Bun.spawnSync(['pdftoppm', '-r', '300', '-gray', pdf], { stderr: 'inherit' })
  if (run.exitCode !== 0) return [`pdftoppm failed with ${run.exitCode}`]
  const faults: string[] = []
  let found = 0
  let page = 0
  for (const image of readPgms(run.stdout)) {
    page++
    for (const code of await readPdf417(image)) {
      found++
      if (!code.equals(expected)) faults.push(`page ${page}: the barcode holds ${code.length} other bytes`)
    }
  }
  return found === 0 ? ['no PDF417 could be read on any page'] : faults
}

if (import.meta.main) {
  const [pdf, ted] = process.argv.slice(2)
  if (!pdf || !ted) throw new Error('usage: bun test/conformance/pdf-barcode.ts <pdf> <file with the TED>')
  const faults = await judgeBarcode(pdf, cutTed(Buffer.from(await Bun.file(ted).arrayBuffer())))
  for (const fault of faults) console.error(`${pdf}: ${fault}`)
  if (faults.length > 0) process.exit(1)
  console.log(`${pdf}: the timbre reads back byte for byte`)
}
