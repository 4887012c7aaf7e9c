// A client of the portal over a simulator of its own, for tests of the client alone.

import { randomBytes } from 'node:crypto'
import type { Acceso, Conversacion, Credencial } from '../../src/sii/portal'
import { createPortal } from '../../src/sii/portal'
import { escena, type Json } from '../simulator/escena'
import { EMPRESA, PERSONA } from '../simulator/sobres'
import { memoria } from './keeper'

export const RUT = '15432198-5'
export const MINUTE = 60_000
export const HOME = '/cgi_misii/siihome.cgi'

export const CERTIFICADO = {
  metodo: 'certificado',
  id: 'huella-1',
  rut: PERSONA.rut,
  firmante: {
    id: 'huella-1',
    rut: PERSONA.rut,
    llave: PERSONA.llave,
    certificado: PERSONA.certificado.raw.toString('base64'),
  },
} satisfies Credencial

interface Call {
  host: string
  path: string
  headers: Headers
  at: number
}

interface Options {
  application?: (request: Request) => Promise<Response>
  /** The page that stands at the door in place of the login; null lets it through. */
  loginPage?: () => string | null
  /** Those that sleep wake in the order of their times, once nothing else goes on: `run` has the clock go. */
  virtual?: boolean
}

/** A client over a simulator, both by the same clock, which only sleeping and the test move. */
export function scene({ application, loginPage, virtual = false }: Options = {}) {
  const e = escena()
  const keeper = memoria()
  const calls: Call[] = []
  const asleep: { at: number; wake(): void }[] = []
  let asking = 0
  const sleep = async (ms: number): Promise<void> => {
    if (!virtual) return e.advance(ms)
    await new Promise<void>((wake) => asleep.push({ at: e.now() + ms, wake }))
  }
  /** Lets `work` go on until it is done, by a clock that goes as fast as it can. */
  async function run<T>(work: Promise<T>): Promise<T> {
    let done = false
    const end = () => {
      done = true
    }
    work.then(end, end)
    while (!done) {
      for (let i = 0; i < 5; i++) await new Promise(setImmediate)
      if (asking || !asleep.length) continue
      const next = asleep.reduce((first, one) => (one.at < first.at ? one : first))
      asleep.splice(asleep.indexOf(next), 1)
      e.advance(Math.max(0, next.at - e.now()))
      next.wake()
    }
    return work
  }
  const clock = () => new Date(e.now())
  const make = () =>
    createPortal({
      clock,
      keeper,
      random: randomBytes,
      sleep,
      fetch: async (url, init) => {
        const request = new Request(url, init as RequestInit)
        const { pathname, hostname } = new URL(url)
        const [, first = '', rest = ''] = /^\/(\w+)(\/.*)$/.exec(pathname) ?? []
        const [host, path] = hostname.endsWith('.sii.cl')
          ? [hostname.split('.')[0]!, pathname]
          : [first, rest]
        calls.push({ host, path, headers: request.headers, at: e.now() })
        asking += 1
        try {
          const page = path.endsWith('CAutInicio.cgi') ? loginPage?.() : null
          if (page) return new Response(page, { headers: { 'content-type': 'text/html' } })
          return await (application && path.includes('/pruebaui/')
            ? application(request)
            : e.sim.fetch(request))
        } finally {
          asking -= 1
        }
      },
    })
  const logins = () => calls.filter(({ path }) => path.endsWith('CAutInicio.cgi')).length
  const desk = async (method: string, path: string, body?: object, dueno = 'cta_1') => {
    const headers = { 'x-simulador-dueno': dueno }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const answer = await e.sim.fetch(new Request(`http://simulador.invalid/simulador/${path}`, init))
    return (await answer.json()) as Json
  }
  const clave = async (rut = RUT, dueno = 'cta_1'): Promise<Credencial> => {
    const { data } = await desk('POST', 'claves', { rut }, dueno)
    return { metodo: 'clave', id: `clave ${rut} ${data.clave}`, rut, clave: data.clave }
  }
  const fail = (servicio: string, falla: string, over: object = {}) =>
    desk('POST', 'fallas', { servicio, falla, veces: 1, ...over })
  return { e, keeper, calls, portal: make(), make, logins, desk, clave, fail, clock, sleep, run }
}

export const acceso = (credenciales: Credencial[], over: Partial<Acceso> = {}): Acceso => ({
  ambiente: 'simulacion',
  dueno: 'cta_1',
  para: EMPRESA,
  credenciales,
  prioridad: 'persona',
  ...over,
})
export const home = async (sii: Conversacion) => (await sii.cgi('misiir', HOME, 'inicio')).html
export const fault = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => error,
  )
