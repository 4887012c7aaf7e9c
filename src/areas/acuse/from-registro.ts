// Learns acceptances from the register of sales (http §27.3): it tells when each invoice was received,
// accepted or claimed, so one reading brings a month's answers. What changed in it since the last look is
// looked at, however it was read.

import { nextTurn } from '../../base/turn'
import { saidByRegistro } from '../../domain/acuse'
import type { Store } from '../../store/store'
import { type Documentos, datosDocumento, type Envios, isIssuedHere } from '../dte'
import type { Eventos } from '../eventos'
import { type CambioRow, prepareRegistro } from './statements'

/** Rows of one transaction. */
const STEP = 200

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

  function apply(row: CambioRow): void {
    const said = saidByRegistro(row)
    const own = said && documentos.byId(row.documento_id)
    // The SII's own answer outweighs the register's.
    if (!own || own.acuse !== null) return
    const { resultado, fecha } = said
    sql.decide.run(resultado, own.id)
    if (!isIssuedHere(own)) return
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
    for (const row of sql.cambios.all(since, last)) apply(row)
    sql.keep.run(String(last))
    return true
  })

  return async () => {
    while (client.open && step.immediate()) await nextTurn()
  }
}
