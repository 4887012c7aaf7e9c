// The SII's own letters (simulator §4.2): what it made of an envelope or of a report, in the box of the company.

import { createLibro } from '../libro'
import { resultadoRcof } from '../rcof/api-rcof'
import { findRcof } from '../rcof/rcof'
import { resultadoEnvio } from '../resultado'
import type { Sim } from '../sim'
import { buzonDe } from './direcciones'
import { createEstafeta } from './estafeta'
import { writeMensaje } from './mensaje'

const SII = 'siidte@simulador.invalid'

function mail(
  sim: Sim,
  dueno: string | null,
  rut: string,
  trackId: number,
  asunto: string,
  xml: string,
): void {
  const para = buzonDe(rut)
  const mensaje = writeMensaje({
    ...{ de: { nombre: 'Servicio de Impuestos Internos', direccion: SII }, para, asunto, at: sim.now() },
    texto: `${asunto}\n`,
    adjuntos: [
      {
        ...{ nombre: `Resultado_${trackId}.xml`, tipo: 'text/xml', codificacion: 'base64' },
        bytes: Buffer.from(xml, 'latin1'),
      },
    ],
  })
  createEstafeta(sim).deliver({ dueno: dueno ?? '', de: SII, para: [para], mensaje })
}

/** Tells a company what became of an envelope that ended, at the present of `sim`. */
export function mailResultado(sim: Sim, trackId: number): void {
  const libro = createLibro(sim)
  const envio = libro.findEnvio(trackId)!
  const asunto = `Resultado de Revision Envio ${trackId} - ${envio.rutEmpresa}`
  mail(sim, envio.dueno, envio.rutEmpresa, trackId, asunto, resultadoEnvio(libro, envio))
}

/** Tells a company what became of a report of used folios. */
export function mailResultadoRcof(sim: Sim, trackId: number): void {
  const rcof = findRcof(sim, trackId)
  const xml = rcof && resultadoRcof(rcof)
  if (!rcof || !xml) return
  const asunto = `Resultado de Revision Consumo de Folios ${trackId}`
  mail(sim, rcof.dueno, rcof.rutEmpresa, trackId, asunto, xml)
}
