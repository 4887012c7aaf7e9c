// The program for Windows under wine, as far as it goes: it starts, writes the task that keeps a server running, and the file of its log.
// Wine does not load SQLite's addon out of the program, and its Task Scheduler comes up or does not. By `make nightly`, or by name.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from '../../src/release/bundle'
import { PLATFORMS } from '../../src/release/platforms'
import { fetchRuntime } from '../../src/release/runtimes'
import type { Checks } from './process/check'
import { makeWine } from './process/wine'
import { ensureTools } from './tools'

const ROOT = join(import.meta.dir, '../..')
const TASK = 'C:\\ProgramData\\Timbre\\tarea.xml'
const PROGRAM = 'C:\\Program Files\\Timbre\\timbre.exe'

export async function windows(checks: Checks, dir: string): Promise<void> {
  const absent = ensureTools(['wine', 'xmllint'])
  checks.check('Windows can be imitated', absent.length === 0, absent)
  const wine = await makeWine(dir)
  try {
    const folder = wine.folder('Program Files/Timbre')
    const platform = PLATFORMS.find(({ name }) => name === 'win32-x64')!
    const runtime = await fetchRuntime(platform, join(ROOT, 'dist/runtimes'))
    await bundle(platform, join(folder, 'timbre.exe'), { runtime })
    const version = await wine.run(folder, PROGRAM, '--version')
    checks.check('the program starts', version.status === 0 && /^\d+\.\d+\.\d+ /m.test(version.out), version)
    const data = join(wine.c, 'ProgramData/Timbre')
    mkdirSync(data, { recursive: true })
    const written = await wine.run(folder, PROGRAM, 'servicio', '--salida', TASK)
    const path = join(data, 'tarea.xml')
    const file = existsSync(path) ? readFileSync(path) : Buffer.alloc(2)
    checks.check(
      'it writes its task, in UTF-16, and says how it is registered',
      written.status === 0 && file.readUInt16LE() === 0xfeff && written.out.includes('schtasks /Create'),
      written,
    )
    checks.check(
      'the task runs this very program',
      file.toString('utf16le').includes(`<Command>${PROGRAM}</Command>`),
    )
    const { exitCode, stderr } = Bun.spawnSync(['xmllint', '--noout', path])
    checks.check('xmllint reads it', exitCode === 0, stderr.toString())
    const log = join(data, 'timbre.log')
    writeFileSync(log, `${'x'.repeat(9_999_999)}\n`)
    const words = [
      'serve',
      '--data',
      'C:\\ProgramData\\Timbre',
      '--registro',
      `C:\\ProgramData\\Timbre\\timbre.log`,
    ]
    const refused = await wine.run(folder, PROGRAM, ...words, '--addr', 'mal')
    checks.check(
      'why it did not start is in the file that the task names, and one that was full is set aside',
      refused.status === 2 &&
        readFileSync(log, 'utf8').startsWith('{') &&
        readFileSync(log, 'utf8').includes('"mensaje":"--addr:') &&
        readdirSync(data).filter((name) => /^timbre\.log\.\d{14}$/.test(name)).length === 1,
      { refused, left: readdirSync(data), said: readFileSync(log, 'utf8').slice(-500) },
    )
  } finally {
    wine.end()
  }
}
