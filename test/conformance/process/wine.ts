// Programs of Windows under wine, in a world of their own.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PATIENCE_MS = 300_000

/**
 * A DLL of Windows 10 that wine 8 lacks, and Bun's program asks for: its one function is wine's own of another name, to which a DLL may
 * lead by its table of exports alone.
 */
function prngDll(): Buffer {
  const [address, start] = [0x1000, 0x200]
  const texts = ['bcryptprimitives.dll', 'advapi32.SystemFunction036', 'ProcessPrng']
  const [own, target, name] = [50, 50 + texts[0]!.length + 1, 50 + texts[0]!.length + texts[1]!.length + 2]
  const table = Buffer.alloc(50)
  // Its name, the number of its first function, how many functions and names there are, and where these and their numbers stand.
  const fields = [address + own, 1, 1, 1, address + 40, address + 44, address + 48]
  for (const [i, value] of fields.entries()) table.writeUInt32LE(value, 12 + 4 * i)
  table.writeUInt32LE(address + target, 40)
  table.writeUInt32LE(address + name, 44)
  const exported = Buffer.concat([table, Buffer.from(`${texts.join('\0')}\0`)])
  const dll = Buffer.alloc(start + 0x200)
  dll.write('MZ')
  dll.writeUInt32LE(0x40, 0x3c)
  dll.write('PE', 0x40)
  const [file, optional] = [0x44, 0x58]
  dll.writeUInt16LE(0x8664, file)
  dll.writeUInt16LE(1, file + 2)
  dll.writeUInt16LE(240, file + 16)
  dll.writeUInt16LE(0x2022, file + 18)
  dll.writeUInt16LE(0x20b, optional)
  dll.writeBigUInt64LE(0x180000000n, optional + 24)
  dll.writeUInt32LE(0x1000, optional + 32)
  dll.writeUInt32LE(0x200, optional + 36)
  for (const at of [40, 48]) dll.writeUInt16LE(6, optional + at)
  dll.writeUInt32LE(0x2000, optional + 56)
  dll.writeUInt32LE(start, optional + 60)
  dll.writeUInt16LE(3, optional + 68)
  dll.writeUInt32LE(16, optional + 108)
  dll.writeUInt32LE(address, optional + 112)
  dll.writeUInt32LE(exported.length, optional + 116)
  const section = optional + 240
  dll.write('.rdata', section)
  for (const [i, value] of [exported.length, address, 0x200, start].entries())
    dll.writeUInt32LE(value, section + 8 + 4 * i)
  dll.writeUInt32LE(0x40000040, section + 36)
  exported.copy(dll, start)
  return dll
}

/** Makes one in `dir`; `c` is its disk C:, where what is run lies. */
export async function makeWine(dir: string) {
  const env = {
    ...{ PATH: process.env.PATH ?? '', HOME: dir, WINEPREFIX: join(dir, 'mundo'), WINEDEBUG: '-all' },
    ...{ TMPDIR: dir },
  }
  let runs = 0
  /** Its output goes to a file: what wine starts beside it stays, and would hold on to a pipe. */
  async function run(cwd: string, ...words: string[]): Promise<{ status: number; out: string }> {
    const said = Bun.file(join(dir, `dicho-${++runs}`))
    const child = Bun.spawn(['wine', ...words], {
      ...{ cwd, env, stdin: 'ignore', stdout: said, stderr: 'ignore', timeout: PATIENCE_MS },
    })
    const status = await child.exited
    return { status, out: await said.text() }
  }
  await run(dir, 'wineboot', '-i')
  const c = join(dir, 'mundo/drive_c')
  return {
    c,
    run,
    /** Makes a folder of C: in which programs find the DLL. */
    folder(name: string): string {
      const path = join(c, name)
      mkdirSync(path, { recursive: true })
      writeFileSync(join(path, 'bcryptprimitives.dll'), prngDll())
      return path
    },
    /** Ends what it leaves running. */
    end: () => Bun.spawnSync(['wineserver', '-k'], { env }),
  }
}
