// The reactions of others: customers answer the company's documents, suppliers void the claimed ones
// (simulator §21.4). Only the agenda is written here; it is played at its own time.

import type { DocumentoRow, EnvioRow } from '../libro'
import { ATENDIDOS } from '../reclamo-codigos'
import type { Sim } from '../sim'
import { type Acto, planActos } from './actos'
import { FACTURA } from './tipos'

const DAY = 86_400_000

/** A customer's answers to a document that was just accepted and that it may answer. */
export function reactToDocumento(
  sim: Sim,
  { rutEmisor, rutReceptor, tipoDte, folio, lado }: DocumentoRow,
  { recibidoAt, dueno }: Pick<EnvioRow, 'recibidoAt' | 'dueno'>,
  formaPago: string,
): void {
  if (lado !== 'certificacion' || !ATENDIDOS.includes(tipoDte) || ['1', '3'].includes(formaPago)) return
  const { vecinos } = sim.sql
  const casa = { dueno: dueno ?? '', rutEmpresa: rutEmisor }
  const vecino = vecinos.find.get(casa.dueno, rutEmisor, rutReceptor)
  if (!vecino) return
  const says = (accion: 'ERM' | 'ACD' | 'RCD' | 'RFP', dias: number): Acto => ({
    acto: 'responde',
    rut: rutReceptor,
    at: recibidoAt + (dias + vecino.retrasoDias) * DAY,
    datos: { tipoDte, folio, accion },
  })
  if (vecino.temple === 'cliente_formal') planActos(sim, casa, [says('ERM', 2), says('ACD', 3)])
  if (vecino.temple !== 'cliente_reclama') return
  const ordinal = vecinos.recibidas.get(casa.dueno, rutReceptor, rutEmisor)!
  if (ordinal % 4 === 0) planActos(sim, casa, [says('RCD', 2)])
  else if (ordinal % 7 === 0) planActos(sim, casa, [says('RFP', 2)])
}

/** A supplier that voids what is claimed does so two days later. */
export function reactToReclamo(sim: Sim, documento: DocumentoRow, at: number): void {
  const { rutEmisor, rutReceptor, tipoDte, folio, lado, trackId } = documento
  if (lado !== 'certificacion' || tipoDte !== FACTURA) return
  const casa = { dueno: sim.sql.envio.find.get(trackId)?.dueno ?? '', rutEmpresa: rutReceptor }
  const vecino = sim.sql.vecinos.find.get(casa.dueno, rutReceptor, rutEmisor)
  if (vecino?.temple !== 'proveedor_anula') return
  planActos(sim, casa, [
    {
      acto: 'anota',
      rut: rutEmisor,
      at: at + (2 + vecino.retrasoDias) * DAY,
      datos: { clase: 'anula', sobre: 1, folio },
    },
  ])
}
