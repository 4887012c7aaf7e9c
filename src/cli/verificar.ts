// `timbre verificar`: whether the database is what it should be (http §23). Reads only, also beside a running server.

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { loadConfig } from '../config'
import { connect } from '../store/driver'
import { createSecrets } from '../store/secrets'
import type { Db } from '../store/store'
import { databaseFile, explained, isBlank, keyOpens, pendingIn } from './carpeta'
import { claveNuevaFile, masterKeyOf } from './clave-maestra'
import { type Comando, DATA_FLAG, Falla, text } from './comando'
import { CONCILIACION, checkConciliacion } from './conciliacion'
import { line, type Revision } from './doctor-revision'
import { requireDatabase } from './existente'
import { checkSqlite } from './sqlite'
import { readable, verifyTodo } from './verificar-datos'

export const verificar: Comando = {
  nombre: 'verificar',
  uso: '[--data DIR]',
  resumen: 'revisa la base de datos entera: páginas, secretos, folios y XML; no cambia nada',
  flags: DATA_FLAG,
  words: [0, 0],
  async run(args, io) {
    checkSqlite()
    const config = loadConfig(io.env, { data: text(args, 'data') })
    const dir = resolve(config.dataDir)
    const path = databaseFile(dir)
    requireDatabase(path)
    return explained(path, () => {
      const pending = pendingIn(path)
      if (isBlank(path)) throw new Falla(`${path} está vacío: restaure un respaldo con timbre restaurar`)
      if (pending.length) throw new Falla(`${path} es de una versión anterior; timbre serve la actualiza`)
      const noKey = { hasDatabase: true, random: () => new Uint8Array(0) }
      const { clave, origen } = masterKeyOf(dir, config.masterKey, noKey)
      if (!keyOpens(path, clave)) {
        const nueva = claveNuevaFile(dir)
        const why = existsSync(nueva)
          ? `: un cambio de clave quedó a medias y la próxima partida lo termina con ${nueva}, no lo borre`
          : ''
        throw new Falla(`La clave maestra de ${origen} no abre ${path}${why}`)
      }
      const revisiones: Revision[] = []
      for (const revision of verifyFile(path, clave, (db) => checkConciliacion(dir, db))) {
        revisiones.push(revision)
        io.out(line(revision))
      }
      io.result(revisiones)
      return revisiones.some(({ estado }) => estado === 'falla') ? 1 : 0
    })
  },
}

/** All checks of the database file `path`, of this version, which `clave` opens; `more`, if any, are of its folder. Only reads. */
export function* verifyFile(
  path: string,
  clave: Uint8Array,
  more?: (db: Db) => Generator<Revision>,
): Generator<Revision> {
  const client = connect(path, { readonly: true })
  try {
    // One snapshot for all checks, whatever a running server writes meanwhile.
    client.exec('BEGIN')
    yield* verifyTodo(client, createSecrets(clave))
    if (more) yield* readable(CONCILIACION, () => more(drizzle({ client })))
  } finally {
    client.close()
  }
}
