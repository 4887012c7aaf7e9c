// Asks the SII about a company's folios that this database does not know: `timbre folios conciliar`, and
// loads or skips.

import type { Folios } from '../areas/folios'
import type { Config } from '../config'
import type { Ambiente } from '../domain/ambiente'
import { AppError } from '../domain/errors'
import { type Audit, operador } from '../http/audit'
import { SiiFault } from '../sii'
import type { Store } from '../store/store'
import { Falla, type Io } from './comando'
import type { EmpresaDe } from './empresa-de'
import type { ExitStatus } from './exit-status'
import { appOf, logTo } from './proceso'

/** The arguments of the commands about a company's folios. */
export interface Pedido {
  config: Config
  store: Store
  folios: Folios
  audit: Audit
  empresa: EmpresaDe
  ambiente: Ambiente
  io: Io
}

type Preguntas = ReturnType<typeof appOf>['services']['dte']['reconciliation']

/** Runs what asks the SII. */
export async function asking<T>(
  { config, store, io }: Pedido,
  run: (preguntas: Preguntas) => Promise<T>,
): Promise<T> {
  const app = appOf(config, store, logTo(io.err, config))
  try {
    return await run(app.services.dte.reconciliation)
  } finally {
    await app.stop(0)
  }
}

/** Asks for every type of which it has folios; the status of the command. */
export async function conciliar(pedido: Pedido): Promise<ExitStatus> {
  const { store, folios, empresa, ambiente } = pedido
  const titular = { empresaId: empresa.id, ambiente }
  // Whoever asks has a reason, whatever the database knows.
  store.client.transaction(() => folios.porConciliar.mark(titular)).immediate()
  const wanted = folios.porConciliar.types({ empresaId: empresa.id, ambiente })
  if (!wanted.length) throw new Falla(`La empresa no tiene en ${ambiente} folios de los que preguntar`)
  const { conciliados, failed } = await askFor(pedido, wanted)
  pedido.io.result({ conciliados })
  return failed ? 1 : 0
}

/** Asks for types that are por conciliar; `failed` of them the SII did not tell. */
export function askFor(
  pedido: Pedido,
  wanted: readonly number[],
): Promise<{ conciliados: object[]; failed: number }> {
  const { folios, audit, empresa, ambiente, io } = pedido
  const titular = { empresaId: empresa.id, ambiente }
  return asking(pedido, async (preguntas) => {
    const conciliados: object[] = []
    let failed = 0
    for (const tipoDte of wanted) {
      try {
        const found = await preguntas.reconcile(titular, tipoDte)
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
        const { siguiente } = folios
          .stock({ empresaId: empresa.id, ambiente })
          .find((stock) => stock.tipoDte === tipoDte)!
        conciliados.push({ tipo_dte: tipoDte, ambiente, emitidos_fuera, apartados, siguiente })
        const next = siguiente === null ? 'no quedan folios' : `el próximo es el ${siguiente}`
        io.out(
          apartados === 0
            ? `Tipo ${tipoDte} en ${ambiente}: el SII no tiene folios que aquí no consten; ${next}`
            : `Tipo ${tipoDte} en ${ambiente}: el SII tiene ${emitidos_fuera} folios que aquí no constan; se apartan ${apartados} y ${next}`,
        )
      } catch (fault) {
        if (!(fault instanceof SiiFault || fault instanceof AppError)) throw fault
        failed++
        conciliados.push({ tipo_dte: tipoDte, ambiente, error: fault.message })
        io.err(
          `Tipo ${tipoDte} en ${ambiente}: ${fault.message}; sigue por conciliar, y se pregunta antes de la próxima emisión`,
        )
      }
    }
    return { conciliados, failed }
  })
}
