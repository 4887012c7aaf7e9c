// The first step of an import: every file read and judged on a thread, its key and what it is written as a line, some a transaction.

import { nextTurn } from '../../base/turn'
import { AppError } from '../../domain/errors'
import type { TitularDeCuenta } from '../../domain/titular'
import type { Store } from '../../store/store'
import { unsynced } from '../../store/unsynced'
import type { ArchivoHistorico, DocumentoHistorico } from '../../xml/recibido/historia'
import type { Clasificado, createClassify } from './classify'
import type { Archivo, Fuente } from './fuente'
import type { ImportacionRow, NuevaLinea, prepareImportaciones, prepareLineas } from './statements'

/** Files and bytes that go to the thread at once. */
export const BATCH = 16
export const BATCH_BYTES = 256 * 1024
/** The most that may come out of one archive. */
const LEIDOS_MAX = 8 * 1024 ** 3

export type ReadHistoria = (
  owner: string,
  ambiente: TitularDeCuenta['ambiente'],
  archivos: readonly Uint8Array[],
  todo: boolean,
) => Promise<ArchivoHistorico[]>

/** Groups of files that cross to the thread together. */
async function* batchesOf(archivos: AsyncIterable<Archivo>): AsyncGenerator<Archivo[], void, undefined> {
  let lote: Archivo[] = []
  let bytes = 0
  for await (const one of archivos) {
    lote.push(one)
    bytes += one.bytes?.length ?? 0
    if (lote.length < BATCH && bytes < BATCH_BYTES) continue
    yield lote
    lote = []
    bytes = 0
  }
  if (lote.length) yield lote
}

const SIN_DOCUMENTO = {
  tipo_dte: null,
  folio: null,
  fecha_emision: null,
  rut_emisor: null,
  rut_receptor: null,
  monto_total: null,
  huella: null,
  digest: null,
  firma: null,
  timbre: null,
}

const datosOf = (d: DocumentoHistorico) => ({
  tipo_dte: d.tipoDte,
  folio: d.folio,
  fecha_emision: d.fechaEmision,
  rut_emisor: d.rutEmisor,
  rut_receptor: d.rutReceptor,
  monto_total: d.montoTotal,
  huella: d.huella,
  digest: d.digest,
  firma: d.firma,
  timbre: d.timbre,
})

/** A line to be: a document of a file, or a file without any. */
interface Pendiente {
  archivo: Archivo
  d: DocumentoHistorico | null
  posicion: number
  motivo: string | null
}

/** Whether nothing more is to be done once its line is there. */
const isDone = ({ estado }: Clasificado): boolean => estado === 'repetido'

/** Whether it is the file's fault. Any other is of the moment: the job comes again. */
export const isUnreadable = (fault: unknown): fault is AppError =>
  fault instanceof AppError && fault.code === 'VALIDATION_ERROR'

export function createRead({
  store: { client },
  readHistoria,
  classify,
  importaciones,
  lineas,
}: {
  store: Pick<Store, 'client'>
  readHistoria: ReadHistoria
  classify: ReturnType<typeof createClassify>
  importaciones: ReturnType<typeof prepareImportaciones>
  lineas: ReturnType<typeof prepareLineas>
}) {
  /** Reads them together; where that takes too long, each by itself, so that one alone is left unread. */
  async function read(titular: TitularDeCuenta, lote: readonly Archivo[]): Promise<ArchivoHistorico[]> {
    const ask = (archivos: readonly Uint8Array[]) =>
      readHistoria(titular.cuentaId, titular.ambiente, archivos, false)
    const legibles = lote.filter(({ bytes }) => bytes !== null)
    try {
      return legibles.length ? await ask(legibles.map(({ bytes }) => bytes!)) : []
    } catch (fault) {
      if (!isUnreadable(fault)) throw fault
      if (legibles.length < 2) return [{ documentos: [], motivo: fault.message }]
      const each: ArchivoHistorico[] = []
      for (const one of legibles) each.push(...(await read(titular, [one])))
      return each
    }
  }

  /**
   * Reads on from where an import is; `more` tells whether it may go on. Returns whether it came to the end. Throws ZipRoto.
   */
  return async (
    titular: TitularDeCuenta,
    rut: string,
    row: ImportacionRow,
    fuente: Fuente,
    more: (n: number) => boolean,
  ): Promise<boolean> => {
    const { id } = row
    if (row.posicion > 0 || lineas.last.get(id) !== null)
      client.transaction(() => void lineas.cutFrom.run(id, row.posicion)).immediate()
    let n = lineas.last.get(id) ?? 0
    let { leidos } = row
    for await (const lote of batchesOf(fuente.from(row.posicion))) {
      const leido = await read(titular, lote)
      let at = 0
      const pending = lote.flatMap((archivo): Pendiente[] => {
        const found = archivo.bytes ? leido[at++]! : { documentos: [], motivo: archivo.motivo }
        leidos += archivo.bytes?.length ?? 0
        return found.documentos.length
          ? found.documentos.map((d, posicion) => ({ archivo, d, posicion, motivo: null }))
          : [{ archivo, d: null, posicion: 0, motivo: found.motivo }]
      })
      // An envelope of two thousand is written in turns; its place is told with the last of it.
      for (let from = 0; from < pending.length; from += BATCH) {
        const some = pending.slice(from, from + BATCH)
        unsynced(client, () => {
          for (const { archivo, d, posicion, motivo } of some) {
            const found: Clasificado = d
              ? classify(titular, rut, id, d)
              : { estado: 'ilegible', motivo, documentoId: null }
            const linea: NuevaLinea = {
              ...{ importacion_id: id, n: ++n, entrada: archivo.entrada, posicion, nombre: archivo.nombre },
              ...{ estado: found.estado, motivo: found.motivo, documento_id: found.documentoId },
              ...(d ? datosOf(d) : SIN_DOCUMENTO),
              hecho: isDone(found) ? 1 : 0,
            }
            lineas.insert.run(linea)
          }
          if (from + BATCH >= pending.length) importaciones.place.run(lote.at(-1)!.siguiente, leidos, id)
        })
        await nextTurn()
      }
      if (leidos > LEIDOS_MAX) throw new RangeError('El archivo trae, descomprimido, más de 8 GiB')
      if (!more(n)) return false
    }
    return true
  }
}
