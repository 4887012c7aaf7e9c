// `timbre cuenta exportar|verificar|importar`: an account as one archive, beside a running server; one held against its index; and a move of
// one into a server that is stopped.

import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { and, eq, isNull } from 'drizzle-orm'
import { createExportaciones, exportFiles, makeLlave } from '../areas/exportaciones'
import { loadConfig } from '../config'
import { parseRut } from '../domain/rut'
import { createAudit, operador } from '../http/audit'
import { writeZip } from '../http/zip'
import type { Db } from '../store/store'
import { empresa } from '../store/tables/empresa'
import { syncFile, syncFolderOf, whyUnreadable, whyUnwritable } from './archivo'
import { openCarpeta } from './carpeta'
import {
  type Argumentos,
  type Comando,
  DATA_FLAG,
  Falla,
  type Io,
  requireText,
  text,
  UsoIncorrecto,
} from './comando'
import { ArchivoInvalido, findDifferences, openArchivo } from './cuenta-archivo'
import { readFrase } from './cuenta-frase'
import { importInto } from './cuenta-importar'
import { findCuenta } from './persona-nueva'
import { clock, logTo, newId, random } from './proceso'

/** The options of each action. */
const OPCIONES: Readonly<Record<string, readonly string[]>> = {
  exportar: ['cuenta', 'empresa', 'mudanza', 'frase-archivo'],
  verificar: [],
  importar: ['cuenta', 'frase-archivo'],
}

export const cuenta: Comando = {
  nombre: 'cuenta',
  uso: 'exportar --cuenta CUENTA|CORREO [--empresa RUT] [--mudanza [--frase-archivo ARCHIVO]] ARCHIVO | verificar ARCHIVO | importar [--frase-archivo ARCHIVO] [--cuenta CUENTA|CORREO] ARCHIVO',
  resumen:
    'exportar escribe en ARCHIVO todo lo de una cuenta, o de una de sus empresas, en archivos abiertos y sin secretos, junto a un servidor andando; con --mudanza, también sus secretos bajo una frase, y desde ya lo que va aquí sólo se lee. verificar comprueba cada archivo de uno así contra su SHA-256, sin base de datos; importar pone una mudanza en este servidor, detenido',
  flags: {
    ...DATA_FLAG,
    cuenta: { type: 'string' },
    empresa: { type: 'string' },
    mudanza: { type: 'boolean' },
    'frase-archivo': { type: 'string' },
  },
  words: [2, 2],
  async run(args, io) {
    const [action, path] = args.positionals as [string, string]
    const own = OPCIONES[action]
    if (!own) throw new UsoIncorrecto(`«${action}» no es exportar, verificar ni importar`)
    for (const flag of ['cuenta', 'empresa', 'mudanza', 'frase-archivo'])
      if (args.flags[flag] !== undefined && !own.includes(flag))
        throw new UsoIncorrecto(`--${flag} no es de ${action}`)
    if (action === 'verificar') return verify(path, io)
    if (action === 'importar') {
      const archivo = await opened(path)
      try {
        await importInto(args, path, archivo, io)
      } finally {
        archivo.close()
      }
      return 0
    }
    if (args.flags['frase-archivo'] !== undefined && !args.flags.mudanza)
      throw new UsoIncorrecto('--frase-archivo va con --mudanza: una copia no lleva secretos')
    await write(args, path, io)
    return 0
  },
}

/** Throws UsoIncorrecto, Falla. */
function companyOf(db: Db, cuentaId: string, rut: string): string {
  const parsed = parseRut(rut)
  if (!parsed) throw new UsoIncorrecto(`«${rut}» no es un RUT válido`)
  const found = db
    .select({ id: empresa.id })
    .from(empresa)
    .where(and(eq(empresa.cuentaId, cuentaId), eq(empresa.rut, parsed), isNull(empresa.deletedAt)))
    .get()
  if (!found) throw new Falla(`La cuenta no tiene una empresa con el RUT ${parsed}`)
  return found.id
}

/** Under another name until it is whole and on the disk: what has its name is never half of it. */
async function write(args: Argumentos, path: string, io: Io): Promise<void> {
  if (existsSync(path)) throw new Falla(`${path} ya existe; nombre otro`)
  const wanted = requireText(args, 'cuenta')
  const rut = text(args, 'empresa')
  const llave = args.flags.mudanza ? await makeLlave(await readFrase(args, io), random) : null
  const config = loadConfig(io.env, { data: text(args, 'data') })
  const { store, close } = openCarpeta(config, { clock, random, log: logTo(io.err, config), shared: true })
  const partial = `${path}.parte`
  let undo = () => {}
  try {
    const account = findCuenta(store, wanted)
    const empresas = rut === undefined ? [] : [companyOf(store.db, account.id, rut)]
    const exportaciones = createExportaciones({ store, clock, newId })
    const audit = createAudit({ store, clock, newId })
    const actor = { cuentaId: account.id, usuarioId: null }
    // From here on what goes only reads, so that the archive is of its end.
    const moved = llave
      ? audit(
          operador(account.id),
          () => exportaciones.move(actor, empresas, llave),
          ({ id }) => ({ accion: 'cuenta.mudada', objeto: id, detalle: { empresas } }),
        )
      : null
    if (moved)
      undo = () =>
        audit(
          operador(account.id),
          () => exportaciones.drop(moved),
          () => ({ accion: 'cuenta.reabierta', objeto: moved.id }),
        )
    const salida = exportaciones.salidaOf(moved ?? { cuentaId: account.id, empresas })
    // Its mode is of its making: one that a death left is made anew.
    rmSync(partial, { force: true })
    const pieces = writeZip(exportFiles(store, salida, clock()))
    await pipeline(Readable.from(pieces, { objectMode: false }), createWriteStream(partial, { mode: 0o600 }))
    syncFile(partial)
    audit(
      operador(account.id),
      () => renameSync(partial, path),
      () => ({ accion: moved ? 'cuenta.exportacion_descargada' : 'cuenta.exportada', detalle: { empresas } }),
    )
    undo = () => {}
    syncFolderOf(path)
    io.result({
      ...{
        archivo: path,
        cuenta_id: account.id,
        empresas: salida.empresas.length,
        mudanza: moved?.id ?? null,
      },
    })
    if (moved)
      io.err(
        `Lo que va quedó mudado: aquí sólo se lee, hasta que un propietario quite la mudanza ${moved.id}. En el otro servidor, detenido: timbre cuenta importar ${path}`,
      )
    io.out(
      `${path}: la cuenta ${account.nombre}, ${salida.empresas.length} empresas. Compruébelo con: timbre cuenta verificar ${path}`,
    )
  } catch (fault) {
    rmSync(partial, { force: true })
    // No whole archive of it ever was: it stays here.
    undo()
    if (fault instanceof Error && 'syscall' in fault)
      throw new Falla(`No se pudo escribir ${path}: ${whyUnwritable(fault)}`, { cause: fault })
    throw fault
  } finally {
    close()
  }
}

async function verify(path: string, io: Io): Promise<0 | 1> {
  const archivo = await opened(path)
  try {
    const faltas: string[] = []
    for await (const falta of findDifferences(archivo)) {
      io.err(falta)
      faltas.push(falta)
    }
    const { cuenta, archivos, tablas, creado_en } = archivo.indice
    io.result({
      integro: faltas.length === 0,
      archivos: archivos.length,
      tablas: tablas.length,
      creado_en,
      faltas,
    })
    if (!faltas.length)
      io.out(
        `${path} está entero: ${archivos.length} archivos de la cuenta ${cuenta.nombre}, del ${creado_en}`,
      )
    return faltas.length ? 1 : 0
  } finally {
    archivo.close()
  }
}

/** Throws Falla. */
async function opened(path: string) {
  try {
    return await openArchivo(path)
  } catch (fault) {
    if (fault instanceof ArchivoInvalido) throw new Falla(`${path}: ${fault.message}`, { cause: fault })
    if (fault instanceof Error && 'syscall' in fault)
      throw new Falla(`No se pudo leer ${path}: ${whyUnreadable(fault)}`, { cause: fault })
    throw fault
  }
}
