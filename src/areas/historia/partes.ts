// A file that comes by parts of four megabytes, in any order, each as often as its sender likes (areas/historia §1).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { nextTurn } from '../../base/turn'
import { AppError, faultsError } from '../../domain/errors'
import type { Titular } from '../../domain/titular'
import type { Store } from '../../store/store'
import { TROZO, type Trozos } from '../../store/trozos'
import { unsynced } from '../../store/unsynced'
import { filaOf } from './fuente'
import type { ImportacionRow, prepareImportaciones } from './statements'

/** Bytes of one part, and of the largest file. */
export const PARTE = 4 * TROZO
export const BYTES_MAX = 1024 ** 3
const PIEZAS = PARTE / TROZO

interface Deps {
  store: Pick<Store, 'client'>
  clock: Clock
  newId: NewId
  trozos: Trozos
  importaciones: ReturnType<typeof prepareImportaciones>
  get(titular: Titular, id: string): ImportacionRow
}

interface Anunciado {
  nombre: string
  bytes: number
  sha256: string
}

export function createPartes({ store: { client }, clock, newId, trozos, importaciones, get }: Deps) {
  const partesOf = (bytes: number): number => Math.ceil(bytes / PARTE)
  const lengthOf = (bytes: number, n: number): number => Math.min(PARTE, bytes - (n - 1) * PARTE)

  /** The parts that have not come yet, from 1. */
  function faltan({ id, bytes }: Pick<ImportacionRow, 'id' | 'bytes'>): number[] {
    const there = new Set(trozos.partes(filaOf(id)))
    const missing: number[] = []
    for (let n = 1; n <= partesOf(bytes); n++) {
      const pieces = Math.ceil(lengthOf(bytes, n) / TROZO)
      for (let i = 0; i < pieces; i++)
        if (!there.has((n - 1) * PIEZAS + i)) {
          missing.push(n)
          break
        }
    }
    return missing
  }

  /** Throws INVALID_STATE. */
  function requireOpen(row: ImportacionRow): void {
    if (row.estado !== 'recibiendo') throw new AppError('INVALID_STATE', 'Su archivo ya está completo')
  }

  async function write(id: string, first: number, bytes: Uint8Array): Promise<void> {
    for (let i = 0; i * TROZO < bytes.length; i++) {
      const piece = bytes.subarray(i * TROZO, (i + 1) * TROZO)
      unsynced(client, () => trozos.put(filaOf(id), first + i, piece))
      await nextTurn()
    }
  }

  const rowOf = ({ empresaId, ambiente }: Titular, id: string, anunciado: Anunciado) => ({
    ...{ id, empresa_id: empresaId, ambiente, ...anunciado },
    created_at: clock().toISOString(),
  })

  return {
    faltan,
    newId: () => newId('imp'),
    /** Opens one of which no byte has come. */
    open(titular: Titular, anunciado: Anunciado): ImportacionRow {
      const id = newId('imp')
      const open = { estado: 'recibiendo', simulada: 0, job_id: null } as const
      importaciones.insert.run({ ...rowOf(titular, id, anunciado), ...open })
      return importaciones.get.get(id)!
    },
    /** A whole file that came at once, in the transaction that queues it. */
    insertWhole: (
      titular: Titular,
      id: string,
      anunciado: Anunciado,
      jobId: string,
      simulada: boolean,
    ): void =>
      void importaciones.insert.run({
        ...rowOf(titular, id, anunciado),
        ...{ estado: 'leyendo', simulada: simulada ? 1 : 0, job_id: jobId },
      }),
    saveWhole: (id: string, bytes: Uint8Array): Promise<void> => write(id, 0, bytes),
    /** One part. Throws VALIDATION_ERROR where it is not as long as it must be, INVALID_STATE behind the last. */
    async put(titular: Titular, id: string, n: number, bytes: Uint8Array): Promise<number[]> {
      const row = get(titular, id)
      requireOpen(row)
      if (n < 1 || n > partesOf(row.bytes)) throw new AppError('NOT_FOUND', `No hay una parte ${n}`)
      const due = lengthOf(row.bytes, n)
      if (bytes.length !== due) {
        const mensaje = `La parte ${n} mide ${due} bytes y llegaron ${bytes.length}`
        throw faultsError([{ campo: 'archivo', regla: 'rango', mensaje }])
      }
      await write(id, (n - 1) * PIEZAS, bytes)
      return faltan(row)
    },
    /** Throws INVALID_STATE where some are missing. */
    requireWhole(row: ImportacionRow): void {
      requireOpen(row)
      const missing = faltan(row)
      if (missing.length)
        throw new AppError('INVALID_STATE', `Faltan las partes ${missing.slice(0, 20).join(', ')}`)
    },
    /** Forgets one that did not begin. Throws INVALID_STATE. */
    async drop(titular: Titular, id: string): Promise<void> {
      requireOpen(get(titular, id))
      for (const parte of trozos.partes(filaOf(id))) {
        unsynced(client, () => trozos.dropPiece(filaOf(id), parte))
        await nextTurn()
      }
      importaciones.remove.run(id)
    },
  }
}
