// What is told of folios as they come and go (contract §12, event kinds). Their expiry is told by the clock.

import type { Ambiente } from '../../domain/ambiente'
import type { Rango } from '../../domain/folios/existencias'
import type { Eventos } from '../eventos'

/** Tells that `disponibles` folios of a type are left: `folios.bajos`, or `folios.agotados` at none. */
export type AvisarTomado = (
  empresaId: string,
  ambiente: Ambiente,
  tipoDte: number,
  disponibles: number,
) => void

/** Few: the last tenth of a range, when no other follows it. */
export const pocosFolios = (desde: number, hasta: number): number => Math.ceil((hasta - desde + 1) / 10)

export const createAvisarTomado =
  (eventos: Pick<Eventos, 'emit'>): AvisarTomado =>
  (empresaId, ambiente, tipoDte, disponibles) =>
    eventos.emit({ empresaId, ambiente }, [
      {
        evento: disponibles === 0 ? 'folios.agotados' : 'folios.bajos',
        data: () => ({ empresa_id: empresaId, ambiente, tipo_dte: tipoDte, disponibles }),
      },
    ])

/** Tells that a range was loaded; in that transaction. */
export function avisarRecibidos(
  eventos: Pick<Eventos, 'emit'>,
  { empresaId, ambiente }: { empresaId: string; ambiente: Ambiente },
  {
    tipoDte,
    desde,
    hasta,
    venceEl,
    origen,
  }: Pick<Rango, 'desde' | 'hasta' | 'venceEl' | 'origen'> & { tipoDte: number },
): void {
  const cantidad = hasta - desde + 1
  const rango = { tipo_dte: tipoDte, desde, hasta, cantidad, vence_el: venceEl, origen }
  const data = () => ({ empresa_id: empresaId, ambiente, ...rango })
  eventos.emit({ empresaId, ambiente }, [{ evento: 'folios.recibidos', data }])
}
