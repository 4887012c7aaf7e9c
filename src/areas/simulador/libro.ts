// The simulator's ledger narrowed to the envelopes of one company: their file names carry our own ids.

import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../store/store'
import { envio } from '../../store/tables/envio'

interface Libro {
  ok: true
  data: {
    envios: { track_id: string; archivo: string }[]
    documentos: {
      track_id: string
      tipo_dte: number
      folio: number
      rut_receptor: string
      veredicto: string | null
      eventos: { codigo: string }[]
    }[]
  }
}

/** Leaves of an answer of `GET /simulador/libro` what the company sent. */
export function createLedger(db: Db): (libro: unknown, empresaId: string) => Libro {
  const idOf = (archivo: string): string | undefined => /_(env_[0-9A-Z]+)\.xml$/.exec(archivo)?.[1]
  return (libro, empresaId) => {
    const { data } = libro as Libro
    const ids = data.envios.flatMap(({ archivo }) => idOf(archivo) ?? [])
    const own = new Set<string | undefined>(
      db
        .select({ id: envio.id })
        .from(envio)
        .where(and(inArray(envio.id, ids), eq(envio.empresaId, empresaId)))
        .all()
        .map(({ id }) => id),
    )
    const envios = data.envios.filter(({ archivo }) => own.has(idOf(archivo)))
    const tracks = new Set(envios.map(({ track_id }) => track_id))
    return {
      ok: true,
      data: { envios, documentos: data.documentos.filter(({ track_id }) => tracks.has(track_id)) },
    }
  }
}
