// Cuts the two fonts of the printed page, from the files of @ibm/plex-sans-condensed, into src/pdf/fuentes/timbre-sans.json.
// Run by hand when the characters or the package change: bun test/pdf/fuentes/generar.ts

import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { WINANSI } from '../../../src/pdf/fuentes/winansi'
import { readTablas, subset } from './truetype'

const ROOT = join(import.meta.dir, '../../..')
const WOFF = join(ROOT, 'node_modules/@ibm/plex-sans-condensed/fonts/complete/woff')
const SALIDA = join(ROOT, 'src/pdf/fuentes/timbre-sans.json')

// The licence (OFL.txt) reserves the name "Plex" for unmodified files, so the cut fonts bear another.
const AVISO = {
  licencia:
    'Copyright 2017 IBM Corp. with Reserved Font Name "Plex". Modified (cut to WinAnsi, hints removed) and renamed. ' +
    'SIL Open Font License, Version 1.1: https://openfontlicense.org',
}

/** The file that a face is cut from. */
export const readOriginal = async (estilo: 'Regular' | 'SemiBold'): Promise<Buffer> =>
  Buffer.from(await Bun.file(join(WOFF, `IBMPlexSansCondensed-${estilo}.woff`)).arrayBuffer())

async function cut(estilo: 'Regular' | 'SemiBold', trazo: number) {
  const codePoints = WINANSI.filter(Boolean).map((c) => c.codePointAt(0)!)
  const { archivo, ancho, bbox, ...metricas } = subset(readTablas(await readOriginal(estilo)), codePoints)
  const anchos = WINANSI.slice(32).map((c) => (c ? (ancho.get(c.codePointAt(0)!) ?? 0) : 0))
  return {
    nombre: `TimbreSans-${estilo}`,
    trazo,
    ...metricas,
    bbox: bbox.join(' '),
    anchos: anchos.join(' '),
    bytes: archivo.length,
    truetype: deflateSync(archivo, { level: 9 }).toString('base64'),
  }
}

/** The content of `timbre-sans.json`. */
export const cutFuentes = async () => ({
  ...AVISO,
  normal: await cut('Regular', 80),
  negrita: await cut('SemiBold', 120),
})

if (import.meta.main) {
  const datos = await cutFuentes()
  await Bun.write(SALIDA, `${JSON.stringify(datos, null, 2)}\n`)
  console.log(`timbre-sans.json: ${datos.normal.bytes} + ${datos.negrita.bytes} bytes of TrueType`)
}
