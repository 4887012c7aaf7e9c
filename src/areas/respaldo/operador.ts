// The account whose people run the server: its first one.

import { asc } from 'drizzle-orm'
import type { Db } from '../../store/store'
import { cuenta } from '../../store/tables/cuenta'

export const cuentaOperadora = (db: Db): string | undefined =>
  db.select({ id: cuenta.id }).from(cuenta).orderBy(asc(cuenta.createdAt), asc(cuenta.id)).limit(1).get()?.id
