// Strangers' files at the built server: each is read or left to a person, within its time, the server answers meanwhile, and its memory
// comes back (extraccion §1, §2). That anything is read at all proves the thread that is packed into the binary.

import { readFileSync } from 'node:fs'
import { drawPdf } from '../support/extraccion/draw'
import { EN } from '../support/extraccion/facturas-en'
import { bombStream, hostilePdf } from '../support/hostile-pdf'
import { serve, simulador, withFolder } from './process/binary'
import { type Report, runAlone } from './process/check'
import { addCompany, type Json, openAccount, RUT_EMISOR } from './process/client'

const LINES = ['Invoice number: INV-1', 'Total: USD 10.00']
/** Limit of a file, and what the queue and a busy machine add. */
const PLAZO_MS = 20_000
const GROWN_MB = 250

const scripts =
  '/OpenAction<</S/JavaScript/JS(for\\(;;\\);)>>/AA<</WC<</S/JavaScript/JS(app.launchURL\\("http://127.0.0.1:1/"\\);)>>>>'
const loop = {
  dict: '<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 4 0 R>>>>>>',
  stream: Buffer.from('/X Do /X Do /X Do'),
}
const encrypted = `/Encrypt<</Filter/Standard/V 1/R 2/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>/P -1>>/ID[<00><00>]`

const FILES: [nombre: string, bytes: () => Uint8Array | Promise<Uint8Array>, estado: string][] = [
  ['good.pdf', () => drawPdf(EN[0]!.papel), 'extraida'],
  [
    'objects.pdf',
    () =>
      hostilePdf(LINES, {
        more: Array.from({ length: 10_000 }, (_, i) => ({ dict: `<</A ${i + 5} 0 R>>` })),
      }),
    'extraida',
  ],
  ['scripts.pdf', () => hostilePdf(LINES, { catalog: scripts }), 'extraida'],
  ['no-table.pdf', () => hostilePdf(LINES, { xref: false }), 'extraida'],
  ['itself.pdf', () => hostilePdf([], { content: loop }), 'sin_extraer'],
  [
    'pages.pdf',
    () => hostilePdf(LINES, { pages: '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 900000000/Parent 2 0 R>>' }),
    'sin_extraer',
  ],
  ['locked.pdf', () => hostilePdf(LINES, { trailer: encrypted }), 'sin_extraer'],
  ['cut.pdf', () => hostilePdf(LINES).slice(0, 300), 'sin_extraer'],
  ['bomb.pdf', () => hostilePdf([], { content: bombStream(800_000_000) }), 'sin_extraer'],
  ['bomb-in-bomb.pdf', () => hostilePdf([], { content: bombStream(800_000_000, 2) }), 'sin_extraer'],
  [
    'bomb.xml',
    () => Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><a>&b;</a>'),
    'sin_extraer',
  ],
  ['deep.xml', () => Buffer.from('<a>'.repeat(2_000_000)), 'sin_extraer'],
  ['../../etc/passwd.pdf', () => hostilePdf(LINES), 'extraida'],
]

const rssMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

export const hostileFiles = (checks: Report): Promise<void> =>
  withFolder(async (root) => {
    const sii = await simulador(`${root}/sii`)
    const server = await serve(`${root}/datos`, sii.url)
    const session = await openAccount(server.url)
    const { key } = await addCompany(server.url, session, RUT_EMISOR, {}, ['compras_int:*'])
    const upload = async (nombre: string, bytes: Uint8Array): Promise<Json> => {
      const form = new FormData()
      form.set('archivo', new File([Uint8Array.from(bytes)], nombre))
      const url = `${server.url}/v1/compras-internacionales?esperar=20`
      const answer = await fetch(url, {
        method: 'POST',
        headers: key,
        body: form,
        signal: AbortSignal.timeout(60_000),
      })
      return { status: answer.status, ...((await answer.json()) as object) }
    }
    // Started and warm, what a reader keeps is kept.
    await upload('warm.pdf', hostilePdf(['Total: USD 1.00']))
    const before = rssMb(server.pid)
    for (const [nombre, make, estado] of FILES) {
      const bytes = await make()
      const begin = performance.now()
      let slowest = 0
      let reading = true
      const others = (async () => {
        while (reading) {
          const at = performance.now()
          await fetch(`${server.url}/health`, { signal: AbortSignal.timeout(20_000) })
          slowest = Math.max(slowest, performance.now() - at)
          await Bun.sleep(20)
        }
      })()
      const { status, data } = await upload(nombre, bytes)
      reading = false
      await others
      const ms = Math.round(performance.now() - begin)
      checks.check(`${nombre} is ${estado}`, status === 201 && data.estado === estado, { status, data, ms })
      checks.check(`${nombre} took its time and no more`, ms < PLAZO_MS, ms)
      // A loop that the file holds answers at its end; on a busy machine all takes longer alike.
      checks.check(`others were answered meanwhile`, slowest < Math.max(2000, ms / 4), { slowest, ms })
    }
    await Bun.sleep(12_000)
    const after = rssMb(server.pid)
    checks.check('the memory came back once the thread was idle', after - before < GROWN_MB, {
      before,
      after,
    })
    checks.check(
      'nothing was a fault of the server',
      !server.logs.some(({ level }) => level === 'error'),
      server.logs.filter(({ level }) => level === 'error'),
    )
    await server.kill()
    await sii.kill()
  })

if (import.meta.main) await runAlone('hostile files at the built server', hostileFiles)
