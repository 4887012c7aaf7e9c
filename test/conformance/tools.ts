// The judges of the conformance run that are programs of the system, installed when they are missing.

const PACKAGES: Record<string, string> = {
  xmllint: 'libxml2-utils',
  xmlsec1: 'xmlsec1',
  openssl: 'openssl',
  pdftoppm: 'poppler-utils',
}

const missing = (): string[] => Object.keys(PACKAGES).filter((program) => !Bun.which(program))

/** Installs what is missing where Debian's packages can be had; returns the programs that are still not there. */
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
