// `timbre respaldo listar`: what is at the destination, also on a machine that has no database yet.

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { createRespaldoStore, type Respaldo } from '../areas/respaldo'
import type { Config } from '../config'
import type { ConfigRespaldo } from '../respaldo/config'
import { textOf } from '../respaldo/destino'
import { readNombre } from '../respaldo/nombre'
import { openDestino } from '../respaldo/open-destino'
import { connect } from '../store/driver'
import { databaseFile, isBlank, pendingIn } from './carpeta'
import type { Io } from './comando'
import type { ExitStatus } from './exit-status'

export async function listCopias(config: Config, { ubicacion }: ConfigRespaldo, io: Io): Promise<ExitStatus> {
  const where = textOf(ubicacion)
  const found = await openDestino(ubicacion).list(new AbortController().signal)
  const own = ownRows(databaseFile(resolve(config.dataDir)), where)
  const newestFirst = found.toSorted(
    (a, b) => readNombre(b.nombre)!.at.getTime() - readNombre(a.nombre)!.at.getTime(),
  )
  io.result(
    newestFirst.map((one) => {
      const { ensayo = null, ensayoAt = null } = own?.get(one.nombre) ?? {}
      return { ...one, propia: own?.has(one.nombre) ?? null, ensayo, ensayo_at: ensayoAt }
    }),
  )
  for (const { nombre, bytes } of newestFirst)
    io.out(`${nombre}  ${bytes} bytes  ${own ? remark(own.get(nombre)) : ''}`.trimEnd())
  if (!found.length) io.err(`No hay copias en ${where}`)
  return 0
}

const remark = (row: Respaldo | undefined): string => {
  if (!row) return 'no la hizo esta base de datos: no la borra'
  if (!row.ensayoAt) return 'sin ensayar'
  return `${row.ensayo === 'fallida' ? 'FALLÓ el ensayo' : 'ensayada'} el ${row.ensayoAt.slice(0, 10)}: ${row.ensayoDetalle}`
}

/** The rows by name; null where there is no database of this version to ask. */
function ownRows(path: string, destino: string): Map<string, Respaldo> | null {
  if (!existsSync(path) || pendingIn(path).length || isBlank(path)) return null
  const client = connect(path, { readonly: true })
  try {
    const rows = createRespaldoStore(drizzle({ client })).kept(destino)
    return new Map(rows.map((row) => [row.nombre, row]))
  } finally {
    client.close()
  }
}
