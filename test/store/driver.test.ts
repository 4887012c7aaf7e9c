import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { PLATFORMS } from '../../src/release/platforms'

test.each(PLATFORMS.map(({ name }) => name))(
  'the binary for %s carries the addon of that platform alone',
  async (name) => {
    const { outputs } = await Bun.build({
      entrypoints: [join(import.meta.dir, '../../src/store/driver.ts')],
      target: 'bun',
      define: { TIMBRE_PLATFORM: JSON.stringify(name) },
      minify: { syntax: true },
    })
    const addons = outputs.filter(({ kind }) => kind === 'asset').map(({ path }) => path)
    expect(addons).toEqual([expect.stringMatching(new RegExp(`${name}-\\w+\\.node$`))])
  },
)
