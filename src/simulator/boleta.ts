// The boleta REST of apicert/api (queries) and pangal/rahue (uploads): its own tokens, JSON and plain text (sii §6).

import { chileTimestamp } from '../domain/fecha'
import { parseRut } from '../domain/rut'
import { cookieToken, createSemilla, grantToken, tokenOwner } from './autenticacion'
import { isEmisor, maySend } from './contribuyentes'
import { hasLongLine, inspect, openSobre, readFormulario, storeEnvio } from './envio'
import { askDte } from './estado-dte'
import type { Servicio } from './fallas'
import { HOSTS } from './hosts'
import { countByTipo, type EnvioRow, type Libro } from './libro'
import { parseMultipart } from './multipart'
import { duenoOf, isSeen, worldOf } from './portal/dueno'
import type { Pause } from './recorte'
import type { Llamada, Sim } from './sim'
import { respuesta, soapFault } from './soap'
import { isProgram } from './upload'

const BASE = '/recursos/v1/boleta.electronica'
const ENVIO = new RegExp(`^${BASE}\\.envio/(\\d+)-([\\dkK])-(\\d{1,15})$`)
const BOLETA = new RegExp(`^${BASE}/(\\d+)-([\\dkK])-(39|41)-(\\d{1,10})/estado$`)

type Ruta = 'semilla' | 'token' | 'envio' | 'estado_envio' | 'estado_boleta'

const SERVICIOS: Record<Ruta, Servicio> = {
  semilla: 'semilla',
  token: 'token',
  envio: 'boleta_envio',
  estado_envio: 'boleta_estado',
  estado_boleta: 'boleta_estado',
}

/**
 * The route of a path on its host; null when nothing answers there. Uploads and queries live on different
 * hosts (sii §6.1).
 */
export function boletaRuta(host: string, path: string): Ruta | null {
  if (HOSTS[host]?.clase === 'envio') return path === `${BASE}.envio` ? 'envio' : null
  if (path === `${BASE}.semilla`) return 'semilla'
  if (path === `${BASE}.token`) return 'token'
  if (ENVIO.test(path)) return 'estado_envio'
  return BOLETA.test(path) ? 'estado_boleta' : null
}

/** The fault service of a route. */
export const boletaServicio = (ruta: Ruta): Servicio => SERVICIOS[ruta]

/** A host's answer to an unknown path: each has its own habit (sii §6.6). */
export function boletaUnknown(host: string, path: string): Response {
  if (HOSTS[host]?.clase === 'envio') return text('Not Found', 404)
  return path === `${BASE}.envio`
    ? soapFault('Acceso Denegado (from client)')
    : soapFault('Internal Error (from client)')
}

/** Answers a request of the boleta service. */
export async function answerBoleta(
  sim: Sim,
  libro: Libro,
  pause: Pause,
  llamada: Llamada,
  falla: 'token_rechazado' | 'sin_permiso' | null,
): Promise<Response> {
  const { request, lado, host, path } = llamada
  const ruta = boletaRuta(host, path)!
  const method = ruta === 'token' || ruta === 'envio' ? 'POST' : 'GET'
  if (request.method !== method) return text('Method Not Allowed', 405)
  if (falla) return refuse(sim, ruta, falla)
  if (ruta === 'semilla')
    return xml(respuesta([['ESTADO', '00']], [['SEMILLA', createSemilla(sim, lado, 'rest')]], sim.rarezas))
  if (ruta === 'token') {
    const signed = Buffer.from(await request.arrayBuffer()).toString('latin1')
    const { estado, glosa, token } = grantToken(sim, lado, 'rest', signed)
    const cabecera: [string, string][] = [
      ['ESTADO', estado],
      ['GLOSA', glosa],
    ]
    return xml(respuesta(cabecera, token ? [['TOKEN', token]] : null, sim.rarezas))
  }
  const cookie = cookieToken(request)
  if (ruta === 'envio' && !cookie) return text('No trae TOKEN', 400)
  const owner = tokenOwner(sim, lado, 'rest', cookie)
  if ('estado' in owner || (ruta === 'envio' && !isProgram(request))) return text('NO ESTA AUTENTICADO', 401)
  if (ruta === 'envio') return receive(sim, libro, pause, llamada, owner.rut)
  return ruta === 'estado_envio'
    ? estadoEnvio(sim, libro, llamada, owner.rut)
    : estadoBoleta(sim, libro, llamada)
}

const text = (body: string, status = 200): Response =>
  new Response(body, { status, headers: { 'content-type': 'text/plain', ...LIMITS } })

// Present on every answer (sii §6.6); no real quota stands behind them.
const LIMITS = { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '999' }

const json = (value: unknown): Response => Response.json(value, { headers: LIMITS })

const xml = (inner: string): Response =>
  new Response(inner, { headers: { 'content-type': 'application/xml', ...LIMITS } })

function refuse(sim: Sim, ruta: Ruta, falla: 'token_rechazado' | 'sin_permiso'): Response {
  if (ruta === 'semilla')
    return xml(
      respuesta(
        [
          ['ESTADO', '-2'],
          ['GLOSA', 'ERROR RETORNO'],
        ],
        null,
        sim.rarezas,
      ),
    )
  if (ruta === 'token')
    return xml(
      respuesta(
        [
          ['ESTADO', falla === 'sin_permiso' ? '-07' : '-3'],
          ['GLOSA', 'Error en Autenticación'],
        ],
        null,
        sim.rarezas,
      ),
    )
  return falla === 'token_rechazado' ? text('NO ESTA AUTENTICADO', 401) : text('USUARIO SIN PERMISO', 403)
}

async function receive(
  sim: Sim,
  libro: Libro,
  pause: Pause,
  { request, lado }: Llamada,
  rutEnvia: string,
): Promise<Response> {
  const body = Buffer.from(await request.arrayBuffer())
  const partes = parseMultipart(body, request.headers.get('content-type'))
  const form = partes && readFormulario(partes)
  if (!form) return text('Bad Request', 400)
  const { rutCompany: rutEmpresa, archivo } = form
  if (
    !rutEmpresa ||
    form.rutSender !== rutEnvia ||
    !isEmisor(sim, lado, rutEmpresa) ||
    !maySend(sim, lado, rutEmpresa, rutEnvia)
  )
    return text('USUARIO SIN PERMISO', 403)
  if (hasLongLine(form.xml)) return text('CHR-00002: Line too long (4090)', 400)
  const recorte = await openSobre(form.xml, pause)
  if ('errores' in recorte) return text(recorte.errores.join('\n'), 400)
  if (recorte.sobre !== 'EnvioBOLETA') return text('SCH-00001: Invalid Schema Name', 400)
  const dueno = duenoOf(request)
  const recibido = { lado, servicio: 'boleta', rutEnvia, rutEmpresa, archivo, dueno, xml: form.xml } as const
  const trackId = storeEnvio(sim, libro, recibido, recorte, await inspect(recorte, pause))
  return json({ ...acuse(libro.findEnvio(trackId)!), file: archivo })
}

const acuse = (envio: EnvioRow) => ({
  rut_emisor: envio.rutEmpresa,
  rut_envia: envio.rutEnvia,
  trackid: envio.trackId,
  fecha_recepcion: fechaRecepcion(envio.recibidoAt),
  estado: envio.estado as string,
})

function fechaRecepcion(at: number): string {
  const [date, time] = chileTimestamp(new Date(at)).split('T') as [string, string]
  return `${date.split('-').reverse().join('/')} ${time}`
}

const ESTADO_DETALLE = { aceptado: 'DOK', reparo: 'RPR', reparo_leve: 'RLV', rechazado: 'RCH' } as const

function estadoEnvio(sim: Sim, libro: Libro, { request, path, lado }: Llamada, rut: string): Response {
  const [, numero, dv, track] = ENVIO.exec(path)!
  const rutEmpresa = parseRut(`${numero}-${dv}`)
  const envio = libro.findEnvio(Number(track))
  const known = envio?.lado === lado && envio.servicio === 'boleta' && envio.rutEmpresa === rutEmpresa
  if (!known || !isSeen(envio, worldOf(sim, request))) return text('Not Found', 404)
  if (!maySend(sim, lado, rutEmpresa, rut)) return text('USUARIO SIN PERMISO', 403)
  const documentos = envio.estado === 'EPR' ? libro.documentosOf(envio.trackId) : []
  const estadistica = countByTipo(documentos).map(({ tipoDte, ...counts }) => ({ tipo: tipoDte, ...counts }))
  const detalle: object[] = documentos
    .filter((d) => d.veredicto !== 'aceptado')
    .map((d) => ({
      tipo: d.tipoDte,
      folio: d.folio,
      estado: ESTADO_DETALLE[d.veredicto!],
      descripcion: d.razones[0]?.mensaje ?? '',
      error: d.razones.map(({ codigo, mensaje }) => errorOf(codigo, mensaje)),
    }))
  if (envio.razones.length)
    detalle.push({
      tipo: null,
      folio: null,
      estado: 'RCH',
      descripcion: envio.razones[0]!.mensaje,
      error: envio.razones.map(({ codigo, mensaje }) => errorOf(codigo, mensaje)),
    })
  const list = (rows: object[]) => (rows.length || !sim.rarezas.listasNulas ? rows : null)
  const estado = envio.estado === 'PRD' && sim.rarezas.pdr ? 'PDR' : envio.estado
  return json({ ...acuse(envio), estado, estadistica: list(estadistica), detalle_rep_rech: list(detalle) })
}

/** `TED-3-640` in the three fields of the boleta service. */
function errorOf(codigo: string, descripcion: string): object {
  const [seccion, nivel, numero] = codigo.split('-')
  return {
    seccion,
    linea: 0,
    nivel: Number(nivel),
    codigo: Number(numero),
    descripcion,
    detalle: descripcion,
  }
}

function estadoBoleta(sim: Sim, libro: Libro, { request, path, query, lado }: Llamada): Response {
  const [, numero, dv, tipo, folio] = BOLETA.exec(path)!
  // A missing parameter is told in plain text, with status 200 (sii §6.5).
  for (const name of ['rut_receptor', 'dv_receptor', 'monto', 'fechaEmision'])
    if (!query.get(name)) return text(`falta ${name}`)
  const fecha = query.get('fechaEmision')!.split('-').reverse().join('-')
  const { estado, glosa } = askDte(sim, libro, {
    lado,
    mundo: worldOf(sim, request),
    rutEmisor: parseRut(`${numero}-${dv}`) ?? '',
    rutReceptor: parseRut(`${query.get('rut_receptor')}-${query.get('dv_receptor')}`) ?? '',
    tipoDte: Number(tipo),
    folio: Number(folio),
    fecha,
    monto: query.get('monto')!,
  })
  return json({ codigo: estado, descripcion: glosa })
}
