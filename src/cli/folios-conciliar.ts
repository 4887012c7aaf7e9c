// `timbre folios conciliar`: what the SII has of a company's folios that this database does not know, asked now.

import type { Folios } from '../areas/folios'
import type { Config } from '../config'
import type { Ambiente } from '../domain/ambiente'
import { type Audit, operador } from '../http/audit'
import { SiiFault } from '../sii'
import type { Store } from '../store/store'
import { Falla, type Io } from './comando'
import type { EmpresaDe } from './empresa-de'
import { appOf, logTo } from './proceso'

/** What the commands about a company's folios are given. */
export interface Pedido {
  config: Config
  store: Store
  folios: Folios
  audit: Audit
  empresa: EmpresaDe
  ambiente: Ambiente
  io: Io
}

/** Asks for every type of which it has folios; the status of the command. */
export async function conciliar({
  config,
  store,
  folios,
  audit,
  empresa,
  ambiente,
  io,
}: Pedido): Promise<number> {
  const titular = { empresaId: empresa.id, ambiente }
  // Whoever asks has a reason, whatever the database knows.
  store.client.transaction(() => folios.porConciliar.mark(titular)).immediate()
  const wanted = folios.porConciliar.types(empresa.id, ambiente)
  if (!wanted.length) throw new Falla(`La empresa no tiene en ${ambiente} folios de los que preguntar`)
  const app = appOf(config, store, logTo(io.err, config))
  let failed = 0
  try {
    for (const tipoDte of wanted) {
      try {
        const found = await app.services.dte.reconciliation.reconcile(titular, tipoDte)
        const { emitidosFuera: emitidos_fuera, apartados } = found
        audit(
          operador(empresa.cuentaId),
          () => {},
          () => ({
            accion: 'folios.conciliados',
            empresaId: empresa.id,
            detalle: { tipo_dte: tipoDte, emitidos_fuera, apartados },
          }),
        )
        const { siguiente } = folios.stock(empresa.id, ambiente).find((stock) => stock.tipoDte === tipoDte)!
        const next = siguiente === null ? 'no quedan folios' : `el próximo es el ${siguiente}`
        io.out(
          apartados === 0
            ? `Tipo ${tipoDte} en ${ambiente}: el SII no tiene folios que aquí no consten; ${next}`
            : `Tipo ${tipoDte} en ${ambiente}: el SII tiene ${emitidos_fuera} folios que aquí no constan; se apartan ${apartados} y ${next}`,
        )
      } catch (fault) {
        if (!(fault instanceof SiiFault)) throw fault
        failed++
        io.err(`Tipo ${tipoDte} en ${ambiente}: ${fault.message}; sigue por conciliar`)
      }
    }
  } finally {
    await app.stop(0)
  }
  return failed ? 1 : 0
}
