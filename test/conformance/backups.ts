// Copies of the built binary in a bucket of an S3 service that nobody here wrote: made beside the server, opened by `age`, tried; their
// maker killed at any moment, and the server by whose clock they are made; then the machine lost, and brought back by one command with
// no folio used twice (http §23).

import { Database } from 'bun:sqlite'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { COUNTS } from './counts'
import { BINARY, type Running, runToEnd, serve, simulador, withFolder } from './process/binary'
import { type Report, runAlone, seeded, until } from './process/check'
import { createPlainOrders, openCompany, place } from './process/client'
import { settled } from './process/ledger'
import { type S3, startS3 } from './process/s3'
import { ensureTools } from './tools'

const KILLS = COUNTS.backupKills
/** So many megabytes that a copy goes up in several parts, and a kill finds it on the way. */
const MEGABYTES = 70

interface Scene {
  checks: Report
  s3: S3
  dir: string
  env: Record<string, string>
  identidad: string
}

/** Makes a database long: rows of the log of changes, in which anything may stand. */
function lengthen(path: string): void {
  const db = new Database(path)
  const insert = db.prepare(
    `INSERT INTO auditoria (id, cuenta_id, actor, accion, detalle, created_at)
     SELECT ?, id, 'operador', 'cuenta.cambiada', ?, '2026-01-01T00:00:00.000Z' FROM cuenta LIMIT 1`,
  )
  db.transaction(() => {
    for (let i = 0; i < MEGABYTES; i++)
      insert.run(`aud_largo_${i}`, JSON.stringify({ nombre: randomBytes(500_000).toString('hex') }))
  })()
  db.close()
}

/** A copy by hand, and each thing that can be asked of it. */
async function madeByHand({ checks, s3, dir, env, identidad }: Scene): Promise<void> {
  const run = (...words: string[]) => runToEnd([...words, '--data', dir], env)
  const made = await run('respaldo')
  checks.check('a copy goes up in parts beside the server', made.status === 0, made.err)
  const [[nombre, object] = ['', '']] = [...s3.objects()]
  checks.check('it is in the bucket, and nothing else is', s3.objects().size === 1)
  const plain = await run('respaldo', 'ensayar')
  checks.check(
    'its trial without a key says that it was not opened',
    plain.out.includes('No se abrió'),
    plain,
  )
  const opened = await run('respaldo', 'ensayar', nombre, '--identidad', identidad)
  checks.check('its trial with the key finds it sound', opened.out.includes('en orden'), opened)
  const age = Bun.spawnSync(['sh', '-c', 'age -d -i "$1" "$2" | tar t', 'sh', identidad, object])
  const listed = age.stdout.toString().trim().split('\n')
  checks.check(
    'age and tar open it',
    listed.join() === 'LEAME.txt,clave.maestra,timbre.db',
    `${age.stdout}${age.stderr}`,
  )
  const refused = await runToEnd(['respaldo', 'listar', '--data', dir], {
    ...env,
    TIMBRE_RESPALDO_S3_SECRETO: 'otro',
  })
  checks.check('a wrong secret is told as such', refused.err.includes('TIMBRE_RESPALDO_S3_SECRETO'), refused)
}

/** The maker of a copy is killed at a moment of its way, again and again; each next one makes its copy. */
async function killedMaker({ checks, s3, dir, env }: Scene): Promise<void> {
  const began = Date.now()
  await runToEnd(['respaldo', '--data', dir], env)
  const whole = Date.now() - began
  const random = seeded(26)
  let cut = 0
  for (let i = 0; i < KILLS; i++) {
    const before = s3.objects()
    const child = Bun.spawn([BINARY, 'respaldo', '--data', dir], {
      env: { PATH: process.env.PATH ?? '', TMPDIR: process.env.TMPDIR ?? '/tmp', ...env },
      stdout: 'ignore',
      stderr: 'ignore',
    })
    await Bun.sleep(Math.round(random() * whole))
    child.kill('SIGKILL')
    await child.exited
    if (s3.objects().size === before.size) cut++
    const tried = await runToEnd(['respaldo', 'ensayar', '--data', dir], env)
    if (tried.status !== 0) checks.check(`after kill ${i} the newest copy is whole`, false, tried)
  }
  checks.check(`${KILLS} kills, ${cut} of them before the copy was there, leave whole copies alone`, cut > 0)
  const next = await runToEnd(['respaldo', '--data', dir], env)
  checks.check('and the next one makes its copy', next.status === 0, next.err)
  const left = readdirSync(dir).filter((name) => /respaldo$|ensayo$|parcial$/.test(name))
  checks.check('of which nothing is left beside the database', left.length === 0, left)
}

/** The processes that a process began. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** A server and its copy are killed together; the server that comes after makes it good. */
async function killedServer(scene: Scene, simuladorUrl: string): Promise<void> {
  const { checks, s3, dir, env } = scene
  const scheduled = { ...env, TIMBRE_RESPALDO_CRON: '* * * * *' }
  const first = await serve(dir, simuladorUrl, scheduled)
  const begins = (server: Running) => () => server.logs.some(({ labor }) => labor === 'copia')
  checks.check('the server begins a copy by its clock', await until(begins(first), 90_000))
  const children = childrenOf(first.pid)
  await first.kill()
  for (const pid of children) process.kill(pid, 'SIGKILL')
  const before = new Set(s3.objects().keys())
  const second = await serve(dir, simuladorUrl, scheduled)
  try {
    const done = await until(() => second.logs.some(({ event }) => event === 'respaldo.copia'), 300_000)
    const fresh = [...s3.objects().keys()].filter((name) => !before.has(name))
    checks.check(
      'the next server makes the copy that died with it',
      done && fresh.length > 0,
      second.logs.at(-1),
    )
  } finally {
    await second.kill()
  }
}

export async function backups(checks: Report): Promise<void> {
  const absent = ensureTools(['age'])
  checks.check('age is installed', absent.length === 0, absent)
  await withFolder(async (root) => {
    const s3 = await startS3(join(root, 's3'))
    const sim = await simulador(join(root, 'sii'))
    const [dir, identidad] = [join(root, 'datos'), join(root, 'clave.txt')]
    const { out } = await runToEnd(['respaldo', 'crear-clave', identidad])
    const env = {
      ...s3.env,
      TIMBRE_RESPALDO_DESTINO: s3.place,
      TIMBRE_RESPALDO_PARA: /age1\S+/.exec(out)?.[0] ?? '',
    }
    const scene = { checks, s3, dir, env, identidad }
    let server = await serve(dir, sim.url)
    try {
      const key = await openCompany(server.url, [33, 39], 500)
      const next = createPlainOrders('respaldo')
      const issue = async (n: number) => {
        const orders = Array.from({ length: n }, next)
        for (const order of orders)
          await until(async () => (await place(server.url, key, order))?.status === 202, 30_000)
        const peace = await settled({ url: server.url, key, simuladorUrl: sim.url, orders }, 120_000)
        checks.check(`${n} documents have their verdict`, peace)
        return orders
      }
      await issue(5)
      await server.kill()
      lengthen(join(dir, 'timbre.db'))
      server = await serve(dir, sim.url)
      await madeByHand(scene)
      const after = await issue(5)
      await server.kill()
      // The machine burns, with what was issued since the copy.
      const nueva = join(root, 'nueva')
      const back = await runToEnd(['restaurar', s3.place, '--identidad', identidad, '--data', nueva], s3.env)
      checks.check('an empty machine gets the newest copy by one command', back.status === 0, back.err)
      const sound = await runToEnd(['verificar', '--data', nueva])
      checks.check('verificar finds it sound', sound.status === 0, sound.out)
      server = await serve(nueva, sim.url)
      const fresh = await issue(5)
      const folio = ({ accepted }: (typeof fresh)[number]) => `${accepted!.tipo}/${accepted!.folio}`
      const lost = new Set(after.map(folio))
      checks.check('and issues with no folio of what was lost', !fresh.some((one) => lost.has(folio(one))))
      await server.kill()
      await killedMaker(scene)
      await killedServer(scene, sim.url)
    } finally {
      await server.kill()
      await sim.kill()
      await s3.stop()
    }
  })
}

if (import.meta.main) await runAlone('copies in a bucket', backups)
