// What the conformance run needs of the system: its judges, which are programs, and a library that moves a clock. Installed
// when missing.

import { findFaketime } from './process/faketime'

const PACKAGES: Record<string, string> = {
  xmllint: 'libxml2-utils',
  xmlsec1: 'xmlsec1',
  openssl: 'openssl',
  pdftoppm: 'poppler-utils',
  libfaketime: 'libfaketime',
}

const isThere = (name: string): boolean =>
  name === 'libfaketime' ? findFaketime() !== null : Bun.which(name) !== null
const missing = (): string[] => Object.keys(PACKAGES).filter((name) => !isThere(name))

/** Installs what is missing where Debian's packages can be had; returns the names of what is still not there. */
export function ensureTools(): string[] {
  const wanted = missing().map((program) => PACKAGES[program]!)
  if (wanted.length === 0) return []
  if (!Bun.which('apt-get')) return missing()
  console.log(`installing ${wanted.join(' ')}`)
  const sudo = process.getuid?.() === 0 || !Bun.which('sudo') ? [] : ['sudo', '-n']
  const run = (...words: string[]) =>
    Bun.spawnSync([...sudo, 'apt-get', '-qq', ...words], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdout: 'ignore',
      stderr: 'inherit',
    })
  run('update')
  run('install', '-y', '--no-install-recommends', ...wanted)
  return missing()
}
