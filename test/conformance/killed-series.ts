// kill -9 amid the look of series (areas/recurrentes §4): very many are due at one minute, and each issues one document, whenever the server
// dies. `killed-series.ts [SERIES] [KILLS] [SEED]`.

import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { addDays, chileDate } from '../../src/domain/fecha'
import { factura } from '../support/emisor'
import { COUNTS } from './counts'
import { serve, simulador, withFolder } from './process/binary'
import { type Report, runAlone, seeded, until } from './process/check'
import { addCompany, ask, openAccount, RUT_EMISOR } from './process/client'
import { settled } from './process/ledger'

/** A life in which no more is done is cut then. */
const LIFE_MS = 20_000
const AT_ONCE = 20

interface Sums {
  emitidas: number
  trabajos: number
  documentos: number
  referencias: number
  ultimo: number
}

/** Counts what stands on the disk; the connection writes nothing. */
function sumsOf(dir: string): Sums {
  const db = new Database(join(dir, 'timbre.db'), { readonly: true })
  try {
    return db
      .query<Sums, []>(
        `SELECT (SELECT count(*) FROM ocurrencia WHERE estado = 'emitida') AS emitidas,
           (SELECT count(DISTINCT job_id) FROM ocurrencia) AS trabajos, count(*) AS documentos,
           count(DISTINCT referencia_externa) AS referencias, coalesce(max(folio), 0) AS ultimo FROM documento`,
      )
      .get()!
  } finally {
    db.close()
  }
}

/** As if they began today: no trial waits for a day. A server that starts reckons their dates anew, by the rule. */
function makeDue(dir: string, hoy: string): void {
  const db = new Database(join(dir, 'timbre.db'))
  try {
    db.run("UPDATE serie SET regla = json_set(regla, '$.desde', ?1), proxima = ?1, proxima_at = 0", [hoy])
  } finally {
    db.close()
  }
}

export async function killedSeries(
  checks: Report,
  series = COUNTS.series,
  kills = COUNTS.seriesKills,
  seed = 7,
): Promise<void> {
  await withFolder(async (root) => {
    const random = seeded(seed)
    const sim = await simulador(join(root, 'sii'))
    const dir = join(root, 'datos')
    try {
      const first = await serve(dir, sim.url)
      const scopes = ['dte:*', 'folios:*', 'recurrentes:*']
      const session = await openAccount(first.url)
      const { key } = await addCompany(first.url, session, RUT_EMISOR, { 33: series + 50 }, scopes)
      // A day ahead, that none is done before all are there.
      const hoy = chileDate(new Date())
      const desde = addDays(hoy, 1)
      const create = async (i: number) => {
        const answer = await ask('POST', `${first.url}/v1/recurrentes`, key, {
          ...{ nombre: `Contrato ${i}`, modo: 'automatico' },
          regla: { cada: 'dia', desde, veces: 1, hora: '00:00' },
          solicitud: factura({ referencia_externa: `contrato-${i}` }),
        })
        if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
      }
      for (let i = 0; i < series; i += AT_ONCE)
        await Promise.all(Array.from({ length: Math.min(AT_ONCE, series - i) }, (_, k) => create(i + k)))
      await first.kill()
      makeDue(dir, hoy)

      let amid = 0
      for (let i = 0; i < kills; i++) {
        const life = await serve(dir, sim.url)
        // Each does a share, from the very first on: the look begins with the server.
        const enough = Math.min(series, sumsOf(dir).emitidas + 1 + Math.floor((random() * series) / kills))
        await until(async () => sumsOf(dir).emitidas >= enough, LIFE_MS, 1)
        await life.kill()
        const { emitidas } = sumsOf(dir)
        if (emitidas > 0 && emitidas < series) amid++
      }
      const last = await serve(dir, sim.url)
      await until(async () => sumsOf(dir).emitidas === series, 120_000)
      const scene = { url: last.url, key, simuladorUrl: sim.url, orders: [] }
      checks.check('nothing waits any more', await settled(scene, 240_000))
      const sums = sumsOf(dir)
      checks.check(
        `${series} series due at once issued one document each, without a gap`,
        Object.values(sums).every((sum) => sum === series),
        sums,
      )
      const { body } = await ask('GET', `${last.url}/v1/documentos?estado_sii=aceptado&limite=1`, key)
      checks.check('the SII accepted each', body.paginacion.total === series, body.paginacion.total)
      const ended = await ask('GET', `${last.url}/v1/recurrentes?estado=terminada&limite=1`, key)
      checks.check('every series ended with its only date', ended.body.paginacion.total === series)
      checks.note(`${kills} times kill -9, ${amid} of them with some done and some not, seed ${seed}`)
      await last.kill()
    } finally {
      await sim.kill()
    }
  })
}

if (import.meta.main) {
  const [series, kills, seed] = process.argv.slice(2).map(Number)
  await runAlone('kill -9 amid the look of series', (checks) => killedSeries(checks, series, kills, seed))
}
