// The events about folios as they come and go (http §12.5). Their expiry is told by the clock.

import type { Rango } from '../../domain/folios/existencias'
import type { Titular } from '../../domain/titular'
import type { Eventos } from '../eventos'

/** Tells that `disponibles` folios of a type are left: `folios.bajos`, or `folios.agotados` at none. */
export const notifyFew = (
  eventos: Pick<Eventos, 'emit'>,
  titular: Titular,
  { tipoDte, disponibles, umbral }: { tipoDte: number; disponibles: number; umbral: number | null },
): void =>
  eventos.emit(titular, [
    {
      evento: disponibles === 0 ? 'folios.agotados' : 'folios.bajos',
      data: () => ({
        empresa_id: titular.empresaId,
        ambiente: titular.ambiente,
        tipo_dte: tipoDte,
        disponibles,
        umbral,
      }),
    },
  ])

/** Tells that a range was loaded; in that transaction. */
export function notifyReceived(
  eventos: Pick<Eventos, 'emit'>,
  { empresaId, ambiente }: Titular,
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
