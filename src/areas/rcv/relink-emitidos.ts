// Links looked at anew when the SII has documents issued here, or a note's file is received, for their references say more than the register does
// (domain/rcv §5).

import type { Log } from '../../base/log'
import { nextTurn } from '../../base/turn'
import type { Lado } from '../../domain/rcv/columnas'
import { isFacturaCompra, isNota } from '../../domain/rcv/tipos'
import type { Store } from '../../store/store'
import type { DocumentoListener, Documentos } from '../dte'
import type { EnCurso } from './en-curso'
import type { Dueno } from './statements'
import { prepareVinculos } from './statements-vinculos'
import type { Vinculos } from './vinculos'

/**
 * Listens to what becomes of documents. The work is done in later turns, outside of the transaction that tells of it; what a
 * process that dies leaves undone, the next reading of the register does.
 */
export function createRelinkEmitidos({
  store: { client },
  documentos,
  enCurso,
  relink,
  log,
}: {
  store: Pick<Store, 'client'>
  documentos: Pick<Documentos, 'byEnvio'>
  enCurso: EnCurso
  relink: Vinculos['relink']
  log: Pick<Log, 'error'>
}): Pick<DocumentoListener, 'received'> & {
  /** A note of `rut` came. */
  notaRecibida(dueno: Dueno, rut: string): void
} {
  const sql = prepareVinculos(client)
  const pending = new Map<string, { dueno: Dueno; ruts: Record<Lado, Set<string>> }>()

  async function flush(): Promise<void> {
    await nextTurn()
    const all = [...pending.values()]
    pending.clear()
    for (const { dueno, ruts } of all) {
      const titular = { empresaId: dueno.empresa_id, ambiente: dueno.ambiente }
      await enCurso.run({ ...dueno, periodo: '' }, async () => {
        for (const lado of ['venta', 'compra'] as const)
          if (client.open && ruts[lado].size) await relink(titular, lado, ruts[lado])
      })
    }
  }

  function enqueue(dueno: Dueno, add: (ruts: Record<Lado, Set<string>>) => void): void {
    // Most companies have no register here: nothing is read for them.
    if (!sql.hasRegistro.get(dueno)) return
    const key = `${dueno.empresa_id}/${dueno.ambiente}`
    const ruts = pending.get(key)?.ruts ?? { compra: new Set(), venta: new Set() }
    add(ruts)
    const idle = pending.size === 0
    pending.set(key, { dueno, ruts })
    if (idle)
      flush().catch((error: unknown) => {
        // A server that stops closes the file under it.
        if (client.open) log.error('rcv.vinculos', { error })
      })
  }

  return {
    notaRecibida: (dueno, rut) => enqueue(dueno, ({ compra }) => void compra.add(rut)),
    received: ({ id, empresa_id, ambiente }) =>
      enqueue({ empresa_id, ambiente }, (ruts) => {
        for (const { tipo_dte, rut_receptor } of documentos.byEnvio(id)) {
          const compra = isFacturaCompra(tipo_dte)
          if (!compra) ruts.venta.add(rut_receptor)
          // Notes over a 46 of one's own stand in the purchases, as it does.
          if (compra || isNota(tipo_dte)) ruts.compra.add(rut_receptor)
        }
      }),
  }
}
