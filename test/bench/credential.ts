// Figure 10: what asking for a credential adds to a request, an API key and a session's token, beside the same route without. One
// connection, one request after the other, so that the time between two answers is the time of one request.

import { join } from 'node:path'
import { startChild } from './child'
import { createCompany, MASTER_KEY } from './company'
import { interleave, spread, TURNS } from './measure'
import type { Report } from './report'
import { type Load, startTimbre, withFolder } from './server'

const SECONDS = 1
const TARGET_MS = 0.3

export const measureCredential = (report: Report, load: Load): Promise<void> =>
  withFolder(async (dir) => {
    const timbre = await startTimbre(dir, null, MASTER_KEY)
    const company = await createCompany(timbre.url)
    await timbre.stop()
    const routes = await startChild<string>('credential-process.ts', { path: join(dir, 'timbre.db') })
    const milliseconds = async (path: string, credential: { apiKey: string; accessToken?: string }) => {
      const reading = { url: routes.ready, path, post: false, connections: 1, seconds: SECONDS }
      return 1000 / (await load.run({ ...reading, ...credential })).perSecond
    }
    const { apiKey, accessToken } = company
    const contenders = {
      none: () => milliseconds('/publico', { apiKey: 'none' }),
      key: () => milliseconds('/credencial', { apiKey }),
      token: () => milliseconds('/credencial', { apiKey, accessToken }),
    }
    for (const warm of Object.values(contenders)) await warm()
    const found = await interleave(TURNS, contenders)
    await routes.stop()

    const added = (times: readonly number[]) => spread(times.map((ms, turn) => ms - found.none[turn]!))
    report.figure('credential_none_ms', 'a request without a credential, ms', spread(found.none))
    report.target('credential_api_key_added_ms', 'an API key adds, ms', added(found.key), '<', TARGET_MS)
    report.target('credential_session_added_ms', 'a session adds, ms', added(found.token), '<', TARGET_MS)
  })
