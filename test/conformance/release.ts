// A release by programs that nobody here wrote: lintian, dpkg, systemd, sha256sum, openssl, skopeo, umoci. Of the checkout's last commit the binary is
// built twice, in two folders. (`installed.ts` has what wants a Debian of its own.)

import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { archive } from '../../src/release/archive'
import { ownPlatform } from '../../src/release/bundle'
import { DEBIAN, deb, debVersion, shellTexts } from '../../src/release/deb'
import { sbomOf } from '../../src/release/sbom'
import { signSums, sumsOf } from '../../src/release/sums'
import { judgeImage } from './image'
import { demand } from './process/bare-root'
import { BINARY, runToEnd } from './process/binary'
import type { Checks } from './process/check'
import { ensureTools } from './tools'

const ROOT = join(import.meta.dir, '../..')
/** `2026-11-29T12:45:30Z` */
const SECONDS = 1_796_042_730

const spawn = (...command: string[]) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { stdin: 'ignore' })
  return { status: exitCode, out: `${stdout}${stderr}` }
}

/** A package of the binary under test, made of a commit `later` seconds after another. */
export function writeDeb(dir: string, later = 0): string {
  const licencias = demand([BINARY, 'licencias'])
  const shell = shellTexts((...words) => demand([BINARY, ...words]))
  const version = debVersion('0.1.0', 'abcdef0123', SECONDS + later)
  const arch = DEBIAN[ownPlatform().name]!
  const path = join(dir, `timbre_${version}_${arch}.deb`)
  writeFileSync(
    path,
    deb({ arch, version, program: readFileSync(BINARY), licencias, shell, seconds: SECONDS + later }),
  )
  return path
}

export async function release(checks: Checks, dir: string): Promise<void> {
  const absent = ensureTools(['lintian', 'openssl'])
  checks.check('the judges of a release are installed', absent.length === 0, absent)
  judgeDeb(checks, dir)
  await judgeDownload(checks, dir)
  await judgeImage(checks, dir)
  buildTwice(checks, dir)
}

function judgeDeb(checks: Checks, dir: string): void {
  const path = writeDeb(dir)
  const lintian = spawn('lintian', '--fail-on', 'error,warning', path)
  checks.check('lintian finds neither error nor warning in the package', lintian.status === 0, lintian.out)
  const newer = spawn(
    'dpkg',
    '--compare-versions',
    debVersion('0.1.0', 'f', SECONDS),
    'lt',
    debVersion('0.1.0', '0', SECONDS + 1),
  )
  const next = spawn(
    'dpkg',
    '--compare-versions',
    debVersion('0.1.0', 'f', SECONDS),
    'lt',
    debVersion('0.1.1', '0', SECONDS),
  )
  checks.check(
    'dpkg takes a later commit, and a later version, for newer',
    newer.status === 0 && next.status === 0,
  )
  const unpacked = join(dir, 'deb')
  demand(['dpkg-deb', '-x', path, unpacked])
  const page = spawn(
    'man',
    '--warnings',
    '-l',
    '-E',
    'UTF-8',
    join(unpacked, 'usr/share/man/man1/timbre.1.gz'),
  )
  checks.check(
    'man shows its page without a warning',
    page.status === 0 && /timbre +emitir/.test(page.out) && !page.out.includes('warning:'),
    page.out.slice(-1500),
  )
  const same = Buffer.compare(readFileSync(join(unpacked, 'usr/bin/timbre')), readFileSync(BINARY)) === 0
  checks.check('dpkg unpacks the program as it is', same)
}

/** The folder that a person downloads, by his own tools. */
async function judgeDownload(checks: Checks, dir: string): Promise<void> {
  const folder = join(dir, 'entrega')
  mkdirSync(folder)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const clave = join(dir, 'clave.pem')
  writeFileSync(clave, publicKey.export({ format: 'pem', type: 'spki' }))
  const [name, bytes] = await archive({
    ...{
      platform: ownPlatform(),
      version: '0.1.0',
      program: readFileSync(BINARY),
      licencias: 'x',
      seconds: SECONDS,
    },
  })
  const files = new Map([
    [name, bytes],
    ['timbre-0.1.0.cdx.json', Buffer.from(sbomOf('0.1.0', 'abcdef0123', '2026-11-29T12:45:30Z'))],
  ])
  for (const [file, content] of files) writeFileSync(join(folder, file), content)
  const sums = sumsOf(files)
  writeFileSync(join(folder, 'SHA256SUMS'), sums)
  writeFileSync(join(folder, 'SHA256SUMS.sig'), signSums(sums, privateKey))
  const listed = spawn('sh', '-c', `cd ${folder} && sha256sum --strict -c SHA256SUMS`)
  checks.check('sha256sum finds every file as listed', listed.status === 0, listed.out)
  const signed = spawn(
    ...['openssl', 'pkeyutl', '-verify', '-rawin', '-pubin', '-inkey', clave],
    ...['-in', join(folder, 'SHA256SUMS'), '-sigfile', join(folder, 'SHA256SUMS.sig')],
  )
  checks.check('openssl believes the signature', signed.status === 0, signed.out)
  const own = await runToEnd(['verificar-descarga', folder, '--clave', clave], {}, { cwd: dir })
  checks.check('so does timbre verificar-descarga', own.status === 0, own)
  demand(['tar', 'xzf', join(folder, name), '-C', dir])
  const program = join(dir, name.replace('.tar.gz', ''), 'timbre')
  const { status, out } = spawn(program, 'version')
  checks.check('the archive unpacks to a program that runs', status === 0 && out.startsWith('0.1.0'), out)
}

/** The last commit twice, in two folders with packages of their own. */
function buildTwice(checks: Checks, dir: string): void {
  const built = ['una', 'otra/carpeta'].map((name) => {
    const folder = join(dir, name)
    demand(['git', 'clone', '-q', '--no-local', ROOT, folder])
    // As links to the same files where the temporary folder is on the same disk.
    demand([
      'sh',
      '-c',
      `cp -al ${ROOT}/node_modules ${folder}/ 2> /dev/null || cp -a ${ROOT}/node_modules ${folder}/`,
    ])
    const bun = process.execPath
    demand([bun, 'src/extraccion/pack.ts', 'dist/extraccion.br'], { cwd: folder })
    demand([bun, 'src/release/pack.ts', 'dist'], { cwd: folder })
    demand([bun, 'src/dashboard/pack.ts', 'dist/panel.pack'], { cwd: folder })
    demand([bun, 'src/release/bundle.ts', 'dist/timbre'], { cwd: folder })
    return readFileSync(join(folder, 'dist/timbre'))
  })
  checks.check('one commit gives the same binary in two folders', Buffer.compare(built[0]!, built[1]!) === 0)
}
