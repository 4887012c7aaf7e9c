// The simulación as a set of its round that has no text (areas/certificacion §3).

import type { NewId } from '../../base/id'
import type { Propios } from '../../domain/certificacion/build-simulacion'
import { isLibro } from '../../domain/certificacion/etapas'
import type { SolicitudCaso } from '../../domain/certificacion/set'
import type { Certificaciones } from './certificaciones'
import { type PedidoSimulacion, readPedido } from './simulacion-pedido'
import type { SetRow } from './statements'

export const CLASE_SIMULACION = 'simulacion'

export type Simulacion = ReturnType<typeof createSimulacion>

export function createSimulacion({
  certificaciones,
  newId,
}: {
  certificaciones: Certificaciones
  newId: NewId
}) {
  /** The requests of each approved set of documents, as they were issued. */
  const approved = (certificacionId: string): SolicitudCaso[][] =>
    certificaciones.ronda(certificacionId)!.sets.flatMap(({ clase, intentos }) => {
      const last = intentos.at(-1)
      if (isLibro(clase) || clase === CLASE_SIMULACION || last?.estado !== 'conforme') return []
      return [certificaciones.solicitudesOf(last) as SolicitudCaso[]]
    })
  return {
    /** The requests that it is asked for. Throws VALIDATION_ERROR. */
    read: (pedido: PedidoSimulacion, certificacionId: string): Propios =>
      readPedido(pedido, () => approved(certificacionId)),
    /** Its row in the last round, made by its first run. Inside a transaction. */
    setFor(certificacionId: string): SetRow {
      const ronda = certificaciones.ronda(certificacionId)!
      const known = ronda.sets.find(({ clase }) => clase === CLASE_SIMULACION)
      if (known) return known
      const row = {
        id: newId('cse'),
        ronda_id: ronda.id,
        clase: CLASE_SIMULACION,
        nombre: 'SIMULACION',
        atencion: null,
      } as const
      certificaciones.sql.insertSet.run(row)
      return { ...row, ajustes: '{}' }
    },
  }
}
