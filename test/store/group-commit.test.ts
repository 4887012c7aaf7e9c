import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { AppError } from '../../src/domain/errors'
import { connect, openDatabase } from '../../src/store/driver'
import { createGroupCommit } from '../../src/store/group-commit'
import { StorageUnavailable } from '../../src/store/storage-fault'
import { tempDir } from './temp-dir'

const TABLE = 'CREATE TABLE fila (n INTEGER, par TEXT)'

function memory() {
  const client = openDatabase(':memory:')
  client.exec(TABLE)
  const insert = client.prepare('INSERT INTO fila (n) VALUES (?)')
  return { client, ...createGroupCommit(client), add: (n: number) => void insert.run(n) }
}
const rows = (client: Database) => client.prepare('SELECT n FROM fila ORDER BY n').pluck().all()

/** A second connection on the same file: it sees what is committed and nothing else. */
function onDisk() {
  const path = join(tempDir(), 'timbre.db')
  const client = openDatabase(path)
  client.exec(TABLE)
  const insert = client.prepare('INSERT INTO fila (n, par) VALUES (?, ?)')
  const reader = openDatabase(path)
  return {
    path,
    client,
    reader,
    ...createGroupCommit(client),
    add: (n: number, par = '') => void insert.run(n, par),
  }
}
const settled = (promises: Promise<unknown>[]) => Promise.allSettled(promises)

describe('works that arrive together', () => {
  test('share one transaction and get their own results', async () => {
    const { client, commit, add } = memory()
    const total = () => client.prepare('SELECT total_changes()').pluck().get()
    const seen: unknown[] = []
    const results = await Promise.all(
      [1, 2, 3].map((n) =>
        commit(() => {
          seen.push([client.inTransaction, rows(client).length])
          add(n)
          return n * 10
        }),
      ),
    )
    expect(results).toEqual([10, 20, 30])
    // Each sees the writes of those before it: that is one transaction.
    expect(seen).toEqual([
      [true, 0],
      [true, 1],
      [true, 2],
    ])
    expect(client.inTransaction).toBe(false)
    expect(total()).toBe(3)
  })

  test('nobody is answered before the commit is on disk', async () => {
    const { reader, commit, add } = onDisk()
    const visible = await Promise.all([1, 2, 3].map((n) => commit(() => add(n)).then(() => rows(reader))))
    expect(visible).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ])
  })

  test('one that throws undoes itself alone and rejects with its own fault', async () => {
    const { client, commit, add } = memory()
    const noFolios = new AppError('NO_FOLIOS', 'No quedan folios')
    const results = await settled([
      commit(() => add(1)),
      commit(() => {
        add(2)
        throw noFolios
      }),
      commit(() => add(3)),
      commit(() => client.exec('INSERT INTO nothing VALUES (1)')),
      commit(() => add(5)),
    ])
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect((results[1] as PromiseRejectedResult).reason).toBe(noFolios)
    expect((results[3] as PromiseRejectedResult).reason).not.toBeInstanceOf(StorageUnavailable)
    expect(rows(client)).toEqual([1, 3, 5])
  })

  test('a nested transaction of a work is part of the shared one', async () => {
    const { client, commit, add } = memory()
    const inner = client.transaction((n: number) => {
      add(n)
      if (n === 2) throw new Error('no')
    })
    await settled([1, 2, 3].map((n) => commit(() => inner(n))))
    expect(rows(client)).toEqual([1, 3])
  })

  test('a work that is not synchronous is refused, and what it wrote is undone', async () => {
    const { client, commit, add } = memory()
    const late = commit(async () => add(1))
    await expect(late).rejects.toThrow('must be synchronous')
    expect(rows(client)).toEqual([])
  })

  test('at most 256 go into one transaction, the rest into the next, none lost', async () => {
    const { client, reader, commit, add } = onDisk()
    const sizes = new Set<number>()
    await Promise.all(
      Array.from({ length: 600 }, (_, n) => commit(() => add(n)).then(() => sizes.add(rows(reader).length))),
    )
    expect([...sizes]).toEqual([256, 512, 600])
    expect(rows(client)).toHaveLength(600)
  })

  test('a work that asks for another commit gets one, later', async () => {
    const { client, commit, add } = memory()
    let second: Promise<void> | undefined
    await commit(() => {
      add(1)
      second = commit(() => add(2))
    })
    await second
    expect(rows(client)).toEqual([1, 2])
  })
})

describe('when the transaction does not hold', () => {
  async function expectNothing(
    { client, commit, add }: ReturnType<typeof memory> | ReturnType<typeof onDisk>,
    code: string,
    works = [1, 2, 3].map((n) => () => add(n)),
  ) {
    const before = rows(client)
    const results = await settled(works.map((work) => commit(work)))
    for (const result of results) {
      expect(result.status).toBe('rejected')
      const { reason } = result as PromiseRejectedResult
      expect(reason).toBeInstanceOf(StorageUnavailable)
      expect((reason.cause as { code: string }).code).toBe(code)
    }
    expect(client.inTransaction).toBe(false)
    expect(rows(client)).toEqual(before)
  }

  test('BEGIN refused by another writer rejects all (SQLITE_BUSY); later ones go through', async () => {
    const group = onDisk()
    group.client.pragma('busy_timeout = 0')
    group.reader.exec('BEGIN IMMEDIATE')
    await expectNothing(group, 'SQLITE_BUSY')
    group.reader.exec('ROLLBACK')
    await group.commit(() => group.add(9))
    expect(rows(group.reader)).toEqual([9])
  })

  test('a full disk rejects all, also those whose own writes fitted (SQLITE_FULL); later ones go through', async () => {
    const group = onDisk()
    await group.commit(() => group.add(0))
    group.client.pragma(`max_page_count = ${group.client.pragma('page_count', { simple: true })}`)
    await expectNothing(group, 'SQLITE_FULL', [
      () => group.add(1),
      () => group.add(2, 'x'.repeat(100_000)),
      () => group.add(3),
    ])
    expect(rows(group.reader)).toEqual([0])
    group.client.pragma('max_page_count = 100000')
    await group.commit(() => group.add(4))
    expect(rows(group.reader)).toEqual([0, 4])
  })

  test('a file opened read-only rejects all (SQLITE_READONLY)', async () => {
    const { path } = onDisk()
    const client = connect(path, { readonly: true })
    const insert = client.prepare('INSERT INTO fila (n) VALUES (?)')
    await expectNothing(
      { client, ...createGroupCommit(client), add: (n: number) => void insert.run(n) },
      'SQLITE_READONLY',
    )
  })

  test('a COMMIT that fails rejects all and leaves no transaction open', async () => {
    const group = memory()
    group.client.exec('CREATE TABLE padre (id INTEGER PRIMARY KEY)')
    group.client.exec('CREATE TABLE hijo (id INTEGER REFERENCES padre(id) DEFERRABLE INITIALLY DEFERRED)')
    await expectNothing(group, 'SQLITE_CONSTRAINT_FOREIGNKEY', [
      () => group.add(1),
      () => void group.client.exec('INSERT INTO hijo VALUES (7)'),
    ])
    await group.commit(() => group.add(2))
    expect(rows(group.client)).toEqual([2])
  })

  test('a fault that rests on what was not kept is told as the storage fault, not as itself', async () => {
    const group = onDisk()
    await group.commit(() => group.add(0))
    group.client.pragma(`max_page_count = ${group.client.pragma('page_count', { simple: true })}`)
    await expectNothing(group, 'SQLITE_FULL', [
      () => {
        throw new AppError('NO_FOLIOS', 'el anterior tomó el último')
      },
      () => group.add(2, 'x'.repeat(100_000)),
    ])
  })
})

test('a process killed at any moment has on disk what it answered for, and no half of a work', async () => {
  const { path, reader } = onDisk()
  const script = join(import.meta.dir, 'commit-until-killed.ts')
  const child = Bun.spawn([process.execPath, script, path], { stdout: 'pipe', stderr: 'inherit' })
  let output = ''
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    output += chunk
    if (output.length > 2000) child.kill('SIGKILL')
  }
  await child.exited
  const answered = output.slice(0, output.lastIndexOf('\n')).split('\n').map(Number)
  expect(answered.length).toBeGreaterThan(100)
  const kept = reader.prepare('SELECT n, count(*) AS rows FROM fila GROUP BY n').all() as {
    n: number
    rows: number
  }[]
  const numbers = new Set(kept.map(({ n }) => n))
  expect(answered.filter((n) => !numbers.has(n))).toEqual([])
  expect(kept.filter((row) => row.rows !== 2)).toEqual([])
  expect(reader.pragma('integrity_check', { simple: true })).toBe('ok')
})

/** A client whose begun and committed transactions are counted. */
function counting(client: Database) {
  const runs: Record<string, number> = {}
  const prepare = (sql: string) => {
    const statement = client.prepare(sql)
    return new Proxy(statement, {
      get(target, name) {
        const value = Reflect.get(target, name)
        if (name !== 'run') return typeof value === 'function' ? value.bind(target) : value
        return (...values: unknown[]) => {
          runs[sql] = (runs[sql] ?? 0) + 1
          return target.run(...values)
        }
      },
    })
  }
  const counted = new Proxy(client, {
    get: (target, name) => (name === 'prepare' ? prepare : Reflect.get(target, name)),
  })
  return { runs, counted }
}

describe('commits, counted', () => {
  test('64 callers who write again as soon as they are answered cost one commit for all 64', async () => {
    const { client, reader, add } = onDisk()
    const { runs, counted } = counting(client)
    const { commit } = createGroupCommit(counted)
    let left = 3200
    await Promise.all(
      Array.from({ length: 64 }, async () => {
        while (left > 0) {
          const n = left--
          await commit(() => add(n))
        }
      }),
    )
    expect(runs).toEqual({ 'BEGIN IMMEDIATE': 50, COMMIT: 50 })
    expect(rows(reader)).toHaveLength(3200)
  })

  test('one caller alone waits for nobody: a commit each', async () => {
    const { client, reader, add } = onDisk()
    const { runs, counted } = counting(client)
    const { commit } = createGroupCommit(counted)
    for (let n = 0; n < 5; n++) await commit(() => add(n))
    expect(runs).toEqual({ 'BEGIN IMMEDIATE': 5, COMMIT: 5 })
    expect(rows(reader)).toHaveLength(5)
  })

  test('one that throws costs a second transaction, with a savepoint for each, and no more', async () => {
    const { client, reader, add } = onDisk()
    const { runs, counted } = counting(client)
    const { commit } = createGroupCommit(counted)
    const works = [1, 2, 3].map((n) => () => {
      if (n === 2) throw new Error('no')
      add(n)
    })
    await settled(works.map((work) => commit(work)))
    expect(runs).toEqual({
      'BEGIN IMMEDIATE': 2,
      ROLLBACK: 1,
      'SAVEPOINT work': 3,
      'ROLLBACK TO work': 1,
      'RELEASE work': 3,
      COMMIT: 1,
    })
    expect(rows(reader)).toEqual([1, 3])
  })
})
