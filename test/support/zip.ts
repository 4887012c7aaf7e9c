// A ZIP archive for tests of those who read one.

import { zipResponse } from '../../src/http/zip'

const FECHA = '2026-11-20T10:00:00'

export async function zipOf(files: Record<string, Uint8Array>, compress = true): Promise<Buffer> {
  async function* archivos() {
    for (const [nombre, bytes] of Object.entries(files)) yield { nombre, bytes, fecha: FECHA, compress }
  }
  return Buffer.from(await zipResponse('a.zip', archivos()).arrayBuffer())
}
