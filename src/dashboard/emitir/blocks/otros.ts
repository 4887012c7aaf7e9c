// Fields for print and search, which change no amount.

import type { SolicitudEmitida } from '../../api/routes.gen'
import type { Block } from '../block'
import { named, type Table, type Texts, tableBlock } from './table'

export const OTROS = {
  ...named('text', 'observaciones', 'vendedor'),
  referencia: ['referencia_externa', 'text'],
} as const satisfies Table<SolicitudEmitida>

export type Otros = Texts<typeof OTROS>

const plain = tableBlock(OTROS)

export const otros: Block<Otros> = {
  ...plain,
  id: 'otros',
  title: 'Notas y códigos propios',
  place: 'mas',
  // The reference names one document of the caller's own system, not the next one too.
  fromRequest: (asked) => ({ ...plain.fromRequest(asked), referencia: '' }),
  fromDraft: (asked) => ({ ...plain.fromRequest(asked as SolicitudEmitida) }),
}
