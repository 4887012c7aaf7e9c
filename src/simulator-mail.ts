// Mail of companies (simulator §22): what a company of `simulacion` writes to an address of the simulator's post office goes there, anything
// else to the mail server.

import { eq } from 'drizzle-orm'
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
    const { cuentaId, rut } = db
      .select({ cuentaId: empresa.cuentaId, rut: empresa.rut })
      .from(empresa)
      .where(eq(empresa.id, empresaId))
      .get()!
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
