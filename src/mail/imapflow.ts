// The IMAP client, loaded by the first box that is read: most servers have none. In the binary it is packed, a member beside the program
// (`pack.ts`); from the source it is its package.

import { createRequire } from 'node:module'
import { brotliDecompressSync } from 'node:zlib'
import { modulePath, PACKAGED } from '../base/packaged'

type ImapFlowModule = typeof import('imapflow')

/** The modules that it would use for things we never ask: its own log, proxies, Japanese mail. */
export const DE_MAS: readonly string[] = ['pino', 'socks', 'encoding-japanese']

let loaded: Promise<ImapFlowModule> | undefined

export const loadImapFlow = (): Promise<ImapFlowModule> => {
  loaded ??= load()
  return loaded
}

async function load(): Promise<ImapFlowModule> {
  // Under another name than `require`: the bundler would put it into the binary twice, as source and as bytecode.
  const find = createRequire(modulePath('mail/imapflow.ts'))
  if (!PACKAGED) return find('imapflow')
  const packed = Bun.embeddedFiles.find((file) => (file as File).name.startsWith('imapflow'))!
  const source = brotliDecompressSync(await packed.arrayBuffer()).toString()
  const module = { exports: {} }
  new Function('module', 'exports', 'require', source)(module, module.exports, (name: string) =>
    DE_MAS.includes(name) ? {} : find(name),
  )
  return module.exports as ImapFlowModule
}
