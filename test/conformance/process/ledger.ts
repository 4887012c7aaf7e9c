// The final truth of every 202: one document each at the SII, with the very bytes that Timbre keeps, every
// folio accounted for, every job completed, every verdict known.

import { createHash } from 'node:crypto'
import { type Report, until } from './check'
import { ask, type Json, type Order, RUT_EMISOR } from './client'

export interface Scene {
  /** The server. */
  url: string
  key: Record<string, string>
  /** The simulator itself, not a tap. */
  simuladorUrl: string
  orders: readonly Order[]
  /** Those whose whole file the SII refuses as long as they are in it; omitted, none. */
  bad?: ReadonlySet<Order>
}

/** Exits of an envelope none of whose documents the SII received. */
const REFUSED = new Set(['RSC', 'RFR', 'RCT'])

const sha1 = (bytes: string): string => createHash('sha1').update(Buffer.from(bytes, 'latin1')).digest('hex')

/** The bytes of an answer, one character each. Throws when there are none. */
export async function latin1(url: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(20_000) })
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
  return Buffer.from(await response.arrayBuffer()).toString('latin1')
}

const total = async ({ url, key }: Scene, query: string): Promise<number> =>
  (await ask('GET', `${url}/v1/documentos?limite=1&${query}`, key)).body.paginacion.total

/** Waits until every document has its verdict; whether it came in time. */
export const settled = (scene: Scene, timeoutMs: number): Promise<boolean> =>
  until(
    async () =>
      (await total(scene, 'estado=pending,processing')) +
        (await total(scene, 'estado_sii=no_enviado,enviado,en_proceso')) ===
      0,
    timeoutMs,
    500,
  )

/** The SII's documents of one type, the newest first. */
async function readLedger(
  { simuladorUrl }: Scene,
  tipo: number,
): Promise<{ envios: Json[]; documentos: Json[] }> {
  const path = `/simulador/libro?rut=${RUT_EMISOR}&tipo_dte=${tipo}`
  return (await ask('GET', simuladorUrl + path)).body.data
}

/** Whether the newest arrival of a document at the SII was a file of its own, and refused for what is in it. */
async function isAlone({ simuladorUrl }: Scene, arrival: Json): Promise<boolean> {
  const { envios, documentos } = (
    await ask('GET', `${simuladorUrl}/simulador/libro?track_id=${arrival?.track_id}`)
  ).body.data
  return documentos.length === 1 && envios[0].estado === 'RSC'
}

/** Report everything; call it when `settled`. */
export async function checkLedger(checks: Report, scene: Scene): Promise<void> {
  const { url, key, orders, bad } = scene
  const accepted = orders.map((order) => order.accepted!)
  const rejected = new Set([...(bad ?? [])].map(({ accepted }) => `${accepted!.tipo}/${accepted!.folio}`))
  const byFolio = new Map<string, string>()
  const twice: string[] = []
  for (const { tipo, folio, jobId } of accepted) {
    const name = `${tipo}/${folio}`
    if (byFolio.has(name)) twice.push(name)
    byFolio.set(name, jobId)
  }
  checks.check('no folio was given to two documents', twice.length === 0, twice)

  const tipos = [...new Set(accepted.map(({ tipo }) => tipo))].sort((a, b) => a - b)
  const faults = {
    gaps: [] as string[],
    count: [] as string[],
    verdict: [] as string[],
    bytes: [] as string[],
    sobre: [] as string[],
    alone: [] as string[],
  }
  let resent = 0
  for (const tipo of tipos) {
    const folios = accepted.filter((a) => a.tipo === tipo).map((a) => a.folio)
    const last = Math.max(...folios)
    for (let folio = 1; folio <= last; folio++)
      if (!byFolio.has(`${tipo}/${folio}`)) faults.gaps.push(`${tipo}/${folio}`)

    const { envios, documentos } = await readLedger(scene, tipo)
    const envioOf = new Map(envios.map((envio: Json) => [envio.track_id, envio]))
    const rows = Map.groupBy(documentos, (d: Json) => d.folio as number)
    for (const folio of rows.keys())
      if (!byFolio.has(`${tipo}/${folio}`)) faults.count.push(`${tipo}/${folio}: unknown to any client`)
    for (const folio of folios) {
      const name = `${tipo}/${folio}`
      const found = rows.get(folio) ?? []
      const kept = found.filter((d: Json) => !bad || !REFUSED.has(envioOf.get(d.track_id)?.estado))
      // The boleta service takes the same file twice and rejects the second whole (RPT): only the first was judged.
      const judged = kept.filter((d: Json) => envioOf.get(d.track_id)?.estado !== 'RPT')
      if (rejected.has(name)) {
        kept.push(found[0]!)
        if (judged.length || !(await isAlone(scene, found[0]))) faults.alone.push(name)
      } else {
        if (judged.length !== 1) faults.count.push(`${name}: ${judged.length} documents`)
        if (judged[0]?.veredicto !== 'aceptado')
          faults.verdict.push(
            `${name} at the SII: ${judged[0]?.veredicto} ${JSON.stringify(judged[0]?.razones)}`,
          )
      }
      if (found.reduce((n: number, d: Json) => n + envioOf.get(d.track_id)!.veces, 0) > 1) resent++

      const xml = await latin1(`${url}/v1/dte/xml/${name}`, key)
      const ours = sha1(xml.replace(/^<\?xml[^>]*\?>\s*/, ''))
      if (found.some((d: Json) => d.sha1 !== ours)) faults.bytes.push(name)
      const sobre = sha1(await latin1(`${url}/v1/dte/xml/${name}?sobre=true`, key))
      if (kept.some((d: Json) => envioOf.get(d.track_id)!.sha1 !== sobre)) faults.sobre.push(name)
    }
  }
  checks.check('no folio is missing', faults.gaps.length === 0, faults.gaps)
  checks.check('every 202 has exactly one document at the SII', faults.count.length === 0, faults.count)
  checks.check('the SII accepted every one', faults.verdict.length === 0, faults.verdict)
  if (bad) checks.check('but the bad ones, refused at last alone', faults.alone.length === 0, faults.alone)
  checks.check(
    'document bytes at the SII are those that Timbre keeps',
    faults.bytes.length === 0,
    faults.bytes,
  )
  checks.check('envelope bytes are the same in every arrival', faults.sobre.length === 0, faults.sobre)
  checks.check(
    'every job is completed',
    (await total(scene, 'estado=completed')) === orders.length,
    await states(scene, 'estado'),
  )
  checks.check(
    'Timbre knows every verdict',
    (await total(scene, 'estado_sii=aceptado')) === orders.length - rejected.size &&
      (await total(scene, 'estado_sii=rechazado')) === rejected.size,
    await states(scene, 'estado_sii'),
  )
  checks.note(
    `${orders.length} documents of types ${tipos.join(', ')}; ${resent} of them arrived at the SII more than once`,
  )
}

async function states(scene: Scene, field: 'estado' | 'estado_sii'): Promise<Record<string, number>> {
  const names =
    field === 'estado'
      ? ['pending', 'processing', 'completed', 'failed', 'dlq', 'discarded']
      : ['no_enviado', 'enviado', 'en_proceso', 'aceptado', 'aceptado_con_reparos', 'rechazado']
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = await total(scene, `${field}=${name}`)
  return counts
}
