// The system's tools for runs against the built binary: judges, a library that moves a clock, a browser, other systems.
// Installed when missing.

import { findFaketime } from './process/faketime'

/** Programs and the packages that have them. */
const PACKAGES: Record<string, string> = {
  xmllint: 'libxml2-utils',
  xmlsec1: 'xmlsec1',
  openssl: 'openssl',
  pdftoppm: 'poppler-utils',
  libfaketime: 'libfaketime',
  chromium: 'chromium',
  'chromium-headless-shell': 'chromium-headless-shell',
  dovecot: 'dovecot-imapd',
  age: 'age',
  'firefox-esr': 'firefox-esr',
  lintian: 'lintian',
  skopeo: 'skopeo',
  umoci: 'umoci',
  debootstrap: 'debootstrap',
  'systemd-nspawn': 'systemd-container',
  'qemu-aarch64-static': 'qemu-user-static',
  wine: 'wine wine64',
}

/** The tools of every part: not the browser, which is large, nor those of one part alone. */
const JUDGES = Object.keys(PACKAGES).filter(
  (name) => !/^(age|chromium|dovecot|firefox|lintian|skopeo|umoci|debootstrap|systemd|qemu|wine)/.test(name),
)

const isThere = (name: string): boolean =>
  name === 'libfaketime' ? findFaketime() !== null : Bun.which(name) !== null

/** Another part may be installing. */
const PATIENT = ['-o', 'DPkg::Lock::Timeout=240']

/** Installs what is missing where Debian's packages can be had; returns the names of what is still not there. */
export function ensureTools(names: readonly string[] = JUDGES): string[] {
  const missing = (): string[] => names.filter((name) => !isThere(name))
  const wanted = missing().flatMap((program) => PACKAGES[program]!.split(' '))
  if (wanted.length === 0) return []
  if (!Bun.which('apt-get')) return missing()
  console.log(`installing ${wanted.join(' ')}`)
  const sudo = process.getuid?.() === 0 || !Bun.which('sudo') ? [] : ['sudo', '-n']
  const run = (...words: string[]) =>
    Bun.spawnSync([...sudo, 'apt-get', '-qq', ...PATIENT, ...words], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdout: 'ignore',
      stderr: 'inherit',
      // Where no package can be had, that is not waited for long.
      timeout: 600_000,
    })
  run('update')
  run('install', '-y', '--no-install-recommends', ...wanted)
  return missing()
}
