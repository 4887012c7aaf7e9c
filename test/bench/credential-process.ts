// Two routes that differ in nothing but the credential that one asks for, over a store that knows it.

import { createLog } from '../../src/base/log'
import { RATES_POR_DEFECTO } from '../../src/base/rate'
import { createAccessTokens } from '../../src/http/access-token'
import { newArea } from '../../src/http/area'
import { createAuthenticate } from '../../src/http/authenticate'
import { createSender, LOOPBACK } from '../../src/http/client-ip'
import { createCredential } from '../../src/http/credential'
import { createRequireHere } from '../../src/http/moved'
import { createRateLimits } from '../../src/http/rate-limit'
import { createSessionCookies } from '../../src/http/session-cookie'
import { createUploads } from '../../src/http/uploads'
import { openStore } from '../../src/store/store'
import { childArgs, serveParent } from './child'
import { MASTER_KEY } from './company'

const { path } = childArgs<{ path: string }>()
const clock = (): Date => new Date()
const store = openStore({ path, masterKey: MASTER_KEY, clock })
const sender = createSender((request) => server.requestIP(request)?.address ?? null, LOOPBACK)
const authenticate = createAuthenticate({
  ...sender,
  client: store.client,
  clock,
  tokens: createAccessTokens(store.secrets.deriveKey('jwt'), clock),
  log: createLog({ level: 'warn', clock, write: console.error }),
  cookies: createSessionCookies({ ...sender, serverId: 'banco1', publicUrl: null, clock }),
})
// The limits count as in a server, so high that they refuse nothing.
const high = { rate: 1e6, burst: 1e6 }
const credential = createCredential({
  authenticate,
  clock,
  rateLimits: createRateLimits({ ...RATES_POR_DEFECTO, key: high, tenant: high }, clock),
  redeemTicket() {
    throw new Error('no route takes a ticket')
  },
  uploads: createUploads(),
  cuota: { announce() {} },
  requireHere: createRequireHere(store.client),
})
const answer = () => ({ ok: true as const, data: null })
const app = newArea(credential)
  .get('/publico', answer, { publico: true })
  .get('/credencial', answer, { permission: 'dte:leer' })
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => app.handle(request) })
serveParent(server.url.origin)
