// Figure 12: the first page of documents beside a route that asks for the same credential and answers nothing: what reading, building
// and writing a page costs, in processor time, which a busy machine changes less than rates.

import { join } from 'node:path'
import { startChild } from './child'
import { createCompany, MASTER_KEY } from './company'
import { cpuSeconds, interleave, pairs, spread, TURNS } from './measure'
import type { Report } from './report'
import { type Load, startTimbre, withFolder } from './server'
import { stock } from './stock'

const DOCUMENTS = 1000
const SECONDS = 0.8
const CONNECTIONS = 8
/** Twice what it was when the query was built and planned anew for each page: 0.050. */
const SHARE = 0.1

export const measurePage = (report: Report, load: Load): Promise<void> =>
  withFolder(async (folder) => {
    const [stocked, empty] = [join(folder, 'lleno'), join(folder, 'vacio')]
    const { apiKey } = await stock(stocked, DOCUMENTS, load)
    const first = await startTimbre(empty, null, MASTER_KEY)
    const bareKey = (await createCompany(first.url)).apiKey
    await first.stop()
    const bare = await startChild<string>('credential-process.ts', { path: join(empty, 'timbre.db') })
    const timbre = await startTimbre(stocked, null, MASTER_KEY)
    /** Microseconds of its server's processor time a request. */
    const cost = async ({ pid, url }: { pid: number; url: string }, path: string, key: string) => {
      const before = cpuSeconds(pid)
      const reading = { url, path, post: false, apiKey: key, connections: CONNECTIONS, seconds: SECONDS }
      const { statuses } = await load.run(reading)
      return ((cpuSeconds(pid) - before) * 1e6) / statuses['200']!
    }
    const contenders = {
      bare: () => cost({ pid: bare.pid, url: bare.ready }, '/credencial', bareKey),
      page: () => cost(timbre, '/v1/documentos?limite=25', apiKey),
    }
    for (const warm of Object.values(contenders)) await warm()
    const found = await interleave(TURNS, contenders)
    for (const { stop } of [bare, timbre]) await stop()

    report.figure('page_bare_cpu_us', 'a bare route with a credential, µs', spread(found.bare))
    report.figure('page_cpu_us', 'first page of 25 documents, µs', spread(found.page))
    report.target('page_share_of_bare', 'share of the bare route', pairs(found.bare, found.page), '>=', SHARE)
  })
