// An independent reader of barcodes (zxing-wasm), for tests and for the conformance script.
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** An image of grey bytes, 0 black. */
export interface Imagen {
  ancho: number
  alto: number
  grises: Uint8Array
}

let ready: Promise<unknown> | undefined

/** The contents of every PDF417 in an image. */
export async function readPdf417({ ancho, alto, grises }: Imagen) {
  ready ??= Bun.file(Bun.resolveSync('zxing-wasm/reader/zxing_reader.wasm', import.meta.dir))
    .arrayBuffer()
    .then((wasmBinary) => prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true }))
  await ready
  const data = new Uint8ClampedArray(ancho * alto * 4)
  grises.forEach((grey, i) => {
    data.fill(grey, i * 4, i * 4 + 3)
    data[i * 4 + 3] = 255
  })
  const image = { data, width: ancho, height: alto, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0]
  const found = await readBarcodes(image, { formats: ['PDF417'], tryHarder: true })
  return found.filter((code) => code.isValid).map((code) => Buffer.from(code.bytes))
}
