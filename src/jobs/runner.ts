// The loop that leases batches and runs them. It sleeps until somebody wakes it, a batch ends, or a job is due, and no step
// of it holds the event loop for longer than one statement.

import type { Database } from 'better-sqlite3'
import type { Clock } from '../base/clock'
import type { NewId } from '../base/id'
import { systemTimer, type Timer, within } from '../base/timer'
import { nextTurn } from '../base/turn'
import { type Batch, startBatch } from './batch'
import { createDue, createIsPutBack } from './due'
import { createEnds } from './ends'
import { type JobKind, type JobLog, kindsByName } from './kind'
import { createLeases } from './lease'
import { createRescuer } from './rescuer'
import { createRound, nextGroup, type Round } from './round'
import { toJob } from './row'
import { createProgress, createSettle } from './settle'

// Four beats fit in a lease, so that three may fail before it runs out.
const BEAT_MS = 15_000
const AFTER_FAULT_MS = 5_000
/** The longest that a hurried job waits at a start. */
const AFTER_START_MS = 30_000
// No kind waits for more than a day; what does got its time from a clock that has been put back since.
const LONGEST_WAIT_MS = 25 * 3_600_000

export interface RunnerDeps {
  client: Database
  kinds: readonly JobKind[]
  clock: Clock
  /** In [0, 1). */
  random: () => number
  newId: NewId
  log: JobLog
  timer?: Timer
  /** A clock that nobody sets; omitted, the system's. */
  milliseconds?: () => number
}

export interface Runner {
  /**
   * Rescues what an earlier process left leased, shortens the waits of what hurries, then runs jobs until `stop`. Throws when
   * the storage fails.
   */
  start(): void
  /** Leases nothing more, lets batches finish for `graceMs`, then gives the rest back, their attempt unspent. */
  stop(graceMs: number): Promise<void>
  /** Looks for ready jobs soon; for after the commit that inserted some. Costs nothing when called often. */
  wake(): void
  /** Whether the loop is started and its heart has beaten lately. */
  alive(): boolean
  /** Runs, without `start`, all that is ready at the clock's present until nothing is. Throws when the storage fails. */
  drain(): Promise<void>
  /** Resolves once the job has ended or is known to stand still for longer, or after `ms`: look at it then. */
  ended(id: string, ms: number): Promise<void>
  /**
   * The first step of `start`: every leased job back to `pending` for a while, and what hurries at a start
   * soon again. Returns how many jobs.
   */
  rescue(): number
  /** One heartbeat: renews leases, gives up overdue runs, rescues expired leases. `start` does it every 15 s. */
  beat(): Promise<void>
}

/** The runner of `client`, one per database. Throws when two kinds share a name. */
export function createRunner({
  client,
  kinds,
  clock,
  random,
  newId,
  log,
  timer = systemTimer,
  milliseconds = () => performance.now(),
}: RunnerDeps): Runner {
  const byName = kindsByName(kinds)
  const now = (): number => clock().getTime()
  const leases = createLeases(client)
  const settle = createSettle(client, byName, now, random)
  const progress = createProgress(client)
  const ends = createEnds(client, timer, now)
  const due = createDue({ client, kinds: byName, log })
  const rescuer = createRescuer({ client, kinds: byName, random, log })
  const isPutBack = createIsPutBack(client)
  const rounds = kinds.filter(({ run }) => run).map(createRound)
  const batches = new Set<Batch>()
  let state: 'new' | 'running' | 'stopped' = 'new'
  let looping = false
  let again = false
  let lastLoop = Promise.resolve()
  let lastBeating = Promise.resolve()
  let lastBeat = 0
  let lastAlive = 0 // on the clock that nobody sets: a jump is no silence
  let forgetWait = (): void => {}
  let forgetBeat = (): void => {}

  const claim = (ids: readonly string[], leaseId: string) => leases.claimIds(ids, leaseId, now()).map(toJob)

  const isFull = ({ inFlight, kind }: Round): boolean => inFlight >= kind.concurrencia

  /** Leases and starts one batch of the round's kind; whether there was one. */
  function claimOne(round: Round): boolean {
    const { kind, byGroup } = round
    if (state === 'stopped' || isFull(round)) return false
    const grupo = nextGroup(round, leases)
    if (grupo === undefined) return false
    const leaseId = newId('lot')
    const rows = leases.claim(grupo, kind.loteMax(grupo), leaseId, now())
    round.cursor = grupo
    if (rows.length === 0) return false
    round.inFlight++
    byGroup.set(grupo, (byGroup.get(grupo) ?? 0) + 1)
    const lease = {
      leaseId,
      deadline: milliseconds() + kind.timeoutMs,
      jobs: rows.map(toJob),
      claim,
      shouldYield: () => state === 'stopped' || (isFull(round) && nextGroup(round, leases) !== undefined),
    }
    const batch = startBatch({ kind, grupo, ...lease, settle, progress, ends, now: clock, log })
    batches.add(batch)
    void batch.done.then(() => {
      batches.delete(batch)
      round.inFlight--
      const left = byGroup.get(grupo)! - 1
      if (left) byGroup.set(grupo, left)
      else byGroup.delete(grupo)
      wake()
    })
    return true
  }

  /** Begins all that can begin now, with a turn for the rest of the server after each statement; whether it began any. */
  async function begin(): Promise<boolean> {
    let begun = false
    while (state !== 'stopped' && due.step(now())) {
      begun = true
      await nextTurn()
    }
    for (let any = true; any; ) {
      any = false
      for (const round of rounds) {
        if (!claimOne(round)) continue
        any = begun = true
        await nextTurn()
      }
    }
    return begun
  }

  async function loop(): Promise<void> {
    let wait: number | undefined
    try {
      do {
        again = false
        await nextTurn()
        await begin()
        const at = due.next()
        wait = at === undefined ? undefined : Math.max(at - now(), 1)
      } while (again)
    } catch (fault) {
      log('error', 'the queue cannot read or write its jobs', { fault })
      wait = AFTER_FAULT_MS
    }
    looping = false
    // A wait beyond one beat needs no timer: the beat wakes the loop, also after a jump of the clock.
    if (wait !== undefined && wait < BEAT_MS && state === 'running') forgetWait = timer(wait, wake)
  }

  function wake(): void {
    if (state !== 'running') return
    again = true
    if (looping) return
    looping = true
    forgetWait()
    lastLoop = loop()
  }

  async function beat(): Promise<void> {
    const before = lastBeat
    lastBeat = now()
    lastAlive = milliseconds()
    try {
      const limit = lastBeat < before ? lastBeat : lastBeat + LONGEST_WAIT_MS
      due.endWaits(limit)
      for (const batch of [...batches]) {
        if (milliseconds() >= batch.deadline) batch.expire()
        else if (leases.renew(batch.leaseId, now()) < batch.open())
          batch.abandon(new Error('the lease ran out before it was renewed'))
        await nextTurn()
      }
      // After the renewals: a machine that was suspended finds its own leases expired, and nobody took them.
      rescuer.rescueExpired(now())
    } catch (fault) {
      log('error', 'the queue cannot renew or rescue its leases', { fault })
    }
    wake()
  }

  function rescue(): number {
    // The clock was put back while the server was off: what waits was told until when by the other one.
    if (isPutBack(now())) due.endWaits(now())
    const rescued = rescuer.rescueAll(now())
    due.endWaitsAtStart(now() + AFTER_START_MS)
    return rescued
  }

  function scheduleBeat(): void {
    forgetBeat = timer(BEAT_MS, () => {
      lastBeating = beat().then(() => {
        if (state === 'running') scheduleBeat()
      })
    })
  }

  return {
    start() {
      if (state !== 'new') throw new Error('a runner starts once')
      rescue()
      state = 'running'
      lastBeat = now()
      lastAlive = milliseconds()
      scheduleBeat()
      wake()
    },
    async stop(graceMs) {
      state = 'stopped'
      forgetWait()
      forgetBeat()
      if (batches.size && graceMs > 0)
        await within(timer, graceMs, Promise.all([...batches].map(({ done }) => done)))
      for (const batch of batches) batch.release(leases.giveBack)
      // The caller closes the database next; neither may find it closed.
      await Promise.all([lastLoop, lastBeating])
    },
    wake,
    alive: () => state === 'running' && milliseconds() - lastAlive < 3 * BEAT_MS,
    async drain() {
      for (;;) {
        const begun = await begin()
        if (batches.size) await Promise.race([...batches].map(({ done }) => done))
        else if (!begun) return
      }
    },
    ended: ends.within,
    rescue,
    beat,
  }
}
