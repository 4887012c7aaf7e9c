// Runs a set: all of its documents in one envelope, or its book (areas/certificacion §3).

import type { Clock } from '../../base/clock'
import type { NewId } from '../../base/id'
import { type ClaseIntento, isLibro, setBefore } from '../../domain/certificacion/etapas'
import type { SolicitudCaso } from '../../domain/certificacion/set'
import { AppError } from '../../domain/errors'
import type { Audit } from '../../http/audit'
import type { Tenant } from '../../http/tenant'
import type { EmisionDte } from '../dte'
import type { SetDelCamino } from './camino'
import type { Certificaciones } from './certificaciones'
import { sobreOf } from './juicio'
import type { CertificacionRow, SetRow } from './statements'
import { checkOpen } from './take-set'

interface Deps {
  certificaciones: Certificaciones
  clock: Clock
  newId: NewId
  audit: Audit
  issueSet: EmisionDte['issueSet']
}

/**
 * Throws CERT_ORDER, SET_DOUBTS or INVALID_STATE for a set that may not be run now. Its faults are told by the run itself, as they are
 * by then.
 */
export function checkRunnable(
  { row, texto, estado, faltas }: SetDelCamino,
  clases: readonly ClaseIntento[],
): void {
  if (!texto)
    throw new AppError(
      'INVALID_STATE',
      `${row.nombre} no sale de un texto: la simulación se emite en POST /v1/certificacion/:id/simulacion`,
    )
  if (estado === 'espera_set')
    throw new AppError(
      'CERT_ORDER',
      `El SII revisa ${row.nombre} contra el set ${setBefore(row.clase, clases)}, que aún no está conforme`,
    )
  const doubts = texto?.abiertas ?? []
  if (doubts.length)
    throw new AppError(
      'SET_DOUBTS',
      `Faltan respuestas del set ${row.nombre} (${doubts.length}): ${doubts[0]!.mensaje}`,
      {
        detalles: doubts.map(({ clave, caso, linea, mensaje, propuesta }) => ({
          clave,
          caso,
          linea,
          mensaje,
          propuesta,
        })),
      },
    )
  if (estado !== 'listo' && estado !== 'rechazado' && !faltas.length)
    throw new AppError('INVALID_STATE', `El set ${row.nombre} está ${estado}: no se emite otra vez`)
}

export function createRunSet({ certificaciones, clock, newId, audit, issueSet }: Deps) {
  const { sql } = certificaciones

  /** Throws for what another request did while this one waited for its turn: left the road, took another text, ran the set. */
  function checkStill(tenant: Tenant, caminoId: string, setId: string): void {
    checkOpen(certificaciones.get(tenant, caminoId))
    const set = certificaciones.ronda(caminoId)?.sets.find(({ id }) => id === setId)
    if (!set) throw new AppError('INVALID_STATE', 'Se cargó otro set de pruebas: éste quedó sin efecto')
    if (set.intentos.some(({ estado }) => estado !== 'rechazado'))
      throw new AppError('INVALID_STATE', 'El set ya se está emitiendo')
  }

  /**
   * Issues requests as a run of a set; its row, folios, documents, run and log are one transaction. Resolves once all is on disk.
   * `placeOf` as of `issueSet`.
   */
  return async (
    tenant: Tenant,
    camino: CertificacionRow,
    { clase, rowOf }: { clase: ClaseIntento; rowOf(): Pick<SetRow, 'id'> },
    solicitudes: readonly Pick<SolicitudCaso, 'caso' | 'solicitud'>[],
    placeOf?: (index: number) => string,
  ): Promise<void> => {
    checkOpen(camino)
    if (isLibro(clase)) throw new Error(`a book is no set of documents: ${clase}`)
    const pedido = { titular: tenant, sobre: sobreOf(clase), solicitudes, ...(placeOf && { placeOf }) }
    let setId = ''
    const before = (): void => {
      setId = rowOf().id
      checkStill(tenant, camino.id, setId)
    }
    await issueSet(pedido, {
      before,
      after({ envioId, documentos }) {
        const id = newId('cin')
        audit(
          tenant,
          () =>
            certificaciones.addIntento(
              {
                id,
                set_id: setId,
                numero: sql.intentos.all(setId).length + 1,
                envio_id: envioId,
                job_id: null,
                created_at: clock().toISOString(),
              },
              solicitudes,
              documentos.map(({ caso, id, tipoDte, folio }) => ({ caso, id, tipo_dte: tipoDte, folio })),
            ),
          () => ({
            accion: 'certificacion.emitida',
            objeto: camino.id,
            detalle: { clase, intento: id, documentos: documentos.length },
          }),
        )
      },
    })
  }
}
