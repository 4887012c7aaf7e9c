// A bare Debian of its own, made by debootstrap and started by systemd-nspawn: what a package does to a system is seen there, under a real
// systemd, with no network. Wants root.

import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { demandTalking } from './patience'

const MIRROR = 'http://deb.debian.org/debian'
const SUITE = 'bookworm'

interface Step {
  status: number
  out: string
}

/** Runs a program to its end. Throws with what it said when it fails. */
export function demand(
  command: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { stdin: 'ignore', ...options })
  if (exitCode !== 0)
    throw new Error(`${command.join(' ')} ended with ${exitCode}: ${stdout}${stderr}`.slice(-4000))
  return stdout.toString()
}

/** Makes it in `dir`, with systemd and nothing else that Debian does not demand. */
export const makeRoot = (dir: string): Promise<void> =>
  demandTalking(['debootstrap', '--variant=minbase', '--include=systemd-sysv,adduser', SUITE, dir, MIRROR])

/** Starts it, has its systemd run the steps, each a line of shell, one after another, and ends it. Each step's name is its key. */
export async function runSteps(root: string, steps: Record<string, string>): Promise<Record<string, Step>> {
  const work = join(root, 'root/pasos')
  mkdirSync(work, { recursive: true })
  const lines = Object.entries(steps).map(([name, line], i) => {
    // A line that begins with `!` would not end the step where it fails.
    writeFileSync(join(work, `${i}.sh`), `no() { ! "$@"; }\n${line}\n`)
    return `sh -e ${i}.sh > ${i}.out 2>&1; echo $? > ${i}.rc; echo ${i} > /dev/console # ${name}`
  })
  writeFileSync(join(work, 'todo.sh'), ['cd /root/pasos', ...lines, 'systemctl poweroff', ''].join('\n'))
  const unit = join(root, 'etc/systemd/system/pasos.service')
  writeFileSync(
    unit,
    '[Unit]\nAfter=network.target\n[Service]\nType=oneshot\nExecStart=/bin/sh /root/pasos/todo.sh\n',
  )
  const wants = join(root, 'etc/systemd/system/multi-user.target.wants')
  mkdirSync(wants, { recursive: true })
  if (!existsSync(join(wants, 'pasos.service'))) symlinkSync('../pasos.service', join(wants, 'pasos.service'))
  await demandTalking([
    ...['systemd-nspawn', '-D', root, '--boot', '--register=no', '--keep-unit', '--private-network'],
  ])
  const read = (file: string): string => {
    const path = join(work, file)
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  }
  return Object.fromEntries(
    Object.keys(steps).map((name, i) => [
      name,
      { status: Number(read(`${i}.rc`) || '-1'), out: read(`${i}.out`) },
    ]),
  )
}

/** Unpacks Debian's packages of another architecture into `dir`, and leaves this machine's own lists as they are. */
export async function unpackForeign(dir: string, arch: string, packages: readonly string[]): Promise<void> {
  const state = join(dir, 'apt')
  mkdirSync(join(state, 'lists/partial'), { recursive: true })
  mkdirSync(join(state, 'debs'))
  writeFileSync(join(state, 'sources.list'), `deb ${MIRROR} ${SUITE} main\n`)
  const apt = [
    'apt-get',
    '-q',
    ...[
      `APT::Architecture=${arch}`,
      `Dir::State::lists=${state}/lists`,
      `Dir::Etc::SourceList=${state}/sources.list`,
      'Dir::Etc::SourceParts=/dev/null',
      'APT::Sandbox::User=root',
    ].flatMap((option) => ['-o', option]),
  ]
  await demandTalking([...apt, 'update'])
  await demandTalking([...apt, 'download', ...packages.map((name) => `${name}:${arch}`)], {
    cwd: join(state, 'debs'),
  })
  for (const file of new Bun.Glob('*.deb').scanSync(join(state, 'debs')))
    demand(['dpkg-deb', '-x', join(state, 'debs', file), dir])
}

/** Puts a file into the root's /root. */
export const putFile = (root: string, from: string, name: string): void =>
  cpSync(from, join(root, 'root', name))
