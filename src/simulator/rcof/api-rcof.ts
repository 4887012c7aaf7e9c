// Reports of used folios as people read them (simulator §8.1), and the SII's mail about one (simulator §20).

import { chileTimestamp } from '../../domain/fecha'
import { parseRut } from '../../domain/rut'
import { type ApiCall, type ApiDeps, badParameter, instant, ok } from '../api-pedido'
import { vistaOf } from '../portal/dueno'
import { escapeXml } from '../scanner'
import { listRcof, type Rcof } from './rcof'

/** GET rcof?rut=: the newest thousand of the caller. */
export function getRcof({ sim }: ApiDeps, { request, query }: ApiCall): Response {
  const text = query.get('rut')
  const rut = text === null ? null : parseRut(text)
  if (text !== null && !rut)
    throw badParameter({ campo: 'rut', regla: 'rut', mensaje: 'rut no es un RUT válido' })
  return ok(listRcof(sim, { ...vistaOf(sim, request), rut }).map(rcofJson))
}

const rcofJson = (rcof: Rcof) => ({
  track_id: String(rcof.trackId),
  lado: rcof.lado,
  rut_empresa: rcof.rutEmpresa,
  rut_envia: rcof.rutEnvia,
  archivo: rcof.archivo,
  sha1: rcof.sha1,
  veces: rcof.veces,
  fecha: rcof.fecha,
  secuencia: rcof.secuencia,
  estado: rcof.estado,
  razones: rcof.razones,
  resumen: rcof.resumen.map(({ tipoDte, rangosAnulados, ...rest }) => ({
    tipo_dte: tipoDte,
    ...rest,
    rangos_anulados: rangosAnulados,
  })),
  recibido_at: instant(rcof.recibidoAt),
})

const RESULTADO = { EPR: 'CORRECTO', RPR: 'REPARO', RFR: 'ERRONEO', RCT: 'ERRONEO' } as const

/** The XML of the mail about a report that was judged; null before. */
export function resultadoRcof(rcof: Rcof): string | null {
  const { estado, razones, fecha } = rcof
  if (estado === 'REC') return null
  const tag = (name: string, value: string | number) => `<${name}>${escapeXml(String(value))}</${name}>`
  const reparos = razones.map(
    ({ codigo, mensaje }) => `<Reparo>${tag('Descripcion', codigo)}${tag('Detalle', mensaje)}</Reparo>`,
  )
  return [
    '<?xml version="1.0" encoding="ISO-8859-1"?>',
    '<ResultadoConsumoFolios xmlns="http://www.sii.cl/SiiDte" version="1.0">',
    '<DocumentoResultadoConsumoFolios ID="Resultado">',
    `<Identificacion><Envio>${tag('TrackId', rcof.trackId)}${tag('TmstRecepcion', chileTimestamp(new Date(rcof.recibidoAt)))}</Envio>` +
      `${tag('RutEmisor', rcof.rutEmpresa)}${tag('RutEnvia', rcof.rutEnvia)}${tag('FchInicio', fecha)}${tag('FchFinal', fecha)}${tag('SecEnvio', rcof.secuencia)}</Identificacion>`,
    `<Resultado>${tag('Estado', RESULTADO[estado])}</Resultado>`,
    ...(reparos.length ? [`<Reparos>${reparos.join('\n')}</Reparos>`] : []),
    '</DocumentoResultadoConsumoFolios>',
    '</ResultadoConsumoFolios>',
    '',
  ].join('\n')
}
