// Files as a tar archive (POSIX ustar), the same bytes for the same files: sorted by the caller, all of one time.

export interface Entry {
  /** Up to 100 letters of ASCII; of a folder it ends in a slash. */
  path: string
  /** `0o755` */
  mode: number
  /** A folder has none. */
  bytes?: Uint8Array
  /** The number of the user and group whose it is; omitted, root's. */
  owner?: number
}

const BLOCK = 512
const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`

function header({ path, mode, bytes, owner = 0 }: Entry, seconds: number): Buffer {
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long a name for this archive`)
  const block = Buffer.alloc(BLOCK)
  const write = (at: number, text: string) => block.write(text, at, 'latin1')
  write(0, path)
  write(100, octal(mode, 8))
  write(108, octal(owner, 8))
  write(116, octal(owner, 8))
  write(124, octal(bytes?.length ?? 0, 12))
  write(136, octal(seconds, 12))
  // The sum is taken as if its own field were blanks.
  write(148, ' '.repeat(8))
  write(156, bytes ? '0' : '5')
  write(257, 'ustar\x0000')
  if (owner === 0) {
    write(265, 'root')
    write(297, 'root')
  }
  const sum = block.reduce((total, byte) => total + byte, 0)
  write(148, `${octal(sum, 7)} `)
  return block
}

/** `seconds` is the time of every entry, since 1970. */
export function tar(entries: readonly Entry[], seconds: number): Buffer {
  const parts = entries.flatMap((entry) => {
    const length = entry.bytes?.length ?? 0
    const rest = Buffer.alloc((BLOCK - (length % BLOCK)) % BLOCK)
    return [header(entry, seconds), entry.bytes ?? Buffer.alloc(0), rest]
  })
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)])
}

/** All under `root`, in order, each folder above them once. A folder that is given keeps its mode and owner. */
export function withFolders(entries: readonly Entry[], root: '' | './'): Entry[] {
  const all = new Map<string, Entry>(root ? [[root, { path: root, mode: 0o755 }]] : [])
  for (const { path } of entries)
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      const folder = root + path.slice(0, at + 1)
      all.set(folder, { path: folder, mode: 0o755 })
    }
  for (const entry of entries) all.set(root + entry.path, { ...entry, path: root + entry.path })
  return [...all.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Level 9 takes twice as long for four parts in a thousand; Debian wants it of documents. */
export const gzip = (bytes: Uint8Array, level: 6 | 9 = 6): Uint8Array =>
  Bun.gzipSync(new Uint8Array(bytes), { level, library: 'libdeflate' })
