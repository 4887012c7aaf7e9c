// `timbre historia importar|estado`: a file or folder of what another program issued, sent by parts to the server (areas/historia §1).

import { createHash } from 'node:crypto'
import {
  closeSync,
  createWriteStream,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ArchivoZip, writeZip } from '../http/zip'
import { AnswerLost, API_FLAGS, API_USAGE, type ApiClient, openApi } from './api-client'
import { whyUnreadable, whyUnwritable } from './archivo'
import { type Comando, Falla, type Io, UsoIncorrecto } from './comando'
import { EXIT } from './exit-status'

/** Bytes of a file read at once. */
const LEE = 1024 * 1024

interface Importacion {
  id: string
  estado: string
  nombre: string
  archivos: number
  documentos: Record<string, number>
}

export const historia: Comando = {
  nombre: 'historia',
  uso: `importar CARPETA|ZIP|XML [--simular] ${API_USAGE} | estado [ID] ${API_USAGE}`,
  resumen:
    'importar lleva al servidor, por partes, los XML que emitió otro programa: un ZIP, un XML o una carpeta con ellos; --simular sólo dice qué haría. estado muestra las importaciones, o una',
  flags: { ...API_FLAGS, simular: { type: 'boolean' } },
  words: [1, 2],
  async run(args, io) {
    const [action, what] = args.positionals as [string, string?]
    const simular = args.flags.simular === true
    if (action === 'importar') {
      if (what === undefined) throw new UsoIncorrecto('Falta la carpeta o el archivo')
      await withFile(what, (path, nombre) => send(openApi(args, io), { path, nombre, simular }, io))
      return EXIT.done
    }
    if (action !== 'estado') throw new UsoIncorrecto(`«${action}» no es importar ni estado`)
    if (simular) throw new UsoIncorrecto('--simular es de importar')
    await show(openApi(args, io), what, io)
    return EXIT.done
  },
}

/** The files of a folder, and of those in it. Their names say only where they were. */
async function* filesOf(folder: string): AsyncGenerator<ArchivoZip, void, undefined> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort()
  if (!found.length) throw new Falla(`${folder} no tiene archivos`)
  for (const [n, name] of found.entries())
    yield {
      nombre: `${n + 1}_${name.replace(/[^\w.-]+/g, '_')}`,
      bytes: readFileSync(join(folder, name)),
      fecha: '2000-01-01T00:00:00',
      compress: true,
    }
}

/** A folder goes as a ZIP, which is forgotten. Throws Falla. */
async function withFile(what: string, use: (path: string, nombre: string) => Promise<void>): Promise<void> {
  const nombre = basename(resolve(what))
  let temp: string | null = null
  try {
    if (!statSync(what).isDirectory()) return await use(what, nombre)
    temp = mkdtempSync(join(tmpdir(), 'timbre-historia-'))
    const path = join(temp, 'carpeta.zip')
    const pieces = Readable.from(writeZip(filesOf(what)), { objectMode: false })
    const written = createWriteStream(path, { mode: 0o600 })
    let full: unknown = null
    written.on('error', (fault) => {
      full ??= fault
    })
    try {
      await pipeline(pieces, written)
    } catch (fault) {
      if (full !== fault) throw fault
      throw new Falla(`No se pudo escribir en ${tmpdir()}: ${whyUnwritable(fault)}`, { cause: fault })
    }
    await use(path, `${nombre}.zip`)
  } catch (fault) {
    if (fault instanceof Error && 'syscall' in fault)
      throw new Falla(`No se pudo leer ${what}: ${whyUnreadable(fault)}`, { cause: fault })
    throw fault
  } finally {
    if (temp !== null) rmSync(temp, { recursive: true, force: true })
  }
}

function shaOf(file: number): string {
  const hash = createHash('sha256')
  const buffer = Buffer.alloc(LEE)
  for (let at = 0; ; ) {
    const read = readSync(file, buffer, 0, LEE, at)
    if (read === 0) return hash.digest('hex')
    hash.update(buffer.subarray(0, read))
    at += read
  }
}

/** A file that nobody goes on with would lie in the database for ever. */
const drop = (api: ApiClient, id: string): Promise<unknown> =>
  api.download(`/v1/historia/${id}`, 'DELETE').catch(() => {})

async function send(
  api: ApiClient,
  { path, nombre, simular }: { path: string; nombre: string; simular: boolean },
  io: Io,
): Promise<void> {
  const file = openSync(path, 'r')
  try {
    const bytes = fstatSync(file).size
    if (bytes === 0) throw new Falla(`${nombre} está vacío`)
    const announced = JSON.stringify({ nombre, bytes, sha256: shaOf(file) })
    const opened = await api.post<{ data: { id: string; parte_bytes: number; faltan: number[] } }>(
      '/v1/historia/partes',
      announced,
      {},
    )
    const { id, parte_bytes, faltan } = opened.body.data
    try {
      for (const n of faltan) {
        const desde = (n - 1) * parte_bytes
        const parte = Buffer.alloc(Math.min(parte_bytes, bytes - desde))
        readSync(file, parte, 0, parte.length, desde)
        await api.put(
          `/v1/historia/${id}/partes/${n}`,
          JSON.stringify({ archivo_base64: parte.toString('base64') }),
        )
        if (faltan.length > 1) io.err(`Parte ${n} de ${faltan.length}`)
      }
    } catch (fault) {
      await drop(api, id)
      throw fault
    }
    try {
      await api.post(`/v1/historia/${id}/iniciar${simular ? '?simular=true' : ''}`, '', {})
    } catch (fault) {
      // Without an answer it may have begun.
      if (!(fault instanceof AnswerLost)) await drop(api, id)
      throw fault
    }
    io.result({ id, nombre, bytes, simulada: simular })
    io.out(
      `Importación ${id} de ${nombre} en marcha${simular ? ', sólo de prueba' : ''}. Véala con: timbre historia estado ${id}`,
    )
  } finally {
    closeSync(file)
  }
}

async function show(api: ApiClient, id: string | undefined, io: Io): Promise<void> {
  const all = id
    ? [(await api.get<{ data: Importacion }>(`/v1/historia/${encodeURIComponent(id)}`)).body.data]
    : (await api.get<{ data: Importacion[] }>('/v1/historia')).body.data
  for (const one of all) {
    const found = Object.entries(one.documentos).filter(([, n]) => n > 0)
    const counts = found.map(([estado, n]) => `${estado} ${n}`).join(', ')
    io.out(`${one.id}  ${one.estado}  ${one.nombre}  ${counts || 'aún nada leído'}`)
  }
  if (!all.length) io.err('No hay importaciones')
  io.result({ importaciones: all })
}
