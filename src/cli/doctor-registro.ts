// Whether the file of the server's log is kept: the server says so in its database, for on Windows another user runs it, and nobody sees
// what it writes elsewhere.

import { eq } from 'drizzle-orm'
import type { Db } from '../store/store'
import { meta } from '../store/tables/meta'
import type { Revision } from './doctor-revision'

const FALLA = 'registro_falla'

const faultIn = (db: Db): string | null =>
  db.select({ valor: meta.valor }).from(meta).where(eq(meta.clave, FALLA)).get()?.valor ?? null

/** Says what is wrong with it now; null is nothing. Writes only what is another than before. */
export function noteLogFault(db: Db, fault: string | null): void {
  if (fault === faultIn(db)) return
  if (fault === null) db.delete(meta).where(eq(meta.clave, FALLA)).run()
  else
    db.insert(meta)
      .values({ clave: FALLA, valor: fault })
      .onConflictDoUpdate({ target: meta.clave, set: { valor: fault } })
      .run()
}

/** Nothing where all is well, as the server last saw it. */
export function* checkRegistro(db: Db): Generator<Revision> {
  const fault = faultIn(db)
  if (fault)
    yield {
      estado: 'aviso',
      que: 'Registro',
      detalle: fault,
      remedio:
        'corrija el permiso del archivo y de su carpeta para el usuario del servidor, que lo retoma solo',
    }
}
