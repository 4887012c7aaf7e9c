// Writes verdicts on documents, and what follows from them: for notes, guides, folios, copies and listeners.

import type { Clock } from '../../../base/clock'
import { isFinal } from '../../../domain/dte/estados'
import type { Eventos } from '../../eventos'
import type { Folios } from '../../folios'
import type { Documentos, EmitidoRow } from '../documento/documento-store'
import type { Envios } from '../envio/envio-store'
import type { Sets } from '../envio/set-store'
import type { Guias } from '../referencias/guias'
import type { Referencias } from '../referencias/referencias'
import { eventosDeVeredictos } from './eventos'
import type { Veredicto } from './judge'
import type { Listeners } from './listeners'

/** The folio is at the SII with another document: whoever took it did so after this database was copied, or elsewhere. */
const USADO_FUERA = new Set<string | null>(['DNK', 'DTE-3-101'])

interface Deps {
  clock: Clock
  folios: Pick<Folios, 'porConciliar'>
  documentos: Documentos
  envios: Envios
  referencias: Referencias
  listeners: Pick<Listeners, 'judged' | 'setMoved'>
  sets: Sets
  guias: Guias
  eventos: Pick<Eventos, 'emit'>
}

/**
 * Writes verdicts of one company on documents that have no final one yet. `total`: the SII refused their whole file. Runs in
 * the caller's transaction.
 */
export type WriteVeredictos = (verdicts: readonly [EmitidoRow, Veredicto][], total: boolean) => void

export function createWriteVeredictos(deps: Deps): WriteVeredictos {
  const { clock, folios, documentos, envios, referencias, guias, listeners, eventos, sets } = deps
  return (verdicts, total) => {
    const at = clock().toISOString()
    const written: [EmitidoRow, Veredicto][] = []
    for (const [row, veredicto] of verdicts) {
      const { id } = row
      const { estado, codigo, glosa } = veredicto
      const current = documentos.byId(id)!
      if (isFinal(current) || current.estado_sii === estado) continue
      documentos.setVerdict(id, estado, codigo, glosa)
      documentos.addHistory(id, at, estado, codigo, glosa)
      const final = isFinal({ estado_sii: estado })
      if (estado === 'rechazado') referencias.revert(id)
      else if (final) referencias.apply(id)
      // The SII used no folio of a file that it turned away as a whole: they are gaps to annul.
      if (total) documentos.setFolioEstado(id, 'por_anular')
      if (final) referencias.settled(id)
      if (final) guias.settled(id)
      if (final) listeners.judged(documentos.byId(id)!)
      written.push([row, veredicto])
    }
    const first = verdicts[0]?.[0]
    if (!first) return
    // Those of one follow-up are of one envelope.
    const set = written[0] && sets.of(written[0][0])
    if (set) listeners.setMoved(set)
    const titular = { empresaId: first.empresa_id, ambiente: first.ambiente }
    if (written.some(([, { estado, codigo }]) => estado === 'rechazado' && USADO_FUERA.has(codigo)))
      folios.porConciliar.mark(titular)
    eventos.emit(titular, eventosDeVeredictos({ envios }, written))
  }
}
