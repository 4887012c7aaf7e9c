// kill -9 of the built server while it reads a stranger's file, before, meanwhile and after: what was answered 202 is read once, and
// nothing is there twice (areas/compras-internacionales §1). `killed-extraction.ts`.

import { drawPdf } from '../support/extraccion/draw'
import { EN } from '../support/extraccion/facturas-en'
import { hostilePdf } from '../support/hostile-pdf'
import { type Running, serve, simulador, withFolder } from './process/binary'
import { type Report, runAlone, until } from './process/check'
import { addCompany, ask, type Json, openAccount, RUT_EMISOR } from './process/client'

const BASE = '/v1/compras-internacionales'
/** Milliseconds from the answer to the death. */
const MOMENTOS = [0, 5, 20, 60, 120, 250, 500]
const ENDED_MS = 30_000

export const killedExtraction = (checks: Report): Promise<void> =>
  withFolder(async (root) => {
    const sii = await simulador(`${root}/sii`)
    const data = `${root}/datos`
    let server: Running = await serve(data, sii.url)
    const { key } = await addCompany(server.url, await openAccount(server.url), RUT_EMISOR, {}, [
      'compras_int:*',
    ])
    const good = await drawPdf(EN[0]!.papel)
    const slow = (n: number) =>
      hostilePdf([`Invoice number: S-${n}`, 'Total: USD 10.00'], {
        more: Array.from({ length: 20_000 }, (_, i) => ({ dict: `<</A ${i + 5} 0 R>>` })),
        xref: false,
      })
    const wanted: string[] = []
    const upload = async (nombre: string, bytes: Uint8Array): Promise<void> => {
      const form = new FormData()
      form.set('archivo', new File([Uint8Array.from(bytes)], nombre))
      const answer = await fetch(`${server.url}${BASE}?esperar=0`, {
        method: 'POST',
        headers: key,
        body: form,
      })
      if (answer.status === 202 || answer.status === 201) wanted.push(nombre)
    }
    const all = async (): Promise<Json[]> =>
      (await ask('GET', `${server.url}${BASE}?limite=100`, key)).body.data
    for (const [i, ms] of MOMENTOS.entries()) {
      await upload(`good-${i}.pdf`, Buffer.concat([good, Buffer.from(`\n% ${i}`)]))
      await upload(`slow-${i}.pdf`, slow(i))
      await Bun.sleep(ms)
      await server.kill()
      server = await serve(data, sii.url)
    }
    const ended = await until(
      async () => (await all()).every(({ estado }) => estado !== 'extrayendo'),
      ENDED_MS,
    )
    const found = await all()
    checks.check(
      'every reading came to an end',
      ended,
      found.map(({ estado }) => estado),
    )
    const names = found.map(({ archivo }) => archivo.nombre).sort()
    checks.check('what was answered is there, once', names.join() === [...wanted].sort().join(), {
      names,
      wanted,
    })
    const read = found.filter(({ estado, propuesta }) => estado === 'extraida' && propuesta.monto !== null)
    checks.check(
      'and each was read',
      read.length === found.length,
      found.map(({ estado, extraccion }) => [estado, extraccion]),
    )
    await server.kill()
    await sii.kill()
  })

if (import.meta.main) await runAlone('readings of files, killed', killedExtraction)
