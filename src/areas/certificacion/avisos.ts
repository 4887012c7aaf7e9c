// The events of the road (areas/certificacion §1), and the steps that follow from a set that the SII approved. Inside the caller's transaction.

import type { Clock } from '../../base/clock'
import { stageAfter } from '../../domain/certificacion/etapas'
import type { Eventos } from '../eventos'
import type { Certificaciones } from './certificaciones'
import type { CertificacionRow, IntentoDe } from './statements'

export type Avisos = ReturnType<typeof createAvisos>

export function createAvisos({
  certificaciones,
  eventos,
  clock,
}: {
  certificaciones: Certificaciones
  eventos: Pick<Eventos, 'emit'>
  clock: Clock
}) {
  const { sql } = certificaciones
  const who = ({ empresa_id, ambiente }: CertificacionRow) => ({ empresaId: empresa_id, ambiente })
  const common = ({ id, empresa_id, ambiente, alcance }: CertificacionRow) => ({
    ...{ empresa_id, ambiente, certificacion_id: id, alcance },
  })

  /** The road stands at another stage, or a set at another step. */
  function advanced(id: string, clase: IntentoDe['clase'] | null): void {
    const row = sql.anyById.get(id)!
    eventos.emit(who(row), [
      { evento: 'certificacion.avance', data: () => ({ ...common(row), estado: row.estado, clase }) },
    ])
  }

  /** Its simulación ran, and is not good. */
  function lacksSimulacion({ id }: CertificacionRow): boolean {
    const set = certificaciones.ronda(id)!.sets.find(({ clase }) => clase === 'simulacion')
    const last = set?.intentos.at(-1)
    return last !== undefined && last.estado !== 'conforme'
  }

  /** To the next stage, or to where the road stood before a verdict was taken back, but not past a simulación that is not good. */
  function moveOn(row: CertificacionRow): void {
    const { id, alcance, estado, vuelta } = row
    const waits = estado === 'set' && vuelta !== null && lacksSimulacion(row)
    const next = waits ? 'simulacion' : (vuelta ?? stageAfter(alcance, estado))
    certificaciones.setEstado(id, next, clock().toISOString(), waits && vuelta !== next ? vuelta : null)
    advanced(row.id, null)
  }

  function isStageDone(row: CertificacionRow, run: IntentoDe): boolean {
    if (row.estado === 'simulacion') return run.clase === 'simulacion'
    const sets = certificaciones.ronda(row.id)!.sets.filter(({ clase }) => clase !== 'simulacion')
    return row.estado === 'set' && sets.every(({ intentos }) => intentos.at(-1)?.estado === 'conforme')
  }

  return {
    advanced,
    /** Tells what became of a run, and moves the road on once nothing of its stage is left. */
    judged(intentoId: string): void {
      const run = sql.intento.get(intentoId)!
      const row = sql.anyById.get(run.certificacion_id)!
      eventos.emit(who(row), [
        {
          evento: 'certificacion.veredicto',
          data: () => ({
            ...common(row),
            clase: run.clase,
            intento_id: run.id,
            estado: run.estado,
            veredicto: run.veredicto,
            glosa: run.veredicto_glosa ?? run.glosa,
            origen: run.veredicto_origen,
          }),
        },
      ])
      if (run.estado !== 'conforme') return
      if (isStageDone(row, run)) moveOn(row)
    },
    /** The term of a round comes to its end. */
    expiring(row: CertificacionRow, vence_el: string): void {
      eventos.emit(who(row), [{ evento: 'certificacion.plazo', data: () => ({ ...common(row), vence_el }) }])
    },
  }
}
