// A process of its own for lock.slow.test.ts: takes the lock of the folder named in its arguments, says so, and holds it until
// it is killed.

import { lockDataDir } from '../../src/store/lock'

try {
  lockDataDir(process.argv[2]!)
  process.stdout.write('locked\n')
  setInterval(() => {}, 60_000)
} catch (fault) {
  process.stdout.write(`${(fault as Error).message}\n`)
}
