// Envelopes on disk: their bytes frozen before they travel, and what the SII's door answered.

import type { Ambiente } from '../../domain/ambiente'
import type { Sobre } from '../../domain/dte/tipos'
import type { Store } from '../../store/store'
import { fillMarco, type Marco, marcoOf } from '../../xml/sobre'
import type { Documentos } from './documento-store'

export interface EnvioRow {
  id: string
  empresa_id: string
  ambiente: Ambiente
  sobre: Sobre
  rut_envia: string
  estado: 'armado' | 'enviado' | 'recibido' | 'rehusado'
  documentos: number
  track_id: string | null
  estado_sii: string | null
  glosa_sii: string | null
  created_at: string
  enviado_at: string | null
  /** 0 once the SII was asked for its verdict for a week in vain. */
  seguido: 0 | 1
}

export interface NuevoEnvio {
  id: string
  empresaId: string
  ambiente: Ambiente
  sobre: Sobre
  /** Who signed it. */
  rutEnvia: string
  xml: Buffer
  documentoIds: readonly string[]
}

export type Envios = ReturnType<typeof createEnvios>

/** Envelopes on their way at once: each travels right after it is frozen. */
const FRESH = 4

/** The statements over `envio`. Writers run inside the caller's transaction. */
export function createEnvios({ client, secrets }: Store, documentos: Documentos) {
  const insert = client.prepare(
    `INSERT INTO envio (id, empresa_id, ambiente, sobre, rut_envia, estado, documentos, created_at)
     VALUES (?, ?, ?, ?, ?, 'armado', ?, ?)`,
  )
  const insertMarco = client.prepare('INSERT INTO envio_marco VALUES (?, ?)')
  const getMarco = client
    .prepare<[string], Uint8Array>('SELECT marco_cifrado FROM envio_marco WHERE envio_id = ?')
    .pluck()
  const fresh = new Map<string, Buffer>()
  const attach = client.prepare('UPDATE documento SET envio_id = ? WHERE id = ? AND envio_id IS NULL')
  const get = client.prepare('SELECT * FROM envio WHERE id = ?')
  const byTrack = client.prepare('SELECT * FROM envio WHERE empresa_id = ? AND ambiente = ? AND track_id = ?')
  const markSent = client.prepare("UPDATE envio SET estado = 'enviado', enviado_at = ? WHERE id = ?")
  const markUnsent = client.prepare("UPDATE envio SET estado = 'armado' WHERE id = ?")
  const setSeen = client.prepare('UPDATE documento SET visto = ? WHERE envio_id = ?')
  const markReceived = client.prepare("UPDATE envio SET estado = 'recibido', track_id = ? WHERE id = ?")
  const markRefused = client.prepare(
    "UPDATE envio SET estado = 'rehusado', estado_sii = ?, glosa_sii = ? WHERE id = ?",
  )
  const detachAll = client.prepare(
    'UPDATE documento SET envio_id = NULL, solo = max(solo, ?) WHERE envio_id = ?',
  )
  const detach = client.prepare(
    'UPDATE documento SET envio_id = NULL WHERE id IN (SELECT documento_id FROM reenvio WHERE parte = ?)',
  )
  const countDiscarded = client
    .prepare("SELECT count(*) FROM documento WHERE envio_id = ? AND folio_estado IN ('libre', 'por_anular')")
    .pluck()
  const stoppedJobs = client
    .prepare<[string], string>(
      `SELECT j.id FROM documento d JOIN job j ON j.id = d.job_id
       WHERE d.envio_id = ? AND j.estado IN ('failed', 'dlq')`,
    )
    .pluck()
  const givenUp = client
    .prepare<[string], string>(
      `SELECT d.id FROM documento d JOIN job j ON j.id = d.job_id WHERE d.envio_id = ? AND j.estado = 'discarded'`,
    )
    .pluck()
  const usedFolios = client.prepare(
    "UPDATE documento SET folio_estado = 'usado', estado_sii = 'enviado', visto = 1, conciliar = 0 WHERE envio_id = ?",
  )
  const historyOfAll = client.prepare(
    `INSERT INTO documento_historial (documento_id, fecha, estado, sii_codigo, detalle)
     SELECT id, ?, 'enviado', NULL, ? FROM documento WHERE envio_id = ?`,
  )
  const justSent = "envio_id = ? AND estado_sii IN ('no_enviado', 'enviado')"
  const historyOfJustSent = client.prepare(
    `INSERT INTO documento_historial (documento_id, fecha, estado, sii_codigo, detalle)
     SELECT id, ?, 'en_proceso', ?, ? FROM documento WHERE ${justSent}`,
  )
  const setEnProceso = client.prepare(
    `UPDATE documento SET estado_sii = 'en_proceso', codigo_sii = ?, glosa_sii = ? WHERE ${justSent}`,
  )
  const setState = client.prepare('UPDATE envio SET estado_sii = ?, glosa_sii = ? WHERE id = ?')
  const giveUp = client.prepare('UPDATE envio SET seguido = 0 WHERE id = ?')
  const place = (id: string) => ({ table: 'envio_marco', column: 'marco_cifrado', id })

  return {
    get: (id: string) => get.get(id) as EnvioRow | undefined,
    byTrack: (empresaId: string, ambiente: Ambiente, trackId: string) =>
      byTrack.get(empresaId, ambiente, trackId) as EnvioRow | undefined,
    /** The bytes as they were frozen. */
    xml({ id }: EnvioRow): Buffer {
      const known = fresh.get(id)
      fresh.delete(id)
      if (known) return known
      const sealed = secrets.open(place(id), getMarco.get(id) as Uint8Array)
      const { ids, ...marco } = JSON.parse(sealed.toString()) as Marco & { ids: string[] }
      return fillMarco(
        marco,
        ids.map((documento) => documentos.xml({ id: documento })!),
      )
    },
    /** Freezes the bytes and ties the documents to them. */
    insert(e: NuevoEnvio, at: string): void {
      insert.run(e.id, e.empresaId, e.ambiente, e.sobre, e.rutEnvia, e.documentoIds.length, at)
      const marco = JSON.stringify({ ...marcoOf(e.xml), ids: e.documentoIds })
      insertMarco.run(e.id, secrets.seal(place(e.id), marco))
      if (fresh.size >= FRESH) fresh.clear()
      fresh.set(e.id, e.xml)
      for (const id of e.documentoIds) {
        // A run that outlived its lease must not take documents out of an envelope that may have travelled.
        if (attach.run(e.id, id).changes !== 1) throw new Error(`document ${id} is in an envelope already`)
      }
    },
    /** From here on its answer may be lost, so the SII is asked before it is sent again. */
    markSent(id: string, at: string): void {
      markSent.run(at, id)
      setSeen.run(1, id)
    },
    /** The attempt ended before the upload began: the SII cannot have it. */
    markUnsent(id: string): void {
      markUnsent.run(id)
      setSeen.run(0, id)
    },
    /** The SII has it: folios are used from now on. `trackId` null when the SII did not say it. */
    markReceived(id: string, trackId: string | null, at: string): void {
      markReceived.run(trackId, id)
      usedFolios.run(id)
      historyOfAll.run(
        at,
        trackId ? `Recibido por el SII con Track ID ${trackId}` : 'Recibido por el SII',
        id,
      )
    },
    /** Refused the first time it was shown: the SII has nothing of it, its documents may travel again, alone when `solo`. */
    markRefused(id: string, codigo: string, glosa: string, solo: boolean): void {
      markRefused.run(codigo, glosa, id)
      setSeen.run(0, id)
      detachAll.run(solo ? 1 : 0, id)
    },
    /** Lets the documents of a sent envelope go into another; the SII may still turn out to have them. */
    abandon(id: string): void {
      markRefused.run(null, 'Firmado por una persona que ya no firma', id)
      detachAll.run(0, id)
    },
    /** Takes apart an envelope that never travelled. */
    dissolve: (id: string) => {
      markRefused.run(null, 'Desarmado sin enviarse', id)
      detachAll.run(0, id)
    },
    /** Takes the documents of a part out of the envelope that the SII refused. */
    detach: (parte: string) => void detach.run(parte),
    /** Whether the SII may have its documents. */
    setSeen: (id: string, seen: boolean) => void setSeen.run(seen ? 1 : 0, id),
    /** Whether a document of it was given up meanwhile. */
    hasDiscarded: (id: string): boolean => (countDiscarded.get(id) as number) > 0,
    /** Jobs of its documents that stopped: they end with it when it turns out to have arrived. */
    stoppedJobs: (id: string) => stoppedJobs.all(id) as string[],
    /** Documents of it that a person gave up before it turned out to have arrived. */
    givenUp: (id: string) => givenUp.all(id) as string[],
    /** The SII has not judged it yet: its documents say so from now on, once. */
    markEnProceso(id: string, codigo: string, glosa: string, at: string): void {
      historyOfJustSent.run(at, codigo, glosa, id)
      setEnProceso.run(codigo, glosa, id)
    },
    /** Nobody asks for its verdict any more. */
    giveUp: (id: string) => void giveUp.run(id),
    setEstadoSii: (id: string, codigo: string, glosa: string) => setState.run(codigo, glosa, id),
  }
}
