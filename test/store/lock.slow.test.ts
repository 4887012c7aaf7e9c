import { afterAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DataDirLocked, lockDataDir } from '../../src/store/lock'
import { tempDir } from './temp-dir'

const children: Bun.Subprocess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** Another process that tries to take the lock; its first line says how that went. */
async function otherProcess(dir: string) {
  const script = join(import.meta.dir, 'hold-lock.ts')
  const child = Bun.spawn([process.execPath, script, dir], { stdout: 'pipe', stderr: 'inherit' })
  children.push(child)
  let line = ''
  for await (const chunk of child.stdout) {
    line += Buffer.from(chunk).toString()
    if (line.endsWith('\n')) break
  }
  return {
    line: line.trim(),
    kill: () => {
      child.kill('SIGKILL')
      return child.exited
    },
  }
}

describe('the lock of the data folder', () => {
  test('is refused to a second process, in Spanish and with what to do, until the first one dies', async () => {
    const dir = tempDir()
    const first = await otherProcess(dir)
    expect(first.line).toBe('locked')
    const second = await otherProcess(dir)
    const refusal = `Otro proceso de Timbre está usando la carpeta de datos ${dir}; deténgalo o indique otra carpeta con --data`
    expect(second.line).toBe(refusal)
    expect(() => lockDataDir(dir)).toThrow(refusal)
    await first.kill()
    const release = lockDataDir(dir)
    release()
  })

  test('is refused to a second holder in the same process, and free again once released', () => {
    const dir = tempDir()
    const release = lockDataDir(dir)
    expect(() => lockDataDir(dir)).toThrow(DataDirLocked)
    release()
    lockDataDir(dir)()
  })

  test('holds although nobody keeps what it returned', async () => {
    const script = join(import.meta.dir, 'forget-lock.ts')
    const child = Bun.spawn([process.execPath, script, tempDir()], { stdout: 'pipe', stderr: 'inherit' })
    children.push(child)
    expect((await child.stdout.text()).trim()).toBe('held')
  })

  test('of two folders do not disturb each other', () => {
    const releases = [lockDataDir(tempDir()), lockDataDir(tempDir())]
    for (const release of releases) release()
  })

  test('says so when the folder is missing or the lock file is not one', () => {
    const dir = tempDir()
    expect(() => lockDataDir(join(dir, 'nope'))).toThrow('No se pudo bloquear la carpeta de datos')
    writeFileSync(join(dir, 'timbre.lock'), 'not a database, but long enough to be taken for one'.repeat(100))
    expect(() => lockDataDir(dir)).toThrow(DataDirLocked)
  })
})
