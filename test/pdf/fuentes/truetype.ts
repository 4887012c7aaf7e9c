// Cuts a TrueType font (bare or in a WOFF wrapper) to a few characters and strips its hints: OpenType 1.9, tables
// `glyf`, `loca`, `cmap`.
import { inflateSync } from 'node:zlib'

type Tablas = Map<string, Buffer>

const COMPONENTES = { words: 0x1, scale: 0x8, more: 0x20, xyScale: 0x40, twoByTwo: 0x80, instructions: 0x100 }

/** The tables of a font file, unpacked. */
export function readTablas(archivo: Buffer): Tablas {
  const woff = archivo.toString('latin1', 0, 4) === 'wOFF'
  const tablas: Tablas = new Map()
  const count = archivo.readUInt16BE(woff ? 12 : 4)
  for (let i = 0; i < count; i++) {
    const at = woff ? 44 + i * 20 : 12 + i * 16
    const tag = archivo.toString('latin1', at, at + 4)
    const start = archivo.readUInt32BE(at + (woff ? 4 : 8))
    const stored = archivo.readUInt32BE(at + (woff ? 8 : 12))
    const bytes = archivo.subarray(start, start + stored)
    const original = woff ? archivo.readUInt32BE(at + 12) : stored
    tablas.set(tag, stored < original ? inflateSync(bytes) : bytes)
  }
  return tablas
}

/** Looks a code point up in the font's format 4 `cmap`; 0 when it is not there. */
export function glyphLookup(tablas: Tablas): (codePoint: number) => number {
  const cmap = tablas.get('cmap')!
  let at = -1
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const offset = cmap.readUInt32BE(8 + i * 8)
    if (cmap.readUInt16BE(offset) === 4) at = offset
  }
  if (at < 0) throw new Error('the font has no format 4 cmap')
  const segments = cmap.readUInt16BE(at + 6) / 2
  const field = (block: number, i: number) => at + 14 + (block ? 2 : 0) + (block * segments + i) * 2
  return (codePoint) => {
    for (let i = 0; i < segments; i++) {
      if (cmap.readUInt16BE(field(0, i)) < codePoint) continue
      const start = cmap.readUInt16BE(field(1, i))
      if (start > codePoint) return 0
      const delta = cmap.readUInt16BE(field(2, i))
      const range = cmap.readUInt16BE(field(3, i))
      if (range === 0) return (codePoint + delta) & 0xffff
      const glyph = cmap.readUInt16BE(field(3, i) + range + (codePoint - start) * 2)
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff
    }
    return 0
  }
}

function glyphBytes(tablas: Tablas, id: number): Buffer {
  const long = tablas.get('head')!.readInt16BE(50) === 1
  const loca = tablas.get('loca')!
  const [from, to] = long
    ? [loca.readUInt32BE(id * 4), loca.readUInt32BE(id * 4 + 4)]
    : [loca.readUInt16BE(id * 2) * 2, loca.readUInt16BE(id * 2 + 2) * 2]
  return Buffer.from(tablas.get('glyf')!.subarray(from, to))
}

/** A glyph without instructions; those of a composite are renumbered by `place`, which also queues its parts. */
function strip(glyph: Buffer, place: (id: number) => number): Buffer {
  if (glyph.length === 0) return glyph
  const contours = glyph.readInt16BE(0)
  if (contours >= 0) {
    const at = 10 + contours * 2
    const skip = glyph.readUInt16BE(at)
    glyph.writeUInt16BE(0, at)
    return Buffer.concat([glyph.subarray(0, at + 2), glyph.subarray(at + 2 + skip)])
  }
  for (let at = 10; ; ) {
    const flags = glyph.readUInt16BE(at)
    glyph.writeUInt16BE(flags & ~COMPONENTES.instructions, at)
    glyph.writeUInt16BE(place(glyph.readUInt16BE(at + 2)), at + 2)
    at += 4 + (flags & COMPONENTES.words ? 4 : 2)
    if (flags & COMPONENTES.scale) at += 2
    else if (flags & COMPONENTES.xyScale) at += 4
    else if (flags & COMPONENTES.twoByTwo) at += 8
    if (!(flags & COMPONENTES.more)) return glyph.subarray(0, at)
  }
}

function cmapTable(pairs: readonly (readonly [number, number])[]): Buffer {
  const sorted = [...pairs].sort((a, b) => a[0] - b[0])
  const segments = [
    ...sorted.map(([code, glyph]) => [code, (glyph - code) & 0xffff] as const),
    [0xffff, 1] as const,
  ]
  const n = segments.length
  const table = Buffer.alloc(12 + 16 + n * 8)
  table.writeUInt16BE(1, 2)
  table.writeUInt16BE(3, 4)
  table.writeUInt16BE(1, 6)
  table.writeUInt32BE(12, 8)
  table.writeUInt16BE(4, 12)
  table.writeUInt16BE(16 + n * 8, 14)
  const power = 2 ** Math.floor(Math.log2(n))
  table.writeUInt16BE(n * 2, 18)
  table.writeUInt16BE(power * 2, 20)
  table.writeUInt16BE(Math.log2(power), 22)
  table.writeUInt16BE((n - power) * 2, 24)
  segments.forEach(([code, delta], i) => {
    table.writeUInt16BE(code, 26 + i * 2)
    table.writeUInt16BE(code, 28 + (n + i) * 2)
    table.writeUInt16BE(delta, 28 + (2 * n + i) * 2)
  })
  return table
}

function checksum(bytes: Buffer): number {
  let sum = 0
  for (let i = 0; i < bytes.length; i += 4) sum = (sum + bytes.readUInt32BE(i)) >>> 0
  return sum
}

const pad = (bytes: Buffer, to: 2 | 4): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(-bytes.length & (to - 1))])

function sfnt(tablas: Tablas): Buffer {
  const entries = [...tablas].sort(([a], [b]) => (a < b ? -1 : 1))
  const power = 2 ** Math.floor(Math.log2(entries.length))
  const header = Buffer.alloc(12 + entries.length * 16)
  header.writeUInt32BE(0x00010000, 0)
  header.writeUInt16BE(entries.length, 4)
  header.writeUInt16BE(power * 16, 6)
  header.writeUInt16BE(Math.log2(power), 8)
  header.writeUInt16BE((entries.length - power) * 16, 10)
  const parts: Buffer[] = [header]
  let offset = header.length
  entries.forEach(([tag, bytes], i) => {
    const padded = pad(bytes, 4)
    header.write(tag, 12 + i * 16, 'latin1')
    header.writeUInt32BE(checksum(padded), 16 + i * 16)
    header.writeUInt32BE(offset, 20 + i * 16)
    header.writeUInt32BE(bytes.length, 24 + i * 16)
    parts.push(padded)
    offset += padded.length
  })
  return Buffer.concat(parts)
}

/** The font cut to `codePoints`, as a bare TrueType file, and the advance of each in thousandths of an em. */
export function subset(tablas: Tablas, codePoints: readonly number[]) {
  const find = glyphLookup(tablas)
  const ids = [0]
  const place = (id: number): number => {
    const known = ids.indexOf(id)
    return known >= 0 ? known : ids.push(id) - 1
  }
  const pairs = codePoints.filter((c) => find(c) !== 0).map((c) => [c, place(find(c))] as const)

  const glyphs: Buffer[] = []
  // `ids` grows while composites name their parts.
  for (let i = 0; i < ids.length; i++) glyphs.push(pad(strip(glyphBytes(tablas, ids[i]!), place), 2))

  const hhea = Buffer.from(tablas.get('hhea')!)
  const metrics = hhea.readUInt16BE(34)
  const source = tablas.get('hmtx')!
  const advance = (id: number) => source.readUInt16BE(Math.min(id, metrics - 1) * 4)
  const bearing = (id: number) =>
    id < metrics ? source.readInt16BE(id * 4 + 2) : source.readInt16BE(metrics * 4 + (id - metrics) * 2)
  const hmtx = Buffer.alloc(ids.length * 4)
  const loca = Buffer.alloc((ids.length + 1) * 2)
  let offset = 0
  ids.forEach((id, i) => {
    hmtx.writeUInt16BE(advance(id), i * 4)
    hmtx.writeInt16BE(bearing(id), i * 4 + 2)
    offset += glyphs[i]!.length
    loca.writeUInt16BE(offset / 2, (i + 1) * 2)
  })

  const head = Buffer.from(tablas.get('head')!)
  const maxp = Buffer.from(tablas.get('maxp')!)
  head.writeInt16BE(0, 50)
  head.writeUInt32BE(0, 8)
  hhea.writeUInt16BE(ids.length, 34)
  maxp.writeUInt16BE(ids.length, 4)
  // No instructions are left: zones 1, nothing else reserved.
  maxp.writeUInt16BE(1, 14)
  for (let at = 16; at < 28; at += 2) maxp.writeUInt16BE(0, at)

  const salida: Tablas = new Map([
    ['cmap', cmapTable(pairs)],
    ['glyf', Buffer.concat(glyphs)],
    ['head', head],
    ['hhea', hhea],
    ['hmtx', hmtx],
    ['loca', loca],
    ['maxp', maxp],
  ])
  const em = head.readUInt16BE(18)
  const scale = (units: number) => Math.round((units * 1000) / em)
  return {
    archivo: sfnt(salida),
    ancho: new Map(pairs.map(([c, g]) => [c, scale(advance(ids[g]!))] as const)),
    bbox: [36, 38, 40, 42].map((at) => scale(head.readInt16BE(at))),
    ascendente: scale(hhea.readInt16BE(4)),
    descendente: scale(hhea.readInt16BE(6)),
    mayuscula: scale(tablas.get('OS/2')!.readInt16BE(88)),
  }
}
