// Programs of the bench that run in processes of their own, so that what they use is neither the server's nor ours.

import { join } from 'node:path'

export interface Child {
  pid: number
  /** Sends a message and waits for the answer to it. */
  ask<T>(message: unknown): Promise<T>
  stop(): Promise<void>
}

/**
 * Starts `test/bench/<script>` with `args`, given to it as JSON; resolves with its first message. Afterwards it answers
 * one message for each that it is sent.
 */
export async function startChild<T>(script: string, args: unknown): Promise<Child & { ready: T }> {
  let answered = Promise.withResolvers<unknown>()
  const child = Bun.spawn([process.execPath, join(import.meta.dir, script), JSON.stringify(args)], {
    ipc: (message) => answered.resolve(message),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const died = child.exited.then((code) => {
    throw new Error(`${script} ended with status ${code}`)
  })
  // Told to whoever waits for an answer; nobody does when it was stopped.
  died.catch(() => {})
  const next = async <T>(): Promise<T> => (await Promise.race([answered.promise, died])) as T
  const ready = await next<T>()
  return {
    pid: child.pid,
    ready,
    ask(message) {
      answered = Promise.withResolvers()
      child.send(message)
      return next()
    },
    async stop() {
      child.disconnect()
      await child.exited
    },
  }
}

/** The arguments of a child, in the child. */
export const childArgs = <T>(): T => JSON.parse(process.argv[2]!)

/** The child's side of the talk: `ready` now, then an answer to every message. */
export function serveParent(ready: unknown, answer: (message: never) => unknown = () => null): void {
  process.on('message', async (message) => process.send!(await answer(message as never)))
  // No child outlives a bench that was killed.
  process.on('disconnect', () => process.exit())
  process.send!(ready)
}
