// Notes of a server in its database, for commands beside it: where it answers, and what is wrong with the file of its log.

import { eq } from 'drizzle-orm'
import type { Log } from '../base/log'
import { isStorageFault } from '../store/storage-fault'
import type { Db } from '../store/store'
import { meta } from '../store/tables/meta'

/** `servidor_direccion`: `http://127.0.0.1:3000`, while it runs, or until the next start where it was killed. */
type Note = 'servidor_direccion' | 'registro_falla'

export const noteIn = (db: Db, clave: Note): string | null =>
  db.select({ valor: meta.valor }).from(meta).where(eq(meta.clave, clave)).get()?.valor ?? null

/** Null takes it away. Writes only what is another than before. */
export function setNote(db: Db, clave: Note, valor: string | null): void {
  if (valor === noteIn(db, clave)) return
  if (valor === null) db.delete(meta).where(eq(meta.clave, clave)).run()
  else
    db.insert(meta).values({ clave, valor }).onConflictDoUpdate({ target: meta.clave, set: { valor } }).run()
}

/** The same where a database that cannot be written must stop nobody: a full disk is no reason to end a server, nor to end it halfway. */
export function trySetNote(db: Db, log: Pick<Log, 'warn'>, clave: Note, valor: string | null): void {
  try {
    setNote(db, clave, valor)
  } catch (error) {
    if (!isStorageFault(error)) throw error
    log.warn('servidor.sin_nota', { clave, error })
  }
}
