// A company ready to issue on any running server, made through the API like anybody's, with two million folios.

import { chileDate } from '../../src/domain/fecha'
import { rutDv, splitRut } from '../../src/domain/rut'
import { issueCaf } from '../../src/simulator/caf'
import { EMISOR } from '../support/emisor'

/** The master key of the bench's databases, so that it can also fill and read them by itself. */
export const MASTER_KEY = new Uint8Array(32).fill(7)

export interface Company {
  cuentaId: string
  rut: string
  empresaId: string
  apiKey: string
  /** A session of its owner, the company chosen. */
  accessToken: string
}

const FOLIOS = 2_000_000

/** Makes the company `n` of a server, in an account of its own. */
export async function createCompany(url: string, n = 0): Promise<Company> {
  const post = async <T>(path: string, body: object, headers: Record<string, string> = {}): Promise<T> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const owner = { nombre: 'Dueña', email: `duena${n}@example.cl`, password: 'una clave de prueba' }
  type Registered = { access_token: string; data: { cuenta: { id: string } } }
  const { access_token, data: registered } = await post<Registered>('/auth/register', owner)
  const session = { authorization: `Bearer ${access_token}` }
  const { razonSocial, giro, acteco, direccion, comuna, ciudad } = EMISOR
  const numero = String(Number(splitRut(EMISOR.rut).numero) + n)
  const rut = `${numero}-${rutDv(numero)}`
  const { data: empresa } = await post<{ data: { id: string } }>(
    '/v1/empresa',
    { rut, razon_social: razonSocial, giro, actividades_economicas: acteco, direccion, comuna, ciudad },
    session,
  )
  const { data: key } = await post<{ data: { api_key: string } }>(
    '/v1/apikeys',
    {
      nombre: 'medidas',
      empresa_id: empresa.id,
      scopes: ['dte:*', 'folios:*', 'webhooks:*', 'rcv:*', 'acuse:*', 'clientes:*'],
    },
    session,
  )
  await post(`/v1/empresa/${empresa.id}/certificado`, { simulado: true }, session)
  const fecha = chileDate(new Date())
  const { xml } = await issueCaf({ rut, razonSocial, tipoDte: 33, desde: 1, hasta: FOLIOS, fecha })
  const caf_base64 = Buffer.from(xml, 'latin1').toString('base64')
  await post('/v1/dte/folios', { caf_base64 }, { 'x-api-key': key.api_key })
  return {
    cuentaId: registered.cuenta.id,
    rut,
    empresaId: empresa.id,
    apiKey: key.api_key,
    accessToken: access_token,
  }
}
