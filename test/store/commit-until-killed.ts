// A process of its own for group-commit.test.ts: commits numbers into the database named in its arguments and prints each
// once its promise has resolved, until it is killed.

import { openDatabase } from '../../src/store/driver'
import { createGroupCommit } from '../../src/store/group-commit'

const client = openDatabase(process.argv[2]!)
const { commit } = createGroupCommit(client)
const insert = client.prepare('INSERT INTO fila (n, par) VALUES (?, ?)')
let next = 0

async function submit(): Promise<void> {
  for (;;) {
    const n = next++
    await commit(() => {
      insert.run(n, 'a')
      insert.run(n, 'b')
    })
    process.stdout.write(`${n}\n`)
  }
}
for (let i = 0; i < 8; i++) void submit()
