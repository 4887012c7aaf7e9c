// The server's requests to a simulator's own interface, in this process or another: folios and certificates
// (simulator §8.1).

import type { RequestCaf } from './areas/folios'
import { AppError } from './domain/errors'
import type { Fetch } from './sii'

/** `base` is where the simulator listens, without a slash at the end. */
export function createSimulatorDesk(fetch: Fetch, base: string) {
  /** Asks the simulator's own interface (simulator §8.1). */
  async function askSimulator<T>(path: string, body: object, dueno?: string): Promise<T> {
    const answer = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(dueno && { 'x-simulador-dueno': dueno }) },
      body: JSON.stringify(body),
    }).catch((cause: unknown) => {
      throw new AppError('SII_UNAVAILABLE', 'El simulador no responde', { cause })
    })
    const { ok, data, error } = (await answer.json()) as { ok: boolean; data: T; error: string }
    if (!ok) throw new AppError('SII_ERROR', `El simulador respondió: ${error}`)
    return data
  }

  const requestCaf: RequestCaf = async ({ rut, razonSocial, cuentaId, tipoDte, cantidad }) => {
    const amount = cantidad === 'max' ? 1_000_000 : cantidad
    const body = { rut, razon_social: razonSocial, tipo_dte: tipoDte, cantidad: amount }
    const data = await askSimulator<{
      desde: number
      hasta: number
      caf_base64: string
      max_autorizado: number
    }>('/simulador/caf', body, cuentaId)
    const { desde, hasta, max_autorizado: max } = data
    return { desde, hasta, xml: Buffer.from(data.caf_base64, 'base64'), max }
  }

  return {
    requestCaf,
    /** A clave tributaria of a RUT, in the world of an account. */
    async issueClave(rut: string, cuentaId: string): Promise<string> {
      return (await askSimulator<{ clave: string }>('/simulador/claves', { rut }, cuentaId)).clave
    },
    async issueCertificate(persona: { rut: string; nombre: string }) {
      const data = await askSimulator<{ pfx_base64: string; clave: string }>(
        '/simulador/certificados',
        persona,
      )
      return { pfx: Buffer.from(data.pfx_base64, 'base64'), clave: data.clave }
    },
  }
}
