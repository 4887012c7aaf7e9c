// Books that arrived, and what became of each (simulator §24).

import { type Recibido, sha1 } from '../envio'
import type { Lado } from '../hosts'
import type { Vista } from '../portal/dueno'
import { PASOS, type Razon, type Sim } from '../sim'
import { nextTrackId } from '../track-id'
import { type EstadoLibro, judgeLibro } from './juicio'
import { type Campos, type Libro, leafOf } from './lectura'
import type { LibroLeido } from './statements'

/** A book as the SII tells of it at the present of its clock: LSO until its time has come. */
export interface LibroTributario extends Omit<LibroLeido, 'estado' | 'razones' | 'contenido'> {
  estado: EstadoLibro | 'LSO'
  razones: Razon[]
  contenido: { caratula: Campos; resumen: Campos[]; detalle: Campos[] }
}

/** Judges a book and writes it down; its Track ID, of one sequence with all that comes through the door. */
export function storeLibro(
  sim: Sim,
  { dueno, archivo, ...upload }: Omit<Recibido, 'servicio' | 'lado'>,
  libro: Libro,
): number {
  const { rutEmpresa, rutEnvia, xml } = upload
  const { clase, caratula, resumen, detalle } = libro
  const periodo = leafOf(caratula, 'PeriodoTributario')
  const folioNotificacion = leafOf(caratula, 'FolioNotificacion')
  const recibidoAt = sim.now().getTime()
  return sim.db.transaction(() => {
    const clave = { lado: 'certificacion' as const, rutEmpresa, dueno, clase, periodo, folioNotificacion }
    const { estado, razones } = judgeLibro(sim, upload, libro, sim.sql.libros.used.get(clave) === 1)
    const trackId = nextTrackId(sim)
    sim.sql.libros.insert.run({
      ...clave,
      trackId,
      rutEnvia,
      archivo,
      sha1: sha1(xml),
      recibidoAt,
      listoAt: recibidoAt + PASOS.reduce((sum, paso) => sum + sim.delays[paso], 0),
      estado,
      razones: JSON.stringify(razones),
      contenido: JSON.stringify({ caratula, resumen, detalle }),
    })
    return trackId
  })()
}

/** The earlier arrival of the same bytes; it is counted once more. */
export function repeatLibro({ sql, now }: Sim, lado: Lado, rutEmpresa: string, xml: Buffer) {
  const row = sql.libros.same.get(lado, rutEmpresa, sha1(xml))
  if (!row) return null
  const at = now().getTime()
  sql.libros.repeat.run(at, row.trackId)
  const esperaMs = Math.max(0, (row.repetidoAt ?? row.recibidoAt) + 900_000 - at)
  return { trackId: row.trackId, veces: row.veces + 1, esperaMs }
}

function standingOf(sim: Sim, row: LibroLeido): LibroTributario {
  const told = sim.now().getTime() >= row.listoAt
  return {
    ...row,
    estado: told ? row.estado : 'LSO',
    razones: told ? JSON.parse(row.razones) : [],
    contenido: JSON.parse(row.contenido),
  }
}

/** The book of a Track ID. */
export function findLibro(sim: Sim, trackId: number): LibroTributario | null {
  const row = sim.sql.libros.find.get(trackId)
  return row ? standingOf(sim, row) : null
}

/** The newest hundred of an owner, of one company or of all. */
export const listLibros = (sim: Sim, de: Vista & { rut: string | null }): LibroTributario[] =>
  sim.sql.libros.list.all(de).map((row) => standingOf(sim, row))
