import { describe, expect, spyOn, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canTransition, ESTADOS, stateDiagram, TRANSICIONES } from '../../src/jobs/estados'
import * as statements from '../../src/jobs/statements'
import { testStore } from './queue'

const ROOT = join(import.meta.dir, '../..')

describe('the state machine (http §7.1)', () => {
  test('has exactly the ways of http §7.1', () => {
    const ways = new Set(TRANSICIONES.map(({ from, to }) => `${from ?? '-'} ${to}`))
    expect([...ways].sort()).toEqual(
      [
        '- reserved',
        '- scheduled',
        'dlq discarded',
        'dlq pending',
        'failed discarded',
        'failed pending',
        'pending failed',
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
    expect(() =>
      statements.prepareTransition(client, { from: 'completed', to: 'pending', ...change }),
    ).toThrow('a job cannot go from completed to pending')
    expect(() =>
      statements.prepareTransition(client, { from: ['failed', 'pending'], to: 'discarded', ...change }),
    ).toThrow('from pending to discarded')
    const folder = join(ROOT, 'src/jobs')
    const offenders = readdirSync(folder).filter((name) =>
      /update\s+job\b/i.test(readFileSync(join(folder, name), 'utf8')),
    )
    expect(offenders).toEqual(['statements.ts'])
  })

  test('has no way that no statement makes, but those of the transaction that accepts a job', () => {
    const { client } = testStore()
    const prepare = spyOn(client, 'prepare')
    const { prepareTransition: _, ...all } = statements
    for (const make of Object.values(all)) make(client, { ready: 1, release: 1, hurried: [], deaths: 1 })
    const made = prepare.mock.calls.flatMap(([sql]) => {
      const [, to, from] =
        /^UPDATE job SET estado = '(\w+)'[\s\S]* WHERE \+estado IN \(([^)]*)\)/.exec(sql) ?? []
      return to && from ? from.split(', ').map((origin) => `${origin.slice(1, -1)} ${to}`) : []
    })
    const ways = TRANSICIONES.filter(({ from }) => from !== null && from !== 'reserved')
    expect([...new Set(made)].sort()).toEqual(
      [...new Set(ways.map(({ from, to }) => `${from} ${to}`))].sort(),
    )
  })

  test('a prepared transition leaves rows of another state alone', () => {
    const { client } = testStore()
    client.exec(`INSERT INTO job (id, kind, empresa_id, ambiente, grupo, estado, created_at, queued_at)
      VALUES ('a', 'x', 'emp_1', 'simulacion', 'x:1', 'completed', 0, 0)`)
    const retry = statements.prepareTransition(client, {
      from: ['failed', 'dlq'],
      to: 'pending',
      set: 'error = NULL',
      where: 'id = ?',
    })
    expect(retry.run('a').changes).toBe(0)
  })

  test('the diagram names every state, its beginnings and its ends, and is the one of jobs §9', () => {
    const diagram = stateDiagram()
    expect(diagram.split('\n')[0]).toBe('stateDiagram-v2')
    expect(diagram).toContain('  [*] --> reserved: ')
    expect(diagram).toContain('  completed --> [*]\n  discarded --> [*]\n')
    for (const estado of ESTADOS) expect(diagram).toContain(`--> ${estado}: `)
    expect(readFileSync(join(ROOT, 'src/jobs/README.md'), 'utf8')).toContain(diagram)
  })
})
