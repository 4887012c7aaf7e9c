// A neighbour's mail (simulator §21.5), to compare its side of the exchange with the company's.

import { type ApiCall, type ApiDeps, instant, ok } from '../api-pedido'
import { buzonDe } from '../correo/direcciones'
import { casaOf, vecinoOf } from './api-vecinos'
import type { Leido } from './contestacion'

/** GET vecinos/:rut/bandeja: the company's letters to it, the newest two hundred, with what it made of each. */
export function getBandeja(deps: ApiDeps, call: ApiCall): Response {
  const casa = casaOf(call)
  const { rut } = vecinoOf(deps, casa, call.parts[0]!)
  const de = buzonDe(casa.rutEmpresa)
  const rows = deps.sim.sql.vecinos.leido.bandeja.all(casa.dueno, de, buzonDe(rut))
  return ok(
    rows.map((row) => ({
      id: String(row.id),
      asunto: row.asunto,
      recibido_at: instant(row.recibidoAt),
      clase: row.clase,
      codigo: row.estado,
      documentos: (JSON.parse(row.documentos ?? '[]') as Leido[]).map((one) => ({
        tipo_dte: one.tipoDte,
        folio: one.folio,
        rut_emisor: one.rutEmisor,
        monto_total: one.total,
        codigo: one.estado,
        glosa: one.glosa,
      })),
    })),
  )
}
