// RESULTADO_ENVIO, the mail in which the SII tells why documents were rejected (sii §4.4, XSD RespSII_v10).

import { chileTimestamp } from '../domain/fecha'
import { countByTipo, type EnvioRow, type Libro } from './libro'
import { escapeXml } from './scanner'
import type { Razon } from './sim'

const ESTADOS = {
  aceptado: 'DTE Aceptado',
  reparo: 'Aceptado con Reparos',
  reparo_leve: 'Aceptado con Reparos Leves',
  rechazado: 'DTE Rechazado',
}

/** The XML of the mail about an envelope whose state is final. */
export function resultadoEnvio(libro: Libro, envio: EnvioRow): string {
  const documentos = libro.documentosOf(envio.trackId)
  const tag = (name: string, value: string | number) => `<${name}>${escapeXml(String(value))}</${name}>`
  const line = ({ codigo, mensaje }: Razon) => `(${codigo}) ${mensaje}`
  const totals = countByTipo(documentos)
    .map(
      (c) =>
        `<SUBTOTAL>${tag('TIPODOC', c.tipoDte)}${tag('INFORMADO', c.informados)}${tag('RECHAZO', c.rechazados)}${tag('REPARO', c.reparos)}${tag('ACEPTA', c.aceptados)}</SUBTOTAL>`,
    )
    .join('')
  const reviews = documentos
    .filter((d) => d.veredicto && d.veredicto !== 'aceptado')
    .map((d) => {
      const detail = d.razones.map((razon) => tag('DETALLE', line(razon))).join('')
      return `<REVISIONDTE>${tag('FOLIO', d.folio)}${tag('TIPODTE', d.tipoDte)}${tag('ESTADO', ESTADOS[d.veredicto!])}${detail}</REVISIONDTE>`
    })
    .join('\n')
  const failed = envio.razones.map((razon) => tag('DETERRENVIO', line(razon))).join('')
  return [
    '<?xml version="1.0" encoding="ISO-8859-1"?>',
    '<RESULTADO_ENVIO>',
    `<IDENTIFICACION>${tag('RUTEMISOR', envio.rutEmpresa)}${tag('RUTENVIA', envio.rutEnvia)}${tag('TRACKID', envio.trackId)}${tag('TMSTRECEPCION', chileTimestamp(new Date(envio.recibidoAt)))}${tag('ESTADO', envio.estado)}</IDENTIFICACION>`,
    ...(envio.estado === 'EPR' ? [`<ESTADISTICA>${totals}</ESTADISTICA>`] : []),
    ...(failed ? [`<ERRORENVIO>${failed}</ERRORENVIO>`] : []),
    ...(reviews ? [`<REVISIONENVIO>${reviews}</REVISIONENVIO>`] : []),
    '</RESULTADO_ENVIO>',
    '',
  ].join('\n')
}
