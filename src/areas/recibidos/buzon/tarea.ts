// The schedule's task of mailboxes (jobs §7): those that are on.

import { AppError } from '../../../domain/errors'
import type { Tarea } from '../../programacion'
import type { Buzones } from './buzones'
import { refusalOf } from './open-box'
import type { createReadBox } from './read-box.job'

export const buzonTarea = ({
  buzones,
  leer,
}: {
  buzones: Pick<Buzones, 'get'>
  leer: Pick<ReturnType<typeof createReadBox>, 'encargo'>
}): Tarea<'buzon'> => ({
  nombre: 'buzon',
  operacion: null,
  permiso: 'recibidos:gestionar',
  encargos: async () => [leer.encargo()],
  check(titular) {
    const row = buzones.get(titular)
    const refusal = refusalOf(row)
    if (refusal) throw row ? new AppError('MAILBOX_ERROR', refusal.message) : refusal
  },
  pausedUntil: () => null,
})
