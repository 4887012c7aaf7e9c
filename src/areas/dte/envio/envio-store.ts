// Envelopes on disk: their bytes frozen before they travel, and what the SII's door answered.

import type { Sobre } from '../../../domain/dte/fila'
import type { Titular } from '../../../domain/titular'
import type { JobError } from '../../../jobs/kind'
import type { Archivo } from '../../../sii'
import type { Store } from '../../../store/store'
import { fillMarco, type Marco, type SobreFirmado } from '../../../xml/sobre'
import type { Documentos } from '../documento/documento-store'
import { type EnvioRow, prepareEnvios } from './statements'
import { prepareSets } from './statements-set'

export type { EnvioRow }

interface NuevoEnvio extends Titular {
  id: string
  sobre: Sobre
  /** The RUT of the person who signed it. */
  rutEnvia: string
  firmado: SobreFirmado
  documentoIds: readonly string[]
}

export type Envios = ReturnType<typeof createEnvios>

/** Envelopes on their way at once: each travels right after it is frozen. */
const FRESH = 4

/** Writers run inside the caller's transaction. */
export function createEnvios({ client, secrets }: Store, documentos: Documentos) {
  const sql = prepareEnvios(client)
  const sets = prepareSets(client)
  const fresh = new Map<string, Buffer>()
  const place = (id: string) => ({ table: 'envio_marco', column: 'marco_cifrado', id })

  return {
    get: (id: string) => sql.get.get(id),
    /** The issuer of the envelope's documents that do not travel again; undefined when all of them do. */
    emisorOf: (id: string) => sql.emisor.get(id),
    byTrack: ({ empresaId, ambiente }: Titular, trackId: string) =>
      sql.byTrack.get(empresaId, ambiente, trackId),
    /** The way of an envelope to the SII, and of what is asked about it: a set of boletas takes that of documents (sii §3.2). */
    archivoOf: ({ id, sobre }: EnvioRow): Archivo =>
      sobre === 'EnvioBOLETA' && sets.has.get(id) ? 'SetBOLETA' : sobre,
    /** The bytes as they were frozen. */
    xml({ id }: EnvioRow): Buffer {
      const known = fresh.get(id)
      fresh.delete(id)
      if (known) return known
      const sealed = secrets.open(place(id), sql.marco.get(id)!)
      const { ids, ...marco } = JSON.parse(sealed.toString()) as Marco & { ids: string[] }
      return fillMarco(
        marco,
        ids.map((documento) => documentos.xml({ id: documento })!),
      )
    },
    /** Freezes the bytes and ties the documents to them. */
    insert(e: NuevoEnvio, at: string): void {
      sql.insert.run(e.id, e.empresaId, e.ambiente, e.sobre, e.rutEnvia, e.documentoIds.length, at)
      const marco = JSON.stringify({ ...e.firmado.marco, ids: e.documentoIds })
      sql.insertMarco.run(e.id, secrets.seal(place(e.id), marco))
      if (fresh.size >= FRESH) fresh.clear()
      fresh.set(e.id, e.firmado.bytes)
      // A run that outlived its lease must not take documents out of an envelope that may have travelled.
      const { changes } = sql.attach.run(e.id, JSON.stringify(e.documentoIds))
      if (changes !== e.documentoIds.length)
        throw new Error(`of ${e.documentoIds.length} documents ${changes} were free for the envelope ${e.id}`)
    },
    /** From here on its answer may be lost, so the SII is asked before it is sent again. */
    markSent(id: string, at: string): void {
      sql.markSent.run(at, id)
      sql.setSeen.run(1, id)
    },
    /** The attempt ended before the upload began: the SII cannot have it. */
    markUnsent(id: string): void {
      sql.markUnsent.run(id)
      sql.setSeen.run(0, id)
    },
    /** The SII has it: folios are used from now on. `trackId` null when the SII did not say it. */
    markReceived(id: string, trackId: string | null, at: string): void {
      sql.markReceived.run(trackId, id)
      sql.usedFolios.run(id)
      sql.historyOfAll.run(
        at,
        trackId ? `Recibido por el SII con Track ID ${trackId}` : 'Recibido por el SII',
        id,
      )
    },
    /** Refused the first time it was shown: the SII has nothing of it, its documents may travel again, alone when `solo`. */
    markRefused(id: string, codigo: string, glosa: string, solo: boolean): void {
      sql.markRefused.run(codigo, glosa, id)
      sql.setSeen.run(0, id)
      sql.detachAll.run(solo ? 1 : 0, id)
    },
    /** The same of a set's: its documents stay with it, and go in no other. */
    refuseWhole(id: string, codigo: string, glosa: string): void {
      sql.markRefused.run(codigo, glosa, id)
      sql.setSeen.run(0, id)
    },
    /** Lets the documents of a sent envelope go into another; the SII may still turn out to have them. */
    abandon(id: string): void {
      sql.markRefused.run(null, 'Firmado por una persona que ya no firma', id)
      sql.detachAll.run(0, id)
    },
    /** Takes apart an envelope that never travelled. A set's is no more: another may bear its id. */
    discard: (id: string) => {
      sql.markRefused.run(null, 'Desarmado sin enviarse', id)
      sql.detachAll.run(0, id)
      if (sql.forgetMarcoOfSet.run(id).changes) sql.forget.run(id)
    },
    /** Takes the documents of a part out of the envelope that the SII refused. */
    detach: (parte: string) => void sql.detach.run(parte),
    /** Whether the SII may have its documents. */
    setSeen: (id: string, seen: boolean) => void sql.setSeen.run(seen ? 1 : 0, id),
    /** Whether a document of it was given up meanwhile. */
    hasDiscarded: (id: string): boolean => sql.hasDiscarded.get(id) !== undefined,
    /** Jobs of its documents that stopped: they end with it when it turns out to have arrived. */
    stoppedJobs: (id: string) => sql.stoppedJobs.all(id),
    /** Documents of it that a person gave up before it turned out to have arrived. */
    givenUp: (id: string) => sql.givenUp.all(id),
    /** The SII has not judged it yet: its documents say so from now on, once. */
    markEnProceso(id: string, codigo: string, glosa: string, at: string): void {
      sql.historyOfJustSent.run(at, codigo, glosa, id)
      sql.setEnProceso.run(codigo, glosa, id)
    },
    /** Nobody asks for its verdict any more. */
    giveUp: (id: string) => void sql.giveUp.run(id),
    /** Takes that back. Whether it had been given up. */
    followAgain: (id: string): boolean => sql.followAgain.run(id).changes === 1,
    /** The jobs of a line that wait to ask about it, and did not just now. */
    follows: (grupo: string, { id, empresa_id, ambiente }: EnvioRow, before: number) =>
      sql.follows.all(empresa_id, ambiente, grupo, id, before),
    /** The SII refused to say what became of it: its documents tell, once for as long as it says the same. */
    markLookRefused: (id: string, codigo: string | null, detalle: string, at: string): void =>
      void sql.historyOfRefusedLook.run({ at, codigo, detalle, id }),
    /** Why the last look brought nothing, and whether another follows it; null where it brought something. */
    lookError: (
      grupo: string,
      { id, empresa_id, ambiente }: EnvioRow,
    ): { fault: JobError; again: boolean } | null => {
      const last = sql.lastFollow.get(empresa_id, ambiente, grupo, id)
      if (!last?.error) return null
      return {
        fault: JSON.parse(last.error) as JobError,
        again: last.estado === 'pending' || last.estado === 'processing',
      }
    },
    setEstadoSii: (id: string, codigo: string, glosa: string) => sql.setState.run(codigo, glosa, id),
  }
}
