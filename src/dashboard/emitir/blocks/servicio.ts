// Services: which kind, and the days they were given.

import { tipoDocumento } from '../../../domain/dte/tipos'
import type { Block } from '../block'
import { withoutUndefined } from '../read'

export type Servicio = Record<'ind' | 'desde' | 'hasta', string>

export const servicio: Block<Servicio> = {
  id: 'servicio',
  title: 'Servicio',
  place: 'mas',
  initial: { ind: '', desde: '', hasta: '' },
  keys: ['ind_servicio', 'periodo_desde', 'periodo_hasta'],
  toBody: ({ ind, desde, hasta }) => ({
    body: withoutUndefined({
      ind_servicio: ind ? (Number(ind) as 1 | 2 | 3) : undefined,
      periodo_desde: desde || undefined,
      periodo_hasta: hasta || undefined,
    }),
  }),
  fromRequest: ({ tipo_dte, ind_servicio, periodo_desde, periodo_hasta }) => ({
    // 3 is what a boleta is unless it says otherwise.
    ind: ind_servicio === 3 && tipoDocumento(tipo_dte).raiz === 'Boleta' ? '' : String(ind_servicio ?? ''),
    desde: periodo_desde ?? '',
    hasta: periodo_hasta ?? '',
  }),
}
