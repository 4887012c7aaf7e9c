// The archives of a release. Programs that nobody here wrote judge them in `make conformance PARTS=release`.

import { describe, expect, test } from 'bun:test'
import { archive } from '../../src/release/archive'
import { deb, debVersion } from '../../src/release/deb'
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
  const make = (seconds: number) => deb({ ...contents, arch: 'amd64', seconds })

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
