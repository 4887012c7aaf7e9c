// `timbre cuenta importar FILE`: a move enters this server, which is stopped: all of it or nothing (areas/exportaciones §6).

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { findObstacles, INDICE_FIRMA, importArchivo, isSignedBy, openCifrado } from '../areas/exportaciones'
import { markPorConciliar } from '../areas/folios'
import { credencialOf } from '../areas/portal'
import { loadConfig } from '../config'
import { AMBIENTES } from '../domain/ambiente'
import { createAudit, operador } from '../http/audit'
import { checkUnused } from '../store/lock'
import type { Secrets } from '../store/secrets'
import { databaseFile, explained, openCarpeta } from './carpeta'
import { type Argumentos, Falla, type Io, text, UsoIncorrecto } from './comando'
import { type ArchivoCuenta, findDifferences } from './cuenta-archivo'
import { readFrase } from './cuenta-frase'
import { findCuenta } from './persona-nueva'
import { clock, logTo, newId, random } from './proceso'

/** Refused before a row is written, whatever is amiss. Throws UsoIncorrecto, Falla. */
export async function importInto(
  args: Argumentos,
  path: string,
  archivo: ArchivoCuenta,
  io: Io,
): Promise<void> {
  const { cuenta, empresas, entera, mudanza } = archivo.indice
  if (!mudanza)
    throw new Falla(
      `${path} es una copia y no una mudanza: no trae secretos y no se importa; sus XML emitidos entran en otro servidor como historia, con timbre historia importar`,
    )
  const into = text(args, 'cuenta')
  if (entera && into !== undefined)
    throw new UsoIncorrecto('--cuenta es de una mudanza de empresas sueltas: ésta trae su cuenta')
  if (!entera && into === undefined)
    throw new UsoIncorrecto('La mudanza es de empresas sueltas: diga con --cuenta a qué cuenta entran')
  const llave = await openSecrets(archivo, await readFrase(args, io), path)
  await checkWhole(archivo, path, io)
  const config = loadConfig(io.env, { data: text(args, 'data') })
  const file = databaseFile(resolve(config.dataDir))
  if (existsSync(file)) explained(file, () => checkUnused(file))
  const { store, close } = openCarpeta(config, {
    clock,
    random,
    log: logTo(io.err, config),
    create: into === undefined,
  })
  try {
    store.client.pragma('locking_mode = EXCLUSIVE')
    const cuentaId = into === undefined ? null : findCuenta(store, into).id
    const obstacles = await findObstacles(store, archivo)
    if (obstacles.length) throw new Falla(`No se importó nada. ${obstacles.join('. ')}`)
    const owner = cuentaId ?? cuenta.id
    const count = await importArchivo({
      ...{ store, archivo, llave, cuentaId },
      credencialOf: (rut, clave) => credencialOf(store.secrets, rut, clave),
      atEnd() {
        // Nothing in the archive says whether the other server was opened again since: the SII is asked before the next folio.
        for (const { id } of empresas)
          for (const ambiente of AMBIENTES) markPorConciliar(store.db, { empresaId: id, ambiente })
        createAudit({ store, clock, newId })(
          operador(owner),
          () => {},
          () => ({ accion: 'cuenta.importada', detalle: { empresas: empresas.map(({ id }) => id) } }),
        )
      },
    })
    io.result({ importado: path, cuenta_id: owner, empresas: empresas.length, filas: count })
    io.out(`${path}: la cuenta ${cuenta.nombre}, ${empresas.length} empresas, ${count} filas`)
    io.err(
      'Sus folios quedan por conciliar: antes de emitir se pregunta al SII cuáles tiene. Las personas entran con su clave de siempre, y las llaves de API son las mismas. No reabra la cuenta en el servidor anterior: dos servidores no toman folios de los mismos CAF',
    )
  } finally {
    close()
  }
}

/** Throws Falla for another phrase, or an index that was not made with it. */
async function openSecrets(archivo: ArchivoCuenta, frase: string, path: string): Promise<Secrets> {
  const { indice, sha256 } = archivo
  const llave = indice.cifrado ? await openCifrado(indice.cifrado, frase) : null
  if (!llave) throw new Falla(`La frase no es la de ${path}. No se importó nada`)
  const { nombres, readWhole } = archivo
  const firma = nombres.includes(INDICE_FIRMA) ? (await readWhole(INDICE_FIRMA)).toString() : ''
  if (!isSignedBy(llave, sha256, firma))
    throw new Falla(`El índice de ${path} no se hizo con esa frase: alguien lo cambió. No se importó nada`)
  return llave
}

async function checkWhole(archivo: ArchivoCuenta, path: string, io: Io): Promise<void> {
  let faults = 0
  for await (const fault of findDifferences(archivo)) {
    io.err(fault)
    faults++
  }
  if (faults) throw new Falla(`${path} no está entero: descárguelo de nuevo. No se importó nada`)
}
