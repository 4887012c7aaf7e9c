// The methods that a piece of work calls in an open session (sii §11.7): methods of applications and pages.
// Every request waits its turn.

import { AppError } from '../../domain/errors'
import { type Acceso, ambitoOf, type Credencial, claveSesionOf, type PortalKeeper } from './acceso'
import { codigoOf, meaningOf } from './codigos'
import { type AppPortal, facadeRequest, type RespuestaFacade, readFacade } from './facade'
import { OtroMetodo, SesionDudosa, SesionMuerta, strangeError } from './faults'
import { destinoOf, follow, type HostPortal, publicUrl } from './hosts'
import { encodeForm, type Formulario, formsOf } from './html'
import type { Pages, Pagina, Pedido } from './pages'
import { faultOfWords } from './rehusos'
import type { Abierta, Sesiones } from './sesiones'
import type { Turno, Turnos } from './turnos'

/** Between the beginnings of two requests of a session. The simulator needs no such care, and people wait for it. */
const ESPACIADO_MS = 1000

/** How an access waits at a session. */
export const turnoOf = (acceso: Acceso, credencial: Credencial): Turno => ({
  clave: JSON.stringify(claveSesionOf(acceso, credencial)),
  persona: { ambito: ambitoOf(acceso), rut: credencial.rut },
  para: acceso.para,
  prioridad: acceso.prioridad,
  espaciadoMs: acceso.ambiente === 'simulacion' ? 0 : ESPACIADO_MS,
  signal: acceso.signal,
  onEspera: acceso.onEspera,
})

export interface Conversacion {
  /** The RUT of the person whose session this is. */
  rut: string
  metodo: 'certificado' | 'clave'
  /** A method of a JSON application; `paso` is for whoever reads of a fault. A dead session is opened anew once and the method asked again. */
  facade(app: AppPortal, metodo: string, data: object | null): Promise<RespuestaFacade>
  /** A page; with `campos` a POST of a form. `paso` names it to people. */
  cgi(
    host: HostPortal,
    ruta: string,
    paso: string,
    campos?: Iterable<readonly [string, string]>,
  ): Promise<Pagina>
  /** The form of a page by its name or by the end of its action. Throws SII_ERROR when it is not there; the page is kept for support. */
  form(pagina: Pagina, which: { nombre?: string; action?: string }, paso: string): Formulario
  /** Sends a form with some fields changed; what is not named stays as the page has it. */
  submit(
    pagina: Pagina,
    formulario: Formulario,
    cambios: Readonly<Record<string, string>>,
    paso: string,
  ): Promise<Pagina>
  /** Whether another company of the person waits: work that could go on later should make way. */
  isWanted(): boolean
  /** For a page that is not what its step should give: what to throw, by its words; SII_ERROR for those that nobody knows. Kept for support. */
  unexpected(pagina: Pagina, paso: string, esperado: string): AppError
}

interface Deps {
  pages: Pages
  sesiones: Sesiones
  turnos: Turnos
  random: (size: number) => Uint8Array
  keeper: Pick<PortalKeeper, 'keepPage'>
}

function uuid(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes)
  hex[6] = (hex[6]! & 0x0f) | 0x40
  hex[8] = (hex[8]! & 0x3f) | 0x80
  return hex.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** `renewal` is shared by all attempts of one piece of work: its session is opened anew once. */
export function createConversation(
  { pages, sesiones, turnos, random, keeper }: Deps,
  acceso: Acceso,
  first: Abierta,
  renewal: { done: boolean },
): { sii: Conversacion; forget(): void } {
  const { ambiente } = acceso
  const { credencial } = first
  const turno = turnoOf(acceso, credencial)
  let abierta = first

  /** In its turn, with the session's cookies as they are then. */
  const ask = (way: 'once' | 'get', pedido: Pedido): Promise<Pagina> =>
    turnos.run(turno, async (signal) => {
      try {
        return await pages[way](ambiente, abierta.jar, { ...pedido, signal })
      } finally {
        // Else the server has ended, and its database may be closed.
        if (!signal.aborted) sesiones.touch(abierta)
      }
    })

  const unexpected = (pagina: Pagina, paso: string, esperado: string): AppError => {
    const said = faultOfWords(pagina, paso, paso)
    if (said?.code === 'SII_UNAVAILABLE') return said
    keeper.keepPage(acceso, paso, pagina.html)
    return said ?? strangeError(paso, esperado, pagina.html)
  }

  async function facadeOnce(app: AppPortal, metodo: string, data: object | null): Promise<RespuestaFacade> {
    const token = abierta.jar.get('TOKEN') ?? ''
    const { usadaEn } = abierta.guardada
    const pagina = await ask('once', facadeRequest(ambiente, app, metodo, data, token, uuid(random(16))))
    try {
      return await readFacade(pagina, metodo, !renewal.done && sesiones.isSilent(usadaEn))
    } catch (fault) {
      if (fault instanceof AppError) {
        keeper.keepPage(acceso, metodo, pagina.html)
        // No sign that the session lives: else a dead one is never told from an odd page.
        sesiones.touch(abierta, usadaEn)
      }
      throw fault
    }
  }

  const sii: Conversacion = {
    rut: credencial.rut,
    metodo: credencial.metodo,
    async facade(app, metodo, data) {
      try {
        return await facadeOnce(app, metodo, data)
      } catch (fault) {
        if (!(fault instanceof SesionMuerta) || renewal.done) throw fault
        // Each method stands by itself, so only this one is asked again.
        renewal.done = true
        if (fault instanceof SesionDudosa) await sesiones.leave(abierta)
        else sesiones.forget(abierta)
        abierta = await sesiones.obtain(acceso, credencial)
        return facadeOnce(app, metodo, data)
      }
    },
    async cgi(host, ruta, paso, campos) {
      const destino = destinoOf(ambiente, host, ruta)
      const headers = { Origin: `https://${destino.nombre}.sii.cl`, Referer: publicUrl(destino) }
      const body = campos && { headers, body: encodeForm(campos) }
      return requireApplication(await ask('get', { destino, ...body }), paso)
    },
    form(pagina, { nombre, action }, paso) {
      const found = formsOf(pagina.html).find(
        (one) =>
          (nombre === undefined || one.nombre === nombre) &&
          (action === undefined || one.action.split('?')[0]!.endsWith(action)),
      )
      if (!found) throw unexpected(pagina, paso, `el formulario ${nombre ?? action}`)
      return found
    },
    async submit(pagina, formulario, cambios, paso) {
      const destino = follow(pagina.destino, formulario.action || pagina.destino.ruta)
      if (!destino) throw unexpected(pagina, paso, 'un formulario dirigido al SII')
      const campos = new Map([...formulario.campos, ...Object.entries(cambios)])
      const headers = { Origin: `https://${destino.nombre}.sii.cl`, Referer: publicUrl(pagina.destino) }
      if (formulario.method === 'POST')
        return requireApplication(await ask('get', { destino, headers, body: encodeForm(campos) }), paso)
      const ruta = `${destino.ruta.split('?')[0]}?${encodeForm(campos)}`
      return requireApplication(await ask('get', { destino: { ...destino, ruta }, headers }), paso)
    },
    isWanted: () => turnos.isWanted(turno),
    unexpected,
  }

  /** A page of the application, and no message of the door. */
  function requireApplication(pagina: Pagina, paso: string): Pagina {
    const meaning = meaningOf(codigoOf(pagina.html))
    if (meaning === 'sesion') throw new SesionMuerta(paso)
    if (meaning === 'metodo') throw new OtroMetodo(paso)
    if (pagina.status !== 200) throw unexpected(pagina, paso, 'una página con estado 200')
    return pagina
  }

  return { sii, forget: () => sesiones.forget(abierta) }
}
