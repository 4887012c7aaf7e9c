// The use case behind POST /v1/dte/guias/facturar: guides become one invoice, and the ledger says so in the transaction that
// takes its folio (http §5).

import {
  buildDocumento,
  Lectura,
  readPedidoFactura,
  solicitudFactura,
  warnFechas,
} from '../../../domain/dte/solicitud'
import type { Beside, Emision } from '../aceptar/emision'
import type { OnBehalfOf } from '../aceptar/on-behalf-of'
import type { Documentos } from '../documento/documento-store'
import type { Guias } from '../referencias/guias'

interface Deps {
  emision: Emision
  documentos: Documentos
  guias: Guias
}

export type FacturarGuias = ReturnType<typeof createFacturarGuias>

export const createFacturarGuias =
  ({ emision, documentos, guias }: Deps) =>
  /**
   * Accepts the invoice of the guides that a body names. Throws what the body or the guides lack, GUIDE_* and
   * GUIDES_MIXED_RECEIVER, and what any emission throws; no folio is taken then.
   */
  <T>(body: unknown, whose: OnBehalfOf, beside: Beside<T>): Promise<T> => {
    const lectura = new Lectura()
    const pedido = readPedidoFactura(body, lectura)
    if (!pedido) throw lectura.error()
    const find = () => guias.invoiceable(whose, pedido.folios)
    return emision.enqueueBuilt(
      (emisor, hoy, hora, fechaPropia) => {
        const rows = find()
        const dtes = rows.map((row) => documentos.contenido(row).dte)
        const solicitud = solicitudFactura(dtes, pedido, lectura)
        if (!solicitud) throw lectura.error()
        warnFechas(dtes, solicitud.fechaEmision ?? hoy, lectura)
        const { documento } = buildDocumento(solicitud, emisor, hoy, hora, lectura, fechaPropia)
        if (!documento) throw lectura.error()
        return { documento, guias: rows.map(({ id }) => id) }
      },
      whose,
      {
        before() {
          const earlier = beside.before()
          if (!earlier) find()
          return earlier
        },
        after: beside.after,
      },
    )
  }
