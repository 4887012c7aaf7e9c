// Reports of used folios that arrived, and what became of each (simulator §20).

import { isAnulado } from '../cafs'
import { type Recibido, sha1 } from '../envio'
import type { Vista } from '../portal/dueno'
import { PASOS, type Razon, type Sim } from '../sim'
import { nextTrackId } from '../track-id'
import { planActos } from '../vecinos/actos'
import { judgeContenido, judgeEntrada } from './juicio'
import type { ConsumoFolios, Resumen } from './lectura'
import type { RcofLeido } from './statements'

export interface Rcof extends Omit<RcofLeido, 'razones' | 'resumen'> {
  razones: Razon[]
  resumen: Resumen[]
}

const rcofOf = (row: RcofLeido): Rcof => ({
  ...row,
  razones: JSON.parse(row.razones),
  resumen: JSON.parse(row.resumen),
})

/** Writes a report down and says its Track ID, which is of one sequence with those of envelopes. */
export function storeRcof(
  sim: Sim,
  { lado, dueno, rutEnvia, rutEmpresa, archivo, xml }: Omit<Recibido, 'servicio'>,
  consumo: ConsumoFolios,
): number {
  const exit = judgeEntrada(sim, { lado, rutEnvia, rutEmpresa, xml }, consumo)
  const recibidoAt = sim.now().getTime()
  const listoAt = recibidoAt + PASOS.reduce((sum, paso) => sum + sim.delays[paso], 0)
  return sim.db.transaction(() => {
    const trackId = nextTrackId(sim)
    sim.sql.rcof.insert.run({
      trackId,
      lado,
      dueno,
      rutEnvia,
      rutEmpresa,
      archivo,
      sha1: sha1(xml),
      recibidoAt,
      listoAt,
      fecha: consumo.fchInicio,
      secuencia: consumo.secuencia,
      estado: exit?.estado ?? 'REC',
      razones: JSON.stringify(exit?.razones ?? []),
      resumen: JSON.stringify(consumo.resumen),
    })
    planActos(sim, { dueno: dueno ?? '', rutEmpresa }, [
      { acto: 'avisa', rut: rutEmpresa, at: listoAt, datos: { trackId } },
    ])
    return trackId
  })()
}

/** The earlier arrival of the same bytes; it is counted once more. */
export function repeatRcof({ sql, now }: Sim, lado: Rcof['lado'], rutEmpresa: string, xml: Buffer) {
  const row = sql.rcof.same.get(lado, rutEmpresa, sha1(xml))
  if (!row) return null
  const at = now().getTime()
  sql.rcof.repeat.run(at, row.trackId)
  const esperaMs = Math.max(0, (row.repetidoAt ?? row.recibidoAt) + 900_000 - at)
  return { trackId: row.trackId, veces: row.veces + 1, esperaMs }
}

/**
 * A report as it stands at the present of the clock: what was received until its time had come is counted when somebody first
 * looks afterwards.
 */
function standingOf(sim: Sim, row: RcofLeido): Rcof {
  const { listoAt, trackId } = row
  if (sim.now().getTime() < listoAt) return { ...rcofOf(row), estado: 'REC', razones: [] }
  if (row.estado !== 'REC') return rcofOf(row)
  const { lado, rutEmpresa: rut, dueno, fecha } = row
  const read = rcofOf(row)
  const razones = judgeContenido(read, {
    contados: sim.sql.rcof.contados.all({ lado, rut, dueno, fecha, hasta: listoAt }),
    secuencias: sim.sql.rcof.lastSecuencia.get(lado, rut, dueno, fecha, trackId)!,
    isAnulado: (tipoDte, folio) => isAnulado(sim, lado, rut, tipoDte, folio),
  })
  const estado = razones.length ? 'RPR' : 'EPR'
  sim.sql.rcof.judge.run(estado, JSON.stringify(razones), trackId)
  return { ...read, estado, razones }
}

/** The report of a Track ID. */
export function findRcof(sim: Sim, trackId: number): Rcof | null {
  const row = sim.sql.rcof.find.get(trackId)
  return row ? standingOf(sim, row) : null
}

/** The newest thousand of an owner, of one company or of all. */
export const listRcof = (sim: Sim, de: Vista & { rut: string | null }): Rcof[] =>
  sim.sql.rcof.list.all(de).map((row) => standingOf(sim, row))
