// kill -9 amid reports of used folios (areas/rcof §2, §3): before the upload, after the SII took it, and while its verdict is asked for.

import { withFolder } from './process/binary'
import { BOLETAS, type Business, openBusiness } from './process/business'
import { type Report, runAlone, seeded, until } from './process/check'
import { ask, type Json } from './process/client'
import { dieAt, liveOn, queue, type Seam, seamName, spent } from './process/operation'
import { readDead } from './process/steps'

/** Each of a report of its own of the same day. */
const SEAMS: readonly Seam[] = [
  { point: 'before', service: 'envio' },
  { point: 'after', service: 'envio' },
  { point: 'after', service: 'envio', maxMs: 10 },
  { point: 'before', service: 'estado_envio' },
  { point: 'after', service: 'estado_envio' },
  { point: 'after', service: 'estado_envio', maxMs: 10 },
]

export async function killedRcof(checks: Report, business: Business, seed = 8): Promise<void> {
  const { buyer, session, hoy, owner } = business
  const random = seeded(seed)
  const place = await business.copy()
  try {
    for (const [i, seam] of SEAMS.entries()) {
      const name = `killed ${seamName(seam)}`
      const came = await dieAt(place, seam, random, {}, async (url) => {
        await queue(url, buyer, '/v1/dte/rcof?esperar=0', { fecha: hoy, forzar: true })
      })
      checks.check(`${name}: the moment came`, came)
      const server = await liveOn(place, {})
      let report: Json
      const judged = await until(async () => {
        report = (await ask('GET', `${server.url}/v1/dte/rcof/${hoy}`, buyer.key)).body.data
        return report.estado === 'aceptado'
      }, 60_000)
      checks.check(`${name}: accepted`, judged && report.secuencia === i + 1, report)
      const atSii: Json[] = (await ask('GET', `${place.sim.url}/simulador/rcof?rut=${buyer.rut}`, owner)).body
        .data
      const own = atSii.filter(({ secuencia }) => secuencia === i + 1)
      checks.check(
        `${name}: the SII has it once, by its number`,
        own.length === 1 && atSii.length === i + 1,
        atSii,
      )
      const same = own[0]?.track_id === report.track_id && own[0]?.estado === 'EPR'
      checks.check(`${name}: under the Track ID that is known here`, same, [own[0], report])
      const used = own[0]?.resumen.find((one: Json) => one.tipo_dte === 39)
      checks.check(`${name}: with all receipts of the day`, used?.emitidos === BOLETAS, used)
      const units = await spent(server.url, session)
      checks.check(`${name}: one unit`, units.rcof === i + 1, units)
      await server.kill()
    }
    const sql = `SELECT evento, count(*) AS n, count(DISTINCT cuerpo ->> '$.data.secuencia') AS secuencias FROM evento
      WHERE evento LIKE 'rcof%' GROUP BY 1`
    const events = readDead<{ n: number; secuencias: number }>(place.dir, sql)
    const once = events.every(({ n, secuencias }) => n === SEAMS.length && secuencias === SEAMS.length)
    checks.check('each was told by one event, and its verdict by one', once && events.length === 2, events)
  } finally {
    await place.close()
  }
}

if (import.meta.main)
  await runAlone('kill -9 amid reports of used folios', (checks) =>
    withFolder(async (root) => killedRcof(checks, await openBusiness(root), Number(process.argv[2] ?? 8))),
  )
