// QueryEstUp: how far the SII is with an envío, and how many documents it took or refused (sii §4).

import { splitRut } from '../domain/rut'
import { explain, lookUp } from './codigos/codigos'
import { ENVIO } from './codigos/envio'
import { type Nodo, textOf } from './nodo'
import { type Contexto, type EstadoEnvio, SiiFault } from './sii'
import { callSoap, type Respuesta } from './soap'
import { TokenRefused } from './token-refused'
import type { Wire } from './wire'

/** Asks once; throws `TokenRefused`, or `SiiFault` for codes that say nothing of the envío. */
export async function queryEstUp(
  wire: Wire,
  base: string,
  token: string,
  ctx: Contexto,
  trackId: string,
  timeoutMs: number,
): Promise<EstadoEnvio> {
  const company = splitRut(ctx.rutEmpresa)
  const respuesta = await callSoap(wire, {
    url: `${base}/DTEWS/QueryEstUp.jws`,
    operation: 'getEstUp',
    // Exactly these four: another count is an Axis fault.
    params: [
      ['RutCompania', company.numero],
      ['DvCompania', company.dv],
      ['TrackId', trackId],
      ['Token', token],
    ],
    timeoutMs,
    etapa: 'consulta',
    signal: ctx.signal,
  })
  return readEstadoEnvio(respuesta)
}

function readEstadoEnvio({ estado, cabecera, cuerpo }: Respuesta): EstadoEnvio {
  // Seen as `001` and, at other services, as `1`.
  const row = lookUp(ENVIO, /^[123]$/.test(estado) ? `00${estado}` : estado)
  const glosa = textOf(cabecera, 'GLOSA') || row?.causa || ''
  if (row?.token) throw new TokenRefused(estado, glosa)
  if (row?.falla) throw queryFault(estado, glosa, row.reintentable)
  return {
    codigo: estado,
    glosa: glosa + innerCodes(cabecera),
    final: row?.final ?? false,
    resumen: cuerpo ? readResumen(cuerpo) : [],
    detalle: [],
  }
}

/** A query that the SII could not or would not answer. */
export function queryFault(codigo: string, glosa: string, retryable: boolean): SiiFault {
  const causa = explain(codigo, 'consulta')?.causa ?? 'El SII no pudo responder la consulta'
  return new SiiFault('SII_ERROR', causa, { etapa: 'consulta', retryable, answered: true, codigo, glosa })
}

// RESP_BODY is a flat run of siblings: each TIPO_DOCTO starts the next row.
function readResumen(cuerpo: Nodo): EstadoEnvio['resumen'] {
  const rows: EstadoEnvio['resumen'] = []
  for (const { nombre, texto } of cuerpo.hijos) {
    const count = Number(texto) || 0
    const row = rows.at(-1)
    if (nombre === 'TIPO_DOCTO')
      rows.push({ tipoDte: count, informados: 0, aceptados: 0, rechazados: 0, reparos: 0 })
    else if (!row) continue
    else if (nombre === 'INFORMADOS') row.informados = count
    else if (nombre === 'ACEPTADOS') row.aceptados = count
    else if (nombre === 'RECHAZADOS') row.rechazados = count
    else if (nombre === 'REPAROS') row.reparos = count
  }
  return rows
}

// −11 means nothing without them (sii §4.3).
function innerCodes(cabecera: Nodo): string {
  const codes = ['ERR_CODE', 'SQL_CODE', 'SRV_CODE']
    .map((name) => [name, textOf(cabecera, name)])
    .filter(([, value]) => value !== '')
    .map((pair) => pair.join(' '))
  return codes.length > 0 ? ` (${codes.join(', ')})` : ''
}
