// The built server's refusals to start, each with a clear Spanish message and status 1, and with every file
// as it was: a folder in use, a database that is corrupt, foreign or newer, a wrong master key, a useless
// temporary folder.

import { Database } from 'bun:sqlite'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { runToEnd, serve, simulador, withFolder } from './process/binary'
import { type Report, runAlone } from './process/check'
import { ask, createOrders, type Order, openCompany, place } from './process/client'
import { settled } from './process/ledger'
import { mountTmpfs } from './process/mount'

/** Every file of a folder by the SHA-256 of its bytes. */
const contents = (dir: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(dir)
      .sort()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(dir, name)))
          .digest('hex'),
      ]),
  )

/** Whether every file is as it was and none came but those that SQLite lays beside a database it reads. */
function untouched(before: Record<string, string>, dir: string): boolean {
  const after = contents(dir)
  const fresh = Object.keys(after).filter((name) => !(name in before))
  const wal = after['timbre.db-wal']
  return (
    Object.entries(before).every(([name, hash]) => after[name] === hash) &&
    fresh.every((name) => name === 'timbre.db-wal' || name === 'timbre.db-shm') &&
    ('timbre.db-wal' in before || wal === undefined || readFileSync(join(dir, 'timbre.db-wal')).length === 0)
  )
}

interface Refusal {
  name: string
  /** Spoils a copy of a good data folder. */
  spoil(dir: string): void
  env?: Record<string, string>
  /** The words of the message. */
  says: RegExp
}

const database = (dir: string): string => join(dir, 'timbre.db')

function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const all = readFileSync(file)
  all.set(bytes, at)
  writeFileSync(file, all)
}

const REFUSALS: readonly Refusal[] = [
  {
    name: 'a database that is no SQLite file',
    spoil: (dir) => writeFileSync(database(dir), 'esto no es una base de datos, es una carta\n'.repeat(200)),
    says: /no es una base de datos/,
  },
  {
    name: 'a database whose pages are garbage',
    spoil: (dir) => overwrite(database(dir), 100, new Uint8Array(20_000).fill(0xa5)),
    says: /dañad/,
  },
  {
    name: 'a database cut short',
    spoil: (dir) => truncateSync(database(dir), 8192),
    says: /incompleto/,
  },
  {
    name: 'a SQLite file of another program',
    spoil(dir) {
      rmSync(database(dir))
      const db = new Database(database(dir), { create: true })
      db.run('CREATE TABLE recetas (nombre TEXT)')
      db.run("INSERT INTO recetas VALUES ('charquicán')")
      db.close()
    },
    says: /no es una base de datos de Timbre/,
  },
  {
    name: 'a database of a newer version',
    spoil(dir) {
      const db = new Database(database(dir))
      db.run("INSERT INTO migracion VALUES ('9999_del_futuro', '2030-01-01T00:00:00Z', '')")
      db.close()
    },
    says: /versión más nueva.*9999_del_futuro/,
  },
  {
    name: 'a database from before the first version',
    spoil(dir) {
      const db = new Database(database(dir))
      db.run("INSERT INTO migracion VALUES ('0002_simulador', '2026-01-01T00:00:00Z', '')")
      db.close()
    },
    says: /anterior a la primera, y no se actualiza/,
  },
  {
    name: 'another master key in the environment',
    spoil: () => {},
    env: { TIMBRE_MASTER_KEY: 'ab'.repeat(32) },
    says: /clave maestra.*TIMBRE_MASTER_KEY/,
  },
  {
    name: 'another master key in its file',
    spoil: (dir) => writeFileSync(join(dir, 'clave.maestra'), `${'cd'.repeat(32)}\n`, { mode: 0o600 }),
    says: /clave maestra.*no abre/,
  },
  {
    name: 'a damaged master key file',
    spoil: (dir) => writeFileSync(join(dir, 'clave.maestra'), 'abcdef\n', { mode: 0o600 }),
    says: /clave\.maestra está dañado/,
  },
  {
    name: 'a database without its master key',
    spoil: (dir) => rmSync(join(dir, 'clave.maestra')),
    says: /Falta .*clave\.maestra/,
  },
  {
    name: 'a temporary folder that does not exist',
    spoil: () => {},
    env: { TMPDIR: '/no/existe/esta/carpeta' },
    says: /TMPDIR/,
  },
]

/** A message of our own: no stack, no code of the runtime. */
const isClear = (err: string): boolean =>
  err.trim() !== '' && !/\n\s+at |\bError:|ERR_|undefined|bun\b/i.test(err)

async function refuse(checks: Report, good: string, dir: string, refusal: Refusal): Promise<void> {
  cpSync(good, dir, { recursive: true })
  refusal.spoil(dir)
  const before = contents(dir)
  const { status, err } = await runToEnd(['serve', '--data', dir, '--addr', '127.0.0.1:0'], refusal.env)
  checks.check(`${refusal.name}: status 1`, status === 1, `status ${status}`)
  checks.check(`${refusal.name}: says why`, refusal.says.test(err) && isClear(err), err)
  const found = { before, after: contents(dir) }
  checks.check(`${refusal.name}: nothing overwritten`, untouched(before, dir), found)
}

/** All refusals, on copies of the folder of a server that issued. */
export async function refusals(checks: Report): Promise<void> {
  await withFolder(async (root) => {
    const good = join(root, 'datos')
    const sim = await simulador(join(root, 'sii'))
    try {
      const first = await serve(good, sim.url)
      const key = await openCompany(first.url, [33, 34, 39, 61], 50)
      const source = createOrders('uno')
      const orders: Order[] = [source.next(), source.next(), source.next()]
      for (const order of orders) await place(first.url, key, order)

      const second = await runToEnd(['serve', '--data', good, '--addr', '127.0.0.1:0'])
      checks.check('a second server on one folder: status 1', second.status === 1, second)
      const named = /Otro proceso de Timbre está usando la carpeta de datos/.test(second.err)
      checks.check('a second server on one folder: says why', named && isClear(second.err), second.err)
      const last = source.next()
      orders.push(last)
      const answer = await place(first.url, key, last)
      checks.check('the first one goes on', answer?.status === 202)
      const scene = { url: first.url, key, simuladorUrl: sim.url, orders }
      checks.check('and issues all its documents', await settled(scene, 90_000))
      const taken = await runToEnd(['serve', '--data', join(root, 'otra'), '--addr', new URL(first.url).host])
      checks.check('an address in use: status 1', taken.status === 1, taken)
      checks.check(
        'an address in use: says why',
        /ya está en uso/.test(taken.err) && isClear(taken.err),
        taken.err,
      )
      first.signal('SIGTERM')
      checks.check('the first one ends well', (await first.exited) === 0)

      for (const [i, refusal] of REFUSALS.entries())
        await refuse(checks, good, join(root, `malo-${i}`), refusal)
      const noexec = join(root, 'noexec')
      mkdirSync(noexec)
      const unmount = mountTmpfs(noexec, 'size=64m,noexec')
      if (unmount) {
        const refusal = {
          name: 'a noexec temporary folder',
          spoil: () => {},
          env: { TMPDIR: noexec },
          says: /noexec/,
        }
        await refuse(checks, good, join(root, 'malo-noexec'), refusal)
        unmount()
      } else checks.note('not tried, for it needs root: a noexec temporary folder')

      const again = await serve(good, sim.url)
      const kept = await ask('GET', `${again.url}/v1/documentos`, key)
      checks.check(
        'the good folder still opens, with all its documents',
        kept.body.paginacion.total === orders.length,
      )
      await again.kill()
      checks.check(
        'a server killed leaves no lock',
        existsSync(database(good)) && (await opens(good, sim.url)),
      )
    } finally {
      await sim.kill()
    }
  })
}

async function opens(dir: string, simuladorUrl: string): Promise<boolean> {
  const server = await serve(dir, simuladorUrl)
  const ready = await ask('GET', `${server.url}/listo`)
  await server.kill()
  return ready.status === 200
}

if (import.meta.main) await runAlone('what the server refuses to start on', refusals)
