// One JSON line per event (http §23).

import { describe, expect, test } from 'bun:test'
import { createLog, type LogLevel } from '../../src/base/log'

function logAt(level: LogLevel) {
  const lines: string[] = []
  const log = createLog({
    level,
    clock: () => new Date('2026-11-20T14:00:00Z'),
    write: (line) => lines.push(line),
  })
  return { log, lines }
}

describe('createLog', () => {
  test('writes one line of JSON with time, level, event and fields', () => {
    const { log, lines } = logAt('info')
    log.info('job.done', { job_id: 'job_1', text: 'two\nlines' })
    expect(lines).toEqual([
      '{"time":"2026-11-20T14:00:00.000Z","level":"info","event":"job.done","job_id":"job_1","text":"two\\nlines"}',
    ])
  })

  test('leaves out what is below its level', () => {
    for (const [level, expected] of [
      ['debug', 4],
      ['info', 3],
      ['warn', 2],
      ['error', 1],
      ['silent', 0],
    ] as const) {
      const { log, lines } = logAt(level)
      log.debug('a')
      log.info('a')
      log.warn('a')
      log.error('a')
      expect(lines).toHaveLength(expected)
    }
  })

  test('shows an error with its causes', () => {
    const { log, lines } = logAt('error')
    log.error('x', { error: new Error('outer', { cause: new TypeError('inner') }) })
    expect(JSON.parse(lines[0]!).error).toMatchObject({
      name: 'Error',
      message: 'outer',
      cause: { name: 'TypeError', message: 'inner' },
    })
  })
})
