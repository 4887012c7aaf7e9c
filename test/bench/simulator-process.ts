// The simulator in a process of its own, over a database in memory unless it is given a file: what it costs can be told from
// what the server costs.

import { randomBytes, randomFillSync } from 'node:crypto'
import { createNewId } from '../../src/base/id'
import { createSimulator, serveSimulator } from '../../src/simulator'
import { openDatabase } from '../../src/store/driver'
import { migrate } from '../../src/store/migrate'
import { childArgs, serveParent } from './child'

export interface SimulatorArgs {
  /** Milliseconds from the receipt of an envelope until it begins to be judged. */
  judgeAfterMs: number
  /** The database file. */
  path?: string
}

const { judgeAfterMs, path = ':memory:' } = childArgs<SimulatorArgs>()
const clock = (): Date => new Date()
const db = openDatabase(path)
migrate(db, clock())
const simulator = createSimulator({
  db,
  clock,
  random: randomBytes,
  newId: createNewId((bytes) => randomFillSync(bytes), Date.now),
  delays: { SOK: judgeAfterMs, FOK: 20, CRT: 20, PRD: 20, EPR: 20 },
})
/** Requests since they were last asked for, by the last part of their path. */
let requests: Record<string, number> = {}
const counted: typeof simulator.fetch = (request) => {
  const name = new URL(request.url).pathname.split('/').at(-1)!
  requests[name] = (requests[name] ?? 0) + 1
  return simulator.fetch(request)
}
const server = serveSimulator({ simulator: { ...simulator, fetch: counted }, port: 0 })
serveParent(server.url, () => {
  const told = requests
  requests = {}
  return told
})
