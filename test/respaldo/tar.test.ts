import { describe, expect, test } from 'bun:test'
import { RespaldoFault } from '../../src/respaldo/falla'
import { readTar, writeTar } from '../../src/respaldo/tar'

const AT = new Date('2026-11-29T06:15:00Z')

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const archive = async (files: Record<string, Uint8Array>): Promise<Buffer> =>
  Buffer.concat(
    await Array.fromAsync(
      writeTar(
        Object.entries(files).map(([nombre, bytes]) => ({
          nombre,
          bytes: bytes.length,
          content: inPieces(bytes, 700),
        })),
        AT,
      ),
    ),
  )

async function filesOf(source: AsyncIterable<Uint8Array>): Promise<Record<string, Buffer>> {
  const found: Record<string, Buffer> = {}
  for await (const { nombre, content } of readTar(source))
    found[nombre] = Buffer.concat(await Array.fromAsync(content))
  return found
}

const FILES = {
  vacio: new Uint8Array(),
  justo: new Uint8Array(1024).fill(7),
  'uno.txt': Buffer.from('ñandú'),
  largo: new Uint8Array(5001).fill(9),
}

describe('an archive', () => {
  test.each([1, 511, 512, 100_000])('is read back, in pieces of %i bytes', async (size) => {
    const found = await filesOf(inPieces(await archive(FILES), size))
    for (const [nombre, bytes] of Object.entries(FILES)) expect(found[nombre]).toEqual(Buffer.from(bytes))
  })

  test('is one that tar opens', async () => {
    const { stdout } = Bun.spawnSync(['tar', 'tvf', '-'], { stdin: await archive(FILES) })
    const listed = stdout.toString().trim().split('\n')
    expect(listed.map((line) => line.split(/\s+/).at(-1))).toEqual(Object.keys(FILES))
    expect(listed[0]).toStartWith('-rw------- 0/0')
  })

  test('may hold a file past eight gigabytes', async () => {
    const bytes = 9_000_000_000
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(512)
    }
    const pieces = writeTar([{ nombre: 'base', bytes, content: endless() }], AT)
    const { value: head } = await pieces.next()
    const { stdout } = Bun.spawnSync(['tar', 'tvf', '-', '--ignore-zeros'], { stdin: head! })
    expect(stdout.toString()).toContain(` ${bytes} `)
    for await (const entrada of readTar(inPieces(head!, 512))) {
      expect(entrada.bytes).toBe(bytes)
      break
    }
  })

  test('that is cut is refused, wherever it is cut', async () => {
    const whole = await archive(FILES)
    for (const end of [100, 1500, 3000, 6000])
      await expect(filesOf(inPieces(whole.subarray(0, end), 512))).rejects.toThrow(RespaldoFault)
  })

  test('is not written when a file changed its size meanwhile', () =>
    expect(
      Array.fromAsync(
        writeTar([{ nombre: 'base', bytes: 9, content: inPieces(new Uint8Array(10), 512) }], AT),
      ),
    ).rejects.toThrow('has 10 bytes'))
})
