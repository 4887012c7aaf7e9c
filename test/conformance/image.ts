// The OCI image by programs that nobody here wrote: skopeo holds its sums, umoci unpacks it, and what it holds is started with nothing
// else of this machine than its kernel.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LATIDO } from '../../src/cli/latido'
import { readDebian } from '../../src/release/debian'
import { oci } from '../../src/release/oci'
import { demand } from './process/bare-root'
import { BINARY } from './process/binary'
import type { Checks } from './process/check'
import { ensureTools } from './tools'

const START_MS = 120_000
const PATIENCE_MS = 300_000

/** `2026-11-29T12:45:30Z` is the time of its files. */
const make = (program: Uint8Array): Buffer =>
  oci({
    ...{ version: '0.1.0', commit: 'abcdef0123', licencias: 'x', seconds: 1_796_042_730 },
    ...{ program, debian: readDebian() },
  })

/** The image's configuration as umoci writes it for whoever runs it. */
interface Told {
  args: string[]
  env: string[]
  user: { uid: number; gid: number }
}

export async function judgeImage(checks: Checks, dir: string): Promise<void> {
  const absent = ensureTools(['skopeo', 'umoci'])
  checks.check('the judges of an image are installed', absent.length === 0, absent)
  const small = [1, 2].map(() => make(Buffer.from('program')))
  checks.check('the image is the same twice', Buffer.compare(small[0]!, small[1]!) === 0)
  const archive = join(dir, 'imagen.tar')
  writeFileSync(archive, make(readFileSync(BINARY)))
  const layout = join(dir, 'imagen')
  demand(['skopeo', '--insecure-policy', 'copy', '-q', `oci-archive:${archive}`, `oci:${layout}:0.1.0`])
  const bundle = join(dir, 'contenedor')
  demand(['umoci', 'unpack', ...(isRoot() ? [] : ['--rootless']), '--image', `${layout}:0.1.0`, bundle])
  const told: Told = JSON.parse(readFileSync(join(bundle, 'config.json'), 'utf8')).process
  checks.check(
    'skopeo and umoci take it, and it starts the server as a user of its own',
    told.user.uid > 0,
    told,
  )
  if (!isRoot() || Bun.spawnSync(['unshare', '-m', '-p', '-f', 'true']).exitCode !== 0)
    return console.log('NOT STARTED: the image, where a process may not have a root folder of its own')
  await startWithin(checks, told, join(bundle, 'rootfs'))
}

const isRoot = (): boolean => process.getuid?.() === 0

async function startWithin(checks: Checks, told: Told, root: string): Promise<void> {
  for (const name of ['proc', 'dev']) mkdirSync(join(root, name), { recursive: true })
  const within = (words: readonly string[], addr: string) => ({
    cmd: [
      ...['unshare', '-m', '-p', '-f', '--kill-child', 'sh', '-ec'],
      'mount -t proc proc "$0/proc"; mount --rbind /dev "$0/dev"; user=$1; shift; exec chroot --userspec="$user" "$0" "$@"',
      ...[root, `${told.user.uid}:${told.user.gid}`, ...words],
    ],
    env: {
      ...Object.fromEntries(told.env.map((one) => one.split('=', 2))),
      // The image's own, every address, is of a network of its own; this one is the machine's.
      TIMBRE_ADDR: addr,
      PATH: '/usr/bin:/bin:/usr/sbin:/sbin',
    },
  })
  const server = Bun.spawn({
    ...within(told.args, '127.0.0.1:0'),
    stderr: 'inherit',
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  })
  const late = setTimeout(() => server.kill('SIGKILL'), START_MS)
  let log = ''
  let url: string | undefined
  for await (const chunk of server.stdout.pipeThrough(new TextDecoderStream())) {
    log += chunk
    url ??= /"servidor.iniciado".*?"url":"([^"]+)"/.exec(log)?.[1]
    if (url) break
  }
  clearTimeout(late)
  checks.check('started from it, the server listens', url !== undefined, log)
  if (!url) return
  const answer = await fetch(`${url}/salud`)
  checks.check('it answers at /salud', answer.status === 200, answer.status)
  const [program] = told.args
  const ask = (addr: string, ...words: string[]) =>
    Bun.spawnSync({ ...within([program!, ...words], addr), timeout: PATIENCE_MS, killSignal: 'SIGKILL' })
  const { host } = new URL(url)
  checks.check('its health check finds it', ask(host, LATIDO).exitCode === 0)
  const doctor = ask(host, 'doctor').stdout.toString()
  checks.check(
    'doctor beside it has no fault, and finds the library that signs',
    /^bien +Firma: .*libcrypto \d/m.test(doctor) && !/^FALLA/m.test(doctor),
    doctor,
  )
  // unshare itself hears no such signal. The server is the first process of its world, as in a container.
  const [own] = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').split(' ')
  process.kill(Number(own), 'SIGTERM')
  checks.check('a signal stops it in order', (await server.exited) === 0, server.exitCode)
  checks.check('once it is stopped the health check fails', ask(host, LATIDO).exitCode === 1)
}
