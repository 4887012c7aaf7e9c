// What the register of sales tells of receivers (http §27.3): it has when each invoice was received, accepted or claimed, so that one
// reading of it brings a month's answers. What changed in it since the last look is looked at, however it was read.

import { nextTurn } from '../../base/turn'
import { PLAZO_ACUSE_MS } from '../../domain/acuse'
import type { Store } from '../../store/store'
import { type Documentos, datosDocumento, type Envios } from '../dte'
import type { Eventos } from '../eventos'
import { type CambioRow, prepareRegistro } from './statements'

/** Rows of one transaction. */
const STEP = 200

/** Presumed when the time was over, and written so: an acceptance by then is nobody's word. */
const TACITO_MS = 60_000

export function createFromRegistro({
  store: { client },
  documentos,
  envios,
  eventos,
}: {
  store: Pick<Store, 'client'>
  documentos: Pick<Documentos, 'byId'>
  envios: Pick<Envios, 'get'>
  eventos: Pick<Eventos, 'emit'>
}): () => Promise<void> {
  const sql = prepareRegistro(client)

  /** What the row says of its document, and since when. The register does not tell a receipt from an acceptance: the less of both. */
  function saidBy({ fecha_recepcion, fecha_acuse, fecha_reclamo }: CambioRow) {
    if (fecha_reclamo) return { resultado: 'reclamado' as const, fecha: fecha_reclamo }
    if (!fecha_acuse || !fecha_recepcion) return null
    const presumed = Date.parse(fecha_recepcion) + PLAZO_ACUSE_MS - TACITO_MS
    return Date.parse(fecha_acuse) < presumed ? { resultado: 'recibido' as const, fecha: fecha_acuse } : null
  }

  function take(row: CambioRow): void {
    const said = saidBy(row)
    const own = said && documentos.byId(row.documento_id)
    // What the SII said itself is more than that.
    if (!own || own.acuse !== null) return
    const { resultado, fecha } = said
    sql.decide.run(resultado, own.id)
    eventos.emit({ empresaId: own.empresa_id, ambiente: own.ambiente }, [
      {
        evento: 'dte.acuse',
        data: () => ({
          empresa_id: own.empresa_id,
          ambiente: own.ambiente,
          ...datosDocumento(envios, own),
          resultado,
          evento: { codigo: null, fecha, rut: own.rut_receptor },
          fuente: 'rcv',
        }),
      },
    ])
  }

  const step = client.transaction((): boolean => {
    const since = sql.since.get() ?? 0
    const last = sql.last.get(since, STEP) ?? null
    if (last === null) return false
    for (const row of sql.cambios.all(since, last)) take(row)
    sql.keep.run(String(last))
    return true
  })

  return async () => {
    while (client.open && step.immediate()) await nextTurn()
  }
}
