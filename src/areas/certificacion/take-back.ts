// A step that a person noted as done at the SII, and was not: taken back with a reason, for nothing else leads back from it
// (areas/certificacion §4). A verdict is corrected by the other (avance.ts).

import type { Clock } from '../../base/clock'
import { TIPOS } from '../../domain/dte/tipos'
import { AppError } from '../../domain/errors'
import type { Actor, Audit } from '../../http/audit'
import type { Avisos } from './avisos'
import type { SetDelCamino } from './camino'
import type { Certificaciones } from './certificaciones'
import type { CertificacionRow } from './statements'
import { checkOpen } from './take-set'

interface Deps {
  certificaciones: Certificaciones
  avisos: Avisos
  clock: Clock
  audit: Audit
}

export function createTakeBack({ certificaciones, avisos, clock, audit }: Deps) {
  const { sql } = certificaciones

  return {
    /** The set was not declared, or by another day: it waits for that again. Throws INVALID_STATE for one that is judged, or was never declared. */
    declarado(actor: Actor, camino: CertificacionRow, { row }: SetDelCamino, motivo: string): void {
      checkOpen(camino)
      const run = row.intentos.at(-1)
      if (run?.veredicto)
        throw new AppError(
          'INVALID_STATE',
          `El set ${row.nombre} ya tiene resultado (${run.veredicto}): si está mal anotado, anote el otro`,
        )
      if (run?.estado !== 'declarado')
        throw new AppError(
          'INVALID_STATE',
          `El set ${row.nombre} no está anotado como declarado: está ${run?.estado ?? 'sin emitir'}`,
        )
      audit(
        actor,
        () => {
          sql.unsetDeclarado.run(run.id)
          avisos.advanced(camino.id, row.clase)
        },
        () => ({
          accion: 'certificacion.deshecha',
          objeto: camino.id,
          detalle: { clase: row.clase, intento: run.id, fecha: run.declarado_fecha, motivo },
        }),
      )
    },

    /**
     * The compliance was not declared: the road goes on where it is to be. Throws INVALID_STATE for one that has not ended so and for a
     * company that issues in production since, ALREADY_EXISTS where it began another.
     */
    declarada(actor: Actor, camino: CertificacionRow, motivo: string): void {
      if (camino.estado !== 'autorizada')
        throw new AppError(
          'INVALID_STATE',
          `La declaración de cumplimiento no está anotada: la certificación está en ${camino.estado}`,
        )
      const { id, empresa_id, ambiente, alcance, declarada_fecha, resolucion } = camino
      if (sql.abierta.get(empresa_id, ambiente, alcance))
        throw new AppError(
          'ALREADY_EXISTS',
          `La empresa ya abrió otra certificación de ${alcance}: abandónela primero, para seguir con ésta`,
        )
      const tipos = TIPOS.filter(({ raiz }) => (raiz === 'Boleta') === (alcance === 'boleta'))
      const codigos = JSON.stringify(tipos.map(({ codigo }) => codigo))
      if (sql.enProduccion.get(empresa_id, declarada_fecha!, codigos))
        throw new AppError(
          'INVALID_STATE',
          'La empresa ya emite en producción desde ese día: la declaración de cumplimiento se hizo',
        )
      audit(
        actor,
        () => {
          sql.unsetDeclarada.run(clock().toISOString(), id)
          avisos.advanced(id, null)
        },
        () => ({
          accion: 'certificacion.deshecha',
          objeto: id,
          detalle: { fecha: declarada_fecha, resolucion: resolucion && JSON.parse(resolucion), motivo },
        }),
      )
    },
  }
}
