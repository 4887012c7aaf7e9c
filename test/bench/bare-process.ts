// The least that an HTTP server of this runtime does with the bench's request: reads it, checks it against the same schema
// and answers a 202, with nothing behind.

import { Elysia } from 'elysia'
import { SolicitudBody } from '../../src/areas/dte/solicitud/solicitud.schema'
import { serveParent } from './child'

const app = new Elysia({ normalize: false }).post(
  '/v1/dte/emitir',
  ({ status }) =>
    status(202, { ok: true, data: { job_id: 'job', folio: 1, tipo_dte: 33, estado: 'pending' } }),
  { body: SolicitudBody },
)
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => app.handle(request) })
serveParent(server.url.origin)
