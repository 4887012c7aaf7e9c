// The process as a command sees it: standard streams, environment and signals.

import type { Io } from './comando'

/** The real one. Listens to no signal until a command asks for it. */
export function systemIo(): Io {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', outliveReader)
  return {
    env: process.env,
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    readSecret,
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

/** Who read the output has gone (`timbre doctor | head`, a log collector that ended): the work goes on without being read. */
function outliveReader(fault: NodeJS.ErrnoException): void {
  if (fault.code !== 'EPIPE') throw fault
}

async function readSecret(prompt: string): Promise<string> {
  const person = process.stdin.isTTY
  if (person) process.stderr.write(prompt)
  const { createInterface } = await import('node:readline')
  // A terminal without an output: the line can be edited and is not shown.
  const lines = createInterface({ input: process.stdin, terminal: person })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (person) process.stderr.write('\n')
  }
}
