// kill -9 amid a synchronisation of the register (domain/rcv §7, jobs §6): after each, the month stands as after one in peace. Details
// as rows, and as a file that the SII makes.

import { withFolder } from './process/binary'
import { type Business, EXENTAS, FACTURAS, openBusiness, VENTAS } from './process/business'
import { type Report, runAlone, seeded } from './process/check'
import { ask, type Json } from './process/client'
import {
  type Answered,
  dieAt,
  finished,
  liveOn,
  queue,
  type Seam,
  seamName,
  spent,
} from './process/operation'
import { readDead } from './process/steps'

/** Slices come in this order: purchases in the register, pending, not included, claimed; sales. */
const ROWS: readonly Seam[] = [
  { point: 'before', service: 'login' },
  { point: 'after', service: 'login' },
  { point: 'before', service: 'rcv_resumen', nth: 3 },
  { point: 'after', service: 'rcv_resumen', nth: 5 },
  { point: 'before', service: 'rcv_detalle', nth: 2 },
  { point: 'after', service: 'rcv_detalle', nth: 1 },
  { point: 'after', service: 'rcv_detalle', nth: 1, maxMs: 60 },
  { point: 'after', service: 'rcv_detalle', nth: 1, rows: 40 },
  { point: 'after', service: 'rcv_detalle', nth: 3, maxMs: 30 },
]
const FILE: readonly Seam[] = [
  { point: 'after', service: 'rcv_pedido', nth: 1 },
  { point: 'before', service: 'rcv_pedido', nth: 2 },
  { point: 'before', service: 'rcv_archivo' },
  { point: 'after', service: 'rcv_archivo', rows: 40 },
]

const DOCUMENTOS = FACTURAS + EXENTAS + VENTAS

const STANDING = {
  documentos: `SELECT lado, estado_contable, rut, tipo_dte, folio, monto_total, origen, ausente_desde FROM rcv_documento
    ORDER BY lado, tipo_dte, rut, folio`,
  cambios: `SELECT d.lado, d.tipo_dte, c.cambio, count(*) AS veces, count(DISTINCT c.documento_id) AS documentos
    FROM rcv_cambio c JOIN rcv_documento d ON d.id = c.documento_id GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  totales: 'SELECT * FROM rcv_total ORDER BY lado, estado_contable, tipo_dte',
  tramos: `SELECT lado, estado_contable, cargando, incompleto, completo_en IS NOT NULL AS completo FROM rcv_tramo
    ORDER BY lado, estado_contable`,
  avance: 'SELECT count(*) AS n FROM rcv_avance',
  eventos:
    "SELECT evento, count(*) AS n FROM evento WHERE evento LIKE 'rcv%' OR evento LIKE 'trabajo%' GROUP BY 1",
  auditoria: "SELECT accion, count(*) AS n FROM auditoria WHERE accion LIKE 'rcv%' GROUP BY 1",
}

/** All that a reading leaves in the data folder of a dead server. */
const standing = (dir: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(STANDING).map(([name, sql]) => [name, JSON.stringify(readDead(dir, sql))]),
  )

/** Reads the month in a place of its own, dying at the seam if there is one, and returns what stands then. */
async function trial(business: Business, seam: Seam | null, asFile: boolean, random: () => number) {
  const { buyer, session, periodo, owner } = business
  const place = await business.copy()
  try {
    const ajustes = { rcv_maximo: asFile ? 500 : 1000 }
    await ask('PUT', `${place.sim.url}/simulador/ajustes`, owner, ajustes)
    const answered: Answered = {}
    let id = ''
    const begin = async (url: string): Promise<void> => {
      id = await queue(url, buyer, `/v1/rcv/${periodo}/sync?esperar=0`, {})
    }
    let came = true
    let rows = 0
    if (seam) {
      came = await dieAt(place, seam, random, answered, begin)
      rows = readDead<{ n: number }>(place.dir, 'SELECT count(*) AS n FROM rcv_documento')[0]!.n
    }
    const server = await liveOn(place, answered)
    if (!seam) await begin(server.url)
    const job: Json = await finished(server.url, buyer, '/v1/rcv', id)
    const units = await spent(server.url, session)
    await server.kill()
    return { came, rows, job, units, answered, standing: standing(place.dir) }
  } finally {
    await place.close()
  }
}

/** Every seam, each held against a reading in peace. */
export async function killedSync(checks: Report, business: Business, seed = 6): Promise<void> {
  const random = seeded(seed)
  for (const [kind, seams] of [
    ['rows', ROWS],
    ['file', FILE],
  ] as const) {
    const peace = await trial(business, null, kind === 'file', random)
    checks.check(`${kind}: in peace it is whole`, peace.job.result?.estado === 'sincronizado', peace.job)
    for (const seam of seams) {
      const found = await trial(business, seam, kind === 'file', random)
      const name = `${kind}, killed ${seamName(seam)}`
      checks.check(`${name}: the moment came`, found.came)
      const { estado, result } = found.job
      checks.check(
        `${name}: the job goes on to its end`,
        estado === 'completed' && result.estado === 'sincronizado',
        found.job,
      )
      const same = Object.keys(STANDING).filter((part) => found.standing[part] === peace.standing[part])
      const differs = Object.keys(STANDING).filter((part) => !same.includes(part))
      checks.check(
        `${name}: the month stands as in peace`,
        differs.length === 0,
        differs.map((part) => [
          part,
          found.standing[part]!.slice(0, 300),
          peace.standing[part]!.slice(0, 300),
        ]),
      )
      checks.check(`${name}: one unit`, found.units.rcv === 1, found.units)
      // Unheard answers are asked again, and nothing else: neither a session nor a type that is on disk.
      for (const service of ['login', 'rcv_detalle', 'rcv_archivo'] as const) {
        const [asked, enough] = [found.answered[service] ?? 0, peace.answered[service] ?? 0]
        // That a detail is too long is told by asking for it alone.
        const cut =
          (seam.point === 'after' && seam.service === service) ||
          (kind === 'file' && service === 'rcv_detalle')
        checks.check(`${name}: ${service} not asked again`, asked <= enough + Number(cut), [asked, enough])
      }
      checks.note(`${name}: ${found.rows} of ${DOCUMENTOS} rows on disk at its death`)
    }
  }
}

if (import.meta.main)
  await runAlone('kill -9 amid a synchronisation', (checks) =>
    withFolder(async (root) => killedSync(checks, await openBusiness(root), Number(process.argv[2] ?? 6))),
  )
