// Fields for print and search, which change no amount.

import type { Block } from '../block'
import { withoutUndefined } from '../read'

export type Otros = Record<'observaciones' | 'referencia' | 'vendedor', string>

export const otros: Block<Otros> = {
  id: 'otros',
  title: 'Notas y códigos propios',
  place: 'mas',
  initial: { observaciones: '', referencia: '', vendedor: '' },
  keys: ['observaciones', 'referencia_externa', 'vendedor'],
  toBody: ({ observaciones, referencia, vendedor }) => ({
    body: withoutUndefined({
      observaciones: observaciones.trim() || undefined,
      referencia_externa: referencia.trim() || undefined,
      vendedor: vendedor.trim() || undefined,
    }),
  }),
  // The reference names one document of the caller's own system, not the next one too.
  fromRequest: ({ observaciones, vendedor }) => ({
    observaciones: observaciones ?? '',
    referencia: '',
    vendedor: vendedor ?? '',
  }),
}
