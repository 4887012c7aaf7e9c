// The folios that a road's next runs lack, asked of the SII by the door of folios (areas/certificacion §3; areas/folios §1): never twice.

import { isLibro } from '../../domain/certificacion/etapas'
import { isTipoDte } from '../../domain/dte/tipos'
import { type Fault, faultsError } from '../../domain/errors'
import type { Titular } from '../../domain/titular'
import type { Tenant } from '../../http/tenant'
import type { Store } from '../../store/store'
import type { Folios } from '../folios'
import type { Trabajos } from '../trabajos'
import type { Certificaciones, Ronda } from './certificaciones'
import type { Lecturas } from './lectura'
import { CLASE_SIMULACION, type Simulacion } from './simulacion'
import type { PedidoSimulacion } from './simulacion-pedido'
import type { CertificacionRow } from './statements'

/** Folios of a type that the runs to come take. */
export interface FoliosDelTipo {
  tipoDte: number
  necesita: number
  disponibles: number
  faltan: number
}

export type FoliosDue = ReturnType<typeof createFoliosDue>

export function createFoliosDue({
  certificaciones,
  lecturas,
  simulacion,
  folios,
}: {
  certificaciones: Certificaciones
  lecturas: Lecturas
  simulacion: Simulacion
  folios: Pick<Folios, 'disponibles'>
}) {
  const isDue = ({ intentos }: Ronda['sets'][number]): boolean =>
    intentos.every(({ estado }) => estado === 'rechazado')

  /** The types of all documents to come, one for each. */
  function tiposOf({ id, estado }: CertificacionRow, pedido: PedidoSimulacion): number[] {
    const ronda = certificaciones.ronda(id)
    const due = ronda?.sets.filter(isDue) ?? []
    if (estado === 'set')
      return due
        .filter(({ clase }) => !isLibro(clase))
        .flatMap((set) => lecturas.read(ronda!, set)?.seccion.casos.map(({ tipoDte }) => tipoDte) ?? [])
    const ran = ronda?.sets.find(({ clase }) => clase === CLASE_SIMULACION)
    if (estado !== 'simulacion' || (ran && !isDue(ran))) return []
    return simulacion
      .read(pedido, id)
      .flatMap(({ solicitud: { tipo_dte } }) => (isTipoDte(tipo_dte) ? [tipo_dte] : []))
  }

  /** By type, of all sets that still run, or of the simulación once its turn is there; none at another stage. Throws VALIDATION_ERROR. */
  return (titular: Titular, camino: CertificacionRow, pedido: PedidoSimulacion = {}): FoliosDelTipo[] =>
    [...Map.groupBy(tiposOf(camino, pedido), (tipo) => tipo)].map(([tipoDte, { length: necesita }]) => {
      const disponibles = folios.disponibles(titular, tipoDte)
      return { tipoDte, necesita, disponibles, faltan: Math.max(0, necesita - disponibles) }
    })
}

export function createAskFolios({
  store: { client },
  trabajos,
  folios: { encargo },
  foliosDue,
}: {
  store: Pick<Store, 'client'>
  trabajos: Pick<Trabajos, 'enqueue'>
  folios: Pick<Folios, 'encargo'>
  foliosDue: FoliosDue
}) {
  /** Throws INVALID_STATE with every type that nobody may ask for. */
  function checkStopped(tenant: Tenant, lacking: readonly FoliosDelTipo[]): void {
    const faults = lacking.flatMap(({ tipoDte }): Fault[] => {
      const mensaje = encargo.stopped(tenant, tipoDte)
      return mensaje === null ? [] : [{ campo: '', regla: 'detenido', mensaje, code: 'INVALID_STATE' }]
    })
    if (faults.length) throw faultsError(faults)
  }

  const ask = client.transaction((tenant: Tenant, camino: CertificacionRow, pedido: PedidoSimulacion) => {
    const lacking = foliosDue(tenant, camino, pedido).filter(({ faltan }) => faltan > 0)
    checkStopped(tenant, lacking)
    const known = lacking.map(({ tipoDte, faltan }) => ({
      ...{ tipoDte, faltan, jobId: encargo.underWay(tenant, tipoDte) },
    }))
    const units = known.filter(({ jobId }) => jobId === null).length
    return new Map(
      known.map(({ tipoDte, faltan, jobId }) => {
        // Each is held against the units that all of them will take.
        const own = { ...encargo.of(tenant, tipoDte, faltan), units }
        return [tipoDte, jobId ?? trabajos.enqueue(tenant, own)] as const
      }),
    )
  })

  /**
   * Queues a request for each type that lacks folios, for no more than lack, all or none, or finds the one under way; the jobs by type. Wake
   * the queue afterwards. Throws PLAN_LIMIT, INVALID_STATE and VALIDATION_ERROR.
   */
  return (tenant: Tenant, camino: CertificacionRow, pedido: PedidoSimulacion): ReadonlyMap<number, string> =>
    ask.immediate(tenant, camino, pedido)
}
