// The envelope as a whole: its signature (exit RFR) and its carátula (exit RCT), before any document is looked at
// (sii §4.2, simulator §3.1, §3.2).

import { RUT_SII } from '../domain/rut'
import { checkFirmaSobre } from '../xml/verify/firmas'
import { isEmisor, maySend } from './contribuyentes'
import { digestSet } from './digest-set'
import type { DocumentoRow, EnvioRow } from './libro'
import { isAccepted, readPersona } from './persona'
import { type Pause, type Recorte, readMarco } from './recorte'
import type { Razon, Sim } from './sim'

/** The general resolution of the production side; on the other, number 0 is accepted with any date. */
const RESOLUCION_PRODUCCION = { numero: '80', fecha: '2014-08-22' }

/** Why the envelope's signature, or the right of its signer, does not hold. */
export async function judgeFirma(
  sim: Sim,
  envio: EnvioRow,
  recorte: Recorte,
  pause: Pause,
): Promise<Razon[]> {
  const { lado, rutEmpresa, rutEnvia, recibidoAt } = envio
  const { marco, digest } = await digestSet(recorte, pause)
  const razones = checkFirmaSobre(marco, { digest })
    .filter((h) => h.nivel === 'rechazo')
    .map(({ codigo, mensaje }): Razon => ({ codigo, mensaje }))
  if (razones.length) return razones
  const persona = readPersona(marco.firma?.certificado ?? '')
  if (!persona || !isAccepted(persona, new Date(recibidoAt)))
    return [
      {
        codigo: 'ENV-3-922',
        mensaje: 'El certificado del envío no es de un emisor reconocido o no está vigente',
      },
    ]
  // The permission may have been withdrawn since the door let it in (sii §4.2, RFR).
  if (!isEmisor(sim, lado, rutEmpresa) || !maySend(sim, lado, rutEmpresa, rutEnvia))
    return [
      { codigo: 'ENV-3-6', mensaje: 'El usuario no tiene permiso para enviar documentos de la empresa' },
    ]
  return []
}

/** Why the carátula does not fit the company, the sender or the documents. */
export function judgeCaratula(envio: EnvioRow, recorte: Recorte, documentos: DocumentoRow[]): Razon[] {
  const caratula = readMarco(recorte)?.caratula
  if (!caratula) return [{ codigo: 'ENV-3-0', mensaje: 'El envío no tiene carátula' }]
  const razones: Razon[] = []
  const add = (codigo: string, mensaje: string) => razones.push({ codigo, mensaje })
  if (caratula.rutEnvia !== envio.rutEnvia)
    add('CRT-3-11', `RutEnvia ${caratula.rutEnvia} no es quien envió el archivo, ${envio.rutEnvia}`)
  const { nroResol, fchResol } = caratula
  const known =
    envio.lado === 'certificacion'
      ? Number(nroResol) === 0
      : Number(nroResol) === Number(RESOLUCION_PRODUCCION.numero) && fchResol === RESOLUCION_PRODUCCION.fecha
  if (!known)
    add('CRT-3-19', `La resolución ${nroResol} del ${fchResol} no es la de la empresa en este ambiente`)
  if (caratula.rutReceptor !== RUT_SII) add('CRT-3-903', `RutReceptor ${caratula.rutReceptor} no es el SII`)
  const foreign = documentos.find((d) => d.rutEmisor !== caratula.rutEmisor)
  if (caratula.rutEmisor !== envio.rutEmpresa || foreign)
    add('CRT-3-902', 'El emisor no es el mismo en el envío, la carátula y los documentos')
  const counts = new Map<number, number>()
  for (const { tipoDte } of documentos) counts.set(tipoDte, (counts.get(tipoDte) ?? 0) + 1)
  const { subtotales } = caratula
  if (subtotales.length !== counts.size || subtotales.some((s) => counts.get(s.tipo) !== s.cantidad))
    add('CRT-3-901', 'Los subtotales de la carátula no son los de los documentos')
  return razones
}
