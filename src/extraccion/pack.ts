// Run by `make build`: bundles the reader's thread and packs it for the binary, which has no room for it as it is. A file beside the
// program and no part of its text: there it would stand twice, as source and as bytecode (extraccion §2).

import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/** Writes `salida`. Throws, and with it the build, when the thread does not bundle. */
async function packThread(salida: string): Promise<void> {
  const built = await Bun.build({
    entrypoints: [join(import.meta.dir, 'hilo.ts')],
    target: 'bun',
    minify: true,
  })
  const [file] = built.outputs
  if (!built.success || !file) throw new Error(`the thread does not bundle: ${built.logs.join('\n')}`)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 }
  await Bun.write(salida, brotliCompressSync(await file.arrayBuffer(), { params }))
}

if (import.meta.main) await packThread(process.argv[2]!)
