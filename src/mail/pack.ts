// Run by `make build`: packs the IMAP client for the binary, without what it would use for things that we never ask of it.

import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { DE_MAS } from './imapflow'

/** Writes `salida`. Throws, and with it the build, when the client does not bundle. */
async function packImapFlow(salida: string): Promise<void> {
  const built = await Bun.build({
    entrypoints: [join(import.meta.dir, '../../node_modules/imapflow/dist/cjs/imap-flow.js')],
    target: 'node',
    format: 'cjs',
    minify: true,
    external: [...DE_MAS],
  })
  const [file] = built.outputs
  if (!built.success || !file) throw new Error(`the IMAP client does not bundle: ${built.logs.join('\n')}`)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  await Bun.write(salida, brotliCompressSync(await file.arrayBuffer(), { params }))
}

if (import.meta.main) await packImapFlow(process.argv[2]!)
