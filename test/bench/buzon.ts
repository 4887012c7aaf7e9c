// A mailbox of two thousand letters read to its end (areas/recibidos/buzon §2): letters a second, memory, and how late the event loop
// comes meanwhile. The mail server is in the bench's process, Timbre in one of its own.

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { latin1, mail, recibidoPor } from '../support/archivos-recibidos'
import { openImapServer } from '../support/imap'
import { createCompany } from './company'
import type { Report } from './report'
import { startApp, startSimulator, withFolder } from './server'
import { reportLag, type Watched, watched } from './watched'

const LETTERS = 2000
/** Bytes of a paper with which a letter is as long as one may be. */
const PDF = 18.1 * 1024 * 1024
const POLL_MS = 100
/** Megabytes that a reading may add. */
const GROWTH_MB = 120

const rssMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

export const measureBuzon = (report: Report): Promise<void> =>
  withFolder(async (dir) => {
    const imap = await openImapServer()
    const simulator = await startSimulator({ judgeAfterMs: 0 })
    const app = await startApp({
      path: join(dir, 'timbre.db'),
      simuladorUrl: simulator.url,
      jobs: 'now',
      caCorreo: imap.ca,
    })
    const { rut, empresaId, accessToken } = await createCompany(app.url, 1)
    const ask = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
      const answer = await fetch(app.url + path, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      const told = (await answer.json()) as { data: Record<string, unknown> }
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(told)}`)
      return told.data
    }
    // Automatic answers are work of their own.
    await ask('PUT', `/v1/empresa/${empresaId}`, { respuesta_automatica: 'no' })
    const { puerto, usuario, clave } = imap
    const where = { tipo: 'imap', host: 'erp.example.cl', puerto, seguridad: 'tls', usuario, clave }
    await ask('PUT', `/v1/empresa/${empresaId}/buzon`, { ...where, despues: 'marcar' })
    const text = recibidoPor(rut).toString('latin1')
    const letter = (folio: number): Buffer => {
      const bytes = latin1(text.replace(/<Folio>\d+</, `<Folio>${folio}<`))
      return latin1(
        mail([{ nombre: 'f.xml', bytes }])
          .toString('latin1')
          .replace('<m1@', `<m${folio}@`),
      )
    }
    let peak = 0
    async function read(letters: number): Promise<void> {
      const job = await ask('POST', '/v1/recibidos/buzon/leer?esperar=0')
      for (;;) {
        await Bun.sleep(POLL_MS)
        peak = Math.max(peak, rssMb(app.pid))
        const { estado, result } = await ask('GET', `/v1/recibidos/trabajos/${job.job_id}`)
        if (estado === 'pending' || estado === 'processing') continue
        const found = (result as { documentos?: number } | null)?.documentos
        if (found !== letters) throw new Error(`the reading ended ${estado} with ${found} of ${letters}`)
        return
      }
    }
    for (let folio = 1; folio <= 100; folio++) imap.put(letter(folio))
    await read(100)
    for (let folio = 101; folio <= 100 + LETTERS; folio++) imap.put(letter(folio))
    const before = rssMb(app.pid)
    peak = before
    const reading: Watched = await watched(app, () => read(LETTERS))
    report.target('buzon_letters_per_s', 'letters read in a second', LETTERS / (reading.ms / 1000), '>=', 50)
    report.target('buzon_growth_mb', 'memory that reading them added, MB', peak - before, '<=', GROWTH_MB)
    // As long as one may be: a supplier's invoice beside its paper.
    const long: Watched[] = []
    for (let folio = 1; folio <= 3; folio++) {
      const bytes = latin1(text.replace(/<Folio>\d+</, `<Folio>${10_000 + folio}<`))
      const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(PDF)])
      const parts = [
        { nombre: 'f.xml', bytes },
        { nombre: 'f.pdf', tipo: 'application/pdf', bytes: pdf },
      ]
      imap.put(
        latin1(
          mail(parts)
            .toString('latin1')
            .replace('<m1@', `<m${10_000 + folio}@`),
        ),
      )
      long.push(await watched(app, () => read(1)))
    }
    reportLag(report, 'buzon', { [`${LETTERS} letters`]: [reading], 'a letter of 25 MiB': long })
    await app.stop()
    await simulator.stop()
    await imap.close()
  })
