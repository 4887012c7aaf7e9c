// QueryEstDte and QueryEstDteAv: what the SII knows of one document (sii §5).

import { splitRut } from '../domain/rut'
import { lookUp } from './codigos/codigos'
import { DTE, DTE_AV } from './codigos/dte'
import { ENVIO } from './codigos/envio'
import { queryFault } from './envio'
import { textOf } from './nodo'
import type { ConsultaDte, Contexto, EstadoDte } from './sii'
import { callSoap, type Respuesta } from './soap'
import { TokenRefused } from './token-refused'
import { canonicalTrackId } from './upload'
import type { Wire } from './wire'

type Ask = (
  wire: Wire,
  base: string,
  token: string,
  ctx: Contexto,
  dte: ConsultaDte,
  timeoutMs: number,
) => Promise<EstadoDte>

/** Compares date, amount and receiver with what the SII has. */
export const queryEstDte: Ask = async (wire, base, token, ctx, dte, timeoutMs) => {
  const person = splitRut(ctx.firmante.rut)
  const company = splitRut(ctx.rutEmpresa)
  const respuesta = await callSoap(wire, {
    url: `${base}/DTEWS/QueryEstDte.jws`,
    operation: 'getEstDte',
    params: [
      ['RutConsultante', person.numero],
      ['DvConsultante', person.dv],
      ['RutCompania', company.numero],
      ['DvCompania', company.dv],
      ...documento(dte),
      ['Token', token],
    ],
    timeoutMs,
    etapa: 'consulta',
    signal: ctx.signal,
  })
  return readEstDte(respuesta)
}

/** Compares the signature as well: an altered document answers DNK. */
export const queryEstDteAv: Ask = async (wire, base, token, ctx, dte, timeoutMs) => {
  const company = splitRut(ctx.rutEmpresa)
  const respuesta = await callSoap(wire, {
    url: `${base}/DTEWS/services/QueryEstDteAv`,
    operation: 'getEstDteAv',
    params: [
      ['RutEmpresa', company.numero],
      ['DvEmpresa', company.dv],
      ...documento(dte),
      ['FirmaDte', (dte.firma ?? '').replace(/\s+/g, '')],
      ['Token', token],
    ],
    timeoutMs,
    etapa: 'consulta',
    signal: ctx.signal,
  })
  return readEstDteAv(respuesta)
}

function documento(dte: ConsultaDte): [string, string][] {
  const receptor = splitRut(dte.rutReceptor)
  const [year, month, day] = dte.fechaEmision.split('-')
  return [
    ['RutReceptor', receptor.numero],
    ['DvReceptor', receptor.dv],
    ['TipoDte', String(dte.tipoDte)],
    ['FolioDte', String(dte.folio)],
    ['FechaEmisionDte', `${day}${month}${year}`],
    ['MontoDte', dte.montoTotal],
  ]
}

function readEstDte({ estado, cabecera }: Respuesta): EstadoDte {
  const glosa = textOf(cabecera, 'GLOSA_ESTADO') || textOf(cabecera, 'GLOSA') || textOf(cabecera, 'GLOSA_ERR')
  const known = lookUp(DTE, estado)
  if (known) return { codigo: estado, glosa: glosa || known.causa, recibido: known.recibido!, trackId: null }
  const error = lookUp(ENVIO, /^[123]$/.test(estado) ? `00${estado}` : estado)
  if (error?.token) throw new TokenRefused(estado, glosa)
  throw queryFault(estado, glosa, error?.falla ? error.reintentable : true)
}

function readEstDteAv(respuesta: Respuesta): EstadoDte {
  const { estado: header, cabecera, cuerpo } = respuesta
  // An ESTADO in letters is the document's own; no source shows the reply whole (sii §9.3).
  if (lookUp(DTE, header)) return readEstDte(respuesta)
  // `003` is the token code that all query services share, a bare 3 is an internal error of this one.
  const row = header === '003' ? lookUp(ENVIO, header) : lookUp(DTE_AV, header.replace(/^0+(?=\d)/, ''))
  const headerGlosa = textOf(cabecera, 'GLOSA')
  if (row?.token) throw new TokenRefused(header, headerGlosa)
  const recibido = textOf(cuerpo, 'RECIBIDO').toUpperCase()
  const estado = textOf(cuerpo, 'ESTADO')
  // A document that was not received has no state of its own.
  const codigo = estado || (recibido === 'NO' ? 'FAU' : '')
  const known = lookUp(DTE, codigo)
  if (row?.falla) throw queryFault(header, headerGlosa, row.reintentable)
  if (!row || !known) throw queryFault(codigo || header, headerGlosa, true)
  return {
    codigo,
    glosa: textOf(cuerpo, 'GLOSA') || known.causa,
    recibido: recibido === '' ? known.recibido! : recibido.startsWith('S'),
    trackId: canonicalTrackId(textOf(cuerpo, 'TRACKID')),
  }
}
