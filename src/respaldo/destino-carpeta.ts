// Copies in a folder: another disk, or what is mounted there.

import { constants } from 'node:fs'
import { access, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { giveTo } from '../store/owner'
import type { Destino } from './destino'
import { RespaldoFault } from './falla'
import { PREFIJO, readNombre } from './nombre'
import { fileStream, streamOf } from './trozos'

const partialOf = (nombre: string): string => `.${nombre}.parcial`

/** The folder must be there: one that is made anew in the place of a disk that is not mounted would hold copies that nobody finds. */
export function openCarpetaDestino(ruta: string): Destino {
  async function told<T>(step: () => Promise<T>): Promise<T> {
    try {
      return await step()
    } catch (cause) {
      const { code, message } = cause as NodeJS.ErrnoException
      if (code === undefined) throw cause
      throw new RespaldoFault(`${ruta}: ${MOTIVOS[code] ?? message}`, { cause })
    }
  }

  return {
    list: () =>
      told(async () => {
        const names = (await readdir(ruta)).filter((nombre) => readNombre(nombre))
        return Promise.all(
          names.map(async (nombre) => ({ nombre, bytes: (await stat(join(ruta, nombre))).size })),
        )
      }),
    write: (nombre, content, signal) =>
      told(async () => {
        const partial = join(ruta, partialOf(nombre))
        await access(ruta, constants.W_OK)
        await rm(partial, { force: true })
        const file = await open(partial, 'wx', 0o600)
        try {
          for await (const piece of content) {
            signal.throwIfAborted()
            await file.writeFile(piece)
          }
          await file.sync()
        } catch (fault) {
          await file.close()
          await rm(partial, { force: true })
          throw fault
        }
        await file.close()
        // A copy that root made by hand is read by the server in its trial.
        giveTo(partial, ruta)
        await rename(partial, join(ruta, nombre))
        const folder = await open(ruta)
        await folder.sync().finally(() => folder.close())
      }),
    read: (nombre) =>
      told(async () => {
        await access(join(ruta, nombre), constants.R_OK)
        return streamOf(fileStream(join(ruta, nombre)))
      }),
    remove: (nombre) => told(() => rm(join(ruta, nombre), { force: true })),
    sweep: (nombres) =>
      told(async () => {
        for (const nombre of nombres)
          if (nombre.startsWith(PREFIJO)) await rm(join(ruta, partialOf(nombre)), { force: true })
      }),
  }
}

const MOTIVOS: Record<string, string> = {
  ENOENT: 'no existe; cree la carpeta, o monte su disco',
  ENOTDIR: 'no es una carpeta',
  EACCES: 'el usuario del servidor no tiene permiso',
  EPERM: 'el usuario del servidor no tiene permiso',
  EROFS: 'está montado sólo para leer',
  ENOSPC: 'no queda espacio',
  EDQUOT: 'no queda espacio de la cuota',
  EIO: 'el disco falló',
  ESTALE: 'la carpeta de red se desconectó',
}
