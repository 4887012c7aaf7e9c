// The SOAP services of maullin and palena by path: CrSeed and GetTokenFromSeed here, the queries in files of their own
// (sii §1.2, §2).

import { createSemilla, grantToken } from './autenticacion'
import { getEstDte, getEstDteAv } from './consulta-dte'
import { getEstUp, reenvioCorreo } from './consulta-envio'
import type { Servicio } from './fallas'
import type { Libro } from './libro'
import { worldOf } from './portal/dueno'
import { XmlFault } from './scanner'
import type { Llamada, Sim } from './sim'
import { decodeSoap, isKnownNamespace, parseSoap, soapFault, soapReply, wsdl } from './soap'
import { estado, type Hojas, inner, type Negativa, type Operation } from './soap-operacion'

interface ServicioSoap {
  nombre: string
  servicio: Servicio
  operaciones: Record<string, Operation>
}

const getSeed: Operation = {
  parametros: [],
  laxo: true,
  answer: (sim, _libro, lado) =>
    inner(sim, [['ESTADO', '00']], [['SEMILLA', createSemilla(sim, lado, 'soap')]]),
  refuse: (sim) => estado(sim, '-2', 'ERROR RETORNO'),
}

const getToken: Operation = {
  parametros: ['pszXml'],
  laxo: true,
  answer(sim, _libro, lado, { pszXml = '' }) {
    const { estado: codigo, glosa, token } = grantToken(sim, lado, 'soap', pszXml)
    const cabecera: Hojas = [
      ['ESTADO', codigo],
      ['GLOSA', glosa],
    ]
    return inner(sim, cabecera, token ? [['TOKEN', token]] : null)
  },
  refuse: (sim, falla) => estado(sim, falla === 'sin_permiso' ? '-07' : '-3', 'Error en Autenticación'),
}

const PATHS: Readonly<Record<string, ServicioSoap>> = {
  '/DTEWS/CrSeed.jws': { nombre: 'CrSeed', servicio: 'semilla', operaciones: { getSeed } },
  '/DTEWS/GetTokenFromSeed.jws': { nombre: 'GetTokenFromSeed', servicio: 'token', operaciones: { getToken } },
  '/DTEWS/QueryEstUp.jws': { nombre: 'QueryEstUp', servicio: 'estado_envio', operaciones: { getEstUp } },
  '/DTEWS/QueryEstDte.jws': { nombre: 'QueryEstDte', servicio: 'estado_dte', operaciones: { getEstDte } },
  '/DTEWS/services/QueryEstDteAv': {
    nombre: 'QueryEstDteAv',
    servicio: 'estado_dte',
    operaciones: { getEstDteAv },
  },
  '/DTEWS/services/wsDTECorreo': {
    nombre: 'wsDTECorreo',
    servicio: 'estado_envio',
    operaciones: { reenvioCorreo },
  },
}

const VERSIONS = new Set([
  'getState',
  'getVersion',
  'getVersionMayor',
  'getVersionMenor',
  'getVersionPatch',
  'getEnv',
])

/** The fault service of a SOAP path, null when no service lives there. */
export const soapServicio = (path: string): Servicio | null => PATHS[path]?.servicio ?? null

/** Answers a SOAP request; `falla` refuses it as if token or permission were bad. */
export async function answerSoap(
  sim: Sim,
  libro: Libro,
  { request, path, lado }: Llamada,
  falla: Negativa | null,
): Promise<Response> {
  const service = PATHS[path]!
  if (request.method === 'GET') {
    const operations = Object.entries(service.operaciones).map(([name, { parametros }]) => [name, parametros])
    return wsdl(service.nombre, Object.fromEntries(operations))
  }
  if (request.method !== 'POST') return new Response('Method Not Allowed', { status: 405 })
  if (!request.headers.has('soapaction')) return soapFault('no SOAPAction header!', 'ns1:Client.NoSOAPAction')
  let operacion: ReturnType<typeof parseSoap>
  try {
    operacion = parseSoap(decodeSoap(await request.arrayBuffer()))
  } catch (fault) {
    if (!(fault instanceof XmlFault)) throw fault
    return soapFault(`org.xml.sax.SAXParseException: ${fault.message}`)
  }
  const name = operacion?.nombre ?? ''
  if (VERSIONS.has(name)) return soapReply(name, '1.0', sim.rarezas)
  const handler = service.operaciones[name]
  const sent = operacion?.parametros ?? []
  const fits =
    handler &&
    sent.map((p) => p.nombre).join() === handler.parametros.join() &&
    (handler.laxo || isKnownNamespace(operacion!.espacio, path))
  if (!fits) return soapFault(`No such operation '${name}'`, 'soapenv:Client')
  const values = Object.fromEntries(sent.map((p) => [p.nombre, p.valor]))
  const inner = falla
    ? handler.refuse(sim, falla)
    : handler.answer(sim, libro, lado, values, worldOf(sim, request))
  return soapReply(name, inner, sim.rarezas)
}
