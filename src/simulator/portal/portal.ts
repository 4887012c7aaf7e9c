// The portal of the simulated SII (simulator §11): finds the service that a path names, lets in who may, and shows everybody else what
// the SII shows them.

import type { Falla, Servicio } from '../fallas'
import { HOSTS } from '../hosts'
import type { Libro } from '../libro'
import type { Sim } from '../sim'
import { mensajeOf, PAR } from './codigos'
import { chooseEmpresa, ELECCION, loginByCertificate, loginByClave, loginPage, logout } from './ingreso'
import {
  firewallPage,
  loginRedirect,
  notFoundPage,
  page,
  queuePage,
  refusalPage,
  strangePage,
} from './paginas'
import type { Pedido, ServicioPortal } from './servicio'
import { SERVICIOS_PORTAL } from './servicios'
import { admitCall, findSesion, hasOldCookies, sessionOf } from './sesiones'

const CGI = '/cgi_AUT2000/CAutInicio.cgi'
const INGRESO = /^\/AUT2000\/InicioAutenticacion\/Ingreso(RutClave|Certificado)\.html$/
const TERMINO = '/cgi_AUT2000/autTermino.cgi'

type Llamada = Omit<Pedido, 'parts' | 'libro' | 'lado' | 'falla'>

export interface Portal {
  /** The service whose faults hit a path of the portal; null where the portal has no such page. */
  servicioOf(host: string, path: string): Servicio | null
  answer(llamada: Llamada, falla: Falla | null): Promise<Response>
}

/** Whether a path belongs to the portal: its own hosts, and the pages beside the services of the hosts for documents. */
export const isPortal = (host: string, path: string): boolean =>
  HOSTS[host]!.clase === 'portal' ||
  (HOSTS[host]!.clase === 'soap' &&
    (path.startsWith('/cvc_cgi/') ||
      (path.startsWith('/cgi_dte/') && !path.startsWith('/cgi_dte/UPL/DTEUpload'))))

const isLogin = (host: string, path: string): boolean =>
  (host === 'zeusr' && (path === CGI || path === TERMINO || path === ELECCION || INGRESO.test(path))) ||
  (host === 'herculesr' && (path === CGI || path === ELECCION))

const rowOf = (host: string, path: string): ServicioPortal | undefined =>
  SERVICIOS_PORTAL.find((row) => row.hosts.includes(host) && row.path.test(path))

export function createPortal(sim: Sim, libro: Libro): Portal {
  /** Dead sessions meet a status and a page by turns at the facades. */
  let dead = 0

  function refuseDead(row: ServicioPortal, llamada: Llamada): Response {
    if (row.tipo !== 'facade') return loginRedirect(llamada)
    dead += 1
    return dead % 2
      ? new Response('<html><body>JBWEB000065: HTTP Status 401</body></html>', {
          status: 401,
          headers: { 'content-type': 'text/html' },
        })
      : page(sim, 'Autenticación', '<p>USTED NO ESTA AUTENTICADO</p>')
  }

  async function login({ request, host, path }: Llamada, falla: Falla | null): Promise<Response> {
    if (path === TERMINO) return logout(sim, request)
    if (path === ELECCION) return chooseEmpresa(sim, request)
    const [, which] = INGRESO.exec(path) ?? []
    if (which) return loginPage(sim, new URL(request.url), which === 'Certificado' ? 'certificado' : 'clave')
    if (request.method !== 'POST') return loginPage(sim, new URL(request.url), 'clave')
    const body = new URLSearchParams(Buffer.from(await request.arrayBuffer()).toString('latin1'))
    return host === 'herculesr'
      ? loginByCertificate(sim, request, body, falla)
      : loginByClave(sim, request, body, falla)
  }

  return {
    servicioOf: (host, path) => (isLogin(host, path) ? 'login' : (rowOf(host, path)?.servicio ?? null)),

    async answer(llamada, falla) {
      const { request, host, path } = llamada
      if (falla?.falla === 'firewall') return firewallPage(sim)
      if (falla?.falla === 'cola') return queuePage()
      const known = findSesion(sim, request)
      if (known && !admitCall(sim, known)) return firewallPage(sim)
      if (isLogin(host, path)) return login(llamada, falla)
      const row = rowOf(host, path)
      if (!row) return notFoundPage(sim)
      if (falla?.falla === 'sesion_vencida' && known)
        sim.sql.portal.sesion.expire.run(sim.now().getTime(), known.token)
      if (falla?.falla === 'pagina_ajena') return strangePage(sim)
      const parts = row.path.exec(path)!.slice(1)
      const pedido = { ...llamada, lado: HOSTS[host]!.lado, parts, libro, falla }
      if (row.tipo === 'entrada') return row.answer(sim, pedido)
      const sesion = sessionOf(sim, request)
      if (!sesion || (row.tipo === 'cgi' && !hasOldCookies(request))) return refuseDead(row, llamada)
      if (row.metodo && row.metodo !== sesion.metodo)
        return refusalPage(sim, ...mensajeOf(row.metodo === 'clave' ? PAR.pideClave : PAR.pideCertificado))
      return row.answer(sim, pedido, sesion)
    },
  }
}
