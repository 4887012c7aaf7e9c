// The ledger: every envelope and document that arrived, and what became of it.

import type { Lado } from './hosts'
import {
  type DocumentoRow,
  documentoOf,
  type EnvioRow,
  type EstadoEnvio,
  envioOf,
  type Veredicto,
} from './libro-filas'
import type { Paso, Razon, Sim } from './sim'
import type { Busqueda, NotaLeida } from './statements'
import { nextTrackId } from './track-id'

export {
  countByTipo,
  type DocumentoRow,
  type EnvioRow,
  type EstadoEnvio,
  type Veredicto,
} from './libro-filas'

/**
 * How long an envelope's bytes are kept once it is judged. The rows stay for ever, as the SII's do: a folio is used up once,
 * notes refer to documents of any age, and a verdict may be asked for again. The bytes alone are large, and nothing reads
 * them but people and, within eight days, an acceptance or a claim.
 */
const GUARDA_MS = 30 * 86_400_000

type NewEnvio = Pick<
  EnvioRow,
  'lado' | 'servicio' | 'sobre' | 'rutEnvia' | 'rutEmpresa' | 'archivo' | 'sha1' | 'dueno'
> &
  Pick<EnvioRow, 'atascadoPor' | 'atascadoHasta'> & { xml: Buffer; documentos: NewDocumento[] }
export type NewDocumento = Omit<
  DocumentoRow,
  'id' | 'trackId' | 'lado' | 'veredicto' | 'razones' | 'juzgadoAt'
>

export type LibroFilter = Partial<Omit<Busqueda, 'limit'>>

/** The ledger of a simulator. */
export type Libro = ReturnType<typeof createLibro>

/** Where they were kept at first. */
const place = (trackId: number) => ({ table: 'sim_envio', column: 'xml', id: String(trackId) })

export function createLibro({ db, sql, now, delays, cifrado }: Sim) {
  return {
    /** Stores what arrived and gives it a Track ID. */
    receive: db.transaction(({ documentos, xml, ...envio }: NewEnvio): number => {
      const at = now().getTime()
      // Known beforehand, because the bytes are sealed to their row.
      const trackId = nextTrackId({ sql })
      sql.envio.insert.run({ ...envio, trackId, at, siguiente: at + delays.SOK })
      sql.envio.insertBytes.run(trackId, cifrado.seal(place(trackId), xml))
      for (const documento of documentos)
        sql.documento.insert.run({ ...documento, trackId, lado: envio.lado })
      return trackId
    }),

    /** The earlier arrival of the same bytes; it is counted once more. */
    repeat(lado: Lado, rutEmpresa: string, sha1: string): (EnvioRow & { esperaMs: number }) | null {
      const row = sql.envio.sameDte.get(lado, rutEmpresa, sha1)
      if (!row) return null
      const envio = envioOf(row)
      const at = now().getTime()
      sql.envio.repeat.run(at, envio.trackId)
      const esperaMs = Math.max(0, (envio.repetidoAt ?? envio.recibidoAt) + 900_000 - at)
      return { ...envio, veces: envio.veces + 1, esperaMs }
    },

    findEnvio(trackId: number): EnvioRow | null {
      const row = sql.envio.find.get(trackId)
      return row ? envioOf(row) : null
    },

    /** The first boleta envelope with these bytes, when it is another than this one. */
    earlierSame: ({ trackId, lado, servicio, rutEmpresa, sha1 }: EnvioRow): number | null =>
      sql.envio.sameBefore.get(lado, servicio, rutEmpresa, sha1, trackId) ?? null,

    /** The bytes as they came, empty once they were given up. */
    readXml(trackId: number): Buffer {
      const stored = sql.envio.bytes.get(trackId)
      return stored ? cifrado.open(place(trackId), stored) : Buffer.alloc(0)
    },

    forgetBytes: (limit: number): number =>
      sql.envio.forgetBytes.run(now().getTime() - GUARDA_MS, limit).changes,

    /** The envelope whose step has been due the longest, null when none is. */
    nextDue(): EnvioRow | null {
      const row = sql.envio.nextDue.get(now().getTime())
      return row ? envioOf(row) : null
    },

    /** Milliseconds until some step is due, null when nothing is under way. */
    untilDue(): number | null {
      const at = sql.envio.firstDue.get() ?? null
      return at === null ? null : Math.max(0, at - now().getTime())
    },

    /** Puts an envelope into its next state, or one of the exits. */
    moveTo(envio: EnvioRow, estado: EstadoEnvio, siguiente: Paso | null, razones: Razon[] = []): void {
      // The step happened when it was due, however late this process looked.
      const at = Math.max(envio.siguienteAt ?? 0, envio.estado === 'CRT' ? (envio.atascadoHasta ?? 0) : 0)
      const next = siguiente && at + delays[siguiente]
      sql.envio.move.run(estado, at, next, JSON.stringify(razones), envio.trackId)
    },

    documentosOf: (trackId: number): DocumentoRow[] => sql.documento.ofEnvio.all(trackId).map(documentoOf),

    /** The document that used up a folio. */
    findDocumento(lado: Lado, rutEmisor: string, tipoDte: number, folio: number): DocumentoRow | null {
      const row = sql.documento.ofFolio.get(lado, rutEmisor, tipoDte, folio)
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
        sql.documento.judge.run({ id, veredicto, razones: JSON.stringify(razones), at: now().getTime() })
        sql.documento.useFolio.run(lado, rutEmisor, tipoDte, folio, id)
        if (veredicto === 'rechazado') return
        for (const ref of referencias)
          sql.documento.refer.run(lado, rutEmisor, ref.tipoDte, ref.folio, ref.codigo, id)
      },
    ),

    /** The effects of accepted notes on a document. */
    notasOf: (lado: Lado, rutEmisor: string, tipoDte: number, folio: number): NotaLeida[] =>
      sql.documento.notas.all(lado, rutEmisor, tipoDte, folio),

    /** Rows for people (simulator §8.1), newest first, at most `limit` of each. */
    search(
      { lado = null, rut = null, tipoDte = null, folio = null, trackId = null }: LibroFilter,
      limit: number,
    ) {
      const asked = { lado, rut, tipoDte, folio, trackId, limit }
      const documentos = sql.documento.search.all(asked).map(documentoOf)
      return { envios: sql.envio.search.all(asked).map(envioOf), documentos }
    },
  }
}
