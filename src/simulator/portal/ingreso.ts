// Logging in at the simulated portal, by clave at zeusr and by certificate at herculesr, and logging out (simulator §11.2).

import { createHash, timingSafeEqual } from 'node:crypto'
import { parseRut } from '../../domain/rut'
import type { Falla } from '../fallas'
import { LADOS } from '../hosts'
import { isAccepted } from '../persona'
import type { Sim } from '../sim'
import { presentedCertificate } from './certificado'
import { mensajeOf, PAR } from './codigos'
import { duenoKey } from './dueno'
import { form, html, page, refusalPage } from './paginas'
import {
  deleteCookies,
  findSesion,
  type Metodo,
  openSesion,
  SESIONES_MAX,
  sessionOf,
  setCookies,
} from './sesiones'
import type { PersonaLeida } from './statements'

const HORA_MS = 3_600_000
/** Wrong claves in a row that lock it; at the second the page tells that three are left (ours). */
const INTENTOS_MAX = 5
const AVISO_INTENTO = 2
/** Logins by certificate in ten minutes, from which on the SII wants another browser. */
const CERTIFICADOS_MAX = 5
const CERTIFICADOS_MS = 10 * 60_000
const INICIO = 'http://www.sii.cl'
/** Where a company is chosen; at the host of the login. */
export const ELECCION = '/cgi_AUT2000/CAutElige.cgi'

/** Refusals that a fault asks for, by its kind. */
const FALLAS: Readonly<Record<string, string>> = {
  limite_sesiones: PAR.demasiadasSesiones,
  clave_bloqueada: PAR.claveBloqueada,
  certificado_rechazado: PAR.certificadoInvalido,
}

export const hashClave = (clave: string): string => createHash('sha256').update(clave).digest('hex')

/** The person at the door of an owner's world, whether or not it came before. */
export const personaOf = ({ sql }: Sim, dueno: string, rut: string): PersonaLeida =>
  sql.portal.persona.find.get(dueno, rut) ?? {
    dueno,
    rut,
    intentos: 0,
    bloqueadaHasta: null,
    limiteHasta: null,
    logins: 0,
    rechazados: 0,
  }

/** The page of a login: the address after it is the whole query, without a name. */
export function loginPage(sim: Sim, url: URL, metodo: Metodo): Response {
  const referencia = decodeURIComponent(url.search.slice(1)) || INICIO
  const [host, fields] =
    metodo === 'certificado'
      ? ['herculesr', [{ name: 'referencia', value: referencia }]]
      : [
          'zeusr',
          [
            { name: 'rut' },
            { name: 'dv' },
            { name: 'referencia', value: referencia },
            { name: '411' },
            { name: 'rutcntr', type: 'text' as const },
            { name: 'clave', type: 'password' as const },
          ],
        ]
  const action =
    metodo === 'certificado'
      ? `https://${host}.sii.cl/cgi_AUT2000/CAutInicio.cgi?${referencia}`
      : '/cgi_AUT2000/CAutInicio.cgi'
  return page(sim, 'Autenticación', form(sim, { name: 'myform', action, fields: fields as never }))
}

/** POST CAutInicio.cgi at zeusr: RUT and clave. */
export function loginByClave(
  sim: Sim,
  request: Request,
  body: URLSearchParams,
  falla: Falla | null,
): Response {
  const numero = body.get('rut')?.replace(/\D/g, '')
  const rut = parseRut(numero ? `${numero}-${body.get('dv') ?? ''}` : (body.get('rutcntr') ?? ''))
  if (!rut) return refuse(sim, null, PAR.sinDatos)
  const persona = personaOf(sim, duenoKey(request), rut)
  const at = sim.now().getTime()
  const forced = falla && forcedRefusal(falla)
  if (forced) return refuse(sim, persona, forced)
  // Whoever tries while it is locked prolongs the lock, with the right clave too.
  if ((persona.bloqueadaHasta ?? 0) > at)
    return refuse(sim, { ...persona, bloqueadaHasta: at + HORA_MS }, PAR.claveBloqueada)
  const intentos = persona.bloqueadaHasta === null ? persona.intentos : 0
  if (!isClave(sim, persona, body.get('clave') ?? '')) {
    const wrong = { ...persona, intentos: intentos + 1, bloqueadaHasta: null }
    if (wrong.intentos >= INTENTOS_MAX)
      return refuse(sim, { ...wrong, bloqueadaHasta: at + HORA_MS }, PAR.claveBloqueada)
    return refuse(sim, wrong, wrong.intentos === AVISO_INTENTO ? PAR.quedanTres : PAR.claveIncorrecta)
  }
  return admit(sim, { ...persona, intentos: 0, bloqueadaHasta: null }, 'clave', body.get('referencia'))
}

/** POST CAutInicio.cgi at herculesr: who holds the certificate that the connection presented. */
export function loginByCertificate(
  sim: Sim,
  request: Request,
  body: URLSearchParams,
  falla: Falla | null,
): Response {
  const holder = presentedCertificate(sim, request)
  const persona = holder.rut ? personaOf(sim, duenoKey(request), holder.rut) : null
  const forced = falla && forcedRefusal(falla)
  if (forced) return refuse(sim, persona, forced)
  const now = sim.now()
  if (!persona || !isAccepted(holder, now))
    return refuse(
      sim,
      persona,
      persona && holder.reconocida && now > holder.hasta ? PAR.certificadoExpirado : PAR.certificadoInvalido,
    )
  const { dueno, rut } = persona
  const recent = sim.sql.portal.sesion.certificadoSince.get(dueno, rut, now.getTime() - CERTIFICADOS_MS)
  if ((recent ?? 0) >= CERTIFICADOS_MAX - 1) return refuse(sim, persona, PAR.otroNavegador)
  return admit(sim, persona, 'certificado', body.get('referencia'))
}

/** GET autTermino.cgi: ends the session and frees its place at once (ours). */
export function logout(sim: Sim, request: Request): Response {
  const sesion = findSesion(sim, request)
  if (sesion) {
    sim.sql.portal.sesion.close.run(sim.now().getTime(), sesion.token)
    const persona = personaOf(sim, sesion.dueno, sesion.rut)
    sim.sql.portal.persona.save.run({ ...persona, limiteHasta: null })
  }
  const headers = new Headers({ location: INICIO })
  deleteCookies(headers)
  return new Response(null, { status: 302, headers })
}

const forcedRefusal = ({ falla, codigo }: Falla): string | null =>
  falla === 'codigo' ? codigo : (FALLAS[falla] ?? null)

function isClave({ sql }: Sim, { dueno, rut }: PersonaLeida, clave: string): boolean {
  const known = sql.portal.clave.find.get(dueno, rut)
  return known !== undefined && timingSafeEqual(Buffer.from(known), Buffer.from(hashClave(clave)))
}

/** The way in for who is known: limit of sessions, cookies, and where to go. */
function admit(sim: Sim, persona: PersonaLeida, metodo: Metodo, referencia: string | null): Response {
  const { dueno, rut } = persona
  const at = sim.now().getTime()
  const open = sim.sql.portal.sesion.alive.get(dueno, rut, at) ?? 0
  if (open >= SESIONES_MAX || (persona.limiteHasta ?? 0) > at)
    return refuse(sim, { ...persona, limiteHasta: at + HORA_MS }, PAR.demasiadasSesiones)
  sim.sql.portal.persona.save.run({ ...persona, limiteHasta: null, logins: persona.logins + 1 })
  const target = referencia || INICIO
  const empresas = companiesOf(sim, rut)
  const response =
    empresas.length > 1
      ? page(
          sim,
          'Autenticación',
          `<h3>ESCOJA COMO DESEA INGRESAR</h3>\n<a href="${html(target)}">Continuar</a>\n${empresas
            .map((empresa) => `<a href="${html(`${ELECCION}?${empresa}&${target}`)}">${empresa}</a>`)
            .join('\n')}`,
        )
      : new Response(null, { status: 302, headers: { location: target } })
  setCookies(response.headers, openSesion(sim, dueno, rut, metodo))
  return response
}

/** GET CAutElige.cgi (ours): who acts for several companies comes in as one of them. The address has its RUT, and where to go then. */
export function chooseEmpresa(sim: Sim, request: Request): Response {
  const sesion = sessionOf(sim, request)
  const [, rut = '', referencia = ''] = /^\?([^&]*)&?(.*)$/.exec(new URL(request.url).search) ?? []
  if (!sesion || !companiesOf(sim, sesion.rut).includes(rut)) return refuse(sim, null, PAR.sinDatos)
  sim.sql.portal.sesion.choose.run(rut, sesion.token)
  return new Response(null, { status: 302, headers: { location: decodeURIComponent(referencia) || INICIO } })
}

/** The companies that the registry names a person for. */
function companiesOf({ sql }: Sim, rut: string): string[] {
  const ruts = LADOS.flatMap((lado) =>
    sql.contribuyente.list
      .all(lado)
      .filter(({ personas }) => personas !== null && (JSON.parse(personas) as string[]).includes(rut))
      .map((row) => row.rut),
  )
  return [...new Set(ruts)]
}

function refuse(sim: Sim, persona: PersonaLeida | null, par: string): Response {
  if (persona) sim.sql.portal.persona.save.run({ ...persona, rechazados: persona.rechazados + 1 })
  return refusalPage(sim, ...mensajeOf(par))
}
