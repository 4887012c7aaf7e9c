// The simulator's ledger narrowed to the envelopes of one company: their file names carry our own ids.

import type { Database } from 'better-sqlite3'

interface Libro {
  ok: true
  data: {
    envios: { track_id: string; archivo: string }[]
    documentos: { track_id: string; veredicto: string | null }[]
  }
}

/** Leaves of an answer of `GET /simulador/libro` what the company sent. */
export function createLedger(client: Database): (libro: unknown, empresaId: string) => Libro {
  const isOwn = client.prepare('SELECT 1 FROM envio WHERE id = ? AND empresa_id = ?')
  return (libro, empresaId) => {
    const { data } = libro as Libro
    const envios = data.envios.filter(({ archivo }) => {
      const id = /_(env_[0-9A-Z]+)\.xml$/.exec(archivo)?.[1]
      return id !== undefined && isOwn.get(id, empresaId) !== undefined
    })
    const tracks = new Set(envios.map(({ track_id }) => track_id))
    return {
      ok: true,
      data: { envios, documentos: data.documentos.filter(({ track_id }) => tracks.has(track_id)) },
    }
  }
}
