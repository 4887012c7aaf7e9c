// kill -9 amid acceptances of received documents (http §27.2): one by one, and a batch of five hundred that dies again and again. The SII
// has one event of each, each is charged and told once, and the result tells of every one.

import { withFolder } from './process/binary'
import { type Business, openBusiness, type Place } from './process/business'
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

const BASE = '/v1/dte/acuse'
/** Each of a document of its own: before the SII hears of it, after it took it, and as its answer comes. */
const SINGLES: readonly Seam[] = [
  { point: 'before', service: 'acuse' },
  { point: 'after', service: 'acuse' },
  { point: 'after', service: 'acuse', maxMs: 6 },
]
/** One batch dies at all of them; more than five deaths in a row it would answer with long waits (jobs §4). */
const LOTE: readonly Seam[] = [
  { point: 'after', service: 'acuse', nth: 40 },
  { point: 'after', service: 'acuse_eventos' },
  { point: 'before', service: 'acuse', nth: 60 },
  { point: 'after', service: 'acuse', nth: 30, maxMs: 60 },
]
const DOCUMENTOS = 500

/** Events of each of the seller's invoices at the SII's registry, by folio. */
async function eventsAtSii({ sim }: Place, { seller }: Business): Promise<Map<number, string[]>> {
  const path = `/simulador/libro?rut=${seller.rut}&tipo_dte=33`
  const { documentos } = (await ask('GET', sim.url + path)).body.data
  return new Map((documentos as Json[]).map((d) => [d.folio, d.eventos.map((e: Json) => e.codigo)]))
}

export async function killedAcuse(checks: Report, business: Business, seed = 7): Promise<void> {
  const { seller, buyer, session } = business
  const random = seeded(seed)
  const place = await business.copy()
  const answered: Answered = {}
  const llave = (folio: number) => ({ rut_emisor: seller.rut, tipo_dte: 33, folio })
  try {
    for (const [i, seam] of SINGLES.entries()) {
      const name = `killed ${seamName(seam)}`
      let id = ''
      const came = await dieAt(place, seam, random, answered, async (url) => {
        id = await queue(url, buyer, `${BASE}?esperar=0`, { ...llave(i + 1), accion: 'ACD' })
      })
      checks.check(`${name}: the moment came`, came)
      const server = await liveOn(place, answered)
      const job = await finished(server.url, buyer, BASE, id)
      const { estado, result } = job
      checks.check(`${name}: registered`, estado === 'completed' && result.estado === 'registrado', job)
      await server.kill()
    }

    const folios = Array.from({ length: DOCUMENTOS }, (_, i) => SINGLES.length + i + 1)
    let id = ''
    for (const seam of LOTE) {
      const came = await dieAt(place, seam, random, answered, async (url) => {
        if (!id)
          id = await queue(url, buyer, `${BASE}/lote`, { accion: 'ACD', documentos: folios.map(llave) })
      })
      const sql = `SELECT count(*) AS n FROM acuse_tanda WHERE estado <> 'pendiente'`
      const [{ n }] = readDead<{ n: number }>(place.dir, sql) as [{ n: number }]
      checks.check(`batch, killed ${seamName(seam)}: the moment came`, came)
      checks.note(`batch, killed ${seamName(seam)}: ${n} documents settled`)
    }
    const server = await liveOn(place, answered)
    const job = await finished(server.url, buyer, BASE, id)
    const { registrados, repetidos, rehusados, pendientes, documentos = [] } = job.result ?? {}
    checks.check(
      'batch: it goes on to its end, and every document was registered',
      registrados === DOCUMENTOS && repetidos + rehusados + pendientes === 0,
      job.result ? { registrados, repetidos, rehusados, pendientes } : job,
    )
    const told = (documentos as Json[]).filter((d) => d.estado === 'registrado' && d.codigo_sii === '0')
    checks.check(
      'batch: the result tells of each',
      new Set(told.map((d) => d.folio)).size === DOCUMENTOS,
      told.length,
    )

    const all = SINGLES.length + DOCUMENTOS
    const atSii = await eventsAtSii(place, business)
    const wrong = [...atSii].filter(([folio, list]) => list.join() !== (folio <= all ? 'ACD' : ''))
    checks.check('the SII has one event of each, and none of others', wrong.length === 0, wrong.slice(0, 20))
    checks.check('it was told of each once', answered.acuse === all, answered)
    const units = await spent(server.url, session)
    checks.check('each was charged once', units.acuse === all, units)
    const audited = (await ask('GET', `${server.url}/v1/auditoria?accion=acuse&limite=1`, session)).body
    checks.check(
      'each stands once in the log of changes',
      audited.paginacion.total === all,
      audited.paginacion,
    )
    await server.kill()
    const sql = `SELECT count(*) AS n, count(DISTINCT cuerpo ->> '$.data.folio') AS folios FROM evento
      WHERE evento = 'acuse.registrado'`
    const [events] = readDead<{ n: number; folios: number }>(place.dir, sql)
    checks.check('each was told by one event', events?.n === all && events.folios === all, events)
  } finally {
    await place.close()
  }
}

if (import.meta.main)
  await runAlone('kill -9 amid acceptances', (checks) =>
    withFolder(async (root) => killedAcuse(checks, await openBusiness(root), Number(process.argv[2] ?? 7))),
  )
