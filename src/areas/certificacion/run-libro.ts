// Runs a book: the run and the job that sends it are one transaction (areas/certificacion §3).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { folioNotificacion } from '../../domain/certificacion/libro'
import { AppError } from '../../domain/errors'
import type { Audit } from '../../http/audit'
import type { Tenant } from '../../http/tenant'
import { createInsertJob } from '../../jobs/insert'
import type { Store } from '../../store/store'
import { type Emisores, loadFirmante } from '../dte'
import type { Certificaciones, SetConIntentos } from './certificaciones'
import { LIBRO } from './libro.job'
import type { CertificacionRow } from './statements'
import { prepareLibro } from './statements-libro'
import { checkOpen } from './take-set'

interface Deps {
  store: Pick<Store, 'client'>
  certificaciones: Certificaciones
  clock: Clock
  newId: NewId
  audit: Audit
  emisores: Emisores
}

export function createRunLibro({ store, certificaciones, clock, newId, audit, emisores }: Deps) {
  const { sql } = certificaciones
  const { setFolio } = prepareLibro(store.client)
  const insertJob = createInsertJob(store.client, clock)

  const write = store.client.transaction((tenant: Tenant, camino: CertificacionRow, set: SetConIntentos) => {
    const { empresaId, ambiente } = tenant
    const runs = sql.intentos.all(set.id)
    if (runs.some(({ estado }) => estado !== 'rechazado'))
      throw new AppError('INVALID_STATE', 'El libro ya se está enviando')
    const [id, job_id, numero, now] = [newId('cin'), newId('job'), runs.length + 1, clock()]
    audit(
      tenant,
      () => {
        const args = { seguido: 0, visto: now.getTime() }
        const grupo = `${LIBRO}:${empresaId}:${ambiente}`
        insertJob({ id: job_id, kind: LIBRO, empresaId, ambiente, grupo, args, estado: 'pending' })
        const row = { id, set_id: set.id, numero, envio_id: null, job_id, created_at: now.toISOString() }
        certificaciones.addIntento(row, null, [])
        setFolio.run(folioNotificacion(set.atencion!, numero), id)
      },
      () => ({
        accion: 'certificacion.emitida',
        objeto: camino.id,
        detalle: { clase: set.clase, intento: id, documentos: 0 },
      }),
    )
  })

  /** Wake the queue afterwards. Throws what keeps the company from signing and sending, and INVALID_STATE for a book under way. */
  return (tenant: Tenant, camino: CertificacionRow, set: SetConIntentos): void => {
    checkOpen(camino)
    const { empresaId, ambiente } = tenant
    loadFirmante(emisores, { empresaId, ambiente }, clock())
    if (!emisores.get({ empresaId, ambiente }).resolucion)
      throw new AppError(
        'INVALID_STATE',
        `Falta la resolución del SII de la empresa para el ambiente ${ambiente}`,
      )
    write.immediate(tenant, camino, set)
  }
}
