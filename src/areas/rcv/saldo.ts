// The balance of a document of the register: one figure, whoever asks for it (http §1.3).

import { isNotaCredito } from '../../domain/rcv/tipos'
import type { Store } from '../../store/store'
import type { Referencias } from '../dte'
import type { Documento } from './lista'
import { prepareEmitido } from './statements'

export type SaldoDe = ReturnType<typeof createSaldo>

/**
 * Pesos, zero at least: of a document that was issued here, its own balance; of another what notes of the register and of here leave of it;
 * of a note of credit what is not linked yet.
 */
export function createSaldo({ client }: Store, registro: Pick<Referencias['registro'], 'saldoDe'>) {
  const emitido = prepareEmitido(client)
  return (row: Documento): number =>
    isNotaCredito(row.tipoDte)
      ? Math.max(0, row.montoTotal - row.vinculado)
      : (emitido.get(row.id) ?? registro.saldoDe(row))
}
