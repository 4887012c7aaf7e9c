// The C library and its like for the image, from the Debian packages of the machine that builds it: the npm registry has
// none of them (src/release/README.md tells why they are taken from there).

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Entry } from './tar'

interface Part {
  paquete: string
  /** SPDX. */
  licencia: string
  files: readonly string[]
}

const LIB = '/lib/x86_64-linux-gnu'

const PARTS: readonly Part[] = [
  {
    paquete: 'libc6',
    licencia: 'LGPL-2.1-or-later',
    files: [
      '/lib64/ld-linux-x86-64.so.2',
      ...['libc.so.6', 'libdl.so.2', 'libm.so.6', 'libpthread.so.0'].map((name) => `${LIB}/${name}`),
    ],
  },
  // SQLite's addon wants these two.
  {
    paquete: 'libstdc++6',
    licencia: 'GPL-3.0-or-later WITH GCC-exception-3.1',
    files: [`/usr${LIB}/libstdc++.so.6`],
  },
  {
    paquete: 'libgcc-s1',
    licencia: 'GPL-3.0-or-later WITH GCC-exception-3.1',
    files: [`${LIB}/libgcc_s.so.1`],
  },
  // Signs where it is quicker (src §3.8).
  { paquete: 'libssl3', licencia: 'Apache-2.0', files: [`/usr${LIB}/libcrypto.so.3`] },
  { paquete: 'ca-certificates', licencia: 'MPL-2.0', files: [] },
]

const AUTORIDADES = '/usr/share/ca-certificates/mozilla'
const LICENCIAS = '/usr/share/common-licenses'

export interface Paquete {
  nombre: string
  version: string
  /** Debian's, `all` where it is of none. */
  arquitectura: string
  licencia: string
}

export interface Debian {
  /** `12` */
  release: string
  paquetes: readonly Paquete[]
  /** Without a slash at the head. */
  entries: readonly Entry[]
}

/** Thrown where this machine has not what the image needs; its words say what. */
export class NoDebian extends Error {}

/** Reads the parts from this machine. Throws NoDebian. */
export function readDebian(): Debian {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !Bun.which('dpkg-query'))
    throw new NoDebian('this machine is no Debian for amd64')
  const osRelease = readFileSync('/etc/os-release', 'utf8')
  const entry = (path: string, bytes: Uint8Array = read(path), mode = 0o644): Entry => ({
    path: path.slice(1),
    mode,
    bytes,
  })
  const found = PARTS.map((part) => ({ ...part, ...statusOf(part.paquete) }))
  const names = readdirSync(LICENCIAS, { withFileTypes: true }).filter((one) => one.isFile())
  return {
    release: /^VERSION_ID="?([\d.]+)/m.exec(osRelease)?.[1] ?? '',
    paquetes: found.map(({ paquete, version, arquitectura, licencia }) => ({
      nombre: paquete,
      version,
      arquitectura,
      licencia,
    })),
    entries: [
      ...found.flatMap(({ paquete, files, status }) => [
        ...files.map((path) => entry(path, read(path), 0o755)),
        entry(`/usr/share/doc/${paquete}/copyright`),
        // Programs that look for known flaws in images read these, and the system's name.
        entry(`/var/lib/dpkg/status.d/${paquete}`, Buffer.from(status)),
      ]),
      ...names.map(({ name }) => entry(`${LICENCIAS}/${name}`)),
      entry('/etc/os-release', Buffer.from(osRelease)),
      entry('/etc/ssl/certs/ca-certificates.crt', authorities()),
    ],
  }
}

/** Follows links: in the image each file has the name that programs ask for. */
function read(path: string): Uint8Array {
  if (!existsSync(path)) throw new NoDebian(`this machine has no ${path}`)
  return readFileSync(path)
}

/** The package's own, and none that this machine's people have added to the system's bundle. */
function authorities(): Buffer {
  if (!existsSync(AUTORIDADES)) throw new NoDebian(`this machine has no ${AUTORIDADES}`)
  return Buffer.concat(
    readdirSync(AUTORIDADES)
      .sort()
      .map((name) => readFileSync(`${AUTORIDADES}/${name}`)),
  )
}

function statusOf(paquete: string): { version: string; arquitectura: string; status: string } {
  const format = ['Package', 'Version', 'Architecture', 'Maintainer', 'Source']
    .map((field) => `${field}: \${${field}}\\n`)
    .join('')
  // A library may be there for several processors.
  const ask = (name: string) =>
    Bun.spawnSync(['dpkg-query', '-W', '-f', `\${db:Status-Abbrev}${format}`, name], { stdin: 'ignore' })
  const { exitCode, stdout } = [`${paquete}:amd64`, paquete]
    .map(ask)
    .reduce((found, next) => (found.exitCode === 0 ? found : next))
  const said = stdout.toString()
  if (exitCode !== 0 || !said.startsWith('ii '))
    throw new NoDebian(`this machine has no package ${paquete} of Debian`)
  // A package that has its source's name says none.
  const status = said
    .slice(3)
    .replace(/^Source: \n/m, '')
    .trimStart()
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(status)![1]!
  return {
    version: field('Version'),
    arquitectura: field('Architecture'),
    status: status.replace(/\n/, '\nStatus: install ok installed\n'),
  }
}
