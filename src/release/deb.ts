// A Debian package without Debian's tools, the same bytes for the same files: an ar of two tars.

import { createHash } from 'node:crypto'
import { PROGRAMA_DE_PAQUETE, unitFile, VARIABLES, VARIABLES_INICIALES } from '../cli/servicio'
import { SCRIPTS } from './deb-scripts'
import { type Entry, gzip, tar, withFolders } from './tar'

/** Debian's names of the platforms that get a package. */
export const DEBIAN: Record<string, string> = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' }

/** The texts that the program writes of itself for who types its commands. */
interface ForShells {
  /** `timbre man` */
  man: string
  /** `timbre completar bash`, `zsh` and `fish` */
  bash: string
  zsh: string
  fish: string
}

/** Has the program write them; `run` gives its standard output. */
export const shellTexts = (run: (...words: string[]) => string): ForShells => ({
  man: run('man'),
  bash: run('completar', 'bash'),
  zsh: run('completar', 'zsh'),
  fish: run('completar', 'fish'),
})

interface Contents {
  /** Debian's: `amd64`. */
  arch: string
  /** `debVersion` makes it. */
  version: string
  program: Uint8Array
  /** The notices of third parties, as `timbre licencias` writes them. */
  licencias: string
  shell: ForShells
  /** The time of every file, since 1970. */
  seconds: number
}

/** A package made of a later commit is newer, though its version be the same: `0.1.0+20261129.124530.1a2b3c4d5e`. */
export function debVersion(version: string, commit: string, seconds: number): string {
  const [date, time] = new Date(seconds * 1000)
    .toISOString()
    .replace(/[-:]|\..*/g, '')
    .split('T')
  return `${version}+${date}.${time}.${commit}`
}

const copyright = (
  seconds: number,
) => `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Timbre
Comment: No licence is granted by this package. Notices of what is inside follow.

Files: *
Copyright: ${new Date(seconds * 1000).getUTCFullYear()} Timbre
License: UNLICENSED
 All rights reserved.
`

/** Lintian's complaints that hold of every program of this runtime, with the reason. */
const OVERRIDES = `# The program is a runtime with its members behind it: stripped, it would be the runtime alone.
timbre: unstripped-binary-or-object [usr/bin/timbre]
# The runtime is as its maker compiled it, with its libraries inside.
timbre: embedded-library
timbre: hardening-no-pie [usr/bin/timbre]
timbre: hardening-no-relro [usr/bin/timbre]
# The file of variables holds secrets.
timbre: non-standard-file-perm 0600 != 0644 [etc/timbre/timbre.env]
`

const MAINTAINER = 'Timbre <timbre@users.noreply.localhost>'

function files({ program, licencias, shell, version, seconds }: Contents): Entry[] {
  const doc = 'usr/share/doc/timbre'
  const changelog = `timbre (${version}) unstable; urgency=medium

  * Lo que cambió lo dice el servidor en /cambios.

 -- ${MAINTAINER}  ${new Date(seconds * 1000).toUTCString().replace('GMT', '+0000')}
`
  const text = (path: string, content: string, mode = 0o644): Entry => ({
    path,
    mode,
    bytes: Buffer.from(content),
  })
  const variables = VARIABLES.slice(1)
  return [
    text(variables, VARIABLES_INICIALES, 0o600),
    { path: PROGRAMA_DE_PAQUETE.slice(1), mode: 0o755, bytes: program },
    text('usr/lib/systemd/system/timbre.service', unitFile(PROGRAMA_DE_PAQUETE)),
    { path: `${doc}/changelog.gz`, mode: 0o644, bytes: gzip(Buffer.from(changelog), 9) },
    text(`${doc}/copyright`, copyright(seconds)),
    { path: `${doc}/licencias.txt.gz`, mode: 0o644, bytes: gzip(Buffer.from(licencias), 9) },
    text('usr/share/lintian/overrides/timbre', OVERRIDES),
    { path: 'usr/share/man/man1/timbre.1.gz', mode: 0o644, bytes: gzip(Buffer.from(shell.man), 9) },
    text('usr/share/bash-completion/completions/timbre', shell.bash),
    text('usr/share/zsh/vendor-completions/_timbre', shell.zsh),
    text('usr/share/fish/vendor_completions.d/timbre.fish', shell.fish),
  ]
}

/** Members of an `ar`, each even in length. */
function ar(members: readonly (readonly [name: string, bytes: Uint8Array])[], seconds: number): Buffer {
  const parts = members.flatMap(([name, bytes]) => {
    const fields: [string, number][] = [
      [name, 16],
      [String(seconds), 12],
      ['0', 6],
      ['0', 6],
      ['100644', 8],
      [String(bytes.length), 10],
    ]
    const head = `${fields.map(([field, length]) => field.padEnd(length)).join('')}\`\n`
    return [Buffer.from(head), bytes, Buffer.from(bytes.length % 2 ? '\n' : '')]
  })
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts])
}

/** The package. */
export function deb(contents: Contents): Buffer {
  const { arch, version, seconds } = contents
  const inside = files(contents)
  const kilobytes = inside.reduce((sum, { bytes }) => sum + Math.ceil(bytes!.length / 1024), 0)
  const control = `Package: timbre
Version: ${version}
Architecture: ${arch}
Maintainer: ${MAINTAINER}
Installed-Size: ${kilobytes}
Depends: adduser, libc6 (>= 2.34), libstdc++6 (>= 11), init-system-helpers (>= 1.50)
Recommends: ca-certificates
Section: net
Priority: optional
Description: servidor de facturación electrónica chilena
 Emite documentos tributarios electrónicos (DTE) al Servicio de Impuestos
 Internos, guarda folios y documentos, sigue lo que el SII dice de ellos y los
 imprime. Un solo programa con una base SQLite, una API REST y un panel; trae
 un simulador del SII para probar sin certificado ni cuenta.
`
  const sums = inside.map(({ path, bytes }) => `${createHash('md5').update(bytes!).digest('hex')}  ${path}\n`)
  const about: Entry[] = [
    { path: './', mode: 0o755 },
    { path: './conffiles', mode: 0o644, bytes: Buffer.from(`${VARIABLES}\n`) },
    { path: './control', mode: 0o644, bytes: Buffer.from(control) },
    {
      path: './md5sums',
      mode: 0o644,
      bytes: Buffer.from(sums.filter((line) => !line.includes('  etc/')).join('')),
    },
    ...Object.keys(SCRIPTS)
      .sort()
      .map((name) => ({ path: `./${name}`, mode: 0o755, bytes: Buffer.from(SCRIPTS[name]!) })),
  ]
  return ar(
    [
      ['debian-binary', Buffer.from('2.0\n')],
      ['control.tar.gz', gzip(tar(about, seconds))],
      ['data.tar.gz', gzip(tar(withFolders(inside, './'), seconds))],
    ],
    seconds,
  )
}
