// Mail of companies (simulator §22): what a company of `simulacion` writes to an address of the simulator's post office goes there, anything
// else to the mail server.

import { eq } from 'drizzle-orm'
import type { OpenSimulada } from './areas/recibidos'
import { type Casilla, CasillaFault } from './mail/casilla'
import { type Correo, type CorreoDe, CorreoFault, writeEml } from './mail/correo'
import type { Fetch } from './sii'
import { buzonDe, servida } from './simulator'
import type { Db } from './store/store'
import { empresa } from './store/tables/empresa'

interface Deps {
  db: Db
  /** The mail server; null, there is none. */
  correo: Correo | null
  fetch: Fetch
  /** Where the simulator listens, without a slash at the end. */
  base: string
}

const boxOf = (db: Db, empresaId: string): { cuentaId: string; rut: string } =>
  db
    .select({ cuentaId: empresa.cuentaId, rut: empresa.rut })
    .from(empresa)
    .where(eq(empresa.id, empresaId))
    .get()!

/**
 * By what a message of a company leaves, by environment and receiver. Within the post office it comes from the company's own box there, and
 * is answered to it: an answer to a test must not reach anybody outside.
 */
export function createCorreoDe({ db, correo, fetch, base }: Deps): CorreoDe {
  async function post(url: string, dueno: string, body: Uint8Array, signal?: AbortSignal): Promise<void> {
    const headers = { 'content-type': 'message/rfc822', 'x-simulador-dueno': dueno }
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      ...(signal && { signal }),
    }).catch((cause: unknown) => {
      throw new CorreoFault('El simulador no responde', { permanente: false, enlace: true, cause })
    })
    const { ok, error } = (await answer.json()) as { ok: boolean; error?: string }
    if (!ok)
      throw new CorreoFault(`El correo del simulador respondió: ${error}`, {
        permanente: true,
        enlace: false,
      })
  }

  return ({ empresaId, ambiente }, para) => {
    const simulated = ambiente === 'simulacion' && servida(para)
    if (!simulated) return correo
    const { cuentaId, rut } = boxOf(db, empresaId)
    const de = buzonDe(rut)
    return {
      send: async (mensaje, signal) => {
        const query = new URLSearchParams({ de, para: simulated })
        await post(
          `${base}/simulador/correo?${query}`,
          cuentaId,
          await writeEml({ ...mensaje, responderA: de }, de),
          signal,
        )
      },
    }
  }
}

/** Letters of one question. */
const PAGINA = 200

/** The boxes of companies in the post office. It numbers letters for ever, and knows no marks or folders. */
export function createOpenSimulada({ db, fetch, base }: Omit<Deps, 'correo'>): OpenSimulada {
  return async ({ cuentaId, empresaId }, since, signal): Promise<Casilla> => {
    const para = buzonDe(boxOf(db, empresaId).rut)
    async function ask(path: string): Promise<Response> {
      const headers = { 'x-simulador-dueno': cuentaId }
      const answer = await fetch(`${base}/simulador/correo${path}`, { headers, signal }).catch((cause) => {
        throw new CasillaFault('conexion', 'El simulador no responde', { cause })
      })
      if (answer.ok || answer.status === 404) return answer
      throw new CasillaFault('conexion', `El correo del simulador respondió ${answer.status}`)
    }
    async function page(desde: number): Promise<{ id: string; recibido_at: string }[]> {
      const answer = await ask(
        `?${new URLSearchParams({ para, desde: String(desde), limite: String(PAGINA) })}`,
      )
      return ((await answer.json()) as { data: { id: string; recibido_at: string }[] }).data
    }
    async function all(desde: number) {
      const found = await page(desde)
      for (let last = found; last.length === PAGINA; ) {
        last = await page(Number(last.at(-1)!.id))
        found.push(...last)
      }
      return found
    }
    const dates = new Map<number, Date>()
    const total = (await all(0)).length
    return {
      validez: '1',
      total,
      async list(desde) {
        const found = (await all(desde)).filter(({ recibido_at }) => since === null || recibido_at >= since)
        for (const { id, recibido_at } of found) dates.set(Number(id), new Date(recibido_at))
        return [...dates.keys()].filter((uid) => uid > desde)
      },
      async *read(uids) {
        for (const uid of uids) {
          const answer = await ask(`/${uid}`)
          if (answer.status === 404) continue
          yield {
            uid,
            mensaje: new Uint8Array(await answer.arrayBuffer()),
            recibidoEn: dates.get(uid) ?? new Date(0),
          }
        }
      },
      settle: async () => {},
      close: async () => {},
    }
  }
}
