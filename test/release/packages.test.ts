// The archives of a release. Programs that nobody here wrote judge them in `make conformance PARTS=release`.

import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { archive } from '../../src/release/archive'
import { DEBIAN, deb, debVersion, shellTexts } from '../../src/release/deb'
import { oci } from '../../src/release/oci'
import { PLATFORMS } from '../../src/release/platforms'
import { sbomOf } from '../../src/release/sbom'
import { gzip, tar } from '../../src/release/tar'

const SECONDS = Date.UTC(2026, 10, 29, 12, 45, 30) / 1000
const program = Buffer.from('program')
const contents = { version: '0.1.0', program, licencias: 'texts', seconds: SECONDS }

describe('a tar', () => {
  test('is read back with its files, whatever their length', async () => {
    const entries = [0, 1, 511, 512, 513].map((length) => ({
      path: `a/${length}`,
      mode: 0o644,
      bytes: Buffer.alloc(length, 'x'),
    }))
    const found = await new Bun.Archive(gzip(tar(entries, SECONDS))).files()
    expect([...found].map(([path, { size }]) => [path, size])).toEqual(
      entries.map(({ path, bytes }) => [path, bytes.length]),
    )
  })

  test('refuses a name that it has no room for', () => {
    expect(() => tar([{ path: 'x'.repeat(101), mode: 0o644, bytes: program }], SECONDS)).toThrow('too long')
  })
})

test.each(PLATFORMS.map((platform) => [platform.label, platform] as const))(
  'what is downloaded for %s is the same twice, and has program, notices and first steps',
  async (label, platform) => {
    const [name, bytes] = await archive({ platform, ...contents })
    const [, again] = await archive({ platform, ...contents })
    expect(Buffer.compare(bytes, again)).toBe(0)
    const folder = `timbre-0.1.0-${label}`
    if (label.startsWith('windows')) {
      expect(name).toBe(`${folder}.zip`)
      expect(Buffer.from(bytes).toString('latin1')).toContain(`${folder}/timbre.exe`)
      return
    }
    expect(name).toBe(`${folder}.tar.gz`)
    const files = await new Bun.Archive(bytes).files()
    expect([...files.keys()].sort()).toEqual(
      ['LEAME.txt', 'LICENCIAS.txt', 'timbre'].map((file) => `${folder}/${file}`),
    )
  },
)

describe('a Debian package', () => {
  const shell = shellTexts((...words) => words.join(' '))
  const make = (seconds: number) => deb({ ...contents, shell, arch: 'amd64', seconds })

  test('is the same twice', () => {
    expect(Buffer.compare(make(SECONDS), make(SECONDS))).toBe(0)
  })

  test('of a later commit is the newer one, and of a later version newer than any commit', () => {
    const first = debVersion('0.1.0', 'ffffffffff', SECONDS)
    const second = debVersion('0.1.0', '0000000000', SECONDS + 1)
    expect([first, second]).toEqual(['0.1.0+20261129.124530.ffffffffff', '0.1.0+20261129.124531.0000000000'])
    expect(first < second).toBe(true)
  })
})

describe('an OCI image', () => {
  const paquete = { nombre: 'libc6', version: '2.36-9', arquitectura: 'amd64', licencia: 'LGPL-2.1-or-later' }
  const entries = [{ path: 'lib/libc.so.6', mode: 0o755, bytes: Buffer.from('library') }]
  const make = () =>
    oci({
      ...contents,
      commit: 'abc',
      debian: { release: '12', paquetes: [paquete], entries },
      seconds: SECONDS,
    })
  const filesOf = async (archive: Uint8Array) => await new Bun.Archive(archive).files()

  test('is the same twice', () => {
    expect(Buffer.compare(make(), make())).toBe(0)
  })

  test('leads from its index to a layer with the program, by the sums that the files have', async () => {
    const files = await filesOf(make())
    const blob = async ({ digest, size }: { digest: string; size: number }) => {
      const bytes = await files.get(`blobs/${digest.replace(':', '/')}`)!.bytes()
      expect(new Bun.CryptoHasher('sha256').update(bytes).digest('hex')).toBe(digest.slice(7))
      expect(bytes.length).toBe(size)
      return bytes
    }
    const json = async (of: { digest: string; size: number }) =>
      JSON.parse(new TextDecoder().decode(await blob(of)))
    const index = JSON.parse(await files.get('index.json')!.text())
    const manifest = await json(index.manifests[0])
    const { config, rootfs } = await json(manifest.config)
    const layer = await blob(manifest.layers[0])
    const plain = Bun.gunzipSync(layer)
    expect(rootfs.diff_ids).toEqual([`sha256:${new Bun.CryptoHasher('sha256').update(plain).digest('hex')}`])
    const inside = await filesOf(layer)
    expect(await inside.get('usr/bin/timbre')!.text()).toBe('program')
    expect(await inside.get('lib/libc.so.6')!.text()).toBe('library')
    expect(config).toMatchObject({ User: '10001:10001', Volumes: { '/datos': {} } })
    expect(config.Labels['timbre.debian.paquetes']).toBe('libc6=2.36-9')
    expect(config.Labels['org.opencontainers.image.licenses']).toContain('LGPL-2.1-or-later')
  })
})

test('the bill of materials names the packages of the image', () => {
  const paquete = { nombre: 'libc6', version: '2.36-9', arquitectura: 'amd64', licencia: 'LGPL-2.1-or-later' }
  const { components } = JSON.parse(sbomOf('0.1.0', 'abc', '2026-11-29T12:45:30Z', [paquete]))
  expect(components.at(-1)).toMatchObject({
    purl: 'pkg:deb/debian/libc6@2.36-9?arch=amd64',
    licenses: [{ expression: 'LGPL-2.1-or-later' }],
  })
})

/** The rows of a table of Markdown, each its cells. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('|---'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

describe('the table of platforms', () => {
  const read = (path: string) => Bun.file(join(import.meta.dir, '../..', path)).text()
  const filesOf = async (path: string, head: string): Promise<string[]> => {
    const text = await read(path)
    const rows = rowsOf(text.slice(text.indexOf(head)))
    return rows.slice(1).map((row) => row[1]!)
  }

  test('is the same in README and manual, and has every file that a release makes', async () => {
    const readme = await filesOf('README.md', '| Platform |')
    expect(await filesOf('src/manual/plataformas.md', '| Sistema |')).toEqual(readme)
    // `linux-musl-….tar.gz` stands for the architectures that its row names.
    const made = PLATFORMS.map(({ label }) => {
      const end = label.startsWith('windows') ? 'zip' : 'tar.gz'
      const many = `${label.slice(0, label.lastIndexOf('-'))}-….${end}`
      return [`${label}.${end}`, many]
    })
    const told = readme.flatMap((cell) => cell.match(/[^`]+(?=`)/g) ?? []).filter((one) => !/^, ?$/.test(one))
    for (const names of made) expect(names.some((name) => told.includes(name))).toBe(true)
    for (const arch of Object.values(DEBIAN)) expect(told).toContain(`_${arch}.deb`)
    const known = [...made.flat(), ...Object.values(DEBIAN).map((arch) => `_${arch}.deb`), 'oci-amd64.tar']
    expect(told.filter((name) => !known.includes(name))).toEqual([])
  })
})

test('the bill of materials tells each part once, with the sum of the lock file where it has one', () => {
  const { components, dependencies, metadata } = JSON.parse(sbomOf('0.1.0', 'abc', '2026-11-29T12:45:30Z'))
  const refs = components.map((one: { 'bom-ref': string }) => one['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  expect(dependencies[0].dependsOn).toEqual(refs)
  expect(metadata.timestamp).toBe('2026-11-29T12:45:30Z')
  const elysia = components.find((one: { name: string }) => one.name === 'elysia')
  expect(elysia.purl).toMatch(/^pkg:npm\/elysia@\d/)
  expect(elysia.hashes[0].content).toMatch(/^[0-9a-f]{128}$/)
  for (const { runtime } of PLATFORMS)
    expect(refs.some((ref: string) => ref.startsWith(`${runtime}@`))).toBe(true)
})
