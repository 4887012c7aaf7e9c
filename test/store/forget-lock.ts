// Locks the folder of its argument, keeps nothing of what it got, and says whether it is still locked after many collections: in a
// process of its own, whose memory is small.

import { DataDirLocked, lockDataDir } from '../../src/store/lock'

const dir = process.argv[2]!
lockDataDir(dir)
// A connection that is garbage lives through the first collections.
for (let i = 0; i < 20; i++) {
  Bun.gc(true)
  await Bun.sleep(1)
}
try {
  lockDataDir(dir)
  console.log('lost')
} catch (fault) {
  console.log(fault instanceof DataDirLocked ? 'held' : String(fault))
}
