// `timbre doctor`: looks at everything that a server needs, with the remedy (http §23): what is wrong first, what is well in one line a
// kind. It changes nothing and works beside a running server.

import { existsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { isNull } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { type Config, loadConfig } from '../config'
import { connect } from '../store/driver'
import { empresa } from '../store/tables/empresa'
import { databaseFile, pendingIn } from './carpeta'
import { type Comando, DATA_FLAG, Falla, type Io, text } from './comando'
import { checkConciliacion } from './conciliacion'
import { checkClaveMaestra, checkDisk, checkSecretOpens, secretsOf } from './doctor-carpeta'
import { checkCorreo } from './doctor-correo'
import { checkCertificados, checkFolios, checkReloj, EN_CLARO } from './doctor-datos'
import { checkPortal } from './doctor-portal'
import { checkRegistro } from './doctor-registro'
import { checkRespaldo } from './doctor-respaldo'
import { line, ordered, type Revision } from './doctor-revision'
import { checkServicio } from './doctor-servicio'
import { checkSii } from './doctor-sii'
import { checkUnsent } from './doctor-unsent'
import { checkAllowed } from './existente'
import { checkFirma } from './firma'
import { checkNotLost, checkPages } from './integridad'
import { clock } from './proceso'
import { checkSqlite } from './sqlite'

export const doctor: Comando = {
  nombre: 'doctor',
  uso: '[--todo] [--data DIR]',
  resumen:
    'revisa configuración, disco, reloj, certificados, folios y acceso al SII: primero lo que falla; --todo, línea por línea',
  flags: { ...DATA_FLAG, todo: { type: 'boolean' } },
  words: [0, 0],
  async run(args, io) {
    const config = loadConfig(io.env, { data: text(args, 'data') })
    const isNamed = text(args, 'data') !== undefined || io.env.TIMBRE_DATA_DIR !== undefined
    const all = await Array.fromAsync(inspect(config, isNamed, io.env))
    io.result(all.map(({ clase: _, ...one }) => one))
    for (const revision of args.flags.todo === true ? all : ordered(all)) io.out(line(revision))
    return all.some(({ estado }) => estado === 'falla') ? 1 : 0
  },
}

/** Where the folder was named, a database is expected in it. */
async function* inspect(config: Config, isNamed: boolean, env: Io['env']): AsyncGenerator<Revision> {
  const dir = resolve(config.dataDir)
  const { hostname, port } = config.addr
  yield {
    estado: 'bien',
    que: 'Configuración',
    detalle: `datos en ${dir}, serve escucharía en ${hostname}:${port}`,
  }
  if (config.formatoDte === '2.2') {
    yield {
      estado: 'aviso',
      que: 'Formato DTE',
      detalle: 'TIMBRE_FORMATO_DTE=2.2: transporte, georeferencia y madera del formato 2.5 no van en el XML',
      remedio: 'es un freno: quítelo cuando el SII los acepte',
    }
  }
  yield await checkFirma(config.firma)
  const sqlite = refusal('SQLite', checkSqlite)
  yield sqlite ?? { estado: 'bien', que: 'SQLite', detalle: `carga desde la carpeta temporal ${tmpdir()}` }
  const disk = checkDisk(dir)
  yield disk
  yield* checkServicio(dir, env)
  const path = databaseFile(dir)
  if (sqlite || !existsSync(path)) {
    const lost = refusal('Base de datos', () => {
      checkAllowed(path)
      checkNotLost(dir, path)
    })
    if (lost && !sqlite) yield lost
    // A folder that cannot be had is told already.
    else if (!sqlite && disk.estado !== 'falla') yield noDatabase(dir, isNamed)
    yield* checkSii(config, [])
    yield checkCorreo(config, 0)
    return
  }
  yield checkClaveMaestra(dir, config.masterKey)
  const broken = refusal('Base de datos', () => {
    checkAllowed(path)
    checkNotLost(dir, path)
    pendingIn(path)
    if (statSync(path).size > 0) checkPages(path)
  })
  if (broken) {
    yield broken
    yield* checkSii(config, [])
    yield checkCorreo(config, 0)
    return
  }
  const pending = pendingIn(path)
  yield pending.length
    ? {
        estado: 'aviso',
        que: 'Base de datos',
        detalle: `le faltan ${pending.join(', ')}`,
        remedio: 'timbre serve las aplica, con una copia antes',
      }
    : { estado: 'bien', que: 'Base de datos', detalle: path }
  if (pending.length) {
    yield* checkSii(config, [])
    yield checkCorreo(config, 0)
    return
  }
  const client = connect(path, { readonly: true })
  const db = drizzle({ client })
  try {
    yield checkSecretOpens(client, dir, config.masterKey)
    yield EN_CLARO
    yield* checkRegistro(db)
    yield checkReloj(db, clock())
    yield* checkCertificados(db, clock(), secretsOf(client, dir, config.masterKey))
    yield* checkFolios(db, clock())
    yield* checkPortal(db, clock())
    yield* checkUnsent(db)
    yield* checkConciliacion(dir, db)
    yield* checkRespaldo(config, dir, db, clock())
    const empresas = db
      .select({ ambiente: empresa.ambiente, envioReceptor: empresa.envioReceptor })
      .from(empresa)
      .where(isNull(empresa.deletedAt))
      .all()
    yield* checkSii(config, [...new Set(empresas.map(({ ambiente }) => ambiente))])
    yield checkCorreo(config, empresas.filter(({ envioReceptor }) => envioReceptor !== 'no').length)
  } finally {
    client.close()
  }
}

const noDatabase = (dir: string, isNamed: boolean): Revision =>
  isNamed
    ? {
        estado: 'falla',
        que: 'Base de datos',
        detalle: `no hay una en ${dir}`,
        remedio: 'indique su carpeta con --data o TIMBRE_DATA_DIR; una nueva la crea timbre serve',
      }
    : {
        estado: 'aviso',
        que: 'Base de datos',
        detalle: `aún no hay nada en ${dir}`,
        remedio:
          'timbre serve crea una nueva; si ya tiene una, indique su carpeta con --data o TIMBRE_DATA_DIR',
      }

/** The fault of a step as a revision; null when it succeeds. */
function refusal(que: string, step: () => unknown): Revision | null {
  try {
    step()
    return null
  } catch (fault) {
    if (fault instanceof Falla) return { estado: 'falla', que, detalle: fault.message }
    return {
      estado: 'falla',
      que,
      detalle: (fault as Error).message,
      remedio: 'restaure un respaldo o indique otra carpeta con --data',
    }
  }
}
