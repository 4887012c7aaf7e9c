import { expect, test } from 'bun:test'
import { withoutSignature } from '../../src/release/macho'

/** A Mach-O of three commands: its last segment, its signature behind `signed` bytes of that, and one more command. */
function machO(signed: number): Buffer {
  const program = Buffer.alloc(8192 + signed + 100, 7).fill(0, 0, 32 + 72 + 16 + 24)
  program.writeUInt32LE(0xfeedfacf, 0)
  program.writeUInt32LE(3, 16)
  program.writeUInt32LE(72 + 16 + 24, 20)
  const segment = 32
  program.writeUInt32LE(0x19, segment)
  program.writeUInt32LE(72, segment + 4)
  program.write('__LINKEDIT', segment + 8)
  program.writeBigUInt64LE(16384n, segment + 32)
  program.writeBigUInt64LE(8192n, segment + 40)
  program.writeBigUInt64LE(BigInt(signed + 100), segment + 48)
  const signature = segment + 72
  program.writeUInt32LE(0x1d, signature)
  program.writeUInt32LE(16, signature + 4)
  program.writeUInt32LE(8192 + signed, signature + 8)
  program.writeUInt32LE(100, signature + 12)
  program.writeUInt32LE(0x2a, signature + 16)
  program.writeUInt32LE(24, signature + 20)
  return program
}

test('a program for macOS loses its signature: the command, the bytes, and their share of the last segment', () => {
  const bare = withoutSignature(machO(5000))
  expect(bare.length).toBe(8192 + 5000)
  expect([bare.readUInt32LE(16), bare.readUInt32LE(20)]).toEqual([2, 72 + 24])
  expect(bare.readUInt32LE(32 + 72)).toBe(0x2a)
  expect(bare.subarray(32 + 72 + 24, 32 + 72 + 24 + 16).every((byte) => byte === 0)).toBe(true)
  expect([bare.readBigUInt64LE(32 + 32), bare.readBigUInt64LE(32 + 48)]).toEqual([8192n, 5000n])
})

test('what has none, or is no such program, is refused', () => {
  expect(() => withoutSignature(withoutSignature(machO(1)))).toThrow('has no signature')
  expect(() => withoutSignature(Buffer.alloc(64))).toThrow('no Mach-O')
})
