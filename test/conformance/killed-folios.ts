// kill -9 amid requests for folios and their annulment (areas/folios §1, §3): before and after every page, the one that grants and the one
// that annuls above all. The SII has exactly one range for each request, and it is here; each folio is annulled, and known to be.

import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { withFolder } from './process/binary'
import { type Business, openBusiness, type Place } from './process/business'
import { type Report, runAlone, seeded } from './process/check'
import { ask, type Json } from './process/client'
import { dieAt, finished, liveOn, queue, type Seam, seamName, spent } from './process/operation'
import type { Service } from './process/tap'

const BASE = '/v1/dte/folios'
/** The buyer never issued one: the first request is also asked for its first folio. */
const TIPO = 61
const CANTIDAD = 6

const PAGINAS: readonly Service[] = ['folios_tipo', 'folios_cantidad', 'folios_otorga', 'folios_archivo']
const ANULACION: readonly Service[] = ['anula_lista', 'anula_rango', 'anula']

const around = (services: readonly Service[]): Seam[] =>
  services.flatMap((service): Seam[] => [
    { point: 'before', service },
    { point: 'after', service },
  ])
const REQUESTS: readonly Seam[] = [
  ...around(PAGINAS),
  { point: 'after', service: 'folios_otorga', maxMs: 10 },
]
const ANNULMENTS: readonly Seam[] = [...around(ANULACION), { point: 'after', service: 'anula', maxMs: 10 }]
/** The folio requests of both companies: two types each. */
const DE_ANTES = 4
/** The SII may still be granting what was never answered: a minute is waited. */
const PACIENCIA_MS = 120_000

/** The rows of the simulated SII on disk; the connection writes nothing. */
function atSii<T>({ dir }: Place, sql: string): T[] {
  const db = new Database(join(dir, '..', 'sii', 'simulador.db'), { readonly: true })
  try {
    return db.query(sql).all() as T[]
  } finally {
    db.close()
  }
}

interface Rango {
  desde: number
  hasta: number
}

export async function killedFolios(checks: Report, business: Business, seed = 9): Promise<void> {
  const { buyer, session } = business
  const random = seeded(seed)
  const place = await business.copy()
  const granted = () =>
    atSii<Rango>(
      place,
      `SELECT desde, hasta FROM sim_caf WHERE rut = '${buyer.rut}' AND tipo_dte = ${TIPO} ORDER BY desde`,
    )
  const annulled = () =>
    atSii<{ folio: number }>(
      place,
      `SELECT folio FROM sim_folio_anulado WHERE rut = '${buyer.rut}' AND tipo_dte = ${TIPO} ORDER BY folio`,
    ).map(({ folio }) => folio)
  const loaded = async (url: string): Promise<Rango[]> => {
    const stocks: Json[] = (await ask('GET', `${url}${BASE}`, buyer.key)).body.data
    const rangos: Json[] = stocks.find(({ tipo_dte }) => tipo_dte === TIPO)?.rangos ?? []
    return rangos.map(({ desde, hasta }) => ({ desde, hasta })).sort((a, b) => a.desde - b.desde)
  }

  try {
    for (const [i, seam] of REQUESTS.entries()) {
      const name = `asking, killed ${seamName(seam)}`
      let job = ''
      const came = await dieAt(place, seam, random, {}, async (url) => {
        job = await queue(url, buyer, `${BASE}/solicitar?esperar=0`, { tipo_dte: TIPO, cantidad: CANTIDAD })
      })
      checks.check(`${name}: the moment came`, came)
      const server = await liveOn(place, {})
      const done = await finished(server.url, buyer, BASE, job, PACIENCIA_MS)
      checks.check(`${name}: completed`, done.estado === 'completed', done)
      const ranges = granted()
      checks.check(`${name}: exactly one range at the SII`, ranges.length === i + 1, ranges)
      const here = await loaded(server.url)
      checks.check(`${name}: and it is here`, Bun.deepEquals(here, ranges), [here, ranges])
      const whole = done.result?.hasta - done.result?.desde + 1 === CANTIDAD
      checks.check(`${name}: of as many as were asked for`, whole, done.result)
      const { solicitud_folios: units } = await spent(server.url, session)
      checks.check(`${name}: one unit`, units === DE_ANTES + i + 1, units)
      await server.kill()
    }

    for (const [i, seam] of ANNULMENTS.entries()) {
      const name = `annulling, killed ${seamName(seam)}`
      // The middle of a range each time: what lies in front stays for documents.
      const { desde } = granted()[i]!
      const wanted = [desde + 2, desde + 3]
      const before = annulled()
      let job = ''
      const came = await dieAt(place, seam, random, {}, async (url) => {
        const body = { tipo_dte: TIPO, desde: wanted[0], hasta: wanted[1], motivo: 'Folios sin uso' }
        job = await queue(url, buyer, `${BASE}/anular?esperar=0`, body)
      })
      checks.check(`${name}: the moment came`, came)
      const server = await liveOn(place, {})
      const done = await finished(server.url, buyer, BASE, job, PACIENCIA_MS)
      checks.check(`${name}: all annulled`, done.result?.estado === 'anulado', done)
      const known = Bun.deepEquals(annulled(), [...before, ...wanted])
      checks.check(`${name}: at the SII those and no others`, known, annulled())
      const gaps: Json[] = (await ask('GET', `${server.url}${BASE}/huecos?limite=100`, buyer.key)).body.data
      const here = gaps.filter(({ tipo_dte, estado }) => tipo_dte === TIPO && estado === 'anulado')
      checks.check(
        `${name}: and known here`,
        Bun.deepEquals(
          here.map(({ folio }) => folio),
          annulled(),
        ) && here.every(({ anulado_en }) => anulado_en),
        here,
      )
      const { anulacion_folios: units } = await spent(server.url, session)
      checks.check(`${name}: one unit`, units === i + 1, units)
      await server.kill()
    }
  } finally {
    await place.close()
  }
}

if (import.meta.main)
  await runAlone('kill -9 amid requests for folios and their annulment', (checks) =>
    withFolder(async (root) => killedFolios(checks, await openBusiness(root), Number(process.argv[2] ?? 9))),
  )
