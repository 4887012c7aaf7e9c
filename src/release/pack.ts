// Run by `make build` and by a release: packs the packages that the binary reads when they are first wanted (`base/packed.ts`).

import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { fileOf, PACKED, type PackedName } from '../base/packed'

/** Writes the package to `folder`. Throws, and with it the build, when it does not bundle. */
async function pack(name: PackedName, folder: string): Promise<void> {
  const built = await Bun.build({
    entrypoints: [createRequire(import.meta.url).resolve(name)],
    target: 'node',
    format: 'cjs',
    minify: true,
    external: [...PACKED[name]],
  })
  const [file] = built.outputs
  if (!built.success || !file) throw new Error(`${name} does not bundle: ${built.logs.join('\n')}`)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  await Bun.write(
    join(folder, `${fileOf(name)}.br`),
    brotliCompressSync(await file.arrayBuffer(), { params }),
  )
}

if (import.meta.main)
  await Promise.all(Object.keys(PACKED).map((name) => pack(name as PackedName, process.argv[2]!)))
