// The jobs that people act on, a row a base of addresses: how one comes to be. Four walks of test/http read it: whose job a stranger is
// refused (aislamiento), which line each act leaves (auditoria), what an example needs (examples), and what an act answers (estados).

import type { CompanyApp } from './test-app'

interface Asked {
  path: string
  body?: object
}

/** The nth month, and day, back from one that no other test asks about. */
const monthOf = (n: number): string =>
  new Date(Date.UTC(2026, 4 - n)).toISOString().slice(0, 7).replace('-', '')
const dayOf = (n: number): string => new Date(Date.UTC(2026, 9, 31 - n)).toISOString().slice(0, 10)

/** A clave is loaded once: each new one is a login, and a person has few of them in ten minutes. */
export async function loadClave(app: CompanyApp): Promise<void> {
  const portal = `/v1/empresa/${app.tenant.empresaId}/portal`
  if ((await app.get(portal, app.tenant.session)).body.data.metodos.clave.cargado) return
  await app.put(`${portal}/clave`, { simulado: true }, app.tenant.session)
}

/** By the base of its addresses: the request whose answer names the nth one. */
const ASKED: Readonly<Record<string, (n: number, app: CompanyApp) => Asked | Promise<Asked>>> = {
  '/v1/bte': async (n, app) => {
    await loadClave(app)
    return { path: `/v1/bte/${monthOf(n)}/sync` }
  },
  '/v1/clientes': (n) => ({
    path: '/v1/clientes/importar',
    body: { periodo_desde: monthOf(n), periodo_hasta: monthOf(n), origen: 'emitidos' },
  }),
  '/v1/compras-internacionales': (n) => ({
    path: '/v1/compras-internacionales',
    body: { archivo_base64: btoa(`<nada>${n}</nada>`), nombre: 'INV-2231.xml' },
  }),
  '/v1/dte/acuse': (n) => ({
    path: '/v1/dte/acuse',
    body: { rut_emisor: '76192083-9', tipo_dte: 33, folio: 700 + n, accion: 'ERM' },
  }),
  '/v1/dte/folios': (n) => ({ path: '/v1/dte/folios/solicitar', body: { tipo_dte: 41, cantidad: n } }),
  '/v1/dte/rcof': (n) => ({ path: '/v1/dte/rcof', body: { fecha: dayOf(n) } }),
  '/v1/historia': async (n, app) => {
    // A company has one at a time.
    await app.drainJobs()
    return { path: '/v1/historia', body: { archivo_base64: btoa(`<nada n="${n}"/>`) } }
  },
  '/v1/rcv': (n) => ({ path: `/v1/rcv/${monthOf(n)}/sync`, body: {} }),
  '/v1/recibidos': async (_, app) => {
    const { empresaId, session } = app.tenant
    await app.put(`/v1/empresa/${empresaId}/buzon`, { tipo: 'simulador' }, session)
    return { path: '/v1/recibidos/buzon/leer' }
  },
}
export const JOB_BASES = Object.keys(ASKED)

let asked = 0
/** The id of a new job of a base that nobody has run yet. */
export async function queuedJob(app: CompanyApp, base: string): Promise<string> {
  const { path, body } = await ASKED[base]!(++asked, app)
  const answer = await app.post(`${path}?esperar=0`, body, app.tenant.session)
  if (answer.status !== 202) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data.job_id
}

/** One that stopped and waits for a person. Stopped by hand: a fault at the SII would stop others too. */
export async function stoppedJob(app: CompanyApp, base: string): Promise<string> {
  const id = await queuedJob(app, base)
  app.store.client.prepare("UPDATE job SET estado = 'failed' WHERE id = ?").run(id)
  // The job that stops says so of its import, in one transaction (areas/historia §2).
  const stop =
    "UPDATE importacion SET paso = estado, estado = 'detenida', motivo = 'x', terminada_at = created_at WHERE job_id = ?"
  app.store.client.prepare(stop).run(id)
  return id
}

/** The base of a route about one job, by its path. */
export const jobBaseOf = (path: string): string | undefined =>
  JOB_BASES.find((base) => path.startsWith(`${base}/trabajos/{jobId}`))
