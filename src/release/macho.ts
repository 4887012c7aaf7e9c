// The signature of a Mach-O program (macOS). Bun signs what it makes for arm64, and leaves on what it makes for x64 the signature of its own
// program, which is then of other bytes: macOS kills such a program, and runs one of x64 that has none.

const CODE_SIGNATURE = 0x1d
const SEGMENT_64 = 0x19
const HEADER = 32
const PAGE = 4096n

/** The program without its signature, which is the last of its file. Throws where it is no Mach-O of 64 bits or has none. */
export function withoutSignature(program: Buffer): Buffer {
  if (program.readUInt32LE(0) !== 0xfeedfacf) throw new Error('this is no Mach-O of 64 bits')
  const count = program.readUInt32LE(16)
  const length = program.readUInt32LE(20)
  let at = HEADER
  let linkedit = -1
  for (let i = 0; i < count; i++) {
    const kind = program.readUInt32LE(at)
    if (kind === SEGMENT_64 && program.toString('latin1', at + 8, at + 18) === '__LINKEDIT') linkedit = at
    if (kind === CODE_SIGNATURE) break
    at += program.readUInt32LE(at + 4)
  }
  const end = HEADER + length
  if (linkedit < 0 || at >= end) throw new Error('this Mach-O has no signature')
  const size = program.readUInt32LE(at + 4)
  const start = program.readUInt32LE(at + 8)
  const bare = Buffer.from(program.subarray(0, start))
  bare.writeUInt32LE(count - 1, 16)
  bare.writeUInt32LE(length - size, 20)
  bare.copyWithin(at, at + size, end).fill(0, end - size, end)
  // The segment ends where the file does, and in memory with the page.
  const left = BigInt(start) - bare.readBigUInt64LE(linkedit + 40)
  bare.writeBigUInt64LE(((left + PAGE - 1n) / PAGE) * PAGE, linkedit + 32)
  bare.writeBigUInt64LE(left, linkedit + 48)
  return bare
}
