// The check of `timbre doctor` on the file of the server's log: as the server says it, for on Windows another user runs it, and nobody sees
// what it writes elsewhere.

import type { Db } from '../store/store'
import type { Revision } from './doctor-revision'
import { noteIn } from './server-notes'

/** Nothing where all is well, as the server last saw it. */
export function* checkRegistro(db: Db): Generator<Revision> {
  const detalle = noteIn(db, 'registro_falla')
  if (detalle)
    yield {
      estado: 'aviso',
      que: 'Registro',
      detalle,
      remedio:
        'corrija el permiso del archivo y de su carpeta para el usuario del servidor, que lo retoma solo, o nombre otro: con la unidad de systemd, uno de /var/lib/timbre',
    }
}
