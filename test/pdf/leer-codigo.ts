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
export const readPdf417 = (image: Imagen) => readCodes(image, 'PDF417')

/** The contents of every QR code in an image. */
export const readQr = (image: Imagen) => readCodes(image, 'QRCode')

async function readCodes({ ancho, alto, grises }: Imagen, format: 'PDF417' | 'QRCode') {
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
  const found = await readBarcodes(image, { formats: [format], tryHarder: true })
  return found.filter((code) => code.isValid).map((code) => Buffer.from(code.bytes))
}
