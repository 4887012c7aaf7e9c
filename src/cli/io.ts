// The process as a command sees it: standard streams, environment and signals.

import type { Panel } from '../dashboard/serve'
import type { Io } from './comando'
import { createTurnLines } from './turn-lines'

/** The real one. Listens to no signal until a command asks for it. */
export function systemIo(panel: Panel | null): Io {
  let logs = false
  let dropped = 0
  let torn = false
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (fault: NodeJS.ErrnoException) => {
      // The reader of the output has gone (`timbre doctor | head`, a log collector that ended): the work
      // goes on without being read. A full disk ends a command whose output is its result, and no server.
      if (fault.code === 'EPIPE' || logs) return
      process.stderr.write(`No se pudo escribir la salida: ${fault.message}\n`)
      process.exit(1)
    })
  }
  const lines = createTurnLines((text, count) => {
    // The cut end of earlier lines must not join these.
    process.stdout.write(torn ? `\n${text}` : text, (fault) => {
      if (!fault) return
      dropped += count
      torn = true
    })
    torn = false
  })
  return {
    env: process.env,
    configFile: null,
    out: (line) => void process.stdout.write(`${line}\n`),
    log(line) {
      logs = true
      lines.add(line)
    },
    bytes: (file) => void process.stdout.write(file),
    readInput: () => Bun.stdin.text(),
    // The words say it to a person.
    result: () => {},
    logDropped: () => dropped,
    logFault: () => null,
    err: (line) => void process.stderr.write(`${line}\n`),
    readSecret,
    panel,
    stopSignal: () =>
      new Promise((resolve) => {
        let asked = false
        const onSignal = (): void => {
          if (asked) process.exit(1)
          asked = true
          resolve()
        }
        process.on('SIGTERM', onSignal)
        process.on('SIGINT', onSignal)
      }),
  }
}

async function readSecret(prompt: string, more?: (typed: string) => string | null): Promise<string> {
  const person = process.stdin.isTTY
  if (person) process.stderr.write(prompt)
  const { createInterface } = await import('node:readline')
  // A terminal without an output: the line can be edited and is not shown.
  const lines = createInterface({ input: process.stdin, terminal: person })
  try {
    const typed: string[] = []
    for await (const line of lines) {
      typed.push(line)
      const next = line === '' ? null : (more?.(typed.join('\n')) ?? null)
      if (next === null) break
      if (person) process.stderr.write(`\n${next}`)
    }
    return typed.join('\n')
  } finally {
    lines.close()
    if (person) process.stderr.write('\n')
  }
}
