// Cuts the two fonts of the printed page once and stores them compressed in `timbre-sans.json`. Run by hand:
//   bun src/pdf/fuentes/generar.ts IBMPlexSansCondensed-Regular.woff IBMPlexSansCondensed-SemiBold.woff
// with the files of the npm package @ibm/plex-sans-condensed 2.0.0 (`fonts/complete/woff`).
import { deflateSync } from 'node:zlib'
import { readTablas, subset } from './truetype'
import { WINANSI } from './winansi'

// The licence (OFL.txt) reserves the name "Plex" for unmodified files, so the cut fonts bear another.
const AVISO = {
  licencia:
    'Copyright 2017 IBM Corp. with Reserved Font Name "Plex". Modified (cut to WinAnsi, hints removed) and renamed. ' +
    'SIL Open Font License, Version 1.1: https://openfontlicense.org',
}

async function cut(path: string, nombre: string, trazo: number) {
  const codePoints = WINANSI.filter(Boolean).map((c) => c.codePointAt(0)!)
  const tablas = readTablas(Buffer.from(await Bun.file(path).arrayBuffer()))
  const { archivo, ancho, bbox, ...metricas } = subset(tablas, codePoints)
  const anchos = WINANSI.slice(32).map((c) => (c ? (ancho.get(c.codePointAt(0)!) ?? 0) : 0))
  return {
    nombre,
    trazo,
    ...metricas,
    bbox: bbox.join(' '),
    anchos: anchos.join(' '),
    bytes: archivo.length,
    truetype: deflateSync(archivo, { level: 9 }).toString('base64'),
  }
}

if (import.meta.main) {
  const [normal, negrita] = process.argv.slice(2)
  if (!normal || !negrita)
    throw new Error('usage: bun src/pdf/fuentes/generar.ts <regular.woff> <semibold.woff>')
  const datos = {
    ...AVISO,
    normal: await cut(normal, 'TimbreSans-Regular', 80),
    negrita: await cut(negrita, 'TimbreSans-SemiBold', 120),
  }
  const salida = new URL('timbre-sans.json', import.meta.url)
  await Bun.write(
    salida,
    `${JSON.stringify(datos, null, 2)}
`,
  )
  console.log(`${salida.pathname}: ${datos.normal.bytes} + ${datos.negrita.bytes} bytes of TrueType`)
}
