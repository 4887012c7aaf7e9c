// Lines of a log, handed on at the end of each turn of the event loop.

interface TurnLines {
  add(line: string): void
  /** Hands on at once what waits, for the last time. */
  end(): void
}

/**
 * Hands on the lines that came since, all at once: the answers of one commit log a line each, and each write is a system call. `write` gets
 * their text, which ends with a break, and how many they are. What waits when the process ends is handed on as well.
 */
export function createTurnLines(write: (text: string, lines: number) => void): TurnLines {
  let lines: string[] = []
  const flush = (): void => {
    if (!lines.length) return
    const { length } = lines
    const text = `${lines.join('\n')}\n`
    lines = []
    write(text, length)
  }
  process.on('exit', flush)
  return {
    add(line) {
      // Behind what else this turn of the loop has ready, and before the next.
      if (lines.push(line) === 1) queueMicrotask(flush)
    },
    end() {
      flush()
      process.off('exit', flush)
    },
  }
}
