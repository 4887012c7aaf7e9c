// The trial of a copy: it is fetched back, and where the server can open it, opened and verified like a database that is to be put
// back. Where it cannot, what came is held against what was written, and the result says that it was not opened.

import { rmSync } from 'node:fs'
import { createRespaldoStore, type Respaldo } from '../areas/respaldo'
import type { Apertura } from '../respaldo/cifrado'
import { type Destino, textOf } from '../respaldo/destino'
import { RespaldoFault } from '../respaldo/falla'
import { openDestino } from '../respaldo/open-destino'
import { type Medida, measured, unpacked } from '../respaldo/paquete'
import { streamOf } from '../respaldo/trozos'
import { databaseFile, keyOpens, pendingIn } from './carpeta'
import { Falla } from './comando'
import { line } from './doctor-revision'
import { checkPages } from './integridad'
import type { CopiaDeps } from './respaldo-copia'
import { verifyFile } from './verificar'

type Resultado = Pick<Respaldo, 'ensayo' | 'ensayoDetalle'>

/** Tries `nombre`, or the newest copy of this server, and keeps the result. Throws Falla where there is none. */
export async function runEnsayo(
  { dir, store, config, clock, signal }: CopiaDeps,
  apertura: Apertura | null,
  nombre: string | undefined,
): Promise<Resultado & { nombre: string }> {
  const rows = createRespaldoStore(store.db)
  const where = textOf(config.ubicacion)
  const row = nombre ? rows.byNombre(nombre) : rows.kept(where)[0]
  const tried = nombre ?? row?.nombre
  if (!tried) throw new Falla(`Este servidor aún no tiene copias en ${where}`)
  const temporal = `${databaseFile(dir)}.ensayo`
  let resultado: Resultado
  try {
    resultado = await tryOut(openDestino(config.ubicacion), tried, row, apertura, temporal, signal)
  } catch (fault) {
    signal.throwIfAborted()
    if (!(fault instanceof RespaldoFault || fault instanceof Falla)) throw fault
    resultado = { ensayo: 'fallida', ensayoDetalle: fault.message }
  } finally {
    rmSync(temporal, { force: true })
  }
  if (row) rows.change(row.id, { ...resultado, ensayoAt: clock().toISOString() })
  return { ...resultado, nombre: tried }
}

async function tryOut(
  destino: Destino,
  nombre: string,
  row: Respaldo | undefined,
  apertura: Apertura | null,
  temporal: string,
  signal: AbortSignal,
): Promise<Resultado> {
  rmSync(temporal, { force: true })
  const { content, measure } = measured(await destino.read(nombre, signal))
  if (!apertura) {
    for await (const _ of content) signal.throwIfAborted()
    const came = measure()
    compare(came, row)
    const same = row?.sha256 ? 'es byte por byte la que se escribió' : 'tiene el tamaño de la que se escribió'
    return {
      ensayo: 'integra',
      ensayoDetalle: `${came.bytes} bytes: ${same}. No se abrió, porque el servidor no tiene la clave privada: timbre respaldo ensayar --identidad ARCHIVO`,
    }
  }
  const { clave } = await unpacked(streamOf(content), apertura, temporal)
  compare(measure(), row)
  return { ensayo: 'abierta', ensayoDetalle: verify(temporal, clave) }
}

/** Throws RespaldoFault when it is not what was written. */
function compare(came: Medida, row: Respaldo | undefined): void {
  if (row && row.bytes !== null && row.bytes !== came.bytes)
    throw new RespaldoFault(`Tiene ${came.bytes} bytes y se escribieron ${row.bytes}`)
  if (row?.sha256 && row.sha256 !== came.sha256)
    throw new RespaldoFault('Sus bytes no son los que se escribieron')
}

/** Throws Falla with the first finding. */
function verify(path: string, clave: Uint8Array): string {
  if (!keyOpens(path, clave)) throw new Falla('La clave maestra de la copia no abre su base de datos')
  if (pendingIn(path).length) {
    checkPages(path, Number.POSITIVE_INFINITY)
    return 'se abrió: páginas y clave en orden; es de una versión anterior, que timbre verificar no lee'
  }
  const faults = [...verifyFile(path, clave)].filter(({ estado }) => estado === 'falla')
  if (faults.length) throw new Falla(faults.map(line).join('\n').slice(0, 1000))
  return 'se abrió y timbre verificar la encontró en orden: páginas, secretos, folios y XML'
}
