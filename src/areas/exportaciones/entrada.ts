// A move enters another server: every row under its own id, in one transaction, sealed under the key of this server (areas/exportaciones §6).

import { LLEVADAS, secretasOf } from '../../store/llevadas'
import type { Secrets } from '../../store/secrets'
import { SELLADOS } from '../../store/sellados'
import type { Store } from '../../store/store'
import { TROZO } from '../../store/trozos'
import { LATIN1_DECLARATION } from '../../xml/dte-xml'
import { placeOf, type Secreto, secretPlace } from './filas'
import { type Cabecera, SECRETOS_JSONL } from './indice'
import { prepareEntrada } from './statements-entrada'

/** An archive whose files were found to be those of its index. */
export interface Archivo {
  indice: Cabecera
  lines(nombre: string): AsyncGenerator<string, void, undefined>
  readWhole(nombre: string): Promise<Buffer>
}

type Fila = Record<string, unknown>

interface Deps {
  store: Pick<Store, 'client' | 'secrets'>
  archivo: Archivo
  /** It opens its secrets. */
  llave: Pick<Secrets, 'open'>
  /** The account that companies enter which came without theirs; null for a whole account. */
  cuentaId: string | null
  /** The mark of a clave in this server (areas/portal), which is made with its key. */
  credencialOf(rut: string, clave: string): string
  /** The rest of the same transaction, once all rows are there. */
  atEnd(): void
}

const tableFile = (tabla: string): string => `tablas/${tabla}.jsonl`

/** Why it cannot enter here, all of it at once; none where it can. Before a row is written. */
export async function findObstacles({ client }: Pick<Store, 'client'>, archivo: Archivo): Promise<string[]> {
  const sql = prepareEntrada(client)
  const { cuenta, entera, esquema } = archivo.indice
  if (esquema !== sql.ultimaMigracion.get())
    return [
      `Es de otra versión de Timbre (esquema ${esquema}, y este servidor tiene ${sql.ultimaMigracion.get()}): ponga la misma en los dos servidores y haga la mudanza de nuevo`,
    ]
  const found: string[] = []
  if (entera && sql.hasCuenta.get(cuenta.id))
    found.push(`La cuenta ${cuenta.nombre} ya está en este servidor`)
  for await (const { email } of rowsOf(archivo, 'usuario'))
    if (sql.hasCorreo.get(email as string))
      found.push(`El correo ${email} ya es de una persona de este servidor`)
  for await (const { id, rut, deleted_at } of rowsOf(archivo, 'empresa')) {
    const isThere = sql.hasEmpresa.get(id as string) || (deleted_at === null && sql.hasRut.get(rut as string))
    if (isThere) found.push(`La empresa ${rut} ya está en este servidor`)
  }
  for await (const { rut_emisor, ambiente, tipo_dte, desde, hasta } of rowsOf(archivo, 'caf')) {
    const range = [rut_emisor, ambiente, tipo_dte, hasta, desde] as [string, string, number, number, number]
    if (sql.hasCaf.get(...range))
      found.push(
        `El CAF del tipo ${tipo_dte}, folios ${desde} a ${hasta}, de ${rut_emisor} ya está en este servidor`,
      )
  }
  return found
}

async function* rowsOf({ lines }: Archivo, tabla: string): AsyncGenerator<Fila> {
  for await (const line of lines(tableFile(tabla))) yield JSON.parse(line)
}

/** All of it or nothing: a death leaves what was there. Nobody else may have the database open. Returns how many rows. */
export async function importArchivo({ store, archivo, llave, cuentaId, ...deps }: Deps): Promise<number> {
  const { client, secrets } = store
  const sql = prepareEntrada(client)
  const secretos = secretsReader(archivo, llave)
  const sealedColumns = new Map(SELLADOS.map((one) => [`${one.table}.${one.column}`, one]))
  let count = 0

  async function bytesOf(tabla: string, value: unknown): Promise<Uint8Array> {
    if (typeof value === 'string') return Buffer.from(value)
    const { base64, archivo: ruta } = value as { base64?: string; archivo?: string }
    if (ruta === undefined) return Buffer.from(base64!, 'base64')
    const bytes = await archivo.readWhole(ruta)
    if (tabla === 'documento_xml') return bytes.subarray(LATIN1_DECLARATION.length)
    // Its other pieces are rows of their own.
    return bytes.subarray(Math.max(0, Math.ceil(bytes.length / TROZO) - 1) * TROZO)
  }

  /** Where companies came without their account: its people stayed behind. */
  function adopt(tabla: string, row: Fila): void {
    if (cuentaId === null) return
    if ('cuenta_id' in row && row.cuenta_id !== null) row.cuenta_id = cuentaId
    if (tabla === 'empresa_cartera') row.responsable_id = null
  }

  async function enterTabla(tabla: string): Promise<void> {
    const columnas = sql.columnas(tabla)
    const secretas = secretasOf(tabla, true)
    let insert: ReturnType<typeof sql.insert> | null = null
    let names: string[] = []
    let n = 0
    for await (const line of archivo.lines(tableFile(tabla))) {
      const row = JSON.parse(line) as Fila
      n++
      if (!insert) {
        names = columnas.map(({ name }) => name).filter((name) => name in row || secretas.includes(name))
        insert = sql.insert(tabla, names)
      }
      adopt(tabla, row)
      const plain = await secretos.of(tabla, n, secretas)
      if (tabla === 'portal_clave')
        plain.credencial = Buffer.from(deps.credencialOf(row.rut as string, plain.clave_cifrada!.toString()))
      // A column that is generated from others names the row, too.
      const named = tabla === 'idempotencia' ? { ...row, ambito: row.empresa_id ?? row.cuenta_id } : row
      const values: unknown[] = []
      for (const { name, type } of columnas) {
        if (!names.includes(name)) continue
        const given = secretas.includes(name) ? plain[name] : row[name]
        if (given === undefined || given === null) values.push(null)
        else if (type !== 'BLOB') values.push(given instanceof Uint8Array ? given.toString() : given)
        else {
          const bytes = given instanceof Uint8Array ? given : await bytesOf(tabla, given)
          const sellado = sealedColumns.get(`${tabla}.${name}`)
          values.push(sellado ? secrets.seal(placeOf(sellado, named), bytes) : bytes)
        }
      }
      insert.run(...values)
      count++
    }
  }

  client.exec('BEGIN IMMEDIATE')
  try {
    client.pragma('defer_foreign_keys = ON')
    const triggers = sql.triggers.all()
    for (const { name } of triggers) client.exec(`DROP TRIGGER ${name}`)
    for (const tabla of Object.keys(LLEVADAS)) await enterTabla(tabla)
    if (!(await secretos.isOver())) throw new Error('there are secrets of no row')
    sql.placeJobs.run(JSON.stringify(archivo.indice.empresas.map(({ id }) => id)))
    for (const { sql } of triggers) client.exec(sql)
    deps.atEnd()
    client.exec('COMMIT')
    return count
  } catch (fault) {
    if (client.inTransaction) client.exec('ROLLBACK')
    throw fault
  }
}

/** The secrets of an archive, which stand in the order of its rows: never more of them in memory than one row's. */
function secretsReader(archivo: Archivo, llave: Pick<Secrets, 'open'>) {
  const lines = archivo.lines(SECRETOS_JSONL)
  let ahead: Secreto | null | undefined
  async function peek(): Promise<Secreto | null> {
    if (ahead === undefined) {
      const { value, done } = await lines.next()
      ahead = done ? null : (JSON.parse(value as string) as Secreto)
    }
    return ahead
  }
  return {
    async of(tabla: string, n: number, secretas: readonly string[]): Promise<Record<string, Buffer>> {
      const found: Record<string, Buffer> = {}
      if (!secretas.length) return found
      for (let one = await peek(); one?.tabla === tabla && one.fila === n; one = await peek()) {
        found[one.columna] = llave.open(secretPlace(tabla, one.columna, n), Buffer.from(one.valor, 'base64'))
        ahead = undefined
      }
      return found
    },
    isOver: async (): Promise<boolean> => (await peek()) === null,
  }
}
