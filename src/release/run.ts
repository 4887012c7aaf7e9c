// `make release`: everything that a person downloads, in dist/release, of the commit that is checked out. Two runs on one commit write the
// same bytes. RELEASE_KEY names the file of the private key that signs it.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { versionLine } from '../base/build'
import { FIRMA, SUMAS } from '../cli/descarga'
import { VERSION } from '../domain/cambios'
import { archive } from './archive'
import { bundle } from './bundle'
import { DEBIAN, deb, debVersion, shellTexts } from './deb'
import { type Debian, NoDebian, readDebian } from './debian'
import { withoutSignature } from './macho'
import { oci } from './oci'
import { PLATFORMS } from './platforms'
import { fetchRuntime } from './runtimes'
import { sbomOf } from './sbom'
import { publicKeyOf, readSigningKey, signSums, sumsOf } from './sums'

const ROOT = join(import.meta.dir, '../..')
const OUT = join(ROOT, 'dist/release')

const run = (...command: string[]): string => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: ROOT })
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stderr}`)
  return stdout.toString()
}

/** The commit, and its time since 1970. Throws where files differ from it: what is released can be had again. */
function readCommit(): { commit: string; seconds: number } {
  const changed = run('git', 'status', '--porcelain')
  if (changed) throw new Error(`not committed:\n${changed}`)
  const [commit, seconds] = run('git', 'log', '-1', '--abbrev=10', '--format=%h %ct').trim().split(' ')
  return { commit: commit!, seconds: Number(seconds) }
}

/** Null where this machine has not the libraries of an image: then none is made. */
function debianOrNone(): Debian | null {
  try {
    return readDebian()
  } catch (fault) {
    if (!(fault instanceof NoDebian)) throw fault
    console.log(`NO OCI IMAGE: ${fault.message}`)
    return null
  }
}

async function release(keyFile: string | undefined): Promise<void> {
  const { commit, seconds } = readCommit()
  const signing = keyFile ? readSigningKey(keyFile) : null
  rmSync(OUT, { recursive: true, force: true })
  mkdirSync(OUT, { recursive: true })
  const files = new Map<string, Uint8Array>()
  const put = (name: string, bytes: Uint8Array) => {
    files.set(name, bytes)
    writeFileSync(join(OUT, name), bytes)
    console.log(`dist/release/${name}  ${(bytes.length / 1e6).toFixed(1)} MB`)
  }
  const licencias = run('dist/timbre', 'licencias')
  const shell = shellTexts((...words) => run('dist/timbre', ...words))
  const debian = debianOrNone()
  for (const platform of PLATFORMS) {
    const runtime = await fetchRuntime(platform, join(ROOT, 'dist/runtimes'))
    const work = join(ROOT, 'dist/binaries', platform.name)
    const outfile = join(work, platform.name.startsWith('win32') ? 'timbre.exe' : 'timbre')
    mkdirSync(work, { recursive: true })
    await bundle(platform, outfile, { runtime, key: signing && publicKeyOf(signing) })
    const built = readFileSync(outfile)
    const program = platform.name === 'darwin-x64' ? withoutSignature(built) : built
    put(...(await archive({ platform, version: VERSION, program, licencias, seconds })))
    if (platform.name === 'linux-x64' && debian)
      put(
        `timbre-${VERSION}-oci-amd64.tar`,
        oci({ version: VERSION, commit, program, licencias, debian, seconds }),
      )
    const arch = DEBIAN[platform.name]
    if (!arch) continue
    const version = debVersion(VERSION, commit, seconds)
    put(`timbre_${version}_${arch}.deb`, deb({ arch, version, program, licencias, shell, seconds }))
  }
  put('LICENCIAS.txt', Buffer.from(licencias))
  const date = `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
  put(`timbre-${VERSION}.cdx.json`, Buffer.from(sbomOf(VERSION, commit, date, debian?.paquetes)))
  const sums = sumsOf(files)
  writeFileSync(join(OUT, SUMAS), sums)
  if (signing) writeFileSync(join(OUT, FIRMA), signSums(sums, signing))
  console.log(
    `dist/release/${SUMAS}: Timbre ${versionLine(VERSION)}, ${signing ? 'signed' : 'NOT SIGNED: no RELEASE_KEY'}`,
  )
}

if (import.meta.main) await release(process.env.RELEASE_KEY)
