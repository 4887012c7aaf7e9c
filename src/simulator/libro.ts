// The ledger: every envelope and document that arrived. Here and in libro-busqueda.ts alone are sim_envio, sim_documento,
// sim_folio and sim_referencia read and written.

import type { Lado } from './hosts'
import { type LibroFilter, searchLibro } from './libro-busqueda'
import {
  DOCUMENTO,
  type DocumentoRow,
  documentoOf,
  ENVIO,
  type EnvioRow,
  type EstadoEnvio,
  envioOf,
  type Veredicto,
} from './libro-filas'
import type { Paso, Razon, Sim } from './sim'

export type { LibroFilter } from './libro-busqueda'
export { countByTipo, type DocumentoRow, type EnvioRow, type Veredicto } from './libro-filas'

// A stuck envelope waits at CRT until it is let go.
const DUE =
  "CASE WHEN estado = 'CRT' THEN max(siguiente_at, coalesce(atascado_hasta, 0)) ELSE siguiente_at END"

/**
 * How long an envelope's bytes are kept once it is judged. The rows stay for ever, as the SII's do: a folio is used up once,
 * notes refer to documents of any age, and a verdict may be asked for again. The bytes alone are large, and nothing reads
 * them but people and, within eight days, an acceptance or a claim.
 */
const GUARDA_MS = 30 * 86_400_000

type NewEnvio = Pick<
  EnvioRow,
  'lado' | 'servicio' | 'sobre' | 'rutEnvia' | 'rutEmpresa' | 'archivo' | 'sha1'
> &
  Pick<EnvioRow, 'atascadoPor' | 'atascadoHasta'> & { xml: Buffer; documentos: NewDocumento[] }
export type NewDocumento = Omit<
  DocumentoRow,
  'id' | 'trackId' | 'lado' | 'veredicto' | 'razones' | 'juzgadoAt'
>

/** The ledger of a simulator. */
export type Libro = ReturnType<typeof createLibro>

const place = (trackId: number) => ({ table: 'sim_envio', column: 'xml', id: String(trackId) })

export function createLibro({ db, now, delays, cifrado }: Pick<Sim, 'db' | 'now' | 'delays' | 'cifrado'>) {
  const insertEnvio = db.prepare(
    `INSERT INTO sim_envio (track_id, lado, servicio, sobre, rut_envia, rut_empresa, archivo, sha1, xml, recibido_at, estado_at,
       siguiente_at, atascado_por, atascado_hasta)
     VALUES (@trackId, @lado, @servicio, @sobre, @rutEnvia, @rutEmpresa, @archivo, @sha1, @xml, @at, @at, @siguiente,
       @atascadoPor, @atascadoHasta)`,
  )
  const lastTrackId = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'sim_envio'").pluck()
  const insertDocumento = db.prepare(
    `INSERT INTO sim_documento (track_id, orden, lado, rut_emisor, tipo_dte, folio, rut_receptor, fecha_emision,
       monto_total, firma, sha1, inicio, fin)
     VALUES (@trackId, @orden, @lado, @rutEmisor, @tipoDte, @folio, @rutReceptor, @fechaEmision, @montoTotal, @firma,
       @sha1, @inicio, @fin)`,
  )
  const findDocumento = db.prepare(
    `SELECT ${DOCUMENTO} FROM sim_folio f JOIN sim_documento d ON d.id = f.documento_id
     WHERE f.lado = ? AND f.rut_emisor = ? AND f.tipo_dte = ? AND f.folio = ?`,
  )
  const saveVerdict = db.prepare(
    'UPDATE sim_documento SET veredicto = @veredicto, razones = @razones, juzgado_at = @at WHERE id = @id',
  )
  const useFolio = db.prepare('INSERT OR IGNORE INTO sim_folio VALUES (?, ?, ?, ?, ?)')
  const addReferencia = db.prepare('INSERT OR IGNORE INTO sim_referencia VALUES (?, ?, ?, ?, ?, ?)')

  const readStored = db.prepare('SELECT xml FROM sim_envio WHERE track_id = ?').pluck()
  // Found over the index of those that have any left.
  const forgetBytes = db.prepare(
    `UPDATE sim_envio SET xml = x'' WHERE track_id IN (SELECT track_id FROM sim_envio
       WHERE siguiente_at IS NULL AND length(xml) > 0 AND estado_at < ? LIMIT ?)`,
  )

  return {
    /** Stores what arrived and gives it a Track ID. */
    receive: db.transaction(({ documentos, xml, ...envio }: NewEnvio): number => {
      const at = now().getTime()
      // Known beforehand, because the bytes are sealed to their row.
      const trackId = Number(lastTrackId.get() ?? 0) + 1
      const sealed = cifrado.seal(place(trackId), xml)
      insertEnvio.run({ ...envio, trackId, xml: sealed, at, siguiente: at + delays.SOK })
      for (const documento of documentos) insertDocumento.run({ ...documento, trackId, lado: envio.lado })
      return trackId
    }),

    /** The earlier arrival of the same bytes; it is counted once more. */
    repeat(lado: Lado, rutEmpresa: string, sha1: string): (EnvioRow & { esperaMs: number }) | null {
      const row = db
        .prepare(
          `SELECT ${ENVIO} FROM sim_envio
           WHERE lado = ? AND servicio = 'dte' AND rut_empresa = ? AND sha1 = ? ORDER BY track_id LIMIT 1`,
        )
        .get(lado, rutEmpresa, sha1)
      if (!row) return null
      const envio = envioOf(row)
      const at = now().getTime()
      db.prepare('UPDATE sim_envio SET veces = veces + 1, repetido_at = ? WHERE track_id = ?').run(
        at,
        envio.trackId,
      )
      const esperaMs = Math.max(0, (envio.repetidoAt ?? envio.recibidoAt) + 900_000 - at)
      return { ...envio, veces: envio.veces + 1, esperaMs }
    },

    findEnvio(trackId: number): EnvioRow | null {
      const row = db.prepare(`SELECT ${ENVIO} FROM sim_envio WHERE track_id = ?`).get(trackId)
      return row ? envioOf(row) : null
    },

    /** The first boleta envelope with these bytes, when it is another than this one. */
    earlierSame({ trackId, lado, servicio, rutEmpresa, sha1 }: EnvioRow): number | null {
      const earlier = db
        .prepare(
          `SELECT min(track_id) FROM sim_envio WHERE lado = ? AND servicio = ? AND rut_empresa = ? AND sha1 = ?
           AND track_id < ? AND estado NOT IN ('RSC', 'RFR', 'RCT')`,
        )
        .pluck()
        .get(lado, servicio, rutEmpresa, sha1, trackId)
      return earlier as number | null
    },

    /** The bytes as they came, empty once they were given up. */
    readXml(trackId: number): Buffer {
      const stored = readStored.get(trackId) as Uint8Array
      return stored.length ? cifrado.open(place(trackId), stored) : Buffer.alloc(0)
    },

    forgetBytes: (limit: number): number => forgetBytes.run(now().getTime() - GUARDA_MS, limit).changes,

    /** The envelope whose step has been due the longest, null when none is. */
    nextDue(): EnvioRow | null {
      const row = db
        .prepare(
          `SELECT ${ENVIO} FROM sim_envio WHERE siguiente_at IS NOT NULL AND ${DUE} <= ? ORDER BY ${DUE}, track_id LIMIT 1`,
        )
        .get(now().getTime())
      return row ? envioOf(row) : null
    },

    /** Milliseconds until some step is due, null when nothing is under way. */
    untilDue(): number | null {
      const at = db
        .prepare(`SELECT min(${DUE}) FROM sim_envio WHERE siguiente_at IS NOT NULL`)
        .pluck()
        .get() as number | null
      return at === null ? null : Math.max(0, at - now().getTime())
    },

    /** Puts an envelope into its next state, or one of the exits. */
    moveTo(envio: EnvioRow, estado: EstadoEnvio, siguiente: Paso | null, razones: Razon[] = []): void {
      // The step happened when it was due, however late this process looked.
      const at = Math.max(envio.siguienteAt ?? 0, envio.estado === 'CRT' ? (envio.atascadoHasta ?? 0) : 0)
      db.prepare(
        'UPDATE sim_envio SET estado = ?, estado_at = ?, siguiente_at = ?, razones = ? WHERE track_id = ?',
      ).run(estado, at, siguiente ? at + delays[siguiente] : null, JSON.stringify(razones), envio.trackId)
    },

    documentosOf: (trackId: number): DocumentoRow[] =>
      db
        .prepare(`SELECT ${DOCUMENTO} FROM sim_documento d WHERE track_id = ? ORDER BY orden`)
        .all(trackId)
        .map(documentoOf),

    /** The document that used up a folio. */
    findDocumento(lado: Lado, rutEmisor: string, tipoDte: number, folio: number): DocumentoRow | null {
      const row = findDocumento.get(lado, rutEmisor, tipoDte, folio)
      return row ? documentoOf(row) : null
    },

    /** Writes a verdict; the folio is used up with it, and an accepted note marks what it refers to. */
    judge: db.transaction(
      (
        documento: DocumentoRow,
        veredicto: Veredicto,
        razones: Razon[],
        referencias: { tipoDte: number; folio: number; codigo: number }[],
      ): void => {
        const { id, lado, rutEmisor, tipoDte, folio } = documento
        saveVerdict.run({ id, veredicto, razones: JSON.stringify(razones), at: now().getTime() })
        useFolio.run(lado, rutEmisor, tipoDte, folio, id)
        if (veredicto === 'rechazado') return
        for (const ref of referencias)
          addReferencia.run(lado, rutEmisor, ref.tipoDte, ref.folio, ref.codigo, id)
      },
    ),

    /** What accepted notes did to a document. */
    notasOf: (
      lado: Lado,
      rutEmisor: string,
      tipoDte: number,
      folio: number,
    ): { tipoNota: number; codigo: number; juzgadaAt: number }[] =>
      db
        .prepare(
          `SELECT d.tipo_dte AS tipoNota, r.codigo, d.juzgado_at AS juzgadaAt FROM sim_referencia r JOIN sim_documento d ON d.id = r.nota_id
           WHERE r.lado = ? AND r.rut_emisor = ? AND r.tipo_dte = ? AND r.folio = ?`,
        )
        .all(lado, rutEmisor, tipoDte, folio) as { tipoNota: number; codigo: number; juzgadaAt: number }[],

    search: (filter: LibroFilter, limit: number) => searchLibro(db, filter, limit),
  }
}
