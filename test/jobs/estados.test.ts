import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canTransition, ESTADOS, stateDiagram, TRANSICIONES } from '../../src/jobs/estados'
import { prepareTransition } from '../../src/jobs/update'
import { testStore } from './queue'

const ROOT = join(import.meta.dir, '../..')

describe('the state machine (contract §7)', () => {
  test('has exactly the ways of the contract', () => {
    const ways = new Set(TRANSICIONES.map(({ from, to }) => `${from ?? '-'} ${to}`))
    expect([...ways].sort()).toEqual(
      [
        '- reserved',
        '- scheduled',
        'dlq discarded',
        'dlq pending',
        'failed discarded',
        'failed pending',
        'pending dlq',
        'pending processing',
        'processing completed',
        'processing dlq',
        'processing failed',
        'processing pending',
        'reserved pending',
        'scheduled discarded',
        'scheduled failed',
        'scheduled pending',
      ].sort(),
    )
  })

  test('lets nothing leave completed or discarded, and nothing that ran return to scheduled', () => {
    for (const estado of ESTADOS) {
      expect(canTransition('completed', estado)).toBe(false)
      expect(canTransition('discarded', estado)).toBe(false)
      expect(canTransition(estado, 'scheduled')).toBe(false)
    }
  })

  test('is the only door to an UPDATE: a way outside the table cannot be prepared', () => {
    const { client } = testStore()
    const change = { set: 'failed_at = ?', where: 'id = ?' }
    expect(() => prepareTransition(client, { from: 'completed', to: 'pending', ...change })).toThrow(
      'a job cannot go from completed to pending',
    )
    expect(() =>
      prepareTransition(client, { from: ['failed', 'pending'], to: 'discarded', ...change }),
    ).toThrow('from pending to discarded')
    const folder = join(ROOT, 'src/jobs')
    const offenders = readdirSync(folder).filter((name) =>
      /update\s+job\b/i.test(readFileSync(join(folder, name), 'utf8')),
    )
    expect(offenders).toEqual(['update.ts'])
  })

  test('a prepared transition leaves rows of another state alone', () => {
    const { client } = testStore()
    client.exec(`INSERT INTO job (id, kind, empresa_id, ambiente, grupo, estado, created_at, queued_at)
      VALUES ('a', 'x', 'emp_1', 'simulacion', 'x:1', 'completed', 0, 0)`)
    const retry = prepareTransition(client, {
      from: ['failed', 'dlq'],
      to: 'pending',
      set: 'error = NULL',
      where: 'id = ?',
    })
    expect(retry.run('a').changes).toBe(0)
  })

  test('the diagram names every state, its beginnings and its ends, and is the one of the README', () => {
    const diagram = stateDiagram()
    expect(diagram.split('\n')[0]).toBe('stateDiagram-v2')
    expect(diagram).toContain('  [*] --> reserved: ')
    expect(diagram).toContain('  completed --> [*]\n  discarded --> [*]\n')
    for (const estado of ESTADOS) expect(diagram).toContain(`--> ${estado}: `)
    expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(diagram)
  })
})
