// The use case behind POST /v1/dte/guias/facturar: guides become one invoice, and the ledger says so in the transaction that
// takes its folio (http §5).

import {
  buildDocumento,
  Lectura,
  readPedidoFactura,
  solicitudFactura,
  warnFechas,
} from '../../../domain/dte/solicitud'
import type { PedidoEmision } from '../aceptar/accept-once'
import type { Emision } from '../aceptar/emision'
import type { OnBehalfOf } from '../aceptar/on-behalf-of'
import type { Documentos } from '../documento/documento-store'
import type { GuiaRow } from '../referencias/guia-store'
import type { Guias } from '../referencias/guias'

interface Deps {
  emision: Emision
  documentos: Documentos
  guias: Guias
}

export type FacturarGuias = ReturnType<typeof createFacturarGuias>

export const createFacturarGuias =
  ({ emision, documentos, guias }: Deps) =>
  /** The invoice of the guides that a body names. Throws what the body lacks; its steps what the guides do: GUIDE_*, GUIDES_MIXED_RECEIVER. */
  (body: unknown, whose: OnBehalfOf): PedidoEmision<GuiaRow[]> => {
    const lectura = new Lectura()
    const pedido = readPedidoFactura(body, lectura)
    if (!pedido) throw lectura.error()
    return {
      check: () => guias.invoiceable(whose, pedido.folios),
      review(rows) {
        const issuing = emision.issuing(whose)
        const { empresa, hoy, hora, fechaPropia } = issuing
        const dtes = rows.map((row) => documentos.contenido(row).dte)
        const solicitud = solicitudFactura(dtes, pedido, lectura)
        if (!solicitud) throw lectura.error()
        warnFechas(dtes, solicitud.fechaEmision ?? hoy, lectura)
        const { documento } = buildDocumento(solicitud, empresa.emisor, hoy, hora, lectura, fechaPropia)
        if (!documento) throw lectura.error()
        const covered = rows.map(({ id }) => id)
        return emision.built(whose, issuing, documento, covered)
      },
    }
  }
