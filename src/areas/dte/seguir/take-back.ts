// Takes the documents of a file that the SII refused as a whole back from it: they go out again, wait for a person, or have
// their verdict.

import { isFinal } from '../../../domain/dte/estados'
import type { Eventos } from '../../eventos'
import type { Documentos } from '../documento/documento-store'
import type { EnvioRow, Envios } from '../envio/envio-store'
import { grupoEmision, type Lineas } from '../envio/linea'
import { parteOf, stoppedError, type Treatment } from '../envio/rechazo'
import type { Reenvios } from '../envio/reenvio-store'
import { eventosFallidos } from './eventos'
import type { WriteVeredictos } from './veredictos'

/**
 * Gives documents back that came with a refused file; of those that a person has given up meanwhile, the refusal is the
 * verdict. In the transaction that ends the follow-up of the envelope.
 */
export const createTakeBack = ({
  documentos,
  envios,
  lineas,
  reenvios,
  writeVeredictos,
  eventos,
}: {
  documentos: Documentos
  envios: Envios
  lineas: Lineas
  reenvios: Reenvios
  writeVeredictos: WriteVeredictos
  eventos: Pick<Eventos, 'emit'>
}) =>
  function takeBack(
    envio: EnvioRow,
    { codigo, glosa }: { codigo: string; glosa: string },
    treatment: Exclude<Treatment, 'reject'>,
    at: string,
  ): void {
    const stopped = treatment === 'stop'
    const next = stopped
      ? 'el documento espera a que se corrija la causa y se reintente'
      : 'el documento se envía de nuevo en otro más pequeño'
    // Read anew: another follow-up of the envelope may have given them back while this one asked.
    const open = documentos.byEnvio(envio.id).filter((row) => !isFinal(row) && !reenvios.has(row))
    const givenUp = new Set(envios.givenUp(envio.id))
    const [dead, living] = [true, false].map((is) => open.filter(({ id }) => givenUp.has(id) === is))
    writeVeredictos(
      dead!.map((row) => [row, { estado: 'rechazado', codigo, glosa }]),
      true,
    )
    const ids = living!.map(({ id }) => id)
    for (const id of ids) {
      documentos.setVerdict(id, 'no_enviado', codigo, glosa)
      documentos.addHistory(id, at, 'no_enviado', codigo, `El SII rechazó el sobre completo; ${next}`)
      documentos.setFolioEstado(id, stopped ? 'retenido' : 'tomado')
    }
    envios.setSeen(envio.id, false)
    if (!ids.length) return
    const { empresa_id: empresaId, ambiente, sobre } = envio
    const grupo = grupoEmision({ empresaId, ambiente }, sobre)
    const error = stopped ? stoppedError(codigo, glosa) : null
    reenvios.part(grupo, envio.id, ids, stopped ? ids.length : parteOf(ids.length), error)
    if (error) eventos.emit({ empresaId, ambiente }, eventosFallidos({ envios }, living!, error))
    else lineas.wake({ empresaId, ambiente, grupo })
  }
