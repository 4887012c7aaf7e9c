// The simulated portal's pages about the person: the home of "Mi SII", the token bootstrap and the first
// calls of its applications, answered and never demanded (simulator §11.4).

import { splitRut } from '../../domain/rut'
import type { Sim } from '../sim'
import { page } from './paginas'
import type { Sesion } from './sesiones'

const NOMBRES = ['CAMILA', 'JOSE', 'ANTONIA', 'LUIS', 'ELENA', 'PEDRO', 'ROSA', 'MATIAS', 'INES', 'HUGO']
const APELLIDOS = ['SOTO', 'NUÑEZ', 'ROJAS', 'PEÑA', 'VERA', 'LAGOS', 'DIAZ', 'MUÑOZ', 'TAPIA', 'ARAYA']

/** The name of a person, which follows from its RUT, so that the same RUT always tells the same. */
export function nombreOf(rut: string): { nombres: string; apellidoPaterno: string; apellidoMaterno: string } {
  const digits = splitRut(rut).numero.padStart(3, '0')
  const at = (list: readonly string[], place: number): string => list[Number(digits.at(place))]!
  return {
    nombres: at(NOMBRES, -1),
    apellidoPaterno: at(APELLIDOS, -2),
    apellidoMaterno: at(APELLIDOS, -3),
  }
}

/** GET siihome.cgi: a script with what the SII knows of the person. */
export function homePage(sim: Sim, { rut }: Sesion): Response {
  const { numero, dv } = splitRut(rut)
  const datos = {
    codigoError: 0,
    descripcionError: null,
    sysdate: sim.now().toISOString().slice(0, 19),
    contribuyente: {
      rut: numero,
      dv,
      ...nombreOf(rut),
      razonSocial: null,
      tipoContribuyenteCodigo: '1',
      tipoContribuyenteDescripcion: 'PERSONA NATURAL',
      eMail: `${numero}@simulador.invalid`,
      personaEmpresa: 'PERSONA',
    },
    direcciones: [],
    atributos: [],
    alertas: [],
  }
  return page(
    sim,
    'Mi SII',
    `<script>\nvar otro = {"rut":"0"};\nDatosCntrNow = ${JSON.stringify(datos)};\n</script>`,
  )
}

/** GET AutTknData.cgi: a call of the function that the address names. */
export function tokenData(query: URLSearchParams, sesion: Sesion | null): Response {
  const callback = /^[\w$.]{1,64}$/.exec(query.get('callback') ?? '')?.[0] ?? 'callback'
  const data = sesion ? { codigo: 0, token: sesion.token, rut: sesion.rut } : { codigo: -1 }
  return new Response(`${callback}(${JSON.stringify(data)});`, {
    headers: { 'content-type': 'application/javascript' },
  })
}

/** The first calls of an application: its settings, and who is in. */
export function bootstrap(path: string, { rut }: Sesion): Response {
  const { numero, dv } = splitRut(rut)
  if (path.endsWith('/aaSessionService/load')) return Response.json({ data: { rut: numero, dv } })
  return Response.json({ data: {}, metaData: null, respEstado: { codRespuesta: 0, msgeRespuesta: null } })
}
