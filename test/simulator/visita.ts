// A person at the simulated portal, with a jar of cookies and nothing of Timbre's client: plain fetch over a port.

import { afterEach } from 'bun:test'
import { type KeyObject, sign, type X509Certificate } from 'node:crypto'
import { serveSimulator } from '../../src/simulator'
import { type Escena, escena } from './escena'

export const HOME = 'https://misiir.sii.cl/cgi_misii/siihome.cgi'

export interface Visita {
  cookies: Map<string, string>
  /** By host and path of the SII; cookies come and go. */
  go(path: string, init?: RequestInit): Promise<{ status: number; text: string; headers: Headers }>
  post(path: string, form: Record<string, string>, headers?: Record<string, string>): ReturnType<Visita['go']>
  clave(rut: string, clave: string): ReturnType<Visita['go']>
  certificado(firma: Firma, headers?: Record<string, string>): ReturnType<Visita['go']>
}

interface Firma {
  llave: KeyObject
  certificado: X509Certificate
}

/** The two headers that stand for a handshake; `key` other than the certificate's proves nothing. */
export const handshake = (
  { llave, certificado }: Firma,
  now: Date,
  path = '/cgi_AUT2000/CAutInicio.cgi',
): Record<string, string> => ({
  'x-simulador-certificado': certificado.raw.toString('base64'),
  'x-simulador-firma': sign(
    'sha256',
    Buffer.from(`POST ${path} ${now.toISOString().slice(0, 16)}`),
    llave,
  ).toString('base64'),
})

/** The last pair of the code on a page of refusal; null without one. */
export const refusal = (text: string): string | null => /\d\d(?:\.-?\d+){4}\.(\d\d)/.exec(text)?.[1] ?? null

/** A simulator on a port of its own, and people who visit its portal. */
export function portal(options: Parameters<typeof escena>[0] = {}) {
  const e: Escena = escena(options)
  const server = serveSimulator({ simulator: e.sim, port: 0 })
  return {
    e,
    server,
    stop: () => server.stop(),
    /** The machine's clock of the simulator. */
    now: (): Date => new Date(e.now()),
    /** At the desk, in an owner's world. */
    async desk(method: string, path: string, dueno: string | null = null, body?: object) {
      const headers = { ...(dueno && { 'x-simulador-dueno': dueno }) }
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      const response = await fetch(`${server.url}/simulador/${path}`, init)
      // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
      return { status: response.status, json: (await response.json()) as any }
    },
    async newClave(rut: string, dueno: string | null = null): Promise<string> {
      return (await this.desk('POST', 'claves', dueno, { rut })).json.data.clave
    },
    visit(dueno: string | null = null): Visita {
      const cookies = new Map<string, string>()
      const visita: Visita = {
        cookies,
        async go(path, init = {}) {
          const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
          const headers = new Headers(init.headers)
          if (cookie) headers.set('cookie', cookie)
          if (dueno) headers.set('x-simulador-dueno', dueno)
          const response = await fetch(`${server.url}/${path}`, { ...init, headers, redirect: 'manual' })
          for (const line of response.headers.getSetCookie()) {
            const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
            if (value === 'DEL') cookies.delete(name!)
            else cookies.set(name!, value!)
          }
          const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
          return { status: response.status, text, headers: response.headers }
        },
        post: (path, form, headers = {}) =>
          visita.go(path, {
            method: 'POST',
            headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
            body: new URLSearchParams(form).toString(),
          }),
        clave(rut, clave) {
          const [numero, dv] = rut.split('-') as [string, string]
          const form = { rut: numero, dv, clave, referencia: HOME, '411': '' }
          return visita.post('zeusr/cgi_AUT2000/CAutInicio.cgi', form)
        },
        certificado: (firma, headers) =>
          visita.post(
            `herculesr/cgi_AUT2000/CAutInicio.cgi?${HOME}`,
            { referencia: HOME },
            headers ?? handshake(firma, new Date(e.now())),
          ),
      }
      return visita
    },
  }
}

export type Portal = ReturnType<typeof portal>

/** Opens a portal a call, and closes all behind each case. */
export function usePortals(): (options?: Parameters<typeof portal>[0]) => Portal {
  let open: Portal[] = []
  afterEach(async () => {
    await Promise.all(open.map((one) => one.stop()))
    open = []
  })
  return (options) => {
    const one = portal(options)
    open.push(one)
    return one
  }
}
