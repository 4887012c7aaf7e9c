// kill -9 amid boletas de terceros (areas/bte §2): before and after every page, the one that issues and the one that annuls above all. The SII
// has exactly one for each that was sent, none of one that never left, and what stands there is here.

import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { withFolder } from './process/binary'
import { type Business, openBusiness, type Place } from './process/business'
import { type Report, runAlone, seeded } from './process/check'
import { ask, type Json } from './process/client'
import { dieAt, finished, liveOn, queue, type Seam, seamName, spent } from './process/operation'

const BASE = '/v1/bte'

const EMISSIONS: readonly Seam[] = [
  { point: 'before', service: 'bte_mes' },
  { point: 'after', service: 'bte_mes' },
  { point: 'before', service: 'bte_formulario' },
  { point: 'after', service: 'bte_formulario' },
  { point: 'before', service: 'bte_borrador' },
  { point: 'after', service: 'bte_borrador' },
  { point: 'after', service: 'bte_emite' },
  { point: 'after', service: 'bte_emite', maxMs: 10 },
]
/** By itself, for it takes its time: what never left is missed in two readings, minutes apart. */
const LOST: Seam = { point: 'before', service: 'bte_emite' }
/** The form comes first, and what is typed into it goes to the same page. */
const ANNULMENTS: readonly Seam[] = [
  { point: 'before', service: 'bte_anula' },
  { point: 'after', service: 'bte_anula' },
  { point: 'before', service: 'bte_anula', nth: 2 },
  { point: 'after', service: 'bte_anula', nth: 2 },
]
const PACIENCIA_MS = 120_000
/** Two readings that count, and some. */
const PACIENCIA_PERDIDA_MS = 300_000

interface Fila {
  folio: number
  bruto: number
  anulada: number
}

/** The boletas of the simulated SII on disk; the connection writes nothing. */
function atSii({ dir }: Place, rut: string): Fila[] {
  const db = new Database(join(dir, '..', 'sii', 'simulador.db'), { readonly: true })
  try {
    const sql =
      'SELECT folio, bruto, anulada_at IS NOT NULL AS anulada FROM sim_bte WHERE rut = ? ORDER BY folio'
    return db.query<Fila, [string]>(sql).all(rut)
  } finally {
    db.close()
  }
}

export const killedBte = (checks: Report, business: Business, seed = 11): Promise<void> =>
  trial(checks, business, { emissions: EMISSIONS, annulments: ANNULMENTS, seed })

export const lostBte = (checks: Report, business: Business, seed = 11): Promise<void> =>
  trial(checks, business, { emissions: [LOST], annulments: [], seed })

interface Trial {
  emissions: readonly Seam[]
  annulments: readonly Seam[]
  seed: number
}

async function trial(
  checks: Report,
  business: Business,
  { emissions, annulments, seed }: Trial,
): Promise<void> {
  const { buyer, session, hoy } = business
  const random = seeded(seed)
  const place = await business.copy()
  const here = async (url: string): Promise<Json[]> =>
    (await ask('GET', `${url}${BASE}?limite=100`, buyer.key)).body.data

  try {
    const loading = await liveOn(place, {})
    const clave = `${loading.url}/v1/empresa/${buyer.id}/portal/clave`
    checks.check('the clave is loaded', (await ask('PUT', clave, session, { simulado: true })).status === 200)
    await loading.kill()

    for (const [i, seam] of emissions.entries()) {
      const name = `issuing, killed ${seamName(seam)}`
      const monto = 100_000 + i
      const pedido = {
        fecha: hoy,
        beneficiario: {
          ...{ rut: '9876543-3', nombre: 'José Ñancupil Cárdenas' },
          ...{ direccion: 'Parcela 12', comuna: 'Talca' },
        },
        servicios: [{ descripcion: 'Mantención de jardín', monto }],
      }
      let job = ''
      const came = await dieAt(place, seam, random, {}, async (url) => {
        job = await queue(url, buyer, `${BASE}/emitir?esperar=0`, pedido)
      })
      checks.check(`${name}: the moment came`, came)
      const lost = seam === LOST
      const server = await liveOn(place, {})
      const done = await finished(server.url, buyer, BASE, job, lost ? PACIENCIA_PERDIDA_MS : PACIENCIA_MS)
      checks.check(
        `${name}: ${lost ? 'told as missed' : 'completed'}`,
        done.estado === (lost ? 'failed' : 'completed'),
        done,
      )
      const sent = atSii(place, buyer.rut).filter(({ bruto }) => bruto === monto)
      checks.check(
        `${name}: ${lost ? 'none' : 'exactly one'} at the SII`,
        sent.length === (lost ? 0 : 1),
        sent,
      )
      const kept = (await here(server.url)).filter(({ total_bruto }) => total_bruto === monto)
      const known = kept.map(({ folio, estado }) => `${folio} ${estado}`)
      const expected = lost ? ['null fallida'] : sent.map(({ folio }) => `${folio} vigente`)
      checks.check(`${name}: and so it is here`, Bun.deepEquals(known, expected), kept)
      const { bte: units } = await spent(server.url, session)
      checks.check(`${name}: one unit`, units === i + 1, units)
      await server.kill()
    }

    for (const [i, seam] of annulments.entries()) {
      const name = `annulling, killed ${seamName(seam)}`
      const { folio } = atSii(place, buyer.rut)[i]!
      let job = ''
      const came = await dieAt(place, seam, random, {}, async (url) => {
        job = await queue(url, buyer, `${BASE}/${folio}/anular?esperar=0`, { causa: 3 })
      })
      checks.check(`${name}: the moment came`, came)
      const server = await liveOn(place, {})
      const done = await finished(server.url, buyer, BASE, job, PACIENCIA_MS)
      checks.check(`${name}: completed`, done.estado === 'completed', done)
      const there = atSii(place, buyer.rut)
      const annulled = there.flatMap((fila) => (fila.anulada ? [fila.folio] : []))
      // Those before it were annulled in earlier rounds, in this order.
      const expected = there.slice(0, i + 1).map((fila) => fila.folio)
      checks.check(`${name}: that one and no other at the SII`, Bun.deepEquals(annulled, expected), annulled)
      const kept = (await here(server.url)).flatMap((one) => (one.estado === 'anulada' ? [one.folio] : []))
      checks.check(`${name}: and so it is here`, Bun.deepEquals(kept.sort(), annulled), kept)
      await server.kill()
    }
  } finally {
    await place.close()
  }
}

if (import.meta.main)
  await runAlone('kill -9 amid boletas de terceros', (checks) =>
    withFolder(async (root) => {
      const business = await openBusiness(root)
      const seed = Number(process.argv[2] ?? 11)
      await Promise.all([killedBte(checks, business, seed), lostBte(checks, business, seed)])
    }),
  )
